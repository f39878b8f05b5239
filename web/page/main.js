// The frame of the page, which shows one of its parts and the elements common to all parts.
import { html, render, useEffect, useState } from "./vendor/preact.js";
import { engine } from "./config.js";
import { connect, connected, gone } from "./link.js";
import { begin, notice, place, say, theme } from "./state.js";

/**
 * The parts of the page, loaded when they are first opened.
 * @type {Record<string, { title: string, load: () => Promise<() => unknown> }>}
 */
const PARTS = {
  play: { title: "Play", load: async () => (await import("./play.js")).Play },
  analyse: { title: "Analyse", load: async () => (await import("./analyse.js")).Analyse },
  review: { title: "Review", load: async () => (await import("./review.js")).Review },
  rules: { title: "Rules", load: async () => (await import("./rules.js")).Rules },
  workshop: { title: "Workshop", load: async () => (await import("./workshop.js")).Workshop },
};

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
  const page = place.value.page in PARTS ? place.value.page : "play";
  const part = usePart(page);
  useEffect(() => {
    connect();
    begin().then(() => {
      setReady(true);
      // Continues the review of games that was under way when the page was left.
      import("./review.js").then(({ resume }) => resume()).catch(say);
    }, say);
  }, []);
  useEffect(() => {
    document.documentElement.dataset.theme = theme.value;
  }, [theme.value]);
  return html`
    <header>
      <a class="name" href="#play" aria-label="Kurier"><img src="icon.svg" alt="" width="28" height="28" /> <span>Kurier</span></a>
      <nav aria-label="Parts">${Object.entries(PARTS).map(
        ([name, { title }]) => html`
        <a href=${`#${name}`} aria-current=${name === page ? "page" : undefined}>${title}</a>`,
      )}</nav>
      ${
        connected.value
          ? null
          : html`<span class="lost" role="status">${
              gone.value
                ? `Kurier has ended. Start “kurier serve --port ${location.port}” again: the page goes on by itself, and nothing is lost.`
                : "connecting …"
            }</span>`
      }
      <select class="theme" aria-label="Colours" value=${theme.value}
        onChange=${(/** @type {any} */ event) => (theme.value = event.target.value)}>
        <option value="system">Colours: system</option><option value="light">Light</option><option value="dark">Dark</option>
      </select>
    </header>
    <main>${ready && part ? html`<${part} key=${page} />` : html`<p class="faint waiting">Setting up the board …</p>`}</main>
    ${notice.value ? html`<div class="notice" role="alert">${notice.value}</div>` : null}`;
}

// Replaces what the document shows until the scripts are loaded.
const frame = /** @type {HTMLElement} */ (document.getElementById("page"));
frame.replaceChildren();
render(html`<${Page} />`, frame);

// The static page works without a network once it has been seen.
if (engine !== "socket" && "serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(say);
