//! Legal turns: the spelling of every move and every chain of captures, with the position after it.

use std::collections::BTreeMap;

use kurier_rules::board::{Square, Vector};
use kurier_rules::position::MAX_TURNS;
use kurier_rules::rules::{Color, Mode, MultiStep, Passage, PieceDefinition, PieceType, PromotesLeaving, Promotion};

use super::Reference;
use super::step::{Step, plain};

impl Reference {
    /// Returns all legal turns by their spelling, with the positions after them. Returns an empty map if a special rule
    /// has decided the game, and stops soon after [`MAX_TURNS`] turns.
    pub fn turns(&self) -> BTreeMap<String, Reference> {
        let mut turns = BTreeMap::new();
        if self.special_end().is_some() {
            return turns;
        }
        for step in self.first_steps(false) {
            let before = match step.dropped {
                Some(piece) => format!("{}@", self.spell_dropped(piece)),
                None => self.name(step.gated_beside().unwrap_or(step.from)),
            };
            self.follow(&step, &before, &mut turns);
        }
        turns
    }

    /// Returns the legal moves, or the first steps of legal turns. With `drops_may_mate`, the rule that some drops must
    /// not mate is ignored.
    pub(super) fn first_steps(&self, drops_may_mate: bool) -> Vec<Step> {
        let own = self.pieces(self.side).map(|(square, _)| square);
        let mut steps: Vec<_> = own.flat_map(|square| self.steps_of(square)).collect();
        steps.extend(self.drops());
        steps.retain(|step| !self.play(step).is_illegal_for(self.side));
        // If a pawn could reach a square both by a step and by a capture en passant, it captures.
        let captures = steps.iter().filter(|step| step.is_en_passant());
        let captures: Vec<(Square, Square)> = captures.map(|step| (step.from, step.to)).collect();
        steps.retain(|step| {
            let plain = step.taken.is_none() && step.promoted.is_none() && step.castling.is_none();
            !(plain && captures.contains(&(step.from, step.to)))
        });
        let mut gating: Vec<Step> = steps.iter().flat_map(|step| self.with_gates(step)).collect();
        gating.retain(|step| !self.play(step).is_illegal_for(self.side));
        steps.extend(gating);
        steps.retain(|step| !self.is_forbidden_trade(step));
        if self.definition.kings.checks_forbidden {
            steps.retain(|step| !self.play(step).passed_on().in_check());
        }
        steps.retain(|step| self.is_drop_allowed(step, drops_may_mate));
        let must_drop = self.definition.hand.is_some_and(|hand| hand.must_drop);
        if must_drop && steps.iter().any(|step| step.dropped.is_some()) {
            steps.retain(|step| step.dropped.is_some());
        }
        if self.faced > 0 {
            steps.retain(|step| !self.play(step).kings_face_to_the_end());
        }
        if let Some(pass) = self.pass(&steps) {
            steps.push(pass);
        }
        if self.definition.captures.mandatory && steps.iter().any(Step::is_capture) {
            steps.retain(Step::is_capture);
        }
        if steps.is_empty() {
            steps = self.swaps();
        }
        self.with_prelude(steps)
    }

    /// Returns the positions after all legal moves.
    pub(super) fn legal_steps(&self) -> Vec<Reference> {
        self.first_steps(false)
            .iter()
            .map(|step| self.play(step).passed_on())
            .collect()
    }

