// Playing a game against the engine, against a friend, or watching two engines.
import { html, signal, useEffect, useState } from "./vendor/preact.js";
import { Board } from "./board/board.js";
import { PieceIcon } from "./board/shapes.js";
import { ask, connected, search, stop, Superseded } from "./link.js";
import { Moves, SpaceButton, Steps } from "./moves.js";
import { PieceCard } from "./pieces.js";
import { games, go, kept, place, say, useGame, useStart } from "./state.js";
import { Tree } from "./tree.js";
import { ending, firstPly } from "./words.js";

/** @typedef {import("./messages").Position} Position */
/** @typedef {"you" | "engine"} Who */

/**
 * @typedef {object} Options
 * @property {string} game
 * @property {"White" | "Black" | "both" | "none"} side whom the user plays
 * @property {number} level 1 to 10, 10 is full strength
 * @property {number} other the level of Black when two engines play
 * @property {number} minutes 0: no clock
 * @property {number} increment seconds
 */

/** @type {import("./vendor/preact.js").Signal<Options>} */
const options = kept("play options", { game: "courierleapale", side: "White", level: 3, other: 3, minutes: 0, increment: 5 });

/**
 * The game that is played, as it is kept.
 * @type {import("./vendor/preact.js").Signal<null | { options: Options, saved: ReturnType<Tree["save"]>, result: Result | null,
 *   clock: [number, number] }>}
 */
const current = kept("game", null);

/** @typedef {{ result: string, words: string }} Result */

/** The position that is shown. @type {import("./vendor/preact.js").Signal<Position | null>} */
const shown = signal(null);
/** Where in the game it is. @type {import("./tree").Node | null} */
let shownNode = null;
const version = signal(0);
const thinking = signal(false);
const hint = signal(/** @type {string[] | null} */ (null));
const flipped = signal(false);
const clock = signal(/** @type {[number, number]} */ ([0, 0]));
const result = signal(/** @type {Result | null} */ (null));
const inspected = signal(/** @type {{ letter: string, square: string, marks: [string, string][] } | null} */ (null));
/** @type {Tree | null} */
let tree = null;
/** @type {Options} */
let rules = options.peek();
let busy = false;
/** The most milliseconds that the engine thinks about a move without a clock. */
const THINKING = 2000;
const WATCHING = 700;
/** Milliseconds until an engine that has failed is asked again. */
const AFTER_FAILURE = 2000;

const sides = /** @type {const} */ (["White", "Black"]);

/** @param {"White" | "Black"} side @returns {Who} */
function player(side) {
  return rules.side === "both" || rules.side === side ? "you" : "engine";
}

function keep() {
  if (tree) current.value = { options: rules, saved: tree.save(), result: result.peek(), clock: clock.peek() };
}

/** Begins a game. @param {Options} chosen @param {string | null} [fen] */
export async function begin(chosen, fen = null) {
  rules = chosen;
  tree = new Tree(chosen.game, fen);
  result.value = null;
  hint.value = null;
  inspected.value = null;
  flipped.value = chosen.side === "Black";
  clock.value = [chosen.minutes * 60_000, chosen.minutes * 60_000];
  stop(0);
  keep();
  await show();
  await engineMove();
}

/** Goes on with the game that was kept. */
async function resume() {
  const saved = current.peek();
  if (!saved) return;
  rules = saved.options;
  tree = Tree.load(saved.saved);
  tree.current = /** @type {import("./tree").Node} */ (tree.line().at(-1));
  result.value = saved.result;
  clock.value = saved.clock;
  flipped.value = rules.side === "Black";
  await show();
  await engineMove();
}

async function show() {
  if (!tree) return;
  const wanted = tree.current;
  const position = await ask("position", { position: tree.position() });
  if (tree.current !== wanted) return;
  shown.value = position;
  shownNode = wanted;
  version.value++;
  if (position.outcome && wanted.children.length === 0 && !result.value) finish(position.outcome.result, ending(position.outcome));
}

