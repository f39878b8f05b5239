//! Random definition files in which the royal pieces of a side are counted together, whatever their types.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::invent;

/// Returns the definition file of a random variant in which a second piece type is royal like the king, and pawns may
/// be promoted to either type. Royal pieces are royal only while a side has at most one or two of them.
pub fn with_royals_together(seed: u64) -> String {
    let text = invent(seed);
    let most = ChaCha8Rng::seed_from_u64(seed).random_range(1..=2);
    let key = format!("royal-up-to = {most}");
    let mut lines = Vec::new();
    let mut second = None;
    for line in text.lines() {
        let is_piece = line.contains(" = { name = ");
        match line {
            _ if ["facing", "promotes-to-lost", "bare-king"]
                .iter()
                .any(|key| line.starts_with(key)) => {}
            _ if line.starts_with("chained") => lines.push("chained = false".to_owned()),
            "[kings]" => lines.push(format!("[kings]\n{key}")),
            // A piece with a special first move must not start twice on a file, so it does not become royal.
            _ if is_piece && second.is_none() && !line.starts_with("K = ") && !line.contains("first") => {
                second = line.chars().next();
                lines.push(line.replacen(" }", ", royal = true }", 1));
            }
            _ => {
                let royal = format!("promotes-to = \"K{}", second.map_or(String::new(), String::from));
                let promotes = line.replacen("promotes-to = \"", &royal, 1);
                lines.push(match second {
                    // No letter may occur twice.
                    Some(letter) if promotes != line => {
                        let (start, end) = promotes.split_at(royal.len());
                        format!("{start}{}", end.replacen(letter, "", 1))
                    }
                    _ => promotes,
                });
            }
        }
    }
    if !text.contains("[kings]") {
        lines.push(format!("[kings]\n{key}"));
    }
    lines.join("\n") + "\n"
}
