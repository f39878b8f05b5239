// The element <kurier-board>: a board in any page, showing a game to click through, or with the engine as an opponent.
//
//   <script type="module" src=".../kurier/element.js"></script>
//   <kurier-board game="courier" moves="Nc3 Nc6"></kurier-board>
//
// Attributes, all of which but `game` are optional:
//   game     the name of a variant
//   fen      the first position; without it, the start of the game
//   moves    moves in algebraic notation or in coordinate notation; move numbers are skipped
//   ply      how many of the moves are played at first; without it, all
//   flipped  whether the board is seen from Black's side
//   play     the visitor's side: `white` or `black` (the engine plays the other side), or `both`
//   time     how long the engine thinks about a move, in milliseconds (500)
//   label    the name that screen readers give to the board; without it, the name of the variant
// The event `move` reports each move that is played on the board: `detail.move`, `detail.san`, `detail.fen`.

import { Board, Engine } from "./kurier.js";

const TIME = 500;
const STYLE = `
:host { display: inline-block; max-width: 100%; font: 14px/1.4 system-ui, sans-serif; }
svg { display: block; max-width: 100%; height: auto; }
nav { display: flex; gap: 4px; margin-top: 4px; flex-wrap: wrap; align-items: center; }
button, input { font: inherit; min-width: 32px; min-height: 28px; }
input { width: 7em; }
p { margin: 4px 0 0; overflow-wrap: anywhere; }
[part="line"] b { text-decoration: underline; }
[hidden] { display: none; }
`;

/** @typedef {"white" | "black" | "both" | null} Side */

/** Splits a line of moves into words and leaves out move numbers. @param {string} text */
function words(text) {
    return text
        .split(/\s+/)
        .map((word) => word.replace(/^\d+\.+/, ""))
        .filter((word) => word !== "");
}

/** Creates an element. @param {string} tag @param {Record<string, any>} properties @param {Node[]} children */
function make(tag, properties, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (name in element) Reflect.set(element, name, value);
        else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
}

export class KurierBoard extends HTMLElement {
    static observedAttributes = ["game", "fen", "moves", "ply", "flipped", "play", "time", "label"];

    /** The position that is shown. @type {Board | undefined} */
    #board;
    /** The moves of the line in coordinate notation, including those that have not been played yet. @type {string[]} */
    #line = [];
    /** The line in algebraic notation. @type {string[]} */
    #sans = [];
    /** The squares that have been clicked for the next move. @type {string[]} */
    #path = [];
    /** @type {Engine | undefined} */
    #engine;
    /** The number of the latest search; the results of earlier searches are ignored. */
    #search = 0;
    #planned = false;
    #root = this.attachShadow({ mode: "open" });
    #picture = make("div", { part: "board", role: "img" });
    #buttons = make("nav", {});
    #state = make("p", { part: "state", role: "status" });
    #text = make("p", { part: "line" });
    #choices = make("nav", { hidden: true });
    #typed = /** @type {HTMLInputElement} */ (make("input", { placeholder: "Nc3", ariaLabel: "your move" }));