/** @param {string} score @param {string} words */
function finish(score, words) {
  result.value = { result: score, words };
  thinking.value = false;
  stop(0);
  keep();
}

const atEnd = () => tree !== null && tree.current.children.length === 0;

/** Plays a turn of either side. @param {{ text: string, san: string }} turn */
async function push(turn) {
  if (!tree) return;
  const side = shown.peek()?.side;
  if (rules.minutes > 0 && side) {
    const left = /** @type {[number, number]} */ ([...clock.peek()]);
    left[sides.indexOf(side)] += rules.increment * 1000;
    clock.value = left;
  }
  tree.current = tree.add(tree.current, turn);
  hint.value = null;
  inspected.value = null;
  // The engine may be away, and the page anew when it is back.
  keep();
  await show();
}

/** @param {{ text: string, san: string }} turn */
async function playerMove(turn) {
  // While the engine is away the board shows the position before the last turn.
  if (tree?.current !== shownNode) return;
  await push(turn);
  await engineMove();
}

/** Lets the engine play, as long as it is its turn. */
async function engineMove() {
  if (busy) return;
  busy = true;
  let pause = 50;
  try {
    while (tree && atEnd() && !result.peek() && shown.peek() && !shown.peek()?.outcome) {
      const position = /** @type {Position} */ (shown.peek());
      if (player(position.side) === "you") break;
      const [game, node] = [tree, tree.current];
      thinking.value = true;
      const level = rules.side === "none" && position.side === "Black" ? rules.other : rules.level;
      const limits = rules.minutes > 0
        ? { clock: clock.peek().map((ms) => Math.max(1, Math.round(ms))), increment: rules.increment * 1000 }
        : { time: rules.side === "none" ? WATCHING : THINKING };
      const best = await search("search", { position: tree.position(), limits, settings: { level, hash: 64 } });
      thinking.value = false;
      if (tree !== game || tree.current !== node || result.peek() || !best.turn) break;
      await push(best.turn);
    }
  } catch (error) {
    if (!(error instanceof Superseded)) {
      say(error);
      pause = AFTER_FAILURE;
    }
  } finally {
    busy = false;
    thinking.value = false;
  }
  // The user may have gone on while a given-up search came to its end.
  const position = shown.peek();
  if (tree && atEnd() && position && !position.outcome && !result.peek() && player(position.side) === "engine" && connected.peek()) {
    setTimeout(engineMove, pause);
  }
}

async function takeBack() {
  if (!tree) return;
  stop(0);
  result.value = null;
  let node = /** @type {import("./tree").Node} */ (tree.line().at(-1));
  tree.current = node;
  // Back to the last position in which the user was to move.
  const first = (await ask("position", { position: { game: tree.game, fen: tree.fen } })).side;
  const sideAt = (/** @type {number} */ ply) => sides[(sides.indexOf(first) + ply) % 2];
  let ply = tree.depth(node);
  while (node.parent) {
    node = node.parent;
    ply--;
    if (player(sideAt(ply)) === "you") break;
  }
  if (player(sideAt(ply)) !== "you") return say("There is no move of yours to take back.");
  node.children = [];
  tree.current = node;
  hint.value = null;
  keep();
  await show();
}

async function askHint() {
  if (!tree) return;
  try {
    const best = await search("search", { position: tree.position(), limits: { nodes: 300_000, time: 1000 } });
    hint.value = best.turn?.squares ?? null;
  } catch (error) {
    if (!(error instanceof Superseded)) say(error);
  }
}

function resign() {
  const side = rules.side === "both" ? shown.peek()?.side : rules.side;
  if (side === "White" || side === "Black") {
    finish(side === "White" ? "0-1" : "1-0", `${side} resigns`);
  }
}

async function offerDraw() {
  if (!tree) return;
  if (rules.side === "both") return finish("1/2-1/2", "A draw by agreement");
  try {
    const best = await search("search", { position: tree.position(), limits: { nodes: 200_000, time: 1000 } });
    const forEngine = (best.score.cp ?? (best.score.mate ?? 0) * 10_000) * (rules.side === "White" ? -1 : 1);
    if (forEngine <= 0 && tree.depth(tree.current) >= 20) finish("1/2-1/2", "A draw by agreement");
    else say("Kurier declines the draw.");
  } catch (error) {
    if (!(error instanceof Superseded)) say(error);
  }
}

