//! Endgame tables: all values of whole classes equal the results of a brute-force solver with its own implementation of
//! the rules, in games that end by different rules. Published facts about chess are checked too.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use engine_tests::endings::Endings;
use engine_tests::games::{self, definition};
use kurier_api::{Desk, Message, PositionRef, Reply, Request, SearchLimits};
use kurier_engine::search::{Best, Limits};
use kurier_engine::session::{Board, EndgameLibrary, Endgames, Engine};
use kurier_rules::position::Position;
use kurier_rules::rules::{Catalogue, Color, Definition};
use kurier_rules::with_width;
use kurier_tables::{Distance, Game, Outcome, Plan, Tables, Wanted};

/// Makes the tables of some classes, and of all that they need, in a folder.
fn make<const W: usize>(game: &Game<W>, folder: &Path, classes: &[&str], distance: Distance) {
    let classes = classes.iter().map(|name| game.parse(name).expect("a class")).collect();
    let plan = Plan::new(game, folder, &Wanted::Only(classes), distance).expect("a plan");
    plan.run(game, 1 << 32, &AtomicBool::new(false), &|_| {})
        .expect("the tables are made");
}

/// Makes the tables of some classes, and of all that they need, in a folder. Returns all tables in the folder.
fn tables<const W: usize>(
    definition: &Arc<Definition>,
    folder: &Path,
    classes: &[&str],
    distance: Distance,
) -> Tables<W> {
    make(&Game::<W>::compile(definition.clone()), folder, classes, distance);
    let (tables, refused) = Tables::open(Game::compile(definition.clone()), folder, distance);
    assert!(refused.is_empty(), "{refused:?}");
    tables
}

/// Asserts that the tables of a class and of all classes that it needs agree with brute force. `pieces` are the letters
/// of the class as in a FEN. Returns how many of the positions are lost, drawn and won.
fn agrees(definition: &Arc<Definition>, class: &str, pieces: &str) -> [usize; 3] {
    let folder = tempfile::tempdir().expect("a folder");
    let endings = Endings::new(definition, pieces);
    let proofs: Vec<_> = endings.proofs().collect();
    let mut counts = [0; 3];
    with_width!(definition.shape, W => {
        let tables = tables::<W>(definition, folder.path(), &[class], Distance::Zeroing);
        for (fen, proof) in &proofs {
            let position = Position::<W>::from_fen(tables.game().variant().clone(), fen).expect("a legal position");
            let value = tables.probe(&position).expect("sound tables");
            let value = value.unwrap_or_else(|| panic!("{}: no table has {fen}", definition.name));
            let found = match value.outcome {
                Outcome::Draw => None,
                outcome => Some((outcome == Outcome::Win, u32::from(value.plies))),
            };
            assert_eq!(found, *proof, "{}: {fen}", definition.name);
            counts[value.outcome as usize] += 1;
        }
    });
    assert_eq!(counts.iter().sum::<usize>(), proofs.len());
    counts
}

/// Returns a game on a small board. `rest` is the rest of its definition file after `files` and `ranks`.
fn small(name: &str, files: u8, ranks: u8, start: &str, rest: &str) -> Arc<Definition> {
    let text =
        format!("name = \"{name}\"\nstart = \"{start} w - - 0 1\"\n[board]\nfiles = {files}\nranks = {ranks}\n{rest}");
    Arc::new(Definition::parse(&text, name).unwrap_or_else(|error| panic!("{name}: {error}")))
}

const KING: &str = "K = { name = \"King\", move = \"K\", royal = true }\n";

#[test]
fn mates_promotions_and_captures_en_passant() {
    let pieces = format!(
        "[pieces]\n{KING}R = {{ name = \"Queen\", move = \"Q\" }}\nP = {{ name = \"Pawn\", move = \"fmWfcF\", pawn = true, \
         double-step = 2, en-passant = true, promotes-to = \"R\" }}\n"
    );
    let game = small("mates", 2, 5, "1k/2/2/2/K1", &pieces);
    let counts = agrees(&game, "KPvKP", "KPkp");
    assert!(counts.iter().all(|count| *count > 300), "{counts:?}");
}

