// Keeps the page, all networks and books included, so that it works without a network. This loads ten times as much as
// the page needs at first, so it begins after the first move.
let asked = false;

/** Registers the service worker, which fetches the files that are missing. Later visits use it. */
export function keep() {
  if (asked || !("serviceWorker" in navigator)) return;
  asked = true;
  // Without the service worker the page still works, but needs a network.
  navigator.serviceWorker.register("sw.js").catch((error) => console.warn(error));
}

addEventListener("appinstalled", keep);