/** @param {string} letter @param {string} square */
async function inspect(letter, square) {
  if (!tree) return;
  const reach = await ask("reach", { game: tree.game, piece: letter, square });
  inspected.value = { letter, square, marks: reach.marks };
}

/** The clocks run while this is shown. */
function useClock() {
  useEffect(() => {
    let before = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const gone = now - before;
      before = now;
      const position = shown.peek();
      if (!tree || rules.minutes === 0 || result.peek() || !position || position.outcome || !atEnd() || !connected.peek()) return;
      // The first move is not timed.
      if (tree.root.children.length === 0) return;
      const left = /** @type {[number, number]} */ ([...clock.peek()]);
      const side = sides.indexOf(position.side);
      left[side] = Math.max(0, left[side] - gone);
      clock.value = left;
      if (left[side] === 0) {
        finish(side === 0 ? "0-1" : "1-0", `${sides[1 - side]} wins on time`);
      }
    }, 100);
    return () => clearInterval(timer);
  }, []);
}

/** @param {number} ms */
function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {{ side: "White" | "Black" }} props */
function Player({ side }) {
  const position = shown.value;
  const level = rules.side === "none" && side === "Black" ? rules.other : rules.level;
  const name = player(side) === "you" ? "You" : `Kurier, ${level === 10 ? "full strength" : `level ${level}`}`;
  const turn = position?.side === side && !result.value && !position.outcome;
  return html`<div class=${turn ? "player turn" : "player"}>
    <span class=${`disc ${side.toLowerCase()}`}></span>
    <span>${side}: ${name}</span>
    ${turn && thinking.value ? html`<span class="dots" role="status">thinking</span>` : null}
    ${rules.minutes > 0 ? html`<span class="clock">${clockText(clock.value[sides.indexOf(side)])}</span>` : null}
  </div>`;
}

