//! Measures a single-threaded search of a fixed number of nodes from a middlegame position.

use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kurier_engine::search::{Limits, Searcher, Settings, Signals};
use kurier_rules::rules::Variant;

/// The number of nodes of one search.
const NODES: u64 = 50_000;

fn bench<const W: usize>(criterion: &mut Criterion, name: &str, variant: Arc<Variant<W>>) {
    let positions = benches::positions(&variant, 3);
    let position = &positions[2];
    let mut searcher = Searcher::new(variant, Settings::default());
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let mut group = criterion.benchmark_group("search");
    group.throughput(Throughput::Elements(NODES));
    group.sample_size(10);
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            searcher.clear();
            searcher.run(position, &limits, &Signals::default(), &mut |_| {})
        })
    });
    group.finish();
}

fn search(criterion: &mut Criterion) {
    benches::for_each_game!(bench, criterion);
}

criterion_group!(benches, search);
criterion_main!(benches);
