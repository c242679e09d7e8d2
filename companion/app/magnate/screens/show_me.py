"""The bundled video, followed as at a real table: the mistake in it is marked and put right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.properties import ListProperty, OptionProperty, StringProperty

from companion.app.app_screen import AppScreen
from companion.app.magnate.film_thread import FilmThread
from companion.app.painters.small_table import SmallTable
from companion.app.texts.i18n import words
from companion.app.window.kv_loader import load_kv
from companion.errors import CompanionError
from companion.games.magnate.view import view as view_table
from companion.live.events import Disagreed, LiveEvent, TableSettled
from companion.locale import Message
from companion.table.magnate.difference import Disagreement
from companion.table.magnate.resolutions import mark_differences

if TYPE_CHECKING:
    from companion.games.magnate.state import State
    from companion.pictures.sources.frame import Frame
    from companion.table.sightings import Point, Sightings

View = tuple["Frame", "Sightings"]
"""A frame and what is known in it."""

SAMPLE = Message("A sample video of a table. The camera reads the cards and compares them with the game.")
PUT_RIGHT = Message("Table and game match again. No wrong move was recorded.")
NOT_FOUND = Message("The mistake in the video was not found.")


class ShowMeScreen(AppScreen):
    """The video with what is read in it, beside its game; then the mistake, and what puts it right."""

    stage = OptionProperty("playing", options=["playing", "mistake", "right", "over"])
    sentence = StringProperty("")
    """What happens."""
    steps = ListProperty()
    """What puts the mistake right, a sentence each."""

    def on_kv_post(self, _base: Any) -> None:
        """Begin without a video."""
        self.film: FilmThread | None = None
        self._latest: View | None = None
        self._matching: View | None = None
        """The table when it matched the game for the last time."""
        self._shown_text, self._to_do = SAMPLE, tuple[Message, ...]()

    def on_pre_enter(self) -> None:
        """Begin the video."""
        self.begin()

    def on_leave(self) -> None:
        """Stop the video."""
        self._stop()

    def begin(self) -> None:
        """Show the video from its beginning."""
        self._stop()
        self._latest = self._matching = None
        self.ids.picture.pointed_at = []
        self._enter("playing", SAMPLE)
        decks = App.get_running_app().folders.decks
        self.film = FilmThread(decks, self.show_game, self.show_frame, self.take, self._end)
        self.film.start()

    def put_right(self) -> None:
        """Show the table as it was before the mistake."""
        if self._matching is not None:
            self._show(self._matching)
        self.ids.picture.pointed_at = []
        self._enter("right", PUT_RIGHT)

    def _stop(self) -> None:
        if self.film is not None:
            self.film.close()
            self.film = None

    def show_game(self, state: State) -> None:
        """Show the game as it is when the video begins."""
        self.ids.game.clear_widgets()
        self.ids.game.add_widget(SmallTable(view_table(state, [""] * state.players)))

    def show_frame(self, frame: Frame, sightings: Sightings) -> None:
        """Show a frame with what is known in it."""
        self._latest = (frame, sightings)
        if self.stage == "playing":
            self._show(self._latest)

    def _show(self, view: View) -> None:
        self.ids.picture.show(view[0].pixels)
        self.ids.picture.mark(view[1])

    def take(self, event: LiveEvent) -> None:
        """Take an event of the table."""
        if self.stage != "playing":
            return
        match event:
            case TableSettled(agrees=True):
                self._matching = self._latest
                self._enter("playing", event.sentence())
            case Disagreed(disagreement=Disagreement() as found) if self._latest is not None:
                self._show(self._latest)
                self.ids.picture.pointed_at = mistaken_cards(found, self._latest[1])
                self._enter("mistake", event.sentence(), event.put_back)

    def _end(self, error: CompanionError | None) -> None:
        self.film = None
        if error is not None:
            self._enter("over", Message("{what}", {"what": words.say_error(error)}))
        elif self.stage == "playing":
            self._enter("over", NOT_FOUND)

    def _enter(self, stage: str, text: Message, to_do: tuple[Message, ...] = ()) -> None:
        self.stage, self._shown_text, self._to_do = stage, text, to_do
        self.refresh()

    def refresh(self, *_: object) -> None:
        """Say what happens in another language."""
        self.sentence, self.steps = words.head(self._shown_text), [words.head(step) for step in self._to_do]


def mistaken_cards(found: Disagreement, sightings: Sightings) -> list[tuple[Point, ...]]:
    """Return the outlines of the cards that the game does not have where they are.

    Args:
        found: How table and game differ.
        sightings: What was read, in pixels of its frame.

    Returns:
        The corners of each card.
    """
    tables = (mark_differences(column.journal, column.table)[1] for column in found.columns)
    wrong = {one.card.kind for table in tables for one in table if one.differs}
    return [sighting.corners for sighting in sightings.cards if sighting.card in wrong]


load_kv(__file__)
