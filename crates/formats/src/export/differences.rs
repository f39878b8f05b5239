//! Compares the rules of two games, and names what differs.

use std::collections::BTreeSet;

use kurier_rules::rules::{
    Castling, Color, Definition, DoubleMove, FirstMove, Movement, MultiStep, PieceDefinition, PieceType,
    PromotesLeaving, Rules, Starts,
};

/// Returns, in words, the rules that are different in `game` and in its `translation`. Names, pictures and the order of
/// pieces are not rules.
pub(super) fn between(game: &Definition, translation: &Definition) -> Vec<String> {
    let mut differences = Vec::new();
    let mut compare = |equal: bool, what: &str| {
        if !equal {
            differences.push(what.to_owned());
        }
    };
    compare(game.shape == translation.shape, "the board");
    compare(
        letters(&game.array, game) == letters(&translation.array, translation),
        "the array",
    );
    compare(
        fields(&game.start) == fields(&translation.start),
        "the side to move or the rights of the start position",
    );
    compare(castlings(game) == castlings(translation), "the castlings");
    compare(
        game.castling_anywhere == translation.castling_anywhere,
        "the squares from which kings castle",
    );
    compare(
        game.captures == translation.captures,
        "captures that are compulsory or chained",
    );
    compare(
        game.kings.checks_forbidden == translation.kings.checks_forbidden,
        "checks that are forbidden",
    );
    compare(
        game.kings.facing_forbidden == translation.kings.facing_forbidden,
        "kings that may not face each other",
    );
    compare(
        game.kings.facing_ends == translation.kings.facing_ends,
        "kings that face each other and end the game",
    );
    compare(points(game) == points(translation), "points that decide the game");
    compare(
        game.kings.royal_up_to == translation.kings.royal_up_to,
        "the number of royal pieces with which they are royal",
    );
    compare(
        successors(game) == successors(translation),
        "the successors of the kings",
    );
    compare(trades(game) == trades(translation), "trades that are forbidden");
    compare(game.blast == translation.blast, "captures that blast");
    compare(
        game.hand == translation.hand && held(game) == held(translation),
        "pieces in hand",
    );
    compare(hurdles(game) == hurdles(translation), "pieces that are not hopped over");
    compare(game.passing == translation.passing, "turns that are passed");
    compare(game.prelude == translation.prelude, "a prelude of prescribed moves");
    compare(starts(game) == starts(translation), "the choice of the start position");
    for (equal, what) in ends(game, translation) {
        compare(equal, what);
    }
    // A piece that never appears, because neither side has its army, need not be translated.
    let present: BTreeSet<PieceType> = game.present().into_iter().flatten().collect();
    for (_, piece) in game
        .piece_types()
        .filter(|(piece_type, _)| present.contains(piece_type))
    {
        let other = translation.pieces.iter().find(|other| other.letter == piece.letter);
        match other {
            Some(other) => differences.extend(of_piece(game, piece, translation, other)),
            None => differences.push(format!("the {}", piece.name)),
        }
    }
    differences
}

/// Returns the start positions that a game offers, in a form that does not depend on the order of the pieces: the names
/// of the arrays or the groups of shuffled pieces, the pieces that keep the shade of their square, and whether Black's
/// pieces mirror White's. `None` if there is only one start position.
fn starts(game: &Definition) -> Option<(Vec<String>, BTreeSet<char>, bool)> {
    let letter = |piece_type: &PieceType| game.piece(*piece_type).letter;
    match game.starts.as_ref()? {
        Starts::Arrays(arrays) => Some((
            arrays.all.iter().map(|array| array.name.clone()).collect(),
            BTreeSet::new(),
            false,
        )),
        Starts::Shuffle(shuffle) => {
            let sorted = |group: Vec<PieceType>| group.iter().map(letter).collect::<BTreeSet<char>>();
            let keeping = shuffle.groups().flatten().filter(|piece| shuffle.keeps_shade(*piece));
            let keeping = keeping.map(|piece| letter(&piece)).collect();
            let groups = shuffle.groups().map(|group| sorted(group).into_iter().collect());
            Some((groups.collect(), keeping, shuffle.mirrored))
        }
    }
}

