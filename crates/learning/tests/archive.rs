//! Tests of files of games: plain, compressed and incomplete files.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use kurier_engine::eval::Weights;
use kurier_learning::archive::{Appender, ArchiveError, Game, GameResult, Header, read, read_all};
use kurier_rules::rules::{Catalogue, Color};

const GAMES: u64 = 30;

/// Writes some games to the file `plain` and returns the contents of the file, compressed with gzip.
fn write(plain: &Path, header: &Header) -> Vec<u8> {
    let mut file = Appender::open(plain, header).expect("a new file");
    for index in 0..GAMES {
        let game = Game {
            index,
            fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1".into(),
            result: GameResult::Win(Color::White),
            reason: "invented".into(),
            turns: vec![("e1e2".into(), index as i32)],
        };
        file.append(&game).expect("a file that can be written");
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&fs::read(plain).expect("games")).expect("memory");
    packed.finish().expect("memory")
}

#[test]
fn compressed_games_are_read_and_never_added_to() {
    let definition = Catalogue::built_in().get("chess").expect("a built-in game");
    let folder = tempfile::tempdir().expect("a folder");
    let [plain, packed, cut] = ["plain", "packed", "cut"].map(|name| folder.path().join(name));
    let evaluation = (&Weights::built_in(&definition), false);
    let header = Header::new(&definition, evaluation, 1, 1, "invented".into());
    let bytes = write(&plain, &header);
    fs::write(&packed, &bytes).expect("a file");
    assert_eq!(read(&packed).expect("compressed games"), read(&plain).expect("games"));
    // All games have the same turns and differ only in their scores, so they count as duplicates of one game.
    let all = read_all(&[plain, packed.clone()], &definition).expect("games");
    assert_eq!(all.len(), 1);

    let refused = Appender::open(&packed, &header).err();
    assert!(matches!(refused, Some(ArchiveError::Compressed { .. })), "{refused:?}");
    assert_eq!(
        fs::read(&packed).expect("a file"),
        bytes,
        "a refused file must not change"
    );

    // An incomplete last line is tolerated in plain files only: a truncated compressed file may lack any number of
    // games.
    fs::write(&cut, &bytes[..bytes.len() - 4]).expect("a file");
    let refused = read(&cut).err();
    assert!(matches!(refused, Some(ArchiveError::File { .. })), "{refused:?}");
}
