//! Hashes the rules of pieces in hand.

use super::fnv::Fnv;
use crate::rules::{Drops, Gating, Hand};

impl Fnv {
    /// Hashes where and how pieces of one type are dropped.
    pub(super) fn drops(&mut self, drops: &Drops) {
        let Drops {
            squares,
            per_file,
            mate_forbidden,
            evenly,
        } = drops;
        if let Some(regions) = squares {
            self.text("drops");
            regions.iter().for_each(|region| self.region(region));
        }
        if let Some(most) = per_file {
            self.text("per file");
            self.number(*most);
        }
        if *mate_forbidden {
            self.text("no mate by drop");
        }
        if *evenly {
            self.text("drops evenly");
        }
    }

    /// Hashes the rules of pieces in hand.
    pub(super) fn hand(&mut self, hand: &Hand) {
        let Hand {
            captured,
            keeps_promotion,
            checks_forbidden,
            must_drop,
            castles,
            gating,
            drops_promoted,
        } = hand;
        self.text("hand");
        self.number(*captured as i64);
        for rule in [keeps_promotion, checks_forbidden, must_drop] {
            self.number(*rule);
        }
        if *castles {
            self.text("drops castle");
        }
        if *gating != Gating::Never {
            self.text("gating");
            self.number(*gating as i64);
        }
        if *drops_promoted {
            self.text("drops promoted");
        }
    }
}
