// The service worker: stores the page, so that it works without a network, and isolates it, so that searches can be
// stopped through shared memory. `site.js` inserts the names of the files and their version.
const VERSION = "VERSION";
const FILES = ["FILES"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("kurier ") && name !== VERSION);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    caches
      .open(VERSION)
      .then((cache) => cache.match(request, { ignoreSearch: true }))
      .then(async (kept) => isolated(kept ?? (await fetch(request)))),
  );
});

/** Returns the response with headers that isolate the page from other origins. */
function isolated(response) {
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
