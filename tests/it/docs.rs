//! The documents against the program: tables that nobody keeps by hand go stale.

use std::collections::BTreeMap;

use crate::run::run;

/// The rows of the table in docs/formats.md: name, and the columns after it.
fn rows() -> BTreeMap<&'static str, Vec<&'static str>> {
    let row = |line: &'static str| {
        let mut columns = line.strip_prefix("| `")?.trim_end_matches('|').split(" | ").map(str::trim);
        Some((columns.next()?.trim_end_matches('`'), columns.collect()))
    };
    include_str!("../../docs/formats.md").lines().filter_map(row).collect()
}

#[test]
fn the_table_of_formats_is_complete_and_true() {
    let help = run("convert --help").out.replace('\n', " ");
    let writable = help.split("can be written: ").nth(1).and_then(|rest| rest.split('.').next()).expect("the list is there");
    let writable: Vec<&str> = writable.split(", ").map(str::trim).collect();
    let listed = run("formats").out;
    let listed: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let rows = rows();
    for name in &listed {
        let row = rows.get(name).unwrap_or_else(|| panic!("docs/formats.md has no row for {name}"));
        assert_eq!(row[1], "yes", "docs/formats.md: {name} is read");
        assert_eq!(row[2] == "yes", writable.contains(name), "docs/formats.md: is {name} written?");
    }
    let unknown: Vec<_> = rows.iter().filter(|(name, row)| !listed.contains(name) && row[1] != "coming").map(|(name, _)| name).collect();
    assert!(unknown.is_empty(), "docs/formats.md names {unknown:?}, which the program does not know");
}

#[test]
fn every_command_and_option_is_in_the_manual_of_the_command_line() {
    let manual = include_str!("../../docs/cli.md");
    let help = run("help").out;
    let commands = help.split("Commands:").nth(1).and_then(|rest| rest.split("Options:").next()).expect("commands are listed");
    for command in commands.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next()).filter(|c| *c != "help") {
        assert!(manual.contains(&format!("## {command}")) || manual.contains(&format!(", {command}")), "docs/cli.md lacks {command}");
        let help = run(&format!("help {command}")).out;
        if command == "cover" {
            // Told in a document of its own.
            continue;
        }
        let options = help.split("Examples:").next().expect("a first part").split_whitespace().filter(|word| word.starts_with("--"));
        for option in options.map(|word| word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '-')) {
            assert!(
                ["--help", "--color", "--output", "--verbose", "--quiet"].contains(&option) || manual.contains(option),
                "docs/cli.md lacks {option} of {command}"
            );
        }
    }
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let folder = std::env::temp_dir().join(format!("pencilmark-man-{}", std::process::id()));
    let ran = run(&format!("man {}", folder.display()));
    assert_eq!((ran.code, &*ran.err), (Some(0), ""));
    for page in ["pencilmark.1", "pencilmark-solve.1", "pencilmark-convert.1", "pencilmark-render.1"] {
        let text = std::fs::read_to_string(folder.join(page)).unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(text.contains(".TH pencilmark"), "{page}");
    }
    std::fs::remove_dir_all(&folder).expect("it was just written");
    assert!(run("man").out.contains(".TH pencilmark 1"));
}

#[test]
fn shells_complete_names_of_formats() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = run(&format!("completions {shell}"));
        assert!(ran.code == Some(0) && ran.out.contains("convert"), "{shell}");
    }
    assert!(run("completions bash").out.contains("killer-tuple"));
    assert_eq!(run("completions tcsh").code, Some(2));
}
