"""Every public member has a docstring with an example that runs, and the stubs repeat the docstrings of the extension.

`python tests/test_docs.py --write` copies the docstrings to the stubs.
"""

import ast
import doctest
import importlib
import inspect
import io
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kurier

STUBS = Path(__file__).parents[1] / "python" / "kurier" / "_kurier.pyi"
MODULES = ["kurier", "kurier.engine", "kurier.pgn", "kurier.env", "kurier.gym"]
WIDTH = 120
# Attributes that are values; the docstring of the class describes them.
PLAIN = (int, str, bool, float, dict, type(None))


def public_members() -> Iterator[tuple[str, Any]]:
    """Yields the names and objects of the modules, and of their public classes and functions with their members."""
    seen: set[int] = set()
    for name in MODULES:
        module = importlib.import_module(name)
        yield name, module
        for key, value in vars(module).items():
            own = getattr(value, "__module__", "").split(".")[0] == "kurier"
            if key.startswith("_") or inspect.ismodule(value) or not own or id(value) in seen:
                continue
            seen.add(id(value))
            if not (inspect.isclass(value) or callable(value)):
                continue
            # The names of types, such as `Player`, are not classes.
            if not (inspect.isclass(value) or inspect.isroutine(value)):
                continue
            yield f"{name}.{key}", value
            if inspect.isclass(value):
                for member in vars(value):
                    if not member.startswith("_") and not isinstance(getattr(value, member), PLAIN):
                        yield f"{name}.{key}.{member}", getattr(value, member)


MEMBERS = dict(public_members())


def owner(name: str) -> Any:
    """Returns the class of a member; `None` for members of modules."""
    return MEMBERS.get(name.rpartition(".")[0])


def text_of(name: str) -> str:
    """Returns the docstring of a member, or the one that it inherits."""
    value, parent = MEMBERS[name], owner(name)
    if inspect.isclass(parent):
        for base in parent.__mro__:
            found = getattr(base, name.rpartition(".")[2], None)
            if found is not None and inspect.getdoc(found):
                return inspect.getdoc(found) or ""
    return inspect.getdoc(value) or ""


def test_there_are_many_members() -> None:
    assert len(MEMBERS) > 250 and "kurier.Board.attackers" in MEMBERS and "kurier.pgn.GameNode.add_line" in MEMBERS


@pytest.mark.parametrize("name", MEMBERS)
def test_every_member_is_documented(name: str) -> None:
    text = text_of(name)
    assert len(text) > 20 and text[0].isupper() and ("." in text.splitlines()[0] or "\n" in text), name
    value = MEMBERS[name]
    inherits = name.startswith("kurier.env.raw_env.")
    if not (inspect.isclass(value) and issubclass(value, Exception)) and not inherits:
        assert ">>> " in text, f"{name} has no example"


@pytest.mark.parametrize("name", MEMBERS)
def test_examples_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = {"kurier": kurier, "io": io}
    if name.startswith(("kurier.gym", "kurier.engine", "kurier.pgn", "kurier.env")):
        names |= vars(importlib.import_module(".".join(name.split(".")[:2])))
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(verbose=False, optionflags=flags)
    output = io.StringIO()
    runner.run(doctest.DocTestParser().get_doctest(text_of(name), names, name, name, 0), out=output.write)
    assert runner.failures == 0, output.getvalue()


def quoted(text: str, indent: str) -> list[str]:
    """Returns the lines of a docstring. Prose is wrapped; examples and lists stay as they are."""
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        verbatim = paragraph.startswith((" ", "-", ">>>"))
        first = '"""' if not lines else ""
        if verbatim:
            lines += [indent + line if line else "" for line in paragraph.split("\n")]
        else:
            words = " ".join(paragraph.split())
            lines += textwrap.wrap(
                first + words, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False
            )
        lines.append("")
    lines.pop()
    if len(lines) == 1 and len(lines[0]) + 3 <= WIDTH:
        return [lines[0] + '"""']
    return [*lines, indent + '"""']


def documented(stubs: str) -> str:
    """Returns the stubs with the docstrings of the extension."""
    extension = importlib.import_module("kurier._kurier")
    lines = stubs.splitlines()

    def fill(node: ast.ClassDef | ast.FunctionDef, value: Any, indent: str) -> None:
        body = node.body[0]
        new = quoted((inspect.getdoc(value) or "").replace("\\", "\\\\"), indent)
        if not isinstance(body, ast.Expr) or body.end_lineno is None:
            decorators = getattr(body, "decorator_list", [])
            start = decorators[0].lineno if decorators else body.lineno
            lines[start - 1 : start - 1] = [*new, ""]
        elif ast.unparse(body) == "...":
            head = lines[body.lineno - 1].replace(": ...", ":")
            lines[body.lineno - 1 : body.end_lineno] = [head, *new]
        else:
            lines[body.lineno - 1 : body.end_lineno] = new

    # From the end, so that the numbers of earlier lines remain right.
    for node in reversed(ast.parse(stubs).body):
        value = getattr(extension, getattr(node, "name", ""), None)
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            fill(node, value, "    ")
        elif isinstance(node, ast.ClassDef):
            for item in reversed(node.body):
                if isinstance(item, ast.FunctionDef) and not item.name.startswith("_"):
                    fill(item, getattr(value, item.name), "        ")
            fill(node, value, "    ")
    return "\n".join(lines) + "\n"


def test_stubs_repeat_the_docstrings() -> None:
    stubs = STUBS.read_text()
    assert documented(stubs) == stubs, "run python tests/test_docs.py --write"


if __name__ == "__main__" and "--write" in sys.argv:
    STUBS.write_text(documented(STUBS.read_text()))
