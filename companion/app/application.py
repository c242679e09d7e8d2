"""The app: its window, its screens and the game in progress."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.uix.screenmanager import ScreenManager

from companion.app.app_screen import AppScreen
from companion.app.registry import find_game_ui
from companion.app.sound.sounds import Sounds
from companion.app.sound.speech import Speech
from companion.app.storage.load_ahead import load_after_first_frame
from companion.app.storage.recovery import Recovery
from companion.app.storage.settings import TEXT_SIZES, VOLUMES, Settings
from companion.app.texts.i18n import words
from companion.app.web_pages import WebPages
from companion.app.window.guard import ExceptionGuard
from companion.app.window.key_bindings import KeyBindings
from companion.app.window.kv_loader import fill_without_interpolation
from companion.app.window.screen_manager import AppScreenManager, InstantTransition
from companion.app.window.screen_names import screen_class
from companion.app.window.theme import theme
from companion.app.window.touch_filter import touch_filter
from companion.errors import CompanionError, InternalError, as_companion_error
from companion.folders import Folders
from companion.json_document import Document
from companion.locale import Message
from companion.locale.languages import system_language
from companion.platform_info import collect_garbage

if TYPE_CHECKING:
    from companion.app.storage.game_store import GameStore
    from companion.games.registry import AnyGame
    from companion.journal.copies.backups import Restored
    from companion.journal.store.game_rows import RemovedGame
    from companion.live.dice_devices import DiceDevices
    from companion.pictures.sources.trusted_cameras import TrustedCameras
    from companion.play import AnyPlay

GARBAGE_DELAY = 5.0
"""Seconds without a move or a touch after which the memory of closed sheets is freed."""
SPARE_SCREENS = 3
"""Screens kept besides those that are needed; every one that was ever shown took 10 to 40 MB for the whole evening."""
_LAYOUT_PASSES = 6
"""Passes in which a new screen reaches its final layout, before its first frame."""


class CompanionApp(App):
    """The tablet app on the games, decks and settings in ``folders``."""

    title = "Decktet companion"

    def __init__(self, folders: Folders, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.web_pages = WebPages(lambda: self.settings.page_counts_at_once)
        self._play: AnyPlay | None = None
        self.sounds, self.speech = Sounds(), Speech()
        self._key_bindings = KeyBindings(self)
        self.recovery = Recovery(self)
        self._guard = ExceptionGuard(self.recovery.meet)
        self._shown: list[str] = []
        """The names of the screens, the one shown last first."""
        self._tidying = Clock.create_trigger(lambda _seconds: collect_garbage(), GARBAGE_DELAY)
        self.open_folders(folders)

    def open_folders(self, folders: Folders) -> None:
        """Use the games and settings in these folders from now on."""
        self._close_store()
        for loaded in ("game_store", "cameras", "dice"):
            self.__dict__.pop(loaded, None)
        self.folders = folders
        self._settings_file = Document(folders.settings)
        self.settings, unusable = Settings.of(self._settings_file)
        if unusable is not None:
            self.report_error(unusable)
        self.play = None
        self._apply_settings()

    @cached_property
    def game_store(self) -> GameStore:
        """The stored games; loaded on first use, since the first screen is drawn without it."""
        from companion.app.storage.game_store import GameStore

        return GameStore(self.folders, self.report_error)

    @cached_property
    def cameras(self) -> TrustedCameras:
        """The certificates of trusted cameras; loaded on first use."""
        from companion.pictures.sources.trusted_cameras import TrustedCameras

        return TrustedCameras(self.folders.cameras)

    @cached_property
    def dice(self) -> DiceDevices:
        """The dice roller and the Bluetooth dice of this table; loaded on first use."""
        from companion.live.dice_devices import DiceDevices

        return DiceDevices(self.folders, self._is_journaled, self._show_message, self.report_error)

    @property
    def play(self) -> AnyPlay | None:
        """The game in progress, or None."""
        return self._play

    @play.setter
    def play(self, play: AnyPlay | None) -> None:
        self._play = play
        self.web_pages.follow(play)

    def build(self) -> ScreenManager:
        """Set up the window and return the root widget."""
        theme.use(self.settings.theme)
        Window.clearcolor = theme.ground
        fill_without_interpolation()
        Window.bind(size=lambda _window, size: theme.fit(*size))
        self._key_bindings.attach()
        touch_filter.attach(Window)
        theme.fit(*Window.size)
        words.language = self.settings.language or system_language(os.environ)
        words.bind(language=self._save_language)
        self.root = AppScreenManager(transition=InstantTransition(), swipe_callback=self._swipe_back)
        self.go("start")
        return self.root

    def go(self, name: str) -> None:
        """Show the screen of this name."""
        new = not self.root.has_screen(name)
        if new:
            self.root.add_widget(screen_class(name)(name=name))
        if self.root.current != name:
            touch_filter.note_change()
        self.root.current = name
        self._shown = [name, *(other for other in self._shown if other != name)]
        # Some widgets need several passes of layout: they run before the first frame.
        for _ in range(_LAYOUT_PASSES if new else 0):
            Builder.sync()
            Clock.tick_draw()
        if new:
            self._release_screens()

    def _release_screens(self) -> None:
        """Remove screens that are not needed; the garbage collection of the next pause frees their memory."""
        needed, back = {"start", *self._shown[: 1 + SPARE_SCREENS]}, self.root.current_screen.back_to
        if self.play is not None:
            needed.add(find_game_ui(self.play.course.rules.name).table)
        while back not in needed:
            needed.add(back)
            back = self.root.get_screen(back).back_to if self.root.has_screen(back) else "start"
        for screen in self.root.screens[:]:
            if screen.name not in needed and not screen.holds_work:
                self.root.remove_widget(screen)

    def on_start(self) -> None:
        """Guard the event loop, and load the rest after the first frame."""
        self._guard.attach()
        load_after_first_frame(self)
        Window.bind(on_touch_up=lambda *_: self.collect_garbage_later())

    def start_game(self, rules: AnyGame, names: tuple[str, ...], options: Any, setup: Any) -> None:
        """Start a new game, store it, and show its table.

        Args:
            rules: The rules of the game.
            names: The players' names, by seat.
            options: The options, of the type that the rules declare.
            setup: What lies on the table at the start, of the type that the rules declare.
        """
        self.play = self.game_store.start(rules, names, options, setup, self._schedule_attend, self.report_error)
        self.play.asks = self.settings.asks
        self.go(find_game_ui(rules.name).table)

    def collect_garbage_later(self) -> None:
        """Free the memory of closed widgets after ``GARBAGE_DELAY`` seconds without another call."""
        self._tidying.cancel()
        self._tidying()

    def collect_garbage_now(self) -> None:
        """Free the memory of closed widgets if that is still scheduled; tests drive the app faster than people."""
        if self._tidying.is_triggered:
            self._tidying.cancel()
            collect_garbage()

    def resume_game(self, game: str) -> None:
        """Open a stored game where it was left."""
        self.play = self.game_store.resume(game, self._schedule_attend, self.report_error)
        self.play.asks = self.settings.asks
        rules = self.play.course.rules
        self.go("end" if rules.over(self.play.state) else find_game_ui(rules.name).table)

    def rename_game(self, game: str, names: Sequence[str]) -> None:
        """Rename a stored game and its players; the one in progress is opened anew when it is resumed."""
        self._close_game(game)
        self.game_store.rename(game, names)

    def remove_game(self, game: str) -> RemovedGame:
        """Remove a stored game, and return what puts it back."""
        self._close_game(game)
        return self.game_store.remove(game)

    def restore_copy(self, copy: Path) -> Restored:
        """Replace all stored games by those of a copy; the game in progress is closed."""
        self.play = None
        return self.game_store.restore_copy(copy)

    def on_stop(self) -> None:
        """Close every device and the journal; each move is stored already."""
        self._guard.detach()
        self.speech.stop()
        if "dice" in self.__dict__:
            self.dice.close()
        self._close_store()

    def _close_store(self) -> None:
        if "game_store" in self.__dict__:
            self.game_store.close()

    def report_error(self, error: Exception) -> None:
        """Show an error on the current screen; may be called from any thread."""
        known = as_companion_error(error)

        def show(_seconds: float) -> None:
            self.root.current_screen.show_notice(words.say_error(known))
            if isinstance(known, InternalError):
                self.recovery.offer(error)

        Clock.schedule_once(show)

    def use_theme(self, name: str) -> None:
        """Change the colours and rebuild every screen in them."""
        self.save_settings(replace(self.settings, theme=name))
        theme.use(name)
        Window.clearcolor = theme.ground
        self._rebuild_screens()

    def set_text_size(self, size: str) -> None:
        """Set the size of letters, one of :data:`~companion.app.storage.settings.TEXT_SIZES`; rebuild every screen."""
        self.set("text_size", size)
        self._rebuild_screens()

    def _rebuild_screens(self) -> None:
        current = self.root.current
        # The current screen goes last: Kivy would enter the one that remains.
        for screen in sorted(self.root.screens, key=lambda screen: screen.name == current):
            self.root.remove_widget(screen)
        self.go(current)

    def set(self, name: str, value: object) -> None:
        """Change one setting."""
        self.save_settings(replace(self.settings, **{name: value}))  # type: ignore[arg-type]  # a setting and its own value

    def save_settings(self, settings: Settings) -> None:
        """Use these settings from now on, and store them."""
        self.settings = settings
        self._apply_settings()
        try:
            settings.keep_in(self._settings_file)
        except CompanionError as error:
            self.report_error(error)

    def _apply_settings(self) -> None:
        self.sounds.volume = VOLUMES[self.settings.volume]
        theme.lettering = TEXT_SIZES[self.settings.text_size]
        if self.play is not None:
            self.play.asks = self.settings.asks
        self.web_pages.refresh()

    def _swipe_back(self) -> bool:
        """Close a sheet or show the previous screen after a swipe, which never leaves a table or the app."""
        screen: AppScreen = self.root.current_screen
        return not (screen.sheet is None and (screen.shows_game or screen.name == "start")) and (
            self._key_bindings.step_back()
        )

    def _close_game(self, game: str) -> None:
        if self.play is not None and self.play.game.id == game:
            self.play = None

    def _save_language(self, _words: object, language: str) -> None:
        self.save_settings(replace(self.settings, language=language))

    def _schedule_attend(self) -> None:
        """Let the play handle, on this thread, what another thread handed in."""
        Clock.schedule_once(lambda _seconds: self.play.attend() if self.play is not None else 0)

    def _is_journaled(self, entry: str) -> bool:
        return self.game_store.holds(entry)

    def _show_message(self, message: Message) -> None:
        self._on_game_screen(lambda table: table.show_notice(words.say(message)))

    def _on_game_screen(self, act: Callable[[Any], None]) -> None:
        """Call ``act`` on the main thread with the current screen, if a game is shown there."""

        def on_this_thread(_seconds: float) -> None:
            shown: AppScreen | None = self.root.current_screen if self.root is not None else None
            if shown is not None and shown.shows_game:
                act(shown)

        Clock.schedule_once(on_this_thread)
