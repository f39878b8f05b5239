//! Endgame tables: for every position with few pieces, who wins, and how many plies it takes to the next capture or
//! pawn move, or to the end of the game. The tables are made by retrograde analysis with the move generator of the
//! rules, so they are exact for any variant that the rules can describe, with the variant's own ends of games and move
//! limit.
//!
//! | module | what it does |
//! |---|---|
//! | [`class`](Class) | names the pieces of an ending, such as `KRvKN` |
//! | `symmetry` | finds the reflections of the board under which all moves stay the same |
//! | `index` | numbers the positions of a class |
//! | `lookup` | finds the table of a position, and its number there |
//! | `state` | packs what is known about a position into two bytes |
//! | `statistics` | counts how often each side wins in a table, and finds the longest wins |
//! | `reach` | finds the squares that pieces reach without a capture |
//! | `refusal` | finds the endings for which no table can be made |
//! | `solver` | computes a table |
//! | `file` | writes and reads a table |
//! | [`plan`](Plan) | decides which tables have to be made, in which order, and with how much memory |
//! | `value` | derives the value of a position from the values after it |
//! | [`tables`](Tables) | opens the tables of a folder and probes them |

mod class;
mod error;
mod file;
mod game;
mod index;
mod lookup;
mod plan;
mod reach;
mod refusal;
mod solver;
mod state;
mod statistics;
mod symmetry;
mod tables;
mod value;

pub use class::{Class, MAX_PIECES};
pub use error::TableError;
pub use game::Game;
pub use kurier_rules::endgame::{Outcome, Value};
pub use plan::{Distance, Event, Plan, Planned, Wanted};
pub use statistics::{Longest, SideStatistics, Statistics};
pub use tables::{TableInfo, Tables, open_shared};
