// The analysis of positions: the engine's lines as they grow, variations, set-up, files.
import { html, signal, useEffect, useState } from "./vendor/preact.js";
import { Board } from "./board/board.js";
import { handsOf } from "./board/hand.js";
import { Annotation } from "./annotation.js";
import { Bar, Graph, Lines, short } from "./evaluation.js";
import { Explorer } from "./explorer.js";
import { GameOptions } from "./families.js";
import { NumberField } from "./fields.js";
import { downloadPicture, downloadText, pgnOf, pick } from "./files.js";
import { ask, search, stop, Superseded } from "./link.js";
import { Moves, SpaceButton, Steps } from "./moves.js";
import { PieceCard } from "./pieces.js";
import { limits, Reading, readGames } from "./reading.js";
import { FIRST_GAME, copy, games, go, hash, kept, linkTo, place, reachIn, say, threads, useGame } from "./state.js";
import { Setup } from "./setup.js";
import { Tree } from "./tree.js";
import { MoveInput } from "./typed.js";
import { ending, firstPly } from "./words.js";
import { t } from "./text.js";

/** @typedef {import("./messages").Position} Position */
/** @typedef {import("./messages").Line} Line */
/** @typedef {import("./tree").Node} Node */

/** @type {import("./vendor/preact.js").Signal<ReturnType<Tree["save"]> | null>} */
const saved = kept("analysis", null);
const multi = kept("lines", 3);
const running = kept("analysing", true);
const flipped = signal(false);
const shown = signal(/** @type {Position | null} */ (null));
const version = signal(0);
const lines = signal(/** @type {Line[]} */ ([]));
const pointed = signal(/** @type {string[]} */ ([]));
const inspected = signal(/** @type {{ letter: string, marks: [string, string][] } | null} */ (null));
let tree = saved.peek() ? Tree.load(/** @type {any} */ (saved.peek())) : new Tree(FIRST_GAME);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
let frame = 0;

/** Opens a game for analysis. @param {Tree} opened */
export async function open(opened) {
  tree = opened;
  flipped.value = false;
  await show();
}

async function show() {
  const node = tree.current;
  const position = await ask("position", { position: tree.position() });
  if (tree.current !== node) return;
  shown.value = position;
  inspected.value = null;
  pointed.value = [];
  changed();
  if (position.outcome) {
    const { winner } = position.outcome;
    node.expectation = winner === null ? 0.5 : winner === "White" ? 1 : 0;
    node.score = position.outcome.result;
  }
  analyse();
}

function changed() {
  version.value++;
  saved.value = tree.save();
}

/** Searches the shown position until another position is shown. */
function analyse() {
  clearTimeout(waiting);
  lines.value = [];
  if (!running.peek() || shown.peek()?.outcome) {
    stop(0);
    return;
  }
  // The delay avoids a search for every move while the user steps through a game.
  waiting = setTimeout(() => {
    const node = tree.current;
    /** @type {Line[]} */
    const latest = [];
    const onLine = (/** @type {Line} */ line) => {
      latest[line.line - 1] = line;
      if (frame === 0) {
        frame = requestAnimationFrame(() => {
          frame = 0;
          if (tree.current !== node || latest.length === 0) return;
          lines.value = [...latest];
          const best = latest[0];
          if (best?.exact) {
            node.expectation = best.score.expectation;
            node.score = best.score.text;
          }
          version.value++;
        });
      }
    };
    const settings = { lines: multi.peek(), threads: threads.peek(), hash: hash.peek() };
    search("search", { position: tree.position(), settings }, onLine).then(
      () => (saved.value = tree.save()),
      (error) => error instanceof Superseded || say(error),
    );
  }, 60);
}

/** @param {Node} node */
function goTo(node) {
  tree.current = node;
  show().catch(say);
}

/** @param {{ text: string, san: string }} turn */
function play(turn) {
  goTo(tree.add(tree.current, turn));
}

/** Plays a line of the engine. @param {string[]} moves @param {string[]} san */
function playLine(moves, san) {
  let node = tree.current;
  moves.forEach((text, i) => (node = tree.add(node, { text, san: san[i] })));
  goTo(node);
}

/** @param {string} text */
async function openPgn(text) {
  const found = await readGames(text, { enough: (records) => records.some((record) => !record.error) });
  if (!found) return;
  const { records, complete } = found;
  const good = records.find((record) => !record.error);
  if (!good) throw new Error(records[0].error ?? t("files.no-game"));
  if (records.length > 1 || !complete) say(t("files.first"));
  await open(Tree.of(good));
}

