use super::*;

#[test]
fn names_are_parsed_back() {
    for shape in [
        Shape::new(8, 8, 1),
        Shape::new(12, 8, 1),
        Shape::new(6, 6, 6),
        Shape::new(10, 12, 1),
    ] {
        for square in shape.squares() {
            assert_eq!(shape.parse(&shape.name(square)), Some(square));
            assert_eq!(shape.mirror(shape.mirror(square)), square);
        }
    }
}

#[test]
fn opposed_levels_are_mirrored_and_count_as_advance() {
    let mut shape = Shape::new(5, 4, 3);
    let square = |shape: &Shape, name: &str| shape.parse(name).expect("a square");
    assert_eq!(shape.name(shape.mirror(square(&shape, "xb1"))), "xb4");
    assert_eq!((shape.advance(square(&shape, "yb3")), shape.farthest()), (2, 3));
    shape.oppose_levels();
    assert_eq!(shape.name(shape.mirror(square(&shape, "xb1"))), "zb4");
    assert_eq!(shape.name(shape.turn(square(&shape, "xb1"))), "zd4");
    assert_eq!((shape.advance(square(&shape, "yb3")), shape.farthest()), (3, 5));
    let step = Vector {
        file: 1,
        rank: 2,
        level: -1,
    };
    let there = shape.step(square(&shape, "ya1"), step).expect("a square");
    let turned = shape.step(shape.turn(square(&shape, "ya1")), shape.turned(step));
    assert_eq!(Some(shape.turn(there)), turned);
    for square in shape.squares() {
        assert_eq!(shape.mirror(shape.mirror(square)), square);
        assert_eq!(shape.turn(shape.turn(square)), square);
    }
}

#[test]
fn bad_names_are_refused() {
    let mut shape = Shape::new(6, 8, 1);
    shape.punch(Square(0));
    for name in [
        "", "a", "a1", "a0", "a9", "g1", "b", "1b", "b01", "b+1", "é1", "b1 ", "b111",
    ] {
        assert_eq!(shape.parse(name), None, "{name}");
    }
    assert_eq!(shape.parse("b1"), Some(Square(1)));
}