    constructor() {
        super();
        const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ act) =>
            make("button", { type: "button", textContent: sign, title: name, ariaLabel: name, onclick: act });
        this.#buttons.append(
            button("«", "to the first position", () => this.#go(0)),
            button("‹", "one move back", () => this.#go(this.ply - 1)),
            button("›", "one move on", () => this.#go(this.ply + 1)),
            button("»", "to the last position", () => this.#go(this.#line.length)),
            button("⇅", "turn the board round", () => this.toggleAttribute("flipped")),
            this.#typed,
        );
        this.#typed.onchange = () => this.#type();
        this.#picture.onclick = (event) => this.#click(event);
        this.#root.append(
            make("style", { textContent: STYLE }),
            this.#picture,
            this.#buttons,
            this.#choices,
            this.#state,
            this.#text,
        );
        this.onkeydown = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    }

    connectedCallback() {
        this.#plan();
    }

    disconnectedCallback() {
        this.#search += 1;
        this.#engine?.close();
        this.#engine = undefined;
    }

    /** @param {string} name */
    attributeChangedCallback(name) {
        if (name === "flipped" && this.#board) this.#show();
        else this.#plan();
    }

    /** Sets up the board once all attributes that change together have changed. */
    #plan() {
        if (this.#planned || !this.isConnected) return;
        this.#planned = true;
        queueMicrotask(() => {
            this.#planned = false;
            if (this.isConnected) this.#start();
        });
    }

    /** The number of moves that have been played on the shown board. */
    get ply() {
        return this.#board?.history.length ?? 0;
    }

    /** The position that is shown, as FEN. */
    get fen() {
        return this.#board?.fen() ?? "";
    }

    /** The line in algebraic notation, including the moves that have not been played yet. */
    get moves() {
        return [...this.#sans];
    }

    /** @returns {Side} */
    get #side() {
        const side = this.getAttribute("play");
        return side === "white" || side === "black" || side === "both" ? side : null;
    }

    /** Sets up the position from the attributes, and lets the engine move if it is its turn. */
    #start() {
        this.#search += 1;
        this.#path = [];
        this.#line = [];
        this.#sans = [];
        try {
            const game = this.getAttribute("game");
            if (!game) throw new Error('the attribute "game" is missing');
            this.#board = new Board(game, this.getAttribute("fen") ?? undefined);
            for (const word of words(this.getAttribute("moves") ?? "")) this.#add(word);
            const ply = this.getAttribute("ply");
            if (ply !== null) this.#go(Number(ply));
            else this.#show();
            this.#answer();
        } catch (error) {
            this.#fail(error);
        }
    }

    /**
     * Plays a move in the shown position. A move that differs from the next move of the line replaces the rest of it.
     */
    #add(/** @type {string} */ word) {
        const board = /** @type {Board} */ (this.#board);
        const move = board.parse(word);
        const san = board.san(move);
        const at = this.ply;
        if (this.#line[at] !== move) {
            this.#line.splice(at, Infinity, move);
            this.#sans.splice(at, Infinity, san);
        }
        board.push(move);
        return { move, san };
    }

    /** Shows another position of the line. @param {number} ply */
    #go(ply) {
        const board = this.#board;
        if (!board) return;
        this.#search += 1;
        const wanted = Math.max(0, Math.min(Math.trunc(ply) || 0, this.#line.length));
        while (this.ply > wanted) board.pop();
        while (this.ply < wanted) board.push(this.#line[this.ply]);
        this.#path = [];
        this.#show();
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.composedPath()[0] === this.#typed) return;
        const steps = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.#line.length };
        const ply = steps[/** @type {keyof typeof steps} */ (event.key)];
        if (ply === undefined) return;
        event.preventDefault();
        this.#go(ply);
    }

    /** Whether the visitor may move now. */
    get #mayMove() {
        const side = this.#side;
        return side !== null && !this.#board?.outcome() && (side === "both" || side === this.#board?.turn);
    }

    /** @param {MouseEvent} event */
    #click(event) {
        const board = this.#board;
        const svg = this.#picture.firstElementChild;
        if (!board || !svg || !this.#mayMove) return;
        const { left, top, width, height } = svg.getBoundingClientRect();
        const square = board.squareAt(
            (event.clientX - left) / width,
            (event.clientY - top) / height,
            this.hasAttribute("flipped"),
        );
        if (!square) return;
        const path = [...this.#path, square];
        const begun = this.#beginning(path);
        this.#path = begun.length > 0 ? path : this.#beginning([square]).length > 0 ? [square] : [];
        this.#choose(begun);
    }

    /** Returns the legal moves whose squares begin with a path. @param {string[]} path */
    #beginning(path) {
        const board = /** @type {Board} */ (this.#board);
        const begins = (/** @type {string[]} */ route) => path.every((square, at) => route[at] === square);
        return board.legalMoves().filter((move) => begins(board.route(move)));
    }

    /**
     * Plays the move that the clicked squares name. If several moves are possible, offers the complete ones as buttons.
     */
    #choose(/** @type {string[]} */ moves) {
        const board = /** @type {Board} */ (this.#board);
        const whole = moves.filter((move) => board.route(move).length === this.#path.length);
        this.#choices.hidden = true;
        if (whole.length === 1 && moves.length === 1) {
            this.#play(whole[0]);
            return;
        }
        if (whole.length > 0 && this.#path.length > 1) {
            const choices = whole.map((move) =>
                make("button", { type: "button", textContent: board.san(move), onclick: () => this.#play(move) }),
            );
            this.#choices.replaceChildren(...choices);
            this.#choices.hidden = false;
        }
        this.#show();
    }

    #type() {
        const word = this.#typed.value.trim();
        if (!word || !this.#mayMove) return;
        try {
            const move = this.#board?.parse(word);
            if (move) this.#play(move);
            this.#typed.value = "";
        } catch (error) {
            this.#state.textContent = error instanceof Error ? error.message : String(error);
        }
    }

    /** Plays a move of the visitor. @param {string} move */
    #play(move) {
        this.#choices.hidden = true;
        this.#path = [];
        this.#tell(this.#add(move));
        this.#show();
        this.#answer();
    }

    /** @param {{ move: string, san: string }} played */
    #tell(played) {
        this.dispatchEvent(new CustomEvent("move", { bubbles: true, detail: { ...played, fen: this.fen } }));
    }

    /** Lets the engine move if it is its turn. */
    async #answer() {
        const board = this.#board;
        const side = this.#side;
        if (!board || side === null || side === "both" || side === board.turn || board.outcome()) return;
        const search = ++this.#search;
        this.#engine ??= new Engine();
        const time = Number(this.getAttribute("time") ?? TIME) || TIME;
        try {
            const { move } = await this.#engine.search(board, { time });
            if (search !== this.#search || !move) return;
            this.#tell(this.#add(move));
            this.#show();
        } catch (error) {
            if (search === this.#search) this.#fail(error);
        }
    }

    #show() {
        const board = this.#board;
        if (!board) return;
        const targets = this.#path[0];
        // The drawing comes from the engine and contains no text from the page, so it cannot inject markup.
        this.#picture.innerHTML = board.svg({ flipped: this.hasAttribute("flipped"), ...(targets && { targets }) });
        const outcome = board.outcome();
        const turn = `${board.turn === "white" ? "White" : "Black"} to move${board.isCheck() ? ", in check" : ""}`;
        this.#state.textContent = outcome ? `${outcome.result}: ${outcome.reason}` : turn;
        this.#picture.ariaLabel = `${this.getAttribute("label") ?? board.variant}, ${this.#state.textContent}`;
        this.#picture.style.cursor = this.#mayMove ? "pointer" : "";
        this.#typed.hidden = this.#side === null;
        this.#text.replaceChildren(...this.#sans.flatMap((san, at) => this.#word(san, at)));
    }

    /**
     * Returns the nodes that show a move of the line, with its number. The last move that was played is underlined.
     * @param {string} san
     * @param {number} at
     */
    #word(san, at) {
        const board = /** @type {Board} */ (this.#board);
        const current = at === this.ply - 1;
        const begun = board.turn === "black" ? 1 : 0;
        const blackFirst = (begun + this.ply) % 2;
        const first = board.fullmoveNumber - Math.floor((this.ply + blackFirst) / 2);
        const half = at + blackFirst;
        const number = half % 2 === 0 ? `${first + half / 2}. ` : at === 0 ? `${first}... ` : "";
        const word = make(current ? "b" : "span", { textContent: san, onclick: () => this.#go(at + 1) });
        return [document.createTextNode(` ${number}`), word];
    }

    /** @param {unknown} error */
    #fail(error) {
        this.#picture.replaceChildren();
        this.#text.replaceChildren();
        this.#state.textContent = error instanceof Error ? error.message : String(error);
    }
}

customElements.define("kurier-board", KurierBoard);