/// Returns, for each rule on the end of the game, whether it is equal in both games, and its name in words.
fn ends(game: &Definition, translation: &Definition) -> [(bool, &'static str); 11] {
    let (own, other) = (&game.ends, &translation.ends);
    let set = |rules: &Rules| -> Vec<(char, u8)> {
        let set = rules.ends.promotion_set.iter();
        set.map(|(piece_type, count)| (rules.piece(*piece_type).letter, *count))
            .collect()
    };
    let flags = |rules: &Rules| -> Vec<_> {
        let flags = rules.ends.flags.iter();
        flags
            .map(|flag| {
                (
                    sorted_letters(&flag.pieces, rules),
                    flag.squares.clone(),
                    flag.count,
                    flag.or_full,
                    flag.time,
                )
            })
            .collect()
    };
    let extinctions = |rules: &Rules| -> Vec<_> {
        let all = rules.ends.extinctions.iter();
        all.map(|one| {
            (
                sorted_letters(&one.pieces, rules),
                one.at_most,
                one.opponent_at_least,
                one.fate,
            )
        })
        .collect()
    };
    let rows = |rules: &Rules| -> Vec<_> {
        let all = rules.ends.connections.iter();
        all.map(|one| {
            (
                sorted_letters(&one.pieces, rules),
                one.count,
                one.orthogonal,
                one.diagonal,
                one.fate,
            )
        })
        .collect()
    };
    let counting = |rules: &Rules| {
        let counting = rules.ends.counting.as_ref()?;
        let alone = counting.alone.iter();
        let alone: Vec<_> = alone
            .map(|limit| (sorted_letters(&limit.pieces, rules), limit.at_least, limit.moves))
            .collect();
        Some((counting.board, counting.board_men, counting.counts_men, alone))
    };
    [
        (own.checkmate == other.checkmate, "the result of checkmate"),
        (own.stalemate == other.stalemate, "the result of stalemate"),
        (own.bare_king == other.bare_king, "the fate of a bare king"),
        (own.move_limit == other.move_limit, "the move limit"),
        (set(game) == set(translation), "the set of promoted pieces that wins"),
        (flags(game) == flags(translation), "the regions that win"),
        (
            extinctions(game) == extinctions(translation),
            "the number of pieces that ends the game",
        ),
        (rows(game) == rows(translation), "the rows that end the game"),
        (own.checks == other.checks, "the number of checks that wins"),
        (own.repetition == other.repetition, "the result of repetition"),
        (counting(game) == counting(translation), "the count that draws endgames"),
    ]
}

/// Returns the rules that are different for a piece and for its translation.
fn of_piece<'a>(
    rules: &'a Rules,
    piece: &'a PieceDefinition,
    other_rules: &'a Rules,
    other: &'a PieceDefinition,
) -> impl Iterator<Item = String> + 'a {
    let promotion = Promotions::of(rules, piece) == Promotions::of(other_rules, other);
    let same_first = first(rules, piece.first_move.as_ref()) == first(other_rules, other.first_move.as_ref());
    let checks = [
        (
            movements(rules, &piece.movements) == movements(other_rules, &other.movements)
                && doubles(piece) == doubles(other),
            "moves",
        ),
        (
            region(rules, piece.stays_in) == region(other_rules, other.stays_in),
            "region",
        ),
        (
            (piece.royal, piece.royal_up_to) == (other.royal, other.royal_up_to),
            "royalty",
        ),
        (piece.pawn == other.pawn, "effect on the move limit"),
        (promotion, "promotion"),
        (
            steps(rules, piece.multi_step.as_ref()) == steps(other_rules, other.multi_step.as_ref()),
            "double step",
        ),
        (same_first, "first move"),
        (piece.blast_proof == other.blast_proof, "effect of blasts"),
        (piece.drops == other.drops, "drops"),
    ];
    checks
        .into_iter()
        .filter(|(equal, _)| !equal)
        .map(|(_, what)| format!("the {what} of the {}", piece.name))
}

