// The frame of the page: which part of it is shown, and what all parts have.
import { html, render, useEffect, useState } from "./vendor/preact.js";
import { connect, connected } from "./link.js";
import { Play } from "./play.js";
import { begin, notice, place, say, theme } from "./state.js";

/** @type {Record<string, { title: string, part: () => unknown }>} */
const PAGES = {
  play: { title: "Play", part: Play },
};

function Page() {
  const [ready, setReady] = useState(false);
  const { page } = place.value;
  const { part } = PAGES[page] ?? PAGES.play;
  useEffect(() => {
    connect();
    begin().then(() => setReady(true), say);
  }, []);
  useEffect(() => {
    document.documentElement.dataset.theme = theme.value;
  }, [theme.value]);
  return html`
    <header>
      <a class="name" href="#play"><img src="icon.svg" alt="" width="28" height="28" /> Kurier</a>
      <nav aria-label="Parts">${Object.entries(PAGES).map(([name, { title }]) => html`
        <a href=${`#${name}`} aria-current=${name === page ? "page" : undefined}>${title}</a>`)}</nav>
      ${connected.value ? null : html`<span class="lost" role="status">connecting …</span>`}
      <select class="theme" aria-label="Colours" value=${theme.value}
        onChange=${(/** @type {any} */ event) => (theme.value = event.target.value)}>
        <option value="system">Colours: system</option><option value="light">Light</option><option value="dark">Dark</option>
      </select>
    </header>
    <main>${ready ? html`<${part} />` : html`<p class="faint waiting">Setting up the board …</p>`}</main>
    ${notice.value ? html`<div class="notice" role="alert">${notice.value}</div>` : null}`;
}

render(html`<${Page} />`, /** @type {HTMLElement} */ (document.getElementById("page")));
