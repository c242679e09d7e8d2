"""Scores a table of Magnate that is not a stored game, from a photo or by tapping."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.core.window import Window
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from companion.app.app_screen import AppScreen
from companion.app.camera.photo_picker import pick_photo
from companion.app.camera.photo_worker import PhotoReading, PhotoWorker
from companion.app.magnate.panel_content import format_tie_values
from companion.app.magnate.seating import place_panels
from companion.app.magnate.sheets.final import FinalSheet
from companion.app.magnate.widgets.district_view import DistrictView
from companion.app.magnate.widgets.player_panel import PlayerPanel
from companion.app.seats import seat_name
from companion.app.sheets.decision import DecisionTray
from companion.app.sheets.uncertain_reading import UncertainReadingSheet
from companion.app.texts.i18n import words
from companion.app.window.kv_loader import load_kv
from companion.app.window.overlay import Overlay
from companion.app.window.theme import theme
from companion.errors import CompanionError
from companion.games.magnate import Layout, Options, default_districts, preset, score
from companion.games.magnate.correction_decisions import correct_column
from companion.games.magnate.facts import ColumnFact
from companion.games.magnate.scoring import Score
from companion.games.magnate.setup import default_borders
from companion.games.magnate.state import Column, District
from companion.pieces import Card, Suit, Tokens
from companion.table.edge import Edge
from companion.table.magnate.game_prior import PhotoAnswers
from companion.table.magnate.layout import read_layout
from companion.table.questions import TableQuestion
from companion.table.sightings import CardSighting

PRESETS = ("standard", "three-players")
"""The presets for two and for three players."""


def empty_table(options: Options) -> Layout:
    """Return a layout with the default districts and no cards in the columns."""
    cards = default_districts(options)
    borders = default_borders(options, cards)
    seats = range(options.players)
    districts = tuple(
        District(card, tuple(Column() if seat in bordering else None for seat in seats))
        for card, bordering in zip(cards, borders, strict=True)
    )
    return Layout(districts, ((),) * len(seats), (None,) * len(seats), options)


class ScoreTableScreen(AppScreen):
    """A layout that is read from a photo, corrected by tapping, and scored."""

    districts_won = ListProperty()
    sentence = StringProperty("")
    is_reading = BooleanProperty(False)
    has_photo = BooleanProperty(False)
    has_cards = BooleanProperty(False)
    """Whether a card lies in any column."""
    panel_height = NumericProperty(140)
    players = NumericProperty(2)

    overlay: Overlay

    def __init__(self, **kwargs: Any) -> None:
        self.options = preset(PRESETS[0])
        self.layout = empty_table(self.options)
        self.panels: list[PlayerPanel] = []
        self.worker = PhotoWorker(self._take_reading, lambda error: App.get_running_app().report_error(error))
        self.request_number = 0
        """The number of the last request; readings of earlier ones are ignored."""
        self.photo: PhotoReading | None = None
        self.near_edge = Edge.BOTTOM
        self.answers: dict[str, str] = {}
        self.open_questions: tuple[TableQuestion, ...] = ()
        """Questions without whose answers the table cannot be scored."""
        super().__init__(**kwargs)
        self.overlay = Overlay(self.ids.middle)
        words.bind(language=self.refresh)
        self.refresh()

    @property
    def holds_work(self) -> bool:
        """Whether there is a photo, or a card that was tapped in."""
        return bool(self.has_photo or self.has_cards)

    # from a photo

    def on_pre_enter(self) -> None:
        """Take photos that are dropped on the window."""
        Window.bind(on_drop_file=self._dropped)

    def _dropped(self, _window: object, path: bytes | str, *_: object) -> None:
        if not self.is_reading:
            self.read_photo(Path(os.fsdecode(path)))

    def choose_photo(self) -> None:
        """Open the choice of a photo."""
        pick_photo(self.overlay, self.read_photo)

    def read_photo(self, photo: Path) -> None:
        """Read a photo in the background."""
        self.overlay.close()
        self.is_reading, self.sentence = True, words._("Reading the photo…")
        self.request_number = self.worker.read(photo, App.get_running_app().folders.decks)

    def turn_photo(self) -> None:
        """Seat the near player at the next edge of the photo."""
        edges = list(Edge)
        self.near_edge, self.answers = edges[(edges.index(self.near_edge) + 1) % len(edges)], {}
        self._update_layout()

    def _take_reading(self, answer: PhotoReading) -> None:
        if answer.number != self.request_number:
            return
        self.is_reading = False
        if answer.error is not None:
            self.refresh()
            self.sentence = words.say_error(answer.error)
            return
        self.photo, self.near_edge, self.answers, self.has_photo = answer, Edge.BOTTOM, {}, True
        if answer.pixels is not None:
            self.ids.picture.show(answer.pixels)
            self.ids.picture.mark(answer.sightings)
        self._update_layout()

    def _update_layout(self) -> None:
        """Show the layout of the photo and open its first question."""
        if self.photo is None or self.photo.sightings is None or self.photo.pixels is None:
            return
        self.overlay.close()
        try:
            reading = read_layout(self.photo.sightings, self.options, self.near_edge, PhotoAnswers(self.answers))
        except CompanionError as error:
            self.sentence = words.say_error(error)
            return
        self.layout = replace(reading.layout, tokens=self.layout.tokens)
        self.open_questions = tuple(question for question in reading.questions if question.blocks)
        self.refresh()
        notes = [question for question in reading.questions if not question.choices]
        asked = [question for question in reading.questions if question.choices and question.key not in self.answers]
        if notes:
            self.sentence = words.say(notes[0].text)
        if asked:
            self.overlay.open(
                UncertainReadingSheet(question=asked[0], pixels=self.photo.pixels, callback=self._answered)
            )

    def _answered(self, question: str, choice: str) -> None:
        self.answers[question] = choice
        self._update_layout()

    # tapped in

    def open_column(self, place: int, player: int) -> None:
        """Open the sheet that corrects a column.

        Args:
            place: The district, from 0.
            player: The seat of the column's owner.
        """
        decision = correct_column(self.layout, self._names())
        self.overlay.open(DecisionTray(decision.tapped(f"side-{place}-{player}") or decision, self._correct))

    def _correct(self, move: Any) -> bool:
        for fact in move.facts:
            if isinstance(fact, ColumnFact):
                self._set_column(fact.district, fact.player, fact.now)
        return True

    def correct_card(self, sighting: CardSighting) -> None:
        """Open the sheet that corrects the column of a card that is tapped in the photo."""
        for place, district in enumerate(self.layout.districts):
            for seat, column in enumerate(district.columns):
                if column is not None and sighting.card in [card.kind for card in column.cards]:
                    self.open_column(place, seat)

    def clear(self) -> None:
        """Start again with an empty table."""
        self.layout, self.has_photo, self.photo, self.open_questions = empty_table(self.options), False, None, ()
        self.ids.picture.clear()
        self.overlay.close()
        self.refresh()

    def switch_players(self) -> None:
        """Switch between two and three players, and read the photo's layout again."""
        self.options = preset(PRESETS[(PRESETS.index(self.options.preset) + 1) % len(PRESETS)])
        self.layout, self.answers, self.open_questions = empty_table(self.options), {}, ()
        self.overlay.close()
        self.refresh()
        self._update_layout()

    def explain(self) -> None:
        """Open the explained score."""
        sheet = FinalSheet()
        self.overlay.open(sheet, over=self)
        sheet.ids.score.show(self._score(), self._names(), self.options)

    def on_leave(self) -> None:
        """Close the sheets and ignore a reading that is under way."""
        Window.unbind(on_drop_file=self._dropped)
        for panel in self.panels:
            panel.close_editor()
        self.overlay.close()
        self.request_number, self.is_reading = 0, False
        self.worker.close()

    def refresh(self, *_: object) -> None:
        """Show the layout and its score."""
        result = self._score()
        self.districts_won = list(result.districts_won)
        self.has_cards = bool(list_cards(self.layout))
        hint = words._("Choose a photo of the table, or tap the districts to enter their cards.")
        counted = self.has_cards or any(self.layout.tokens)
        self.sentence = words.say(result.why(self._names())) if counted else hint
        self._seat(len(self.layout.tokens), len(self.layout.districts))
        for view in self.ids.districts.children:
            view.show(self.layout.districts[view.place], result.districts[view.place], self.options)
        for seat, (panel, name) in enumerate(zip(self.panels, self._names(), strict=True)):
            panel.name, panel.won = name, result.districts_won[seat]
            panel.tie_values = format_tie_values(result, seat)
            panel.show(self.layout.tokens[seat] or Tokens(), self.layout.crowns[seat])

    def _score(self) -> Score:
        """Return the score, undecided while a question about the photo is open."""
        result = score(self.layout)
        return result.undecided if self.open_questions else result

    def _names(self) -> list[str]:
        seats = len(self.layout.tokens)
        return [seat_name(seat, seats) for seat in range(seats)]

    def _seat(self, seats: int, districts: int) -> None:
        row = self.ids.districts
        if len(self.panels) != seats or len(row.children) != districts:
            row.clear_widgets()
            for place in range(districts):
                row.add_widget(DistrictView(place=place, seats=seats, far_turned=False, callback=self.open_column))
            self.players = seats
            self.panels = [
                PlayerPanel(
                    seat=seat,
                    colour=theme.seats[seat % len(theme.seats)],
                    correct_callback=self._set_tokens,
                    size_hint_y=None,
                )
                for seat in range(seats)
            ]
            place_panels(self.ids, self.panels)
            self.on_panel_height()

    def on_panel_height(self, *_: object) -> None:
        """Set the height of all panels."""
        for panel in self.panels:
            panel.height = self.panel_height

    def _set_column(self, place: int, player: int, now: Column) -> None:
        districts = list(self.layout.districts)
        columns = list(districts[place].columns)
        columns[player] = now
        districts[place] = replace(districts[place], columns=tuple(columns))
        self.layout = replace(self.layout, districts=tuple(districts))
        # A column that was tapped in needs no answer any more.
        self.open_questions = tuple(one for one in self.open_questions if not _concerns(one, place, player))
        self.overlay.close()
        self.refresh()

    def _set_tokens(self, seat: int, suit: Suit, count: int) -> None:
        """Set a player's tokens, which decide a tie; the other players' tokens then count too."""
        tokens = [held or Tokens() for held in self.layout.tokens]
        tokens[seat] = Tokens.from_counts({**dict(tokens[seat].items()), suit: count})
        self.layout = replace(self.layout, tokens=tuple(tokens))
        self.refresh()


def _concerns(question: TableQuestion, place: int, player: int) -> bool:
    """Return whether a question is about this player's column in a district."""
    at = question.place
    return at is not None and (at.number, at.seat) == (place, player)


def list_cards(layout: Layout) -> list[Card]:
    """Return every property and deed of a layout."""
    return [card for district in layout.districts for side in district.columns if side for card in side.cards]


load_kv(__file__)
