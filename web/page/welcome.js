// The introduction for first-time visitors.
import { html } from "./vendor/preact.js";
import { t } from "./text.js";

export function Welcome() {
  return html`<section class="card welcome" aria-label=${t("welcome")}>
    <h1>${t("welcome.title")}</h1>
    <p><b>${t("welcome.play.verb")}</b> ${t("welcome.play")}</p>
    <p><a href="#analyse">${t("welcome.analyse")}</a> ${t("welcome.positions")} <a href="#review">${t("welcome.review")}</a> ${t("welcome.games")}</p>
    <p>${t("welcome.read")} <a href="#rules">${t("welcome.rules")}</a>, ${t("welcome.or")} <a href="#workshop">${t("welcome.invent")}</a> ${t("welcome.own")}</p>
  </section>`;
}
