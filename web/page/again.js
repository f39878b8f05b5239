// Finds the program after a restart, when its address has another token. Another program may listen on the port by then, so nothing
// that the page knows is sent: whoever is there has to prove with a number chosen here that it has the key, and says of what salt the
// new token is made. See `crates/server/src/key.rs`.

/** What this page and its program know. @type {CryptoKey | null} */
let key = null;

/** Remembers the key of the program, which is there now. */
export async function remember() {
  // Another name may lead to another program of another user.
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

/** The address of the program, if it is there: this page's one, or another after a restart. */
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
    // Nobody is there yet.
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
