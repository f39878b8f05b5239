//! Proof numbers, and how the numbers of a position follow from the numbers of the positions after it.

use kurier_rules::position::Move;

/// The proof number of a position that cannot be won, or the disproof number of one that cannot be held.
pub(super) const NEVER: u32 = 1 << 30;
/// The search leaves a child when the child's number exceeds the number of its best sibling by more than 1/`SLACK` of
/// the sibling's number. The slack keeps the search from switching between siblings and expanding their nodes
/// repeatedly.
const SLACK: u32 = 4;

/// The proof number and the disproof number of a position: how much remains to be done to prove or to refute that the
/// attacker wins in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

impl Numbers {
    pub const WON: Self = Self {
        proof: 0,
        disproof: NEVER,
    };
    pub const HELD: Self = Self {
        proof: NEVER,
        disproof: 0,
    };

    pub fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    pub fn known(won: bool) -> Self {
        if won { Self::WON } else { Self::HELD }
    }
}

/// A move with the numbers of the position after it.
pub(super) struct Child {
    pub step: Move,
    pub numbers: Numbers,
}

/// Returns the numbers of a position with these children. The side to move needs only one child that is good for it;
/// the other side needs all children to be good for it.
pub(super) fn sum(children: &[Child], attacking: bool) -> Numbers {
    let proofs = children.iter().map(|child| child.numbers.proof);
    let disproofs = children.iter().map(|child| child.numbers.disproof);
    match attacking {
        true => Numbers {
            proof: proofs.min().unwrap_or(NEVER),
            disproof: total(disproofs),
        },
        false => Numbers {
            proof: total(proofs),
            disproof: disproofs.min().unwrap_or(NEVER),
        },
    }
}

/// Adds proof numbers or disproof numbers. The total is [`NEVER`] only if one of the numbers is, because large numbers
/// alone settle nothing.
fn total(numbers: impl Iterator<Item = u32>) -> u32 {
    numbers.fold(0, |sum: u32, number| match sum.max(number) {
        NEVER => NEVER,
        _ => (sum + number).min(NEVER - 1),
    })
}

/// Returns the index of the child to search next, and the least number of the other children: their proof number if the
/// attacker is to move, otherwise their disproof number.
pub(super) fn most_deciding(children: &[Child], attacking: bool) -> (usize, u32) {
    let number = |child: &Child| match attacking {
        true => child.numbers.proof,
        false => child.numbers.disproof,
    };
    let (mut best, mut least, mut second) = (0, u32::MAX, NEVER);
    for (index, child) in children.iter().enumerate() {
        let number = number(child);
        if number < least {
            (best, second, least) = (index, least.min(NEVER), number);
        } else {
            second = second.min(number);
        }
    }
    (best, second)
}

/// Returns the limit up to which a child is searched if the number of its best sibling is `second`.
pub(super) fn beyond(second: u32) -> u32 {
    (second + second / SLACK + 1).min(NEVER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum_of(numbers: &[Numbers], attacking: bool) -> Numbers {
        let child = |numbers: &Numbers| Child {
            step: Move::NONE,
            numbers: *numbers,
        };
        sum(&numbers.iter().map(child).collect::<Vec<_>>(), attacking)
    }

    #[test]
    fn one_good_child_suffices_and_all_others_add_up() {
        let open = Numbers { proof: 3, disproof: 2 };
        for [attacking, good] in [[true, true], [false, false]] {
            assert_eq!(sum_of(&[open, Numbers::known(good)], attacking), Numbers::known(good));
            assert_eq!(sum_of(&[open, Numbers::known(!good)], attacking), open);
        }
        assert_eq!(sum_of(&[open, open], true), Numbers { proof: 3, disproof: 4 });
        assert_eq!(sum_of(&[open, open], false), Numbers { proof: 6, disproof: 2 });
    }

    #[test]
    fn large_numbers_settle_nothing() {
        let large = Numbers {
            proof: NEVER - 1,
            disproof: NEVER - 1,
        };
        assert!(!sum_of(&[large, large], true).is_solved());
        assert_eq!(sum_of(&[large, large], true), large);
        assert_eq!(sum_of(&[large, large], false), large);
    }
}
