"""The stubs match the extension, and type checkers accept the tests that use them."""

import ast
import importlib.metadata
import subprocess
import sys
from pathlib import Path

import pytest

import kurier._kurier as extension

PACKAGE = Path(__file__).parents[1]


def test_stubs_and_extension_have_the_same_names() -> None:
    stubs = ast.parse((PACKAGE / "python" / "kurier" / "_kurier.pyi").read_text())
    named = {node.name: node for node in stubs.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    public = {name for name in dir(extension) if not name.startswith("_")}
    assert public == {name for name in named if not name.startswith("_")} | {"WHITE", "BLACK"}
    for name, node in named.items():
        if not isinstance(node, ast.ClassDef) or issubclass(getattr(extension, name), Exception):
            continue
        methods = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
        fields = {
            item.target.id
            for item in node.body
            if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
        }
        found = {item for item in vars(getattr(extension, name)) if not item.startswith("_")}
        assert found == {item for item in methods | fields if not item.startswith("_")}, name


@pytest.mark.parametrize(
    "checker", [["mypy", "--strict"], ["pyright", "--pythonpath", sys.executable]], ids=["mypy", "pyright"]
)
def test_type_checkers_are_content(checker: list[str]) -> None:
    command = [sys.executable, "-m", *checker, "python", "tests"]
    done = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_brings_its_licences() -> None:
    files = importlib.metadata.files("kurier-chess") or []
    found = {file.name: file.read_text() for file in files if "licenses" in file.parts}
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        assert found[name] == (PACKAGE.parents[1] / name).read_text(), name
