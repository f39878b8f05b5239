//! Measures the evaluation of positions, and the construction of a variant's evaluation.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kurier_engine::eval::{EvalState, Evaluation};
use kurier_rules::rules::Variant;

fn bench<const W: usize>(criterion: &mut Criterion, name: &str, variant: Arc<Variant<W>>) {
    let evaluation = Evaluation::built_in(variant.clone());
    let mut positions: Vec<_> = benches::positions(&variant, 200)
        .into_iter()
        .map(|position| (EvalState::new(&evaluation, &position), position))
        .collect();

    let mut group = criterion.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for (state, position) in &mut positions {
                black_box(evaluation.evaluate(position, state));
            }
        })
    });
    group.finish();

    let mut group = criterion.benchmark_group("open evaluation");
    group.sample_size(10);
    group.bench_function(name, |bencher| bencher.iter(|| Evaluation::built_in(variant.clone())));
    group.finish();
}

fn evaluation(criterion: &mut Criterion) {
    benches::for_each_game!(bench, criterion);
}

criterion_group!(benches, evaluation);
criterion_main!(benches);
