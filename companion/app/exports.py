"""Files that players export from a game, in a folder of their own."""

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
"""Characters allowed beside letters and digits; no dot, since ``con.json`` is the console on Windows."""


def export_picture(folders: Folders, course: Course[Any, Any], widget: Widget) -> Path:
    """Export a picture (PNG) of a widget, and return its path; raise ``UnwritableFile`` if that fails."""
    picture = BytesIO()
    widget.export_as_image().save(picture, fmt="png")
    return write_export(folders, _file_name(course) + ".png", picture.getvalue())


def export_record(folders: Folders, course: Course[Any, Any]) -> Path:
    """Export the game's record with its undone moves, and return its path; raise ``UnwritableFile`` if that fails."""
    record = write_record(course.game, tuple(entry for entry, _ in course.entry_steps))
    return write_export(folders, _file_name(course) + ".json", record.encode())


def write_export(folders: Folders, name: str, content: bytes) -> Path:
    """Write a file of this name to the export folder, and return its path; raise ``UnwritableFile`` if that fails."""
    path = folders.export_folder / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = Message("cannot write ({why})", {"why": error.strerror or str(error)})
        raise UnwritableFile(str(path.parent), why, ANOTHER_FOLDER) from error
    write(path, content, protected=folders.protected)
    return path


def _file_name(course: Course[Any, Any]) -> str:
    game = course.game
    return file_name(game.name or game.game, game.created, game.id)


def file_name(name: str, begun: datetime, id_: str) -> str:
    """Return a file name without its ending that every system accepts; the day is the local one.

    >>> file_name("CON.", datetime(2026, 11, 23), "8c1f00"), file_name("a/b: é?", datetime(2026, 11, 23), "8c1f00")
    ('CON 2026-11-23 8c1f', 'ab é 2026-11-23 8c1f')
    """
    plain = "".join(letter for letter in name if letter.isalnum() or letter in _PLAIN).strip()[:60]
    return f"{plain or 'game'} {local_time(begun):%Y-%m-%d} {id_[:4]}".strip()
