"""Files that the app exports, and sharing them with other apps."""

import webbrowser
from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from kivy.uix.widget import Widget

from companion.app.sheets.asking import AskingSheet
from companion.app.texts.i18n import words
from companion.app.window.overlay import Overlay
from companion.files import check_output_path, write_new_file
from companion.folders import Folders
from companion.journal.course.course import Course
from companion.journal.records.record import write_record
from companion.locale.moments import local_time
from companion.names import as_file_name

_sharers: list[Callable[[Path], bool]] = []


def set_system_share(sharer: Callable[[Path], bool]) -> None:
    """Use this share dialog from now on; it is called with the path of the file, and returns whether it could open."""
    _sharers[:] = [sharer]


def hand_over(overlay: Overlay, file: Path) -> None:
    """Offer a file in the system's share dialog, or show its folder where there is none.

    Args:
        overlay: Shows the sheet with the folder.
        file: A file that the app has saved.
    """
    if any(sharer(file) for sharer in _sharers):
        return

    def copy() -> None:
        # Loaded late: it asks the system which clipboard there is.
        from kivy.core.clipboard import Clipboard

        Clipboard.copy(str(file))
        overlay.show_notice(words._("Copied."))

    def open_folder() -> None:
        if not webbrowser.open(file.parent.as_uri()):
            overlay.show_notice(words._("No file manager found."))

    answers = [(words._("Copy the path"), copy), (words._("Open the folder"), open_folder)]
    text = f"{file.name}\n{words._('in the folder {folder}').format(folder=file.parent)}"
    overlay.open(AskingSheet(answers, title=words._("Saved"), text=text))


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
