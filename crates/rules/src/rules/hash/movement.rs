//! The hash of movements.

use super::fnv::Fnv;
use crate::rules::{Bounds, Legs, Mode, Movement, Reach, ZoneCondition};

impl Fnv {
    pub(super) fn movements(&mut self, movements: &[Movement]) {
        self.number(movements.len() as i64);
        for movement in movements {
            self.movement(movement);
        }
    }

    pub(super) fn movement(&mut self, movement: &Movement) {
        let Movement {
            vector,
            reach,
            mode,
            zones,
            around,
            initial,
            bounds: Bounds { from, within, to },
        } = movement;
        self.vector(*vector);
        self.reach(reach);
        // Rules that Kurier did not have when the first hashes were recorded are hashed only if a game uses them, so
        // that the hashes of older games do not change.
        if *around {
            self.text("around");
        }
        if initial.is_some() {
            self.text("initial");
        }
        for (region, word) in [(from, "from"), (within, "within"), (to, "to")] {
            if let Some(number) = region {
                self.text(word);
                self.number(*number);
            }
        }
        self.number(match mode {
            Mode::Quiet => 0,
            Mode::Capture => 1,
            Mode::Both => 2,
        });
        self.number(match zones {
            ZoneCondition::Any => 0,
            ZoneCondition::Same => 1,
            ZoneCondition::Other => 2,
        });
    }

    pub(super) fn reach(&mut self, reach: &Reach) {
        match *reach {
            Reach::Leap => self.number(0),
            Reach::Slide(steps) => {
                self.number(1);
                self.number(steps);
            }
            Reach::Lame => self.number(2),
            Reach::Crooked(other) => {
                self.number(3);
                self.vector(other);
            }
            Reach::Circular(other) => {
                self.number(4);
                self.vector(other);
            }
            Reach::Bent(other, steps) => {
                self.number(5);
                self.vector(other);
                self.number(steps);
            }
            Reach::Ski(steps) => {
                self.number(6);
                self.number(steps);
            }
            Reach::Cannon(steps) => {
                self.number(7);
                self.number(steps);
            }
            Reach::Grasshopper(steps) => {
                self.number(8);
                self.number(steps);
            }
            Reach::Over => self.number(9),
            Reach::Legs(legs) => {
                self.number(10);
                // The array `steps` is padded to a fixed length, so only its part in use, `steps()`, is hashed.
                let Legs {
                    steps: _,
                    count: _,
                    range,
                    over,
                } = legs;
                legs.steps().iter().for_each(|step| self.vector(*step));
                self.number(range);
                self.number(over);
            }
        }
    }
}
