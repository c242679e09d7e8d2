"""Magistratvm's values as JSON documents and as lines of text, and back without loss.

Beginnings in JSON are read in lines, too: records had them before this notation.
Readers raise :class:`~companion.games.errors.UnreadableDocument`.

>>> LINES.write(LINES.read("0 promote tribune praetor over p1 inactive from TS3:2"))
'0 promote tribune praetor over p1 inactive from TS3:2'
>>> LINES.write(LINES.read("1 redistribute TS3:2 TM0:1"))
'1 redistribute TS3:2 TM0:1'
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache

from companion.errors import CompanionError, within
from companion.games.documents import Fields, Json, text_reader
from companion.games.encoding import Encoding, questions_to_json, result_to_json
from companion.games.errors import UnreadableDocument
from companion.games.magistratvm.facts import FACTS, Fact
from companion.games.magistratvm.moves import MOVES, Move, waiting_for
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.opening import Setup
from companion.games.magistratvm.options import PRESETS, Options, options_from_json
from companion.games.magistratvm.scoring import score
from companion.games.magistratvm.state import State
from companion.games.magistratvm.turn_moves import Rival
from companion.games.move_lines import MoveLines, Word
from companion.games.notation import Notation
from companion.games.record_schema import RecordSchema
from companion.locale import Message
from companion.pieces.piecepack import TILES, Suit, Tile

_ENCODING: Encoding[Setup, Move] = Encoding(Setup, MOVES, Fact, FACTS, {Tile: text_reader(Tile.parse)}, {Tile: str})
to_json = _ENCODING.to_json
move_to_json, move_from_json = _ENCODING.move_to_json, _ENCODING.move_from_json
setup_to_json, setup_from_json = _ENCODING.setup_to_json, _ENCODING.setup_from_json


@cache
def record_schema() -> RecordSchema:
    """Return the game's part of the record format."""
    return _ENCODING.record_schema((3, 4), PRESETS)


def state_to_json(state: State) -> Json:
    """Return the whole state, with the questions that block play."""
    return {
        **to_json(state),
        "waiting_for": questions_to_json(waiting_for(state)),
    }


def score_to_json(state: State, names: Sequence[str]) -> Json:
    """Return all players' influence part by part; ``why`` is the English sentence about the result."""
    worth = score(state)
    return {**to_json(worth), **result_to_json(worth.winners, worth.why(names))}


def _read_seat(word: str) -> int:
    if not word.startswith("p"):
        raise ValueError(word)
    return int(word[1:])


LINES: MoveLines[Move] = MoveLines(
    MOVES,
    {Tile: Word("PROVINCE", Tile.parse), "seat": Word("PLAYER", _read_seat, "p{}".format)},
    move_to_json,
    move_from_json,
)


def rival_from_text(word: str) -> Rival:
    """Read a Magistrate in a correction: ``p1``, with ``-`` behind it if inactive."""
    return Rival(_read_seat(word.removesuffix("-")), not word.endswith("-"))


def beginning_to_text(options: Options, setup: Setup) -> str:
    """Return the preset, the options that differ, the circuit and the suits: ``four-players | TS1 … | S M C A``."""
    usual = asdict(PRESETS[options.preset])
    other = [f"{name}={json.dumps(value)}" for name, value in asdict(options).items() if value != usual[name]]
    parts = ([options.preset, *other], setup.circuit, setup.suits)
    return " | ".join(" ".join(map(str, part)) for part in parts)


def beginning_from_text(line: str) -> tuple[Options, Setup]:
    """Read the text that :func:`beginning_to_text` returns, or options and setup in JSON."""
    try:
        if line.lstrip().startswith("{"):
            found = Fields(json.loads(line), "")
            return found.take("options", options_from_json), found.take("setup", setup_from_json)
        switches, circuit, suits = line.split("|")
        preset, *other = switches.split()
        values = {name: json.loads(value) for name, value in (one.split("=") for one in other)}
        setup = Setup(tuple(map(Tile.parse, circuit.split())), tuple(map(Suit.parse, suits.split())))
        return options_from_json({"preset": preset, **values}), setup
    except (CompanionError, ValueError, RecursionError) as error:
        reason = error.reason if isinstance(error, CompanionError) else Message("is not the beginning of a game")
        raise UnreadableDocument(within("begins", repr(line)), reason) from error


def state_to_text(state: State) -> str:
    """Return turn and phase, gold, dice, the circuit, won Provinces and the Offices as text."""
    circuit = " ".join(
        "-" if one is None else f"{one.tile}:{','.join(map(str, one.tokens))}+{one.gold}" for one in state.circuit
    )
    won = "/".join(
        ",".join(f"{one.tile}{'!' if one.governed else ''}+{one.gold}" for one in own) or "-" for own in state.decided
    )
    offices = ",".join(f"{one.office.value}:p{one.player}{'' if one.active else '-'}" for one in state.magistrates)
    return " | ".join(
        (
            f"{state.turn} {state.phase.value} p{state.prefect} p{state.to_act}",
            "/".join(map(str, state.gold)),
            "/".join(map(str, state.dice)),
            circuit,
            won,
            offices or "-",
        )
    )


def _words(state: State) -> Mapping[str, Sequence[str]]:
    players = [f"p{seat}" for seat in range(state.seats)]
    return {"PROVINCE": list(map(str, TILES)), "OFFICE": [one.value for one in Office], "PLAYER": players}


NOTATION: Notation[Options, Setup, State, Move] = Notation(
    beginning_to_text,
    beginning_from_text,
    LINES.write,
    LINES.read,
    state_to_text,
    LINES.patterns,
    _words,
    seat_words=True,
)
