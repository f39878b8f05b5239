"""Questions about positions, with the names of python-chess and its answers where the rules are the same."""

import random

import chess
import pytest

import kurier
from kurier import BLACK, WHITE, Board, Move, Piece

LEAP_CHAIN = "4k3/8/8/1p6/7p/1p6/8/1R3K2 w - - 0 1"


def test_answers_are_those_of_python_chess() -> None:
    choose = random.Random(6)
    for _ in range(12):
        ours, theirs = Board("chess"), chess.Board()
        while not ours.is_game_over() and not theirs.is_game_over() and ours.ply() < 160:
            assert ours.ply() == theirs.ply() and ours.checkers() == list(theirs.checkers())
            for square in range(64):
                assert ours.attacks(square) == list(theirs.attacks(square))
                for color in (WHITE, BLACK):
                    assert ours.attackers(color, square) == list(theirs.attackers(color, square)), ours.fen()
                    assert ours.is_attacked_by(color, square) == theirs.is_attacked_by(color, square)
            assert ours.legal_moves.count() == theirs.legal_moves.count()
            for move in theirs.legal_moves:
                mine = Move.from_uci(move.uci())
                assert mine in ours.legal_moves and ours.is_legal(mine)
                assert ours.gives_check(mine) == theirs.gives_check(move)
                assert ours.is_capture(mine) == theirs.is_capture(move)
                assert ours.lan(mine) == theirs.lan(move)
            mirrored = Board("chess", theirs.mirror().fen(en_passant="fen"))
            assert ours.mirror().fen().split()[:3] == mirrored.fen().split()[:3]
            played = choose.choice(list(theirs.legal_moves))
            assert ours.san_and_push(Move.from_uci(played.uci())) == theirs.san_and_push(played)
            assert str(ours.peek()) == theirs.peek().uci()
            for count in (1, 2, 3):
                assert ours.is_repetition(count) == theirs.is_repetition(count)


def test_attacks_of_other_games() -> None:
    for name in kurier.variants():
        board = Board(name)
        for square, piece in board.piece_map().items():
            for target in board.attacks(square):
                assert square in board.attackers(piece.color, target)
        assert board.checkers() == [] and board.root() == board
    chain = Board("leap64-multi", LEAP_CHAIN)
    assert chain.lan(chain.parse("b1b3b5")) == "Rb1xb3xb5" and chain.is_capture(chain.parse("b1b3b5"))


def test_moves_without_a_position() -> None:
    board = Board("chess")
    free, named = Move.from_uci("g1f3"), Move.from_uci("G1F3", "chess")
    legal = board.parse("g1f3")
    assert free == named == legal and len({free, named, legal}) == 1
    assert (named.from_square, named.to_square, named.numbers) == (6, 21, legal.numbers)
    assert Move.from_uci("e7e8q", "chess").promotion == "Q" and Move.from_uci("g1f3", "shatranj") != legal
    assert not board.is_legal(Move.from_uci("g1f3", "shatranj")) and not board.is_legal(Move.from_uci("e2e5"))
    assert board.push(free) == legal and board.peek() == free
    with pytest.raises(kurier.KurierError, match="variant"):
        _ = free.to_square
    with pytest.raises(kurier.KurierError, match="position"):
        _ = named.is_capture
    for wrong in ("", "e2", "e2e4qq", "2e4", "e2-e4", "nonsense"):
        with pytest.raises(kurier.IllegalMoveError):
            Move.from_uci(wrong)
    for wrong in ("e2e9", "e2e4x", "e2"):
        with pytest.raises(kurier.IllegalMoveError):
            Move.from_uci(wrong, "chess")
    null = Move.null()
    assert not null and bool(free) and str(null) == "0000" and null == Move.from_uci("0000")
    with pytest.raises(kurier.IllegalMoveError):
        board.push(null)
    with pytest.raises(IndexError):
        Board("chess").peek()


