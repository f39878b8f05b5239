// Playing a game against the engine, against a friend, or watching two engines.
import { html, signal, useEffect, useState } from "./vendor/preact.js";
import { Board } from "./board/board.js";
import { PieceIcon } from "./board/shapes.js";
import { PlayedGame, sides } from "./game.js";
import * as link from "./link.js";
import { Moves, SpaceButton, Steps } from "./moves.js";
import { NewGame, Preview, options } from "./new-game.js";
import { PieceCard } from "./pieces.js";
import { go, kept, place, reachIn, say, useGame } from "./state.js";
import { Tree } from "./tree.js";
import { MoveInput } from "./typed.js";
import { Welcome } from "./welcome.js";
import { firstPly } from "./words.js";

/** @typedef {import("./game.js").Options} Options */

/**
 * The latest game, as plain data.
 * @type {import("./vendor/preact.js").Signal<import("./game.js").Kept | null>}
 */
const last = kept("game", null);
const owner = { keep: (/** @type {import("./game.js").Kept} */ game) => (last.value = game), say };

/** The current game; nothing before the first game. */
const playing = signal(/** @type {PlayedGame | null} */ (null));
const flipped = signal(false);

/** Makes a game the current one and suspends the previous one. @param {PlayedGame} game */
function open(game) {
  playing.peek()?.leave();
  playing.value = game;
  flipped.value = game.options.side === "Black";
  return game.enter();
}

/** Begins a game. @param {Options} chosen @param {string | null} [fen] */
function begin(chosen, fen = null) {
  return open(new PlayedGame(link, owner, chosen, new Tree(chosen.game, fen)));
}

/** The interval at which the clocks are updated, in milliseconds. */
const TICK = 100;

/** Lets the clocks of a game run while it is shown. @param {PlayedGame | null} game */
function useClock(game) {
  useEffect(() => {
    let before = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      game?.tick(now - before);
      before = now;
    }, TICK);
    return () => clearInterval(timer);
  }, [game]);
}

/** @param {number} ms */
function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {{ played: PlayedGame, side: import("./game.js").Side }} props */
function Player({ played, side }) {
  const position = played.shown.value;
  const level = played.level(side);
  const name = played.player(side) === "you" ? "You" : `Kurier, ${level === 10 ? "full strength" : `level ${level}`}`;
  const turn = position?.side === side && !played.result.value && !position.outcome;
  return html`<div class=${turn ? "player turn" : "player"}>
    <span class=${`disc ${side.toLowerCase()}`}></span>
    <span>${side}: ${name}</span>
    ${turn && played.thinking.value ? html`<span class="dots" role="status">thinking</span>` : null}
    ${played.options.minutes > 0 ? html`<span class="clock">${clockText(played.clock.value[sides.indexOf(side)])}</span>` : null}
  </div>`;
}

/** Begins the game that the address names, or resumes the latest game. @param {(open: boolean) => void} setDialog */
function useOpening(setDialog) {
  const { query } = place.value;
  const asked = query.get("game");
  useEffect(() => {
    if (asked) {
      const side = /** @type {Options["side"]} */ (query.get("side") ?? options.peek().side);
      const level = Number(query.get("level")) || options.peek().level;
      options.value = { ...options.peek(), game: asked };
      begin({ ...options.peek(), side, level }, query.get("fen")).catch(say);
      setDialog(false);
      history.replaceState(null, "", "#play");
      place.value = { page: "play", query: new URLSearchParams() };
      return;
    }
    const known = playing.peek();
    const found = last.peek();
    const opened = known ? known.enter() : found && open(PlayedGame.load(link, owner, found));
    opened?.catch((error) => {
      say(error);
      setDialog(true);
    });
  }, [asked]);
  useEffect(() => () => playing.peek()?.leave(), []);
}

export function Play() {
  const [dialog, setDialog] = useState(last.peek() === null);
  const played = playing.value;
  const game = useGame(played?.options.game);
  useClock(played);
  useOpening(setDialog);
  const position = played?.shown.value;
  const onBegin = (/** @type {Options} */ chosen) => {
    setDialog(false);
    begin(chosen).catch(say);
  };
  if (!played || !game || !position || position.pieces.length !== game.squares.length) {
    return html`<div class="page"><div class="room"><${Preview} name=${options.value.game} /></div><div class="panel">
      ${last.value ? null : html`<${Welcome} />`}<${NewGame} onBegin=${onBegin} /></div></div>`;
  }
  return html`<${Game} key=${played} played=${played} game=${game} position=${position}
    dialog=${dialog ? html`<${NewGame} onBegin=${onBegin} onCancel=${() => setDialog(false)} />` : null} onNew=${() => setDialog(true)} />`;
}

/** @type {any[]} */
const NONE = [];

/**
 * Shows the current game with its board.
 * @param {{ played: PlayedGame, game: import("./messages").Game, position: import("./messages").Position, dialog: unknown,
 *   onNew: () => void }} props `dialog` stands in the panel instead of the moves
 */
