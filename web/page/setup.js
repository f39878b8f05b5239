// The editor for positions, which shows how a position violates the rules.
import { html, useEffect, useState } from "./vendor/preact.js";
import { PieceIcon, pieceName } from "./board/shapes.js";
import { ask } from "./link.js";

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
 * @param {{ game: Game, pieces: string, fen: string, tool: string, onTool: (letter: string) => void, onPieces: (pieces: string) => void,
 *   onDone: (fen: string) => void, onCancel: () => void }} props
 */
export function Setup({ game, pieces, fen, tool, onTool, onPieces, onDone, onCancel }) {
  const words = fen.trim().split(/\s+/);
  const [side, setSide] = useState(words[1] === "b" ? "b" : "w");
  const [rights, setRights] = useState(words[2] ?? "-");
  const [problem, setProblem] = useState("");
  const [typed, setTyped] = useState("");
  const made = `${placement(game, pieces)} ${side} ${rights || "-"} - 0 1`;
  useEffect(() => {
    let current = true;
    ask("position", { position: { game: game.name, fen: made } }).then(
      (position) => current && setProblem(position.outcome ? `The game is over here: ${position.outcome.reason}.` : ""),
      (error) => current && setProblem(`${error.message}.`),
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
      setProblem(`${error instanceof Error ? error.message : error}.`);
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
    <h2>Set up a position</h2>
    <p class="faint">Choose a piece, then click squares. A second click takes the piece away.</p>
    ${[letters, letters.map((letter) => letter.toLowerCase())].map(
      (row) => html`<div class="palette" role="group">
      ${row.map(
        (letter) => html`<button aria-pressed=${tool === letter} title=${pieceName(game, letter)}
        aria-label=${pieceName(game, letter)} onClick=${() => onTool(letter)}><${PieceIcon} game=${game} letter=${letter} size=${32} /></button>`,
      )}
    </div>`,
    )}
    <div class="buttons">
      <button aria-pressed=${tool === "."} onClick=${() => onTool(".")}>Erase</button>
      <button onClick=${() => onPieces(".".repeat(pieces.length))}>Empty board</button>
      <button onClick=${startPieces}>Start</button>
    </div>
    <div class="row">
      <label>To move <select value=${side} onChange=${(/** @type {any} */ event) => setSide(event.target.value)}>
        <option value="w">White</option><option value="b">Black</option></select></label>
      <label>Rights <input size="8" value=${rights} onInput=${(/** @type {any} */ event) => setRights(event.target.value.trim())} /></label>
    </div>
    <label>FEN <textarea rows="3" value=${typed || made} spellcheck=${false} onChange=${(/** @type {any} */ event) => read(event.target.value)}></textarea></label>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : html`<p class="faint" role="status">A position of this game.</p>`}
    <div class="buttons"><button class="main" disabled=${Boolean(problem) && !problem.startsWith("The game is over")} onClick=${() => onDone(made)}>Use it</button>
      <button onClick=${onCancel}>Cancel</button></div>
  </div>`;
}
