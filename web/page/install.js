// The offer to install the static page as an app, which then works without a network.
import { signal } from "./vendor/preact.js";
import { engine } from "./config.js";

/**
 * The browser's offer; `null` if the page cannot be installed, or is installed already.
 * @type {import("./vendor/preact.js").Signal<{ prompt(): Promise<unknown> } | null>}
 */
export const offer = signal(null);

// The URL of a served page changes with every run, so only the static page is offered.
if (engine !== "socket") {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer.value = /** @type {any} */ (event);
  });
  addEventListener("appinstalled", () => (offer.value = null));
}
