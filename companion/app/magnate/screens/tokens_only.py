"""Token counters for a table without tokens, saved after each step."""

from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from companion.app.app_screen import AppScreen
from companion.app.seats import seat_name
from companion.app.widgets.fields import CounterEditor
from companion.app.widgets.half_turn import HalfTurn
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.errors import CompanionError
from companion.games.magnate.token_counts import MAX_PLAYERS, MIN_PLAYERS, TokenCounts
from companion.json_document import Document, UnusableDocument
from companion.locale import Message
from companion.pieces import Suit, Tokens


class Purse(HalfTurn):
    """One player's six counters; ``callback(suit, count)`` gets each new number."""

    name = StringProperty("")
    colour = ListProperty(theme.ink)
    callback = ObjectProperty(None, allownone=True)

    def on_kv_post(self, _base: Any) -> None:
        """Create the counters."""
        self.counters = [
            CounterEditor(suit=suit, callback=partial(self.callback, suit), orientation="vertical") for suit in Suit
        ]
        for counter in self.counters:
            self.ids.counters.add_widget(counter)

    def show(self, tokens: Tokens) -> None:
        """Show the numbers of these tokens."""
        for counter in self.counters:
            counter.count = tokens[counter.suit]


class TokensOnlyScreen(AppScreen):
    """The counters of two to four players; those on the far side are turned to their owners."""

    players = NumericProperty(0)
    taxing = BooleanProperty(False)
    can_undo = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self.purses: list[Purse] = []
        self.counts = TokenCounts()
        self._document: Document | None = None
        self._is_saved = True
        """Whether the last step was saved; an error is shown once, not after every step."""
        super().__init__(**kwargs)

    def on_pre_enter(self) -> None:
        """Load the saved counts."""
        app = App.get_running_app()
        self._document = Document(app.folders.tokens)
        try:
            self.counts = _read(self._document)
        except UnusableDocument as error:
            self.counts = TokenCounts()
            app.report_error(error)
        self._show()

    def count(self, seat: int, suit: Suit, number: int) -> None:
        """Set one number.

        Args:
            seat: The seat of the counter.
            suit: Its suit.
            number: The new number.
        """
        self._step(self.counts.with_count(seat, suit, number))

    def tax(self, suit: Suit) -> None:
        """Tax a suit: every player keeps one token of it (B10)."""
        self._step(self.counts.taxed(suit))
        self.taxing = False

    def clear(self) -> None:
        """Set all counters to 0."""
        self._step(self.counts.cleared())

    def seat_one_more(self) -> None:
        """Add a player; after the maximum start again with the minimum."""
        self._step(self.counts.seated(self.players + 1 if self.players < MAX_PLAYERS else MIN_PLAYERS))

    def undo(self) -> None:
        """Undo the last step."""
        self._step(self.counts.undone())

    def _step(self, counts: TokenCounts) -> None:
        self.counts = counts
        self._show()
        try:
            if self._document is not None:
                self._document.keep(counts.to_json())
            self._is_saved = True
        except CompanionError as error:
            if self._is_saved:
                App.get_running_app().report_error(error)
            self._is_saved = False

    def _show(self) -> None:
        self.can_undo = self.counts.can_undo
        if self.players != len(self.counts.purses):
            self.players = len(self.counts.purses)
            self._seat()
        for purse, tokens in zip(self.purses, self.counts.purses, strict=True):
            purse.show(tokens)

    def _seat(self) -> None:
        kept = self.purses[: self.players]
        self.purses = kept + [Purse(callback=partial(self.count, seat)) for seat in range(len(kept), self.players)]
        near, far = self.ids.near, self.ids.far
        near.clear_widgets()
        far.clear_widgets()
        far_ones = self.players // 2
        for number, purse in enumerate(self.purses):
            purse.turned = number >= self.players - far_ones
            purse.colour = theme.seats[number]
            (far if purse.turned else near).add_widget(purse)
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Name the players in another language."""
        for number, purse in enumerate(self.purses):
            purse.name = seat_name(number) if self.players == MIN_PLAYERS else str(number + 1)


def _read(document: Document) -> TokenCounts:
    """Return the counts in a document, none without content; raise ``UnusableDocument`` if it has others."""
    stored = document.read()
    try:
        return TokenCounts.from_json(stored) if stored else TokenCounts()
    except (CompanionError, ValueError, TypeError):
        raise document.unusable(Message("is not a token count for two to four players")) from None


load_kv(__file__)
