//! Benchmark of every engine on the cases of `benches/cases.toml`. The results are checked, so a
//! wrong result cannot count as a fast one.
//!
//! `cargo bench` measures the small cases, `cargo bench -- queens` those with `queens` in their
//! names, and `cargo bench -- --test` runs each once. Other sizes are selected by
//! `BENCH_SIZE=medium,large cargo bench`.

mod cases;

use std::env;
use std::path::Path;
use std::time::Duration;

use cases::work::Work;
use cases::{Case, Size};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadrille::EngineChoice;

const PROGRAM: &str = env!("CARGO_BIN_EXE_quadrille");

/// Returns the selected sizes.
fn sizes() -> Vec<Size> {
    let sizes = env::var("BENCH_SIZE").unwrap_or_else(|_| "small".to_owned());
    sizes
        .split(',')
        .map(|size| size.trim().parse().unwrap_or_else(|error| panic!("BENCH_SIZE: {error}")))
        .collect()
}

fn all(c: &mut Criterion) {
    let sizes = sizes();
    let cases = cases::read(cases::CASES).unwrap_or_else(|error| panic!("{error}"));
    for case in cases.iter().filter(|case| sizes.contains(&case.size)) {
        measure(c, case);
    }
}

fn measure(c: &mut Criterion, case: &Case) {
    let work =
        Work::made_by(Path::new(PROGRAM), Path::new(env!("CARGO_MANIFEST_DIR")), &case.input)
            .unwrap_or_else(|error| panic!("{}: {error}", case.name));
    let mut group = c.benchmark_group(&case.name);
    group.throughput(Throughput::Elements(work.problems().max(case.expect.solutions())));
    match case.size {
        Size::Small => group
            .sample_size(20)
            .warm_up_time(Duration::from_secs(1))
            .measurement_time(Duration::from_secs(2)),
        Size::Medium | Size::Large => {
            group.sample_size(10).measurement_time(Duration::from_secs(10))
        }
    };
    let can = |engine: &EngineChoice| {
        *engine != EngineChoice::Auto
            && case.is_for(*engine)
            && work.compile(case.task, *engine).is_ok()
    };
    for engine in EngineChoice::SEARCHES.into_iter().filter(can) {
        group.bench_function(engine.name(), |bencher| {
            let mut prepared =
                work.compile(case.task, engine).expect("it could be compiled before");
            bencher.iter(|| {
                let outcome = prepared.run(|| true).expect("nothing stops it");
                assert_eq!(outcome.solutions, case.expect.solutions());
            });
        });
    }
    group.finish();
}

criterion_group!(benches, all);
criterion_main!(benches);
