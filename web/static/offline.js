// Keeps the page, all networks and books included, so that it works without a network. This takes ten times what the page
// needs at first, so it begins after the first move.
let asked = false;

/** Registers the service worker, which fetches what is missing. A later visit finds it. */
export function keep() {
  if (asked || !("serviceWorker" in navigator)) return;
  asked = true;
  // Without it the page works all the same, but needs a network.
  navigator.serviceWorker.register("sw.js").catch((error) => console.warn(error));
}

addEventListener("appinstalled", keep);
