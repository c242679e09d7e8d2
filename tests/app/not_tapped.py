"""What random taps leave alone: pads that end the app, or that reach what belongs to the machine of the test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.app.tablet import Tablet  # isort: skip - it settles Kivy first

from kivy.uix.widget import Widget

from companion.app.screens.deck import DeckScreen
from companion.app.screens.dice import DiceScreen
from companion.app.screens.settings import SettingsScreen
from companion.app.sheets.asking import AskingSheet
from companion.app.sheets.camera_choice import CameraChoiceSheet
from companion.app.sheets.web_page import CAMERA, WebPageSheet
from companion.web.network_interfaces import list_interfaces

REBUILDS = ("theme", "text_size")
"""Settings after which every screen is made anew."""


def forbidden(tablet: Tablet) -> list[Widget]:
    """The pads that quit, or that open a folder or a camera of this machine, or that serve a page in its network."""
    match tablet.screen.sheet:
        case AskingSheet() as sheet:
            return sheet.pads[1:]
        case CameraChoiceSheet() as sheet:
            return list(sheet.pads.values())
        case WebPageSheet() as sheet:
            outside = {one.address for one in list_interfaces() if not one.is_loopback}
            return [pad for key, pad in sheet.pads.items() if key in outside]
    return []


def slow(tablet: Tablet) -> list[Widget]:
    """The pads that take a second and more: they are tapped rarely."""
    return list(_slow(tablet.screen))


def _slow(screen: Any) -> Iterator[Widget]:
    match screen:
        case SettingsScreen():
            for name in REBUILDS:
                yield from screen.fields[name].pads.values()
        case DeckScreen():
            yield from (screen.ids.print_deck, screen.ids.print_mats)
        case DiceScreen():
            yield screen.ids.search
    if isinstance(screen.sheet, WebPageSheet) and CAMERA in screen.sheet.pads:
        yield screen.sheet.pads[CAMERA]


def covers(widget: Widget, x: float, y: float) -> bool:
    """Whether the widget lies at this point of the window, turned or not."""
    one, other = widget.to_window(widget.x, widget.y), widget.to_window(widget.right, widget.top)
    (left, right), (bottom, top) = (sorted(pair) for pair in zip(one, other, strict=True))
    return bool(left <= x <= right and bottom <= y <= top)
