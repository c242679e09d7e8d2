"""What is said to people, in every language."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.locale import Message, catalogues
from companion.locale.languages import CATALOGUES, LANGUAGES, translations
from companion.pieces import DECK, Suit

OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_untranslated(language: str) -> None:
    assert catalogues.untranslated(catalogues.updated(language)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_translations_name_the_same_places(language: str) -> None:
    assert catalogues.with_other_places(catalogues.updated(language)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_kept_catalogues_are_up_to_date_with_the_sources(language: str) -> None:
    catalogue, folder = catalogues.updated(language), CATALOGUES / language / "LC_MESSAGES"
    assert (folder / "companion.po").read_bytes() == catalogues.po_text(catalogue), "run companion.locale.catalogues"
    assert (folder / "companion.mo").read_bytes() == catalogues.mo_bytes(catalogue), "run companion.locale.catalogues"


@pytest.mark.parametrize("language", OTHERS)
def test_every_suit_and_card_has_a_name(language: str) -> None:
    spoken = translations(language)
    for thing in (*Suit, *DECK):
        english = thing.wording().text()
        assert spoken.gettext(english) != english or english in {"Court"}


def test_french_has_a_space_before_its_high_punctuation_and_within_its_quotes() -> None:
    with (CATALOGUES / "fr" / "LC_MESSAGES" / "companion.po").open("rb") as file:
        catalogue = read_po(file, locale="fr")
    said = [text for message in catalogue if message.id for text in catalogues._strings(message.string)]
    assert said
    # A quote before the colon is JSON's.
    assert [text for text in said if re.search(r"[^\s\"][:;!?](\s|$)|«\S|\S»", text)] == []


def test_a_message_counts_in_french_as_french_does() -> None:
    told = Message("play {n} card", {"n": 0}, "play {n} cards", "n")
    assert told.text(translations("fr")) == "jouez 0 carte"
    assert told.text() == "play 0 cards"


def test_messages_are_gathered_with_their_plurals(tmp_path: Path) -> None:
    source = 'Message("{n} card", {"n": 2}, plural="{n} cards", count="n"); _("Roll"); other("not this")'
    (tmp_path / "said.py").write_text(source)
    shown = "words._('Taxed') + name_('no') + words.ngettext('{n} die', '{n} dice', 2)"
    (tmp_path / "shown.kv").write_text(f"Label:\n    text: {shown}\n")
    found = [(saying.text, saying.plural) for saying in catalogues.sayings(tmp_path)]
    assert found == [("{n} card", "{n} cards"), ("Roll", None), ("Taxed", None), ("{n} die", "{n} dice")]


def test_messages_say_constant_texts_only() -> None:
    """Built texts cannot be translated: what varies goes into the values."""
    for path in sorted(catalogues.PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message":
                assert not isinstance(node.args[0], ast.JoinedStr | ast.BinOp), f"{path}:{node.lineno}"
