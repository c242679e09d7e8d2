"""The doors through which bytes come in, each as a function of any bytes: what is not refused reads back alike."""

import atexit
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.app.storage.settings import Settings
from companion.errors import CompanionError
from companion.games.magnate import state_notation
from companion.games.notation import Notation
from companion.games.registry import games
from companion.journal.course.course import Course
from companion.journal.records.record import UnreadableRecord, read_record, write_record
from companion.journal.values import json_value
from companion.json_document import Document
from companion.pictures.input_limits import INPUT_LIMITS, InputLimits
from companion.pictures.sandbox import picture_decoder
from companion.pictures.sandbox.deck_archive import NoArrays, unpack_arrays
from companion.pictures.sandbox.picture_decoder import NoPicture
from companion.pictures.sources.multipart import EndlessPart, MultipartSplitter, boundary_of
from companion.vision.decks.known_decks import ARRAY_NAMES, gallery_from_arrays
from firmware_bridge.codec import BadLine, Lines, decode, encode

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
_PIXELS = 2_000_000
_SMALL = InputLimits(part_bytes=4096, head_bytes=512)
_IN_MEMORY = Path("/dev/shm")
_FOLDER = Path(tempfile.mkdtemp(prefix="fuzz", dir=_IN_MEMORY if _IN_MEMORY.is_dir() else None))
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)


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
    """A move and a beginning in each game's own notation, and a state in Magnate's."""
    line = data.decode("utf8", "replace")
    for rules in games():
        if rules.notation is not None:
            _in_lines(rules.notation, line)
    with suppress(CompanionError):
        state = state_notation.state_from_text(line)
        assert state_notation.state_from_text(state_notation.state_to_text(state)) == state


def _in_lines(written: Notation[Any, Any, Any, Any], line: str) -> None:
    with suppress(CompanionError):
        move = written.read_move(line)
        assert written.read_move(written.move(move)) == move
    with suppress(CompanionError):
        written.read_beginning(line)


def settings(data: bytes) -> None:
    """The app's settings, and the documents of every game: options, setup, a move."""
    kept = _FOLDER / "settings.json"
    kept.write_bytes(data)
    Settings.of(Document(kept))
    try:
        text = json_value(data.decode("utf-8-sig"))
    except ValueError:  # what is no JSON comes no further than that
        return
    for rules in games():
        with suppress(CompanionError):
            options = rules.options_from_json(text, "here")
            assert rules.options_from_json(rules.options_to_json(options), "here") == options
        with suppress(CompanionError):
            setup = rules.setup_from_json(text, "here")
            assert rules.setup_from_json(rules.setup_to_json(setup), "here") == setup
        with suppress(CompanionError):
            move = rules.move_from_json(text, "here")
            assert rules.move_from_json(rules.move_to_json(move), "here") == move


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
    parts = MultipartSplitter(boundary or "frame", _SMALL)
    with suppress(EndlessPart):
        for place in range(0, len(body), 97):
            for picture in parts.feed(body[place : place + 97]):
                assert len(picture) <= _SMALL.part_bytes
            assert len(parts._held) <= 2 * (_SMALL.part_bytes + _SMALL.head_bytes)


def deck(data: bytes) -> None:
    """A deck that was taught: what its process does, and what is made of it."""
    try:
        held = unpack_arrays(data, ARRAY_NAMES, INPUT_LIMITS.deck_bytes)
    except NoArrays:
        return
    with suppress(ValueError):
        gallery_from_arrays("x", held)


def picture(data: bytes) -> None:
    """A photo, and a camera's picture, up to 2 megapixels here, as their process decodes them."""
    with suppress(NoPicture):
        picture_decoder.decode_whole(data, _PIXELS, INPUT_LIMITS.shortest_side)
    with suppress(NoPicture):
        picture_decoder.decode_half(data, _PIXELS, INPUT_LIMITS.shortest_side)


TARGETS: dict[str, Callable[[bytes], None]] = {
    door.__name__: door for door in (record, lines, settings, codec, multipart, deck, picture)
}
