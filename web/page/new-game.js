// The dialog for a new game: the game, the players, and the strength of the engine.
import { html, useEffect, useState } from "./vendor/preact.js";
import { Board } from "./board/board.js";
import { FIRST_GAME, games, kept, picture, reachIn, say, useGame, useStart } from "./state.js";

/** @typedef {import("./game.js").Options} Options */

/** The options chosen last. @type {import("./vendor/preact.js").Signal<Options>} */
export const options = kept("play options", {
  game: FIRST_GAME,
  side: "White",
  level: 3,
  other: 3,
  minutes: 0,
  increment: 5,
});

/** @param {{ onBegin: (options: Options) => void, onCancel?: () => void }} props */
export function NewGame({ onBegin, onCancel }) {
  const chosen = options.value;
  const set = (/** @type {Partial<Options>} */ change) => (options.value = { ...chosen, ...change });
  const game = games.value.find((game) => game.name === chosen.game);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    onBegin(chosen);
  };
  const level = (
    /** @type {string} */ label,
    /** @type {"level" | "other"} */ key,
  ) => html`<label>${label} <select value=${chosen[key]} onChange=${(/** @type {any} */ event) => set({ [key]: Number(event.target.value) })}>
      ${[...Array(10).keys()].map((i) => html`<option value=${i + 1}>${i + 1}${i === 0 ? " (beginner)" : i === 9 ? " (full strength)" : ""}</option>`)}
    </select></label>`;
  return html`<form class="new-game" onSubmit=${submit}>
    <h1>New game</h1>
    <${Choice} chosen=${chosen.game} onChoose=${(/** @type {string} */ name) => set({ game: name })} />
    <p class="faint">${game?.summary} <a href=${`#rules?game=${chosen.game}`}>Rules</a></p>
    <fieldset><legend>You play</legend>
      ${
        /** @type {const} */ ([
          ["White", "White"],
          ["Black", "Black"],
          ["both", "both sides"],
          ["none", "nobody: two engines play"],
        ]).map(
          ([value, label]) => html`
        <label class="choice"><input type="radio" name="side" value=${value} checked=${chosen.side === value}
          onChange=${() => set({ side: value })} /> ${label}</label>`,
        )
      }
    </fieldset>
    ${chosen.side === "both" ? null : level(chosen.side === "none" ? "Level of White" : "Level", "level")}
    ${chosen.side === "none" ? level("Level of Black", "other") : null}
    <div class="row">
      <label>Minutes (0: no clock) <input type="number" min="0" max="180" value=${chosen.minutes}
        onInput=${(/** @type {any} */ event) => set({ minutes: Math.max(0, Number(event.target.value) || 0) })} /></label>
      ${
        chosen.minutes > 0
          ? html`<label>Seconds a move <input type="number" min="0" max="60" value=${chosen.increment}
        onInput=${(/** @type {any} */ event) => set({ increment: Math.max(0, Number(event.target.value) || 0) })} /></label>`
          : null
      }
    </div>
    <div class="buttons"><button class="main">Begin</button>
      ${onCancel ? html`<button type="button" onClick=${onCancel}>Cancel</button>` : null}</div>
  </form>`;
}

/**
 * Lets the user choose a game from a list with pictures.
 * @param {{ chosen: string, onChoose: (name: string) => void }} props
 */
function Choice({ chosen, onChoose }) {
  return html`<fieldset class="choice-of-games"><legend>Game</legend>
    ${games.value.map(
      (game) => html`<label key=${game.name} title=${game.summary}>
      <input type="radio" name="game" value=${game.name} checked=${game.name === chosen} onChange=${() => onChoose(game.name)} />
      <${Picture} name=${game.name} /><b>${game.title}</b> <small class="faint">${game.size}</small>
    </label>`,
    )}
  </fieldset>`;
}

/** Shows the start position of a game as a small picture. @param {{ name: string }} props */
function Picture({ name }) {
  const [address, setAddress] = useState("");
  const known = games.value;
  useEffect(() => {
    let current = true;
    picture(name).then((found) => current && setAddress(found), say);
    return () => {
      current = false;
    };
  }, [name, known]);
  return address ? html`<img src=${address} alt="" />` : html`<span class="no-picture"></span>`;
}

/** Shows the start position of a game on a board. @param {{ name: string }} props */
export function Preview({ name }) {
  const game = useGame(name);
  const start = useStart(name);
  if (!game || start.length !== game.squares.length) return null;
  return html`<${Board} game=${game} pieces=${start} still=${true} reach=${reachIn(name)} />`;
}
