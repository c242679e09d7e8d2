"""What the sheets of a game's camera show: an uncertain reading with its picture, and the live picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.app.sheets.camera import CameraSheet
from companion.app.sheets.differences import DifferencesSheet, UncertainReadingSheet, card_at
from companion.app.texts.i18n import words
from companion.live.labels import describe_size
from companion.pieces import DieKind
from companion.table.sightings import Edge

if TYPE_CHECKING:
    from companion.app.camera.camera_state import CameraState
    from companion.app.widgets.camera_thumbnail import CameraThumbnail
    from companion.app.widgets.sheet import Sheet
    from companion.live.camera_session import CameraSession
    from companion.live.events import Asked, TableChecked
    from companion.pictures.sources.frame import Frame
    from companion.play import AnyPlay
    from companion.table.sightings import Sightings


def make_reading_sheet(
    asked: Asked,
    session: CameraSession,
    sightings: Sightings | None,
    dice: list[DieKind],
    callback: Callable[[str, str], None],
) -> UncertainReadingSheet | None:
    """Return the sheet that asks players about an uncertain reading.

    Args:
        asked: The question.
        session: The camera.
        sightings: What was read last.
        dice: The kinds of dice in the roll that is awaited.
        callback: Called with the question's key and the answer.

    Returns:
        The sheet; None before the first frame.
    """
    frame = session.camera.frame
    if frame is None:
        return None
    corners = card_at(asked.region, sightings) if asked.kind == "card" else None
    sheet = UncertainReadingSheet(frame.pixels, corners, question=asked, callback=callback, dice=dice)
    sheet.may_remember = asked.kind == "card" and session.taught_deck is not None
    return sheet


def show_check(sheet: Sheet | None, checked: TableChecked, session: CameraSession, camera: object) -> DifferencesSheet:
    """Return the sheet that lists what a check of the table found: the one that is open, or a new one.

    Args:
        sheet: The sheet that is open.
        checked: The result of the check.
        session: The camera.
        camera: The camera corner, which carries out what is tapped.
    """
    pixels = session.camera.frame.pixels if session.camera.frame is not None else None
    if isinstance(sheet, DifferencesSheet):
        sheet.show(checked, pixels)
        return sheet
    return DifferencesSheet(checked, pixels, camera=camera)


def show_state(sheet: CameraSheet, state: CameraState) -> None:
    """Show on the camera's sheet what it does, and its advice."""
    sheet.doing = words.say(state.doing)
    sheet.advice = [words.say(text) for text in state.advice]


def show_frame(widget: CameraSheet | CameraThumbnail, frame: Frame, sightings: Sightings | None) -> None:
    """Show a frame with what was read in it."""
    picture = widget.ids.picture
    picture.show(frame.pixels)
    picture.mark(sightings)


def awaited_dice(play: AnyPlay | None) -> list[DieKind]:
    """Return the kinds of dice in the roll that a game awaits."""
    wish = play.course.rules.wish(play.state) if play is not None else None
    return list(wish.first) if wish is not None else []


def show_session(
    sheet: CameraSheet, session: CameraSession, names: tuple[str, ...], callback: Callable[[Edge], None]
) -> None:
    """Show on the camera's sheet the size of its frames, the play area, and who sits where.

    Args:
        sheet: The sheet with the live picture.
        session: The camera.
        names: The players' names, by seat.
        callback: Called with the edge of the picture that is tapped.
    """
    picture, near, frame = sheet.ids.picture, session.live.near, session.camera.frame
    sheet.size_text = words.say(describe_size(frame.size)) if frame is not None else ""
    picture.area, picture.callback = session.camera.area, callback
    picture.seats = {near.value: names[0], near.opposite.value: names[-1]} if near is not None else {}
