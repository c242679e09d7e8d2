"""A new game as a decision: the variant, the options, the players and the setup, all of them proposed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from urllib.parse import quote

from companion.errors import CompanionError
from companion.games.decisions import Answers, Decision
from companion.games.documents import Json
from companion.games.errors import naming
from companion.games.field_types import YES_NO
from companion.games.fields import Amount, Cards, Field, Pick, Text, pick_seat, write_value
from companion.games.laying import EVENLY, deal
from companion.games.registry import AnyGame, game, games, new_options
from companion.games.texts import verbatim
from companion.locale import Message
from companion.names import MAX_NAME_CHARACTERS, player_names
from companion.pieces import DECK
from companion.pieces.piecepack import TILES, Tile

PRESET, NAME = "preset", "name"
MOST = 99
"""The highest number that a field without a bound takes."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to be created, as its documents."""

    game: str
    """The name of its rules."""
    names: tuple[str, ...]
    options: Json
    setup: Json


def numbered_players(seats: int) -> Sequence[Message]:
    """Return a name with its number for each seat."""
    return [Message("Player {number}", {"number": seat + 1}) for seat in range(seats)]


def new_game(
    rules: AnyGame,
    say: Callable[[Message], str],
    base: Mapping[str, Any] | None = None,
    named: Callable[[int], Sequence[Message]] = numbered_players,
) -> Decision[NewGame]:
    """Return the decision on a new game. It is complete from the start: every field has a proposal.

    Args:
        rules: The rules of the game.
        say: Returns a text in the language of the table, for the usual names.
        base: The document of options that are decided; None if their fields are asked, too.
        named: Returns the usual names of so many players, if the game has none.
    """
    asked = _NewGame(rules, say, base, named)
    return Decision("new", Message("Start"), asked.make, asked.ask)


def label(rules: AnyGame, name: str) -> Message:
    """Return the label of a preset, an option or a part of the setup."""
    return rules.labels.get(name) or verbatim(name.replace("_", " ").replace("-", " ").capitalize())


def rematch_words(rules: AnyGame, options: Mapping[str, Any], names: Sequence[str], began: int) -> dict[str, str]:
    """Return the answers of a new game with these options and players.

    The seat after the one that began the last game begins, unless it is one that cannot.
    """
    every = rules.options_to_json(rules.options_from_json(dict(options), "options"))
    players = {f"{NAME}-{seat}": quote(name) for seat, name in enumerate(names)}
    same = {**{name: write_value(value) for name, value in every.items()}, **players}
    again = {**same, "first_player": str((began + 1) % len(names))}
    try:
        new_game(rules, str).with_words(again).move()
    except CompanionError:
        return same
    return again


def seating_words(rules: AnyGame, names: Sequence[str]) -> dict[str, str] | None:
    """Return the answers of a new game for these players: the smallest variant that has a seat for each.

    Args:
        rules: The rules of the game.
        names: The player names, by seat; an empty one stays as it is proposed.

    Returns:
        The answers; None if too many players are there.
    """
    fitting = [(seats, preset) for seats, preset in _variants(rules.name) if seats >= len(names)]
    if not fitting:
        return None
    _, preset = min(fitting, key=lambda one: one[0])
    players = {f"{NAME}-{seat}": quote(name) for seat, name in enumerate(names) if name}
    return {PRESET: preset, **players} if preset and names else players


def most_players() -> int:
    """Return the number of seats of the largest game."""
    return max(seats for rules in games() for seats, _ in _variants(rules.name))


@cache
def people_of(name: str, preset: str) -> int:
    """Return the number of people that a variant of a game is for."""
    rules = game(name)
    options = rules.options_from_json(new_options(rules, {PRESET: preset} if preset else {}), "options")
    return 1 if rules.beginning.seat_names(options) else rules.seats(options)


def _variants(name: str) -> Sequence[tuple[int, str]]:
    """Return the number of seats and the name of each variant of a game that several people play."""
    found = ((people_of(name, preset), preset) for preset in game(name).presets or ("",))
    return [(people, preset) for people, preset in found if people > 1]


