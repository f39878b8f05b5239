// A game against a friend in the same network: the invitation, the game, and the games that were played.
import { html, signal, useEffect, useState } from "./vendor/preact.js";
import { choosing } from "./board/ahead.js";
import { Board } from "./board/board.js";
import { handsOf } from "./board/hand.js";
import { Captured } from "./captured.js";
import { Clock, useTicks } from "./clock.js";
import { role } from "./config.js";
import { downloadText, pgnOf } from "./files.js";
import { FriendGame } from "./friend-game.js";
import { attempts, connect, send } from "./friend-link.js";
import { Invitation, Links } from "./invitation.js";
import { MOST_CALLS, ask } from "./link.js";
import { LastTurn, Moves, SpaceButton, Steps } from "./moves.js";
import { useSounds } from "./sound.js";
import { kept, reachIn, say, useGame } from "./state.js";
import { t } from "./text.js";
import { Tree } from "./tree.js";
import { MoveInput } from "./typed.js";
import { ending, firstPly, sideName } from "./words.js";

/** @typedef {import("./messages").FriendView} View */
/** @typedef {"White" | "Black"} Side */
/**
 * A game that was played, as plain data.
 * @typedef {{ begun: number, saved: ReturnType<Tree["save"]>, you: Side | null, result: string,
 *   clock: [number, number] | null }} Kept
 */

/** The games that were played, the latest first. @type {import("./vendor/preact.js").Signal<Kept[]>} */
const played = kept("friend games", []);
/** The number of games that are kept. */
const MOST_KEPT = 30;

const flipped = signal(false);
/** The key of the current game: the time at which it began. */
let begun = 0;
let started = false;

/** Stores the current game. @param {FriendGame} game */
function keep(game) {
  const view = game.view.peek();
  if (!view || game.tree.root.children.length === 0) {
    begun = Date.now();
    return;
  }
  begun ||= Date.now();
  const { tree } = game;
  const entry = {
    begun,
    saved: tree.save(),
    you: view.you,
    result: view.end?.result ?? "*",
    clock: view.clock ?? null,
  };
  // The page may have been opened again during a game.
  const same = (/** @type {Kept} */ other) =>
    other.begun === begun ||
    ((other.result === "*" || other.result === entry.result) && isSame(other.saved, entry.saved));
  played.value = [entry, ...played.peek().filter((other) => !same(other))].slice(0, MOST_KEPT);
}

/** Returns whether one game is the beginning of another. @param {Kept["saved"]} one @param {Kept["saved"]} other */
function isSame(one, other) {
  const [moves, more] = [one, other].map((saved) => {
    const tree = Tree.load(saved);
    return tree.moves(tree.end(tree.root)).join();
  });
  return one.game === other.game && one.fen === other.fen && (moves.startsWith(more) || more.startsWith(moves));
}

const game = new FriendGame({ ask, send, keep, now: () => performance.now() });

/** Connects to the server's game when this part of the page is first shown. */
function begin() {
  if (started) return;
  started = true;
  let side = /** @type {Side | null | undefined} */ (undefined);
  connect((view) => {
    if (view.you !== side) flipped.value = view.you === "Black";
    side = view.you;
    game.see(view).catch(say);
  }, refused);
}

/** Shows why the server has refused an order, and the current position. @param {string} problem */
function refused(problem) {
  say(problem);
  if (game.view.peek()?.game) game.goTo(game.tree.current).catch(say);
}

/** Returns the words about the end of a game. @param {View} view @param {import("./messages").Position} position */
function endWords({ end, side }, position) {
  if (!end) return "";
  const [winner, loser] = end.result === "1-0" ? ["White", "Black"] : ["Black", "White"];
  switch (end.reason) {
    case "resignation":
      return t("end.resigns", { side: sideName(loser) });
    case "time":
      return t("end.time", { side: sideName(winner) });
    case "agreement":
      return t("end.agreement");
    default:
      return position.outcome ? ending(position.outcome) : (side ?? "");
  }
}

