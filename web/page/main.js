// The frame of the page, which shows one of its parts and the elements common to all parts.
import { html, render, useEffect, useState } from "./vendor/preact.js";
import { role } from "./config.js";
import { connect, connected, gone } from "./link.js";
import { boardColours } from "./look.js";
import { Settings } from "./settings.js";
import { begin, notice, place, reviewKept, say, theme } from "./state.js";
import { spoken, t } from "./text.js";

/**
 * All parts of the page, loaded when they are first opened.
 * A part that is reached from another one, not from the top of the page, names it as `within`.
 * @type {Record<string, { title: import("./text.js").Key, load: () => Promise<() => unknown>, within?: string }>}
 */
const ALL = {
  friend: { title: "part.friend", load: async () => (await import("./friend.js")).Friend },
  play: { title: "part.play", load: async () => (await import("./play.js")).Play },
  learn: { title: "part.learn", load: async () => (await import("./learn.js")).Learn },
  puzzles: { title: "part.puzzles", load: async () => (await import("./puzzles.js")).Puzzles, within: "learn" },
  analyse: { title: "part.analyse", load: async () => (await import("./analyse.js")).Analyse },
  review: { title: "part.review", load: async () => (await import("./review.js")).Review },
  rules: { title: "part.rules", load: async () => (await import("./rules.js")).Rules },
  workshop: { title: "part.workshop", load: async () => (await import("./workshop.js")).Workshop },
};

/** The parts that this page has: a guest sees the game and its rules, and only a host can invite. */
const NAMES =
  role === "guest" ? ["friend", "rules"] : Object.keys(ALL).filter((name) => name !== "friend" || role === "host");
const PARTS = Object.fromEntries(NAMES.map((name) => [name, ALL[name]]));
const FIRST = role === "guest" ? "friend" : "play";

/** Returns a part of the page; `null` until it is loaded. @param {string} page */
function usePart(page) {
  const [loaded, setLoaded] = useState(/** @type {{ page: string, part: () => unknown } | null} */ (null));
  useEffect(() => {
    let current = true;
    PARTS[page].load().then((part) => current && setLoaded({ page, part }), say);
    return () => {
      current = false;
    };
  }, [page]);
  return loaded?.page === page ? loaded.part : null;
}

function Page() {
  const [ready, setReady] = useState(false);
  const page = place.value.page in PARTS ? place.value.page : FIRST;
  const part = usePart(page);
  useEffect(() => {
    connect();
    begin().then(() => {
      setReady(true);
      if (role === "guest") return;
      // Continues the review of games that was under way when the page was left.
      reviewKept()
        .then(async (kept) => kept && (await import("./review.js")).resume())
        .catch(say);
    }, say);
  }, []);
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = theme.value;
    dataset.board = boardColours.value;
    document.documentElement.lang = spoken();
  }, [theme.value, boardColours.value, spoken()]);
  return html`
    <header>
      <a class="name" href="#play" aria-label="Kurier"><img src="icon.svg" alt="" width="28" height="28" /> <span>Kurier</span></a>
      <nav aria-label=${t("parts")}>${Object.entries(PARTS)
        .filter(([, { within }]) => within === undefined)
        .map(
          ([name, { title }]) => html`
        <a href=${`#${name}`} aria-current=${[page, PARTS[page].within].includes(name) ? "page" : undefined}>${t(title)}</a>`,
        )}</nav>
      ${
        connected.value
          ? null
          : html`<span class="lost" role="status">${
              gone.value ? t("link.gone", { port: location.port }) : t("link.connecting")
            }</span>`
      }
      <${Settings} />
    </header>
    <main>${ready && part ? html`<${part} key=${page} />` : html`<p class="faint waiting">${t("setting-up")}</p>`}</main>
    ${notice.value ? html`<div class="notice" role="alert">${notice.value}</div>` : null}`;
}

// Replaces what the document shows until the scripts are loaded.
const frame = /** @type {HTMLElement} */ (document.getElementById("page"));
frame.replaceChildren();
render(html`<${Page} />`, frame);