/// The promotion of a piece type, in a form that does not depend on the order of the pieces.
#[derive(PartialEq, Eq)]
struct Promotions {
    /// For each colour and square, the letters of the types to which the piece can be promoted there, in alphabetical
    /// order. `None` if the piece is never promoted.
    choices: Option<[Vec<BTreeSet<char>>; 2]>,
    /// For each colour, the squares where the piece may be promoted, and whether it must be promoted there.
    squares: [BTreeSet<(u16, bool)>; 2],
    leaving: Option<PromotesLeaving>,
    must_leaving: bool,
    to_lost: bool,
    standing: bool,
    up_to: BTreeSet<(char, u8)>,
}

impl Promotions {
    /// Returns the promotion of a piece type; equal values for all types that are never promoted.
    fn of(rules: &Rules, piece: &PieceDefinition) -> Self {
        let letter = |piece_type: &_| rules.piece(*piece_type).letter;
        let on = |color, square| {
            let choices = piece.choices_on(&rules.shape, color, square);
            choices.map(|piece_type| letter(&piece_type)).collect()
        };
        let choices = piece
            .promotion
            .as_ref()
            .map(|_| Color::BOTH.map(|color| rules.shape.squares().map(|square| on(color, square)).collect()));
        let number = rules.piece_types().find(|(_, other)| other.letter == piece.letter);
        let squares = Color::BOTH.map(|color| {
            let all = rules.shape.squares().filter_map(|square| {
                let (piece_type, _) = number?;
                let promotes = rules.promotes_on(piece_type, color, square)
                    || rules.promotes_standing_on(piece_type, color, square);
                promotes.then(|| (square.index() as u16, rules.must_promote_on(piece_type, color, square)))
            });
            all.collect()
        });
        Self {
            leaving: choices.as_ref().map(|_| piece.promotes_leaving),
            must_leaving: piece.must_promote_leaving && choices.is_some(),
            to_lost: piece.promotes_to_lost && choices.is_some(),
            standing: piece.promotes_standing,
            up_to: piece
                .promotes_up_to
                .iter()
                .map(|(one, most)| (letter(one), *most))
                .collect(),
            choices,
            squares,
        }
    }
}

/// The points of the pieces, by their letters, the additional points of each side, and the side that wins if both have
/// equally many points.
type LetteredPoints = (BTreeSet<(char, u8)>, [u8; 2], Option<Color>);

/// Returns the points that decide the game; `None` if the game has no such rule.
fn points(rules: &Rules) -> Option<LetteredPoints> {
    let points = rules.ends.points.as_ref()?;
    let letters = points.pieces.iter();
    let letters = letters.map(|(piece_type, each)| (rules.piece(*piece_type).letter, *each));
    Some((letters.collect(), points.extra, points.ties))
}

/// Returns the letters of the pieces whose hops are restricted, each with the letters of the pieces that it may not hop
/// over and with the letters of the pieces that it may not hop onto.
fn hurdles(rules: &Rules) -> BTreeSet<(char, [BTreeSet<char>; 2])> {
    let hopping = rules.pieces.iter().filter(|piece| !piece.hurdles.is_empty());
    let lists = hopping.map(|piece| (piece.letter, [&piece.hurdles.not_over, &piece.hurdles.not_onto]));
    lists
        .map(|(letter, lists)| (letter, lists.map(|types| sorted_letters(types, rules))))
        .collect()
}

/// Returns the letters of the pieces whose trades are forbidden, for both rules against trades.
fn trades(rules: &Rules) -> [BTreeSet<char>; 2] {
    [&rules.trades.no_exposed, &rules.trades.no_counter].map(|types| sorted_letters(types, rules))
}

/// Returns the letters of the pieces with which a checkmated king may change places.
fn successors(rules: &Rules) -> BTreeSet<char> {
    let types = rules
        .piece_types()
        .filter(|(piece_type, _)| rules.succeeds(*piece_type));
    types.map(|(_, piece)| piece.letter).collect()
}

