//! House rules that no compiler checks: module order, first lines, where printing and `unsafe` may be.

use std::path::{Path, PathBuf};

/// The modules of the engine, each of which uses only those before it. `exact_cover` stands alone.
const ORDER: [&[&str]; 16] = [
    &["rng", "exact_cover"],
    &["domain"],
    &["domains"],
    &["propagator"],
    &["model"],
    &["brancher"],
    &["constraints", "observe"],
    &["presolve", "entail"],
    &["fixpoint"],
    &["search"],
    &["backend"],
    &["lanes", "learning"],
    &["solver"],
    &["why"],
    &["cores"],
    &["testing"],
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files below a folder, with their text.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("UTF-8");
                found.push((path, text));
            }
        }
    }
    found
}

fn all_sources() -> Vec<(PathBuf, String)> {
    ["engine", "sudoku", "killer", "cli", "tests"].iter().flat_map(|folder| sources(&root().join(folder))).collect()
}

/// The code of a file without its tests, which may use anything.
fn without_tests(text: &str) -> &str {
    text.split("\n#[cfg(test)]\nmod ").next().expect("there is a first part")
}

#[test]
fn every_file_says_first_what_it_is_for() {
    for (path, text) in all_sources() {
        let first = text.lines().find(|line| !line.starts_with("#![")).unwrap_or_default();
        assert!(first.starts_with("//! "), "{} begins with {first:?}", path.display());
    }
}

#[test]
fn modules_of_the_engine_use_only_those_before_them() {
    let source = root().join("engine/src");
    let rank = |module: &str| ORDER.iter().position(|modules| modules.contains(&module));
    let names: Vec<&str> = ORDER.iter().flat_map(|modules| modules.iter().copied()).collect();
    for (path, text) in sources(&source) {
        let inside = path.strip_prefix(&source).expect("it is below");
        let module = inside.iter().next().expect("a file has a name").to_string_lossy().replace(".rs", "");
        if module == "lib" || inside.file_name().is_some_and(|name| name == "tests.rs") {
            continue;
        }
        let own = rank(&module).unwrap_or_else(|| panic!("{} is in no place of the order", path.display()));
        for (number, line) in (1..).zip(without_tests(&text).lines()).filter(|(_, line)| !line.trim_start().starts_with("//")) {
            for name in names.iter().filter(|name| line.contains(&format!("crate::{name}::"))) {
                let other = rank(name).expect("it is in the order");
                assert!(other < own || *name == module, "{}:{number} uses {name}, which comes after {module} or beside it", path.display());
            }
            // What is named at the crate's root comes from somewhere, too; modules at the bottom may not reach for it.
            let bottom = own <= rank("domains").expect("it is in the order");
            assert!(!(bottom && line.contains("use crate::{")), "{}:{number} uses the crate's root", path.display());
        }
    }
}

#[test]
fn only_the_command_line_prints_or_reads() {
    for package in ["engine/src", "sudoku/src", "killer/src"] {
        for (path, text) in sources(&root().join(package)) {
            if path.ends_with("testing.rs") || path.ends_with("tests.rs") {
                continue;
            }
            for (number, line) in (1..).zip(without_tests(&text).lines()).filter(|(_, line)| !line.trim_start().starts_with("//")) {
                for word in ["println!", "eprintln!", "print!(", "dbg!", "std::fs", "std::env", "std::io", "static mut", "thread_local!"] {
                    assert!(!line.contains(word), "{}:{number} has {word}", path.display());
                }
            }
        }
    }
}

#[test]
fn unsafe_code_is_in_kernels_only_and_each_block_has_its_proof() {
    for (path, text) in all_sources() {
        if path.ends_with("house_rules.rs") {
            continue;
        }
        let lines: Vec<&str> = text.lines().collect();
        for (i, line) in lines.iter().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            if !line.contains("unsafe {") {
                continue;
            }
            // A kernel's own tests call it, too.
            assert!(path.ends_with("kernel.rs") || path.ends_with("kernel/tests.rs"), "{}:{} is unsafe", path.display(), i + 1);
            let proof = lines[i.saturating_sub(8)..=i].iter().any(|line| line.contains("SAFETY:"));
            assert!(proof, "{}:{} has no proof", path.display(), i + 1);
        }
    }
}
