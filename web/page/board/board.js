// The board: any game's squares and pieces, side by side or stacked, played by mouse, touch and keyboard.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { angles, stacked } from "../state.js";
import { belongs, useAhead } from "./ahead.js";
import { Chooser } from "./chooser.js";
import { STEPS, middleOf, neighbour } from "./cursor.js";
import { Drawing, useDrawing } from "./drawing.js";
import { Hand } from "./hand.js";
import { flat, stack } from "./layout.js";
import { extend, midway, passes, targets } from "./route.js";
import { Arrow, MarkShape, Star, Symbols } from "./shapes.js";
import { spoken } from "./spoken.js";
import { t } from "../text.js";

/**
 * @typedef {object} BoardProps
 * @property {import("../messages").Game} game
 * @property {string} pieces the letter of the piece on each square, `.` if it is empty
 * @property {import("./hand.js").Hands | null} [hands] the pieces in hand, in games that have them
 * @property {boolean} [flipped]
 * @property {import("../messages").Turn[]} [turns] the turns that may be played on the board
 * @property {string[]} [last] the squares of the last turn
 * @property {string | null} [check] the square of a king in check
 * @property {string[][]} [arrows] the squares of turns to show as arrows
 * @property {[string, string][]} [marks] marks for a piece that is explained
 * @property {string[]} [stars] squares that the user is to visit
 * @property {(turn: import("../messages").Turn) => void} [onTurn]
 * @property {(piece: string, square: string) => void} [onInspect] called when the user clicks a piece that cannot be
 *   moved
 * @property {(square: string) => void} [onEdit] called when the user clicks a square while a position is set up
 * @property {(piece: string, square: string) => Promise<[string, string][]>} [reach] returns where a piece could go,
 *   for hovering
 * @property {boolean} [still] whether moves are shown without animation
 * @property {import("./ahead.js").Ahead} [ahead] present while the user may choose the turn after the opponent's
 */

let boards = 0;
/** The default for omitted lists: one object, because a new list would count as a new position. @type {any[]} */
const NONE = [];
/** The distance in pixels that the pointer must move to begin a drag. */
const THRESHOLD = 6;

