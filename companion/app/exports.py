"""What players take away from a game: files in a folder of their own, named after the game."""

from __future__ import annotations

from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from kivy.uix.widget import Widget

from companion.files import ANOTHER_FOLDER, UnwritableFile, write
from companion.folders import Folders
from companion.journal.course import Course
from companion.journal.record import write_record
from companion.locale import Message
from companion.locale.moments import local_time

_PLAIN = " -–_"
"""No dot: for Windows ``con.json`` and ``CON.friday.json`` are the console."""


def share_picture(folders: Folders, course: Course[Any, Any], drawn: Widget) -> Path:
    """A picture (PNG) of this widget as it is drawn; where it was put. Raises ``UnwritableFile``."""
    picture = BytesIO()
    drawn.export_as_image().save(picture, fmt="png")
    return put(folders, _file_name(course) + ".png", picture.getvalue())


def export_record(folders: Folders, course: Course[Any, Any]) -> Path:
    """The game's record, undo and all; where it was put. Raises ``UnwritableFile``."""
    record = write_record(course.game, tuple(entry for entry, _ in course.entry_steps))
    return put(folders, _file_name(course) + ".json", record.encode())


def put(folders: Folders, name: str, content: bytes) -> Path:
    """Writes a file of this name among them; where it was put. Raises ``UnwritableFile``."""
    path = folders.export_folder / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = Message("cannot be written ({why})", {"why": error.strerror or str(error)})
        raise UnwritableFile(str(path.parent), why, ANOTHER_FOLDER) from error
    write(path, content, protected=folders.protected)
    return path


def _file_name(course: Course[Any, Any]) -> str:
    """The game's name in letters that every system takes, the day it began, and what tells it from others."""
    game = course.game
    return file_name(game.name or game.game, game.created, game.id)


def file_name(name: str, begun: datetime, id_: str) -> str:
    """A name that every system takes, whatever the game is called, without the ending. The day is the local one.

    >>> file_name("CON.", datetime(2026, 11, 23), "8c1f00"), file_name("a/b: é?", datetime(2026, 11, 23), "8c1f00")
    ('CON 2026-11-23 8c1f', 'ab é 2026-11-23 8c1f')
    """
    plain = "".join(letter for letter in name if letter.isalnum() or letter in _PLAIN).strip()[:60]
    return f"{plain or 'game'} {local_time(begun):%Y-%m-%d} {id_[:4]}".strip()
