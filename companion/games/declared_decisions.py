"""The decisions on declared moves and facts: which of the legal moves, or what lies on the table."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from companion.games.decisions import SPOT, Answers, Decision
from companion.games.declared import (
    NOTHING_CHOSEN,
    At,
    Declared,
    Fact,
    Move,
    Names,
    declared_fields,
    describe_facts,
    held,
    spots_of,
)
from companion.games.errors import IllegalMove
from companion.games.field_types import Kinds
from companion.games.fields import BETWEEN, Amount, Cards, Field, Pick, pick_seat, write_value
from companion.locale import Message

MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Question(Generic[MoveT]):
    """An attribute in which moves differ: the question's name and text, a move's answer, and the answer's label."""

    name: str
    text: Message
    of: Callable[[MoveT], Hashable]
    label: Callable[[MoveT], Message]
    always: bool = False
    """Whether to ask even if only one answer is left, so that the player reads it first."""


def narrow(
    name: str,
    text: Message,
    moves: Sequence[MoveT],
    questions: Sequence[Question[MoveT]],
    *,
    spots: Callable[[MoveT], Iterable[str]] = lambda _move: (),
    **more: Any,
) -> Decision[MoveT]:
    """Return a decision that asks only the questions needed to select one of the moves.

    A question with the same answer for all remaining moves is skipped, unless it is asked ``always``. There must be at
    least one move, and no two moves may have all answers in common. Taps on ``spots`` leave the moves that are about
    all of them.
    """
    about = [frozenset(spots(move)) for move in moves]

    @cache
    def word(place: int, number: int) -> str:
        return write_value(questions[number].of(moves[place]))

    def agreeing(answers: Answers, *, without: Question[MoveT] | None = None) -> list[MoveT]:
        """Return the moves that all answers mean, those to later questions too."""
        words = answers.words
        asked = {n: words[one.name] for n, one in enumerate(questions) if one is not without and one.name in words}
        tapped = set(words[SPOT].split(BETWEEN)) if SPOT in words else set[str]()
        return [
            move
            for place, move in enumerate(moves)
            if tapped <= about[place] and all(word(place, number) == one for number, one in asked.items())
        ]

    def ask(answers: Answers) -> Iterator[Field]:
        for question in questions:
            groups: dict[Hashable, MoveT] = {}
            for move in agreeing(answers, without=question):
                groups.setdefault(question.of(move), move)
            if len(groups) > 1 or question.always or question.name in answers.words:
                yield _pick(question, groups)
                answers[question.name]  # without this answer no other question is asked

    return Decision(
        name,
        text,
        lambda answers: agreeing(answers)[0],
        ask,
        ways=lambda answers: len(agreeing(answers)),
        taps={spot: {SPOT: spot} for of_move in about for spot in of_move},
        **more,
    )


def _pick(question: Question[MoveT], groups: dict[Hashable, MoveT]) -> Pick:
    """Return the choice between groups of moves, each labelled by its first move."""
    return Pick(question.name, question.text, tuple(groups), lambda value: question.label(groups[value]))


def select(
    name: str, moves: Sequence[Any], state: Any, names: Names, *more: Question[Any], owner: int | None
) -> Decision[Any]:
    """Return the decision that selects one of several moves of a kind.

    Args:
        name: The name of the kind.
        moves: The moves, one at least.
        state: The state.
        names: The players' names by seat.
        more: Questions after those that the kind declares.
        owner: The seat that decides, unless anybody may.
    """
    kind: type[Move[Any]] = type(moves[0])
    assert kind.button is not None
    return narrow(
        name,
        kind.button,
        moves,
        (*(question for one in declared_fields(kind) for question in _questions(one, state, names)), *more),
        owner=None if kind.optional else owner,
        optional=kind.optional,
        makes=(name,),
        spots=lambda move: spots_of(state, move),
    )


def _questions(field: Declared, state: Any, names: Names) -> Iterator[Question[Any]]:
    asked = field.asked
    if asked is not None:
        yield Question(
            asked.name,
            asked.text,
            lambda move: asked.of(getattr(move, field.name)),
            lambda move: _label(field, state, names, asked.of(getattr(move, field.name))),
        )


def _label(field: Declared, state: Any, names: Names, value: Any) -> Message:
    if field.asked is not None and field.asked.label is not None:
        return field.asked.label(state, value, names)
    return Message("{name}", {"name": names[value]}) if field.seat else value.wording()


def corrections(
    facts: Kinds, correct: Callable[[tuple[Any, ...]], Move[Any]], state: Any, names: Names
) -> Iterator[Decision[Any]]:
    """Yield a decision for each kind of fact that a state has; ``correct`` returns the move of its facts."""
    for name, kind in facts.items():
        one = _Correction(kind, correct, state, names)
        if one.asked and one.is_open():
            label = name.replace("_", "-")
            yield Decision(label, kind.button, one.move, one.ask, taps=one.taps())


