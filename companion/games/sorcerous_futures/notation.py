"""A game of Sorcerous Futures in lines of text, and back without loss.

Readers raise :class:`~companion.games.errors.UnreadableDocument`.

>>> move_to_text(move_from_text("1 show AW:8WL AL:2WL CS"))
'1 show AW:8WL AL:2WL CS'
>>> move_to_text(move_from_text("bids 8 8 9"))
'bids 8 8 9'
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from companion.errors import CompanionError, within
from companion.games.errors import UnreadableDocument
from companion.games.notation import Notation
from companion.games.sorcerous_futures.encoding import move_from_json, move_to_json
from companion.games.sorcerous_futures.moves import Bid, Bids, Correct, Deal, Move, Note, Offer, Pass, Show, TurnUp
from companion.games.sorcerous_futures.options import PRESETS, Options, options_from_json
from companion.games.sorcerous_futures.setup import Setup
from companion.games.sorcerous_futures.state import EXCUSE, Bought, HeldCrown, Notes, State, Valuation, is_traded
from companion.locale import Message
from companion.pieces import DECK, Card, Rank

NONE = "-"
PATTERNS = {
    "deal": "CARD CARD CARD CARD CARD",
    "offer": "CARD [closed] [GOLD]",
    "bid": "GOLD",
    "pass": "",
    "bids": "GOLD GOLD GOLD [GOLD]",
    "turn_up": "CARD",
    "show": "[UNDER:CARD …] CROWN",
    "note": "[UNDER:CARD …] [SEAT:CROWN …] [CARD …]",
    "correct": "FACT …",
}
_TYPED = "the text of a move"


def move_to_text(move: Move) -> str:  # noqa: PLR0911 - one line a kind of move
    """Return the move's seat (if it has one), name and values; a correction's facts are JSON."""
    match move:
        case Deal(cards):
            return _words("deal", *cards)
        case Offer(player, card, closed, bid):
            return _words(player, "offer", card, *(["closed"] if closed else []), *([] if bid is None else [bid]))
        case Bid(player, gold):
            return _words(player, "bid", gold)
        case Pass(player):
            return _words(player, "pass")
        case Bids(gold):
            return _words("bids", *gold)
        case TurnUp(card):
            return _words("turn_up", card)
        case Show(player, valuations, crown):
            return _words(player, "show", *map(_laid, valuations), crown)
        case Note(player, notes):
            crowns = [f"{one.player}:{one.card}" for one in notes.crowns]
            return _words(player, "note", *map(_laid, notes.valuations), *crowns, *notes.drawn)
        case Correct():
            return f"correct {json.dumps(move_to_json(move)['facts'])}"


def move_from_text(line: str) -> Move:
    """Read the text that :func:`move_to_text` returns."""
    try:
        return _read(line.split(), line)
    except (CompanionError, ValueError, IndexError, RecursionError) as error:
        reason = error.reason if isinstance(error, CompanionError) else Message("is not a move")
        raise UnreadableDocument(within(_TYPED, repr(line)), reason) from error


def _read(words: Sequence[str], line: str) -> Move:  # noqa: PLR0911 - one line a kind of move
    match words:
        case ["deal", *cards]:
            return Deal(tuple(map(Card.parse, cards)))
        case ["bids", *gold]:
            return Bids(tuple(map(int, gold)))
        case ["turn_up", card]:
            return TurnUp(Card.parse(card))
        case ["correct", *_]:
            return move_from_json({"type": "correct", "facts": json.loads(line.split(maxsplit=1)[1])})
        case [player, "offer", card, *how]:
            bid = next((int(word) for word in how if word != "closed"), None)
            return Offer(int(player), Card.parse(card), "closed" in how, bid)
        case [player, "bid", gold]:
            return Bid(int(player), int(gold))
        case [player, "pass"]:
            return Pass(int(player))
        case [player, "show", *valuations, crown]:
            return Show(int(player), tuple(map(_valuation, valuations)), Card.parse(crown))
        case [player, "note", *noted]:
            return Note(int(player), _noted(noted))
    raise ValueError(line)


def _noted(words: Sequence[str]) -> Notes:
    pairs = [word.split(":") for word in words]
    return Notes(
        tuple(_valuation(":".join(word)) for word in pairs if len(word) == 2 and not _is_seat(word[0])),
        tuple(HeldCrown(int(word[0]), Card.parse(word[1])) for word in pairs if len(word) == 2 and _is_seat(word[0])),
        tuple(Card.parse(word[0]) for word in pairs if len(word) == 1),
    )


def _is_seat(word: str) -> bool:
    """Return whether the word is a number rather than a card, also one that the rules refuse."""
    return word.removeprefix("-").isdecimal()


def _laid(one: Valuation) -> str:
    return f"{one.under}:{one.card}"


def _valuation(word: str) -> Valuation:
    under, card = word.split(":")
    return Valuation(Card.parse(under), Card.parse(card))


def bought_from_text(word: str) -> Bought:
    """Read a card that a player took, and its price: ``4MS=8``."""
    card, _, gold = word.upper().partition("=")
    return Bought(Card.parse(card), int(gold))


def _words(*words: object) -> str:
    return " ".join(map(str, words))


def beginning_to_text(options: Options, setup: Setup) -> str:
    """Return the preset, the options that differ, and the Aces: ``three-players | AM,AS/AW,AL/AY,AK``."""
    usual = asdict(PRESETS[options.preset])
    other = [f"{name}={json.dumps(value)}" for name, value in asdict(options).items() if value != usual[name]]
    return f"{_words(options.preset, *other)} | {'/'.join(_listed(own) for own in setup.aces)}"


def beginning_from_text(line: str) -> tuple[Options, Setup]:
    """Read the text that :func:`beginning_to_text` returns."""
    try:
        switches, aces = line.split("|")
        preset, *other = switches.split()
        values = {name: json.loads(value) for name, value in (one.split("=") for one in other)}
        own = tuple(tuple(map(Card.parse, one.split(","))) if one != NONE else () for one in aces.strip().split("/"))
        return options_from_json({"preset": preset, **values}), Setup(own)
    except (CompanionError, ValueError, RecursionError) as error:
        reason = error.reason if isinstance(error, CompanionError) else Message("is not the beginning of a game")
        raise UnreadableDocument(within("begins", repr(line)), reason) from error


def state_to_text(state: State) -> str:
    """Return gold, cards bought, active player and phase, the middle, open valuations, and Crowns as text."""
    bought = "/".join(" ".join(f"{one.card}={one.gold}" for one in own) or NONE for own in state.bought)
    parts = (
        "/".join(map(str, state.gold)),
        bought,
        _words(state.player, state.phase.value),
        _listed(state.middle),
        ",".join(map(_laid, state.valuations)) or NONE,
        "/".join(str(crown or NONE) for crown in state.crowns),
    )
    return " | ".join(parts)


def _listed(cards: Iterable[Card]) -> str:
    return ",".join(map(str, cards)) or NONE


def _may_stand(state: State) -> Mapping[str, Sequence[str]]:
    """Return the cards and seats of moves."""
    return {
        "CARD": [str(card) for card in DECK if is_traded(card)],
        "CROWN": [str(card) for card in DECK if card.rank is Rank.CROWN],
        "UNDER": [*(str(card) for card in DECK if card.rank is Rank.ACE), str(EXCUSE)],
        "SEAT": [str(seat) for seat in range(state.seats)],
    }


NOTATION: Notation[Options, Setup, State, Move] = Notation(
    beginning_to_text, beginning_from_text, move_to_text, move_from_text, state_to_text, PATTERNS, _may_stand
)
