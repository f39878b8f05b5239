use super::*;
use Color::{Black, White};

use kurier_rules::rules::Catalogue;

/// Returns a game of chess after `turns`, with one minute and an increment of two seconds for each player.
fn chess(turns: &[&str]) -> (Meeting, Instant) {
    let definition = Catalogue::built_in().find("chess").expect("a built-in game");
    let turns: Vec<String> = turns.iter().map(|text| (*text).to_owned()).collect();
    let meeting = Meeting::new(&definition, None, &turns, clock(1, 2, None)).expect("legal turns");
    (meeting, Instant::now())
}

/// Returns the order to play a turn.
fn turn(ply: usize, text: &str) -> Order {
    Order::Play { ply, text: text.into() }
}

#[test]
fn turns_are_played_in_turn_and_checked() {
    let (mut game, now) = chess(&[]);
    assert!(matches!(
        game.obey(Black, turn(0, "e7e5"), now),
        Err(Refusal::NotYourTurn)
    ));
    assert!(matches!(game.obey(White, turn(0, "e2e5"), now), Err(Refusal::Turn(_))));
    game.obey(White, turn(0, "e2e4"), now).expect("a legal turn");
    // The page of White may send its turn again after a lost connection.
    assert!(matches!(
        game.obey(White, turn(0, "e2e4"), now),
        Err(Refusal::NotYourTurn)
    ));
    assert!(matches!(
        game.obey(Black, turn(0, "e7e5"), now),
        Err(Refusal::NotYourTurn)
    ));
    game.obey(Black, turn(1, "e7e5"), now).expect("a legal turn");
    let state = game.state(now);
    assert_eq!(
        (state.moves, state.side),
        (vec!["e2e4".to_owned(), "e7e5".into()], "White")
    );
}

#[test]
fn a_draw_needs_both_players() {
    let (mut game, now) = chess(&["e2e4"]);
    let draw = Order::Offer { what: Offer::Draw };
    assert!(matches!(game.obey(White, Order::Accept, now), Err(Refusal::NoOffer)));
    game.obey(White, draw.clone(), now).expect("an offer");
    assert!(
        matches!(game.obey(White, Order::Accept, now), Err(Refusal::NoOffer)),
        "not by oneself"
    );
    game.obey(White, draw.clone(), now)
        .expect("two offers by one side are not an agreement");
    assert_eq!(game.state(now).end, None);
    // A turn declines the offer.
    game.obey(Black, turn(1, "e7e5"), now).expect("a legal turn");
    assert_eq!(game.state(now).offer, None);
    game.obey(White, draw.clone(), now).expect("an offer");
    game.obey(Black, draw, now).expect("an offer");
    let end = game.state(now).end.expect("the game is over");
    assert_eq!((end.result, end.reason), ("1/2-1/2", Reason::Agreement));
    assert!(matches!(game.obey(White, turn(2, "d2d4"), now), Err(Refusal::Over)));
}

#[test]
fn turns_are_taken_back_by_agreement() {
    let back = Order::Offer { what: Offer::TakeBack };
    let (mut game, now) = chess(&["e2e4"]);
    assert!(matches!(
        game.obey(Black, back.clone(), now),
        Err(Refusal::NothingToTakeBack)
    ));
    game.obey(White, back.clone(), now).expect("an offer");
    game.obey(Black, Order::Decline, now).expect("an answer");
    assert_eq!(game.state(now).moves.len(), 1);
    game.obey(White, back.clone(), now).expect("an offer");
    game.obey(Black, Order::Accept, now).expect("an answer");
    assert!(game.state(now).moves.is_empty());
    // Both the reply and the turn before it are taken back, so White is to move again.
    let (mut game, now) = chess(&["e2e4", "e7e5", "d2d4", "d7d5"]);
    game.obey(White, back, now).expect("an offer");
    game.obey(Black, Order::Accept, now).expect("an answer");
    let state = game.state(now);
    assert_eq!(
        (state.moves, state.side),
        (vec!["e2e4".to_owned(), "e7e5".into()], "White")
    );
}

#[test]
fn the_clock_runs_from_the_second_turn_on_and_ends_the_game() {
    let (mut game, start) = chess(&[]);
    let after = |seconds| start + Duration::from_secs(seconds);
    assert_eq!(
        game.state(after(30)).clock,
        Some([60_000; 2]),
        "the first turn is not timed"
    );
    game.obey(White, turn(0, "e2e4"), after(30)).expect("a legal turn");
    assert_eq!(game.state(after(40)).clock, Some([62_000, 50_000]));
    game.obey(Black, turn(1, "e7e5"), after(40)).expect("a legal turn");
    assert_eq!(game.state(after(41)).clock, Some([61_000, 52_000]));
    assert!(matches!(
        game.obey(Black, Order::ClaimTime, after(101)),
        Err(Refusal::TimeLeft)
    ));
    assert!(
        matches!(game.obey(White, turn(2, "d2d4"), after(102)), Err(Refusal::Over)),
        "too late"
    );
    let state = game.state(after(200));
    assert_eq!(
        state.end,
        Some(End {
            result: "0-1",
            reason: Reason::Time
        })
    );
    assert_eq!(state.clock, Some([0, 52_000]));
}

#[test]
fn the_rules_and_resignation_end_a_game() {
    let (mut game, now) = chess(&["f2f3", "e7e5", "g2g4"]);
    game.obey(Black, turn(3, "d8h4"), now).expect("a legal turn");
    assert_eq!(
        game.state(now).end,
        Some(End {
            result: "0-1",
            reason: Reason::Rules
        })
    );
    let (mut game, now) = chess(&[]);
    game.obey(Black, Order::Resign, now).expect("always possible");
    assert_eq!(
        game.state(now).end,
        Some(End {
            result: "1-0",
            reason: Reason::Resignation
        })
    );
}

#[test]
fn what_is_not_legal_begins_no_game() {
    let definition = Catalogue::built_in().find("chess").expect("a built-in game");
    assert!(Meeting::new(&definition, Some("no position".into()), &[], None).is_err());
    assert!(Meeting::new(&definition, None, &["e2e5".into()], None).is_err());
    let endless = vec!["e2e4".to_owned(); MOST_TURNS + 1];
    assert!(matches!(
        Meeting::new(&definition, None, &endless, None),
        Err(BadStart::TooLong)
    ));
}
