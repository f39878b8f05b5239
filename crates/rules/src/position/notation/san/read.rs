//! Finding the legal turn that is written in standard algebraic notation.

use super::super::TurnError;
use super::super::coordinates::PASS;
use super::SanError;
use super::text::{Reading, Text, parse, split_gate, squeeze};
use crate::board::Square;
use crate::position::{Move, MoveKind, Position, Turn};
use crate::rules::{PieceType, RightKind};

/// What the text requires of a turn if it is understood in one of its possible readings.
struct Wanted<'a> {
    piece: Option<PieceType>,
    reading: &'a Reading<'a>,
    promotion: Option<PieceType>,
    /// The gated piece; `None` if the text names none.
    gate: Option<Gate>,
    /// Whether the text declines a promotion by naming the piece itself, as XBoard does: `g8=P`.
    unpromoted: bool,
}

/// The piece that the text gates, and the square if the text names it.
pub(in super::super) type Gate = (PieceType, Option<Square>);

/// The turns that fit the text. Loose fits count only if there is no exact one, and promotions that the text does not
/// name only if nothing else fits.
#[derive(Default)]
struct Found {
    exact: Vec<Turn>,
    loose: Vec<Turn>,
    unnamed: Vec<Turn>,
    /// The steps of a chain that fits the text but must continue after the end of the text.
    unfinished: Option<Vec<Move>>,
}

impl<const W: usize> Position<W> {
    /// Parses a legal turn in standard algebraic notation.
    ///
    /// In addition to what [`Position::san`] writes, it accepts what people and programs write: coordinates (`e2e4`,
    /// `e2-e4`, `Ng1-f3`); more or less of the origin than necessary, as long as only one turn fits; `0-0`; missing or
    /// superfluous `x`, `+` and `#`; `:` for `x` and `x` for `:`; promotions as `e8Q`, `e8(Q)`, `e8/Q` or `e8=q`, or
    /// without a letter if there is only one choice; `!?`; `e.p.`; and a preceding move number (`1. e4`, `3...Nf6`). If
    /// no castling is possible, `O-O` also means a leap of the king by two files towards the nearer edge, and `O-O-O` a
    /// leap towards the farther edge, because XBoard writes such leaps that way.
    ///
    /// # Errors
    /// Fails if the text names no legal turn; the error says why.
    pub fn parse_san(&self, text: &str) -> Result<Turn, SanError> {
        let text = without_number(text);
        self.read_san(text)
            .or_else(|error| match (self.parse_turn(text), error) {
                // Some programs write castling in a coordinate notation that the SAN parser does not support: with the
                // rook's square or the king's destination.
                (Ok(turn), SanError::Illegal) => Ok(turn),
                // If the text is in coordinate notation, the parser of that notation explains the refusal better.
                (Err(objection), _) if objection.is_telling() => Err(SanError::Coordinates(objection)),
                (_, SanError::Illegal) => Err(self.why_illegal(text).map_or(SanError::Illegal, SanError::Coordinates)),
                (_, error) => Err(error),
            })
    }

    /// Returns why a piece that the text may mean cannot go to the destination in the text, if the reason is a
    /// mandatory capture or the king's safety; otherwise `None`.
    fn why_illegal(&self, text: &str) -> Option<TurnError> {
        let squeezed = squeeze(text);
        let Ok(Text::Turn { piece, readings, .. }) = parse(&self.variant.definition, &squeezed) else {
            return None;
        };
        let shape = &self.variant.definition.shape;
        let wanted = piece.or(self.unlettered());
        for reading in &readings {
            let to = reading.route.first()?.0;
            for from in self.of_color(self.side) {
                let piece_type = self.piece_at(from).map(|piece| piece.piece_type);
                if piece_type != wanted || !reading.origin.fits(shape, from) {
                    continue;
                }
                let way = format!("{}{}", shape.name(from), shape.name(to));
                if let Err(
                    error @ (TurnError::CaptureObligatory | TurnError::Prelude(_) | TurnError::LeavesKingInCheck),
                ) = self.parse_turn(&way)
                {
                    return Some(error);
                }
            }
        }
        None
    }

    fn read_san(&self, text: &str) -> Result<Turn, SanError> {
        let squeezed = squeeze(text);
        if squeezed.eq_ignore_ascii_case(PASS) {
            return Ok(self.parse_turn(PASS)?);
        }
        if let Some((piece, square)) = squeezed.split_once('@') {
            return Ok(self.parse_drop(piece, square)?);
        }
        if let Some((text, gate)) = split_gate(&self.variant.definition, &squeezed) {
            match self.read_turn(text, Some(gate)) {
                // What follows the slash may be a promotion: `e8/Q`.
                Err(SanError::Illegal) => {}
                found => return found,
            }
        }
        self.read_turn(&squeezed, None)
    }

