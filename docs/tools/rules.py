"""``python -m docs.tools.rules``: writes the pages of numbered rules, docs/rules/ and docs/fr/rules/.

The files in ``rules/`` hold the rules. Other readings come from the games' cheat sheets, options from their classes.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from companion.games.field_types import declared
from companion.games.registry import game, new_options
from companion.games.texts import Line
from companion.locale.languages import LANGUAGES, translations
from companion.pieces import DECK
from companion.pieces.piecepack import Face, Suit
from docs.tools.site_pages import ROOT

DATA = ROOT / "docs" / "tools" / "rule_lines"
GAMES = ("magnate", "sorcerous-futures", "magistratvm")
FOLDERS = {"en": ROOT / "docs" / "rules", "fr": ROOT / "docs" / "fr" / "rules"}
_TEXTS = tomllib.loads((DATA / "texts.toml").read_text("utf8"))


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule and the options that it depends on."""

    number: str
    text: Mapping[str, str]
    """By language."""
    documents: tuple[str, ...]
    place: str
    """The heading in the document; empty if its name is enough."""
    options: tuple[str, ...]


@cache
def load_rules(name: str) -> Mapping[str, tuple[Rule, ...]]:
    """Return a game's rules by chapter, in order; the chapters' titles are in English."""
    return {one["en"]: tuple(_rules(one["rules"], name)) for one in _load(name)["chapter"]}


@cache
def list_presets(name: str) -> Mapping[str, Any]:
    """Return the options of new games by preset."""
    rules = game(name)
    return {
        preset: rules.options_from_json(new_options(rules, {"preset": preset}), "options") for preset in rules.presets
    }


def list_values(options: Any, name: str) -> list[Any]:
    """Return the known values of an option: that of ``options`` first."""
    own = getattr(options, name)
    if isinstance(own, bool | Enum):
        return list(dict.fromkeys([own, *((False, True) if isinstance(own, bool) else type(own))]))
    return list(dict.fromkeys([own, *declared(type(options))[name].values]))


def write_pages() -> dict[Path, str]:
    """Return the text of every page by its path."""
    pages = {}
    for language, folder in FOLDERS.items():
        for name in GAMES:
            pages[folder / f"{name}.md"] = _polish("\n".join(_page(name, language)), language)
        pages[folder / "pieces.md"] = _polish("\n".join(_pieces(language)), language)
    return pages


@cache
def _load(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf8"))


def _rules(rules: Mapping[str, Mapping[str, str]], name: str) -> Iterator[Rule]:
    options = declared(type(next(iter(list_presets(name).values()))))
    for number, one in rules.items():
        text = {language: one[language] for language in LANGUAGES}
        own = tuple(option for option, known in options.items() if known.rule == number)
        yield Rule(number, text, tuple(one["from"].split()), one.get("place", ""), own)


def _page(name: str, language: str) -> Iterator[str]:
    texts, titles = _TEXTS[language], {one["en"]: one[language] for one in _load(name)["chapter"]}
    yield from _head(name, language, texts["title"].format(game=_load(name)[language]))
    yield f"{texts['intro']}\n\n{texts[name]}\n"
    for chapter, rules in load_rules(name).items():
        yield f"## {titles[chapter]}\n"
        for rule in rules:
            yield f"### {rule.number}\n\n{rule.text[language]} *({_sources(rule, language)})*\n"
            notes = [*_readings(name, rule.number, language), *_options(name, rule, language)]
            yield from (f"- {note}" for note in notes)
            if notes:
                yield ""


def _head(name: str, language: str, title: str) -> Iterator[str]:
    other = f"[En français](../fr/rules/{name}.md)" if language == "en" else f"[In English](../../rules/{name}.md)"
    yield f"# {title}\n\n({other}.)"


def _sources(rule: Rule, language: str) -> str:
    if not rule.documents:
        return str(_TEXTS[language]["nowhere"])
    place = f" “{rule.place}”" if rule.place else ""
    return ", ".join(f"{_TEXTS[language]['documents'][document]}{place}" for document in rule.documents)


def _readings(name: str, number: str, language: str) -> Iterator[str]:
    """Yield the other readings on the sheet of the first preset that has the rule."""
    for options in list_presets(name).values():
        lines = [line for line in _lines(name, options) if line.rule == number]
        if lines:
            others = [line for line in lines if line.text.template == "Or: {choice} ({source})."]
            yield from (line.text.text(translations(language)) for line in others)
            return


def _lines(name: str, options: Any) -> list[Line]:
    sheet = game(name).cheat_sheet
    assert sheet is not None
    return [line for section in sheet(options) for line in section.lines]


def _options(name: str, rule: Rule, language: str) -> Iterator[str]:
    texts, presets = _TEXTS[language], list_presets(name)
    default = next(iter(presets.values()))
    for option in rule.options:
        values = list_values(default, option)
        by_preset = {preset: getattr(options, option) for preset, options in presets.items()}
        values += [value for value in dict.fromkeys(by_preset.values()) if value not in values]
        shown = []
        for value in values:
            having = [f"`{preset}`" for preset, one in by_preset.items() if one == value != values[0]]
            text = _value(value, texts) + (f" ({', '.join(having)})" if having else "")
            shown.append(f"**{text}**" if value == values[0] else text)
        yield f"{texts['option']} `{option}` : {texts['or'].join(shown)}."


def _value(value: object, texts: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return texts["yes" if value else "no"]
    return f"`{value.value}`" if isinstance(value, Enum) else str(value)


def _pieces(language: str) -> Iterator[str]:
    texts, to = _TEXTS[language], translations(language)
    yield from _head("pieces", language, texts["pieces"])
    yield f"{texts['decktet']}\n"
    for card in DECK:
        suits = ", ".join(suit.wording().text(to) for suit in card.suits) or "–"
        yield f"| `{card}` | {card.wording().text(to)} | {suits} |"
    names = ", ".join(f"`{suit}` {suit.wording().text(to)}" for suit in Suit)
    yield f"\n{texts['piecepack'].format(suits=names, faces=', '.join(f'`{face}`' for face in Face))}"


def _polish(text: str, language: str) -> str:
    """Return a page with one line break at its end, and with the marks of its language."""
    text = re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"
    if language == "en":
        return text.replace("` : ", "`: ")
    text = text.replace("“", "« ").replace("”", " »")
    return re.sub(r"(?<=\S) (?=[:»])|(?<=«) ", "\u00a0", re.sub(r" (?=[;?!])", "\u202f", text))


if __name__ == "__main__":
    for path, page in write_pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, "utf8")