/** Opens the position or game in the URL. @param {URLSearchParams} query */
async function openLink(query) {
  const made = new Tree(query.get("game") ?? "chess", query.get("fen"));
  let node = made.root;
  try {
    for (const text of (query.get("moves") ?? "").split(",").filter(Boolean)) {
      const position = await ask("play", { position: made.position(node), text });
      if (position.last) node = made.add(node, position.last);
    }
  } catch (error) {
    // The legal moves before the first illegal move are shown.
    say(error);
  }
  made.current = node;
  await open(made);
}

export function Analyse() {
  const [editing, setEditing] = useState(/** @type {{ pieces: string, tool: string } | null} */ (null));
  const { query } = place.value;
  const asked = query.toString();
  useEffect(() => {
    (asked ? openLink(query) : show()).catch(say);
    return () => {
      clearTimeout(waiting);
      stop(0);
    };
  }, [asked]);
  useEffect(() => {
    if (shown.peek()) analyse();
  }, [multi.value, running.value, threads.value, hash.value]);

  version.value;
  const game = useGame(tree.game);
  const position = shown.value;
  if (!game || !position || position.pieces.length !== game.squares.length) {
    return html`<p class="waiting faint">${t("waiting")}</p>`;
  }
  const node = tree.current;
  const path = tree.line();
  const info = inspected.value;
  const best = lines.value[0];
  const first = { side: position.side, number: position.number };
  const arrows =
    pointed.value.length > 0
      ? [squaresOf(position, pointed.value[0])]
      : lines.value.slice(0, 1).map((line) => squaresOf(position, line.moves[0]));
  const inspect = async (/** @type {string} */ letter, /** @type {string} */ square) => {
    inspected.value = { letter, marks: await reachIn(game.name)(letter, square) };
  };
  const edit = (/** @type {string} */ square) => {
    if (!editing) return;
    const at = game.squares.findIndex((other) => other.name === square);
    const standing = [...editing.pieces];
    standing[at] = standing[at] === editing.tool ? "." : editing.tool;
    setEditing({ ...editing, pieces: standing.join("") });
  };
  return html`<div class="page">
    <div class="room with-bar">
      <${Bar} expectation=${node.expectation ?? best?.score.expectation ?? 0.5} flipped=${flipped.value} text=${node.score || best?.score.text || "+0.00"} />
      <${Board} game=${game} pieces=${editing ? editing.pieces : position.pieces} hands=${editing ? null : handsOf(position)} flipped=${flipped.value}
        turns=${editing ? NONE : position.turns} last=${editing ? undefined : position.last?.squares} check=${editing ? null : position.check}
        arrows=${editing ? NONE : arrows} marks=${info?.marks ?? []} onTurn=${play} onEdit=${editing ? edit : undefined}
        onInspect=${(/** @type {string} */ letter, /** @type {string} */ square) => inspect(letter, square).catch(say)}
        reach=${reachIn(game.name)} />
    </div>
    <div class="panel">
      <h1 class="unseen">${t("analysis", { game: game.title })}</h1>
      <div class="row">
        <select aria-label=${t("game")} value=${game.name} onChange=${(/** @type {any} */ event) => open(new Tree(event.target.value)).catch(say)}>
          <${GameOptions} games=${games.value} />
        </select>
        <button class=${running.value ? "main" : ""} aria-pressed=${running.value} onClick=${() => (running.value = !running.value)}>
          ${running.value ? t("engine.on") : t("engine.off")}</button>
      </div>
      ${
        editing
          ? html`<${Setup} game=${game} pieces=${editing.pieces} fen=${position.fen} tool=${editing.tool}
        onTool=${(/** @type {string} */ tool) => setEditing({ ...editing, tool })}
        onPieces=${(/** @type {string} */ pieces) => setEditing({ ...editing, pieces })}
        onDone=${(/** @type {string} */ fen) => {
          setEditing(null);
          open(new Tree(game.name, fen)).catch(say);
        }}
        onCancel=${() => setEditing(null)} />`
          : html`
      ${
        position.outcome
          ? html`<div class="result" role="status"><b>${position.outcome.result}</b> ${ending(position.outcome)}</div>`
          : running.value
            ? html`<div class="thinking">
        <p class="faint">${best ? t("engine.state", { depth: `${best.depth}/${best.selective_depth}`, nodes: short(best.nodes), nps: short(best.nps), full: (best.hash_full / 10).toFixed(0) }) : "…"}</p>
        <${Lines} lines=${lines.value} first=${first} wanted=${multi.value} onPlay=${playLine} onPoint=${(/** @type {string[]} */ moves) => (pointed.value = moves)} />
      </div>`
            : null
      }
      ${position.outcome ? null : html`<${Explorer} position=${tree.position()} onPlay=${play} onPoint=${(/** @type {string[]} */ moves) => (pointed.value = moves)} />`}
      ${position.table ? html`<p class="words">${t("table", { verdict: position.table })}</p>` : null}
      ${info ? html`<${PieceCard} game=${game} letter=${info.letter} onClose=${() => (inspected.value = null)} />` : null}
      <${Moves} tree=${tree} version=${version.value} first=${firstPly(tree.fen ?? game.start)} onGo=${goTo} />
      <${Steps} tree=${tree} onGo=${goTo} onFlip=${() => (flipped.value = !flipped.value)}>
        <${SpaceButton} game=${game} />
        <button disabled=${!node.parent} onClick=${() => {
          tree.promote(node);
          changed();
        }} title=${t("promote.words")}>${t("promote")}</button>
        <button disabled=${!node.parent} onClick=${() => {
          tree.remove(node);
          show().catch(say);
        }} title=${t("delete.words")}>${t("delete")}</button>
      <//>
      <${Annotation} node=${node} onChange=${changed} />
      <${Graph} line=${path} now=${path.indexOf(node)} onGo=${(/** @type {number} */ ply) => goTo(path[ply])} />
      <${MoveInput} enabled=${!position.outcome} position=${() => tree.position()} onTurn=${play} />
      <details><summary>${t("engine")}</summary><div class="row">
        <${NumberField} label=${t("engine.lines")} value=${multi} least=${1} most=${10} />
        <${NumberField} label=${t("engine.threads")} value=${threads} least=${1} most=${64} />
        <${NumberField} label=${t("engine.hash")} value=${hash} least=${1} most=${512} />
      </div></details>
      <details><summary>${t("files")}</summary>
        <p class="fen"><code>${position.fen}</code></p>
        <div class="buttons">
          <button onClick=${() => copy(position.fen)}>${t("files.copy-fen")}</button>
          <button onClick=${() => copy(linkTo(tree.position()))}>${t("files.copy-link")}</button>
          <button onClick=${() => pgnOf(tree).then(copy, say)}>${t("files.copy-pgn")}</button>
          <button onClick=${() => pgnOf(tree).then((text) => downloadText(`${game.name}.pgn`, text), say)}>${t("files.save-pgn")}</button>
          <button onClick=${() => downloadPicture(tree.position(), flipped.value, "png").catch(say)}>${t("files.save-png")}</button>
          <button onClick=${() => downloadPicture(tree.position(), flipped.value, "svg").catch(say)}>${t("files.save-svg")}</button>
          <button title=${t("files.limits", { limits: limits() })} onClick=${() =>
            pick(".pgn,text/plain")
              .then((text) => (text ? openPgn(text) : undefined))
              .catch(say)}>${t("files.open-pgn")}</button>
        </div>
        <${Reading} />
        <${Paste} onText=${(/** @type {string} */ text) => pasted(game.name, text)} />
      </details>
      <div class="buttons">
        <button onClick=${() => setEditing({ pieces: position.pieces, tool: game.pieces[0].letter })}>${t("setup")}</button>
        <button onClick=${() => open(new Tree(game.name)).catch(say)}>${t("setup.start")}</button>
        <button onClick=${() => go("play", { game: game.name, fen: position.fen, side: position.side })}>${t("play-from-here")}</button>
      </div>`
      }
    </div>
  </div>`;
}

/** @type {any[]} */
const NONE = [];

/** @param {Position} position @param {string} text */
function squaresOf(position, text) {
  return position.turns.find((turn) => turn.text === text)?.squares ?? NONE;
}

/** Opens a FEN or a PGN. @param {string} game @param {string} text */
async function pasted(game, text) {
  // The first word of a FEN contains slashes; a PGN begins with a tag, a comment or a move.
  const isFen = /^\s*[^\s[{;%]*\//.test(text);
  if (!isFen) return openPgn(text);
  await ask("position", { position: { game, fen: text.trim() } });
  await open(new Tree(game, text.trim()));
}

/** @param {{ onText: (text: string) => Promise<void> }} props */
function Paste({ onText }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    onText(text).then(
      () => {
        setText("");
        setProblem("");
      },
      (error) => setProblem(error.message),
    );
  };
  return html`<form onSubmit=${submit}><label>${t("files.paste", { limits: limits() })}
    <textarea rows="3" value=${text} spellcheck=${false} onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea></label>
    <button disabled=${!text.trim()}>${t("open")}</button>${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}</form>`;
}