    fn read_turn(&self, squeezed: &str, gate: Option<Gate>) -> Result<Turn, SanError> {
        let parsed = parse(&self.variant.definition, squeezed)?;
        if let Some(outcome) = self.variant_end() {
            return Err(SanError::Over(outcome.reason.text()));
        }
        match parsed {
            Text::Castling { short, to } => self.find_castling(short, to, gate),
            Text::Turn {
                piece,
                readings,
                promotion,
            } => {
                let mut found = Found::default();
                let unpromoted = promotion.is_some() && promotion == piece.or(self.unlettered());
                for reading in &readings {
                    let wanted = Wanted {
                        piece,
                        reading,
                        promotion: promotion.filter(|_| !unpromoted),
                        gate,
                        unpromoted,
                    };
                    self.find(&wanted, &mut found);
                }
                self.choose(found)
            }
        }
    }

    pub(in super::super) fn find_castling(
        &self,
        short: bool,
        to: Option<Square>,
        gate: Option<Gate>,
    ) -> Result<Turn, SanError> {
        let mut moves = self.legal_moves();
        moves.retain(|m| self.gates_as_wanted(*m, gate));
        let castlings = moves.iter().filter(|m| match self.castling(**m) {
            Some(RightKind::Castling { short: found, .. }) => *found == short && to.is_none_or(|to| to == m.to()),
            _ => false,
        });
        let mut exact: Vec<_> = castlings.map(|m| Turn::single(*m)).collect();
        if exact.is_empty() && to.is_none() {
            let leaps = moves.iter().filter(|m| self.king_leap(**m) == Some(short));
            exact = leaps.map(|m| Turn::single(*m)).collect();
        }
        self.choose(Found {
            exact,
            ..Found::default()
        })
    }

    /// Returns whether a move gates the piece that the text names, or none if the text names none.
    fn gates_as_wanted(&self, m: Move, gate: Option<Gate>) -> bool {
        let found = self.gated_on(m).map(|(square, piece)| (piece.piece_type, square));
        match (gate, found) {
            (None, None) => true,
            (Some((piece, square)), Some((gated, on))) => piece == gated && square.is_none_or(|square| square == on),
            _ => false,
        }
    }

    /// Returns the right of a castling; `None` for any other move.
    pub(in crate::position) fn castling(&self, m: Move) -> Option<&RightKind<W>> {
        let right = self.variant.rights.get(m.right())?;
        (m.kind() == MoveKind::Castling).then_some(&right.kind)
    }

    /// Returns whether a king's leap goes towards the nearer edge of the board; `None` if the move is not a quiet move
    /// of the king by exactly two files along its rank.
    fn king_leap(&self, m: Move) -> Option<bool> {
        let shape = &self.variant.definition.shape;
        let (from, to) = (m.from(), m.to());
        let file = shape.file(from);
        let leaps = m.kind() == MoveKind::Quiet
            && self.piece_type_on_origin(m) == Some(self.variant.kings[self.side.index()])
            && (shape.level(from), shape.rank(from)) == (shape.level(to), shape.rank(to))
            && file.abs_diff(shape.file(to)) == 2;
        let (left, right) = (file, shape.files() - 1 - file);
        leaps.then_some(if shape.file(to) < file {
            left < right
        } else {
            right < left
        })
    }

    fn find(&self, wanted: &Wanted<'_>, found: &mut Found) {
        let shape = &self.variant.definition.shape;
        let origin = &wanted.reading.origin;
        let Some((to, marked)) = wanted.reading.route.first().copied() else {
            return;
        };
        // If the text names the whole origin, any piece type fits; otherwise a missing letter means a pawn.
        let piece = wanted.piece.or(match origin.is_whole(shape) {
            true => None,
            false => self.unlettered(),
        });
        for m in self.legal_moves() {
            let piece_type = self.piece_type_on_origin(m);
            if !self.gates_as_wanted(m, wanted.gate) {
                continue;
            }
            if m.dropped().is_some() || !origin.fits(shape, m.from()) || piece.is_some() && piece != piece_type {
                continue;
            }
            if let Some(RightKind::Castling { written, .. }) = self.castling(m) {
                // XBoard writes some castlings as the king's capture of its own rook: `Kxe1xe1`, `Kxb1-c1`.
                let fits = match wanted.reading.route[1..] {
                    [] => to == *written,
                    [(last, _)] => to == *written && last == m.to(),
                    _ => false,
                };
                if fits && (wanted.piece.is_some() || piece.is_none()) {
                    found.loose.push(Turn::single(m));
                }
            } else if self.middle(m).unwrap_or(m.to()) == to {
                let lettered = wanted.piece.is_some() || piece_type == self.unlettered();
                let exact = lettered && marked == m.is_capture();
                if self.middle(m).is_some() {
                    if let [_, (last, marked)] = wanted.reading.route[..]
                        && last == m.to()
                    {
                        found.add(wanted, exact && marked == self.captures_at_end(m), Turn::single(m));
                    }
                    continue;
                }
                if self.variant.definition.captures.chained {
                    self.without_history().walk(wanted, m, exact, &mut Vec::new(), found);
                } else if wanted.reading.route.len() == 1 {
                    found.add(wanted, exact, Turn::single(m));
                }
            }
        }
    }

