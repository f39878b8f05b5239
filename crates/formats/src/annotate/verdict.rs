//! Rates turns by the expected points that they lose.

use serde::Serialize;

/// A verdict on a turn that loses expected points (a win is 1, a draw a half).
#[derive(Serialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// The turn loses at least a tenth of a point, but less than a fifth.
    Inaccuracy,
    /// The turn loses at least a fifth of a point, but less than three tenths.
    Mistake,
    /// The turn loses at least three tenths of a point.
    Blunder,
}

impl Verdict {
    /// All verdicts, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Returns the verdict on a turn that loses `loss` expected points; `None` if `loss` is less than a tenth.
    pub fn on(loss: f64) -> Option<Self> {
        match loss {
            0.3.. => Some(Self::Blunder),
            0.2.. => Some(Self::Mistake),
            0.1.. => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// Returns the annotation symbol that PGN attaches to the move.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Returns the English word for the verdict.
    pub fn word(self) -> &'static str {
        match self {
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }
}

/// Returns how close a turn comes to the best one, 0 to 100, from its loss of expected points. The accuracy falls to
/// about a third if a quarter of a point is lost. The formula was published by Lichess.
pub fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_falls_with_the_loss() {
        assert_eq!(accuracy(0.0).round(), 100.0);
        assert!(accuracy(0.1) > accuracy(0.3) && accuracy(1.0) < 1.0);
    }

    #[test]
    fn verdicts_grow_with_the_loss() {
        let verdicts: Vec<_> = [-0.4, 0.0, 0.09, 0.1, 0.25, 0.3, 1.0]
            .into_iter()
            .map(Verdict::on)
            .collect();
        assert!(verdicts.is_sorted());
        assert_eq!(verdicts[2..4], [None, Some(Verdict::Inaccuracy)]);
        assert_eq!(verdicts[6], Some(Verdict::Blunder));
    }
}
