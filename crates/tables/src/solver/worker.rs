//! The work of one thread: sets up positions and computes their states from the moves of the rules.

use arrayvec::ArrayVec;
use kurier_rules::board::Square;
use kurier_rules::position::{Generate, Move, MoveKind, MoveList, Outcome as End, Piece, Position};
use kurier_rules::rules::Color;

use super::Solver;
use crate::index::Squares;
use crate::state::State;
use crate::value::{before_move, of_end};
use crate::{MAX_PIECES, Outcome, Value};

/// The position on which one thread tries moves, with its list of moves.
pub(super) struct Worker<'s, const W: usize> {
    solver: &'s Solver<'s, W>,
    position: Position<W>,
    moves: MoveList,
}

impl<'s, const W: usize> Worker<'s, W> {
    /// Creates the worker of a thread.
    pub fn new(solver: &'s Solver<'s, W>) -> Self {
        Self {
            solver,
            position: Position::start(solver.game.variant.clone()),
            moves: MoveList::new(),
        }
    }

    /// Returns the state of a position as known from the rules and from the moves that leave the class or change the
    /// arrangement of pawns.
    pub fn first_state(&mut self, side: Color, cell: usize) -> State {
        let index = self.solver.lookup.index(0);
        let squares = index.squares(cell);
        if !index.is_first(&squares) || !self.set_up(side, &squares) {
            return State::BROKEN;
        }
        if let Some(end) = self.position.variant_end() {
            return ended(end, side);
        }
        self.generate();
        if self.moves.is_empty() {
            return ended(self.position.no_legal_moves(), side);
        }
        if self.position.drawn(0).is_some() {
            return State::DRAWN;
        }
        let moves = std::mem::take(&mut self.moves);
        let state = self.state_of_exits(&moves);
        self.moves = moves;
        state
    }

    /// Returns the state of the position as known from the moves among `moves` that leave the class or change the
    /// arrangement of pawns.
    fn state_of_exits(&mut self, moves: &[Move]) -> State {
        let mut stays = false;
        let mut best: Option<Value> = None;
        for m in moves {
            if self.stays(*m) {
                stays = true;
                continue;
            }
            let value = self.after(*m);
            best = Some(best.map_or(value, |best| best.better(value)));
            if (value.outcome, value.plies) == (Outcome::Win, 1) {
                break;
            }
        }
        let decided = |won: bool, plies: u16| match plies {
            0 | 1 => State::decided(won, plies),
            _ => State::decided(won, plies).due(),
        };
        match best.map(|best| (best.outcome, best.plies)) {
            Some((Outcome::Win, plies)) => decided(true, plies),
            Some((Outcome::Draw, _)) if stays => State::SAFE,
            Some((Outcome::Draw, _)) => State::DRAWN,
            Some((Outcome::Loss, plies)) if !stays => decided(false, plies),
            _ => State::OPEN,
        }
    }

    /// Returns the new state of a marked position, given all results of fewer than `level` plies; `None` if the
    /// position is still undecided. A loss that takes more than `level` plies is marked as due later.
    pub fn state_after(&mut self, side: Color, cell: usize, state: State, level: u16) -> Option<State> {
        if !state.may_win() {
            return None;
        }
        let solver = self.solver;
        let index = solver.lookup.index(0);
        let mut squares = index.squares(cell);
        if !self.set_up(side, &squares) {
            return None;
        }
        self.generate();
        let mut all_lose = true;
        let mut has_exits = false;
        for m in &self.moves {
            if !self.stays(*m) {
                has_exits = true;
                continue;
            }
            let slot = squares.iter().position(|square| *square == m.from())?;
            squares[slot] = m.to();
            let after = index.cell(&squares).map(|cell| solver.get(solver.place(!side, cell)))?;
            squares[slot] = m.from();
            match after.result() {
                Some((false, plies)) if plies < level => return Some(State::decided(true, level)),
                Some((true, plies)) if plies < level => {}
                _ => all_lose = false,
            }
        }
        if !all_lose || state != State::OPEN {
            return None;
        }
        // An open position has no exit that draws or wins, but an exit may lose later than the quiet moves.
        let latest = if has_exits && solver.has_late_results {
            self.latest_exit()
        } else {
            1
        };
        Some(match latest > level {
            true => State::decided(false, latest).due(),
            false => State::decided(false, level),
        })
    }

