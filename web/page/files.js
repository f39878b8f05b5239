// Texts and pictures in and out of the page.
import { ask } from "./link.js";

/** Glyphs that say how good a turn is. */
const ON_MOVES = /^([!?]+|\$[1-6])$/;

/** Gives the user a file. @param {string} name @param {Blob} blob */
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
 * A picture of a position as the user's file.
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
 * A tree as PGN.
 * @param {import("./tree.js").Tree} tree
 * @param {[string, string][]} [tags]
 * @param {string} [result]
 */
export async function pgnOf(tree, tags = tree.tags, result = tree.result) {
  /** The engine's verdict is written where nobody else has said how good the turn is. @param {import("./tree").Node} node */
  const glyphs = (node) => (node.sign && !node.glyphs.some((glyph) => ON_MOVES.test(glyph)) ? [node.sign, ...node.glyphs] : node.glyphs);
  /** @param {import("./tree").Node} node @returns {object} */
  const turn = (node) => ({
    text: node.text,
    glyphs: glyphs(node),
    before: node.before,
    comment: node.comment,
    variations: node.parent?.children[0] === node ? node.parent.children.slice(1).map((other) => [turn(other), ...rest(other)]) : [],
  });
  /** @param {import("./tree").Node} node @returns {object[]} */
  const rest = (node) => (node.children.length > 0 ? [turn(node.children[0]), ...rest(node.children[0])] : []);
  const record = { game: tree.game, fen: tree.fen, tags, preamble: tree.root.comment, moves: rest(tree.root), result };
  return (await ask("write-pgn", { record })).text;
}

/** Asks for a file of the user's. @param {string} accept */
export function pick(accept) {
  return new Promise((/** @type {(text: string | null) => void} */ resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.onchange = async () => resolve((await input.files?.[0]?.text()) ?? null);
    input.oncancel = () => resolve(null);
    input.click();
  });
}
