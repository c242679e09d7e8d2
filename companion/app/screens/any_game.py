"""The screen of any game: its table, and a strip at the edge that asks what is awaited."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import StringProperty

from companion.app.camera.camera_corner import CameraCorner
from companion.app.camera.photo_worker import CardsInPhoto
from companion.app.game_screen import GameScreen
from companion.app.painters.asked import Asked
from companion.app.painters.decision_view import DecisionView
from companion.app.painters.pieces import seat_colour
from companion.app.painters.question_view import Answer, QuestionView
from companion.app.painters.spots import Offered
from companion.app.sheets.covered import Alone
from companion.app.texts.i18n import words
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.decisions import CORRECT, Decision
from companion.locale import Message
from companion.play import Kind, Question
from companion.play.possible_moves import Tap, list_taps, seats_asked, table_decisions
from companion.play.private_view import is_secret
from companion.play.short_labels import short_labels


class AnyGameScreen(GameScreen):
    """What everybody may see; what is for one player alone is answered on a sheet that covers it first."""

    title = StringProperty("")
    remarks = StringProperty("")
    """Sentences about the table."""

    def __init__(self, **kwargs: Any) -> None:
        self.asked: list[Any] = []
        """The questions and open decisions in the strip."""
        self.others: list[QuestionView] = []
        """What play does not wait for."""
        self.taps: Mapping[str, Tap] = {}
        self._views, self.alone = Asked(self), Alone(self)
        super().__init__(**kwargs)
        app = App.get_running_app
        theme.bind(portrait=self._ask_anew)
        self.camera = CameraCorner(self.overlay, self.ids.camera)
        self.photo = CardsInPhoto(self.overlay, lambda: app().folders.decks, lambda error: app().report_error(error))

    def show(self, questions: Sequence[Question]) -> None:
        """Show the table, the latest move and the open questions."""
        course = self.current_play.course
        self.title = words.say(course.rules.title)
        view = self.view_of(self.state)
        since = [self.view_of(step.before) for step in course.done[-1:]]
        self.table.show(view, seats_asked(course), since)
        self.remarks = "\n".join(map(words.head, view.remarks))
        super().show(questions)

    def draw_past(self, before: Any, state: Any) -> None:
        """Show an earlier state, of which nothing is asked."""
        view = self.view_of(state)
        self.table.show(view, (), [self.view_of(before)])
        self.table.offer(Offered())
        self.remarks = "\n".join(map(words.head, view.remarks))
        self.others = []
        self._show_others()
        self._fill_strip(())

    def _show_others(self) -> None:
        """Show what play does not wait for beside the table, or below it in a window that is higher than wide."""
        for box in (self.ids.others, self.ids.below):
            box.clear_widgets()
        for view in self.others:
            (self.ids.below if theme.portrait else self.ids.others).add_widget(view)

    def ask(self, questions: Sequence[Question]) -> None:
        """Show all that is awaited in the strip, and the optional decisions beside the table."""
        decisions = table_decisions(self.current_play.course)
        shown = [one for one in questions if not is_secret(self.current_play, one) and one.kind is Kind.RULES]
        taps = list_taps(self.current_play.course, shown, [one for one in decisions if not one.secret])
        self.taps = {spot: tap for spot, tap in taps.items() if spot in self.table.ids_of_spots}
        self.form = None
        awaited = [one for one in decisions if not one.optional and not one.secret]
        self.asked = [*self._views.awaited(questions, awaited), *map(self._views.sealed, self.current_play.sealed())]
        self.others = [*self._views.optional([one for one in decisions if one.optional])]
        self._show_others()
        self.show_asked()
        super().ask(questions)

    def show_asked(self) -> None:
        """Show what is awaited, in place of a decision in progress."""
        opened = [view for view in self.asked if isinstance(view, DecisionView)]
        self.form = opened[0] if opened else None
        self._fill_strip(self.asked)
        self.offer()

    def _fill_strip(self, views: Sequence[Any]) -> None:
        """Show these questions at the edge of those who are asked; at the near one if any of them sits there."""
        owners = [getattr(view, "owner", None) for view in views]
        turned = bool(owners) and all(seat is not None and self.is_seat_turned(seat) for seat in owners)
        strip, board = self.ids.strip, self.ids.board
        if turned != strip.turned:
            strip.turned = turned
            board.remove_widget(strip)
            board.add_widget(strip, index=len(board.children) if turned else board.children.index(self.ids.below) + 1)
        strip.show(views)

    def _ask_anew(self, *_: object) -> None:
        if self.veil is None:
            self.ask_again()

    def offer(self) -> None:
        """Let glow what a tap on the table answers."""
        asked, form = {spot for spot, tap in self.taps.items() if tap.answers}, self.form
        if form is not None and form not in self.asked:
            self.table.offer(form.tappable)
        else:
            awaited = {spot for spot, tap in self.taps.items() if tap.awaited}
            opened = form.tappable if form is not None else Offered()
            acting, glowing = {*self.taps, *opened.glowing}, awaited.union(opened.glowing)
            needed = asked.union(opened.glowing)
            self.table.offer(replace(opened, acting=acting, glowing=glowing, needed=needed))

    # what is tapped

    def begin_at(self, spot: str) -> None:
        """Begin what a tap on this spot can begin; ask which if that is several things."""
        tap = self.taps.get(spot)
        if tap is None:
            return
        choices = [self._answer_of(key, number, text) for key, number, text in tap.answers]
        awaited = [one for one in tap.decisions if not one.optional]
        begun = awaited or ([] if choices else tap.decisions)
        if len(choices) + len(begun) == 1:
            choices[0][1]() if choices else self.fill_in(begun[0], spot)
            return
        pads: list[Answer] = [(words.head(one.text), partial(self.fill_in, one, spot)) for one in begun]
        pads.append((words._("Close"), self.show_asked))
        short = short_labels([text for text, _ in choices], ends=True)
        answers = [(text, answer) for text, (_, answer) in zip(short, choices, strict=True)]
        questions = [one for one in self.current_play.questions() if one.key in {key for key, _, _ in tap.answers}]
        asked = [*(one.owner for one in questions), *(one.owner for one in begun)]
        view = QuestionView([*answers, *pads], owner=asked[0], text=words.head(next(self._named(spot)).label))
        self._fill_strip([view])

    def _named(self, spot: str) -> Iterator[Any]:
        return (one for one in self.view_of(self.state).spots() if one.id == spot)

    def _answer_of(self, key: str, number: int, text: Message) -> Answer:
        question = next(one for one in self.current_play.questions() if one.key == key)
        return words.head(text), partial(self.confirm, question, number)

    def fill_in(self, decision: Decision[Any], spot: str = "") -> None:
        """Open a decision in the strip, begun by a tap on a spot, if there is one; a count is corrected in place."""
        if decision.name == CORRECT and self.counting.open(spot):
            self.show_asked()
            return
        form = self.form_of(decision if not spot else decision.with_words(decision.taps[spot]))
        if form.parent is None and form.decision.missing is not None:
            form.close_callback = self.show_asked
            self.form = form
            self._fill_strip([form])
            self.offer()

    def go_on(self, decision: Decision[Any], seat: int | None = None) -> None:
        """Open a decision in the strip."""
        self.overlay.close()
        self.fill_in(decision)

    def form_of(self, decision: Decision[Any], others: Sequence[Answer] = ()) -> DecisionView:
        """Return the view of a decision, with what can be done instead beside it."""
        owner, spots = decision.owner, self.table.ids_of_spots
        name, colour = ("", theme.ink) if owner is None else (self.names[owner], seat_colour(owner))
        propose = partial(self.propose_decision, owner)
        return DecisionView(decision, propose, self.photo.choose, name, others, spots, colour=colour)

    def show_notice(self, why: str) -> None:
        """Show why something is not possible, in the decision in progress if there is one."""
        if self.form is not None and self.sheet is None:
            self.form.notice = why
        else:
            super().show_notice(why)

    def step_back(self) -> bool:
        """Close the sheet, or else the decision in progress; return False if there is neither."""
        if super().step_back():
            return True
        opened = self.form is not None and self.form not in self.asked
        if opened:
            self.show_asked()
        return opened

    # the screen

    def is_overlay_turned(self) -> bool:
        """Return False: only what is for one player alone is turned."""
        return False

    def on_leave(self) -> None:
        """Drop a photo that is being read, and leave the game."""
        self.photo.drop()
        super().on_leave()

    # what is for one player alone

    def make_question_sheet(self, question: Question) -> Sheet:
        """Return the sheet of a proposal; a secret one is covered for the player who may see it."""
        if not is_secret(self.current_play, question):
            return super().make_question_sheet(question)
        return self.alone.proposal(question)


load_kv(__file__)
