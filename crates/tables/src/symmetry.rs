//! Symmetries: the reflections and rotations of the board under which all moves of some pieces stay the same.
//!
//! Nothing is assumed about the variant. Every way to exchange and reverse files, ranks and levels is tested on the
//! compiled moves and promotions of each piece type from each square, and kept only if it maps all of them onto moves
//! and promotions of the same type.

use kurier_rules::board::{Bitboard, Shape, Square};
use kurier_rules::rules::{Color, Moves, PieceType, Variant};

use crate::class::kinds;
use crate::reach::ahead;

/// For each square, the number of the square that it is mapped to.
pub(crate) type Mapping = Box<[u8]>;

/// The symmetries that a set of piece types has.
#[derive(Clone, Debug)]
pub(crate) struct Symmetries {
    /// The mappings that turn the moves of each side into moves of the same side. The first one is the identity.
    pub group: Vec<Mapping>,
    /// A mapping that turns the moves of each side into moves of the other side; `None` if there is none.
    pub exchange: Option<Mapping>,
}

impl Symmetries {
    /// Finds the symmetries of the piece types whose bits are set.
    pub fn of<const W: usize>(variant: &Variant<W>, bits: u32) -> Self {
        let types: Vec<PieceType> = kinds(bits).collect();
        let mappings = mappings(&variant.definition.shape);
        let test = |mapping: &Mapping, exchanged: bool| {
            let test = Test { variant, mapping };
            Color::BOTH.into_iter().all(|color| {
                let image = if exchanged { !color } else { color };
                types.iter().all(|piece_type| test.keeps(*piece_type, color, image))
            })
        };
        Self {
            group: mappings
                .iter()
                .filter(|mapping| test(mapping, false))
                .cloned()
                .collect(),
            exchange: mappings.iter().find(|mapping| test(mapping, true)).cloned(),
        }
    }
}

/// Returns all ways to exchange and reverse the axes of a board that map its squares onto its squares, the identity
/// first.
fn mappings(shape: &Shape) -> Vec<Mapping> {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]];
    let sizes = [shape.files(), shape.ranks(), shape.levels()].map(i32::from);
    let mut found: Vec<Mapping> = Vec::new();
    for order in ORDERS {
        for reversed in 0..8_u8 {
            let image = |square: Square| {
                let from = [shape.file(square), shape.rank(square), shape.level(square)].map(i32::from);
                let to = [0, 1, 2].map(|axis: usize| match reversed >> axis & 1 {
                    0 => from[order[axis]],
                    _ => sizes[axis] - 1 - from[order[axis]],
                });
                shape.square(to[0], to[1], to[2])
            };
            if order
                .iter()
                .enumerate()
                .any(|(axis, source)| sizes[axis] != sizes[*source])
            {
                continue;
            }
            let mut mapping: Mapping = vec![0; shape.area()].into();
            let whole = shape.squares().all(|square| {
                let to = image(square);
                mapping[square.index()] = to.map_or(0, |to| to.0);
                to.is_some()
            });
            if whole && !found.contains(&mapping) {
                found.push(mapping);
            }
        }
    }
    found
}

/// Tests whether a mapping keeps the moves of piece types.
struct Test<'a, const W: usize> {
    variant: &'a Variant<W>,
    mapping: &'a Mapping,
}

