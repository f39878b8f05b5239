//! Measures the generation of moves, making and unmaking moves, and perft, which does both.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kurier_rules::position::{Generate, MoveList, Position};
use kurier_rules::rules::Variant;

fn bench<const W: usize>(criterion: &mut Criterion, name: &str, variant: Arc<Variant<W>>) {
    let mut positions = benches::positions(&variant, 50);
    let moves: u64 = positions
        .iter()
        .map(|position| position.legal_moves().len() as u64)
        .sum();

    let mut group = criterion.benchmark_group("generate");
    group.throughput(Throughput::Elements(moves));
    group.bench_function(name, |bencher| {
        let mut list = MoveList::default();
        bencher.iter(|| {
            for position in &positions {
                list.clear();
                position.generate(Generate::All, &mut list);
                black_box(&list);
            }
        })
    });
    group.finish();

    let mut group = criterion.benchmark_group("make and unmake");
    group.throughput(Throughput::Elements(moves));
    let lists: Vec<_> = positions.iter().map(Position::legal_moves).collect();
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for (position, moves) in positions.iter_mut().zip(&lists) {
                for m in moves {
                    position.make(*m);
                    position.unmake();
                }
            }
        })
    });
    group.finish();

    let mut start = Position::start(variant);
    let mut group = criterion.benchmark_group("perft 3");
    group.throughput(Throughput::Elements(start.perft(3)));
    group.sample_size(10);
    group.bench_function(name, |bencher| bencher.iter(|| start.perft(3)));
    group.finish();
}

fn positions(criterion: &mut Criterion) {
    benches::for_each_game!(bench, criterion);
}

criterion_group!(benches, positions);
criterion_main!(benches);
