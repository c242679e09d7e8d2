"""The sheet with the cameras to choose from."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.sheets.camera_choice import CameraChoiceSheet, names_of
from companion.app.texts.i18n import words
from companion.errors import CompanionError
from companion.pictures.sources.address import redact_address
from companion.pictures.sources.cameras import list_cameras


def make_choice_sheet(last: str, callback: Callable[[str], None]) -> CameraChoiceSheet:
    """Return a sheet with the cameras of this machine by name, and a field for an address.

    The last address is shown without its password; unchanged, it is used whole.

    Args:
        last: What opened the last camera: a number, a name or an address.
        callback: Called with what opens the chosen one.
    """

    def choose(source: str) -> None:
        callback(last if address and source == address else source)

    address = redact_address(last) if "://" in last else ""
    refused = ""
    try:
        known = list_cameras()
    except CompanionError as error:
        known, refused = [], words.say_error(error)
    sheet = CameraChoiceSheet(known=names_of(known), address=address, callback=choose)
    sheet.notice = refused or sheet.notice
    return sheet
