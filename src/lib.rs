//! Kurier, a chess engine for the Courier Chess family and other variants, including your own.
//!
//! A [`session::Board`] is a position of any variant; a [`session::Engine`] searches positions.
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
//! The folder `examples` has more: perft, a random game, analysis, and a custom variant.
//!
//! # Architecture
//!
//! This package contains the command line of the program (`cli`) and the public interface of the library. Everything
//! else is in other packages, each of which uses only packages above it in this list:
//!
//! | package | what it does | what it does not know |
//! |---|---|---|
//! | `kurier-variants`, `kurier-pieces`, `kurier-page`, `kurier-networks`, `kurier-openings` | data: variant files, drawings, the page, trained networks, opening books | code |
//! | `kurier-rules` | squares and bitboards, variants and their tables, positions and legal moves | which moves are good |
//! | `kurier-diagram` | diagrams of positions and of moves: SVG, PNG, text | which moves are legal |
//! | `kurier-engine` | evaluation, search, and sessions: boards and engines of any variant | standard input and output |
//! | `kurier-formats` | PGN, EPD, other programs' variant files, annotated games | protocols |
//! | `kurier-tables` | endgame tables: made, stored, probed | who uses them |
//! | `kurier-api` | requests and replies of a graphical board | how messages are sent |
//! | `kurier-protocol` | UCI and XBoard | how moves are found |
//! | `kurier-referee` | tournaments between engines | the command line |
//! | `kurier-learning` | self-play, fits of weights, training of networks | the command line |
//! | `kurier-server` | the board in the browser: the page and its socket | what the messages mean |
//! | `kurier-manual` | man pages and shell completions | what the commands do |
//!
//! A variant is a file in `variants/`. Opening a variant compiles everything that is needed later - steps, leaps, rays,
//! paths, promotions, castling - into tables of bitboards of one, two or four words, as the board requires. No code
//! refers to a variant by its name. Positions, evaluation and search are generic over the number of words, which
//! [`session`] chooses once, when a variant is opened.
//!
//! Deliberately absent are global state, `unsafe` code outside the transposition table's memory and the SIMD kernels of
//! the network, and printing or parsing in the search.
//!
//! # Features
//!
//! The library needs no feature and compiles for `wasm32-unknown-unknown`.
//!
//! - `cli` (default) adds the program.
//! - `serve` (default) adds the board in the browser and the command `kurier serve`.
//! - `networks` (default) adds the trained networks. Without this feature, the evaluation consists of the hand-crafted
//!   terms, unless it is given a network file.
//! - `pictures` adds PNG to [`diagram`].
//! - `tunable` makes every parameter of the search a UCI option.

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
