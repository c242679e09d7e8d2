"""The screen of a game without a screen of its own: its board in words, and pads for what it awaits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.app.camera_corner import CameraCorner
from companion.app.cards_in_photo import CardsInPhoto
from companion.app.game_screen import GameScreen
from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.sheets.cover import CoverSheet
from companion.app.sheets.form import FormSheet
from companion.app.sheets.private import PrivateSheet
from companion.app.theme import Colour, theme
from companion.app.widgets.board_table import BoardTable, CellContent
from companion.app.widgets.question_view import Answer, QuestionView
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.text import Wrapped
from companion.games.board import Board, Cell, Rows
from companion.games.decisions import Decision
from companion.games.fields import Amount
from companion.games.protocol import Offer
from companion.locale import Message
from companion.play import Covered, Kind, Question
from companion.play.possible_moves import table_decisions
from companion.play.private_view import find_viewer, is_secret, private_lines

ANSWER_ALONE = Message("Answer in private")
LEAVE = Message("No, cancel")
_NO_ANSWER = -1
"""The number of the offer that answers nothing."""


class AnyGameScreen(GameScreen):
    """What everybody may see; what is for one player alone is answered on a sheet that covers it first."""

    title = StringProperty("")
    draws_counters = False
    """Whether the drawn table shows what each seat has, too."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        app = App.get_running_app
        self.camera = CameraCorner(self.overlay, self.ids.camera)
        self.photo = CardsInPhoto(self.overlay, lambda: app().folders.decks, lambda error: app().report_error(error))

    def on_kv_post(self, _base: Any) -> None:
        """Hold the parts of the board that are not always in the widget tree."""
        # Kivy holds ids weakly, and widgets that are hidden are not in the tree.
        self._rows = self.drawn_table() or self.ids.rows.__self__
        self._counters, self._says, self._details = (
            self.ids[name].__self__ for name in ("counters", "says", "details")
        )

    def show(self, questions: Sequence[Question]) -> None:
        """Show the board, the latest move and the open questions."""
        rules = self.current_play.course.rules
        self.title = words.say(rules.title)
        self._show_board(rules.board(self.state, self.names))
        super().show(questions)

    def ask(self, questions: Sequence[Question]) -> None:
        """Show all that is awaited, then the optional decisions."""
        decisions = table_decisions(self.current_play.course)
        awaited = [decision for decision in decisions if not decision.optional]
        self.asked = [*self._awaited(questions, awaited), *map(self._sealed, self.current_play.sealed())]
        self.asked += self._optional([decision for decision in decisions if decision.optional])
        self.ids.asked.clear_widgets()
        for view in self.asked:
            self.ids.asked.add_widget(view)
        super().ask(questions)

    def is_overlay_turned(self) -> bool:
        """Return False: this screen is not turned, except for what is for one player alone."""
        return False

    def on_pre_enter(self) -> None:
        """Show the game; open the steps of setting up before the first move."""
        super().on_pre_enter()
        if self.current_play.seq == 0 and self.preparing():
            self.open_steps()

    def on_leave(self) -> None:
        """Drop a photo that is being read, and leave the game."""
        self.photo.drop()
        super().on_leave()

    def rematch(self) -> None:
        """Open the form of a new game with the same players and rules."""
        app, course = App.get_running_app(), self.current_play.course
        app.go("begin_any")
        app.root.current_screen.begin(course.rules, course.game.options, course.game.players)

    def open_forecast(self) -> None:
        """Open the forecast that everybody may see."""
        sheet = Sheet(title=words._("Forecast"))
        sheet.add_widget(self._forecast(None))
        sheet.add_widget(Widget())
        self.open(sheet)

    def _forecast(self, viewer: int | None) -> BoardTable:
        """Return the forecast that this viewer may see."""
        rules, table = self.current_play.course.rules, BoardTable()
        assert rules.forecast is not None, "asked for where there is one"
        rows = rules.forecast(rules.seen_by(self.state, viewer), self.names)
        table.show([*map(words.say, rows.headings)], [[*map(_shown, row)] for row in rows.rows])
        return table

    # what is shown

    def _show_board(self, board: Board) -> None:
        say = words.say
        marked = [f"• {seat.name}" if seat.at_turn else seat.name for seat in board.counters.seats]
        self.ids.counters.show(
            ["", *map(say, board.counters.names)],
            [[name, *map(_shown, seat.counts)] for name, seat in zip(marked, board.counters.seats, strict=True)],
            [_colour(seat) for seat in range(len(marked))],
        )
        self.lay_rows(board.rows)
        over = self.current_play.course.rules.over(self.state)
        first = len(board.remarks) if not over or len(board.remarks) <= len(self.names) + 1 else 1
        self._say(self._says, board.remarks[:first], units=25 if over else 21, bold=True)
        self._say(self._details, board.remarks[first:], units=21, bold=False)
        self._order(rows=self.shows_table(board.rows), over=over)

    def _say(self, lines: Widget, remarks: Sequence[Message], *, units: float, bold: bool) -> None:
        lines.clear_widgets()
        for line in remarks:
            lines.add_widget(Wrapped(text=words.head(line), units=units, bold=bold))

    def _order(self, *, rows: bool, over: bool) -> None:
        """Show the table, then the counters; once the game is over, its result comes first and its details last."""
        tables = [*([self._rows] if rows else []), *([] if self.draws_counters else [self._counters])]
        wanted = [self._says, *tables, self._details] if over else [*tables, self._says]
        if self.ids.board.children[::-1] != wanted:
            self.ids.board.clear_widgets()
            for part in wanted:
                self.ids.board.add_widget(part)

    def drawn_table(self) -> Widget | None:
        """Return the widget of a game that draws its table itself; called once."""
        return None

    def shows_table(self, rows: Rows) -> bool:
        """Return whether there is anything on the table to show."""
        return bool(rows.rows)

    def lay_rows(self, rows: Rows) -> None:
        """Update what lies on the table."""
        self.ids.rows.show([*map(words.say, rows.headings)], [[*map(_shown, row)] for row in rows.rows])

    def _awaited(self, questions: Sequence[Question], decisions: list[Decision[Any]]) -> Iterator[QuestionView]:
        """Yield what the rules wait for with its answers and decisions, and the app's dice if a roll is due."""
        rules, state = self.current_play.course.rules, self.state
        rolls: list[Answer] = [(words._("Roll for me"), self.roll_for_me)] if rules.wish(state) is not None else []
        offered = [question for question in questions if question.kind is Kind.RULES]
        first = not offered
        """Whether the next decision is the first that is awaited: its pad is the screen's main one."""
        for question in offered:
            yield self._asked(question.text, question.owner, [*self._answers(question), *rolls])
            rolls = []
        for waiting in rules.waiting_for(state):
            if not waiting.answers:
                own = [self._pad_of(decision) for decision in decisions if decision.owner == waiting.owner]
                view = self._asked(waiting.text, waiting.owner, [*own, *rolls])
                if first and view.pads:
                    view.pads[0].tone = "main"
                yield view
                rolls, first = [], False

    def _optional(self, decisions: Sequence[Decision[Any]]) -> Iterator[QuestionView]:
        """Yield what play does not wait for: the setup, optional decisions, and what is for one player alone."""
        open_to_all = [self._pad_of(decision) for decision in decisions if not decision.secret]
        if self.current_play.course.rules.over(self.state):
            open_to_all.insert(0, (words._("Rematch"), self.rematch))
        if self.preparing():
            open_to_all.append((words._("Set up the table"), self.open_steps))
        if self.current_play.course.rules.forecast is not None:
            open_to_all.append((words._("Forecast"), self.open_forecast))
        if open_to_all:
            yield QuestionView(open_to_all)
        alone = [
            seat
            for seat in range(len(self.names))
            if private_lines(self.current_play, seat) or _private(decisions, seat)
        ]
        if alone:
            pads = [(self.names[seat], partial(self._open_alone, seat, _private(decisions, seat))) for seat in alone]
            yield QuestionView(pads, text=words._("For one player only"), colour=theme.quiet)

    def _pad_of(self, decision: Decision[Any]) -> Answer:
        """Return the pad of a decision: it opens the decision, or makes its move at once if nothing is asked."""
        do = (
            partial(self._propose_decision, decision.owner, decision.move())
            if decision.missing is None
            else partial(self._fill_in, decision)
        )
        return (words.head(decision.text), do)

    def _fill_in(self, decision: Decision[Any]) -> None:
        self.open(
            FormSheet(decision, partial(self._propose_decision, decision.owner), self.photo.choose), decision.owner
        )

    def _propose_decision(self, seat: int | None, move: Any) -> bool:
        """Propose a form's move; close its sheet if the rules accept it."""
        made = self.propose(move, seat=seat)
        if made and isinstance(self.sheet, FormSheet | PrivateSheet):
            self.overlay.close()
        return made

    def _answers(self, question: Question) -> list[Answer]:
        if question.owner is not None and is_secret(self.current_play, question):
            offers = [Offer(number, choice.text) for number, choice in enumerate(question.choices)]
            cover = partial(self._cover, question.owner, question.text, offers, partial(self.confirm, question))
            return [(words.say(ANSWER_ALONE), cover)]
        return [
            (words.head(choice.text), partial(self.confirm, question, number))
            for number, choice in enumerate(question.choices)
        ]

    def _sealed(self, covered: Covered) -> QuestionView:
        take = partial(self._seal, covered.seat)
        answer = words._("Change answer") if covered.answered else words.say(ANSWER_ALONE)
        cover = partial(self._cover, covered.seat, covered.text, covered.offers, take, covered.amount)
        if not covered.answered:
            return self._asked(covered.sentence(), covered.seat, [(answer, cover)])
        text = words._("{name} has answered").format(name=self.names[covered.seat])
        return QuestionView([(answer, cover)], text=text, colour=_colour(covered.seat))

    def _asked(self, text: Message, owner: int | None, answers: Sequence[Answer]) -> QuestionView:
        if owner is None:
            return QuestionView(answers, text=words.head(text))
        message = Message("{name}: {text}", {"name": self.names[owner], "text": text})
        return QuestionView(answers, text=words.say(message), colour=_colour(owner))

    # what is for one player alone

    def make_question_sheet(self, question: Question) -> Sheet:
        """Return the sheet of a proposal; a secret one is covered for the player who may see it."""
        if not is_secret(self.current_play, question):
            return super().make_question_sheet(question)
        offers = [Offer(number, choice.text) for number, choice in enumerate(question.choices)]
        offers.append(Offer(_NO_ANSWER, LEAVE))
        viewer = question.owner if question.owner is not None else find_viewer(self.current_play, question)

        def taken(answer: int) -> None:
            if answer == _NO_ANSWER:
                self.dismiss(question)
            else:
                self.confirm(question, answer)

        return CoverSheet(
            offers,
            owner=self.names[viewer],
            text=words.head(question.text),
            callback=taken,
            dismiss_callback=partial(self.dismiss, question),
        )

    def _open_alone(self, seat: int, decisions: Sequence[Decision[Any]]) -> None:
        callback = partial(self._propose_decision, seat)
        forecast = self._forecast(seat) if self.current_play.course.rules.forecast is not None else None
        self.open(
            PrivateSheet(private_lines(self.current_play, seat), decisions, callback, forecast, owner=self.names[seat]),
            seat,
        )

    def _cover(
        self,
        owner: int,
        text: Message,
        offers: Sequence[Offer],
        take: Callable[[Any], bool],
        amount: Amount | None = None,
    ) -> None:
        """Ask on a sheet that shows nothing before its owner is alone, and nothing after the answer."""

        def taken(answer: object) -> None:
            if take(answer):
                self.overlay.close()

        self.open(CoverSheet(offers, amount, owner=self.names[owner], text=words.head(text), callback=taken), owner)

    def _seal(self, seat: int, answer: object) -> bool:
        return self.attempt(lambda: self.current_play.seal(seat, answer))


def _shown(cell: Cell) -> CellContent:
    return cell if isinstance(cell, tuple) else words.say(cell)


def _private(decisions: Sequence[Decision[Any]], seat: int) -> list[Decision[Any]]:
    """Return the decisions for this seat alone."""
    return [decision for decision in decisions if decision.secret and decision.owner == seat]


def _colour(seat: int) -> Colour:
    return list(theme.seats[seat % len(theme.seats)])


load_kv(__file__)
