"""The sheet with the cameras to choose from, and trust in a camera's own certificate."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.app import App

from companion.app.sheets.camera import CameraChoiceSheet, names_of
from companion.app.texts.i18n import words
from companion.errors import CompanionError
from companion.pictures.sources.address import redact_address
from companion.pictures.sources.cameras import list_cameras

if TYPE_CHECKING:
    from companion.pictures.sources.frame import FrameSource
    from companion.pictures.sources.trusted_cameras import UntrustedCertificate


def untrusted_certificate(source: FrameSource | None) -> UntrustedCertificate | None:
    """Return the certificate that keeps a source from being read, if that is why."""
    return getattr(source, "untrusted", None)


def trust(source: FrameSource | None) -> None:
    """Trust the certificate that a source shows. Raises :class:`~companion.files.UnwritableFile`."""
    found = untrusted_certificate(source)
    if found is not None:
        App.get_running_app().cameras.trust(found.machine, found.fingerprint)


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
