"""The menu of a table: language, direction, rules, camera, web page, and leaving."""

from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.app.painters.question_view import add_pads
from companion.app.sound.sounds import SoundEvent
from companion.app.storage.settings import VOLUMES
from companion.app.texts.i18n import words
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.top_bar import TopBar
from companion.app.window.kv_loader import load_kv
from companion.games.decisions import CORRECT, Decision
from companion.games.fields import Pick
from companion.games.view import TURN
from companion.play.possible_moves import table_decisions
from companion.web.network_interfaces import is_installed


class MenuSheet(Sheet):
    """What concerns the table, in groups."""

    read_only = True
    screen = ObjectProperty(rebind=True)
    """The game's screen."""
    thumbnail = ObjectProperty(None, allownone=True, rebind=True)
    """The camera's thumbnail, if a camera may read this table."""
    preparing = BooleanProperty(False)
    """Whether the table is being set up; the pad for putting it away then shows the steps."""
    turn_question = StringProperty("")
    """What is asked about the turn, if it can be corrected."""
    sounds = StringProperty("")
    """The loudness of sounds, in words."""

    def show(self) -> None:
        """Update what depends on the game."""
        self.notice = ""
        self.thumbnail = self.screen.camera.thumbnail if self.screen.can_use_camera else None
        self.ids.web_page.pale = not is_installed()
        self.ids.rules.disabled = self.screen.current_play.course.rules.cheat_sheet is None
        self._name_sounds()
        self.preparing = bool(self.screen.preparing())
        offered = table_decisions(self.screen.current_play.course)
        correct = next((one for one in offered if one.name == CORRECT), None)
        self.ids.correct.disabled = correct is None
        self._offer_turns(correct and correct.tapped(TURN))
        self.ids.put_away.disabled = not self.preparing and not self.screen.put_away()

    def _offer_turns(self, turn: Decision[Any] | None) -> None:
        """Show a pad for each other player whose turn it may be, if that can be corrected."""
        asked = turn.missing if turn is not None else None
        self.ids.turns.clear_widgets()
        self.turn_question = ""
        if turn is None or not isinstance(asked, Pick) or not asked.seats:
            return
        self.turn_question = words.head(asked.text)
        others = [seat for seat in asked.offered if seat != self.screen.at_turn]
        begun = [(words.head(asked.label(seat)), turn.answer(asked.name, seat)) for seat in others]
        add_pads(self.ids.turns, [(text, partial(self.screen.go_on, one)) for text, one in begun], size_hint_y=1)

    def prepare_or_put_away(self) -> None:
        """Open the steps of setting up before the first move, else the list for putting away."""
        if self.preparing:
            self.screen.open_steps()
        else:
            self.screen.open_put_away()

    def switch_language(self) -> None:
        """Switch to the next language."""
        words.language = TopBar.next_language(words.language)
        self._name_sounds()

    def switch_sounds(self) -> None:
        """Switch to the next loudness of sounds, and let it be heard."""
        app = App.get_running_app()
        loudness = list(VOLUMES)
        app.set("volume", loudness[(loudness.index(app.settings.volume) + 1) % len(loudness)])
        app.sounds.play(SoundEvent.MOVE)
        self._name_sounds()

    def _name_sounds(self) -> None:
        names = {"off": words._("Sounds: off"), "quiet": words._("Sounds: quiet"), "loud": words._("Sounds: loud")}
        self.sounds = names[App.get_running_app().settings.volume]

    def turn_far_side(self) -> None:
        """Turn the far side, or turn it back."""
        App.get_running_app().set("far_side_turned", not self.screen.far_turned)
        self.screen.far_turned = not self.screen.far_turned
        self.screen.refresh()
        self.screen.open_menu()


load_kv(__file__)