    /// Counts all sequences of `depth` legal turns.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self.turns().values().map(|after| after.perft(depth - 1)).sum(),
        }
    }

    /// Plays a step and collects the turn that ends with the step, or all turns that continue after it. `before` is the
    /// spelling of the part of the turn before the step.
    fn follow(&self, step: &Step, before: &str, turns: &mut BTreeMap<String, Reference>) {
        if turns.len() > MAX_TURNS {
            return;
        }
        let written = match step.castling.map(|castling| &self.known_castlings[castling]) {
            Some(castling) if castling.written_to_rook => self.relative_square(self.side, castling.rook.0),
            _ => step.to,
        };
        let written = step.gated_beside().map_or(written, |_| step.from);
        let letter = step
            .promoted
            .or(step.gated.map(|(piece, _)| piece))
            .map(|piece| self.piece_type(piece).letter.to_ascii_lowercase());
        let middle = step.middle.map(|square| self.name(square)).unwrap_or_default();
        let text = format!(
            "{before}{middle}{}{}",
            self.name(written),
            letter.map(String::from).unwrap_or_default()
        );
        let after = self.play(step);
        let turn_over = after.passed_on();
        let may_go_on = self.definition.captures.chained
            && step.taken.is_some()
            && step.promoted.is_none()
            && turn_over.special_end().is_none();
        if may_go_on {
            let further = after.steps_of(step.to).into_iter().filter(|next| {
                let takes_king = next.taken.is_some_and(|taken| after.royal(!self.side).contains(&taken));
                next.taken.is_some() && (takes_king || !after.play(next).attacked_king(self.side))
            });
            let further: Vec<_> = further.collect();
            if !further.is_empty() {
                further.iter().for_each(|next| after.follow(next, &text, turns));
                return;
            }
        }
        turns.insert(text, turn_over);
    }

    /// Returns the pseudo-legal steps of the piece on a square.
    fn steps_of(&self, from: Square) -> Vec<Step> {
        let Some((color, piece)) = self.at(from) else {
            return Vec::new();
        };
        let piece_type = self.piece_type(piece);
        let mut steps = Vec::new();
        for movement in &piece_type.movements {
            for to in self.destinations(from, color, movement) {
                let allowed = match self.at(to) {
                    None => movement.mode != Mode::Capture,
                    Some((owner, _)) => owner != color && movement.mode != Mode::Quiet,
                };
                if allowed {
                    steps.extend(self.promoted(Step {
                        taken: self.at(to).map(|_| to),
                        ..plain(from, to)
                    }));
                }
                if piece_type.pawn && movement.mode != Mode::Quiet && self.passed.contains(&to) {
                    steps.push(Step {
                        taken: self.en_passant_victim(color, to),
                        ..plain(from, to)
                    });
                }
            }
        }
        let long = piece_type
            .multi_step
            .iter()
            .flat_map(|long| self.multi_steps(from, color, long));
        steps.extend(long.flat_map(|step| self.promoted(step)));
        steps.extend(self.first_move_leaps(from, color));
        steps.extend(self.castlings(from, color));
        steps.extend(self.double_moves(from, color));
        steps.extend(self.standing_promotions(from, color));
        // Remove duplicates, because two movements may lead to one square.
        steps.sort();
        steps.dedup();
        steps
    }

    /// Returns whether the limits on promotion allow a piece to become another one.
    pub(super) fn may_become(&self, color: Color, piece_type: &PieceDefinition, becomes: PieceType) -> bool {
        let start = Reference::start(&self.definition);
        let count = |position: &Reference| position.pieces(color).filter(|(_, other)| *other == becomes).count();
        let most = piece_type.promotes_up_to.iter().find(|(other, _)| *other == becomes);
        (!piece_type.promotes_to_lost || count(self) < count(&start))
            && most.is_none_or(|(_, most)| count(self) < usize::from(*most))
    }

    /// Returns the types that a piece may be promoted to on a square, ignoring its promotion zone.
    pub(super) fn choices(&self, color: Color, piece_type: &PieceDefinition, to: Square) -> Vec<PieceType> {
        let mut choice = match &piece_type.promotion {
            Some(Promotion::Choice(pieces)) => pieces.clone(),
            Some(Promotion::ByColor([white, _])) if color == Color::White => white.clone(),
            Some(Promotion::ByColor([_, black])) => black.clone(),
            Some(Promotion::ByFile(pieces)) => vec![pieces[self.definition.shape.file(to) as usize]],
            None => Vec::new(),
        };
        for bound in &piece_type.promotes_to_in {
            if !bound.squares[color as usize].contains(&to) {
                choice.retain(|becomes| *becomes != bound.piece_type);
            }
        }
        choice
    }

    /// Returns one copy of the step for every piece type to which it may promote, and the step itself if promotion is
    /// optional.
    fn promoted(&self, step: Step) -> Vec<Step> {
        let Some((color, piece)) = self.at(step.from) else {
            return Vec::new();
        };
        let piece_type = self.piece_type(piece);
        let inside = |square: Square| self.in_zone(color, piece, square);
        let must = self.must_promote(color, piece, step.to) || piece_type.must_promote_leaving && inside(step.from);
        let may = match piece_type.promotes_leaving {
            PromotesLeaving::Capturing if inside(step.from) => must || step.taken.is_some(),
            PromotesLeaving::Always if inside(step.from) => true,
            _ => inside(step.to),
        };
        if piece_type.promotion.is_none() || piece_type.promotes_standing || !may {
            return vec![step];
        }
        let promoted = self
            .choices(color, piece_type, step.to)
            .into_iter()
            .filter(|piece| self.may_become(color, piece_type, *piece))
            .map(|piece| Step {
                promoted: Some(piece),
                passed: Vec::new(),
                ..step.clone()
            });
        let plain = (!must).then(|| step.clone());
        promoted.chain(plain).collect()
    }

    /// Returns whether the piece on `from` may legally capture en passant on `passed`.
    pub(super) fn captures_en_passant(&self, from: Square, passed: Square) -> bool {
        let mut steps = self.steps_of(from).into_iter();
        steps.any(|step| step.to == passed && step.is_en_passant() && !self.play(&step).is_illegal_for(self.side))
    }

    /// Returns the square of the piece that a player captures en passant by moving to `passed`: the nearest piece
    /// behind that square.
    pub(super) fn en_passant_victim(&self, color: Color, passed: Square) -> Option<Square> {
        let behind = self.relative_vector(Vector::flat(0, -1), color);
        let mut at = self.definition.shape.step(passed, behind)?;
        while self.at(at).is_none() {
            at = self.definition.shape.step(at, behind)?;
        }
        Some(at)
    }

    fn multi_steps(&self, from: Square, color: Color, long: &MultiStep) -> Vec<Step> {
        let forward = self.relative_vector(Vector::flat(0, 1), color);
        let most = self.longest_step(from, color, long);
        let mut way = Vec::new();
        let mut steps = Vec::new();
        let mut at = from;
        while let Some(to) = self.definition.shape.step(at, forward) {
            let home = self.at(from).and_then(|(_, piece)| self.piece_type(piece).stays_in);
            let leaves = home.is_some_and(|region| !self.squares_of(region, color).contains(&to));
            if leaves || self.at(to).is_some() || way.len() == usize::from(most) {
                break;
            }
            if !way.is_empty() {
                let open = way.iter().copied().filter(|square| is_open(long, color, *square));
                steps.push(Step {
                    passed: open.collect(),
                    ..plain(from, to)
                });
            }
            way.push(to);
            at = to;
        }
        steps
    }

    /// Returns the largest number of steps of a multi-step from a square; 0 if there is none.
    pub(super) fn longest_step(&self, from: Square, color: Color, long: &MultiStep) -> u8 {
        match (&long.squares, color) {
            (Some([squares, _]), Color::White) | (Some([_, squares]), Color::Black) => {
                if squares.contains(&from) {
                    2
                } else {
                    0
                }
            }
            (None, _) => long.steps.get(&self.relative_rank(color, from)).copied().unwrap_or(0),
        }
    }

    fn first_move_leaps(&self, from: Square, color: Color) -> Vec<Step> {
        let mut steps = Vec::new();
        let Some(privilege) = self
            .at(from)
            .and_then(|(_, piece)| self.piece_type(piece).first_move.as_ref())
        else {
            return steps;
        };
        for movement in self.privilege_of(from) {
            if privilege.passage == Passage::BySteps {
                let arrives = |end: &Square| self.destinations(from, color, movement).contains(end);
                if !self.double_steps(from, color).iter().any(arrives) {
                    continue;
                }
            } else if privilege.safe_passage {
                let passable = |square: &Square| {
                    let enemy_there = self.at(*square).is_some_and(|(owner, _)| owner != color);
                    (privilege.passage == Passage::OverAll || !enemy_there) && !self.attacks(!color, *square)
                };
                let half_way = self.half_way(from, self.relative_vector(movement.vector, color));
                if self.is_in_check(color) || !half_way.iter().any(passable) {
                    continue;
                }
            }
            for to in self.destinations(from, color, movement) {
                match self.at(to) {
                    None if movement.mode != Mode::Capture => steps.push(plain(from, to)),
                    Some((owner, _)) if owner != color && movement.mode != Mode::Quiet => {
                        steps.push(Step {
                            taken: Some(to),
                            ..plain(from, to)
                        });
                    }
                    _ => {}
                }
            }
        }
        steps
    }

    /// Returns the squares that a piece reaches by two single steps to vacant squares, if its king is safe before,
    /// between and after the steps.
    fn double_steps(&self, from: Square, color: Color) -> Vec<Square> {
        let shape = &self.definition.shape;
        let distance = |a: Square, b: Square| {
            let files = shape.file(a).abs_diff(shape.file(b));
            let ranks = shape.rank(a).abs_diff(shape.rank(b));
            files.max(ranks).max(shape.level(a).abs_diff(shape.level(b)))
        };
        let step_from = |position: &Reference, from: Square| -> Vec<Square> {
            let vacant = shape
                .squares()
                .filter(|to| distance(from, *to) == 1 && position.at(*to).is_none());
            vacant
                .filter(|to| !position.play(&plain(from, *to)).attacked_king(color))
                .collect()
        };
        if self.attacked_king(color) {
            return Vec::new();
        }
        let after = |middle: Square| step_from(&self.play(&plain(from, middle)), middle);
        step_from(self, from).into_iter().flat_map(after).collect()
    }

    /// Returns the squares halfway between the ends of a leap.
    fn half_way(&self, from: Square, leap: Vector) -> Vec<Square> {
        let shape = &self.definition.shape;
        let twice_off = |at: Square| {
            let off = |at: u8, from: u8, leap: i8| 2 * (i32::from(at) - i32::from(from)) - i32::from(leap);
            let file = off(shape.file(at), shape.file(from), leap.file);
            let rank = off(shape.rank(at), shape.rank(from), leap.rank);
            let level = off(shape.level(at), shape.level(from), leap.level);
            file.abs().max(rank.abs()).max(level.abs())
        };
        let odd = leap.file % 2 != 0 || leap.rank % 2 != 0 || leap.level % 2 != 0;
        shape.squares().filter(|at| twice_off(*at) == i32::from(odd)).collect()
    }

    /// Returns the position after a step, without passing the turn to the other side.
    pub(super) fn play(&self, step: &Step) -> Reference {
        let mut after = self.clone();
        after.no_counter = self.forbids_counter(step);
        after.captured = step.taken.and_then(|taken| self.at(taken)).map(|(_, piece)| piece);
        if let Some(piece) = step.dropped {
            after.passes = 0;
            after.put_from_hand(piece, step.to);
            after.gate(None);
            return after;
        }
        after.passes = if self.is_pass(step) { self.passes + 1 } else { 0 };
        if after.passes > 0 {
            after.passed = Vec::new();
            after.has_promoted = false;
            after.halfmoves += 1;
            return after;
        }
        let Some((color, piece)) = self.at(step.from) else {
            return after;
        };
        if step.swaps {
            after.placement.swap(step.from.index(), step.to.index());
            after.lose_rights(step.from);
            after.lose_rights(step.to);
            after.has_promoted = false;
            after.passed.clear();
            after.halfmoves += 1;
            return after;
        }
        let castled = step.castling.map(|number| self.known_castlings[number].rook);
        if let Some((from, to)) = castled.map(|(a, b)| (self.relative_square(color, a), self.relative_square(color, b)))
        {
            let rook = after.placement[from.index()].take();
            after.placement[step.from.index()] = None;
            after.placement[to.index()] = rook;
            after.lose_rights(from);
        } else {
            after.placement[step.from.index()] = None;
        }
        for taken in step.captured_on() {
            after.placement[taken.index()] = None;
            after.lose_rights(taken);
        }
        let moved = |origins: &mut BTreeMap<Square, PieceType>, from: Square, to: Square| {
            let origin = origins.remove(&from);
            origins.extend(origin.map(|origin| (to, origin)));
        };
        if let Some(taken) = step.taken {
            after.take_in_hand(self.at(taken), taken);
        }
        moved(&mut after.origins, step.from, step.to);
        if let Some((from, to)) = castled.map(|(a, b)| (self.relative_square(color, a), self.relative_square(color, b)))
        {
            moved(&mut after.origins, from, to);
        }
        if let Some(promoted) = step.promoted {
            after.mark(step.to, piece, promoted);
        }
        after.placement[step.to.index()] = Some((color, step.promoted.unwrap_or(piece)));
        after.lose_rights(step.from);
        if step.taken.is_some() {
            after.explode(step.to);
        }
        after.gate(step.gated);
        after.has_promoted = step.promoted.is_some() && after.at(step.to).is_some();
        after.passed = step.passed.clone();
        let resets = step.promoted.is_some() && (self.piece_type(piece).pawn || self.definition.ends.promotions_reset);
        if step.is_capture() || resets || self.piece_type(piece).pawn && !self.takes_back(step) {
            after.halfmoves = 0;
        } else {
            after.halfmoves += 1;
        }
        after
    }

    /// Returns whether the moved piece could return to its square on an empty board by an ordinary movement, not by a
    /// special first move or a multi-step.
    fn takes_back(&self, step: &Step) -> bool {
        let Some((color, piece)) = self.at(step.from) else {
            return false;
        };
        let mut empty = self.clone();
        empty.placement.fill(None);
        empty.placement[step.to.index()] = Some((color, piece));
        let quiet = self
            .piece_type(piece)
            .movements
            .iter()
            .filter(|movement| movement.mode != Mode::Capture);
        let mut targets = quiet.flat_map(|movement| empty.destinations(step.to, color, movement));
        targets.any(|target| target == step.from)
    }

    /// Returns the position with the turn passed to the other side.
    pub(super) fn passed_on(&self) -> Reference {
        let number = self.number + u32::from(self.side == Color::Black);
        let mut after = Reference {
            side: !self.side,
            number,
            ..self.clone()
        };
        if self.definition.ends.checks > 0 && after.in_check() {
            let left = &mut after.checks_left[self.side as usize];
            *left = left.saturating_sub(1);
        }
        after.count = after.counted();
        after.faced = match after.kings_face_to_the_end() {
            true => self.faced + 1,
            false => 0,
        };
        after
    }

    fn name(&self, square: Square) -> String {
        self.definition.shape.name(square)
    }
}

/// Returns whether a piece of this colour may be captured en passant on a square that it has passed.
pub(super) fn is_open(long: &MultiStep, color: Color, square: Square) -> bool {
    let only = long.en_passant_on.as_ref().map(|[white, black]| match color {
        Color::White => white,
        Color::Black => black,
    });
    long.en_passant && only.is_none_or(|squares| squares.contains(&square))
}