    /// Returns the number of plies of the slowest loss by a move that leaves the class or changes the arrangement of
    /// pawns; 1 if there is no such move.
    fn latest_exit(&mut self) -> u16 {
        let moves = std::mem::take(&mut self.moves);
        let exits = moves.iter().filter(|m| !self.stays(**m)).copied().collect::<MoveList>();
        let latest = exits.into_iter().map(|m| self.after(m).plies).max();
        self.moves = moves;
        latest.unwrap_or(1)
    }

    /// Returns whether a move stays within the class and its arrangement of pawns.
    fn stays(&self, m: Move) -> bool {
        !m.is_noisy() && m.kind() != MoveKind::Castling && !self.moves_pawn(m)
    }

    fn moves_pawn(&self, m: Move) -> bool {
        let pawns = self.solver.game.variant.pawns;
        self.position
            .piece_at(m.from())
            .is_some_and(|piece| pawns >> piece.piece_type.0 & 1 != 0)
    }

    /// Returns the value of a move for the side that makes it, with the plies counted from before the move. The value
    /// of a move that leaves a chain unfinished is that of its best continuation.
    fn after(&mut self, m: Move) -> Value {
        let restarts = m.is_capture() || self.moves_pawn(m);
        self.position.make(m);
        let value = match self.position.chain() {
            Some(_) => self.best_move(),
            None => {
                let solver = self.solver;
                before_move(self.evaluate(), solver.distance, restarts, solver.limit)
            }
        };
        self.position.unmake();
        value
    }

    /// Returns the value of the position, which belongs to the table of another class or to an earlier band.
    fn evaluate(&mut self) -> Value {
        if let Some(end) = self.position.variant_end() {
            return of_end(end.winner, self.position.side());
        }
        // Tables have no positions with a right to capture en passant, so look one turn ahead.
        if self.position.en_passant().any() {
            return self.best_move();
        }
        let solver = self.solver;
        let found = solver.lookup.find(&self.position);
        let place = found.unwrap_or_else(|| unreachable!("the classes that a turn may lead to are known"));
        let state = match place.table.checked_sub(1) {
            None => solver.get(solver.place(place.side, place.cell)),
            Some(known) => {
                let states = &solver.known[known];
                State(states[place.side.index() * states.len() / 2 + place.cell])
            }
        };
        state.value().unwrap_or(Value::DRAW)
    }

    /// Returns the value of the position by looking one move ahead.
    fn best_move(&mut self) -> Value {
        let moves = self.position.legal_moves();
        let values = moves.into_iter().map(|m| self.after(m));
        let best = values.reduce(Value::better);
        best.unwrap_or_else(|| of_end(self.position.no_legal_moves().winner, self.position.side()))
    }

    /// Sets up a position. Returns whether it is legal.
    fn set_up(&mut self, side: Color, squares: &Squares) -> bool {
        let slots = &self.solver.lookup.index(0).slots;
        let pieces: ArrayVec<(Piece, Square), MAX_PIECES> =
            slots.iter().copied().zip(squares.iter().copied()).collect();
        self.position.arrange(side, &pieces)
    }

    fn generate(&mut self) {
        self.moves.clear();
        self.position.generate(Generate::All, &mut self.moves);
    }
}

/// Returns the state of a position whose game has ended.
fn ended(end: End, side: Color) -> State {
    match of_end(end.winner, side).outcome {
        Outcome::Draw => State::DRAWN,
        outcome => State::decided(outcome == Outcome::Win, 0),
    }
}