export function Play() {
  const [dialog, setDialog] = useState(current.peek() === null);
  const game = useGame(current.value?.options.game);
  useClock();
  const query = place.value.query;
  const asked = query.get("game");
  useEffect(() => {
    if (asked) {
      // A link that begins a game.
      options.value = { ...options.peek(), game: asked };
      const fen = query.get("fen");
      const side = /** @type {Options["side"]} */ (query.get("side") ?? options.peek().side);
      const level = Number(query.get("level")) || options.peek().level;
      begin({ ...options.peek(), side, level }, fen).catch(say);
      setDialog(false);
      history.replaceState(null, "", "#play");
      place.value = { page: "play", query: new URLSearchParams() };
    } else if (!tree && !dialog) {
      resume().catch((error) => {
        say(error);
        setDialog(true);
      });
    }
  }, [asked]);
  useEffect(() => () => stop(0), []);
  useEffect(() => {
    if (tree && shown.peek()) engineMove();
  }, []);

  const position = shown.value;
  version.value;
  if (!game || !position || !tree || position.pieces.length !== game.squares.length) {
    return html`<div class="page"><div class="room"><${Preview} name=${options.value.game} /></div><div class="panel">
      <${NewGame} onBegin=${(/** @type {Options} */ chosen) => { setDialog(false); begin(chosen).catch(say); }} /></div></div>`;
  }
  const over = result.value;
  const mine = !over && atEnd() && !thinking.value && player(position.side) === "you";
  const info = inspected.value;
  const order = flipped.value ? sides : [...sides].reverse();
  return html`<div class="page">
    <div class="room">
      <${Player} side=${order[0]} />
      <${Board} game=${game} pieces=${position.pieces} flipped=${flipped.value} turns=${mine ? position.turns : NONE}
        last=${position.last?.squares} check=${position.check} arrows=${hint.value ? [hint.value] : []} marks=${info?.marks ?? []}
        onTurn=${(/** @type {import("./messages").Turn} */ turn) => playerMove(turn).catch(say)}
        onInspect=${(/** @type {string} */ letter, /** @type {string} */ square) => inspect(letter, square).catch(say)}
        reach=${reachIn(game.name)} />
      <${Player} side=${order[1]} />
    </div>
    <div class="panel">
      ${dialog ? html`<${NewGame} onBegin=${(/** @type {Options} */ chosen) => { setDialog(false); begin(chosen).catch(say); }}
        onCancel=${() => setDialog(false)} />` : html`
      <h1>${game.title}</h1>
      ${over ? html`<div class="result" role="status"><b>${over.result.replace("1/2-1/2", "½–½")}</b> ${over.words}</div>` : null}
      ${info ? html`<${PieceCard} game=${game} letter=${info.letter} onClose=${() => (inspected.value = null)} />` : null}
      <${Captured} game=${game} start=${tree.fen ?? game.start} pieces=${position.pieces} />
      <${Moves} tree=${tree} version=${version.value} first=${firstPly(tree.fen ?? game.start)} onGo=${goTo} />
      <${Steps} tree=${tree} onGo=${goTo} onFlip=${() => (flipped.value = !flipped.value)}><${SpaceButton} game=${game} /><//>
      <${MoveInput} enabled=${mine} position=${() => /** @type {Tree} */ (tree).position()}
        onTurn=${(/** @type {import("./messages").Turn} */ turn) => playerMove(turn).catch(say)} />
      <div class="buttons">
        <button onClick=${() => takeBack().catch(say)} disabled=${rules.side === "none" || tree.root.children.length === 0}>Take back</button>
        <button onClick=${askHint} disabled=${!mine}>Hint</button>
        <button onClick=${offerDraw} disabled=${!mine}>Offer draw</button>
        <button onClick=${resign} disabled=${Boolean(over) || rules.side === "none"}>Resign</button>
        <button onClick=${() => openAnalysis()}>Analyse</button>
        <button class="main" onClick=${() => setDialog(true)}>New game</button>
      </div>
      <details><summary>Pieces and rules</summary>
        <p class="faint">Right-click a piece on the board, or touch it for long, to see what it does. <a href=${`#rules?game=${game.name}`}>All rules</a></p>
        <div class="palette">${game.pieces.map((piece) => html`<button title=${piece.name} aria-label=${piece.name}
          onClick=${() => (inspected.value = { letter: piece.letter, square: "", marks: [] })}><${PieceIcon} game=${game} letter=${piece.letter} size=${32} /></button>`)}</div>
      </details>
      <p class="unseen" aria-live="polite">${position.last ? `${position.side === "White" ? "Black" : "White"}: ${position.last.san}` : ""}</p>`}
    </div>
  </div>`;
}

/** @type {import("./messages").Turn[]} */
const NONE = [];

/** @param {import("./tree").Node} node */
function goTo(node) {
  if (!tree) return;
  tree.current = node;
  show().then(engineMove, say);
}

function openAnalysis() {
  if (!tree) return;
  /** @type {Record<string, string>} */
  const query = { game: tree.game, moves: tree.moves().join(",") };
  if (tree.fen) query.fen = tree.fen;
  go("analyse", query);
}

/** Asks where a piece could go. @param {string} game */
export function reachIn(game) {
  return async (/** @type {string} */ piece, /** @type {string} */ square) =>
    /** @type {[string, string][]} */ ((await ask("reach", { game, piece, square })).marks);
}

/** What has been captured: what the start had more of. @param {{ game: import("./messages").Game, start: string, pieces: string }} props */
function Captured({ game, start, pieces }) {
  const count = (/** @type {string} */ text, /** @type {string} */ letter) => [...text].filter((c) => c === letter).length;
  const array = start.split(" ")[0];
  const gone = game.pieces.flatMap((piece) => [piece.letter, piece.letter.toLowerCase()])
    .map((letter) => ({ letter, number: count(array, letter) - count(pieces, letter) }))
    .filter(({ number }) => number > 0);
  if (gone.length === 0) return null;
  return html`<div class="captured" aria-label="Captured">${gone.map(({ letter, number }) => html`<span>
    <${PieceIcon} game=${game} letter=${letter} size=${24} />${number > 1 ? `×${number}` : ""}</span>`)}</div>`;
}

