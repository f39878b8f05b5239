"""Boards: the interface that users of python-chess expect, and features of other games."""

import copy
import pickle
from pathlib import Path

import pytest

import kurier
from kurier import BLACK, WHITE, Board

LEAP_CHAIN = "4k3/8/8/1p6/7p/1p6/8/1R3K2 w - - 0 1"


def test_there_are_all_the_games() -> None:
    names = kurier.variants()
    assert len(names) >= 24 and {"courier", "courierleapale", "leap-multi", "chess"} <= set(names)
    for name in names:
        variant = kurier.variant(name)
        board = Board(variant)
        assert variant.name == name and variant.title and variant.summary and board.legal_moves
        assert board.fen() == variant.start_fen and board.variant == variant
        assert len(variant.squares) <= variant.files * variant.ranks * variant.levels
        assert repr(board).startswith(f"Board('{name}'")


def test_moves_are_pushed_and_popped() -> None:
    board = Board("chess")
    move = board.push_san("e4")
    assert (str(move), move.uci(), repr(move)) == ("e2e4", "e2e4", "<Move e2e4>")
    assert (move.from_square, move.to_square, move.promotion, move.is_capture) == (12, 28, None, False)
    assert board.turn == BLACK and board.move_stack == [move]
    board.push_uci("d7d5")
    taken = board.push("exd5")
    assert taken.is_capture and board.fullmove_number == 2
    assert board.pop() == taken and board.halfmove_clock == 0
    assert board.san(taken) == "exd5"
    board.reset()
    assert board == Board("chess")
    with pytest.raises(IndexError):
        board.pop()


def test_moves_are_hashable_and_belong_to_their_game() -> None:
    board, other = Board("chess"), Board("chess")
    assert set(board.legal_moves) == set(other.legal_moves) and len(set(board.legal_moves)) == 20
    assert board.parse("e2e3") in {other.parse("e2e3"): 1}
    assert Board("leap64").legal_moves[0] not in board.legal_moves
    foreign = Board("shatranj").parse("b1c3")
    assert not board.is_legal(foreign)
    with pytest.raises(kurier.IllegalMoveError):
        board.push(foreign)


def test_chains_are_one_move() -> None:
    board = Board("leap64-multi", LEAP_CHAIN)
    chain = board.parse("b1b3b5")
    assert chain.is_chain and [board.variant.square_name(square) for square in chain.squares] == ["b1", "b3", "b5"]
    before = board.fen()
    board.push(chain)
    assert board.turn == BLACK and board.piece_at("b3") is None
    assert board.pop() == chain and board.fen() == before


def test_levels_have_squares_of_their_own() -> None:
    space = kurier.variant("courierleapale")
    assert (space.files, space.ranks, space.levels) == (6, 6, 6)
    assert space.square_name(space.parse_square("zf1")) == "zf1"
    board = Board(space)
    assert len(board.pieces("K", WHITE)) == 1 and board.king(WHITE) == board.pieces("K", WHITE)[0]
    assert str(board).count("\n") > 5


def test_pieces() -> None:
    board = Board("courier")
    piece = board.piece_at("b1")
    assert piece is not None and (piece.symbol(), piece.color, piece.name) == ("N", WHITE, "Knight")
    assert board.piece_at(board.variant.parse_square("b8")) == board.piece_at("k8")
    assert board.piece_at("e5") is None and len(board.piece_map()) == 48
    kinds = {kind.letter: kind for kind in board.variant.pieces}
    assert kinds["K"].royal and kinds["P"].pawn and kinds["N"].betza == "N"


