// Finds the program after a restart, when its URL contains a new token. Another program may be listening on the port by
// then, so the page sends no secret, but a random number: the listener must use it to prove that it has the key. The
// listener also sends the salt from which the new token is derived. See `crates/server/src/key.rs`.

/** The key that only this page and its program know. @type {CryptoKey | null} */
let key = null;

/** Fetches the key of the program, which must be reachable, and stores it. */
export async function remember() {
  // Another host name may resolve to a program of another user.
  if (key || location.hostname !== "127.0.0.1") return;
  const reply = await fetch("key", { cache: "no-store" });
  if (!reply.ok) throw new Error(`the key: ${reply.status}`);
  key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(await reply.text()),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
}

/**
 * Returns the URL of the program: the URL of this page, or a new one after a restart; `null` if the program is not
 * reachable. Without a key, the URL of this page is returned.
 */
export async function address() {
  const here = new URL(".", location.href).href;
  if (!key) return here;
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
  try {
    const reply = await fetch(`/again/${nonce}`, { cache: "no-store" });
    const [salt, proof] = (await reply.text()).split(" ");
    if (!reply.ok || proof !== (await code(key, `proof ${salt} ${nonce}`))) return null;
    const token = (await code(key, `token ${salt}`)).slice(0, 32);
    return new URL(`/${token}/`, location.href).href;
  } catch {
    // The program does not answer yet.
    return null;
  }
}

/** @param {CryptoKey} key @param {string} text */
async function code(key, text) {
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text))));
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
