// The choice of a start position, in games with arrays to choose from or with shuffled pieces.
import { html } from "./vendor/preact.js";
import { kept, useGame } from "./state.js";
import { t } from "./text.js";

/** @typedef {import("./messages").Game} Game */

/**
 * The sides' choices in the game that was chosen last. An empty string leaves the choice to chance.
 * @type {import("./vendor/preact.js").Signal<{ game: string, white: string, black: string }>}
 */
const chosen = kept("start", { game: "", white: "", black: "" });

/** Returns the sides' choices in a game. @param {Game} game */
function choices(game) {
  if (chosen.value.game === game.name) return chosen.value;
  const [first = ["", ""]] = game.starts?.arrays ?? [];
  return { game: game.name, white: first[0], black: first[0] };
}

/** Returns the name of a game without the choice of its start position. @param {string} name */
export function withoutStart(name) {
  return name.split("@")[0];
}

/**
 * Returns the name of a game with the chosen start position. A choice that the user leaves to chance is drawn at
 * random.
 * @param {Game} game
 */
export function withStart(game) {
  if (!game.starts) return game.name;
  const { arrays, count, mirrored } = game.starts;
  const draw = () => {
    const number = Math.floor(Math.random() * count);
    return arrays[number]?.[0] ?? String(number);
  };
  const { white, black } = choices(game);
  const order = white || draw();
  return `${game.name}@${mirrored ? order : `${order}-${black || draw()}`}`;
}

/**
 * Lets the user choose the start position of a game; shows nothing for a game with only one.
 * @param {{ game: Game | null }} props
 */
export function StartChoice({ game }) {
  if (!game?.starts) return null;
  const { arrays, count, mirrored } = game.starts;
  const own = choices(game);
  const sides = /** @type {const} */ ([
    ["white", t("white")],
    ["black", t("black")],
  ]);
  const set = (/** @type {"white" | "black"} */ side) => (/** @type {any} */ event) =>
    (chosen.value = { ...own, [side]: event.target.value });
  if (arrays.length > 0) {
    return html`<fieldset class="start-choice"><legend>${t("start")}</legend>
      ${sides.map(
        ([side, label]) => html`<label>${label} <select name=${side} value=${own[side]} onChange=${set(side)}>
        ${arrays.map(([name, title]) => html`<option value=${name}>${title}</option>`)}
        <option value="">${t("start.random")}</option></select></label>`,
      )}</fieldset>`;
  }
  return html`<fieldset class="start-choice"><legend>${t("start.order", { last: count - 1 })}</legend>
    ${(mirrored ? sides.slice(0, 1) : sides).map(
      ([
        side,
        label,
      ]) => html`<label>${mirrored ? null : label} <input type="number" name=${side} min="0" max=${count - 1}
      aria-label=${t("start.order", { last: count - 1 })} placeholder=${t("start.random")} value=${own[side]} onInput=${set(side)} /></label>`,
    )}</fieldset>`;
}

/** Returns the description of a game, by its name with or without a start position. @param {string} name */
export function useGameOf(name) {
  return useGame(withoutStart(name));
}