impl<const W: usize> Test<'_, W> {
    fn square(&self, square: Square) -> Square {
        Square(self.mapping[square.index()])
    }

    fn set(&self, set: Bitboard<W>) -> Bitboard<W> {
        set.into_iter().map(|square| self.square(square)).collect()
    }

    /// Returns whether the mapping turns all moves and promotions of a piece of `color` into the moves and promotions
    /// of a piece of the same type and of the colour `image`.
    fn keeps(&self, piece_type: PieceType, color: Color, image: Color) -> bool {
        let [one, other] = [color, image].map(|color| &self.variant.piece_tables[color.index()][piece_type.index()]);
        self.keeps_moves(&one.quiet, &other.quiet)
            && self.keeps_moves(&one.capture, &other.capture)
            && self.keeps_promotions(piece_type, color, image)
            && self.keeps_multi_steps(piece_type, color, image)
    }

    fn keeps_moves(&self, one: &Moves<W>, other: &Moves<W>) -> bool {
        self.variant.squares.into_iter().all(|from| {
            let to = self.square(from);
            self.set(one.leaps[from.index()]) == other.leaps[to.index()]
                && self.set(one.open[from.index()]) == other.open[to.index()]
                && self.keeps_slides(one, other, from)
                && self.paths(one, from, true) == self.paths(other, to, false)
                && self.hops(one, from, true) == self.hops(other, to, false)
        })
    }

    /// Returns whether the mapping turns the slides of `one` from a square, with the squares that they pass, into the
    /// slides of `other` from the square's image.
    fn keeps_slides(&self, one: &Moves<W>, other: &Moves<W>, from: Square) -> bool {
        let reached = |moves: &Moves<W>, from: Square| {
            let all = self.variant.rays.slides(&moves.directions, from, Bitboard::EMPTY);
            moves.range.as_ref().map_or(all, |range| all & range[from.index()])
        };
        let (to, rays) = (self.square(from), &self.variant.rays);
        let targets = reached(one, from);
        let between = |target: Square| self.set(rays.between(from, target)) == rays.between(to, self.square(target));
        self.set(targets) == reached(other, to) && targets.into_iter().all(between)
    }

    /// Returns the paths from a square, sorted. Their squares are mapped if `mapped` is set.
    fn paths(&self, moves: &Moves<W>, from: Square, mapped: bool) -> Vec<(Vec<Square>, usize)> {
        let paths = moves.paths.get(from.index()).into_iter().flatten();
        sorted(paths.map(|path| (self.line(&path.squares, mapped), path.landing)))
    }

    /// Returns the hops from a square, sorted. Their squares are mapped if `mapped` is set.
    fn hops(&self, moves: &Moves<W>, from: Square, mapped: bool) -> Vec<(Vec<Square>, u8)> {
        let hops = moves.hops.get(from.index()).into_iter().flatten();
        sorted(hops.map(|hop| (self.line(&hop.squares, mapped), hop.landing as u8)))
    }

    fn line(&self, squares: &[Square], mapped: bool) -> Vec<Square> {
        let image = |square: &Square| if mapped { self.square(*square) } else { *square };
        squares.iter().map(image).collect()
    }

    fn keeps_promotions(&self, piece_type: PieceType, color: Color, image: Color) -> bool {
        let variant = self.variant;
        let [zone, other] = [color, image].map(|color| variant.promotion_zones[color.index()][piece_type.index()]);
        if zone.is_empty() && other.is_empty() {
            return true;
        }
        let [forced, other_forced] =
            [color, image].map(|color| variant.compulsory_promotions[color.index()][piece_type.index()]);
        let types = |color: Color, square: Square| {
            let by_square = &variant.promotions[color.index()][piece_type.index()];
            sorted(by_square[square.index()].iter().copied())
        };
        let [limits, other_limits] =
            [color, image].map(|color| &variant.promotion_limits[color.index()][piece_type.index()]);
        self.set(zone) == other
            && self.set(forced) == other_forced
            && limits == other_limits
            && variant
                .squares
                .into_iter()
                .all(|square| types(color, square) == types(image, self.square(square)))
    }

    fn keeps_multi_steps(&self, piece_type: PieceType, color: Color, image: Color) -> bool {
        let variant = self.variant;
        let [one, other] = [color, image].map(|color| &variant.multi_steps[color.index()][piece_type.index()]);
        variant.squares.into_iter().all(|from| {
            let to = self.square(from);
            let most = one.most[from.index()];
            let same_way =
                || (1..=most).all(|n| self.square(ahead(variant, color, from, n)) == ahead(variant, image, to, n));
            most == other.most[to.index()] && (most < 2 || same_way())
        }) && self.set(one.staying) == other.staying
            && self.set(one.promoting) == other.promoting
            && self.set(one.en_passant) == other.en_passant
    }
}

/// Collects the items and sorts them.
fn sorted<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.collect();
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use kurier_rules::rules::Catalogue;
    use kurier_rules::with_width;

    use super::*;
    use crate::Class;

    /// Returns the number of symmetries of a class, and whether the colours can be exchanged.
    fn found(game: &str, class: &str) -> (usize, bool) {
        let definition = Catalogue::built_in().get(game).expect("a built-in game");
        let class = Class::parse(class, &definition).expect("a class");
        with_width!(definition.shape, W => {
            let variant = Variant::<W>::compile(definition.clone());
            let found = Symmetries::of(&variant, class.closure(&definition));
            assert!(found.group[0].iter().enumerate().all(|(from, to)| {
                definition.shape.is_hole(Square::new(from)) || from == usize::from(*to)
            }));
            (found.group.len(), found.exchange.is_some())
        })
    }

    #[test]
    fn symmetries_follow_from_the_moves() {
        assert_eq!(found("chess", "KRvKN"), (8, true));
        assert_eq!(found("chess", "KPvK"), (2, true));
        assert_eq!(found("courier", "KRvKN"), (4, true));
        assert_eq!(found("courier", "KPvK"), (2, true));
        assert_eq!(
            found("column-courier", "KPvK"),
            (1, true),
            "promotion depends on the file"
        );
        assert_eq!(found("leap", "KRvKN"), (4, true), "the holes stay holes");
        assert_eq!(found("courierleapale", "KQvK"), (48, true));
        assert_eq!(found("raumschach", "KQvK"), (48, true));
        assert_eq!(found("metamachy", "KRvK"), (8, true));
    }

    #[test]
    fn one_sided_pieces_leave_fewer_symmetries() {
        let shogi = "name = \"x\"\nstart = \"k4g/6/6/6/6/G4K w\"\n[board]\nfiles = 6\nranks = 6\n[pieces]\n\
                     K = { name = \"King\", move = \"K\", royal = true }\nG = { name = \"Gold\", move = \"WfF\" }\n\
                     S = { name = \"Screw\", move = \"lfN\" }\n";
        let definition = std::sync::Arc::new(kurier_rules::rules::Definition::parse(shogi, "x").expect("a game"));
        let variant = Variant::<1>::compile(definition.clone());
        let sizes = ["KGvK", "KSvK"].map(|name| {
            let class = Class::parse(name, &definition).expect("a class");
            let found = Symmetries::of(&variant, class.closure(&definition));
            (found.group.len(), found.exchange.is_some())
        });
        assert_eq!(sizes, [(2, true), (1, true)]);
    }
}
