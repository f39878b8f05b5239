//! Reads the keys `stays-in` and `moves-in`: regions that bind the moves of pieces.

use super::pieces::Reader;
use super::regions;
use crate::rules::file::{GameFile, MovesInSection, PieceSection, Texts};
use crate::rules::path::own_square;
use crate::rules::source::Source;
use crate::rules::{Bounds, Color, DefinitionError, Movement, Region, Rules};

/// The maximum number of regions in which a piece has moves of its own. The limit keeps the numbers of all regions of a
/// game, including the regions that pieces do not leave, below 256.
const MOST_REGIONS: usize = 8;

impl Reader<'_> {
    /// Reads the region that a piece does not leave, and appends it to `regions`. Returns its number.
    pub(super) fn stays_in(
        &self,
        section: &PieceSection,
        regions: &mut Vec<Region>,
    ) -> Result<Option<u8>, DefinitionError> {
        let black = section.stays_in_black.as_ref();
        match (&section.stays_in, black) {
            (None, None) => Ok(None),
            (None, Some(black)) => Err(self.source.error_at(black, "expected `stays-in` too")),
            (Some(white), _) => self.region(white, black, false, regions).map(Some),
        }
    }

    /// Reads the moves that a piece has in regions only, and appends the regions to `regions`.
    pub(super) fn moves_in(
        &self,
        section: &PieceSection,
        regions: &mut Vec<Region>,
    ) -> Result<Vec<Movement>, DefinitionError> {
        if let Some(next) = section.moves_in.get(MOST_REGIONS) {
            let message = format!("expected at most {MOST_REGIONS} regions");
            return Err(self.source.error_at(next, message));
        }
        let mut all = Vec::new();
        for part in &section.moves_in {
            let MovesInSection {
                squares,
                squares_black,
                movement,
                inside,
            } = part.get_ref();
            let number = Some(self.region(squares, squares_black.as_ref(), true, regions)?);
            let bounds = Bounds {
                from: number,
                within: number.filter(|_| *inside),
                to: None,
            };
            let movements = self.movements(movement)?.into_iter();
            all.extend(movements.map(|movement| Movement { bounds, ..movement }));
        }
        Ok(all)
    }

    fn region(
        &self,
        white: &Texts,
        black: Option<&Texts>,
        one_sided: bool,
        regions: &mut Vec<Region>,
    ) -> Result<u8, DefinitionError> {
        let squares = regions::both(self.source, white, black, self.shape, one_sided)?;
        let items: Vec<&str> = white.get_ref().iter().map(|item| item.get_ref().as_str()).collect();
        let region = Region {
            squares,
            written: items.join(", "),
        };
        let number = regions
            .iter()
            .position(|known| *known == region)
            .unwrap_or(regions.len());
        if number == regions.len() {
            regions.push(region);
        }
        u8::try_from(number).map_err(|_| self.source.error_at(white, "expected fewer regions"))
    }
}

/// Checks that no castling takes a piece out of the region that it does not leave.
pub(super) fn check_castlings(source: Source<'_>, file: &GameFile, rules: &Rules) -> Result<(), DefinitionError> {
    let leaves = |color: Color, castling: &crate::rules::Castling| {
        let moved = [
            (castling.king_types[color.index()], castling.king.1),
            (castling.rook_types[color.index()], castling.rook.1),
        ];
        castling.is_for(color)
            && moved.into_iter().any(|(piece_type, to)| {
                let to = own_square(&rules.shape, to, color);
                !rules.is_in(rules.piece(piece_type).stays_in, color, to)
            })
    };
    let wrong = rules
        .castlings
        .iter()
        .find(|castling| Color::BOTH.iter().any(|color| leaves(*color, castling)));
    let Some(wrong) = wrong else {
        return Ok(());
    };
    let key = file
        .castling
        .0
        .iter()
        .find(|(key, _)| key.get_ref().starts_with(wrong.letter));
    let message = "expected a castling within the regions that the pieces do not leave (`stays-in`)";
    Err(key.map_or_else(|| source.error(0, message), |(key, _)| source.error_at(key, message)))
}
