//! The engine's tests over whole models: all back ends, strategies and levels over the same random ones.

#[path = "it/examples.rs"]
mod examples;
#[path = "it/models.rs"]
mod models;
#[path = "it/runs.rs"]
mod runs;
