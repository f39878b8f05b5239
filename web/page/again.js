// Finds the program after a restart, when its address has a new token. Another program may listen on the port by then, so the page
// sends no secret: the listener must prove with a number chosen by the page that it has the key, and it sends the salt from
// which the new token is derived. See `crates/server/src/key.rs`.

/** The key that only this page and its program know. @type {CryptoKey | null} */
let key = null;

/** Stores the key of the program, which is currently reachable. */
export async function remember() {
  // Another host name may lead to a program of another user.
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

/** Returns the address of the program if it is reachable: the address of this page, or a new one after a restart. */
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
