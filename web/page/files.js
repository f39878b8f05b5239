// Import and export of text and pictures.
import { ask } from "./link.js";
import { glyphsWithVerdict } from "./words.js";
import { t } from "./text.js";

/** Offers a file for download. @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {string} name @param {string} text @param {string} [type] */
export function downloadText(name, text, type = "text/plain") {
  download(name, new Blob([text], { type }));
}

/**
 * Offers a picture of a position for download.
 * @param {import("./messages").PositionRef} position
 * @param {boolean} flipped
 * @param {"svg" | "png"} format
 */
export async function downloadPicture(position, flipped, format) {
  const { svg } = await ask("picture", { position, flipped, size: format === "png" ? 96 : 64 });
  if (format === "svg") return downloadText(`${position.game}.svg`, svg, "image/svg+xml");
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob) download(`${position.game}.png`, blob);
}

/**
 * Writes a tree as PGN.
 * @param {import("./tree.js").Tree} tree
 * @param {[string, string][]} [tags]
 * @param {string} [result]
 */
export async function pgnOf(tree, tags = tree.tags, result = tree.result) {
  /** @param {import("./tree").Node} node @returns {object} */
  const turn = (node) => ({
    text: node.text,
    glyphs: glyphsWithVerdict(node),
    before: node.before,
    comment: node.comment,
    variations:
      node.parent?.children[0] === node
        ? node.parent.children.slice(1).map((other) => [turn(other), ...rest(other)])
        : [],
  });
  /** @param {import("./tree").Node} node @returns {object[]} */
  const rest = (node) => (node.children.length > 0 ? [turn(node.children[0]), ...rest(node.children[0])] : []);
  const record = { game: tree.game, fen: tree.fen, tags, preamble: tree.root.comment, moves: rest(tree.root), result };
  return (await ask("write-pgn", { record })).text;
}

/** The maximum size of a file in bytes; larger files are not read at all. */
export const LONGEST_FILE = 4 << 20;

/** Throws an error if a file is too large. @param {string} name @param {number} size */
export function checkSize(name, size) {
  if (size <= LONGEST_FILE) return;
  const [has, most] = [size, LONGEST_FILE].map((bytes) => `${Number((bytes / (1 << 20)).toFixed(1))} MB`);
  throw new Error(t("file.too-large", { name, has, most }));
}

/** Reads a file as text. @param {File} file */
export async function textOf(file) {
  checkSize(file.name, file.size);
  return decode(new Uint8Array(await file.arrayBuffer()));
}

/**
 * Decodes bytes as the command line does: as UTF-8, but lines that are not valid UTF-8 as Latin-1.
 * @param {Uint8Array} bytes
 */
export function decode(bytes) {
  if (isUtf16(bytes)) throw new Error(t("file.utf-16"));
  const strict = new TextDecoder("utf-8", { fatal: true });
  try {
    return strict.decode(bytes);
  } catch {
    return lines(bytes)
      .map((line) => {
        try {
          return strict.decode(line);
        } catch {
          // The decoder's `latin1` is Windows-1252, not Latin-1.
          return Array.from(line, (byte) => String.fromCharCode(byte)).join("");
        }
      })
      .join("");
  }
}

/**
 * Returns whether bytes are UTF-16: they begin with a byte order mark, or many of the first bytes are zero.
 * @param {Uint8Array} bytes
 */
function isUtf16(bytes) {
  const marked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const zeros = bytes.subarray(0, 64).filter((byte) => byte === 0).length;
  return marked || (zeros > 0 && 4 * zeros >= Math.min(bytes.length, 64));
}

/** Splits bytes after each line end. @param {Uint8Array} bytes */
function lines(bytes) {
  const parts = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(10, from);
    const to = end < 0 ? bytes.length : end + 1;
    parts.push(bytes.subarray(from, to));
    from = to;
  }
  return parts;
}

/** Lets the user choose a file, and returns its text; `null` if the user cancels. @param {string} accept */
export function pick(accept) {
  return new Promise((/** @type {(text: string | Promise<string> | null) => void} */ resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.onchange = () => resolve(input.files?.[0] ? textOf(input.files[0]) : null);
    input.oncancel = () => resolve(null);
    input.click();
  });
}
