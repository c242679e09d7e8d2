"""Files that players export from a game, in a folder of their own."""

from __future__ import annotations

from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from kivy.uix.widget import Widget

from companion.files import check_output_path, write_new_file
from companion.folders import Folders
from companion.journal.course.course import Course
from companion.journal.records.record import write_record
from companion.locale.moments import local_time
from companion.names import as_file_name


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
    """Write a new file to the export folder, and return its path; raise ``UnwritableFile`` if that fails.

    Args:
        folders: The folders.
        name: The file's name; a number is added if it exists with other content.
        content: All of its bytes.
    """
    path = folders.export_folder / name
    check_output_path(path, folders.protected)
    return write_new_file(path, content)


def _file_name(course: Course[Any, Any]) -> str:
    game = course.game
    return file_name(game.name or game.game, game.created, game.id)


def file_name(name: str, begun: datetime, id_: str) -> str:
    """Return a file name without its ending; the day is the local one.

    >>> file_name("CON.", datetime(2026, 11, 23), "8c1f00"), file_name("a/b: é?", datetime(2026, 11, 23), "8c1f00")
    ('CON 2026-11-23 8c1f', 'ab é 2026-11-23 8c1f')
    """
    return as_file_name(f"{as_file_name(name)[:60].rstrip()} {local_time(begun):%Y-%m-%d} {id_[:4]}")
