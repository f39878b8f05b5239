// The editor for positions, which shows how a position violates the rules.
import { html, useEffect, useState } from "./vendor/preact.js";
import { PieceIcon, pieceName } from "./board/shapes.js";
import { ask } from "./link.js";
import { t } from "./text.js";

/** @typedef {import("./messages").Game} Game */

/**
 * Returns the first field of a FEN for the pieces on the squares.
 * @param {Game} game
 * @param {string} pieces by square
 */
export function placement(game, pieces) {
  const standing = new Map(
    game.squares.map((square, i) => [`${square.level} ${square.rank} ${square.file}`, pieces[i]]),
  );
  const levels = [...Array(Math.max(1, game.levels.length)).keys()];
  return levels
    .map((level) => {
      const ranks = [...Array(game.ranks).keys()].reverse();
      return ranks
        .map((rank) => {
          let text = "";
          let run = 0;
          for (let file = 0; file < game.files; file++) {
            const letter = standing.get(`${level} ${rank} ${file}`) ?? "*";
            if (letter === ".") run++;
            else {
              text += (run || "") + letter;
              run = 0;
            }
          }
          return text + (run || "");
        })
        .join("/");
    })
    .join("|");
}

/**
 * Shows the tools of the editor. The board next to them shows `pieces`; a click on a square puts the piece `tool`
 * there.
 * @param {{ game: Game, pieces: string, fen: string, tool: string, onTool: (letter: string) => void,
 *   onPieces: (pieces: string) => void, onDone: (fen: string) => void, onCancel: () => void }} props
 */
export function Setup({ game, pieces, fen, tool, onTool, onPieces, onDone, onCancel }) {
  const words = fen.trim().split(/\s+/);
  const [side, setSide] = useState(words[1] === "b" ? "b" : "w");
  const [rights, setRights] = useState(words[2] ?? "-");
  const [problem, setProblem] = useState("");
  const [typed, setTyped] = useState("");
  const [usable, setUsable] = useState(true);
  /** Shows a problem; a position in which the game is over is `usable`. @param {string} text @param {boolean} usable */
  const tell = (text, usable) => {
    setProblem(text);
    setUsable(usable);
  };
  const made = `${placement(game, pieces)} ${side} ${rights || "-"} - 0 1`;
  useEffect(() => {
    let current = true;
    ask("position", { position: { game: game.name, fen: made } }).then(
      (position) => current && tell(position.outcome ? t("setup.over", { reason: position.outcome.reason }) : "", true),
      (error) => current && tell(`${error.message}.`, false),
    );
    return () => {
      current = false;
    };
  }, [made, game]);

  /** @param {string} text */
  const read = async (text) => {
    setTyped(text);
    try {
      const position = await ask("position", { position: { game: game.name, fen: text } });
      onPieces(position.pieces);
      const fields = text.trim().split(/\s+/);
      setSide(fields[1] === "b" ? "b" : "w");
      setRights(fields[2] ?? "-");
      setTyped("");
    } catch (error) {
      tell(`${error instanceof Error ? error.message : error}.`, false);
    }
  };
  const startPieces = () =>
    ask("position", { position: { game: game.name } }).then((position) => {
      onPieces(position.pieces);
      setRights(game.start.split(" ")[2] ?? "-");
      setSide(game.start.split(" ")[1] ?? "w");
    });
  const letters = game.pieces.map((piece) => piece.letter);
  return html`<div class="setup card">
    <h2>${t("setup.title")}</h2>
    <p class="faint">${t("setup.words")}</p>
    ${[letters, letters.map((letter) => letter.toLowerCase())].map(
      (row) => html`<div class="palette" role="group">
      ${row.map(
        (letter) => html`<button aria-pressed=${tool === letter} title=${pieceName(game, letter)}
        aria-label=${pieceName(game, letter)} onClick=${() => onTool(letter)}><${PieceIcon} game=${game} letter=${letter} size=${32} /></button>`,
      )}
    </div>`,
    )}
    <div class="buttons">
      <button aria-pressed=${tool === "."} onClick=${() => onTool(".")}>${t("setup.erase")}</button>
      <button onClick=${() => onPieces(".".repeat(pieces.length))}>${t("setup.empty")}</button>
      <button onClick=${startPieces}>${t("setup.start")}</button>
    </div>
    <div class="row">
      <label>${t("setup.side")} <select value=${side} onChange=${(/** @type {any} */ event) => setSide(event.target.value)}>
        <option value="w">${t("white")}</option><option value="b">${t("black")}</option></select></label>
      <label>${t("setup.rights")} <input size="8" value=${rights} onInput=${(/** @type {any} */ event) => setRights(event.target.value.trim())} /></label>
    </div>
    <label>FEN <textarea rows="3" value=${typed || made} spellcheck=${false} onChange=${(/** @type {any} */ event) => read(event.target.value)}></textarea></label>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : html`<p class="faint" role="status">${t("setup.good")}</p>`}
    <div class="buttons"><button class="main" disabled=${!usable} onClick=${() => onDone(made)}>${t("setup.use")}</button>
      <button onClick=${onCancel}>${t("cancel")}</button></div>
  </div>`;
}