    /// Makes a step of a chain, continues recursively along the route of the text, and collects the complete turns in
    /// `found`.
    fn walk(&mut self, wanted: &Wanted<'_>, step: Move, exact: bool, so_far: &mut Vec<Move>, found: &mut Found) {
        so_far.push(step);
        self.make(step);
        match (self.chain(), wanted.reading.route.get(so_far.len()).copied()) {
            (None, None) => {
                if let Some(turn) = Turn::new(so_far) {
                    found.add(wanted, exact, turn);
                }
            }
            (None, Some(_)) => {}
            (Some(_), None) => found.unfinished = Some(so_far.clone()),
            (Some(_), Some((to, marked))) => {
                for m in self.legal_moves().into_iter().filter(|m| m.to() == to) {
                    self.walk(wanted, m, exact && marked, so_far, found);
                }
            }
        }
        self.unmake();
        so_far.pop();
    }

    /// Returns the only turn among those that fit best.
    ///
    /// # Errors
    /// Fails if no turn fits the text, or if more than one turn fits it equally well.
    fn choose(&self, found: Found) -> Result<Turn, SanError> {
        let mut turns = [found.exact, found.loose, found.unnamed]
            .into_iter()
            .find(|turns| !turns.is_empty())
            .unwrap_or_default();
        sort_and_deduplicate(&mut turns);
        let Some(last) = turns.pop() else {
            let longer = found.unfinished.and_then(|start| self.completion(&start));
            return Err(longer.map_or(SanError::Illegal, SanError::Unfinished));
        };
        let Some(first) = turns.first() else {
            return Ok(last);
        };
        let route = |turn: &Turn| turn.steps().iter().map(|m| (m.from(), m.to())).collect::<Vec<_>>();
        if turns.iter().all(|turn| route(turn) == route(&last)) && first.promotion().is_some() {
            let letters: Vec<String> = [turns.as_slice(), &[last]]
                .concat()
                .iter()
                .filter_map(Turn::promotion)
                .map(|piece| self.variant.definition.pieces[piece.index()].letter.to_string())
                .collect();
            return Err(SanError::Promotion(letters.join(" ")));
        }
        turns.push(last);
        let spelled: Vec<String> = turns.iter().map(|turn| self.spell(turn)).collect();
        Err(SanError::Ambiguous(spelled.join(" or ")))
    }

    /// Returns the spelling, in coordinate notation, of one legal turn that begins with the steps `start`.
    fn completion(&self, start: &[Move]) -> Option<String> {
        let mut position = self.without_history();
        let mut turn = start.to_vec();
        turn.iter().for_each(|step| position.make(*step));
        while position.chain().is_some() {
            let next = *position.legal_moves().first()?;
            position.make(next);
            turn.push(next);
        }
        Some(self.spell_steps(&turn))
    }
}

/// Strips a leading move number, as in `1. e4` or `12...Nf6`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start();
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    match after.len() < rest.len() && after.starts_with('.') {
        true => after.trim_start_matches(['.', ' ']),
        false => text,
    }
}

/// Sorts turns and removes duplicates. This is a function of its own, because a closure in a generic function would
/// have the sort compiled for each board width.
fn sort_and_deduplicate(turns: &mut Vec<Turn>) {
    turns.sort_unstable_by(|one, other| {
        let [one, other] = [one, other].map(|turn| turn.steps().iter().map(|m| m.bits()));
        one.cmp(other)
    });
    turns.dedup();
}

impl Found {
    /// Adds a turn that follows the wanted route, unless its promotion contradicts the text.
    fn add(&mut self, wanted: &Wanted<'_>, exact: bool, turn: Turn) {
        match (wanted.promotion, turn.promotion()) {
            (promotion, found) if promotion == found => {}
            (None, Some(_)) if !wanted.unpromoted => return self.unnamed.push(turn),
            _ => return,
        }
        if exact {
            self.exact.push(turn);
        } else {
            self.loose.push(turn);
        }
    }
}
