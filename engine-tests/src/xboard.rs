//! Matches played through the real XBoard on a virtual display.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

/// The time limit of a match, in seconds. A match that takes longer is considered to hang.
const LIMIT: u32 = 1800;
/// The number of moves after which XBoard adjudicates a draw.
const LONGEST: &str = "120";

/// A game that XBoard referees between two engines.
pub struct XBoardMatch<'a> {
    /// The paths of `xboard` and `Xvfb`, in this order.
    pub programs: &'a [PathBuf],
    /// XBoard's name for the variant.
    pub variant: &'a str,
    /// The program that plays White.
    pub first: &'a Path,
    /// The program that plays Black.
    pub second: &'a Path,
    /// The start position as a FEN; `None` for XBoard's own start position.
    pub position: Option<&'a str>,
    /// Additional options of XBoard.
    pub options: &'a [&'a str],
}

/// The result and the records of a finished game.
pub struct Verdict {
    /// How the game ended.
    pub end: End,
    /// The saved game, as PGN; empty if the second engine refused a move.
    pub pgn: String,
    /// The number of plies that were played.
    pub plies: usize,
    /// XBoard's debug file, with everything that XBoard and the engines said.
    pub log: String,
}

/// How a game ended.
pub enum End {
    /// The game ended by XBoard's rules or by a claim that XBoard accepted. The text is XBoard's comment on the result.
    Over(String),
    /// The second engine refused a move: the game may have been over for it, but not for XBoard, which would have
    /// waited forever.
    Refused,
}

impl XBoardMatch<'_> {
    /// Plays the game to its end and checks that neither side forfeited, crashed or lost on time, that Kurier reported
    /// no error, and that XBoard announced the result and saved the game.
    ///
    /// # Panics
    /// Panics if a check fails, and shows XBoard's output, the game and the log.
    pub fn play(&self) -> Verdict {
        let folder = Folder::new();
        let pgn = folder.0.join("game.pgn");
        let log = folder.0.join("xboard.debug");
        let display = Display::open(&self.programs[1]);
        let mut command = Command::new("timeout");
        command
            .arg(LIMIT.to_string())
            .arg(&self.programs[0])
            .args("-noGUI -mm -mg 1 -tc 0:02 -inc 0.02 -xexit -saveSettingsOnExit false".split(' '))
            // XBoard takes up to half a second per move, so without adjudication the longest games would exceed the
            // time limit.
            .args(["-adjudicateDrawMoves", LONGEST])
            .args(["-popupMoveErrors", "false", "-soundProgram", "", "-debug"])
            .args(["-variant", self.variant])
            .args([Path::new("-fcp"), self.first, Path::new("-scp"), self.second])
            .args([Path::new("-sgf"), &pgn, Path::new("-nameOfDebugFile"), &log])
            .args(self.options)
            // Neither read nor change the user's settings.
            .env("HOME", &folder.0)
            .env("DISPLAY", &display.name)
            .current_dir(&folder.0);
        if let Some(fen) = self.position {
            let file = folder.0.join("start.fen");
            fs::write(&file, format!("{fen}\n")).expect("the folder can be written to");
            command.arg("-lpf").arg(file);
        }
        let output = folder.0.join("output");
        let status = run(command, &output, &log);
        let [said, pgn, log] = [&output, &pgn, &log].map(|path| read(path));
        let fail = |why: &str| -> ! {
            let tail = |text: &str, lines: usize| {
                let all: Vec<&str> = text.lines().collect();
                all[all.len().saturating_sub(lines)..].join("\n")
            };
            let (pgn, log) = (tail(&pgn, 12), tail(&log, 60));
            panic!("{}: {why}\n{said}\n{pgn}\n{log}", self.variant);
        };
        if status.is_some_and(|status| !status.success()) {
            fail(&format!("XBoard ended with {status:?}"));
        }
        if status.is_some()
            && !["1-0-0", "0-1-0", "0-0-1"]
                .iter()
                .any(|score| said.contains(&format!("final score {score}")))
        {
            fail("no final score of one game");
        }
        // Only Kurier's errors count, not errors of the other engine.
        let ours = |line: &&str| line.contains("<first ") || self.second == self.first && line.contains("<second");
        for line in log.lines().filter(ours) {
            let words = line.split_once(": ").map_or("", |(_, words)| words);
            if words.starts_with("Illegal") || words.starts_with("Error") || words.starts_with("tellusererror") {
                fail(&format!("an engine complained: {words}"));
            }
        }
        if status.is_none() {
            let plies = moves_with_second(&log).len().saturating_sub(1);
            return Verdict {
                end: End::Refused,
                pgn: String::new(),
                plies,
                log,
            };
        }
        let Some((moves, reason, result)) = parse_pgn(&pgn) else {
            fail("the saved game is not complete");
        };
        let bad = [
            "orfeit",
            "False",
            "flag",
            "on time",
            "exit",
            "llegal",
            "isconnect",
            "died",
        ];
        if bad.iter().any(|word| reason.contains(word)) || result == "*" {
            fail("the game was not played to its end");
        }
        Verdict {
            end: End::Over(reason),
            plies: moves,
            pgn,
            log,
        }
    }
}

