// The introduction for first-time visitors.
import { html } from "./vendor/preact.js";

export function Welcome() {
  return html`<section class="card welcome" aria-label="Welcome">
    <h1>Welcome to Kurier</h1>
    <p><b>Play</b> Kurier or a friend, or watch two engines.</p>
    <p><a href="#analyse">Analyse</a> positions, or <a href="#review">review</a> your games.</p>
    <p>Read the <a href="#rules">rules</a>, or <a href="#workshop">invent</a> a game of your own.</p>
  </section>`;
}
