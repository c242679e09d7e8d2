"""Sorcerous Futures' values as JSON documents and as lines of text, and back without loss.

Readers of lines raise :class:`~companion.games.errors.UnreadableDocument`.

>>> LINES.write(LINES.read("1 show AW:8WL AL:2WL CS"))
'1 show AW:8WL AL:2WL CS'
>>> LINES.write(LINES.read("bids 8 8 9"))
'bids 8 8 9'
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache

from companion.errors import CompanionError, within
from companion.games.documents import Json, text_reader
from companion.games.encoding import Encoding, questions_to_json, result_to_json
from companion.games.errors import UnreadableDocument
from companion.games.move_lines import MoveLines, Word
from companion.games.notation import Notation
from companion.games.record_schema import RecordSchema
from companion.games.sorcerous_futures.facts import FACTS, Fact
from companion.games.sorcerous_futures.moves import MOVES, Move, waiting_for
from companion.games.sorcerous_futures.options import PRESETS, Options, options_from_json
from companion.games.sorcerous_futures.scoring import Score, score
from companion.games.sorcerous_futures.setup import Setup
from companion.games.sorcerous_futures.state import EXCUSE, State, is_traded
from companion.locale import Message
from companion.pieces import DECK, Card, Rank

_ENCODING: Encoding[Setup, Move] = Encoding(Setup, MOVES, Fact, FACTS, {Card: text_reader(Card.parse)}, {Card: str})
to_json = _ENCODING.to_json
move_to_json, move_from_json = _ENCODING.move_to_json, _ENCODING.move_from_json
setup_to_json, setup_from_json = _ENCODING.setup_to_json, _ENCODING.setup_from_json


@cache
def record_schema() -> RecordSchema:
    """Return the game's part of the record format."""
    return _ENCODING.record_schema((3, 4), PRESETS)


def state_to_json(state: State) -> Json:
    """Return the whole state, with derived values for its readers."""
    document: Json = to_json(state)
    del document["as_format_3"]
    return {
        **document,
        "turn": state.turn,
        "phase": state.phase.value,
        "waiting_for": questions_to_json(waiting_for(state)),
    }


def score_to_json(state: State, names: Sequence[str]) -> Json:
    """Return the score card by card, hidden values null; ``why`` is the English sentence about the result."""
    return worth_to_json(score(state), names)


def worth_to_json(worth: Score, names: Sequence[str]) -> Json:
    """Return a computed score like :func:`score_to_json`."""
    return {**to_json(worth), **result_to_json(worth.winners, worth.why(names))}


NONE = "-"
LINES: MoveLines[Move] = MoveLines(
    MOVES, {Card: Word("CARD", Card.parse), "seat": Word("SEAT", int)}, move_to_json, move_from_json
)


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
        ",".join(f"{one.under}:{one.card}" for one in state.valuations) or NONE,
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
    beginning_to_text, beginning_from_text, LINES.write, LINES.read, state_to_text, LINES.patterns, _may_stand
)
