"""The doors through which bytes come in, each as a function of any bytes: what is not refused reads back alike."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from companion.app.document import Document
from companion.app.settings import Settings
from companion.errors import CompanionError
from companion.games.magnate import notation
from companion.games.magnate.game import MAGNATE
from companion.games.registry import games
from companion.journal.course import Course
from companion.journal.record import UnreadableRecord, read_record, write_record
from companion.vision.deck_file import NoDeck, unpacked
from companion.vision.intake import Intake
from companion.vision.pictures import decoded
from companion.vision.sources.multipart import EndlessPart, Parts, boundary_of
from firmware_bridge.codec import BadLine, Lines, decode, encode

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
_SMALL = Intake(part_bytes=4096, head_bytes=512)
_FOLDER = Path(tempfile.mkdtemp(prefix="fuzz"))


def record(data: bytes) -> None:
    """A record file, or a game in lines: refused in one line, or followed and written so that it reads the same."""
    try:
        game, entries = read_record(data, "x", now=lambda: NOON, new_id=lambda: "new")
    except UnreadableRecord as error:
        assert "\n" not in str(error)
        return
    with suppress(CompanionError):
        rules = next(rules for rules in games() if rules.name == game.game)
        Course.of(rules, game, entries[:40])
        again = write_record(game, entries)
        assert read_record(again.encode(), "x", now=lambda: NOON, new_id=lambda: "new") == (game, entries)


def lines(data: bytes) -> None:
    """A move, a state and a beginning in Magnate's own notation."""
    line = data.decode("utf8", "replace")
    with suppress(CompanionError):
        move = notation.move_from_text(line)
        assert notation.move_from_text(notation.move_to_text(move)) == move
    with suppress(CompanionError):
        state = notation.state_from_text(line)
        assert notation.state_from_text(notation.state_to_text(state)) == state
    with suppress(CompanionError):
        notation.beginning_from_text(line)


def settings(data: bytes) -> None:
    """The app's settings, and a document of Magnate's: options, setup, a move."""
    kept = _FOLDER / "settings.json"
    kept.write_bytes(data)
    Settings.of(Document(kept))
    with suppress(ValueError, RecursionError):
        said = json.loads(data)
        for read in (MAGNATE.options_from_json, MAGNATE.setup_from_json, MAGNATE.move_from_json):
            with suppress(CompanionError):
                read(said, "here")


def codec(data: bytes) -> None:
    """What comes over the roller's line."""
    for line in Lines().feed(data):
        with suppress(BadLine):
            message = decode(line)
            assert encode(message).rstrip(b"\r\n") == line


def multipart(data: bytes) -> None:
    """A stream of pictures, in pieces; the first line is its content type."""
    kind, _, body = data.partition(b"\n")
    boundary = boundary_of(kind.decode("latin-1"))
    parts = Parts(boundary or "frame", _SMALL)
    with suppress(EndlessPart):
        for place in range(0, len(body), 97):
            for picture in parts.fed(body[place : place + 97]):
                assert len(picture) <= _SMALL.part_bytes
            assert len(parts._held) <= 2 * (_SMALL.part_bytes + _SMALL.head_bytes)


def deck(data: bytes) -> None:
    """A deck that was taught."""
    kept = _FOLDER / "deck.npz"
    kept.write_bytes(data)
    with suppress(NoDeck):
        unpacked("x", kept)


def picture(data: bytes) -> None:
    """A photo, up to 2 megapixels here."""
    with suppress(CompanionError):
        decoded(data, "x", 2_000_000)


TARGETS: dict[str, Callable[[bytes], None]] = {
    door.__name__: door for door in (record, lines, settings, codec, multipart, deck, picture)
}
