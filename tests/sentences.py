"""Whatever the program says while a test runs is a sentence of the catalogue, with a value for each of its places."""

import sys
from collections.abc import Iterator
from functools import cache
from string import Formatter
from typing import Any

import pytest
from babel.messages.pofile import read_po

from companion.locale import Message
from companion.locale.languages import CATALOGUES

_MAKE = Message.__init__


@pytest.fixture(autouse=True)
def sentences_of_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check the messages that modules of ``companion`` make; those of tests and toy games are their own."""
    made = set()

    def make(message: Message, *arguments: Any, **named: Any) -> None:
        _MAKE(message, *arguments, **named)
        if sys._getframe(1).f_globals.get("__name__", "").startswith("companion."):
            made.add((message.template, message.plural, message.count, frozenset(message.values)))

    monkeypatch.setattr(Message, "__init__", make)
    yield
    wrong = [one for one in made if not _whole(*one)]
    assert not wrong, wrong


def _whole(template: str, plural: str | None, count: str | None, values: frozenset[str]) -> bool:
    if not any(text.strip() for text, *_ in Formatter().parse(template)):
        return True  # nothing but places
    known = template if plural is None else (template, plural)
    places = {name for text in (template, plural or "") for _, name, _, _ in Formatter().parse(text) if name}
    return known in _catalogue() and places <= values and (plural is None) == (count is None)


@cache
def _catalogue() -> set[Any]:
    with (CATALOGUES / "fr" / "LC_MESSAGES" / "companion.po").open("rb") as file:
        known = {message.id for message in read_po(file, locale="fr") if message.id}
    return known | {one[0] for one in known if isinstance(one, tuple)}
