//! Tests of the page in a browser without a window: real key strokes and clicks, and what the page shows then.
//!
//! They need Chromium in the path, and are left out where there is none.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::{html, limited, split};

/// A 6x6 puzzle with two solutions, found by search; there are conflicts on the way.
const TRACE: &str = include_str!("../../tests/cases/six-trace.jsonl");

/// A 4x4 killer with two solutions, as exact cover searched it: combinations are tried, and there are dead ends.
const COVER: &str = include_str!("../../tests/cases/cover-trace.jsonl");

/// What the scripts of the tests use.
const TOOLS: &str = include_str!("tests.js");

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name))).find(|file| file.is_file());
    if found.is_none() {
        println!("left out: there is no Chromium here");
    }
    found
}

/// A folder that goes when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("pencilmark-page-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the page");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Opens a page, lets a script act on it, and gives back what the script put into `out`; `None` without a browser.
fn act(name: &str, page: &[u8], address: &str, script: &str) -> Option<Value> {
    let browser = browser()?;
    let folder = Folder::new(name);
    let file = folder.0.join("page.html");
    let script = format!("<script>{TOOLS}\nrun(async (out) => {{\n{script}\n}});</script>");
    fs::write(&file, [page, script.as_bytes()].concat()).expect("the page is written");
    let dom = dump(&browser, &folder.0, &format!("file://{}{address}", file.display()));
    let results = dom.split_once("<pre id=\"results\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    let (results, _) = results.unwrap_or_else(|| panic!("{name}: the script did not end: {}", dom.chars().take(3000).collect::<String>()));
    let results = results.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", "\u{a0}").replace("&amp;", "&");
    let results: Value = serde_json::from_str(&results).expect("results are JSON");
    assert_eq!(results["error"], Value::Null, "{name}");
    Some(results)
}

fn dump(browser: &Path, profile: &Path, address: &str) -> String {
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,900", "--virtual-time-budget=60000", "--dump-dom"]);
    command.arg(format!("--user-data-dir={}", profile.join("profile").display())).arg(address);
    let output = command.output().expect("the browser starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn page(lines: &[String]) -> Vec<u8> {
    let mut page = Vec::new();
    html("six.txt", lines, &mut page).expect("a vector takes all");
    page
}

/// The events that the page numbers: all but declarations.
fn events(lines: &[String]) -> Vec<Value> {
    let all = lines.iter().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    all.filter(|event| event["ev"] != "var" && event["ev"] != "con").collect()
}

/// The candidates of the cells after each event, reckoned from the lines by remembering each node's domains.
fn replay(events: &[Value], size: i64) -> Vec<Vec<String>> {
    let mut doms: Vec<Vec<i64>> = (0..size * size).map(|_| (1..=size).collect()).collect();
    let mut at_node: HashMap<u64, Vec<Vec<i64>>> = HashMap::new();
    let mut all = Vec::new();
    for event in events {
        let var = event["var"].as_u64().map(|var| usize::try_from(var).expect("small"));
        match event["ev"].as_str().expect("a kind") {
            "try" if event["combination"].is_array() => {
                at_node.insert(event["parent"].as_u64().expect("a parent"), doms.clone());
                let numbers =
                    |key: &str| event[key].as_array().expect("a list").iter().map(|n| n.as_i64().expect("a number")).collect::<Vec<_>>();
                let combination = numbers("combination");
                for var in numbers("vars") {
                    doms[usize::try_from(var).expect("small")].retain(|v| combination.contains(v));
                }
            }
            "decide" | "given" | "try" => {
                if event["left"] == true || event["ev"] == "try" {
                    at_node.insert(event["parent"].as_u64().expect("a parent"), doms.clone());
                }
                let is = event["op"] == "=";
                assert!(is || event["op"] == "!=");
                doms[var.expect("a variable")].retain(|&v| (event["val"] == v) == is);
            }
            "prune" => {
                let removed = event["removed"].as_array().expect("ranges");
                let gone = |v: i64| removed.iter().any(|range| range[0].as_i64() <= Some(v) && Some(v) <= range[1].as_i64());
                doms[var.expect("a variable")].retain(|&v| !gone(v));
            }
            "back" => doms = at_node[&event["to"].as_u64().expect("a node")].clone(),
            _ => {}
        }
        all.push(doms.iter().map(|dom| dom.iter().map(i64::to_string).collect()).collect());
    }
    all
}

#[test]
fn candidates_are_right_at_every_event_in_any_order() {
    let lines = lines(TRACE);
    let events = events(&lines);
    assert!(events.iter().any(|event| event["ev"] == "back"), "the trace goes back");
    let script = "
        const last = Number($('#slider').max);
        out.forth = [candidates()];
        for (let i = 0; i < last; i++) { key('ArrowRight'); out.forth.push(candidates()); }
        out.back = [candidates()];
        for (let i = 0; i < last; i++) { key('ArrowLeft'); out.back.push(candidates()); }
        out.jumps = [];
        for (let i = 0; i <= last; i++) { const to = i * 37 % (last + 1); slide(to); out.jumps.push([to, candidates()]); }
    ";
    let Some(out) = act("replay", &page(&lines), "", script) else { return };
    let expected = replay(&events, 6);
    assert_eq!(out["forth"].as_array().expect("a list").len(), expected.len());
    for (i, expected) in expected.iter().enumerate() {
        assert_eq!(out["forth"][i], json!(expected), "forth, after event {i}");
        assert_eq!(out["back"][events.len() - 1 - i], json!(expected), "back, after event {i}");
    }
    for jump in out["jumps"].as_array().expect("a list") {
        let to = usize::try_from(jump[0].as_u64().expect("an index")).expect("small");
        assert_eq!(jump[1], json!(expected[to]), "jumping to event {to}");
    }
}

#[test]
fn keys_and_buttons_step_through() {
    let script = "
        const note = (name) => { out[name] = position(); };
        note('begin');
        key('ArrowRight'); key('ArrowRight'); note('right');
        key('ArrowLeft'); note('left');
        key('PageDown'); note('page_down');
        key('PageUp'); note('page_up');
        key('End'); note('end');
        out.heading = $('#reason h2').textContent;
        out.live = $('#live').textContent;
        key('Home'); note('home');
        click('#next'); note('next');
        click('#last'); click('#previous'); note('previous');
        click('#first'); note('first');
        $('#events .list').focus();
        key('ArrowDown'); note('list_down');
        $('#events [data-i=\"5\"]').click(); note('list_click');
        out.chosen = $$('#events .chosen').map((item) => item.dataset.i + ' ' + item.getAttribute('aria-selected'));
        click('#first'); document.body.focus(); $('#play').blur(); document.activeElement.blur();
        key(' ', document.body);
        out.playing = $('#play').textContent;
        await new Promise((done) => setTimeout(done, 1100));
        key(' ', document.body); note('played');
        await new Promise((done) => setTimeout(done, 1000)); note('paused');
        out.address = location.hash;
        const before = getComputedStyle(document.body).backgroundColor;
        click('#theme'); out.theme = [document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor !== before];
    ";
    let lines = lines(TRACE);
    let last = events(&lines).len() - 1;
    let Some(out) = act("steps", &page(&lines), "", script) else { return };
    for (name, expected) in [
        ("begin", 0),
        ("right", 2),
        ("left", 1),
        ("page_down", 21),
        ("page_up", 1),
        ("end", last),
        ("home", 0),
        ("next", 1),
        ("previous", last - 1),
        ("first", 0),
        ("list_down", 1),
        ("list_click", 5),
        ("played", 4),
        ("paused", 4),
    ] {
        assert_eq!(out[name], expected, "{name}");
    }
    let heading = out["heading"].as_str().expect("text");
    assert!(heading.starts_with("end: multiple, 2 solutions"), "{heading}");
    assert!(out["live"].as_str().expect("text").starts_with(heading), "{}", out["live"]);
    assert_eq!(out["chosen"], json!(["5 true"]));
    assert_eq!(out["playing"], "❚❚ pause");
    let fourth = &events(&lines)[4]["seq"];
    assert_eq!(out["address"], format!("#seq={fourth}"));
    assert_eq!(out["theme"], json!(["dark", true]));
}

#[test]
fn a_candidate_that_is_gone_tells_why() {
    let lines = lines(TRACE);
    let events = events(&lines);
    // A removal with facts before the search, of a cell that stays open.
    let (at, prune) =
        (1..).zip(&events[1..]).find(|(_, event)| event["ev"] == "prune" && event["dom"][0] != event["dom"][1]).expect("a prune");
    let (name, gone) = (prune["name"].as_str().expect("a name"), prune["removed"][0][0].as_i64().expect("a value"));
    let first = &prune["why"][0];
    let script = format!(
        "
        for (let i = 0; i < {at} + 3; i++) key('ArrowRight');
        const before = history.length;
        clickCandidate('{name}', {gone});
        out.kept = history.length - before;
        out.at = position();
        out.address = location.hash;
        out.reason = $('#reason').textContent;
        out.target = $$('.cell.target').map((cell) => cell.dataset.name);
        out.struck = $$('.mark.struck').map((mark) => Number(mark.dataset.v));
        out.strikes = $$('.strikes line').length;
        out.facts = $$('.cell.reason').map((cell) => cell.dataset.name);
        out.scope = $$('.cell.scope').length;
        out.found = $$('.cell.reason').map((cell) => cell.querySelector('.found').textContent);
        click('#reason .fact');
        out.cause = $('#reason h2').textContent;
        key('End');
        $('#values .gone').click();
        out.values = $('#values b').textContent;
        const grid = $('svg'); grid.focus();
        key('ArrowDown', grid); key('ArrowRight', grid);
        out.moved = $('.cell[data-selected]').dataset.name;
        "
    );
    let Some(out) = act("why", &page(&lines), "", &script) else { return };
    assert_eq!(out["at"], at);
    assert_eq!(out["address"], format!("#seq={}", prune["seq"]));
    let reason = out["reason"].as_str().expect("text");
    let rule = prune["rule"].as_str().expect("a rule").replace('_', " ");
    let con = lines
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .find(|line| line["ev"] == "con" && line["id"] == prune["con"]);
    let con = con.expect("the constraint is declared");
    for part in [&rule, con["name"].as_str().expect("a name"), prune["text"].as_str().expect("a text")] {
        assert!(reason.contains(part), "{part:?} is not in {reason:?}");
    }
    assert_eq!(out["target"], json!([name]));
    let ranges = prune["removed"].as_array().expect("ranges").iter();
    let removed: Vec<i64> = ranges.flat_map(|range| range[0].as_i64().expect("low")..=range[1].as_i64().expect("high")).collect();
    assert_eq!(out["struck"], json!(removed));
    assert_eq!(out["strikes"], removed.len());
    let mut facts: Vec<&str> = prune["why"].as_array().expect("facts").iter().map(|fact| fact["name"].as_str().expect("a name")).collect();
    facts.sort_unstable();
    assert_eq!(out["facts"], json!(facts));
    assert_eq!(out["scope"], con["vars"].as_array().expect("variables").len());
    // The first fact is a given.
    assert_eq!(out["cause"], format!("given {} = {}", first["name"].as_str().expect("a name"), first["val"]));
    assert_eq!(out["values"], first["name"]);
    assert_ne!(out["moved"], first["name"]);
    assert_eq!(out["kept"], 1, "the way back is in the history");
}

#[test]
fn the_tree_shows_the_search_and_leads_to_it() {
    let lines = lines(TRACE);
    let events = events(&lines);
    let script = "
        out.rows = $$('#tree .item').map((row) => [row.getAttribute('aria-level'), row.querySelector('.what').textContent]);
        out.places = [];
        for (const row of $$('#tree .item')) { $('#' + row.id).click(); out.places.push(position()); }
        $('#tree .item').click();
        $('#tree .list').focus();
        key('ArrowDown'); out.down = position();
        out.path = $$('#tree .on-path').length;
        out.struck = $$('.mark.struck').length;
    ";
    let Some(out) = act("tree", &page(&lines), "", script) else { return };
    let kinds = ["decide", "conflict", "solution"];
    let mut depths = HashMap::from([(0, 1)]);
    let (mut rows, mut places) = (vec![json!(["1", "root"])], vec![0]);
    for (i, event) in events.iter().enumerate().filter(|(_, event)| kinds.iter().any(|&kind| event["ev"] == kind)) {
        let node = event["node"].as_u64().expect("a node");
        let (above, text) = match event["ev"].as_str().expect("a kind") {
            "decide" => {
                let sign = if event["op"] == "=" { "=" } else { "≠" };
                let text = format!("{} {sign} {}", event["name"].as_str().expect("a name"), event["val"]);
                (event["parent"].as_u64().expect("a parent"), text)
            }
            "conflict" => {
                let con = lines.iter().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
                let con = con.into_iter().find(|line| line["ev"] == "con" && line["id"] == event["con"]).expect("a constraint");
                (node, format!("✗ conflict in {}", con["name"].as_str().expect("a name")))
            }
            _ => (node, format!("★ solution {}", event["n"])),
        };
        let depth = depths[&above] + 1;
        if event["ev"] == "decide" {
            depths.insert(node, depth);
        }
        rows.push(json!([depth.to_string(), text]));
        places.push(i);
    }
    assert_eq!(out["rows"], json!(rows));
    assert_eq!(out["places"], json!(places));
    assert_eq!(out["down"], places[1]);
    assert_eq!(out["path"], 2, "the root and the first decision");
    assert_ne!(out["struck"], 0, "the values that the decision excludes are struck");
}

#[test]
fn a_search_by_exact_cover_is_stepped_through() {
    let lines = lines(COVER);
    let events = events(&lines);
    let script = "
        const last = Number($('#slider').max);
        out.forth = [candidates()];
        out.headings = [$('#reason h2').textContent];
        for (let i = 0; i < last; i++) { key('ArrowRight'); out.forth.push(candidates()); out.headings.push($('#reason h2').textContent); }
        out.back = [candidates()];
        for (let i = 0; i < last; i++) { key('ArrowLeft'); out.back.push(candidates()); }
        out.nodes = $('#tree-title').textContent;
        out.notes = $('#notes').textContent;
    ";
    let Some(out) = act("cover", &page(&lines), "", script) else { return };
    let expected = replay(&events, 4);
    for (i, expected) in expected.iter().enumerate() {
        assert_eq!(out["forth"][i], json!(expected), "forth, after event {i}");
        assert_eq!(out["back"][events.len() - 1 - i], json!(expected), "back, after event {i}");
        let heading = out["headings"][i].as_str().expect("text");
        let text = events[i]["text"].as_str().unwrap_or_default();
        assert!(heading.contains(text), "{heading} tells {text}");
    }
    assert!(expected.iter().any(|doms| doms.iter().any(|dom| dom.len() > 1)) && events.iter().any(|event| event["ev"] == "stuck"));
    let tries = events.iter().filter(|event| event["ev"] == "try").count();
    assert_eq!(out["nodes"], format!("search tree ({tries} nodes)"));
    assert!(out["notes"].as_str().expect("text").starts_with("exact cover has no removals"), "{}", out["notes"]);
}

#[test]
fn an_address_opens_an_event() {
    let lines = lines(TRACE);
    let events = events(&lines);
    let middle = events.len() / 2;
    let address = format!("#seq={}", events[middle]["seq"]);
    let Some(out) = act("address", &page(&lines), &address, "out.at = position();") else { return };
    assert_eq!(out["at"], middle);
}

#[test]
fn no_name_breaks_out_and_models_without_a_grid_have_a_table() {
    let evil = "</script><script>document.body.dataset.evil=1</script><!--<script>";
    let lines = [
        json!({"ev": "header", "seq": 0, "schema": "trace/1", "model": evil}),
        json!({"ev": "var", "seq": 1, "id": 4, "name": evil, "dom": [[-3, 400]]}),
        json!({"ev": "con", "seq": 2, "id": 0, "kind": "sum", "name": evil, "vars": [4]}),
        json!({"ev": "prune", "seq": 3, "node": 0, "depth": 0, "var": 4, "name": evil, "removed": [[0, 400]], "dom": [[-3, -1]], "con": 0,
               "rule": "bounds", "why": [], "text": evil}),
    ]
    .map(|line| line.to_string());
    let mut page = Vec::new();
    html(evil, &lines, &mut page).expect("a vector takes all");
    let script = "
        key('End');
        out.evil = document.body.dataset.evil ?? null;
        out.title = document.title;
        out.reason = $('#reason').textContent;
        out.table = $('#table .item').textContent;
        out.target = $('#table .item').classList.contains('target');
        $('#table .item').click();
        out.values = $$('#values .gone').length;
        out.more = $('#values').textContent.includes('and 304 more');
        out.grids = $$('svg').length;
    ";
    let Some(out) = act("names", &page, "", script) else { return };
    assert_eq!(out["evil"], Value::Null);
    assert_eq!(out["title"], format!("{evil} – trace"));
    assert!(out["reason"].as_str().expect("text").contains(evil));
    assert_eq!(out["table"], format!("{evil}-3–-1"));
    assert_eq!(out["target"], true);
    assert_eq!(out["values"], 97);
    assert_eq!(out["more"], true);
    assert_eq!(out["grids"], 0);
}

/// The puzzle's trace, then more tries at the root, each taken back at once, until there are so many lines.
fn long(count: usize) -> Vec<String> {
    let mut all: Vec<String> = lines(TRACE).into_iter().filter(|line| !line.contains("\"ev\":\"end\"")).collect();
    for node in 1000.. {
        let seq = all.len() as u64;
        all.push(
            json!({"ev": "decide", "seq": seq, "node": node, "depth": 1, "parent": 0, "var": 0, "name": "r1c1", "op": "=", "val": 1, "left": true})
                .to_string(),
        );
        all.push(json!({"ev": "conflict", "seq": seq + 1, "node": node, "depth": 1, "con": 0, "rule": "clash", "why": []}).to_string());
        all.push(json!({"ev": "back", "seq": seq + 2, "from": node, "to": 0, "node": 0, "depth": 0}).to_string());
        if all.len() >= count {
            break;
        }
    }
    let seq = all.len();
    all.push(json!({"ev": "end", "seq": seq, "status": "unknown", "solutions": 0, "nodes": 9, "fails": 9}).to_string());
    all
}

#[test]
fn fifty_thousand_events_make_few_rows() {
    let lines = long(50_000);
    let script = "
        const most = () => { out.rows = Math.max(out.rows ?? 0, $$('#events .item').length); out.nodes = Math.max(out.nodes ?? 0, $$('#tree .item').length); };
        most();
        key('End'); most();
        out.at = position();
        out.last = $('#events .chosen').textContent;
        slide(25000); most();
        out.middle = $('#events .chosen').dataset.i;
        $('#tree .list').scrollTop = 0; $('#events .list').scrollTop = 5000;
        // A browser tells of scrolling with its next frame, which may be late: so it is told here, and waited for.
        $('#events .list').dispatchEvent(new Event('scroll'));
        const there = () => $$('#events .item').some((item) => item.dataset.i === String(5000 / 26 | 0));
        for (let tries = 0; tries < 100 && !there(); tries += 1) await new Promise((done) => setTimeout(done, 100));
        most();
        out.scrolled = there();
        out.total = $('#events-title').textContent;
        out.height = $('#events .space').offsetHeight;
    ";
    let Some(out) = act("long", &page(&lines), "", script) else { return };
    let count = events(&lines).len();
    assert!(count > 49_000);
    for kind in ["rows", "nodes"] {
        let rows = out[kind].as_u64().expect("a number");
        assert!((5..=210).contains(&rows), "{rows} {kind}");
    }
    assert_eq!(out["at"], count - 1);
    assert!(out["last"].as_str().expect("text").contains("end: unknown"), "{}", out["last"]);
    assert_eq!(out["middle"], "25000");
    assert_eq!(out["scrolled"], true);
    assert_eq!(out["height"], count * 26);
}

#[test]
fn a_page_says_what_it_leaves_out() {
    let lines = long(2_000);
    let (shown, end, left_out) = split(&lines, 1_000).expect("lines of a trace");
    assert_eq!((shown.len(), left_out.events, left_out.first), (1_000, lines.len() as u64 - 1_001, 1_000));
    assert_eq!(left_out.kinds.values().sum::<u64>(), left_out.events);
    assert_eq!(end, lines.last());
    let (shown, end, left_out) = split(&lines, lines.len()).expect("lines of a trace");
    assert_eq!((shown.len(), end, left_out.events), (lines.len(), None, 0));

    let mut page = Vec::new();
    limited("long", &lines, 1_000, &mut page).expect("a vector takes all");
    let script = "out.notes = $('#notes').textContent; out.hidden = $('#notes').hidden; key('End'); out.end = $('#reason h2').textContent;";
    let Some(out) = act("left-out", &page, "", script) else { return };
    assert_eq!(out["hidden"], false);
    let notes = out["notes"].as_str().expect("text");
    assert!(notes.contains("from event 1000 on") && notes.contains(" decide") && notes.contains(" back"), "{notes}");
    assert!(out["end"].as_str().expect("text").starts_with("end: unknown"));
}