/// Runs XBoard, which writes to the files `output` and `log`, and returns its exit status; `None` if the second
/// engine refused a move.
fn run(mut command: Command, output: &Path, log: &Path) -> Option<ExitStatus> {
    let file = File::create(output).expect("the folder can be written to");
    let errors = file.try_clone().expect("a file can be opened twice");
    let mut xboard = command
        .stdout(file)
        .stderr(errors)
        .spawn()
        .expect("timeout is a part of every system with XBoard");
    loop {
        if let Some(status) = xboard.try_wait().expect("the status of a child") {
            return Some(status);
        }
        if has_refused(&read(log)) {
            // `timeout` passes the signal on to XBoard.
            let killed = Command::new("kill").arg(xboard.id().to_string()).status();
            assert!(killed.is_ok_and(|status| status.success()), "XBoard can be ended");
            xboard.wait().expect("XBoard ends");
            return None;
        }
        thread::sleep(Duration::from_millis(100));
    }
}

/// Returns the content of a file, or an empty string if there is no file yet.
fn read(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns whether the second engine has refused the last move that XBoard sent to it.
fn has_refused(log: &str) -> bool {
    let sent = log.lines().rev().find_map(sent_to_second);
    let errors = log
        .lines()
        .filter_map(|line| Some(line.split_once("<second: Error ")?.1));
    sent.is_some_and(|sent| errors.into_iter().any(|error| error.ends_with(&format!(": {sent}"))))
}

/// Returns the moves that XBoard sent to the second engine or received from it, in order and in coordinate notation.
pub fn moves_with_second(log: &str) -> Vec<&str> {
    let with_second = |line| sent_to_second(line).or_else(|| received_from_second(line));
    log.lines().filter_map(with_second).collect()
}

/// Returns the move in a line of the log in which XBoard receives it from the second engine.
fn received_from_second(line: &str) -> Option<&str> {
    Some(line.split_once("<second: move ")?.1.trim())
}

/// Returns the move in a line of the log with which XBoard sends it to the second engine. XBoard sends the command and
/// the move one after the other: `664 >second: usermove 664 >second: k1j3`.
fn sent_to_second(line: &str) -> Option<&str> {
    line.split_once(">second: usermove ")?.1.split(' ').next_back()
}

/// Loads the first game of a PGN file into XBoard without an engine and returns the moves that XBoard understood, in
/// coordinate notation. `programs` are the paths of `xboard` and `Xvfb`.
///
/// # Panics
/// Panics if XBoard does not finish loading the game.
pub fn load_game(programs: &[PathBuf], variant: &str, pgn: &Path) -> Vec<String> {
    let folder = Folder::new();
    let log = folder.0.join("xboard.debug");
    let display = Display::open(&programs[1]);
    let mut viewer = Command::new(&programs[0])
        .args("-ncp -lgi 1 -td 0 -saveSettingsOnExit false -popupMoveErrors false -debug".split(' '))
        .args(["-soundProgram", "", "-variant", variant])
        .args([Path::new("-lgf"), pgn, Path::new("-nameOfDebugFile"), &log])
        .env("HOME", &folder.0)
        .env("DISPLAY", &display.name)
        .current_dir(&folder.0)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("XBoard can be started");
    let end = Instant::now() + Duration::from_secs(LIMIT.into());
    let log = loop {
        let text = read(&log);
        if text.contains("LoadGame(): on exit") || Instant::now() > end {
            break text;
        }
        thread::sleep(Duration::from_millis(50));
    };
    let _ = viewer.kill();
    let _ = viewer.wait();
    assert!(log.contains("LoadGame(): on exit"), "{variant}: {log}");
    // The log has lines such as "Parsed Nf3 into g1f3 virgin=0,0".
    let moves = log
        .lines()
        .filter_map(|line| line.strip_prefix("Parsed ")?.split_once(" into ")?.1.split(' ').next());
    moves.map(str::to_owned).collect()
}

/// Returns the number of plies, the last comment and the result of a PGN game; `None` if the text is not a game.
fn parse_pgn(pgn: &str) -> Option<(usize, String, String)> {
    let tags_end = pgn.rfind("\"]\n")? + 3;
    let text = pgn[tags_end..].split_whitespace().collect::<Vec<_>>().join(" ");
    let (body, result) = text.rsplit_once(' ')?;
    let (_, reason) = body.rsplit_once('{')?;
    let mut plies = 0;
    let mut depth = 0;
    for word in body.split(' ') {
        depth += word.matches('{').count();
        let in_comment = depth > 0;
        depth = depth.saturating_sub(word.matches('}').count());
        let number = word
            .strip_suffix('.')
            .is_some_and(|digits| digits.parse::<u32>().is_ok());
        plies += usize::from(!in_comment && !number && !word.is_empty());
    }
    Some((plies, reason.trim_end_matches('}').to_owned(), result.to_owned()))
}

/// A virtual display, closed when dropped. (`xvfb-run` is not used, because it has a race between finding a free
/// display number and taking it.)
struct Display {
    server: Child,
    name: String,
}

impl Display {
    fn open(program: &Path) -> Self {
        let mut server = Command::new(program)
            .args("-displayfd 1 -screen 0 1280x1024x24 -nolisten tcp -noreset".split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb can be started");
        let mut number = String::new();
        let output = server.stdout.take().expect("output is piped");
        BufReader::new(output)
            .read_line(&mut number)
            .expect("Xvfb says its number");
        let name = format!(":{}", number.trim());
        Self { server, name }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A temporary folder, deleted when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "kurier-xboard-{}-{}",
            process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let folder = env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_moves_are_found() {
        let begun =
            "5 <second: Error (unkown command): post\n6 >second: usermove 6 >second: e2e4\n7 <second: move e7e5\n";
        assert_eq!(moves_with_second(begun), ["e2e4", "e7e5"]);
        assert!(!has_refused(begun));
        let sent = format!("{begun}8 >second: usermove 8 >second: j3j4\n");
        assert!(!has_refused(&sent));
        assert!(has_refused(&format!("{sent}9 <second: Error (unkown command): j3j4\n")));
    }

    #[test]
    fn games_are_read_with_comments_over_several_lines() {
        let pgn = "[Event \"x\"]\n[Result \"0-1\"]\n\n1. e4 {+4.78/10 0.1} b5 {-4.12/9\n0.1} 2. Rf4 d5\n3. a1=Q\n{Black wins: bare\nking} 0-1\n\n";
        let (plies, reason, result) = parse_pgn(pgn).expect("a game");
        assert_eq!(
            (plies, reason.as_str(), result.as_str()),
            (5, "Black wins: bare king", "0-1")
        );
        assert!(parse_pgn("").is_none());
    }
}
