"""The rest: language, the far side's direction, the rules, the camera, and the way out."""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.top_bar import TopBar
from companion.web.network_interfaces import is_installed

BEHIND = 5
"""Pads of every menu that stand behind a game's own."""


class MenuSheet(Sheet):
    """Settings of the table. What a game's own menu adds comes after the far side's direction."""

    read_only = True
    screen = ObjectProperty()
    """The game's screen."""
    thumbnail = ObjectProperty(None, allownone=True, rebind=True)
    """Of the camera, where one may look at this table."""
    preparing = BooleanProperty(False)
    """Whether the table is being set up: how that is done stands where later it can be put away."""

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        """A pad that the kv of a game's own menu names goes among the others."""
        pads = self.ids.get("pads")
        if pads is None:
            super().add_widget(widget, *args, **kwargs)
        else:
            pads.add_widget(widget, index=BEHIND)

    def show(self) -> None:
        """Brings up to date what it tells of the game."""
        self.notice = ""
        self.ids.web_page.pale = not is_installed()
        self.ids.rules.disabled = self.screen.current_play.course.rules.cheat_sheet is None
        self.preparing = bool(self.screen.preparing())
        self.ids.put_away.disabled = not self.preparing and not self.screen.put_away()

    def prepare_or_put_away(self) -> None:
        """What can be done before the first move, or after it."""
        if self.preparing:
            self.screen.open_steps()
        else:
            self.screen.open_put_away()

    def switch_language(self) -> None:
        words.language = TopBar.next_language(words.language)

    def turn_far_side(self) -> None:
        App.get_running_app().turn_far_side(not self.screen.far_turned)
        self.screen.far_turned = not self.screen.far_turned
        self.screen.refresh()
        self.screen.open_menu()

    def leave(self) -> None:
        App.get_running_app().go("start")


load_kv(__file__)
