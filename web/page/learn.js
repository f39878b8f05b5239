// Learning a game step by step: moving each piece, the special rules, the ways to win, and then a first game.
import { html, useEffect, useState } from "./vendor/preact.js";
import { Board } from "./board/board.js";
import { handsOf } from "./board/hand.js";
import { PieceIcon } from "./board/shapes.js";
import { GameOptions } from "./families.js";
import { Lesson } from "./lesson.js";
import { ask } from "./link.js";
import { SpaceButton } from "./moves.js";
import { FIRST_GAME, games, go, kept, place, reachIn, say, useGame } from "./state.js";
import { t, typeName } from "./text.js";
import { ending, pieceType } from "./words.js";

/** @typedef {import("./messages").Game} Game */
/** @typedef {import("./messages").LessonStep} LessonStep */

/**
 * The steps that the user has done, by game, with the total number of steps. A different total means that the rules
 * have changed, so the steps no longer count as done.
 * @type {import("./vendor/preact.js").Signal<Record<string, { of: number, done: number[] }>>}
 */
const progress = kept("lessons", {});
const latest = kept("lesson", FIRST_GAME);

/** The lessons that have been opened. A lesson continues where the user left it. @type {Map<Game, Promise<Lesson>>} */
const open = new Map();

/** Returns the lesson for a game. @param {Game} game */
function lessonFor(game) {
  const known = open.get(game);
  if (known) return known;
  const made = ask("lesson", { game: game.name }).then(async ({ steps }) => {
    const earlier = progress.peek()[game.name];
    const done = earlier?.of === steps.length ? earlier.done : [];
    const keep = (/** @type {number[]} */ done) => {
      progress.value = { ...progress.peek(), [game.name]: { of: steps.length, done } };
    };
    const lesson = new Lesson({ ask }, game, steps, done, keep);
    await lesson.begin();
    return lesson;
  });
  made.catch(() => open.delete(game));
  open.set(game, made);
  return made;
}

/** Returns the lesson for a game; `null` until it has arrived. @param {Game | null} game */
function useLesson(game) {
  const [found, setFound] = useState(/** @type {Lesson | null} */ (null));
  useEffect(() => {
    if (!game) return;
    let current = true;
    lessonFor(game).then((lesson) => current && setFound(lesson), say);
    return () => {
      current = false;
    };
  }, [game]);
  return found?.game === game ? found : null;
}

export function Learn() {
  const name = place.value.query.get("game") ?? latest.value;
  const known = games.value.some((game) => game.name === name) ? name : FIRST_GAME;
  useEffect(() => {
    latest.value = known;
  }, [known]);
  const game = useGame(known);
  const lesson = useLesson(game);
  const position = lesson?.position.value;
  if (!game || !lesson || !position) return html`<p class="waiting faint">${t("lesson.waiting")}</p>`;
  return html`<div class="page lesson">
    <div class="room">
      <${Board} game=${game} pieces=${position.pieces} hands=${handsOf(position)} turns=${position.turns}
        last=${position.last?.squares} check=${position.check}
        stars=${lesson.stars.value} arrows=${lesson.shown.value ? [lesson.shown.value] : []} reach=${reachIn(game.name)}
        onTurn=${(/** @type {import("./messages").Turn} */ turn) => lesson.play(turn).catch(say)} />
    </div>
    <div class="panel">
      <div class="row">
        <select aria-label=${t("game")} value=${game.name}
          onChange=${(/** @type {any} */ event) => go("learn", { game: event.target.value })}>
          <${GameOptions} games=${games.value} />
        </select>
        <${SpaceButton} game=${game} />
      </div>
      <${Task} game=${game} lesson=${lesson} position=${position} />
      <${StepList} game=${game} lesson=${lesson} />
      <p class="faint"><a href="#puzzles">${t("part.puzzles")}</a></p>
    </div>
  </div>`;
}

/** Returns the name of a piece type by its letter. @param {Game} game @param {string | null} letter */
function nameOf(game, letter) {
  return typeName(pieceType(game, letter)?.name ?? "");
}

/** Returns the heading of a step. @param {Game} game @param {LessonStep} step */
function heading(game, step) {
  return t(`lesson.title.${step.kind}`, { piece: nameOf(game, step.piece) });
}

/** Returns what the user is asked to do. @param {Game} game @param {LessonStep} step */
function task(game, step) {
  const names = { piece: nameOf(game, step.piece), becomes: nameOf(game, step.becomes) };
  if (step.kind === "win") return t(`lesson.win.${step.end}`);
  if (step.kind === "piece" && step.visit.length === 0) return t("lesson.move", names);
  return t(`lesson.task.${step.kind}`, names);
}

/**
 * Shows what a step is about, and how far the user has come.
 * @param {{ game: Game, lesson: Lesson, position: import("./messages").Position }} props
 */
function Task({ game, lesson, position }) {
  const { step } = lesson;
  const state = lesson.state.value;
  const stars = lesson.stars.value;
  const piece = pieceType(game, step.piece);
  const all = lesson.done.value.length === lesson.steps.length;
  const next = lesson.index.value + 1;
  const advance = (/** @type {Promise<void>} */ shown) => shown.catch(say);
  const states = {
    open: stars.length > 0 ? t("lesson.stars", { squares: stars.join(", ") }) : "",
    wrong: t("lesson.wrong"),
    over: position.outcome ? t("lesson.over", { ending: ending(position.outcome) }) : "",
    done: all ? t("lesson.all") : t("lesson.right"),
  };
  return html`<section class="card" aria-label=${t("lesson.step")}>
    <h1>${heading(game, step)}</h1>
    ${
      piece
        ? html`<div class="piece-card"><${PieceIcon} game=${game} letter=${piece.letter} size=${56} />
      <div>${piece.words.map((sentence) => html`<p>${sentence}</p>`)}</div></div>`
        : null
    }
    <p class="task">${task(game, step)}</p>
    <p class=${`state ${state}`} role="status">${states[state]}</p>
    <div class="buttons">
      <button class=${state === "done" && next in lesson.steps ? "main" : ""} disabled=${!(next in lesson.steps)}
        onClick=${() => advance(lesson.open(next))}>${t("lesson.next")}</button>
      <button onClick=${() => advance(lesson.again())}>${t("lesson.again")}</button>
      <button onClick=${() => advance(lesson.show())} disabled=${state === "done"}>${t("lesson.show")}</button>
      <button class=${all ? "main" : ""} onClick=${() => go("play", { game: game.name, side: "White", level: "1" })}>${t("lesson.play")}</button>
      <button onClick=${() => go("rules", { game: game.name })}>${t("rules.all")}</button>
    </div>
  </section>`;
}

/** Lists the steps of a lesson. @param {{ game: Game, lesson: Lesson }} props */
function StepList({ game, lesson }) {
  const done = lesson.done.value;
  const title = (/** @type {LessonStep} */ step, /** @type {number} */ index) =>
    t(done.includes(index) ? "lesson.number.done" : "lesson.number", { number: index + 1, title: heading(game, step) });
  return html`<ol class="lesson-steps" aria-label=${t("lesson.steps")}>${lesson.steps.map(
    (
      step,
      index,
    ) => html`<li><button title=${title(step, index)} aria-label=${title(step, index)} class=${done.includes(index) ? "done" : ""}
      aria-current=${index === lesson.index.value ? "step" : undefined}
      onClick=${() => lesson.open(index).catch(say)}>${index + 1}${done.includes(index) ? " ✓" : ""}</button></li>`,
  )}</ol>`;
}
