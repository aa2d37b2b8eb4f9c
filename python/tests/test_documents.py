"""The examples of the documentation, the stubs, the metadata, and the exported names."""

from __future__ import annotations

import ast
import doctest
import importlib.metadata
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable, Literal, get_args, get_origin

import pytest

import quadrille as q

ROOT = Path(__file__).parents[2]


def documented() -> Iterator[tuple[str, Any]]:
    """Yield the public objects that need examples, with their names."""
    yield "quadrille", q
    for name in q.__all__:
        value = getattr(q, name)
        if name.startswith("__") or get_origin(value) is Literal:
            continue
        yield name, value
        if inspect.isclass(value):
            for member, method in vars(value).items():
                is_field = issubclass(value, tuple) or name in ("Rating", "Drawing")
                if not member.startswith("_") and not (is_field and not callable(method)):
                    yield f"{name}.{member}", getattr(value, member)


@pytest.mark.parametrize(("name", "value"), list(documented()), ids=lambda value: str(value)[:40])
def test_examples_of_docstrings_run(name: str, value: Any) -> None:
    text = inspect.getdoc(value)
    assert text, f"{name} has no documentation"
    run(text, name)


def run(text: str, name: str) -> None:
    """Run the examples of a text."""
    test = doctest.DocTestParser().get_doctest(text, {"q": q}, name, name, 0)
    assert test.examples, f"{name} has no example"
    report: list[str] = []
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    doctest.DocTestRunner(optionflags=flags).run(test, out=report.append)
    assert not report, "".join(report)


def test_examples_of_the_guide_run() -> None:
    guide = ROOT / "docs" / "python.md"
    run("\n".join(blocks(guide.read_text(encoding="utf-8"), "pycon")), "python.md")


def blocks(text: str, language: str) -> Iterator[str]:
    """Yield the lines of the code blocks of a language, with a blank line after each block."""
    inside = False
    for line in text.splitlines():
        if line.startswith("```"):
            if inside:
                yield ""
            inside = line == f"```{language}"
        elif inside:
            yield line


def test_stubs_name_what_is_there() -> None:
    stub = Path(q.__file__).with_name("_quadrille.pyi")
    tree = ast.parse(stub.read_text(encoding="utf-8"))
    from quadrille import _quadrille

    known = {n.name: n for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    there = {name for name in vars(_quadrille) if not name.startswith("__")}
    assert set(known) == there
    for name, node in known.items():
        if isinstance(node, ast.ClassDef):
            members = {n.name for n in node.body if isinstance(n, ast.FunctionDef)}
            there = {m for m in vars(getattr(_quadrille, name)) if not m.startswith("_")}
            assert {m for m in members if not m.startswith("_")} == there, name
        else:
            arguments = node.args
            written = [a.arg for a in (*arguments.args, *arguments.kwonlyargs)]
            signature = inspect.signature(getattr(_quadrille, name))
            assert written == list(signature.parameters), name


def test_the_page_of_the_package_stands_alone() -> None:
    metadata = importlib.metadata.metadata("quadrille")
    text = str(metadata.get_payload())  # type: ignore[attr-defined]
    run("\n".join(blocks(text, "pycon")), "README.md")
    urls = dict(url.split(", ") for url in metadata.get_all("Project-URL", []))
    targets = re.findall(r"\]\(([^)]*)\)", text)
    assert len(targets) > 2
    assert all(target.startswith(urls["Repository"]) for target in targets)
    assert metadata["License-Expression"] == "MIT OR Apache-2.0"
    assert metadata["Author"] and metadata["Requires-Python"] == ">=3.9"
    files = importlib.metadata.files("quadrille") or []
    assert {"LICENSE-MIT", "LICENSE-APACHE"} <= {file.name for file in files}


def test_types_have_the_names_that_are_read() -> None:
    sudoku, wrong = q.Sudoku(81 * "."), "?"
    refused: dict[Any, Callable[[], object]] = {
        q.Form: lambda: sudoku.to_text(wrong),  # type: ignore[arg-type]
        q.Level: lambda: q.generate(rating=wrong),  # type: ignore[arg-type]
        q.Symmetry: lambda: q.generate(symmetry=wrong),  # type: ignore[arg-type]
    }
    for names, call in refused.items():
        with pytest.raises(ValueError) as raised:
            call()
        listed = str(raised.value).split(": choose one of ")[1]
        assert list(get_args(names)) == listed.split(", ")


def test_names_are_exported() -> None:
    from quadrille import _quadrille

    assert {n for n in vars(_quadrille) if not n.startswith("_")} <= set(q.__all__)