def test_pieces_are_set_and_removed() -> None:
    board = Board("courier")
    board.push_san("Nc3")
    board.set_piece_at("e5", "R")
    assert board.piece_at("e5") == Piece("R", "courier") and board.move_stack == []
    board.set_piece_at("e5", Piece("r", "courier"))
    assert board.piece_at("e5") == Piece("r", board.variant)
    assert board.remove_piece_at("e5") == Piece("r", "courier") and board.piece_at("e5") is None
    assert board.remove_piece_at("e5") is None
    before = board.fen()
    king = board.king(WHITE)
    assert king is not None
    with pytest.raises(kurier.FenError):
        board.remove_piece_at(king)
    with pytest.raises(kurier.KurierError, match="no piece"):
        board.set_piece_at("e5", "x")
    assert board.fen() == before


def test_mirrors() -> None:
    turned = 0
    for name in kurier.variants():
        board = Board(name)
        board.push(board.legal_moves[0])
        try:
            mirror = board.mirror()
        except kurier.FenError:
            continue
        turned += 1
        assert mirror.turn != board.turn and mirror.mirror().fen() == board.fen()
        assert mirror.legal_moves.count() == board.legal_moves.count()
    assert turned > 15


def test_epd() -> None:
    board = Board("chess", "4k3/8/8/8/8/8/8/4K2R w K - 3 9")
    move = board.parse_san("O-O")
    line = board.epd(bm=[move, board.parse_san("Rh8+")], am=board.parse_san("Rh2"), id="a; b", c0=None, dm=3)
    assert line == '4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; am Rh2; id "a; b"; c0; dm 3;'
    other = Board("chess")
    assert other.set_epd(line) == {
        "bm": [move, board.parse_san("Rh8")],
        "am": [board.parse_san("Rh2")],
        "id": "a; b",
        "c0": None,
        "dm": 3,
    }
    assert other.epd() == "4k3/8/8/8/8/8/8/4K2R w K -"
    start = Board("chess")
    moves = [Move.from_uci(text) for text in ("e2e4", "e7e5", "g1f3")]
    assert start.epd(pv=moves).endswith("pv e4 e5 Nf3;")
    assert start.set_epd(start.epd(pv=moves))["pv"] == moves
    with pytest.raises(kurier.KurierError, match="quotation"):
        board.epd(id='"')
    with pytest.raises(kurier.IllegalMoveError):
        board.epd(bm=Move.from_uci("e2e4"))
    before = board.fen()
    for wrong in ("", "4k3/8/8/8/8/8/8/4K2R w K - bm Qh5;", "8/8/8/8/8/8/8/8 w - -", '4k3/8/8/8/8/8/8/4K3 w - - id "x'):
        with pytest.raises(kurier.KurierError):
            board.set_epd(wrong)
    assert board.fen() == before


def test_lists_of_legal_moves_are_lists() -> None:
    board = Board("chess")
    moves = board.legal_moves
    assert isinstance(moves, list) and moves[:2] == list(moves)[:2] and moves.count() == len(moves) == 20
    assert moves.count(moves[3]) == 1 and min(moves, key=str) in moves


def test_pictures_are_texts_that_notebooks_show() -> None:
    board = Board("courier")
    plain = board.svg()
    arrows = board.svg(arrows=[board.parse_san("Nc3"), "b1a3", ("k1", 0)])
    assert isinstance(plain, str) and plain._repr_svg_() == plain and arrows.count("<") > plain.count("<") + 2
    with pytest.raises(kurier.KurierError):
        board.svg(arrows=["e2"])
    with pytest.raises(kurier.KurierError):
        board.svg(arrows=[("e2", "z9")])


def test_scores() -> None:
    score = kurier.Score("chess", cp=-40, turn=BLACK)
    assert score.white().cp == 40 and not score.is_mate() and score.score() == -40
    assert 0 < score.expectation() < 0.5 and sum(score.wdl()) == 1000
    mate = kurier.Score("chess", mate=-2)
    assert mate.is_mate() and mate.score() is None and mate.score(mate_score=1000) == -998
    with pytest.raises(kurier.KurierError):
        kurier.Score("chess")
    with pytest.raises(kurier.KurierError):
        kurier.Score("chess", cp=1, mate=1)