class _Correction:
    """The decision on a fact of one kind."""

    def __init__(
        self, kind: type[Fact[Any]], correct: Callable[[tuple[Any, ...]], Move[Any]], state: Any, names: Names
    ) -> None:
        self._correct, self._state, self._names = correct, state, names
        self._kind: Callable[..., Fact[Any]] = kind
        self._swaps = kind.swaps
        self.asked = [one for one in declared_fields(kind) if one.asked is not None]
        """The fields that are asked, the new value last."""
        self._domains: dict[tuple[Any, ...], Sequence[Any]] = {}

    def ask(self, answers: Answers) -> Iterator[Field]:
        """Yield the fields under these answers."""
        chosen: dict[str, Any] = {}
        for field in self.asked:
            asked, values = field.asked, self.values(field, chosen)
            assert asked is not None
            if field.seat:
                yield pick_seat(asked.name, asked.text, values, self._names)
            elif isinstance(values, range):
                yield Amount(asked.name, asked.text, values[0], values[-1], self._held(chosen))
            elif field.card and asked.label is None:
                yield Cards(asked.name, asked.text, tuple(values))
            else:
                labels = {_word(value): self._label(field, value, chosen) for value in values}
                yield Pick(asked.name, asked.text, tuple(labels), labels.__getitem__)
            chosen[field.name] = self._value(field, chosen, answers)

    def move(self, answers: Answers) -> Move[Any]:
        """Return the correction of these answers."""
        chosen: dict[str, Any] = {}
        for field in self.asked:
            chosen[field.name] = self._value(field, chosen, answers)
        return self._made(chosen)

    def taps(self) -> Mapping[str, Mapping[str, str]]:
        """Return the answer to the first question that a tap on each spot gives; none if that is the new value."""
        field = self.asked[0]
        assert field.asked is not None
        return {
            spot: {} if field.name == "now" else {field.asked.name: _word(value)}
            for mark in field.marks
            if isinstance(mark, At)
            for value in self._domain(NOTHING_CHOSEN)
            for spot in mark.spots(self._state, value)
        }

    def values(self, field: Declared, chosen: Mapping[str, Any]) -> Sequence[Any]:
        """Return the values that a field may have; of a new value that is no number, those that the rules accept."""
        values = self._domain(chosen)
        if field.name != "now":
            return [value for value in values if self.is_open({**chosen, field.name: value})]
        return values if isinstance(values, range) else [one for one in values if self._accepts({**chosen, "now": one})]

    def is_open(self, chosen: Mapping[str, Any] = NOTHING_CHOSEN) -> bool:
        """Return whether the next field has a value: with none chosen, whether there is such a fact now."""
        name, values = self.asked[len(chosen)].name, self._domain(chosen)
        return bool(values) and (name == "now" or any(self.is_open({**chosen, name: one}) for one in values))

    def _domain(self, chosen: Mapping[str, Any]) -> Sequence[Any]:
        """Return the declared values of the next field, of a new value without the game's."""
        key = tuple(chosen.values())
        if key not in self._domains:
            self._domains[key] = self._declared_values(self.asked[len(chosen)], chosen)
        return self._domains[key]

    def _declared_values(self, field: Declared, chosen: Mapping[str, Any]) -> Sequence[Any]:
        if field.name != "now":
            return tuple(field.domain(self._state, chosen) or ())
        try:
            was = held(self._kind, self._state, chosen)
        except IllegalMove:
            return ()
        values = field.domain(self._state, {**chosen, "was": was}) or ()
        return values if isinstance(values, range) else [value for value in values if value != was]

    def _accepts(self, chosen: Mapping[str, Any]) -> bool:
        try:
            self._made(chosen).apply(self._state)
        except IllegalMove:
            return False
        return True

    def _made(self, chosen: Mapping[str, Any]) -> Move[Any]:
        was, now = self._held(chosen), chosen["now"]
        facts = [self._kind(**chosen, was=was)]
        if self._swaps:
            name = self.asked[0].name
            others = (value for value in self._domain(NOTHING_CHOSEN) if value != chosen[name])
            crosswise = (other for other in others if self._held({name: other}) == now)
            facts += [self._kind(**{name: other}, was=now, now=was) for other in crosswise]
        return self._correct(tuple(facts))

    def _held(self, chosen: Mapping[str, Any]) -> Any:
        """Return the game's value of the fact that the chosen fields name; None if it has none now."""
        try:
            return held(self._kind, self._state, chosen)
        except IllegalMove:
            return None

    def _value(self, field: Declared, chosen: Mapping[str, Any], answers: Answers) -> Any:
        """Return the value of an answer: a number, a card, or the one of the field's values that the word writes."""
        assert field.asked is not None
        answer = answers[field.asked.name]
        if isinstance(answer, tuple):
            return answer[0]
        if isinstance(answer, int):
            return answer
        return next(value for value in self.values(field, chosen) if _word(value) == answer)

    def _label(self, field: Declared, value: Any, chosen: Mapping[str, Any]) -> Message:
        """Return the label of a value: of a new one, the sentence about the fact."""
        if field.name != "now":
            return _label(field, self._state, self._names, value)
        fact = self._kind(**chosen, was=self._held(chosen), now=value)
        return describe_facts(self._state, (fact,), self._names)[0]


def _word(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(_word, value)) or "-"
    return "-" if value is None else write_value(value)
