"""The start screen: the game that was left and the entries; and the list of games without a form of their own."""

from functools import partial
from typing import Any

from kivy.app import App

from companion.app.app_screen import AppScreen
from companion.app.game_ui import StartEntry
from companion.app.registry import all_game_uis, find_game_ui, games_without_form, has_games_without_form
from companion.app.storage.load_ahead import with_stored_games
from companion.app.texts.i18n import words
from companion.app.texts.state_text import describe_state
from companion.app.widgets.navigation_card import NavigationCard, UnfinishedCard
from companion.app.widgets.pad import Pad
from companion.app.window.kv_loader import load_kv
from companion.errors import CompanionError
from companion.games.registry import AnyGame
from companion.locale import Message


class OtherGamesScreen(AppScreen):
    """An entry for each game; a tap opens the form that begins it."""

    def on_pre_enter(self) -> None:
        """List the games."""
        self.ids.games.clear_widgets()
        self.entries: dict[str, NavigationCard] = {}
        for rules in games_without_form():
            ui = find_game_ui(rules.name)
            entry = NavigationCard(icon="cards", illustration=ui.illustration, text=words.say(rules.title))
            entry.about = words.say(ui.about) if ui.about is not None else ""
            entry.bind(on_release=partial(self._begin, rules))
            self.entries[rules.name] = entry
            self.ids.games.add_widget(entry)

    def _begin(self, rules: AnyGame, _entry: Any) -> None:
        self.lead_to("new_game")
        App.get_running_app().root.current_screen.begin(rules)


STORED_GAMES = StartEntry("games", "list", Message("Saved games"), Message("Continue, rename or delete"), "games")

OTHER_GAMES = StartEntry(
    "other_games", "cards", Message("More games"), Message("Other games for the same cards"), "other_games"
)

SCORE = StartEntry("score_table", "photo", Message("Score a photo"), Message("Take or choose a picture"), "score_table")

LEARN = StartEntry(
    "learn", "book", Message("Learn in two minutes"), Message("Tap the first moves of each game"), "learn"
)

PHONES = "phones"
"""The key of the pad that opens the sheet on which phones join, which is no screen."""

TOOLS = {
    PHONES: ("phone", Message("Phones")),
    "deck": ("cards", Message("Deck")),
    "roller": ("dice", Message("Roller")),
    "camera": ("photo", Message("Camera")),
    "rules": ("book", Message("Rules")),
    "settings": ("menu", Message("Settings")),
}
"""What belongs to no game: the icon and the text of each."""


class StartScreen(AppScreen):
    """The game that was left, entries for games and for other uses, and tools."""

    def on_kv_post(self, _base: Any) -> None:
        """Build an entry for each use."""
        self.new_games = [ui.new_game for ui in all_game_uis() if ui.new_game is not None]
        tools = [SCORE, LEARN, *(entry for ui in all_game_uis() for entry in ui.entries)]
        self.all_entries = (*self.new_games, STORED_GAMES, OTHER_GAMES, *tools)
        self.entries: dict[str, Any] = {
            entry.screen: NavigationCard(icon=entry.icon, illustration=entry.illustration) for entry in self.all_entries
        }
        for entry in self.all_entries:
            (self.ids.lighter if entry in tools else self.ids.games).add_widget(self.entries[entry.screen])
        for tool, (icon, _) in TOOLS.items():
            self.entries[tool] = Pad(icon=icon, units=18)
            self.ids.tools.add_widget(self.entries[tool])
        for screen, card in self.entries.items():
            card.bind(on_release=partial(self._go, screen))
        self.refresh()

    def on_pre_enter(self) -> None:
        """Show the game that was left; at the start of the app, keep its place until the stored games are loaded."""
        app = App.get_running_app()
        if not with_stored_games(self._show_unfinished):
            stored = app.folders.on_server or app.folders.journal.exists()
            if stored:
                self.ids.unfinished.add_widget(UnfinishedCard(None, disabled=True))
            self._offer_new(first=not stored)
        another = self.entries[OTHER_GAMES.screen]
        if has_games_without_form() != (another.parent is not None):
            (self.ids.games.remove_widget if another.parent else self.ids.games.add_widget)(another)

    def refresh(self, *_: object) -> None:
        """Name every use in another language."""
        for entry in self.all_entries:
            self.entries[entry.screen].text = words.say(entry.text)
            self.entries[entry.screen].about = words.say(entry.about)
        for tool, (_icon, text) in TOOLS.items():
            self.entries[tool].text = words.say(text)
        if self.ids.unfinished.children:
            with_stored_games(self._show_unfinished)

    def _show_unfinished(self) -> None:
        """Show the latest game if it is not over; otherwise entries for new games come first."""
        from companion.app.painters.small_table import SmallTable
        from companion.journal import UnreachableJournal
        from companion.journal.course.summaries import summarise

        self.ids.unfinished.clear_widgets()
        self._offer_new(first=True)
        try:
            game = App.get_running_app().game_store.latest()
        except UnreachableJournal:
            self._show_unreachable()
            return
        except CompanionError:
            return  # the list of games says what is wrong
        if game is None or game.error is not None or game.course is None:
            return
        rules, state = game.course.rules, game.course.state
        if not rules.over(state):
            card = UnfinishedCard(SmallTable(rules.view(state, game.game.names, None)))
            card.text, card.about = game.game.name, describe_state(game.game, summarise(game.course))
            card.stands = " : ".join(map(str, rules.scores(state)))
            card.bind(on_release=partial(self._resume, game.game.id))
            self.ids.unfinished.add_widget(card)
            self._offer_new(first=False)

    def _show_unreachable(self) -> None:
        """Show that the club's server cannot be reached, and what waits here; a tap tries again."""
        waiting = App.get_running_app().game_store.waiting()
        notice = NavigationCard(icon="turn", text=words._("The club server cannot be reached"))
        notice.about = words._("Its games reappear once the server answers. Tap to try again.")
        if waiting:
            n = Message(
                "{n} move is still on this tablet only.",
                {"n": waiting},
                "{n} moves are still on this tablet only.",
                "n",
            )
            notice.about = f"{words.say(n)} {notice.about}"
        notice.bind(on_release=lambda _door: self._show_unfinished())
        self.ids.unfinished.add_widget(notice)

    def _offer_new(self, *, first: bool) -> None:
        for entry in self.new_games:
            self.entries[entry.screen].main = first

    def open_phones(self) -> None:
        """Open the sheet by which phones join before a game exists; if a package is missing, show how to install it."""
        from companion.web.network_interfaces import check_installed

        if self.attempt(check_installed):
            from companion.app.sheets.web_page import WebPageSheet

            self.overlay.open(WebPageSheet(screen=self))

    def ask_to_quit(self) -> None:
        """Ask whether to quit the app."""
        from companion.app.sheets.asking import AskingSheet

        answers = [(words._("Cancel"), self.overlay.close), (words._("Quit"), App.get_running_app().stop)]
        title, text = words._("Quit the companion?"), words._("All games are saved.")
        self.overlay.open(AskingSheet(answers, title=title, text=text))

    def _resume(self, game: str, _card: UnfinishedCard) -> None:
        self.attempt(lambda: App.get_running_app().resume_game(game))

    def _go(self, screen: str, _door: Any) -> None:
        if screen == PHONES:
            self.open_phones()
        else:
            App.get_running_app().go(screen)


load_kv(__file__)
