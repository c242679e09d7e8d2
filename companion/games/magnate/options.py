"""The options of Magnate by name, their presets, and the roll that they call for (B8, B9, F1, F3).

Options are fixed when a game starts; changing one later is a move (``SetOption``). Presets, in
:mod:`companion.games.magnate.options`, are options by name.

>>> options_to_text(options_from_text("mega tax_dice=1"))
'mega tax_dice=1'
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import partial
from typing import Any

from companion.errors import CompanionError
from companion.games.documents import Fields, text_reader
from companion.games.encoding import options_reader
from companion.games.errors import UnreadableDocument
from companion.games.field_types import YES_NO, Readers, Writers, option
from companion.locale import Message
from companion.pieces import Cast, Die, DieKind, MoreDice, Wish, shown


class Solo(Enum):
    """The opponent of a solo game and its level (D1, D8)."""

    NO = "no"
    NORMAL = "normal"
    HARD = "hard"


class ExtraPawns(Enum):
    """The source of three players' fifth and sixth Pawn (F7)."""

    SECOND_DECK = "second-deck"
    CROWNS = "crowns"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table. The defaults are the standard two-player game."""

    preset: str = "standard"
    """The preset on which these options are based; a label without effect."""
    every_suit_on_a_deed: bool = option(False, "B29", Message("A deed needs each of its suits"), YES_NO)
    """A deed completes only with each of its suits among the tokens on it (B29)."""
    ace_deed_price: int = option(
        1, "B25", Message("Price of an Ace’s deed"), {1: Message("1 token"), 2: Message("2 tokens")}
    )
    """1, or 2 as in the French text (B25, E1)."""
    original_aces: bool = option(False, "B19", Message("An Ace costs 1 and counts 1"), YES_NO)
    """An Ace costs 1 and is worth 1 (B19, F13)."""
    tie_counts_aces_as_scored: bool = option(True, "B41", Message("In a tie, an Ace counts as it scores"), YES_NO)
    """The first tie-break takes an Ace at its scored value rather than as 1 (B41)."""
    deeds_on_twos: bool = option(True, "B26", Message("A 2 can be bought as a deed"), YES_NO)
    """A deed on a rank 2 is allowed, with a warning (B26)."""
    courts: bool = option(False, "C1", Message("Play with the four Courts"), YES_NO)
    """The Courts are shuffled into the draw pile (C1)."""
    tax_dice: int = option(1, "F1", Message("Dice for a tax"), {1: Message("one"), 2: Message("two")})
    """The number of tax dice, 1 or 2 (F1, F3)."""
    reshuffle_at_once: bool = option(False, "B35", Message("Reshuffle as soon as the pile is empty"), YES_NO)
    """The discards are shuffled as soon as the pile is empty, not when a draw fails (B35)."""
    last_turns_from_failed_draw: bool = option(
        False, "B36", Message("The last turns start with the first failed draw"), YES_NO
    )
    """The last turns count from the first failed draw, not from the last card drawn (B36)."""
    solo: Solo = option(Solo.NO, "D1")
    """Against the automa, which holds the second seat (D1, D8)."""
    solo_last_turn: bool = option(True, "D6")
    """One last turn after the pile is empty (D6)."""
    solo_automa_hand: bool = option(False, "D1", Message("Deal the automa a hand too, which nobody plays"), YES_NO)
    """The automa is dealt a hand, which nobody plays (D1)."""
    solo_double_tie_draws: bool = option(False, "D7")
    """A tie in districts and totals is a draw, whatever the tokens (D7)."""
    players: int = option(2, "F7")
    """2 or 3; a solo game has 2 seats."""
    decks: int = option(1, "F2")
    """The number of decks: 1, or 2 in mega (F2)."""
    pawns: int = option(4, "F4")
    """The number of Pawns that are districts: 4, in mega 8 or 4 (F4), with three players 6 (F7)."""
    excuse: bool = option(True, "B2")
    """Whether the Excuse is a district; not in the older four-district game."""
    extra_pawns: ExtraPawns = option(ExtraPawns.SECOND_DECK, "F7")
    """The fifth and sixth Pawn of three players (F7)."""
    crowns_each: int = option(3, "B3")
    """Crowns dealt to each player (B3, F5, F8)."""
    hand: int = option(3, "B5")
    """Cards in hand (B5, F6)."""
    plays: int = option(1, "B17")
    """Cards to play each turn, and to draw after it (B17, F6)."""
    reshuffles: int = option(1, "B35")
    """How often the discards become a new pile (B35, F10)."""
    tokens_per_suit: int = option(12, "B1")
    """Tokens of each suit in the box. The bank is unlimited; a larger number only brings a warning (B1)."""
    deeds_turned: bool = option(True, "E5")
    """Deeds lie a quarter turn against completed properties, not the other way round (E5)."""
    own_numbers: bool = option(False, "F15")
    """The table plays a combination that no document describes, with its own numbers (F15)."""


TWO_TENS = (DieKind.D10, DieKind.D10)


def wish(options: Options) -> Wish:
    """Return the dice to ask for.

    >>> taxed = wish(Options()).then(cast((9, 1)))
    >>> str(taxed.request) if taxed else None
    'A 1: throw 1 tax die.'
    """
    return Wish(TWO_TENS, partial(_tax_dice, options.tax_dice))


def _tax_dice(wanted: int, cast: Cast) -> MoreDice | None:
    left = wanted - len(shown(cast, DieKind.D6)) if 1 in shown(cast, DieKind.D10) else 0
    if left <= 0:
        return None
    return MoreDice(
        (DieKind.D6,) * left,
        Message("A 1: throw {n} tax die.", {"n": left}, plural="A 1: throw {n} tax dice.", count="n"),
        Message("Is this the tax die of this roll?"),
    )


def cast(dice: tuple[int, ...], tax_dice: tuple[int, ...] = ()) -> Cast:
    """Return these values as dice."""
    return (*(Die(DieKind.D10, value) for value in dice), *(Die(DieKind.D6, value) for value in tax_dice))


_MEGA: Mapping[str, object] = {
    "decks": 2,
    "pawns": 8,
    "crowns_each": 6,
    "hand": 6,
    "plays": 2,
    "tax_dice": 2,
    "tokens_per_suit": 20,
}

_DIFFERENCES: Mapping[str, Mapping[str, object]] = {
    "standard": {},
    "courts": {"courts": True},
    "french": {"ace_deed_price": 2, "tokens_per_suit": 10},
    "roller": {"every_suit_on_a_deed": True, "deeds_turned": False},
    "mega": _MEGA,
    "three-players": {"players": 3, "pawns": 6, "crowns_each": 2, "reshuffles": 2, "tokens_per_suit": 20},
    "solo": {"solo": Solo.NORMAL, "reshuffles": 0},
    "solo-hard": {"solo": Solo.HARD, "reshuffles": 0},
    "four-districts": {"excuse": False},
    "original-aces": {"original_aces": True},
    "abstract-play": {"every_suit_on_a_deed": True, "deeds_on_twos": False},
}

PRESETS: Mapping[str, Options] = {
    name: replace(Options(), preset=name, **differences)  # type: ignore[arg-type]  # data, held by a test
    for name, differences in _DIFFERENCES.items()
}
"""All options by preset name, ``standard`` first."""


UNDESCRIBED = ("deucey", "courtpawns", "stacked")
"""Abstract Play's own variants: no document describes them (A13), and no option covers them."""