def test_ends() -> None:
    mated = Board("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert mated.is_check() and mated.is_checkmate() and not mated.is_stalemate() and mated.result() == "1-0"
    bared = Board("leap64", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1").outcome()
    assert bared is not None and (bared.winner, bared.reason, bared.result()) == (WHITE, "bare king", "1-0")
    board = Board("chess")
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        board.push_san(text)
    drawn = board.outcome()
    assert drawn is not None and (drawn.winner, drawn.reason) == (None, "threefold repetition")


def test_start_positions_are_chosen() -> None:
    board = Board("janggi@bnnb-nbbn")
    assert board.fen().startswith("rnba1abnr/") and "/RBNA1ANBR " in board.fen()
    assert Board("shuffle-chess@random").fen() != ""
    assert pickle.loads(pickle.dumps(board)).fen() == board.fen()
    with pytest.raises(kurier.KurierError, match="there is no array 'queens'"):
        Board("janggi@queens")


def test_what_is_refused() -> None:
    board = Board("chess")
    with pytest.raises(kurier.IllegalMoveError, match="the Pawn cannot go from e2 to e5"):
        board.parse("e2e5")
    with pytest.raises(kurier.FenError, match="kings"):
        board.set_fen("8/8/8/8/8/8/8/8 w - - 0 1")
    with pytest.raises(kurier.KurierError, match="unknown variant 'chss'"):
        Board("chss")
    for square in ("e9", 64, ""):
        with pytest.raises(kurier.KurierError, match="no square"):
            board.piece_at(square)
    with pytest.raises(kurier.KurierError, match="no piece"):
        board.pieces("X", WHITE)
    with pytest.raises(OverflowError):
        board.perft(-1)
    for count in (board.perft, board.divide):
        with pytest.raises(kurier.KurierError, match="from 0 to 255"):
            count(100_000_000)
    assert board == Board("chess")


def test_a_game_of_ones_own_and_its_mistakes() -> None:
    text = (Path(__file__).parents[3] / "variants" / "shatranj.toml").read_text()
    mine = kurier.load(text.replace('name = "shatranj"', 'name = "mine"'))
    assert mine.name == "mine" and mine != kurier.variant("shatranj") and mine.text is not None
    assert Board(mine).perft(3) == Board("shatranj").perft(3)
    with pytest.raises(kurier.DefinitionError) as error:
        kurier.load('name = "mine"\nstart = 3\n', "mine.toml")
    assert (error.value.file, error.value.line, error.value.column) == ("mine.toml", 2, 9)
    assert "text" in error.value.message
    with pytest.raises(FileNotFoundError):
        kurier.load_file("no/such.toml")
    assert kurier.variant("courier").check() == []


def test_games_of_fairy_stockfish() -> None:
    ini = "[walls:chess]\ncastling = false\n[strange:chess]\nnonsense = 1\n"
    assert len(Board(kurier.from_fairy_ini(ini, "walls")).legal_moves) == 20
    with pytest.raises(kurier.DefinitionError) as error:
        kurier.from_fairy_ini(ini, "strange", "my.ini")
    assert (error.value.file, error.value.line) == ("my.ini", 4)
    with pytest.raises(kurier.KurierError, match="no game 'other'"):
        kurier.from_fairy_ini(ini, "other")
    chain = "[g0:chess]\n" + "".join(f"[g{i}:g{i - 1}]\n" for i in range(1, 10_000))
    with pytest.raises(kurier.KurierError, match="more than"):
        kurier.from_fairy_ini(chain, "g9999")


def test_interactive_diagrams_are_translated() -> None:
    text = "files=6 ranks=6 promoChoice=RN pawn::fmWfcF::a2-f2 knight:N:::b1,e1 rook::::a1,f1 king::::d1"
    assert len(Board(kurier.from_diagram(text)).legal_moves) == 11
    with pytest.raises(kurier.DefinitionError) as refused:
        kurier.from_diagram(text.replace(" rook", "\nteleport=1 rook"), "page.html")
    assert refused.value.line == 2


def test_copies_are_independent() -> None:
    board = Board("courier")
    board.push_san("Nc3")
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board and other.move_stack == board.move_stack
        other.pop()
        assert other != board
    variant = kurier.load((Path(__file__).parents[3] / "variants" / "chess.toml").read_text())
    assert pickle.loads(pickle.dumps(variant)) == variant


def test_drawings() -> None:
    board = Board("courierleapale")
    board.push(board.legal_moves[0])
    for svg in (
        board._repr_svg_(),
        board.svg(size=20, flipped=True, lastmove=board.move_stack[0], arrows=board.legal_moves[:2]),
        board.svg(targets=board.legal_moves[0].from_square),
        board.variant._repr_svg_(),
        board.variant.piece_svg("U"),
    ):
        assert svg.startswith("<svg") and svg.endswith("</svg>\n") and svg.count("<rect") > 200
    with pytest.raises(kurier.KurierError):
        board.variant.piece_svg("no such piece")


def test_lines_are_numbered() -> None:
    board = Board("chess")
    moves = [board.push_san(text) for text in ("e4", "e5", "Nf3")]
    assert Board("chess").variation_san(moves) == "1. e4 e5 2. Nf3"
    board.pop()
    board.pop()
    assert board.variation_san(moves[1:]) == "1... e5 2. Nf3"
