"""The moves of Magistratvm as one line of text each, and back without loss.

Other seats are ``p0`` and so on. JSON is read, too: records in lines had it before this notation.
Readers raise :class:`~companion.games.errors.UnreadableDocument`.

>>> move_to_text(move_from_text("0 promote tribune praetor over p1 inactive from TS3:2"))
'0 promote tribune praetor over p1 inactive from TS3:2'
>>> move_to_text(move_from_text("1 redistribute TS3:2 TM0:1"))
'1 redistribute TS3:2 TM0:1'
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.errors import CompanionError, within
from companion.games.errors import UnreadableDocument
from companion.games.magistratvm import encoding
from companion.games.magistratvm import moves as m
from companion.games.magistratvm.facts import Rival
from companion.games.magistratvm.moves import Move
from companion.games.magistratvm.offices import Office
from companion.locale import Message
from companion.pieces.piecepack import Tile

PATTERNS: Mapping[str, str] = {
    "roll": "D6 …",
    "income": "QUAESTORS [die]",
    "bid": "GOLD",
    "pass": "",
    "place": "PROVINCE [TOKENS] [from PROVINCE:GOLD …]",
    "enter": "OFFICE [from PROVINCE:GOLD …]",
    "promote": "OFFICE OFFICE [over PLAYER [inactive]] [from PROVINCE:GOLD …]",
    "fall": "OFFICE [over PLAYER [inactive]]",
    "tribune": "PROVINCE",
    "aedile": "PLAYER PROVINCE PROVINCE",
    "praetor": "PROVINCE PLAYER [PLAYER]",
    "recall": "OFFICE PLAYER [inactive]",
    "recall_governor": "PROVINCE",
    "appoint": "OFFICE PROVINCE",
    "withdraw": "PROVINCE",
    "dictate": "PROVINCE [home]",
    "start": "PROVINCE",
    "lend": "OFFICE PLAYER",
    "count": "",
    "redistribute": "[PROVINCE:TOKENS …]",
    "refill": "PLACE:PROVINCE …",
    "give": "PLAYER GOLD [from PROVINCE:GOLD …]",
    "correct": "FACT …",
}
MOVE_NAMES: Mapping[type[Any], str] = {kind: name for name, kind in encoding.MOVES.items()}
"""The name of each kind of move."""
_INACTIVE, _OVER, _FROM, _DIE, _HOME = "inactive", "over", "from", "die", "home"


def move_to_text(move: Move) -> str:
    """Return the move's seat (if it has one), name and values; a correction's facts are JSON."""
    if isinstance(move, m.Correct):
        return f"correct {json.dumps(encoding.move_to_json(move)['facts'])}"
    seat = [] if isinstance(move, m.Roll | m.Refill) else [move.player]
    return " ".join(map(str, [*seat, MOVE_NAMES[type(move)], *_values(move)]))


def _values(move: Move) -> list[object]:  # noqa: PLR0911, PLR0912 - one line a kind of move
    match move:
        case m.Roll(dice):
            return list(dice)
        case m.TakeIncome(_, quaestors, die):
            return [quaestors, *([_DIE] if die else [])]
        case m.Bid(_, gold):
            return [gold]
        case m.PlaceTokens(_, tile, tokens, drawn):
            return [tile, tokens, *_drawn(drawn)]
        case m.Enter(_, office, drawn):
            return [office.value, *_drawn(drawn)]
        case m.Promote(_, office, to, rival, drawn):
            return [office.value, to.value, *_over(rival), *_drawn(drawn)]
        case m.Fall(_, to, rival):
            return [to.value, *_over(rival)]
        case m.UseAedile(_, owner, tile, other):
            return [_seat(owner), tile, other]
        case m.UsePraetor(_, tile, owners):
            return [tile, *map(_seat, owners)]
        case m.Recall(_, office, rival):
            return [office.value, *_rival(rival)]
        case m.Appoint(_, office, tile):
            return [office.value, tile]
        case m.Dictate(_, tile, governs):
            return [tile, *([] if governs else [_HOME])]
        case m.Lend(_, office, to):
            return [office.value, _seat(to)]
        case m.Redistribute(_, to):
            return [f"{one.tile}:{one.tokens}" for one in to]
        case m.Refill(laid):
            return [f"{one.place}:{one.tile}" for one in laid]
        case m.Give(_, to, gold, drawn):
            return [_seat(to), gold, *_drawn(drawn)]
        case m.UseTribune(_, tile) | m.RecallGovernor(_, tile) | m.Withdraw(_, tile) | m.StartCircuit(_, tile):
            return [tile]
    return []


def _seat(seat: int) -> str:
    return f"p{seat}"


def _rival(rival: Rival) -> list[object]:
    return [_seat(rival.player), *([] if rival.active else [_INACTIVE])]


def _over(rival: Rival | None) -> list[object]:
    return [] if rival is None else [_OVER, *_rival(rival)]


def _drawn(drawn: Sequence[m.Drawn]) -> list[object]:
    return [_FROM, *(f"{one.tile}:{one.gold}" for one in drawn)] if drawn else []


def move_from_text(line: str) -> Move:
    """Read the text that :func:`move_to_text` returns, or a move in JSON."""
    try:
        if line.lstrip().startswith("{"):
            return encoding.move_from_json(json.loads(line), "")
        first, *words = line.split()
        if first == "correct":
            return encoding.move_from_json({"type": "correct", "facts": json.loads(line.split(maxsplit=1)[1])})
        if first in ("roll", "refill"):
            return _WITHOUT_SEAT[first](words)
        return _READERS[words[0]](int(first), words[1:])
    except (CompanionError, ValueError, LookupError, RecursionError) as error:
        reason = error.reason if isinstance(error, CompanionError) else Message("is not a move")
        raise UnreadableDocument(within("the text of a move", repr(line)), reason) from error


def _refill(words: Sequence[str]) -> m.Refill:
    pairs = [word.split(":") for word in words]
    return m.Refill(tuple(m.Laid(int(place), Tile.parse(tile)) for place, tile in pairs))


_WITHOUT_SEAT: Mapping[str, Callable[[Sequence[str]], Move]] = {
    "roll": lambda words: m.Roll(tuple(map(int, words))),
    "refill": _refill,
}


def _income(seat: int, words: Sequence[str]) -> Move:
    quaestors, *die = words
    _nothing_but(die, [], [_DIE])
    return m.TakeIncome(seat, int(quaestors), bool(die))


def _place(seat: int, words: Sequence[str]) -> Move:
    (tile, *tokens), drawn = _paid(words)
    _nothing_but(tokens, [], tokens[:1])
    return m.PlaceTokens(seat, Tile.parse(tile), int(tokens[0]) if tokens else 1, drawn)


def _enter(seat: int, words: Sequence[str]) -> Move:
    (office,), drawn = _paid(words)
    return m.Enter(seat, Office(office), drawn)


def _promote(seat: int, words: Sequence[str]) -> Move:
    (office, to, *over), drawn = _paid(words)
    return m.Promote(seat, Office(office), Office(to), _read_over(over), drawn)


def _praetor(seat: int, words: Sequence[str]) -> Move:
    tile, first, *second = words
    _nothing_but(second, [], second[:1])
    return m.UsePraetor(seat, Tile.parse(tile), tuple(map(_read_seat, (first, *second))))


def _give(seat: int, words: Sequence[str]) -> Move:
    (to, gold), drawn = _paid(words)
    return m.Give(seat, _read_seat(to), int(gold), drawn)


def _recall(seat: int, words: Sequence[str]) -> Move:
    office, *whose = words
    return m.Recall(seat, Office(office), _read_rival(whose))


def _dictate(seat: int, words: Sequence[str]) -> Move:
    tile, *home = words
    _nothing_but(home, [], [_HOME])
    return m.Dictate(seat, Tile.parse(tile), not home)


def _redistribute(seat: int, words: Sequence[str]) -> Move:
    pairs = [word.split(":") for word in words]
    return m.Redistribute(seat, tuple(m.Put(Tile.parse(tile), int(tokens)) for tile, tokens in pairs))


def _of_tile(kind: Callable[[int, Tile], Move]) -> Callable[[int, Sequence[str]], Move]:
    def read(seat: int, words: Sequence[str]) -> Move:
        (tile,) = words
        return kind(seat, Tile.parse(tile))

    return read


def _alone(kind: Callable[[int], Move]) -> Callable[[int, Sequence[str]], Move]:
    def read(seat: int, words: Sequence[str]) -> Move:
        _nothing_but(words, [])
        return kind(seat)

    return read


def _bid(seat: int, words: Sequence[str]) -> Move:
    (gold,) = words
    return m.Bid(seat, int(gold))


def _fall(seat: int, words: Sequence[str]) -> Move:
    return m.Fall(seat, Office(words[0]), _read_over(words[1:]))


def _aedile(seat: int, words: Sequence[str]) -> Move:
    owner, tile, to = words
    return m.UseAedile(seat, _read_seat(owner), Tile.parse(tile), Tile.parse(to))


def _appoint(seat: int, words: Sequence[str]) -> Move:
    office, tile = words
    return m.Appoint(seat, Office(office), Tile.parse(tile))


def _lend(seat: int, words: Sequence[str]) -> Move:
    office, to = words
    return m.Lend(seat, Office(office), _read_seat(to))


_READERS: Mapping[str, Callable[[int, Sequence[str]], Move]] = {
    "income": _income,
    "bid": _bid,
    "pass": _alone(m.Pass),
    "place": _place,
    "enter": _enter,
    "promote": _promote,
    "fall": _fall,
    "tribune": _of_tile(m.UseTribune),
    "aedile": _aedile,
    "praetor": _praetor,
    "recall": _recall,
    "recall_governor": _of_tile(m.RecallGovernor),
    "appoint": _appoint,
    "withdraw": _of_tile(m.Withdraw),
    "dictate": _dictate,
    "start": _of_tile(m.StartCircuit),
    "lend": _lend,
    "count": _alone(m.Count),
    "redistribute": _redistribute,
    "give": _give,
}


def _nothing_but(words: Sequence[str], *allowed: Sequence[str]) -> None:
    if list(words) not in map(list, allowed):
        raise ValueError(words)


def _read_seat(word: str) -> int:
    if not word.startswith("p"):
        raise ValueError(word)
    return int(word[1:])


def _read_rival(words: Sequence[str]) -> Rival:
    player, *inactive = words
    _nothing_but(inactive, [], [_INACTIVE])
    return Rival(_read_seat(player), not inactive)


def rival_from_text(word: str) -> Rival:
    """Read a Magistrate in a correction: ``p1``, with ``-`` behind it if inactive."""
    return Rival(_read_seat(word.removesuffix("-")), not word.endswith("-"))


def _read_over(words: Sequence[str]) -> Rival | None:
    if words and words[0] != _OVER:
        raise ValueError(words)
    return _read_rival(words[1:]) if words else None


def _paid(words: Sequence[str]) -> tuple[list[str], tuple[m.Drawn, ...]]:
    """Return the words before ``from``, and the payments after it."""
    at = list(words).index(_FROM) if _FROM in words else len(words)
    pairs = [word.split(":") for word in words[at + 1 :]]
    return list(words[:at]), tuple(m.Drawn(Tile.parse(tile), int(gold)) for tile, gold in pairs)
