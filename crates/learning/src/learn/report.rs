//! Describes a run in words.

use std::fmt::Write;

use super::{PLOT, State, best_name, evaluation_key};

/// Returns the report of a run, in Markdown. `own` says whether the folder contains the definition of the game.
pub(super) fn report(state: &State, own: bool) -> String {
    let game = &state.game;
    let (best, kind) = state.best();
    let mut text = format!("# What Kurier learned about {game}\n\n");
    // Writing to a string cannot fail.
    let mut line = |line: std::fmt::Arguments| _ = writeln!(text, "{line}");
    line(format_args!(
        "{} over the evaluation that the run began with, after {:.0} minutes; {} nodes for each turn. The matches of \
         all generations that were taken add up to this, each against the best evaluation before it.\n\n\
         ![progress]({PLOT})\n",
        state.elo(),
        state.spent / 60.0,
        state.nodes
    ));
    line(format_args!(
        "| generation | learned | games | match | taken |\n|---|---|---|---|---|"
    ));
    for (index, generation) in state.generations.iter().enumerate() {
        let games: u32 = generation.pairs.iter().sum::<u32>() * 2;
        line(format_args!(
            "| {} | {} | {} | {} | {} |",
            index + 1,
            generation.kind.word(),
            generation.games,
            generation
                .elo()
                .map_or("too few games to learn from".into(), |elo| format!(
                    "{elo}, {games} games"
                )),
            if generation.taken { "yes" } else { "no" }
        ));
    }
    if best == 0 {
        line(format_args!("\nNothing better than the start was found yet."));
        return text;
    }
    let file = best_name(kind);
    line(format_args!("\nThe best evaluation is `{file}`. To try it:\n\n```sh"));
    match own {
        true => line(format_args!("kurier play {game} --variants {game}.toml\n```")),
        false => line(format_args!(
            "kurier match -e 'self name=learned option.EvalFile={file}' -e 'self name=before' --variant {game} --games \
             100 --nodes 1000 --random-plies 8\n```"
        )),
    }
    line(format_args!(
        "\nIn a definition of the game, this line uses it always:\n\n```toml\n{}\n```",
        evaluation_key::line(file)
    ));
    text
}
