//! Measures the computation of a queen's attacks on boards of one, two and four words.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kurier_rules::board::{Bitboard, DIRECTIONS, Rays, Shape, Square};

fn slides<const W: usize>(criterion: &mut Criterion, name: &str, shape: &Shape) {
    let rays = Rays::<W>::new(shape);
    let directions: Vec<u8> = (0..DIRECTIONS.len())
        .filter(|d| shape.levels() > 1 || DIRECTIONS[*d].level == 0)
        .map(|d| d as u8)
        .collect();
    // Occupy a third of the squares, about as many as in a middlegame, chosen by a multiplicative hash of the square
    // numbers.
    let occupied: Bitboard<W> = shape
        .squares()
        .filter(|square| (square.index() * 2_654_435_761) >> 7 & 255 < 85)
        .collect();
    let squares: Vec<Square> = shape.squares().collect();
    let mut group = criterion.benchmark_group("queen attacks");
    group.throughput(Throughput::Elements(squares.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let occupied = black_box(occupied);
            for from in &squares {
                black_box(rays.slides(&directions, *from, occupied));
            }
        })
    });
    group.finish();
}

fn lookups(criterion: &mut Criterion) {
    slides::<1>(criterion, "8x8, one word", &Shape::new(8, 8, 1));
    slides::<2>(criterion, "12x8, two words", &Shape::new(12, 8, 1));
    slides::<4>(criterion, "6x6x6, four words", &Shape::new(6, 6, 6));
}

criterion_group!(benches, lookups);
criterion_main!(benches);
