"""The app: its window, its screens, and the way from one to another."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.uix.screenmanager import ScreenManager

from companion.app.document import Document
from companion.app.game_store import GameStore
from companion.app.game_ui import GameUI
from companion.app.guard import ExceptionGuard
from companion.app.i18n import words
from companion.app.key_bindings import KeyBindings
from companion.app.recovery import Recovery
from companion.app.registry import all_game_uis, find_game_ui, games_without_form
from companion.app.screen_manager import AppScreenManager, InstantTransition
from companion.app.screen_names import SCREENS, loaded_ahead
from companion.app.settings import TEXT_SIZES, Settings
from companion.app.sounds import Sounds
from companion.app.table_dice import TableDice
from companion.app.textures import paint_ahead
from companion.app.theme import theme
from companion.app.touch_filter import touch_filter
from companion.app.web_pages import WebPages
from companion.errors import CompanionError, InternalError, as_companion_error
from companion.folders import Folders
from companion.games.registry import AnyGame
from companion.journal.backups import Restored
from companion.journal.game_rows import RemovedGame
from companion.locale import Message
from companion.locale.languages import system_language
from companion.malloc import collect_garbage
from companion.play import AnyPlay
from companion.roller import ConnectedRoller
from companion.vision.sources.trusted_cameras import TrustedCameras

if TYPE_CHECKING:
    from companion.app.game_screen import GameScreen

LATER = 5.0
"""Seconds in which nobody moved nor left a game: what sheets leave behind in memory is let go of then."""
SOON, EVERY = 0.7, 0.03
"""Seconds after the first screen is seen, and between two files: when what the others need is loaded."""
_STEPS = 6
"""In which a screen that was just made finds its layout."""


class CompanionApp(App):
    """The tablet app on the games, decks and settings in ``folders``."""

    title = "Decktet companion"

    def __init__(self, folders: Folders, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.game_store = GameStore(folders)
        self.roller: ConnectedRoller | None = None
        self.web_pages = WebPages()
        self._play: AnyPlay | None = None
        self.sounds = Sounds()
        self._keyboard = KeyBindings(self)
        self.recovery = Recovery(self)
        self._guard = ExceptionGuard(self.recovery.meet)
        self._tidying = Clock.create_trigger(lambda _seconds: collect_garbage(), LATER)
        self.use(folders)

    def use(self, folders: Folders) -> None:
        """From now on the games and settings are those in these folders."""
        self.game_store.close()
        self.folders, self.game_store = folders, GameStore(folders)
        self._kept_settings = Document(folders.settings)
        self.cameras = TrustedCameras(folders.cameras)
        self.dice = TableDice(folders, self._tell, self.failed)
        self.settings, unusable = Settings.of(self._kept_settings)
        if unusable is not None:
            self.failed(unusable)
        self.play = None
        self._heed()

    @property
    def play(self) -> AnyPlay | None:
        """The game going on."""
        return self._play

    @play.setter
    def play(self, play: AnyPlay | None) -> None:
        self._play = play
        self.web_pages.follow(play)

    def build(self) -> ScreenManager:
        theme.use_palette(self.settings.palette)
        Window.clearcolor = theme.ground
        Window.bind(size=lambda _window, size: theme.fit(*size))
        self._keyboard.attach()
        touch_filter.attach(Window)
        theme.fit(*Window.size)
        words.language = self.settings.language or system_language(os.environ)
        words.bind(language=self._keep_language)
        self.root = AppScreenManager(transition=InstantTransition())
        self.go("start")
        return self.root

    def go(self, name: str) -> None:
        """Shows the screen of this name."""
        new = not self.root.has_screen(name)
        if new:
            self.root.add_widget(SCREENS[name]()(name=name))
        if self.root.current != name:
            touch_filter.note_change()
        self.root.current = name
        # What is laid out in several steps is in its place before it is seen.
        for _ in range(_STEPS if new else 0):
            Builder.sync()
            Clock.tick_draw()

    def on_start(self) -> None:
        self._guard.attach()
        Window.bind(on_flip=self._make_ready)

    def _make_ready(self, *_: object) -> None:
        """Once the first screen is seen, what the others need is loaded before somebody waits for it."""
        Window.unbind(on_flip=self._make_ready)
        Clock.schedule_once(lambda _seconds: paint_ahead(), SOON)
        steps = loaded_ahead()

        def load_next(_seconds: float) -> None:
            load = next(steps, None)
            if load is not None:
                load()
                Clock.schedule_once(load_next, EVERY)

        Clock.schedule_once(load_next, SOON)

    def start_game(self, rules: AnyGame, names: tuple[str, ...], options: Any, setup: Any) -> None:
        """A new game, kept from its first move on."""
        self.play = self.game_store.start(rules, names, options, setup, self._wake, self.failed)
        self.play.policy = self.settings.policy
        self.go(find_game_ui(rules.name).table)

    def tidy_later(self) -> None:
        """Something was made, or a game left: what was shown for it goes, in the next quiet moment."""
        self._tidying.cancel()
        self._tidying()

    def tidy_now(self) -> None:
        """The same at once, if it waits: for whoever drives the app faster than people do."""
        if self._tidying.is_triggered:
            self._tidying.cancel()
            collect_garbage()

    def all_game_uis(self) -> tuple[GameUI, ...]:
        """How each game is shown."""
        return all_game_uis()

    def games_without_form(self) -> tuple[AnyGame, ...]:
        """The games that are begun by no form of their own."""
        return games_without_form()

    def resume_game(self, game: str) -> None:
        """Goes on where a game was left."""
        self.play = self.game_store.resume(game, self._wake, self.failed)
        self.play.policy = self.settings.policy
        rules = self.play.course.rules
        face = find_game_ui(rules.name)
        self.go(face.end if rules.over(self.play.state) else face.table)

    def rename_game(self, game: str, name: str) -> None:
        """Calls a game otherwise; the one that went on is opened anew when it goes on."""
        self._put_aside(game)
        self.game_store.rename(game, name)

    def remove_game(self, game: str) -> RemovedGame:
        """Takes a game from the shelf; what is given puts it back."""
        self._put_aside(game)
        return self.game_store.remove(game)

    def bring_back(self, copy: Path) -> Restored:
        """Puts the games of a copy in the place of those kept now; no game goes on meanwhile."""
        self.play = None
        return self.game_store.bring_back(copy)

    def connect_roller(self, port: str | None = None) -> None:
        """Looks for a dice roller from now on, on one port or on every likely one; without, dice are tapped in."""
        self.roller = ConnectedRoller(
            self._journaled,
            self._tell,
            self.failed,
            port=port,
            voided=lambda roll: self._at_table(lambda table: table.forget_roll(roll)),
        )

    def disconnect_roller(self) -> None:
        if self.roller is not None:
            self.roller.close()
            self.roller = None

    def on_stop(self) -> None:
        """Puts the game going on aside; the journal has all of it."""
        self._guard.detach()
        self.disconnect_roller()
        self.dice.close()
        self.game_store.close()

    def failed(self, error: Exception) -> None:
        """Says what was raised where nobody waits for an answer, whichever screen is shown; from any thread."""
        told = as_companion_error(error)

        def say(_seconds: float) -> None:
            self.root.current_screen.show_notice(words.say_error(told))
            if isinstance(told, InternalError):
                self.recovery.offer(error)

        Clock.schedule_once(say)

    def turn_far_side(self, turned: bool) -> None:
        self.keep(replace(self.settings, far_side_turned=turned))

    def use_palette(self, palette: str) -> None:
        """Takes these colours: every screen is made anew in them, and the one that is shown stays."""
        self.keep(replace(self.settings, palette=palette))
        theme.use_palette(palette)
        Window.clearcolor = theme.ground
        self._make_anew()

    def letter(self, size: str) -> None:
        """Writes everything in letters of this size."""
        self.set("text_size", size)
        self._make_anew()

    def _make_anew(self) -> None:
        shown = self.root.current
        # The shown one last: whichever is left as it goes would be entered.
        for screen in sorted(self.root.screens, key=lambda screen: screen.name == shown):
            self.root.remove_widget(screen)
        self.root.paint()
        self.go(shown)

    def set(self, name: str, value: object) -> None:
        """One setting from now on."""
        self.keep(replace(self.settings, **{name: value}))  # type: ignore[arg-type]  # a setting and its own value

    def keep(self, settings: Settings) -> None:
        """Uses these settings from now on, and the next time, where they can be kept."""
        self.settings = settings
        self._heed()
        try:
            settings.keep_in(self._kept_settings)
        except CompanionError as error:
            self.failed(error)

    def _heed(self) -> None:
        """What the settings say counts, wherever it is asked."""
        self.sounds.on = self.settings.sound
        theme.lettering = TEXT_SIZES[self.settings.text_size]
        if self.play is not None:
            self.play.policy = self.settings.policy

    def _put_aside(self, game: str) -> None:
        if self.play is not None and self.play.game.id == game:
            self.play = None

    def _keep_language(self, _words: object, language: str) -> None:
        self.keep(replace(self.settings, language=language))

    def _wake(self) -> None:
        """Another thread handed something to the play: it is attended to on this one."""
        Clock.schedule_once(lambda _seconds: self.play.attend() if self.play is not None else 0)

    def _journaled(self, entry: str) -> bool:
        return self.game_store.holds(entry)

    def _tell(self, message: Message) -> None:
        self._at_table(lambda table: table.show_notice(words.say(message)))

    def _at_table(self, act: Callable[[GameScreen], None]) -> None:
        """What the roller's thread has to say, on this thread, and where a game can show it."""

        def on_this_thread(_seconds: float) -> None:
            from companion.app.game_screen import GameScreen

            if self.root is not None and isinstance(self.root.current_screen, GameScreen):
                act(self.root.current_screen)

        Clock.schedule_once(on_this_thread)
