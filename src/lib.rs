//! Kurier, a chess engine for the Courier Chess family and other variants, including your own.
//!
//! A [`session::Board`] is a position of any variant, a [`session::Engine`] searches it:
//!
//! ```
//! use kurier_rules::rules::Catalogue;
//! use kurier_engine::session::Board;
//!
//! let courier = Catalogue::built_in().get("courier").expect("a built-in variant");
//! let mut board = Board::new(&courier);
//! assert_eq!(board.perft(3, 1).nodes, 18_406);
//!
//! board.play(&board.parse("b1c3")?)?;
//! println!("{board}");
//! # Ok::<(), kurier_engine::session::IllegalMove>(())
//! ```
//!
//! The folder `examples` has more: perft, a random game, analysis, and a variant of one's own.
//!
//! # Architecture
//!
//! This package is the front door: the program's command line (`cli`) and what the library promises. The rest is in packages
//! of their own, each of which uses only packages above it in this list:
//!
//! | package | what it does | what it does not know |
//! |---|---|---|
//! | `kurier-variants`, `kurier-pieces`, `kurier-page`, `kurier-networks` | data: files of games, drawings, the page, trained networks | code |
//! | `kurier-rules` | squares and bitboards, variants and their tables, positions and legal moves | what is good |
//! | `kurier-diagram` | diagrams of positions and of moves: SVG, PNG, text | what is legal |
//! | `kurier-engine` | evaluation, search, and sessions: boards and engines of any variant | standard input and output |
//! | `kurier-formats` | PGN, EPD, other programs' variant files, annotated games | who played |
//! | `kurier-api` | requests and replies of a board with a screen | how they travel |
//! | `kurier-protocol` | UCI and XBoard | how moves are found |
//! | `kurier-referee` | tournaments between engines | the command line |
//! | `kurier-server` | the board in the browser: the page and its socket | what the messages say |
//! | `kurier-manual` | man pages and shell completions | what the commands do |
//!
//! A variant is a file in `variants/`. Opening it compiles everything that is needed later - steps, leaps, rays, paths,
//! promotions, castling - into tables of bitboards of one, two or four words, as the board requires. No code
//! knows a variant by its name, and nothing that [`session`] builds on picks a number of words: positions, evaluation and search
//! are generic over it and dispatched once, when a variant is opened.
//!
//! What is deliberately absent: global state, `unsafe` outside the transposition table's memory and the SIMD kernels of
//! the network, and printing or parsing in the search.
//!
//! # Features
//!
//! The library needs no feature and compiles for `wasm32-unknown-unknown`. `pictures` adds PNG to [`diagram`], and `cli` adds the
//! program. `serve` adds the board in the browser and its command, `networks` the trained networks, without which the
//! evaluation has the hand-crafted terms alone until it is given a network file; both are defaults, as is `cli`.
//! `tunable` makes every parameter of the search a UCI option.

#[cfg(feature = "cli")]
pub mod cli;

pub use kurier_diagram as diagram;
pub use kurier_engine::session;
pub use kurier_formats::{annotate, import, pgn};

/// Variants: the catalogue of known games, and definitions read from files.
pub mod rules {
    pub use kurier_rules::rules::{
        BareKing, Captures, Castling, Catalogue, Color, Definition, DefinitionError, Ends, FirstMove, Legs, LoadError,
        Mode, Movement, MultiStep, Passage, PieceDefinition, PieceType, Placement, PlacementError, Promotion, Reach,
        Rules, Stalemate, UnknownGame, XBoard, ZoneCondition,
    };
}
