// Courier Chess on a chessgroundx board, 12 by 8 squares, with Kurier's pictures of the pieces and its engine as Black.
import { Chessground } from "chessgroundx";
import "chessgroundx/assets/chessground.base.css";
import "chessgroundx/assets/chessground.brown.css";
import { Board, Engine, type LegalMove } from "kurier";
import { Bridge } from "kurier/chessground";

const board = new Board("courier");
const engine = new Engine();

const style = document.head.appendChild(document.createElement("style"));
for (const { letter } of board.pieceTypes()) {
    for (const [color, symbol] of [["white", letter], ["black", letter.toLowerCase()]]) {
        const picture = encodeURIComponent(board.pieceSvg(symbol));
        style.append(`.${letter.toLowerCase()}-piece.${color} { background-image: url("data:image/svg+xml,${picture}") }`);
    }
}

const ask = (moves: LegalMove[]) => moves.find(({ san }) => confirm(san));
const ground = Chessground(document.querySelector<HTMLElement>("#board")!, { coordinates: false });
const bridge = new Bridge(ground, board, { color: "white", choose: ask, onMove: answer });
tell();

async function answer() {
    tell();
    const { move } = await engine.search(board, { time: 500 });
    if (!move) return;
    board.push(move);
    bridge.show();
    tell();
}

function tell() {
    const outcome = board.outcome();
    document.querySelector("#state")!.textContent = outcome ? `${outcome.result}: ${outcome.reason}` : `${board.turn} to move`;
}
