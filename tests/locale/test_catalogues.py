"""What is said to people in every language: catalogues, local times, and the labels of screens and pages."""

import ast
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from companion.locale import Message, decimal
from companion.locale.languages import CATALOGUES, LANGUAGES, translations
from companion.locale.moments import day_and_time, local_time
from companion.pieces import DECK, Suit
from docs.tools import catalogues
from tests.cases import each

LATE = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)


@pytest.fixture(params=["Europe/Paris", "America/Los_Angeles"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def test_a_moment_is_shown_by_the_clock_on_the_wall_in_the_players_language(zone: str) -> None:
    english, french = {
        "Europe/Paris": ("22 Nov 2026, 00:30", "22 nov. 2026 à 00:30"),
        "America/Los_Angeles": ("21 Nov 2026, 15:30", "21 nov. 2026 à 15:30"),
    }[zone]
    assert day_and_time(LATE).text() == english
    assert day_and_time(LATE).text(translations("fr")) == french


@each("moment", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
def test_a_moment_at_the_calendars_end_is_shown(zone: str, moment: datetime) -> None:
    assert abs(local_time(moment) - moment).total_seconds() == 0
    assert day_and_time(moment).text().startswith(("1 Jan", "31 Dec"))


ROOT = Path(__file__).resolve().parents[2]
ROOMS = (
    *("companion/app/", "companion/web/", "companion/play/", "companion/bluetooth.py", "companion/club/"),
    "companion/games/new_game.py",
)


@cache
def places_of_texts() -> dict[str, set[str]]:
    """Return the files of every text."""
    places: dict[str, set[str]] = {}
    for one in catalogues.collect_texts(catalogues.PACKAGE):
        places.setdefault(one.text, set()).add(one.place[0])
    return places


def texts(language: str) -> Iterator[tuple[str, bool]]:
    """Yield every text of these rooms in a language, and whether only these rooms show it."""
    with (CATALOGUES / "fr" / "LC_MESSAGES" / "companion.po").open("rb") as file:
        catalogue = read_po(file, locale="fr")
    for message in catalogue:
        where = places_of_texts().get(catalogues._key(message.id), set()) if message.id else set()
        if any(place.startswith(ROOMS) for place in where):
            for text in catalogues._strings(message.id if language == "en" else message.string):
                yield text, all(place.startswith(ROOMS) for place in where)


def test_french_on_screens_has_curved_apostrophes() -> None:
    assert [text for text, own in texts("fr") if own and re.search(r"(?<=\w)'(?=\w)", text)] == []


def test_the_labels_of_the_glossary_are_on_the_screens_in_both_languages() -> None:
    section = (ROOT / "docs" / "glossary.md").read_text("utf8").partition("## Labels")[2].partition("\n## ")[0]
    labels = re.findall(r"^\| (\w.*?) \| (.*?) \|", section, re.MULTILINE)[1:]
    shown, french = {text for text, _ in texts("en")}, translations("fr")
    assert len(labels) >= 30
    assert [english for english, _ in labels if english not in shown] == []
    assert {english: french.gettext(english) for english, _ in labels} == dict(labels)


OTHERS = [language for language in LANGUAGES if language != "en"]


@cache
def updated(language: str) -> Catalog:
    """The catalogue of a language for the present texts, collected once."""
    return catalogues.update_catalogue(language)


@each("language", OTHERS)
def test_nothing_is_left_untranslated(language: str) -> None:
    assert catalogues.list_untranslated(updated(language)) == [], (
        "translate them in companion.po, after: make generated"
    )


@each("language", OTHERS)
def test_translations_name_the_same_places(language: str) -> None:
    assert catalogues.list_wrong_placeholders(updated(language)) == []


@each("language", OTHERS)
def test_the_kept_catalogues_are_up_to_date_with_the_sources(language: str) -> None:
    catalogue, folder = updated(language), CATALOGUES / language / "LC_MESSAGES"
    assert (folder / "companion.po").read_bytes() == catalogues.format_po(catalogue), "run: make generated"
    assert (folder / "companion.mo").read_bytes() == catalogues.format_mo(catalogue), "run: make generated"


@each("language", OTHERS)
def test_every_suit_and_card_has_a_name(language: str) -> None:
    spoken = translations(language)
    for thing in (*Suit, *DECK):
        english = thing.wording().text()
        assert spoken.gettext(english) != english or english in {"Court"}


def test_french_has_a_space_before_its_high_punctuation_and_within_its_quotes() -> None:
    with (CATALOGUES / "fr" / "LC_MESSAGES" / "companion.po").open("rb") as file:
        catalogue = read_po(file, locale="fr")
    translated = [text for message in catalogue if message.id for text in catalogues._strings(message.string)]
    assert translated
    # A quote before the colon is JSON's.
    assert [text for text in translated if re.search(r"[^\u00a0\"][:;!?](\s|$)|«[^\u00a0]|[^\u00a0]»", text)] == []


def test_a_translator_types_plain_spaces_and_no_line_breaks_before_french_punctuation() -> None:
    typed = ("Qui joue ? « {name} » : non ; si !", "un : {n}")
    none = catalogues._without_breaks(typed, "fr")
    assert none == ("Qui joue\u00a0? «\u00a0{name}\u00a0»\u00a0: non\u00a0; si\u00a0!", "un\u00a0: {n}")
    assert catalogues._without_breaks(typed, "de") == typed


def test_a_message_counts_in_french_as_french_does() -> None:
    counted = Message("play {n} card", {"n": 0}, "play {n} cards", "n")
    assert counted.text(translations("fr")) == "jouez 0 carte"
    assert counted.text() == "play 0 cards"


def test_messages_are_gathered_with_their_plurals(tmp_path: Path) -> None:
    source = 'Message("{n} card", {"n": 2}, plural="{n} cards", count="n"); _("Roll"); other("not this")'
    (tmp_path / "said.py").write_text(source)
    shown = "words._('Taxed') + name_('no') + words.ngettext('{n} die', '{n} dice', 2)"
    (tmp_path / "shown.kv").write_text(f"Label:\n    text: {shown}\n")
    found = [(saying.text, saying.plural) for saying in catalogues.collect_texts(tmp_path)]
    assert found == [("{n} card", "{n} cards"), ("Roll", None), ("Taxed", None), ("{n} die", "{n} dice")]


def test_messages_say_constant_texts_only() -> None:
    """Built texts cannot be translated: what varies goes into the values."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message":
                assert not isinstance(node.args[0], ast.JoinedStr | ast.BinOp), f"{path}:{node.lineno}"


def test_every_text_has_only_places_with_names() -> None:
    """Braces that are meant literally would be asked for as a value when the text is shown."""
    wrong = {
        text: saying.place
        for saying in catalogues.collect_texts(catalogues.PACKAGE)
        for text in (saying.text, saying.plural or "")
        if any(not place.isidentifier() for place in places(text))
    }
    assert wrong == {}


@each("language", OTHERS)
def test_every_translation_has_only_places_with_names(language: str) -> None:
    with (CATALOGUES / language / "LC_MESSAGES" / "companion.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    translated = [text for message in catalogue if message.id for text in catalogues._strings(message.string)]
    assert [text for text in translated if any(not place.isidentifier() for place in places(text))] == []


def test_every_message_is_made_with_the_values_that_its_text_has_places_for() -> None:
    """A place without a value fails when the message is shown; a value without a place is never shown."""
    checked = [path for path in SOURCES if path.relative_to(catalogues.PACKAGE).as_posix() not in FILLED_LATER]
    assert [fault for path in checked for fault in value_faults(path.read_text("utf8"), path.name)] == []


def test_a_message_without_its_values_is_found() -> None:
    assert value_faults('Message("{a} {b}", {"a": 1})', "x.py") == ["x.py:1: no value for b"]
    assert value_faults('Message("{a}", {"a": 1, "b": 2})', "x.py") == ["x.py:1: no place for b"]
    assert value_faults("Message('like {\"id\": 1}')", "x.py") == ['x.py:1: no value for "id"']
    assert value_faults('Message("{n} die", {"n": n}, "{m} dice", "n")', "x.py") == ["x.py:1: no value for m"]
    assert value_faults('Message("{n} die", known)', "x.py") == []
    assert value_faults('Message("{a} {b}", {**known, "a": 1})', "x.py") == []


FILLED_LATER = {"cli/usage.py", "live/events.py", "table/magnate/resolutions.py"}
"""Their tables hold texts by kind, and the values are put in where one is chosen."""
SOURCES = [path for path in sorted(catalogues.PACKAGE.rglob("*.py")) if "Message(" in path.read_text("utf8")]


def places(text: str) -> set[str]:
    """The names in the text's braces as ``format`` reads them; an unnamed one is empty, a broken one the whole text."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return {text}


def value_faults(source: str, name: str) -> list[str]:
    """The messages of a module whose literal values are not those of its text. Other values are passed over."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "Message":
            continue
        by_name = {word.arg: word.value for word in node.keywords}
        values = node.args[1] if len(node.args) > 1 else by_name.get("values", ast.Dict([], []))
        texts = [node.args[0], *node.args[2:3], *filter(None, [by_name.get("plural")])]
        written = [text.value for text in texts if isinstance(text, ast.Constant) and isinstance(text.value, str)]
        if not written or not isinstance(values, ast.Dict):
            continue
        wanted = set().union(*map(places, written))
        supplied = {str(key.value) if isinstance(key, ast.Constant) else None for key in values.keys}
        count = node.args[3] if len(node.args) > 3 else by_name.get("count")
        shown = supplied - {None, count.value if isinstance(count, ast.Constant) else None}
        missing = set() if None in supplied else wanted - {str(name) for name in supplied}
        found += [f"{name}:{node.lineno}: no value for {place}" for place in sorted(missing)]
        found += [f"{name}:{node.lineno}: no place for {place}" for place in sorted(map(str, shown - wanted))]
    return found


@each(("name", "french"), [("Ann", "Le sac d’Ann"), ("Émile", "Le sac d’Émile"), ("Ben", "Le sac de Ben")])
def test_a_french_sentence_elides_before_a_vowel(name: str, french: str) -> None:
    assert Message("{name}’s bag", {"name": name}).text(translations("fr")) == french


@each("language", OTHERS)
def test_a_new_text_is_listed_before_it_stands_in_the_catalogue(language: str, tmp_path: Path) -> None:
    (tmp_path / "said.py").write_text('Message("A text that nobody has translated.")')
    new = catalogues.list_untranslated(catalogues.update_catalogue(language, tmp_path))
    assert new == ["A text that nobody has translated."]


def test_a_number_has_the_decimal_sign_of_the_language() -> None:
    assert (str(decimal(2.5, 2)), decimal(2.5, 2).text(translations("fr"))) == ("2.50", "2,50")
