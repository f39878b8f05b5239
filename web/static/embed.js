// A page with nothing but a board, for frames in other pages: embed.html?game=courier&moves=Nc3+Nc6&play=black. The
// parameters are the attributes of <kurier-board>.
import { KurierBoard } from "./engine/element.js";

const board = document.createElement("kurier-board");
for (const [name, value] of new URLSearchParams(location.search)) {
  if (KurierBoard.observedAttributes.includes(name)) board.setAttribute(name, value);
}
document.body.append(board);
