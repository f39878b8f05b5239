// The host's invitation: the game, its link, and a QR code of the link.
import { html } from "./vendor/preact.js";
import { GameOptions } from "./families.js";
import { options } from "./new-game.js";
import { copy, games, kept } from "./state.js";
import { StartChoice, useGameOf, withoutStart, withStart } from "./starts.js";
import { t } from "./text.js";
import { Tree } from "./tree.js";

/** @typedef {import("./friend.js").Kept} Kept */

/** The host's last choices. */
const chosen = kept("invitation", { black: false, minutes: 10, increment: 5 });

/**
 * @param {{ games: Kept[], onInvite: (order: { order: string } & Record<string, unknown>) => void,
 *   onCancel?: () => void }} props `games` are the games that were played, the latest first
 */
export function Invitation({ games: played, onInvite, onCancel }) {
  const { black, minutes, increment } = chosen.value;
  const set = (/** @type {Partial<typeof chosen.value>} */ change) => (chosen.value = { ...chosen.value, ...change });
  const number = (
    /** @type {"minutes" | "increment"} */ key,
    /** @type {number} */ most,
    /** @type {string} */ label,
  ) =>
    html`<label>${label} <input type="number" min="0" max=${most} value=${chosen.value[key]}
      onInput=${(/** @type {any} */ event) => set({ [key]: Math.min(most, Math.max(0, Math.floor(Number(event.target.value)) || 0)) })} /></label>`;
  const name = withoutStart(options.value.game);
  const described = useGameOf(name);
  const [latest] = played;
  const goesOn = latest && latest.result === "*" ? latest : null;
  return html`<form class="invitation" onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    onInvite({ order: "invite", game: described ? withStart(described) : name, black, minutes, increment });
  }}>
    <h1>${t("invite")}</h1>
    <p>${t("invite.words")}</p>
    <label>${t("game")} <select value=${name}
      onChange=${(/** @type {any} */ event) => (options.value = { ...options.peek(), game: event.target.value })}>
      <${GameOptions} games=${games.value} /></select></label>
    <${StartChoice} game=${described} />
    <label>${t("invite.side")} <select value=${String(black)} onChange=${(/** @type {any} */ event) => set({ black: event.target.value === "true" })}>
      <option value="false">${t("white")}</option><option value="true">${t("black")}</option></select></label>
    <div class="row">${number("minutes", 180, t("invite.minutes"))}${minutes > 0 ? number("increment", 60, t("invite.increment")) : null}</div>
    <div class="buttons"><button class="main">${t("invite.begin")}</button>
      ${goesOn ? html`<button type="button" onClick=${() => onInvite(continued(goesOn, minutes, increment))}>${t("invite.continue")}</button>` : null}
      ${onCancel ? html`<button type="button" onClick=${onCancel}>${t("cancel")}</button>` : null}</div>
  </form>`;
}

/** Returns the order to continue a game. @param {Kept} game @param {number} minutes @param {number} increment */
function continued({ saved, you, clock }, minutes, increment) {
  const tree = Tree.load(saved);
  const moves = tree.moves(tree.end(tree.root));
  return {
    order: "invite",
    game: saved.game,
    fen: saved.fen,
    moves,
    black: you === "Black",
    minutes: clock ? minutes : 0,
    increment,
    clock,
  };
}

/** Shows the links of a game. @param {{ links: NonNullable<import("./messages").FriendView["links"]> }} props */
export function Links({ links }) {
  return html`<section class="card links" aria-label=${t("invite.links")}>
    <p>${t("invite.open", { address: new URL(links.player).host })}</p>
    <div class="qr" role="img" aria-label=${t("invite.qr")} dangerouslySetInnerHTML=${{ __html: links.qr.replace(/^<\?xml[^>]*\?>/, "") }} />
    <p><code class="player-link">${links.player}</code></p>
    <div class="buttons"><button onClick=${() => copy(links.player)}>${t("files.copy-link")}</button>
      <button onClick=${() => copy(links.watcher)}>${t("invite.copy-watcher")}</button></div>
  </section>`;
}