export function Friend() {
  useEffect(begin, []);
  const view = game.view.value;
  // The old links stay hidden until the server has made the new game: they would open a game that has ended.
  const [replaced, replace] = useState(/** @type {string | null} */ (null));
  const shownGame = useGame(view?.game);
  const position = game.shown.value;
  game.version.value;
  const lost =
    attempts.value > 0
      ? html`<p class="lost" role="status">${t(attempts.value > MOST_CALLS ? "friend.gone" : "friend.lost")}</p>`
      : null;
  if (!view) return html`<div class="waiting">${lost ?? html`<p class="faint">${t("waiting")}</p>`}</div>`;
  const dialog =
    role === "host" && (!view.game || view.links?.player === replaced)
      ? html`<${Invitation} games=${played.value} onInvite=${(
          /** @type {{ order: string } & Record<string, unknown>} */ order,
        ) => {
          begun = 0;
          send(order);
        }}
          onCancel=${view.game ? () => replace(null) : undefined} />`
      : null;
  if (!view.game || !shownGame || !position || position.pieces.length !== shownGame.squares.length) {
    return html`<div class="rules friend">${lost}${dialog ?? html`<p class="faint">${t("friend.none")}</p>`}
      <${Played} /></div>`;
  }
  return html`<${Table} view=${view} rules=${shownGame} position=${position} lost=${lost} dialog=${dialog} onInvite=${() => replace(view.links?.player ?? null)} />`;
}

/** @type {any[]} */
const NONE = [];

/**
 * Shows the current game.
 * @param {{ view: View, rules: import("./messages").Game, position: import("./messages").Position, lost: unknown,
 *   dialog: unknown, onInvite: () => void }} props
 */
function Table({ view, rules, position, lost, dialog, onInvite }) {
  useSounds(position);
  const { tree } = game;
  const { you, end } = view;
  const order = /** @type {Side[]} */ (flipped.value ? ["White", "Black"] : ["Black", "White"]);
  const onGo = (/** @type {import("./tree").Node} */ node) => game.goTo(node).catch(say);
  const onTurn = (/** @type {{ text: string }} */ turn) => game.play(turn);
  const offer = (/** @type {string} */ what) => send({ order: "offer", what });
  return html`<div class="page">
    <div class="room">
      <${Player} view=${view} side=${order[0]} position=${position} />
      <${Board} game=${rules} pieces=${position.pieces} hands=${handsOf(position)} flipped=${flipped.value} turns=${game.mine ? position.turns : NONE}
        last=${position.last?.squares} check=${position.check} ahead=${choosing(game)} onTurn=${onTurn} reach=${reachIn(rules.name)} />
      <${Player} view=${view} side=${order[1]} position=${position} />
    </div>
    <div class="panel">
      ${lost}
      ${
        dialog ??
        html`<h1>${rules.title}</h1>
      ${view.links && !end && !view.guest_here ? html`<${Links} links=${view.links} />` : null}
      ${end ? html`<div class="result" role="status"><b>${end.result.replace("1/2-1/2", "½–½")}</b> ${endWords(view, position)}</div>` : null}
      <${Offer} view=${view} />
      <${Captured} game=${rules} start=${tree.fen ?? rules.start} pieces=${position.pieces} />
      <${Moves} tree=${tree} version=${game.version.value} first=${firstPly(tree.fen ?? rules.start)} onGo=${onGo} />
      <${Steps} tree=${tree} onGo=${onGo} onFlip=${() => (flipped.value = !flipped.value)}><${SpaceButton} game=${rules} /><//>
      ${
        you
          ? html`<${MoveInput} enabled=${game.mine} position=${() => tree.position()} onTurn=${onTurn} />
      <div class="buttons">
        <button disabled=${Boolean(end) || tree.root.children.length === 0} onClick=${() => offer("take-back")}>${t("take-back")}</button>
        <button disabled=${Boolean(end)} onClick=${() => offer("draw")}>${t("draw.offer")}</button>
        <button disabled=${Boolean(end)} onClick=${() => send({ order: "resign" })}>${t("resign")}</button>
      </div>`
          : html`<p class="faint">${t("friend.watching")}</p>`
      }
      <div class="buttons">
        <button onClick=${() => save(tree, you, end?.result ?? "*").catch(say)}>${t("files.save-pgn")}</button>
        ${role === "host" ? html`<button onClick=${onInvite}>${t("game.new")}</button>` : null}
      </div>
      ${view.links && (end || view.guest_here) ? html`<details><summary>${t("invite.links")}</summary><${Links} links=${view.links} /></details>` : null}
      <p class="faint">${t("friend.watchers", { number: view.watchers })}</p>
      <${LastTurn} position=${position} />`
      }
    </div>
  </div>`;
}

