//! Tests of the command line: the real binary is run, as a shell would.

#[path = "it/answers.rs"]
mod answers;
#[path = "it/batches.rs"]
mod batches;
#[path = "it/bench.rs"]
mod bench;
#[path = "it/convert.rs"]
mod convert;
#[path = "it/corpus.rs"]
mod corpus;
#[path = "it/cover.rs"]
mod cover;
#[path = "it/docs.rs"]
mod docs;
#[path = "it/errors.rs"]
mod errors;
#[path = "it/house_rules.rs"]
mod house_rules;
#[path = "it/limits.rs"]
mod limits;
#[path = "it/many.rs"]
mod many;
#[path = "it/output.rs"]
mod output;
#[path = "it/render.rs"]
mod render;
#[path = "it/run.rs"]
mod run;
#[path = "it/streams.rs"]
mod streams;
#[path = "it/trace.rs"]
mod trace;
#[path = "it/trace_check.rs"]
mod trace_check;
#[path = "it/why.rs"]
mod why;

/// Transcripts that people can read: what is typed, and what comes back.
#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/cmd/*.md").case("README.md").case("docs/cli.md").run();
}
