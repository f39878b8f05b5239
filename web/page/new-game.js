// The dialog for a new game: the game, the players, and the strength of the engine.
import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import { Board } from "./board/board.js";
import { byFamily, search } from "./families.js";
import { FIRST_GAME, games, kept, picture, reachIn, say, useGame, useStart } from "./state.js";
import { StartChoice, useGameOf, withoutStart, withStart } from "./starts.js";
import { t } from "./text.js";

/** @typedef {import("./game.js").Options} Options */

/** The options that were chosen last. @type {import("./vendor/preact.js").Signal<Options>} */
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
  const name = withoutStart(chosen.game);
  const game = games.value.find((game) => game.name === name);
  const described = useGameOf(name);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    onBegin({ ...chosen, game: described ? withStart(described) : name });
  };
  const level = (
    /** @type {string} */ label,
    /** @type {"level" | "other"} */ key,
  ) => html`<label>${label} <select value=${chosen[key]} onChange=${(/** @type {any} */ event) => set({ [key]: Number(event.target.value) })}>
      ${[...Array(10).keys()].map((i) => html`<option value=${i + 1}>${i + 1}${i === 0 ? t("level.beginner") : i === 9 ? t("level.strongest") : ""}</option>`)}
    </select></label>`;
  return html`<form class="new-game" onSubmit=${submit}>
    <h1>${t("game.new")}</h1>
    <${Choice} chosen=${name} onChoose=${(/** @type {string} */ name) => set({ game: name })} />
    <p class="faint">${game?.summary} <a href=${`#rules?game=${name}`}>${t("part.rules")}</a></p>
    <${StartChoice} game=${described} />
    <fieldset><legend>${t("invite.side")}</legend>
      ${
        /** @type {const} */ ([
          ["White", t("white")],
          ["Black", t("black")],
          ["both", t("side.both")],
          ["none", t("side.none")],
        ]).map(
          ([value, label]) => html`
        <label class="choice"><input type="radio" name="side" value=${value} checked=${chosen.side === value}
          onChange=${() => set({ side: value })} /> ${label}</label>`,
        )
      }
    </fieldset>
    ${chosen.side === "both" ? null : level(chosen.side === "none" ? t("level.of-white") : t("level.choice"), "level")}
    ${chosen.side === "none" ? level(t("level.of-black"), "other") : null}
    <div class="row">
      <label>${t("invite.minutes")} <input type="number" min="0" max="180" value=${chosen.minutes}
        onInput=${(/** @type {any} */ event) => set({ minutes: Math.max(0, Number(event.target.value) || 0) })} /></label>
      ${
        chosen.minutes > 0
          ? html`<label>${t("invite.increment")} <input type="number" min="0" max="60" value=${chosen.increment}
        onInput=${(/** @type {any} */ event) => set({ increment: Math.max(0, Number(event.target.value) || 0) })} /></label>`
          : null
      }
    </div>
    <div class="buttons"><button class="main">${t("begin")}</button>
      ${onCancel ? html`<button type="button" onClick=${onCancel}>${t("cancel")}</button>` : null}</div>
  </form>`;
}

/**
 * Lets the user choose a game from a list with pictures, family by family, or search for one.
 * @param {{ chosen: string, onChoose: (name: string) => void }} props
 */
function Choice({ chosen, onChoose }) {
  const [text, setText] = useState("");
  const families = byFamily(search(games.value, text));
  return html`<fieldset class="game-choice"><legend>${t("game")}</legend>
    <input type="search" aria-label=${t("games.search")} placeholder=${t("games.search.words")} value=${text}
      onInput=${(/** @type {any} */ event) => setText(event.target.value)}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && event.preventDefault()} />
    <div class="choice-of-games">
      ${families.map(
        ([family, members]) => html`<h2 key=${family}>${family}</h2>
        ${members.map(
          (game) => html`<label key=${game.name} title=${game.summary}>
          <input type="radio" name="game" value=${game.name} checked=${game.name === chosen} onChange=${() => onChoose(game.name)} />
          <${Picture} name=${game.name} /><b>${game.title}</b> <small class="faint">${game.size}</small>
        </label>`,
        )}`,
      )}
      ${families.length === 0 ? html`<p class="faint">${t("games.none")}</p>` : null}
    </div>
  </fieldset>`;
}

/**
 * Shows the start position of a game as a small picture, drawn when it is about to be seen.
 * @param {{ name: string }} props
 */
function Picture({ name }) {
  const [address, setAddress] = useState("");
  const [near, setNear] = useState(false);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const known = games.value;
  useEffect(() => {
    if (near || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      {
        rootMargin: "200px",
      },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  useEffect(() => {
    let current = near;
    if (near) picture(name).then((found) => current && setAddress(found), say);
    return () => {
      current = false;
    };
  }, [name, known, near]);
  return address ? html`<img src=${address} alt="" />` : html`<span class="no-picture" ref=${place}></span>`;
}

/** Shows the start position of a game on a board. @param {{ name: string }} props */
export function Preview({ name }) {
  const game = useGame(name);
  const start = useStart(name);
  if (!game || start.length !== game.squares.length) return null;
  return html`<${Board} game=${game} pieces=${start} still=${true} reach=${reachIn(name)} />`;
}