/**
 * Shows a player and the player's clock, which runs by itself.
 * @param {{ view: View, side: Side, position: import("./messages").Position }} props
 */
function Player({ view, side, position }) {
  const running = Boolean(view.running) && view.side === side;
  useTicks(running, () => game.claimTime());
  const left = game.left(side);
  const turn = position.side === side && !view.end;
  const friend = view.you !== null && view.you !== side;
  const here = role === "guest" ? view.host_here : view.guest_here;
  const name = view.you === side ? t("you") : friend ? t(here ? "friend.here" : "friend.away") : "";
  return html`<div class=${`player ${turn ? "turn" : ""} ${view.you === side ? "you" : ""}`} data-side=${side}>
    <span class=${`disc ${side.toLowerCase()}`}></span>
    <span>${[sideName(side), name].filter(Boolean).join(": ")}</span>
    ${left === null ? null : html`<${Clock} left=${left} running=${running} />`}
  </div>`;
}

/** Shows an offer of a draw or a take-back, with buttons to answer it. @param {{ view: View }} props */
function Offer({ view }) {
  const { offer, you } = view;
  if (!offer || !you) return null;
  if (offer.by === you) {
    return html`<div class="card offer" role="status"><span>${t(offer.what === "draw" ? "offer.own-draw" : "offer.own-take-back")}</span>
      <button onClick=${() => send({ order: "decline" })}>${t("offer.withdraw")}</button></div>`;
  }
  return html`<div class="card offer" role="alert"><span>${t(offer.what === "draw" ? "offer.draw" : "offer.take-back")}</span>
    <button class="main" onClick=${() => send({ order: "accept" })}>${t("offer.accept")}</button>
    <button onClick=${() => send({ order: "decline" })}>${t("offer.decline")}</button></div>`;
}

/** Offers a game for download as PGN. @param {Tree} tree @param {Side | null} you @param {string} result */
async function save(tree, you, result) {
  /** @type {[string, string][]} */
  const tags = [
    ["Event", t("friend.event")],
    ["Date", new Date().toISOString().slice(0, 10).replaceAll("-", ".")],
    ["White", you === "White" ? t("you") : "?"],
    ["Black", you === "Black" ? t("you") : "?"],
  ];
  downloadText(`${tree.game}.pgn`, await pgnOf(tree, tags, result));
}

/** Lists the games that were played. */
function Played() {
  if (played.value.length === 0) return null;
  return html`<section class="played"><h2>${t("friend.played")}</h2><ul>
    ${played.value.map((each) => {
      const tree = Tree.load(each.saved);
      const number = tree.line(tree.root).length - 1;
      return html`<li key=${each.begun}><span>${new Date(each.begun).toLocaleString()} · ${each.saved.game} · ${t("moves.number", { number })} ${each.result}</span>
        <button onClick=${() => save(tree, each.you, each.result).catch(say)}>${t("files.save-pgn")}</button></li>`;
    })}
  </ul></section>`;
}
