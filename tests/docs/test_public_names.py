"""Every public name is explained, where it is defined and on the page of the library."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import pytest
from sphinx.pycode import ModuleAnalyzer

from tests.docs.pages import DOCS, text_of
from tests.docs.public import MODULES, NAMES


def own_docstring(name: str, value: object) -> str:
    """What the code says about a name; the docstring that a dataclass makes says nothing."""
    if not (inspect.isclass(value) or inspect.isroutine(value)):
        return docstring_after(name)
    docstring = value.__dict__.get("__doc__") if inspect.isclass(value) else value.__doc__
    return "" if docstring is None or docstring.startswith(f"{name}(") else docstring


def docstring_after(name: str) -> str:
    """The docstring of a value, which stands after its assignment."""
    for module in MODULES:
        documented = ModuleAnalyzer.for_module(module.__name__).find_attr_docs()
        if ("", name) in documented:
            return "\n".join(documented["", name])
    return ""


def members(kind: type) -> Iterator[tuple[str, object]]:
    """The methods and properties that a class itself gives."""
    for name, made in vars(kind).items():
        member = made.__func__ if isinstance(made, classmethod | staticmethod) else made
        if not name.startswith("_") and (inspect.isroutine(member) or isinstance(member, property)):
            yield name, member


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_is_explained_with_all_its_methods(name: str) -> None:
    value = NAMES[name]
    assert own_docstring(name, value)
    if inspect.isclass(value):
        assert [member for member, method in members(value) if not method.__doc__] == []


def test_the_page_of_the_library_has_every_public_name() -> None:
    page = text_of(DOCS / "library.md")
    documented = re.findall(r"^\.\. auto\w+:: [\w.]*?(\w+)$", page, re.MULTILINE)
    assert len(documented) == len(set(documented))
    assert set(NAMES) <= set(documented)