/** @param {BoardProps} props */
export function Board({
  game,
  pieces,
  hands = null,
  flipped = false,
  turns = NONE,
  last = NONE,
  check = null,
  arrows = NONE,
  marks = NONE,
  stars = NONE,
  onTurn,
  onInspect,
  onEdit,
  reach,
  still = false,
  ahead,
}) {
  const prefix = useMemo(() => `b${++boards}-`, []);
  const frame = useRef(/** @type {HTMLDivElement | null} */ (null));
  const picture = useRef(/** @type {SVGSVGElement | null} */ (null));
  const [aspect, setAspect] = useState(1.3);
  const [route, setRoute] = useState(/** @type {string[]} */ ([]));
  const [choice, setChoice] = useState(/** @type {import("../messages").Turn[]} */ ([]));
  const [drag, setDrag] = useState(/** @type {{ square: string, x: number, y: number } | null} */ (null));
  const [hovered, setHovered] = useState(/** @type {string | null} */ (null));
  const [cursor, setCursor] = useState(/** @type {string | null} */ (null));
  const [hoverMarks, setHoverMarks] = useState(/** @type {[string, string][]} */ ([]));
  const press = useRef(/** @type {Press | null} */ (null));
  const dropped = useRef(false);

  const inSpace = game.levels.length > 1 && stacked.value;
  const view = angles.value;
  const layout = useMemo(
    () => (inSpace ? stack(game, flipped, aspect, view) : flat(game, flipped, aspect)),
    [game, flipped, inSpace, view, aspect],
  );
  const places = useMemo(() => new Map(game.squares.map((square, i) => [square.name, i])), [game]);
  const squareOf = (/** @type {string} */ name) => game.squares[places.get(name) ?? 0];
  const standing = midway(pieces, places, route);
  const pieceOn = (/** @type {string} */ name) => standing[places.get(name) ?? -1] ?? ".";
  const reachable = useAhead(ahead, route[0], pieceOn(route[0]), reach);
  const goals = ahead ? (reachable ?? new Map()) : targets(turns, route);
  const drawing = useDrawing(pieces);

  // A new position resets the state before it is painted. A piece that the user has picked up while the opponent moves
  // stays picked up.
  const inHand = useRef("");
  useLayoutEffect(() => {
    const kept = route.length === 1 && inHand.current !== "" && pieceOn(route[0]) === inHand.current;
    if (!kept) {
      setRoute([]);
      setDrag(null);
    }
    setChoice([]);
  }, [pieces, turns, game]);
  inHand.current = ahead && route.length === 1 ? pieceOn(route[0]) : "";

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const { width, height } = element.getBoundingClientRect();
      if (width > 0 && height > 0) setAspect(width / height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // The piece that has moved slides to its square, unless it was dragged there.
  useLayoutEffect(() => {
    const was = dropped.current;
    dropped.current = false;
    if (still || was || last.length < 2 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const moved = picture.current?.querySelector(`[data-piece="${last[last.length - 1]}"]`);
    if (!moved || !places.has(last[0]) || !places.has(last[last.length - 1])) return;
    const from = layout.middle(squareOf(last[0]));
    const to = layout.middle(squareOf(last[last.length - 1]));
    moved.animate(
      { translate: [`${from.x - to.x}px ${from.y - to.y}px`, "0px 0px"] },
      { duration: 180, easing: "ease-out" },
    );
  }, [pieces]);

  // On a stacked board the reach of the piece under the pointer is shown through all levels.
  useEffect(() => {
    setHoverMarks([]);
    const piece = hovered ? pieceOn(hovered) : ".";
    if (!inSpace || !reach || !hovered || piece === "." || route.length > 0) return;
    let current = true;
    const timer = setTimeout(
      () =>
        reach(piece, hovered).then(
          (found) => current && setHoverMarks(found),
          () => {},
        ),
      120,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [hovered, inSpace, pieces, route.length]);

  /** @param {string} square */
  const canBegin = (square) =>
    ahead ? belongs(pieceOn(square), ahead.side) : turns.some((turn) => turn.squares[0] === square);

  /** Extends the route by a square; returns whether the square is a target. @param {string} square */
  const choose = (square) => {
    if (ahead) {
      // Some turns, such as castling, do not exist for a piece alone on the board, so the user may also choose squares
      // that are not in `reachable`.
      if (!reachable?.has(square) && belongs(pieceOn(square), ahead.side)) return false;
      ahead.onChoose([route[0], square]);
      setRoute([]);
      return true;
    }
    const next = extend(turns, route, square);
    if (!next) return false;
    setRoute(next.route);
    if (next.turns.length === 1) play(next.turns[0]);
    else if (next.turns.length > 1) setChoice(next.turns);
    return true;
  };

  /** @param {import("../messages").Turn} turn */
  const play = (turn) => {
    setChoice([]);
    onTurn?.(turn);
  };

  const stepBack = () => {
    setChoice([]);
    setRoute(route.slice(0, -1));
  };

  /** @param {string} square @param {boolean} wasChosen */
  const click = (square, wasChosen) => {
    if (route.length === 1 && square === route[0]) {
      if (!wasChosen) return;
      const own = ahead ? [] : passes(turns, square);
      if (own.length > 0) setChoice(own);
      else setRoute([]);
    } else if (!(route.length > 0 && choose(square))) {
      if (canBegin(square) && route.length < 2) setRoute([square]);
      else if (route.length < 2) {
        setRoute([]);
        if (pieceOn(square) !== ".") onInspect?.(pieceOn(square), square);
      }
    }
  };

  /**
   * Returns the square at a point of the screen. If levels overlap, prefers a target of the chosen piece, then a square
   * whose piece can move, then the front square.
   * @param {{ clientX: number, clientY: number }} event
   */
  const squareAt = (event) => {
    const found = document.elementsFromPoint(event.clientX, event.clientY);
    const squares = found.flatMap(
      (element) => element.closest(".board [data-square]")?.getAttribute("data-square") ?? [],
    );
    return squares.find((square) => goals.has(square)) ?? squares.find(canBegin) ?? squares[0] ?? null;
  };

  /** @param {{ clientX: number, clientY: number }} event */
  const pointOf = (event) => {
    const matrix = picture.current?.getScreenCTM()?.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { x: point.x, y: point.y };
  };

  const onPointerDown = (/** @type {PointerEvent} */ event) => {
    const square = squareAt(event);
    if (event.button === 2) {
      if (ahead?.chosen) ahead.onChoose(null);
      else if (!press.current && !onEdit) drawing.begin(square, event);
      picture.current?.setPointerCapture(event.pointerId);
    }
    if (event.button !== 0) return;
    drawing.clear();
    if (ahead?.chosen) ahead.onChoose(null);
    if (onEdit) {
      if (square) onEdit(square);
      return;
    }
    const held = square === (route.at(-1) ?? null);
    const lifts = square !== null && !goals.has(square) && (held || (canBegin(square) && route.length < 2));
    press.current = {
      square,
      lifts,
      wasChosen: held,
      x: event.clientX,
      y: event.clientY,
      moved: false,
      view: angles.peek(),
      id: event.pointerId,
    };
    picture.current?.setPointerCapture(event.pointerId);
    setCursor(null);
    if (square && lifts && !held) setRoute([square]);
  };

  const onPointerMove = (/** @type {PointerEvent} */ event) => {
    if (drawing.move(squareAt(event))) return;
    const at = press.current;
    if (!at) {
      if (event.pointerType === "mouse") setHovered(squareAt(event));
      return;
    }
    const [dx, dy] = [event.clientX - at.x, event.clientY - at.y];
    if (!at.moved && Math.hypot(dx, dy) < THRESHOLD) return;
    at.moved = true;
    if (at.lifts && at.square) {
      setDrag({ square: at.square, ...pointOf(event) });
      setHovered(squareAt(event));
    } else if (inSpace) {
      const tilt = Math.min(75, Math.max(12, at.view.tilt + dy / 5));
      angles.value = { turn: at.view.turn + dx / 3, tilt };
    }
  };

  const onPointerUp = (/** @type {PointerEvent} */ event) => {
    const stroke = drawing.end();
    if (stroke) {
      if (stroke.from === stroke.to) explain(stroke.from);
      return;
    }
    const at = press.current;
    press.current = null;
    if (!at) return;
    const square = squareAt(event);
    if (at.moved && at.lifts) {
      setDrag(null);
      if (square && square !== at.square) {
        dropped.current = true;
        if (!choose(square)) dropped.current = false;
      }
    } else if (!at.moved && at.square) {
      click(at.square, at.wasChosen);
    } else if (!at.square && !at.moved) setRoute([]);
  };

  /** Shows what the piece on a square can do. @param {string | null} square */
  const explain = (square) => {
    if (!square || pieceOn(square) === ".") return;
    if (route.length < 2) setRoute([]);
    onInspect?.(pieceOn(square), square);
  };

  // The right mouse button draws; a long touch explains the piece.
  const onAsk = (/** @type {PointerEvent} */ event) => {
    event.preventDefault();
    if (event.pointerType === "mouse") return;
    press.current = null;
    setDrag(null);
    explain(squareAt(event));
  };

  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      event.stopPropagation();
      setCursor(neighbour(game, cursor ?? route.at(-1) ?? middleOf(game), step, flipped));
    } else if ((event.key === "Enter" || event.key === " ") && cursor) {
      event.preventDefault();
      if (onEdit) onEdit(cursor);
      else click(cursor, true);
    } else if (event.key === "Escape" || event.key === "Backspace") {
      event.preventDefault();
      if (ahead?.chosen) ahead.onChoose(null);
      stepBack();
    } else if (event.key === "i") explain(cursor);
  };

  const column = inSpace && hovered ? squareOf(hovered) : null;
  // While a piece is chosen, only its targets are shown, not the squares that other pieces could reach.
  const shown = route.length > 0 ? goals : new Map([...hoverMarks, ...marks]);
  const classes = (/** @type {import("../messages").Square} */ square) => {
    const { name } = square;
    const words = ["cell", square.dark ? "dark" : "light"];
    if (last.includes(name)) words.push("last");
    if (name === check) words.push("check");
    if (route.includes(name)) words.push("chosen");
    if (goals.get(name) === "chain") words.push("chain");
    if (column && column.file === square.file && column.rank === square.rank) words.push("column");
    if (hovered === name && (drag || goals.has(name))) words.push("hovered");
    if (cursor === name) words.push("cursor");
    if (ahead?.chosen?.includes(name)) words.push("ahead");
    return words.join(" ");
  };
  const points = (/** @type {import("../messages").Square} */ square) =>
    layout
      .corners(square)
      .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
      .join(" ");

  /** Draws the piece on a square. @param {import("../messages").Square} square */
  const pieceOf = (square) => {
    const letter = pieceOn(square.name);
    if (letter === ".") return null;
    const { x, y, scale } = layout.middle(square);
    const lifted = drag !== null && route.at(-1) === square.name;
    const size = 0.9 * scale;
    // On a stacked board, a piece stands in the middle of its square.
    const lift = inSpace ? 0.86 : 0.5;
    return html`<g key=${square.name + letter} class=${lifted ? "piece ghost" : "piece"} data-piece=${square.name}
        data-square=${square.name}>
      <use href=${`#${prefix}${letter}`} transform=${`translate(${x - 50 * size} ${y - 100 * size * lift}) scale(${size})`} />
    </g>`;
  };

  const levels = layout.order.map((level) => {
    const squares = game.squares.filter((square) => square.level === level);
    const byDepth = inSpace ? [...squares].sort((a, b) => layout.middle(a).scale - layout.middle(b).scale) : squares;
    return html`<g key=${level} class="level">
      ${squares.map((square) => html`<polygon key=${square.name} data-square=${square.name} class=${classes(square)} points=${points(square)} />`)}
      ${squares
        .filter((square) => stars.includes(square.name))
        .map((square) => html`<${Star} key=${"s" + square.name} square=${square.name} at=${layout.middle(square)} />`)}
      ${byDepth.map(pieceOf)}
      ${squares.map((square) => {
        const mark = shown.get(square.name);
        if (!mark) return null;
        const { x, y, scale } = layout.middle(square);
        return html`<g key=${"m" + square.name} data-square=${square.name} transform=${`translate(${x} ${y}) scale(${scale})`}>
          <${MarkShape} mark=${mark} />
        </g>`;
      })}
    </g>`;
  });
  const said = cursor
    ? spoken({ game, square: cursor, piece: pieceOn(cursor), route, goals, movable: canBegin(cursor) })
    : "";

  // If the height of the page is not limited, the board takes the shape that suits it best.
  const narrow = inSpace ? { width: 3, height: 4 } : flat(game, flipped, game.levels.length > 1 ? 0.75 : 1);
  const board = html`<div style=${{ "--ratio": `${narrow.width} / ${narrow.height}` }} class=${`board ${inSpace ? "stacked" : ""} ${onEdit ? "editing" : ""}`} ref=${frame}>
    <svg ref=${picture} viewBox=${`0 0 ${layout.width} ${layout.height}`} role="application" tabindex="0"
      aria-label=${t("board.label", { game: game.title })}
      onPointerDown=${onPointerDown} onPointerMove=${onPointerMove} onPointerUp=${onPointerUp}
      onPointerCancel=${() => {
        press.current = null;
        setDrag(null);
      }}
      onPointerLeave=${() => setHovered(null)} onKeyDown=${onKeyDown}
      onContextMenu=${onAsk}>
      <${Symbols} game=${game} prefix=${prefix} />
      ${layout.labels.map(
        (label) => html`<text key=${label.text + label.x.toFixed()} x=${label.x} y=${label.y}
        class=${label.large ? "label large" : "label"}>${label.text}</text>`,
      )}
      ${levels}
      ${
        drag
          ? html`<use class="lifted" href=${`#${prefix}${pieceOn(route.at(-1) ?? "")}`}
        transform=${`translate(${drag.x - 50} ${drag.y - 50})`} />`
          : null
      }
      ${arrows.map((squares) =>
        squares
          .slice(1)
          .map((to, i) =>
            places.has(to) && places.has(squares[i])
              ? html`<${Arrow} from=${layout.middle(squareOf(squares[i]))} to=${layout.middle(squareOf(to))} />`
              : null,
          ),
      )}
      <${Drawing} strokes=${drawing.strokes} middle=${(/** @type {string} */ name) => layout.middle(squareOf(name))} />
    </svg>
    ${route.length > 1 && choice.length === 0 ? html`<button class="step-back" onClick=${stepBack}>${t("board.undo")}</button>` : null}
    ${
      choice.length > 0
        ? html`<${Chooser} game=${game} turns=${choice} moving=${pieces[places.get(choice[0].squares[0]) ?? -1] ?? "."}
      prefix=${prefix} onChoose=${play} onCancel=${stepBack} />`
        : null
    }
    <p class="unseen" aria-live="polite">${said}</p>
  </div>`;
  if (!hands) return board;
  /** @param {"White" | "Black"} side */
  const hand = (
    side,
  ) => html`<${Hand} game=${game} letters=${hands.letters[side === "White" ? 0 : 1]} black=${side === "Black"}
    prefix=${prefix} chosen=${hands.side === side ? route[0] : undefined}
    canDrop=${(/** @type {string} */ from) => !ahead && hands.side === side && turns.some((turn) => turn.squares[0] === from)}
    onChoose=${(/** @type {string} */ from) => setRoute(route[0] === from ? [] : [from])} />`;
  return html`<div class="with-hands">
    ${hand(flipped ? "White" : "Black")}${board}${hand(flipped ? "Black" : "White")}
  </div>`;
}

/** @typedef {{ square: string | null, lifts: boolean, wasChosen: boolean, x: number, y: number, moved: boolean,
 *   view: { turn: number, tilt: number }, id: number }} Press */
