// Playing a game against the engine or against somebody at the same board, or watching two engines.
import { html, signal, useEffect, useState } from "./vendor/preact.js";
import { choosing } from "./board/ahead.js";
import { Board } from "./board/board.js";
import { handsOf } from "./board/hand.js";
import { PieceIcon } from "./board/shapes.js";
import { Captured } from "./captured.js";
import { Clock, TICK } from "./clock.js";
import { PlayedGame, sides } from "./game.js";
import * as link from "./link.js";
import { reasons } from "./merits.js";
import { LastTurn, Moves, SpaceButton, Steps } from "./moves.js";
import { NewGame, Preview, options } from "./new-game.js";
import { PieceCard } from "./pieces.js";
import { Report } from "./report.js";
import { useSounds } from "./sound.js";
import { go, kept, place, reachIn, say, useGame } from "./state.js";
import { withoutStart } from "./starts.js";
import { t, typeName } from "./text.js";
import { Tree } from "./tree.js";
import { MoveInput } from "./typed.js";
import { Welcome } from "./welcome.js";
import { firstPly, sideName } from "./words.js";

/** @typedef {import("./game.js").Options} Options */

/**
 * The latest game, as plain data.
 * @type {import("./vendor/preact.js").Signal<import("./game.js").Kept | null>}
 */
const last = kept("game", null);
const owner = { keep: (/** @type {import("./game.js").Kept} */ game) => (last.value = game), say };

/** The current game; `null` before the first game. */
const playing = signal(/** @type {PlayedGame | null} */ (null));
const flipped = signal(false);
/** Whether the board turns to the side to move when two people play at it. */
const turning = kept("turning", false);

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

/** Runs the clocks of a game while it is shown. @param {PlayedGame | null} game */
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

/** @param {{ played: PlayedGame, side: import("./game.js").Side }} props */
function Player({ played, side }) {
  const position = played.shown.value;
  const level = played.level(side);
  const you = played.player(side) === "you";
  const colour = sideName(side);
  const name = you ? t("you") : t("player.engine", { level: level === 10 ? t("level.full") : t("level", { level }) });
  const turn = position?.side === side && !played.result.value && !position.outcome;
  return html`<div class=${`player ${turn ? "turn" : ""} ${you ? "you" : ""}`} data-side=${side}>
    <span class=${`disc ${side.toLowerCase()}`}></span>
    <span>${played.options.side === "both" ? colour : t("player", { colour, name })}</span>
    ${turn && played.thinking.value ? html`<span class="dots" role="status">${t("thinking")}</span>` : null}
    ${played.options.minutes > 0 ? html`<${Clock} left=${played.clock.value[sides.indexOf(side)]} running=${turn} />` : null}
  </div>`;
}

/** Begins the game in the URL, or resumes the latest game. @param {(open: boolean) => void} setDialog */
function useOpening(setDialog) {
  const { query } = place.value;
  const asked = query.get("game");
  useEffect(() => {
    if (asked) {
      const side = /** @type {Options["side"]} */ (query.get("side") ?? options.peek().side);
      const level = Number(query.get("level")) || options.peek().level;
      options.value = { ...options.peek(), game: withoutStart(asked) };
      begin({ ...options.peek(), game: asked, side, level }, query.get("fen")).catch(say);
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
 * @param {{ played: PlayedGame, game: import("./messages").Game, position: import("./messages").Position,
 *   dialog: unknown, onNew: () => void }} props `dialog` is shown in the panel instead of the moves
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
  useSounds(position);
  const ply = tree.depth(tree.current);
  const best = over ? played.judged[ply]?.best : null;
  const shown = played.hint.value ?? best?.squares;
  // Two people at one board can let it turn towards the side to move.
  const turned = turning.value && played.options.side === "both" && !over ? position.side === "Black" : flipped.value;
  const order = turned ? sides : [...sides].reverse();
  const onTurn = (/** @type {import("./messages").Turn} */ turn) => played.play(turn).catch(say);
  const onGo = (/** @type {import("./tree").Node} */ node) => played.goTo(node).catch(say);
  const inspect = async (/** @type {string} */ letter, /** @type {string} */ square) =>
    setInspected({ letter, marks: await reachIn(tree.game)(letter, square) });
  return html`<div class="page">
    <div class="room">
      <${Player} played=${played} side=${order[0]} />
      <${Board} game=${game} pieces=${position.pieces} hands=${handsOf(position)} flipped=${turned} turns=${mine ? position.turns : NONE}
        last=${position.last?.squares} check=${position.check} arrows=${shown ? [shown] : NONE} ahead=${choosing(played)} marks=${inspected?.marks ?? NONE}
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
      <${Steps} tree=${tree} onGo=${onGo} onFlip=${() => (flipped.value = !flipped.value)}><${SpaceButton} game=${game} />${
        played.options.side === "both"
          ? html`<button aria-pressed=${turning.value} onClick=${() => (turning.value = !turning.value)}>${t("turning")}</button>`
          : null
      }<//>
      ${over && position ? html`<${Report} played=${played} version=${played.version.value} outcome=${position.outcome} onGo=${onGo} />` : null}
      <${Why} game=${game} hint=${played.why.value} />
      <${MoveInput} enabled=${mine} position=${() => tree.position()} onTurn=${onTurn} />
      <div class="buttons">
        <button onClick=${() => played.takeBack().catch(say)} disabled=${played.options.side === "none" || tree.root.children.length === 0}>${t("take-back")}</button>
        <button onClick=${() => played.suggest().catch(say)} disabled=${!mine}>${t("hint")}</button>
        <button onClick=${() => played.offerDraw()} disabled=${!mine}>${t("draw.offer")}</button>
        <button onClick=${() => played.resign()} disabled=${Boolean(over) || played.options.side === "none"}>${t("resign")}</button>
        <button onClick=${() => analyse(tree).catch(say)}>${t("part.analyse")}</button>
        <button class="main" onClick=${onNew}>${t("game.new")}</button>
      </div>
      <details><summary>${t("pieces.rules")}</summary>
        <p class="faint">${t("pieces.ask")} <a href=${`#rules?game=${game.name}`}>${t("rules.all")}</a></p>
        <div class="palette">${game.pieces.map(
          (piece) => html`<button title=${typeName(piece.name)} aria-label=${typeName(piece.name)}
          onClick=${() => setInspected({ letter: piece.letter, marks: [] })}><${PieceIcon} game=${game} letter=${piece.letter} size=${32} /></button>`,
        )}</div>
      </details>
      <${LastTurn} position=${position} />`
      }
    </div>
  </div>`;
}

/**
 * Explains the purpose of a hint.
 * @param {{ game: import("./messages").Game, hint: import("./game.js").Hint | null }} props
 */
function Why({ game, hint }) {
  const words = hint && (reasons(hint.merits, game) || t("hint.best", { depth: hint.depth }));
  return html`<p class="hint-words" role="status">${hint ? html`<b>${hint.san}</b> ${words}` : null}</p>`;
}

/** Opens the game in the analysis, with the comments and scores of its turns. @param {Tree} tree */
async function analyse(tree) {
  const { open: show } = await import("./analyse.js");
  await show(Tree.load(tree.save()));
  go("analyse");
}