function Game({ played, game, position, dialog, onNew }) {
  const [inspected, setInspected] = useState(
    /** @type {{ letter: string, marks: [string, string][] } | null} */ (null),
  );
  const { tree } = played;
  // The description of a piece is shown until the next turn.
  useEffect(() => setInspected(null), [tree.count]);
  const over = played.result.value;
  const mine = played.mine;
  const order = flipped.value ? sides : [...sides].reverse();
  const onTurn = (/** @type {import("./messages").Turn} */ turn) => played.play(turn).catch(say);
  const onGo = (/** @type {import("./tree").Node} */ node) => played.goTo(node).catch(say);
  const inspect = async (/** @type {string} */ letter, /** @type {string} */ square) =>
    setInspected({ letter, marks: await reachIn(tree.game)(letter, square) });
  return html`<div class="page">
    <div class="room">
      <${Player} played=${played} side=${order[0]} />
      <${Board} game=${game} pieces=${position.pieces} flipped=${flipped.value} turns=${mine ? position.turns : NONE}
        last=${position.last?.squares} check=${position.check} arrows=${played.hint.value ? [played.hint.value] : NONE} marks=${inspected?.marks ?? NONE}
        onTurn=${onTurn} reach=${reachIn(game.name)}
        onInspect=${(/** @type {string} */ letter, /** @type {string} */ square) => inspect(letter, square).catch(say)} />
      <${Player} played=${played} side=${order[1]} />
    </div>
    <div class="panel">
      ${
        dialog ??
        html`
      <h1>${game.title}</h1>
      ${over ? html`<div class="result" role="status"><b>${over.result.replace("1/2-1/2", "½–½")}</b> ${over.words}</div>` : null}
      ${inspected ? html`<${PieceCard} game=${game} letter=${inspected.letter} onClose=${() => setInspected(null)} />` : null}
      <${Captured} game=${game} start=${tree.fen ?? game.start} pieces=${position.pieces} />
      <${Moves} tree=${tree} version=${played.version.value} first=${firstPly(tree.fen ?? game.start)} onGo=${onGo} />
      <${Steps} tree=${tree} onGo=${onGo} onFlip=${() => (flipped.value = !flipped.value)}><${SpaceButton} game=${game} /><//>
      <${MoveInput} enabled=${mine} position=${() => tree.position()} onTurn=${onTurn} />
      <div class="buttons">
        <button onClick=${() => played.takeBack().catch(say)} disabled=${played.options.side === "none" || tree.root.children.length === 0}>Take back</button>
        <button onClick=${() => played.suggest()} disabled=${!mine}>Hint</button>
        <button onClick=${() => played.offerDraw()} disabled=${!mine}>Offer draw</button>
        <button onClick=${() => played.resign()} disabled=${Boolean(over) || played.options.side === "none"}>Resign</button>
        <button onClick=${() => analyse(tree)}>Analyse</button>
        <button class="main" onClick=${onNew}>New game</button>
      </div>
      <details><summary>Pieces and rules</summary>
        <p class="faint">Right-click a piece on the board, or touch it for long, to see what it does. <a href=${`#rules?game=${game.name}`}>All rules</a></p>
        <div class="palette">${game.pieces.map(
          (piece) => html`<button title=${piece.name} aria-label=${piece.name}
          onClick=${() => setInspected({ letter: piece.letter, marks: [] })}><${PieceIcon} game=${game} letter=${piece.letter} size=${32} /></button>`,
        )}</div>
      </details>
      <p class="unseen" aria-live="polite">${position.last ? `${position.side === "White" ? "Black" : "White"}: ${position.last.san}` : ""}</p>`
      }
    </div>
  </div>`;
}

/** Opens the game in the analysis. @param {Tree} tree */
function analyse(tree) {
  /** @type {Record<string, string>} */
  const query = { game: tree.game, moves: tree.moves().join(",") };
  if (tree.fen) query.fen = tree.fen;
  go("analyse", query);
}

/** Shows the captured pieces. @param {{ game: import("./messages").Game, start: string, pieces: string }} props */
function Captured({ game, start, pieces }) {
  const count = (/** @type {string} */ text, /** @type {string} */ letter) =>
    [...text].filter((c) => c === letter).length;
  const array = start.split(" ")[0];
  const gone = game.pieces
    .flatMap((piece) => [piece.letter, piece.letter.toLowerCase()])
    .map((letter) => ({ letter, number: count(array, letter) - count(pieces, letter) }))
    .filter(({ number }) => number > 0);
  if (gone.length === 0) return null;
  return html`<div class="captured" aria-label="Captured">${gone.map(
    ({ letter, number }) => html`<span>
    <${PieceIcon} game=${game} letter=${letter} size=${24} />${number > 1 ? `×${number}` : ""}</span>`,
  )}</div>`;
}