@dataclass(frozen=True, slots=True)
class _NewGame:
    rules: AnyGame
    say: Callable[[Message], str]
    base: Mapping[str, Any] | None
    named: Callable[[int], Sequence[Message]]

    def ask(self, answers: Answers) -> Iterator[Field]:
        if self.base is None:
            yield from self._options(answers)
        options = self.options(answers)
        seats = self.rules.seats(options)
        usual = self.rules.beginning.seat_names(options) or self.named(seats)
        for seat, (text, proposed) in enumerate(zip(numbered_players(seats), usual, strict=True)):
            yield Text(f"{NAME}-{seat}", text, MAX_NAME_CHARACTERS, self.say(proposed))
        names = self.names(answers)
        for name, schema in self._needed().items():
            yield from self._setup(name, schema, names, options, answers)

    def options(self, answers: Answers) -> Any:
        """Return the options under these answers; raise ``CompanionError`` if they cannot be played together."""
        if self.base is not None:
            return self.rules.options_from_json(dict(self.base), "options")
        usual = self._usual(answers)
        chosen = {name: answers[name] for name in self._switches(usual)}
        return self.rules.options_from_json({**self.rules.options_to_json(usual), **chosen}, "options")

    def names(self, answers: Answers) -> tuple[str, ...]:
        """Return the player names."""
        return tuple(answer for name, answer in answers.items() if name.startswith(f"{NAME}-"))

    def make(self, answers: Answers) -> NewGame:
        """Return the game; raise ``CompanionError`` if the rules refuse it."""
        options, names = self.options(answers), player_names(self.names(answers))
        document = {name: self._read(name, schema, names, options, answers) for name, schema in self._needed().items()}
        with naming(names):
            setup = self.rules.setup_from_json(document, "setup")
            self.rules.start(options, setup)
            self.rules.check_new(options, setup)
        to_json = self.rules.setup_to_json
        return NewGame(self.rules.name, names, self.rules.options_to_json(options), to_json(setup))

    def _usual(self, answers: Answers) -> Any:
        """Return the options of the chosen preset."""
        preset = {PRESET: answers[PRESET]} if self.rules.presets else {}
        return self.rules.options_from_json(new_options(self.rules, preset), "options")

    def _options(self, answers: Answers) -> Iterator[Field]:
        presets, about = self.rules.presets, self.rules.beginning.about
        if presets:
            named = presets, lambda one: label(self.rules, one), presets[0]
            yield Pick(PRESET, Message("Variant"), *named, preview=about.get)
        usual = self._usual(answers)
        values = self.rules.options_to_json(usual)
        for name, schema in self._switches(usual).items():
            text, now = label(self.rules, name), values[name]
            if "maximum" in schema:
                yield Amount(name, text, schema.get("minimum", 0), schema["maximum"], proposed=now)
            else:
                yield Pick(name, text, tuple(schema["enum"]), self._value, now)

    def _value(self, value: object) -> Message:
        if isinstance(value, bool):
            return YES_NO[value]
        if isinstance(value, Tile):
            return value.wording()
        return label(self.rules, value) if isinstance(value, str) else verbatim(value)

    def _switches(self, usual: Any) -> Mapping[str, Mapping[str, Any]]:
        """Return the options that any table may set, each with its schema; the game may name them itself."""
        schema = self.rules.record_schema() if self.rules.record_schema is not None else None
        properties: Mapping[str, Mapping[str, Any]] = schema.options.get("properties", {}) if schema is not None else {}
        named = self.rules.beginning.house_rules
        if named is not None:
            return {name: {"enum": tuple(values)} for name, values in named(usual).items()}
        yes_no: Mapping[str, Any] = {"enum": (False, True)}
        found = {name: yes_no if one.get("type") == "boolean" else one for name, one in properties.items()}
        return {name: one for name, one in found.items() if name != PRESET and ("enum" in one or "maximum" in one)}

    def _needed(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the parts of the setup that are asked, each with its schema."""
        schema = self.rules.record_schema() if self.rules.record_schema is not None else None
        if schema is None:
            return {}
        asked = self.rules.beginning.setup or schema.setup.get("required", ())
        return {name: _resolved(schema.setup["properties"][name], schema.definitions) for name in asked}

    def _setup(
        self, name: str, schema: Mapping[str, Any], names: Sequence[str], options: Any, answers: Answers
    ) -> Iterator[Field]:
        text, (usual, others) = label(self.rules, name), self.rules.beginning.laid(name, options)
        match schema:
            case {"seat": _}:
                yield replace(pick_seat(name, text, range(len(names)), names), proposed=0)
            case {"card": _}:
                yield Cards(name, text, DECK, proposed=DECK[:1])
            case {"cards": _}:
                yield Cards(name, text, (*usual, *others), len(usual), len(usual), proposed=tuple(usual))
            case {"items": {"cards": _}}:
                seats: tuple[object, ...] = (EVENLY, *range(len(names)))
                named: dict[object, Message] = dict(enumerate(map(verbatim, names)))
                named[EVENLY] = Message("Cards that you leave out are dealt evenly.")
                for card in usual:
                    yield Pick(f"{name}-{card}", verbatim(card), seats, named.__getitem__, EVENLY, seats=True)
            case {"items": {"tile": _} | {"enum": _} as item}:
                pieces = item.get("enum", TILES)
                for place, head in enumerate(_places(schema, names)):
                    yield Pick(f"{name}-{place}", head, tuple(pieces), self._value, pieces[place % len(pieces)])
            case {"type": "integer"}:
                yield Amount(name, text, schema.get("minimum", 0), schema.get("maximum", MOST), proposed=0)
            case {"items": item}:
                for seat, player in enumerate(names):
                    least = item.get("minimum", 0)
                    yield Amount(f"{name}-{seat}", verbatim(player), least, item.get("maximum", MOST), proposed=least)

    def _read(
        self, name: str, schema: Mapping[str, Any], names: Sequence[str], options: Any, answers: Answers
    ) -> object:
        """Return a part of the setup as in a document."""
        if "card" in schema:
            return str(answers[name][0])
        if "cards" in schema:
            return [str(card) for card in answers[name]]
        if name in answers:
            return answers[name]
        if "cards" in schema.get("items", {}):
            cards = self.rules.beginning.laid(name, options)[0]
            return deal({card: answers[f"{name}-{card}"] for card in cards}, len(names))
        listed = (answer for one, answer in answers.items() if one.startswith(f"{name}-"))
        return [str(answer) if isinstance(answer, Tile) else answer for answer in listed]


def _places(schema: Mapping[str, Any], names: Sequence[str]) -> Sequence[Message]:
    """Return the label of each place of a list: its number, or the player's name if each seat has one."""
    fixed = schema.get("minItems")
    if fixed is not None and fixed == schema.get("maxItems") and fixed != len(names):
        return [verbatim(number) for number in range(1, fixed + 1)]
    return [verbatim(name) for name in names]


def _resolved(schema: Mapping[str, Any], definitions: Mapping[str, Json]) -> Mapping[str, Any]:
    """Return a schema with what it refers to; pieces and seats stay as ``{name: True}``."""
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    if name in ("seat", "card", "cards", "tile"):
        return {name: True}
    if name:
        return _resolved(definitions[name], definitions)
    return {**schema, "items": _resolved(schema["items"], definitions)} if "items" in schema else schema
