//! The GUI's side of the XBoard protocol: the beginnings of conversations.

use crate::Process;

/// Starts the engine and greets it as XBoard 4.9 does, with answers to its features.
///
/// # Panics
/// Panics, as all functions of this module do, if the engine cannot be started or does not answer in time.
pub fn xboard() -> Process {
    let mut engine = greeted();
    for feature in [
        "ping",
        "setboard",
        "usermove",
        "memory",
        "smp",
        "exclude",
        "highlight",
        "pause",
        "variants",
        "done",
    ] {
        engine.send(&format!("accepted {feature}"));
    }
    engine.send("memory 32");
    engine.send("cores 1");
    engine
}

/// Starts the engine and greets it as Cute Chess 1.5 does.
pub fn cute_chess() -> Process {
    let mut engine = greeted();
    for feature in ["ping", "setboard", "usermove", "memory", "smp", "variants", "done"] {
        engine.send(&format!("accepted {feature}"));
    }
    for feature in [
        "colors",
        "draw",
        "highlight",
        "sigint",
        "sigterm",
        "debug",
        "analyze",
        "exclude",
        "playother",
    ] {
        engine.send(&format!("rejected {feature}"));
    }
    engine
}

fn greeted() -> Process {
    let mut engine = Process::kurier();
    engine.send("xboard");
    engine.send("protover 2");
    let features = engine.read_until("feature done=1");
    assert_eq!(features[0], "feature done=0");
    assert!(features.iter().all(|line| line.starts_with("feature ")), "{features:?}");
    engine
}

/// Starts a new game of a variant, with short and deterministic searches.
pub fn new_game(engine: &mut Process, variant: &str) {
    engine.send("new");
    engine.send("random");
    if variant != "normal" {
        engine.send(&format!("variant {variant}"));
    }
    engine.send("level 0 1 0");
    engine.send("sd 3");
    engine.send("post");
    engine.send("easy");
    ready(engine);
}

/// Waits until the engine has handled all commands sent so far, and returns all lines that it writes in the meantime.
pub fn ready(engine: &mut Process) -> Vec<String> {
    engine.send("ping 77");
    let mut lines = engine.read_until("pong 77");
    lines.pop();
    lines
}
