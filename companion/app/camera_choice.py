"""Which cameras there are to choose from, on a sheet."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.sheets.camera_choice import CameraChoiceSheet, names_of
from companion.app.words import words
from companion.errors import CompanionError
from companion.vision.sources.cameras import cameras


def choice_sheet(last: str, taker: Callable[[str], None]) -> CameraChoiceSheet:
    """The cameras of this machine by name, and room for an address, the ``last`` one where it was one."""
    refused = ""
    try:
        known = cameras()
    except CompanionError as error:
        known, refused = [], words.say_error(error)
    sheet = CameraChoiceSheet(known=names_of(known), address=last if "://" in last else "")
    sheet.notice = refused or sheet.notice
    sheet.taker = taker
    return sheet