/// Returns a piece's moves in two steps, in a form that does not depend on their order.
fn doubles(piece: &PieceDefinition) -> BTreeSet<String> {
    let described = piece.doubles.iter().map(|double| {
        let DoubleMove {
            first,
            second,
            mode,
            passes,
        } = double;
        format!("{first:?} {second:?} {mode:?} {passes}")
    });
    described.collect()
}

/// Returns the movements in an order that does not depend on how they are written. Regions are replaced by their
/// squares, and types of pieces by their letters.
fn movements(rules: &Rules, movements: &[Movement]) -> BTreeSet<String> {
    let described = movements.iter().map(|movement| {
        let Movement {
            vector,
            reach,
            mode,
            zones,
            around,
            initial,
            bounds,
        } = movement;
        let initial = initial.map(|piece_type| rules.piece(piece_type).letter);
        let regions = [bounds.from, bounds.within, bounds.to].map(|number| region(rules, number));
        format!("{vector:?} {reach:?} {mode:?} {zones:?} {around} {initial:?} {regions:?}")
    });
    described.collect()
}

/// Returns the squares of a region, by colour.
fn region(rules: &Rules, number: Option<u8>) -> Option<Vec<Vec<usize>>> {
    let region = rules.regions.get(usize::from(number?))?;
    let squares = region.squares.iter();
    Some(
        squares
            .map(|squares| squares.iter().map(|square| square.index()).collect())
            .collect(),
    )
}

/// Returns, by colour and square, the longest multi-step from there, and whether a piece that has passed the square may
/// be captured en passant on it.
fn steps(rules: &Rules, steps: Option<&MultiStep>) -> Option<[Vec<(u8, bool)>; 2]> {
    let (steps, shape) = (steps?, &rules.shape);
    Some(Color::BOTH.map(|color| {
        let of_square = |square| (steps.most_from(shape, color, square), steps.is_open_on(color, square));
        shape.squares().map(of_square).collect()
    }))
}

/// Returns the parts of a first move that are compared.
fn first(rules: &Rules, first: Option<&FirstMove>) -> Option<(BTreeSet<String>, bool, String)> {
    let FirstMove {
        betza: _,
        movements: moves,
        safe_passage,
        passage,
    } = first?;
    Some((movements(rules, moves), *safe_passage, format!("{passage:?}")))
}

/// Returns the squares of all castlings and the sides that have them, in an order that does not depend on the order in
/// the file.
fn castlings(rules: &Rules) -> BTreeSet<String> {
    let described = rules.castlings.iter().map(|castling| {
        let Castling { king, rook, only, .. } = castling;
        format!("{king:?} {rook:?} {only:?}")
    });
    described.collect()
}

/// Returns what stands on each square, as letters.
fn letters(array: &[Option<(PieceType, Color)>], rules: &Rules) -> Vec<Option<char>> {
    let letter = |standing: &Option<_>| standing.map(|(piece_type, color)| rules.letter(piece_type, color));
    array.iter().map(letter).collect()
}

/// Returns the pieces in hand at the start, as letters, in alphabetical order.
fn held(rules: &Rules) -> Vec<char> {
    let mut letters: Vec<char> = rules.spell_held(&rules.held).chars().collect();
    letters.sort_unstable();
    letters
}

/// Returns the letters of piece types in alphabetical order.
fn sorted_letters(types: &[PieceType], rules: &Rules) -> BTreeSet<char> {
    types.iter().map(|piece_type| rules.piece(*piece_type).letter).collect()
}

/// Returns the fields of a FEN after the board, with the letters of the rights in alphabetical order.
fn fields(fen: &str) -> Vec<String> {
    let sorted = |field: &str| {
        let mut letters: Vec<char> = field.chars().collect();
        letters.sort_unstable();
        letters.into_iter().collect()
    };
    fen.split(' ').skip(1).map(sorted).collect()
}