NOT_DESCRIBED = Message("is a variant of Abstract Play's own, which no document of the game describes")


class UnknownPreset(CompanionError):
    """A name that no preset has."""


def preset(name: str) -> Options:
    """Return the options of this preset.

    >>> preset("mega").plays
    2
    """
    if name in UNDESCRIBED:
        raise UnknownPreset(repr(name), NOT_DESCRIBED, Message("play it on Abstract Play"))
    if name not in PRESETS:
        raise UnknownPreset(
            repr(name), Message("unknown preset"), Message("choose from: {presets}", {"presets": ", ".join(PRESETS)})
        )
    return PRESETS[name]


def options_to_json(options: Options) -> dict[str, Any]:
    """Return every option by name."""
    document: dict[str, Any] = _write(options)
    return document


_OPTION_READERS = Readers({}).fields(Options)
_read, _write = options_reader(PRESETS), Writers({})


def options_from_json(document: object, place: str = "options") -> Options:
    """Read options by name; those left out come from the preset, by default ``standard``."""
    found = Fields(document, place)
    for name in UNDESCRIBED:
        if found.has(name):
            raise UnreadableDocument(found.at(name), NOT_DESCRIBED, Message("play it on Abstract Play"))
    found.take_or("preset", text_reader(preset), None)
    return _read(document, place)


def option_to_text(options: Options, name: str) -> str:
    """Return one option's value as text: ``yes``, ``no``, a number or a word."""
    _check_option(name)
    value = options_to_json(options)[name]
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def option_from_text(options: Options, name: str, value: str) -> Options:
    """Return the options with one of them set from the text of :func:`option_to_text`."""
    _check_option(name)
    current = getattr(options, name)
    if isinstance(current, bool):
        read: object = {"yes": True, "no": False}.get(value, value)
    elif isinstance(current, int):
        read = int(value) if value.isdecimal() else value
    else:
        read = value
    return replace(options, **{name: _OPTION_READERS[name](read, name)})


def _check_option(name: str) -> None:
    if name not in _OPTION_READERS:
        raise UnreadableDocument(
            repr(name),
            Message("unknown option"),
            Message("choose from: {allowed}", {"allowed": ", ".join(_OPTION_READERS)}),
        )


def options_to_text(options: Options) -> str:
    """Return the preset's name and the options that differ from it."""
    base = preset(options.preset)
    names = [field.name for field in fields(Options) if getattr(base, field.name) != getattr(options, field.name)]
    return " ".join([options.preset, *(f"{name}={option_to_text(options, name)}" for name in names)])


def options_from_text(line: str) -> Options:
    """Read the text that :func:`options_to_text` returns; may raise ``UnknownPreset``."""
    name, *changes = line.split() or ["standard"]
    options = preset(name)
    for change in changes:
        option, _, value = change.partition("=")
        options = option_from_text(options, option, value)
    return options
