"""Decisions: what a seat may decide, as values with named fields that are answered in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, TypeVar

from companion.games.fields import BETWEEN, Cards, Field, Pick, Place, unusable
from companion.locale import Message
from companion.questions import UnusableAnswer

MoveT = TypeVar("MoveT")
Words = Mapping[str, str]
"""Answers as they are typed and as they stand in addresses, by field."""
CORRECT = "correct"
"""The name of the decision on what lies otherwise than it is stored, in every game that can be corrected."""
SPOT = "spot"
"""The word of a decision that goes on by taps: the spots that were tapped."""


class _Unanswered(Exception):
    """A field that is needed to ask the next one has no answer."""


class Answers(dict[str, Any]):
    """The answers of a decision by field: those that were typed or tapped, and what is proposed for the others."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = dict(words)
        """The answers as words, also of fields that are not asked yet."""

    def __missing__(self, name: str) -> Any:
        raise _Unanswered


def _asks_nothing(_answers: Answers) -> tuple[()]:
    return ()


@dataclass(frozen=True)  # no slots: what it asks is computed once
class Decision(Generic[MoveT]):
    """A decision: its fields, and the answers until now.

    Fields can be answered in any order. A decision is complete once every field has an answer or a proposal.
    """

    name: str
    """A word of letters, digits and ``-``."""
    text: Message
    """The label of its button."""
    make: Callable[[Answers], MoveT]
    """Returns the move of these answers."""
    ask: Callable[[Answers], Iterable[Field]] = _asks_nothing
    """Returns the fields under these answers. One that depends on others reads them; it is asked once they are known.
    """
    owner: int | None = None
    """The seat that decides; None for any player at the table."""
    optional: bool = False
    """Whether play goes on without it."""
    secret: bool = False
    """Whether only its owner may see it."""
    makes: tuple[str, ...] = ()
    """The names of the moves that it makes, in the game's notation."""
    then: Callable[[Answers], tuple[MoveT, ...]] | None = None
    """Returns the moves that follow at once, if a decision makes several."""
    confirm: Callable[[Answers], Message] | None = None
    """Returns the label of the button that makes a move of proposals; ``text`` if left out."""
    cautions: Callable[[Answers], Iterable[Message]] = _asks_nothing
    """Returns warnings about the present answers."""
    taps: Mapping[str, Words] = field(default_factory=dict)
    """By spot of the table, the answers that a tap there gives."""
    ways: Callable[[Answers], int] | None = None
    """Returns how many moves these answers leave, if it selects one of many."""
    words: Words = field(default_factory=dict)
    """The answers until now."""

    def __str__(self) -> str:
        return " ".join((self.name, *(f"{name}={word}" for name, word in self.words.items())))

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields that are asked under the present answers."""
        return self._filled[0]

    @property
    def missing(self) -> Field | None:
        """The first field without an answer and without a proposal; None if the decision is complete."""
        fields, answers = self._filled
        return next((one for one in fields if one.name not in answers), None)

    @property
    def answers(self) -> Answers:
        """The answers by field, and what is proposed for the others."""
        return self._filled[1]

    def answer(self, name: str, value: Any) -> Decision[MoveT]:
        """Return the decision with one field answered; raise ``UnusableAnswer`` for a value that is not allowed."""
        asked = next((one for one in self.fields if one.name == name), None)
        if asked is None:
            raise unusable(name)
        word = asked.write(value)
        asked.read(word)
        return self.with_words({name: word})

    def with_words(self, words: Words) -> Decision[MoveT]:
        """Return the decision with further answers, as words; those that do not fit are left out."""
        return replace(self, words={**self.words, **words})

    def read(self, words: Words) -> Decision[MoveT]:
        """Return the decision with further answers; raise ``UnusableAnswer`` for one that it does not take."""
        decision = self.with_words(words)
        asked = {one.name: one for one in decision.fields}
        for name, word in words.items():
            if name == SPOT and set(word.split(BETWEEN)) <= set(self.taps):
                continue
            if name not in asked:
                raise unusable(name)
            asked[name].read(word)
        return decision

    def tapped(self, spot: str) -> Decision[MoveT] | None:
        """Return the decision with the answers that a tap on a spot gives; None if it gives none.

        A further tap leaves what is about all tapped spots, and gives no answer if nothing is.
        """
        words = self.taps.get(spot)
        if words is None:
            places = (one for one in self.fields if isinstance(one, Place) and spot in one.offered)
            words = next(({one.name: spot} for one in places), None)
        if words is not None and SPOT in words and SPOT in self.words:
            further = self.with_words({**words, SPOT: f"{self.words[SPOT]}{BETWEEN}{spot}"})
            return further if further.is_possible else None
        return None if words is None else self.with_words(words)

    @property
    def chosen_card(self) -> Cards | None:
        """The field of the card that it began with, once it is chosen; None if it began otherwise."""
        first = next(iter(self.fields), None)
        if not isinstance(first, Cards) or not first.single or first.proposed is not None:
            return None
        return first if first.name in self.answers else None

    @property
    def is_possible(self) -> bool:
        """Whether anything is left that the missing field allows."""
        field = self.missing
        return not isinstance(field, Pick | Place) or bool(field.offered)

    def left_by(self, spot: str) -> tuple[Any, ...]:
        """Return the values of the missing choice that a tap on a spot leaves; none if the tap narrows nothing."""
        field = self.missing
        if isinstance(field, Place):
            return (spot,) if spot in field.offered else ()
        if not isinstance(field, Pick) or spot not in self.taps:
            return ()
        left = tuple(value for value in field.offered if self._agrees(field.name, value, spot))
        tapped = self.tapped(spot)
        if len(left) < len(field.offered) or tapped is None:
            return left
        return left if self.ways is not None and self.ways(tapped.answers) < self.ways(self.answers) else ()

    def _agrees(self, name: str, value: Any, spot: str) -> bool:
        """Return whether a tap on a spot keeps this answer."""
        tapped = self.answer(name, value).tapped(spot)
        return tapped is not None and tapped.is_possible and name in tapped.answers

    def move(self) -> MoveT:
        """Return the move; raise ``UnusableAnswer`` if a field is still to be answered."""
        fields, answers = self._filled
        missing = next((one for one in fields if one.name not in answers), None)
        if missing is not None:
            raise UnusableAnswer(self.name, missing.text)
        return self.make(answers)

    def moves(self) -> tuple[MoveT, ...]:
        """Return all moves that it makes, in order."""
        return (self.move(), *(self.then(self.answers) if self.then is not None else ()))

    @cached_property
    def _filled(self) -> tuple[tuple[Field, ...], Answers]:
        answers, fields = Answers(self.words), list[Field]()
        try:
            for one in self.ask(answers):
                fields.append(one)
                if one.proposed is not None:
                    answers[one.name] = one.proposed
                if one.name in answers.words:
                    with suppress(UnusableAnswer):
                        answers[one.name] = one.read(answers.words[one.name])
        except _Unanswered:
            pass
        return tuple(fields), answers


def parse_decision(text: str, offered: Iterable[Decision[MoveT]]) -> Decision[MoveT]:
    """Return the decision that a text writes, of those offered; raise ``UnusableAnswer`` if it is none of them."""
    name, *pairs = text.split()
    decision = next((one for one in offered if one.name == name), None)
    if decision is None:
        raise unusable(name)
    return decision.read({name: word for name, _, word in (pair.partition("=") for pair in pairs)})


def choose(
    name: str,
    text: Message,
    question: Message,
    decisions: Sequence[Decision[MoveT]],
    *,
    optional: bool = False,
    makes: tuple[str, ...] = (),
) -> Decision[MoveT]:
    """Return a decision of the whole table that first asks which of these is meant."""

    def asked(answers: Answers) -> Mapping[str, Decision[MoveT]]:
        """Return the decisions that are about the tapped spots."""
        found = {one.name: one for one in decisions}
        for spot in answers.words.get(SPOT, "").split(BETWEEN) if SPOT in answers.words else ():
            begun = ((key, one.tapped(spot)) for key, one in found.items())
            found = {key: one for key, one in begun if one is not None}
        return found

    def chosen(answers: Answers) -> Decision[MoveT]:
        found = asked(answers)
        return next(iter(found.values())) if len(found) == 1 else found[answers["kind"]]

    def ask(answers: Answers) -> Iterable[Field]:
        found = asked(answers)
        if len(found) != 1 or "kind" in answers.words:
            yield Pick("kind", question, tuple(found), lambda key: found[key].text)
            answers["kind"]  # without this answer nothing else is asked
        one = chosen(answers)
        answers.words = {**one.words, **answers.words}
        yield from one.ask(answers)

    return Decision(
        name,
        text,
        lambda answers: chosen(answers).make(answers),
        ask,
        optional=optional,
        makes=makes,
        taps={spot: {SPOT: spot} for one in decisions for spot in one.taps},
    )
