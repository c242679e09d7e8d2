"""Screens to learn a game: its lesson and its rules."""

from dataclasses import replace
from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import StringProperty

from companion.app.app_screen import AppScreen
from companion.app.painters.happenings import Happenings
from companion.app.painters.piece_grid import PieceTarget
from companion.app.painters.question_view import add_pads
from companion.app.painters.spots import Offered
from companion.app.registry import find_game_ui
from companion.app.sheets.list import lines_of
from companion.app.texts.i18n import words
from companion.app.widgets.card import CardFace
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.registry import AnyGame, games, new_options
from companion.games.texts import Lesson, LessonStep
from companion.games.view import View
from companion.pieces import Card
from companion.play.lesson_course import READER, lesson_course
from companion.play.possible_moves import seats_asked


class RulesScreen(AppScreen):
    """A pad for each game with a cheat sheet; below them the sheet of the chosen game."""

    def on_pre_enter(self) -> None:
        """Show the first game."""
        self.ids.games.clear_widgets()
        known = [rules for rules in games() if rules.cheat_sheet is not None]
        pads = add_pads(self.ids.games, [(words.say(rules.title), partial(self.show, rules)) for rules in known])
        self.pads = dict(zip([rules.name for rules in known], pads, strict=True))
        self.show(known[0])

    def show(self, rules: AnyGame) -> None:
        """Show the cheat sheet of a game."""
        self._rules = rules
        for name, pad in self.pads.items():
            pad.chosen = name == rules.name
        self.ids.lines.clear_widgets()
        sheet = rules.cheat_sheet
        assert sheet is not None, "it has a pad because it has one"
        for line in lines_of(
            sheet(rules.options_from_json(new_options(rules, {"preset": rules.presets[0]}), "options"))
        ):
            self.ids.lines.add_widget(line)
        self.ids.scroll.scroll_y = 1

    def refresh(self, *_: object) -> None:
        """Show the same sheet in another language."""
        self.show(self._rules)


CARD_UNITS = 92
"""Width of a card of the hand in units."""


class LearnScreen(AppScreen):
    """A pad for each game; below them the table of its lesson, and what is tapped next."""

    progress = StringProperty("")
    text = StringProperty("")
    """What the reader must know before the next tap."""
    button = StringProperty("")
    """The label of the button; empty while something else is tapped."""
    far_turned = False

    def on_kv_post(self, _base: Any) -> None:
        """Build a pad for each game, and begin the lesson of the first one."""
        self.hand: dict[str, PieceTarget] = {}
        """The cards of the reader's hand, by their codes."""
        taught = [rules for rules in games() if rules.lesson is not None]
        pads = add_pads(self.ids.games, [(words.say(rules.title), partial(self.begin, rules)) for rules in taught])
        self.pads = dict(zip([rules.name for rules in taught], pads, strict=True))
        self.ids.table.painting.tap = lambda _spot: self.go_on()
        self.happenings = Happenings(
            self, self.ids.table.place_of, lambda: find_game_ui(self.course.rules.name).suit_dice
        )
        self.begin(games()[0])

    def on_leave(self) -> None:
        """Begin anew at the next visit."""
        self.begin(games()[0])

    def begin(self, rules: AnyGame) -> None:
        """Begin the lesson of a game."""
        assert rules.lesson is not None, "it has a pad because it has one"
        self.happenings.stage.finish()
        self.lesson: Lesson = rules.lesson
        self.tapped = 0
        self.course = self.before = lesson_course(rules, self.lesson, 0)
        self.refresh()

    @property
    def step(self) -> LessonStep:
        """The step that is asked now."""
        return self.lesson.steps[self.tapped]

    @property
    def names(self) -> tuple[str, ...]:
        """The player names, by seat."""
        return self.lesson.names

    def view_of(self, state: Any) -> View:
        """Return the table as the reader may see it."""
        return self.course.rules.view(state, self.names, READER)

    def go_on(self) -> None:
        """Do what the tap does; after the last step, open the form of a new game."""
        rules, step = self.course.rules, self.step
        if step is self.lesson.steps[-1]:
            self.lead_to("new_game")
            App.get_running_app().root.current_screen.begin(rules)
            return
        self.tapped += 1
        self.before, self.course = self.course, lesson_course(rules, self.lesson, self.tapped)
        made = replace(self.course.done[-1], before=self.before.state) if step.moves else None
        happened = self.happenings.happened(made) if made is not None else None
        self.refresh()
        self.happenings.show(happened)

    def refresh(self, *_: object) -> None:
        """Show the table, and what is tapped next."""
        step, table, rules = self.step, self.ids.table, self.course.rules
        for name, pad in self.pads.items():
            pad.chosen = name == rules.name
        view, before = map(self.view_of, (self.course.state, self.before.state))
        table.show(view, seats_asked(self.course), [before])
        spots = {step.tap} - {""}
        table.offer(Offered(spots, spots, spots, hints=dict.fromkeys(spots, words._("Tap"))))
        self.ids.hand.clear_widgets()
        self.hand = {code: PieceTarget(CardFace(card=Card.parse(code)), chosen=code == step.tap) for code in step.hand}
        for target in self.hand.values():
            target.size_hint_x, target.width, target.disabled = None, theme.unit * CARD_UNITS, not target.chosen
            target.bind(on_release=lambda _card: self.go_on())
            self.ids.hand.add_widget(target)
        self.text, self.button = words.say(step.text), "" if step.tap else words.say(step.button)
        self.progress = f"{self.tapped + 1} / {len(self.lesson.steps)}"


load_kv(__file__)