#[test]
fn stalemate_loses() {
    let pieces = format!(
        "[pieces]\n{KING}N = {{ name = \"Knight\", move = \"N\" }}\nB = {{ name = \"Bishop\", move = \"B\" }}\n[ends]\nstalemate = \"loss\"\n"
    );
    let game = small("stalemates", 4, 4, "3k/4/4/K3", &pieces);
    let counts = agrees(&game, "KNvKB", "KNkb");
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

#[test]
fn a_bare_king_loses() {
    let pieces = format!(
        "[pieces]\n{KING}F = {{ name = \"Ferz\", move = \"F\" }}\nW = {{ name = \"Wazir\", move = \"W\" }}\n[ends]\nbare-king = \"loses\"\n"
    );
    let game = small("bare", 4, 4, "3k/4/4/K3", &pieces);
    let counts = agrees(&game, "KFvKW", "KFkw");
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

#[test]
fn a_bare_king_may_answer() {
    let pieces = format!(
        "[pieces]\n{KING}R = {{ name = \"Rook\", move = \"R\" }}\nN = {{ name = \"Knight\", move = \"N\" }}\n\
         [ends]\nbare-king = \"loses-unless-answered\"\nstalemate = \"loss\"\nmove-limit = 6\n"
    );
    let game = small("answered", 4, 4, "3k/4/4/K3", &pieces);
    let counts = agrees(&game, "KRvKN", "KRkn");
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

#[test]
fn the_move_limit_makes_late_wins_draws() {
    let pieces = format!(
        "[pieces]\n{KING}R = {{ name = \"Rook\", move = \"R\" }}\nP = {{ name = \"Pawn\", move = \"fmWfcF\", pawn = true, promotes-to = \"R\" }}\n"
    );
    let without = agrees(&small("unlimited", 3, 4, "2k/3/3/K2", &pieces), "KPvKP", "KPkp");
    let limited = format!("{pieces}[ends]\nmove-limit = 2\n");
    let with = agrees(&small("limited", 3, 4, "2k/3/3/K2", &limited), "KPvKP", "KPkp");
    assert!(with[1] > without[1], "{with:?} {without:?}: more draws");
}

#[test]
fn captures_are_mandatory() {
    let pieces = format!(
        "[pieces]\n{KING}D = {{ name = \"Dabbaba\", move = \"D\" }}\nP = {{ name = \"Pawn\", move = \"fmWfcF\", pawn = true, \
         double-step = 2, en-passant = true, promotes-to = \"D\" }}\n[captures]\nmandatory = true\nchained = false\n\
         [ends]\nstalemate = \"loss\"\nbare-king = \"loses\"\n"
    );
    let game = small("forced", 3, 5, "2k/3/3/3/K2", &pieces);
    let counts = agrees(&game, "KPvKP", "KPkp");
    assert!(counts[0] > 1000 && counts[2] > 1000, "{counts:?}");
}

#[test]
fn chains_take_even_the_king() {
    let pieces = format!(
        "[pieces]\n{KING}W = {{ name = \"Wazir\", move = \"W\" }}\nD = {{ name = \"Dabbaba\", move = \"D\" }}\n\
         [captures]\nmandatory = true\nchained = true\n[ends]\nstalemate = \"loss\"\nbare-king = \"loses\"\n"
    );
    let game = small("chains", 3, 3, "2k/3/K2", &pieces);
    let counts = agrees(&game, "KDvKWW", "KDkww");
    assert!(counts[0] > 1000 && counts[2] > 1000, "{counts:?}");
}

#[test]
fn hoppers_and_bent_paths_on_a_board_with_holes() {
    let pieces = format!(
        "holes = [\"b2\"]\n[pieces]\n{KING}C = {{ name = \"Cannon\", move = \"mRcpR\" }}\nG = {{ name = \"Griffin\", move = \"t[FR]\" }}\n"
    );
    let game = small("holes", 3, 4, "2k/3/1*1/K2", &pieces);
    let counts = agrees(&game, "KGvKC", "KGkc");
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

#[test]
fn levels_zones_and_promotion_sets() {
    let pieces = "levels = 2\nzones = [\"01\", \"10\"]\n[pieces]\nK = { name = \"King\", move = \"WF(1,1,1)\", royal = true }\n\
                  A = { name = \"Duke\", move = \"W(1,1,1)\" }\nP = { name = \"Pawn\", move = \"fmW fmF[same] fcF[other]\", \
                  pawn = true, promotes-to = \"A\" }\n[ends]\npromotion-set = { A = 2 }\n";
    let game = small("levels", 2, 3, "1k/2/2|2/2/K1", pieces);
    let counts = agrees(&game, "KAPvK", "KAPk");
    assert!(counts[0] > 10 && counts[2] > 100, "{counts:?}");
}

#[test]
fn one_sided_pieces_and_promotion_by_file() {
    let pieces = format!(
        "holes = [\"a1\"]\n[pieces]\n{KING}S = {{ name = \"Screw\", move = \"lfNbW\" }}\nR = {{ name = \"Rook\", move = \"R\" }}\n\
         P = {{ name = \"Pawn\", move = \"fmWfcF\", pawn = true, promotes-by-file = \"RSR\" }}\n"
    );
    let game = small("onesided", 3, 4, "2k/3/3/*K1", &pieces);
    agrees(&game, "KPvKS", "KPks");
}

#[test]
fn pieces_that_are_no_pawns_promote_without_a_restart() {
    let pieces = format!(
        "[pieces]\n{KING}R = {{ name = \"Rook\", move = \"R\" }}\nM = {{ name = \"Prince\", move = \"K\", double-step = [1, 2], promotes-to = \"R\" }}\n\
         [ends]\nmove-limit = 4\n"
    );
    let game = small("princes", 3, 4, "2k/3/3/K2", &pieces);
    let counts = agrees(&game, "KMvKM", "KMkm");
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

/// Returns the longest win in the table of a class of chess, in plies and by side to move; `None` if the side never
/// wins.
fn longest(class: &str, distance: Distance) -> [Option<u16>; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    let chess = definition("chess");
    let tables = tables::<1>(&chess, folder.path(), &[class], distance);
    let info = tables.infos().find(|info| info.class == class).expect("its table");
    Color::BOTH.map(|color| info.statistics.side(color).longest_win.map(|longest| longest.plies))
}

#[test]
fn queen_and_rook_mate_in_the_published_numbers_of_moves() {
    for distance in [Distance::Zeroing, Distance::End] {
        assert_eq!(longest("KQvK", distance), [Some(2 * 10 - 1), None]);
        assert_eq!(longest("KRvK", distance), [Some(2 * 16 - 1), None]);
        assert_eq!(longest("KBvK", distance), [None, None]);
    }
}

/// Checks the longest mates with four pieces. The test takes minutes, so it runs only if `KURIER_TABLES` is set.
#[test]
fn four_pieces_of_chess_mate_in_the_published_numbers_of_moves() {
    if std::env::var_os("KURIER_TABLES").is_none() {
        return;
    }
    assert_eq!(longest("KBNvK", Distance::End)[0], Some(2 * 33 - 1));
    assert_eq!(longest("KRvKN", Distance::End)[0], Some(2 * 40 - 1));
}

/// Asserts that if both sides play the best turns by the tables, the predicted winner wins in the predicted number of
/// plies. Plays from about 500 entries of a class. Returns how many games were won.
fn wins_as_predicted(game: &str, class: &str) -> usize {
    let definition = definition(game);
    let folder = tempfile::tempdir().expect("a folder");
    with_width!(definition.shape, W => {
        let tables = tables::<W>(&definition, folder.path(), &[class], Distance::Zeroing);
        let class = tables.game().parse(class).expect("a class");
        let mut won = 0;
        for number in (0..tables.entries(&class)).step_by(tables.entries(&class) as usize / 500 + 1) {
            let Some(mut position) = tables.position(&class, number) else { continue };
            let Ok(Some(mut value)) = tables.probe(&position) else { continue };
            if value.outcome != Outcome::Win || position.outcome().is_some() {
                continue;
            }
            let winner = position.side();
            while value.plies > 0 {
                let best = position.turns().into_iter().filter_map(|turn| {
                    Some((tables.after(&mut position.clone(), &turn).expect("sound tables")?, turn))
                });
                let (expected, turn) = best.reduce(|one, other| if one.0.better(other.0) == one.0 { one } else { other }).expect("a turn");
                assert_eq!(expected, value, "{}", position.fen());
                position.play(&turn);
                if let Some(outcome) = position.outcome() {
                    assert_eq!((outcome.winner, value.plies), (Some(winner), 1), "{}", position.fen());
                    break;
                }
                let next = tables.probe(&position).expect("sound tables").expect("a table");
                assert!(position.halfmoves() == 0 || next.plies + 1 == value.plies, "{}", position.fen());
                assert_ne!(next.outcome, Outcome::Draw, "{}", position.fen());
                value = next;
            }
            won += 1;
        }
        won
    })
}

#[test]
fn the_tables_win_what_they_promise() {
    assert!(wins_as_predicted("chess", "KRvK") > 10);
    assert!(wins_as_predicted("leap", "KNvKR") > 10);
}

/// Generates chess endgame tables in a folder, and opens them for an engine.
fn chess_with_tables(folder: &Path, classes: &[&str]) -> (Arc<Definition>, Endgames) {
    let chess = definition("chess");
    make(&Game::<1>::compile(chess.clone()), folder, classes, Distance::Zeroing);
    let (tables, refused) = kurier_tables::open_shared(&chess, folder);
    assert!(refused.is_empty());
    let tables = Endgames::new(&chess, tables.expect("there are tables"));
    (chess, tables)
}

/// Creates an engine with tables or without.
fn engine(board: &Board, tables: Option<&Endgames>) -> Engine {
    let mut engine = games::engine(board);
    engine.set_endgames(tables);
    engine
}

/// Searches a position to a depth.
fn search(engine: &mut Engine, board: &Board, depth: u32) -> Best {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    games::search(engine, board, &limits)
}

#[test]
fn a_search_with_tables_mates() {
    let folder = tempfile::tempdir().expect("a folder");
    let (chess, tables) = chess_with_tables(folder.path(), &["KRvK"]);
    let mut board = Board::from_fen(&chess, "8/8/8/3k4/8/8/8/KR6 w - - 0 1").expect("a position");
    let mut with_tables = engine(&board, Some(&tables));
    let longest = tables.probe(&board).expect("a table").value.plies;
    let mut plies = 0;
    while board.outcome().is_none() {
        let best = search(&mut with_tables, &board, 2);
        assert!(best.score.abs() > 30_000, "{} {}", best.score, board.fen());
        board.play(&best.turn.expect("a turn")).expect("it is legal");
        plies += 1;
    }
    assert_eq!(plies, longest, "both sides play the best moves");
    // No table has this position, but a table has the ending after the capture of the pawn.
    let before = Board::from_fen(&chess, "7k/8/8/8/7r/8/K6P/8 b - - 0 1").expect("a position");
    assert_eq!(tables.probe(&before), None);
    let scores = [Some(&tables), None].map(|tables| search(&mut engine(&before, tables), &before, 1).score);
    assert!(scores[0] > 30_000 && scores[1] < 30_000, "{scores:?}");
}

#[test]
fn a_search_with_tables_keeps_every_draw() {
    let folder = tempfile::tempdir().expect("a folder");
    let (chess, tables) = chess_with_tables(folder.path(), &["KPvK"]);
    let (all, _) = Tables::<1>::open(Game::compile(chess.clone()), folder.path(), Distance::Zeroing);
    let class = all.game().parse("KPvK").expect("a class");
    let is_drawn = |board: &Board| match board.outcome() {
        Some(outcome) => outcome.winner.is_none(),
        None => tables.probe(board).expect("a table").outcome == Outcome::Draw,
    };
    let keeps = |board: &Board, engine: &mut Engine| {
        let mut after = board.clone();
        let best = search(engine, board, 1);
        after.play(&best.turn.expect("a turn")).expect("it is legal");
        is_drawn(&after)
    };
    let start = Board::new(&chess);
    let [mut with_tables, mut without] = [Some(&tables), None].map(|tables| engine(&start, tables));
    let mut kept_without = [0, 0];
    for number in (0..all.entries(&class)).step_by(all.entries(&class) as usize / 2000 + 1) {
        let Some(position) = all.position(&class, number) else {
            continue;
        };
        let board = Board::from_fen(&chess, &position.fen()).expect("a position");
        if board.outcome().is_none() && is_drawn(&board) {
            assert!(keeps(&board, &mut with_tables), "{}", board.fen());
            kept_without[usize::from(keeps(&board, &mut without))] += 1;
        }
    }
    assert!(kept_without[0] > 0, "no draw was difficult: {kept_without:?}");
}

#[test]
fn tables_answer_for_their_own_game_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let (chess, tables) = chess_with_tables(folder.path(), &["KRvK"]);
    let fen = "8/8/8/3k4/8/8/8/KR6 w - - 0 1";
    assert!(
        tables
            .probe(&Board::from_fen(&chess, fen).expect("a position"))
            .is_some()
    );
    let shatranj = definition("shatranj");
    let board = Board::from_fen(&shatranj, fen).expect("a position");
    assert_eq!(tables.probe(&board), None);
    let mut other = engine(&board, None);
    let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| other.set_endgames(Some(&tables))));
    assert!(
        refused.is_err(),
        "the board has the same width, but the game is another"
    );
}

#[test]
fn the_desk_of_the_page_quotes_the_tables() {
    let chess = definition("chess");
    let folder = tempfile::tempdir().expect("a folder");
    make(
        &Game::<1>::compile(chess.clone()),
        folder.path(),
        &["KRvK"],
        Distance::Zeroing,
    );
    let replies = Arc::new(Mutex::new(Vec::new()));
    let outbox = {
        let replies = replies.clone();
        Arc::new(move |message: Message<Reply>| replies.lock().expect("no panic").push(message.body))
    };
    let mut desk = Desk::new(Catalogue::built_in(), outbox);
    let path = folder.path().to_owned();
    desk.set_endgames(EndgameLibrary::new(move |definition| {
        let (tables, _) = kurier_tables::open_shared(definition, &path);
        tables.map(|tables| Endgames::new(definition, tables))
    }));
    let mut quoted = |game: &str, fen: Option<&str>, play: Option<&str>| {
        let position = PositionRef {
            game: game.into(),
            fen: fen.map(str::to_owned),
            moves: Vec::new(),
        };
        let body = match play {
            Some(text) => Request::Play {
                position,
                text: text.into(),
            },
            None => Request::Position { position },
        };
        desk.handle(Message { id: 1, body });
        match replies.lock().expect("no panic").pop() {
            Some(Reply::Position(view)) => view.table,
            other => panic!("{other:?}"),
        }
    };
    let black_to_move = Some("8/8/8/8/8/k7/8/1RK5 b - - 0 1");
    assert_eq!(
        quoted("chess", black_to_move, None).as_deref(),
        Some("White wins in 16")
    );
    assert_eq!(
        quoted("chess", black_to_move, Some("Ka4")).as_deref(),
        Some("White wins in 15")
    );
    assert_eq!(quoted("chess", None, None), None, "no table has the start position");
    assert_eq!(quoted("shatranj", None, None), None, "there are no tables of the game");
    let mate = Some("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    assert_eq!(quoted("chess", mate, Some("Ra8#")), None, "the game is over");
    let position = PositionRef {
        game: "chess".into(),
        fen: mate.map(str::to_owned),
        moves: Vec::new(),
    };
    let limits = SearchLimits {
        depth: Some(1),
        ..SearchLimits::default()
    };
    desk.handle(Message {
        id: 2,
        body: Request::Judge {
            position,
            limits,
            engine: 0,
            next: None,
        },
    });
    // The search may end before its reply has arrived.
    let reply = loop {
        match replies.lock().expect("no panic").pop() {
            Some(reply) => break reply,
            None => std::thread::yield_now(),
        }
    };
    match reply {
        Reply::Judged(judged) => assert_eq!(judged.table.as_deref(), Some("White wins in 1")),
        other => panic!("{other:?}"),
    }
}
