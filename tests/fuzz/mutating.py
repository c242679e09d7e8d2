"""Inputs made of others so that they get past the first check.

A value in a JSON document, an array in a deck's zip, the words of a line of the roller's with a checksum that fits.
"""

import json
import random
import re
from binascii import crc32
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any
from zipfile import ZipFile, ZipInfo

Bytes = Callable[[bytes, int], bytes]
"""Changes bytes, giving at most so many."""

_CHECKED = re.compile(rb"([ -~]*)\*[0-9A-F]{8}")
"""A line of the roller's: its words and their checksum."""
_WORDS = tuple(b"0 1 10 11 17 999999999 1000000000 ASKED BUTTON ACK VOID ROLL 2".split())
_ODD: tuple[Any, ...] = (None, True, -1, 0, 1, 2**63, 1e308, 0.5, "", "\ud800", "x" * 300, [], {}, [[]], {"": None})


def mutated(data: bytes, most: int, seed: int, changed: Bytes) -> bytes:
    """Another input made of this one: by its form where it has one, and by ``changed`` where not, or by chance."""
    chance = random.Random(seed)
    if chance.random() < 0.6:
        made = _zip(data, chance, changed) if data.startswith(b"PK") else _checked(data, chance) or _json(data, chance)
        if made is not None and len(made) <= most:
            return made
    return changed(data, most)


def _checked(data: bytes, chance: random.Random) -> bytes | None:
    """Lines of which one has another word, with the checksum of what it says now; None where no line has one."""
    lines = data.splitlines()
    places = [place for place, line in enumerate(lines) if _CHECKED.fullmatch(line)]
    if not places:
        return None
    place = chance.choice(places)
    words = lines[place][:-9].split(b" ")
    at = chance.randrange(len(words))
    match chance.randrange(3):
        case 0:
            words[at] = chance.choice(_WORDS)
        case 1:
            words.insert(at, chance.choice(_WORDS))
        case _:
            words[at : at + 1] = [words[at][:1] + bytes([chance.randrange(32, 127)])] if chance.random() < 0.5 else []
    text = b" ".join(words)
    lines[place] = b"%s*%08X" % (text, crc32(text))
    return b"\r\n".join(lines) + b"\r\n"


def _json(data: bytes, chance: random.Random) -> bytes | None:
    """A document of which a value or two are others, gone or doubled; None where it is no JSON."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if chance.random() < 0.5:
        _forget_chain(document)
    places = list(_places(document))
    for _ in range(chance.randint(1, 2)):
        if places:
            _change(*chance.choice(places), chance, places)
    return json.dumps(document).encode("utf8")


def _forget_chain(document: object) -> None:
    """A record of which something else is read than that its links are wrong."""
    for place, key in list(_places(document)):
        if key == "chain":
            del place[key]


def _places(value: object, depth: int = 0) -> Iterator[tuple[Any, Any]]:
    """Every list or object with each of its keys."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in list(inside):
        yield value, key
        if depth < 20:
            yield from _places(one, depth + 1)


def _change(place: Any, key: Any, chance: random.Random, others: list[Any]) -> None:
    other, name = chance.choice(others)
    try:
        old, another = place[key], other[name]
    except (KeyError, IndexError):  # an earlier change took it away
        return
    match chance.randrange(5):
        case 0:
            place[key] = chance.choice(_ODD)
        case 1:
            del place[key]
        case 2 if isinstance(old, (int, float)):
            place[key] = old + chance.choice((-1, 1, 10, -100))
        case 2 if isinstance(old, str) and old:
            at = chance.randrange(len(old))
            place[key] = old[:at] + chance.choice(("", "X", "0", " ", ":", "é")) + old[at + chance.randrange(2) :]
        case 3 if isinstance(old, list) and old:
            place[key] = old + old[: chance.randint(1, len(old))]
        case _:
            place[key] = json.loads(json.dumps(another))


def _zip(data: bytes, chance: random.Random, changed: Bytes) -> bytes | None:
    """A zip of which one file was changed inside, so that its checksum fits; None where it is none."""
    try:
        with ZipFile(BytesIO(data)) as packed:
            inside = {one.filename: packed.open(one).read(1_000_000) for one in packed.infolist()}
    except Exception:  # the readers of damaged zips raise almost anything
        return None
    if not inside:
        return None
    name = chance.choice(sorted(inside))
    head = chance.choice((len(inside[name]), 128))
    inside[name] = changed(inside[name][:head] or b"\0", head + 16) + inside[name][head:]
    written = BytesIO()
    with ZipFile(written, "w") as packed:
        for one, content in inside.items():
            packed.writestr(ZipInfo(one), content)
    return written.getvalue()
