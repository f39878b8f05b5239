// Lists of games, family by family.
import { html } from "./vendor/preact.js";
import { t } from "./text.js";

/** @typedef {import("./messages").GameSummary} GameSummary */

/**
 * Returns the games in groups, each with the name of its family, in the order in which the families first appear.
 * @param {GameSummary[]} games
 * @returns {[string, GameSummary[]][]}
 */
export function byFamily(games) {
  /** @type {Map<string, GameSummary[]>} */
  const families = new Map();
  for (const game of games) {
    const family = game.family || t("games.other");
    families.set(family, [...(families.get(family) ?? []), game]);
  }
  return [...families];
}

/**
 * Returns the games in whose description all words of `text` occur.
 * @param {GameSummary[]} games
 * @param {string} text
 */
export function search(games, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return games.filter(({ name, title, family, summary, size }) => {
    const described = [name, title, family, summary, size].join("\n").toLowerCase();
    return words.every((word) => described.includes(word));
  });
}

/**
 * Shows games as the options of a list, grouped by family.
 * @param {{ games: GameSummary[], text?: (game: GameSummary) => string }} props
 */
export function GameOptions({ games, text = (game) => game.title }) {
  return byFamily(games).map(
    ([family, members]) => html`<optgroup key=${family} label=${family}>
      ${members.map((game) => html`<option value=${game.name}>${text(game)}</option>`)}</optgroup>`,
  );
}