/**
 * A field for typed moves.
 * @param {{ enabled: boolean, position: () => object, onTurn: (turn: any) => void }} props
 */
export function MoveInput({ enabled, position, onTurn }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!text.trim() || !enabled) return;
    try {
      const reply = await ask("play", { position: position(), text: text.trim() });
      setText("");
      setProblem("");
      if (reply.last) onTurn(reply.last);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<form class="typed" onSubmit=${submit}>
    <input aria-label="Type a move" placeholder="Type a move: Nf3, e2e4" value=${text} disabled=${!enabled} autocomplete="off"
      spellcheck=${false} onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
    <button disabled=${!enabled}>Play</button>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}
  </form>`;
}

/** @param {{ onBegin: (options: Options) => void, onCancel?: () => void }} props */
function NewGame({ onBegin, onCancel }) {
  const [chosen, setChosen] = useState(options.peek());
  const set = (/** @type {Partial<Options>} */ change) => {
    setChosen({ ...chosen, ...change });
    options.value = { ...chosen, ...change };
  };
  const game = games.value.find((game) => game.name === chosen.game);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    onBegin(chosen);
  };
  const level = (/** @type {string} */ label, /** @type {"level" | "other"} */ key) => html`<label>${label} <select value=${chosen[key]} onChange=${(/** @type {any} */ event) => set({ [key]: Number(event.target.value) })}>
      ${[...Array(10).keys()].map((i) => html`<option value=${i + 1}>${i + 1}${i === 0 ? " (beginner)" : i === 9 ? " (full strength)" : ""}</option>`)}
    </select></label>`;
  return html`<form class="new-game" onSubmit=${submit}>
    <h1>New game</h1>
    <label>Game <select name="game" value=${chosen.game} onChange=${(/** @type {any} */ event) => set({ game: event.target.value })}>
      ${games.value.map((game) => html`<option value=${game.name}>${game.title} (${game.size})</option>`)}
    </select></label>
    <p class="faint">${game?.summary} <a href=${`#rules?game=${chosen.game}`}>Rules</a></p>
    <fieldset><legend>You play</legend>
      ${/** @type {const} */ ([["White", "White"], ["Black", "Black"], ["both", "both sides"], ["none", "nobody: two engines play"]]).map(([value, label]) => html`
        <label class="choice"><input type="radio" name="side" value=${value} checked=${chosen.side === value}
          onChange=${() => set({ side: value })} /> ${label}</label>`)}
    </fieldset>
    ${chosen.side === "both" ? null : level(chosen.side === "none" ? "Level of White" : "Level", "level")}
    ${chosen.side === "none" ? level("Level of Black", "other") : null}
    <div class="row">
      <label>Minutes (0: no clock) <input type="number" min="0" max="180" value=${chosen.minutes}
        onInput=${(/** @type {any} */ event) => set({ minutes: Math.max(0, Number(event.target.value) || 0) })} /></label>
      ${chosen.minutes > 0 ? html`<label>Seconds a move <input type="number" min="0" max="60" value=${chosen.increment}
        onInput=${(/** @type {any} */ event) => set({ increment: Math.max(0, Number(event.target.value) || 0) })} /></label>` : null}
    </div>
    <div class="buttons"><button class="main">Begin</button>
      ${onCancel ? html`<button type="button" onClick=${onCancel}>Cancel</button>` : null}</div>
  </form>`;
}

/** A game's start, to look at. @param {{ name: string }} props */
function Preview({ name }) {
  const game = useGame(name);
  const start = useStart(name);
  if (!game || start.length !== game.squares.length) return null;
  return html`<${Board} game=${game} pieces=${start} still=${true} reach=${reachIn(name)} />`;
}
