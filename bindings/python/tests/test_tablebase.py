"""Endgame tables, in a folder without tables and with damaged ones. The values themselves are tested in Rust."""

from pathlib import Path

import pytest

import kurier
from kurier.tablebase import MissingTableError, open_tablebase

ENDING = "8/8/8/8/8/k7/8/1RK5 b - - 0 1"


def test_missing_tables_are_told_apart_from_draws(tmp_path: Path) -> None:
    board = kurier.Board("chess", ENDING)
    with open_tablebase(tmp_path) as tables:
        assert tables.largest(board.variant) == 0
        assert tables.get_wdl(board) is None
        assert tables.get_dtz(board, 7) == 7
        with pytest.raises(MissingTableError, match="no table of chess has 8/8"):
            tables.probe_wdl(board)


def test_foreign_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "chess").mkdir()
    (tmp_path / "chess" / "KRvK.dtz").write_bytes(b"not a table")
    with open_tablebase(tmp_path) as tables, pytest.raises(kurier.KurierError, match="not an endgame table of Kurier"):
        tables.probe_wdl(kurier.Board("chess", ENDING))
