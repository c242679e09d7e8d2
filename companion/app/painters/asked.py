"""What a table is asked, as views: what play waits for, one player at a time, and what it does not wait for."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from companion.app.painters.question_view import Answer, QuestionView
from companion.app.sheets.covered import offers_of, private_decisions
from companion.app.texts.i18n import words
from companion.app.window.theme import theme
from companion.games.decisions import Decision
from companion.games.fields import Amount
from companion.games.protocol import Waiting
from companion.locale import Message
from companion.play import Kind, Question, SealedQuestion
from companion.play.private_view import is_secret, private_lines
from companion.play.short_labels import short_labels

ANSWER_ALONE = Message("Answer in private")


def other_rolls(screen: Any) -> list[Answer]:
    """Return the rolls that need no die to be entered, if a roll is due: the one that was taken back, and the app's."""
    if screen.current_play.course.rules.wish(screen.state) is None:
        return []
    cast, rolls = screen.current_play.course.dice_cast, [(words._("Roll for me"), screen.roll_for_me)]
    if cast is not None:
        text = words._("Use {dice} again").format(dice="·".join(str(die.value) for die in cast))
        rolls.insert(0, (text, screen.roll_again))
    return rolls


class Asked:
    """The questions and decisions of one table.

    Args:
        screen: The screen of the game, which answers them.
    """

    def __init__(self, screen: Any) -> None:
        self._screen = screen
        self._first: int | None = None
        """The player who wants to answer before others."""

    def awaited(self, questions: Sequence[Question], decisions: list[Decision[Any]]) -> Iterator[Any]:
        """Yield what the rules wait for with its answers and decisions, and the app's dice if a roll is due."""
        rules, state = self._screen.current_play.course.rules, self._screen.state
        rolls = other_rolls(self._screen)
        offered = [question for question in questions if question.kind is Kind.RULES]
        if offered:
            # One at a time: those of the others are asked with a tap on their names.
            first = next((one for one in offered if one.owner == self._first), offered[0])
            others = [(self._name_of(one), partial(self._turn_to, one.owner)) for one in offered if one is not first]
            yield self._asked(first.text, first.owner, [*self._answers(first), *rolls], others)
            rolls = []
        waits = [one for one in rules.waiting_for(state) if not one.answers]
        for waiting in waits:
            own = [decision for decision in decisions if decision.owner == waiting.owner]
            yield self._asked_of(waiting, own, rolls, alone=len(waits) == 1 and not offered)
            rolls = []

    def _asked_of(self, waiting: Waiting[Any], own: list[Decision[Any]], rolls: list[Answer], *, alone: bool) -> Any:
        """Return a question with its decisions; a number, and the only decision, is open if nobody else is asked."""
        opened = [one for one in own if one.missing and (len(own) == 1 or isinstance(one.missing, Amount))]
        pads = [self._pad_of(one) for one in own if one not in opened[:1]]
        if alone and opened:
            return self._screen.form_of(opened[0], [*pads, *rolls])
        view = self._asked(waiting.text, waiting.owner, [*map(self._pad_of, own), *rolls])
        if alone and view.pads:
            view.pads[0].tone = "main"
        return view

    def optional(self, decisions: Sequence[Decision[Any]]) -> Iterator[QuestionView]:
        """Yield what play does not wait for: the setup, optional decisions, and what is for one player alone."""
        screen, rules = self._screen, self._screen.current_play.course.rules
        open_to_all = [self._pad_of(decision) for decision in decisions if not decision.secret]
        if rules.over(screen.state):
            open_to_all.insert(0, (words._("Final score"), screen.open_score))
        if screen.preparing():
            open_to_all.append((words._("Set up the table"), screen.open_steps))
        if rules.forecast is not None:
            open_to_all.append((words._("Forecast"), screen.open_forecast))
        if open_to_all:
            yield QuestionView(open_to_all)
        own = {seat: private_decisions(decisions, seat) for seat in range(len(screen.names))}
        alone = [seat for seat, theirs in own.items() if theirs or private_lines(screen.current_play, seat)]
        if alone:
            pads = [(screen.names[seat], partial(screen.alone.open, seat, own[seat])) for seat in alone]
            yield QuestionView(pads, text=words._("For one player only"), colour=theme.quiet)

    def _pad_of(self, decision: Decision[Any]) -> Answer:
        """Return the pad of a decision: it opens the decision, or makes its move at once if nothing is asked."""
        if decision.missing is None:
            return words.head(decision.text), partial(self._screen.propose_decision, decision.owner, decision.move())
        return words.head(decision.text), partial(self._screen.fill_in, decision)

    def _answers(self, question: Question) -> list[Answer]:
        if question.owner is not None and is_secret(self._screen.current_play, question):
            take = partial(self._screen.confirm, question)
            cover = partial(self._screen.alone.cover, question.owner, question.text, offers_of(question), take)
            return [(words.say(ANSWER_ALONE), cover)]
        tapped = {number for tap in self._screen.taps.values() for key, number, _ in tap.answers if key == question.key}
        texts = short_labels([words.head(choice.text) for choice in question.choices], ends=True)
        confirm = partial(self._screen.confirm, question)
        return [(text, partial(confirm, number)) for number, text in enumerate(texts) if number not in tapped]

    def sealed(self, covered: SealedQuestion) -> QuestionView:
        """Return the question for an answer that nobody else sees before all have answered."""
        take = partial(self._screen.alone.seal, covered.owner)
        answer = words._("Change answer") if covered.answered else words.say(ANSWER_ALONE)
        cover = partial(self._screen.alone.cover, covered.owner, covered.text, covered.offers, take, covered.amount)
        if not covered.answered:
            return self._asked(covered.sentence(), covered.owner, [(answer, cover)])
        text = words._("{name} has answered").format(name=self._screen.names[covered.owner])
        return QuestionView([(answer, cover)], owner=covered.owner, text=text)

    def _name_of(self, question: Question) -> str:
        return words.head(question.text) if question.owner is None else self._screen.names[question.owner]

    def _turn_to(self, seat: int | None) -> None:
        """Ask this player first."""
        self._first = seat
        self._screen.ask_again()

    def _asked(
        self, text: Message, owner: int | None, answers: Sequence[Answer], others: Sequence[Answer] = ()
    ) -> QuestionView:
        if owner is None:
            return QuestionView(answers, others, text=words.head(text))
        message = Message("{name}: {text}", {"name": self._screen.names[owner], "text": text})
        return QuestionView(answers, others, owner, text=words.say(message))
