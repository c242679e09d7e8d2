"""An evening at the pages: who sits where, what a player does there, and whether the pages say what is true."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.person.referee import Act, Expected, Table
from tests.person.web.eyes import Box, Look, Thing
from tests.person.web.person import Person
from tests.person.web.words import Words

Facts = dict[tuple[Any, ...], Any]
"""What a look has shown, by what it is about."""


@dataclass
class Seats:
    """The people at the table and their devices."""

    people: Sequence[Person]
    """By seat; all the same person where one device lies on the table."""
    names: Sequence[str]
    words: Words
    near: Sequence[int]
    """By seat, the seat from whose side that device shows the table."""

    @property
    def devices(self) -> Iterator[tuple[int, Person]]:
        """Each device once, with the first seat that plays on it."""
        seen: list[Person] = []
        for seat, person in enumerate(self.people):
            if person not in seen:
                seen.append(person)
                yield seat, person


class Player(ABC):
    """Plays one kind of game on the pages."""

    def __init__(self, seats: Seats, table: Table) -> None:
        self.seats, self.table, self.words = seats, table, seats.words
        self.readings = 0
        """How many facts were read and compared."""

    def play_out(self, survey_every: int = 12, most: int = 2000) -> None:
        """Play the game to its end, comparing what the pages say after each act."""
        number = 0
        while not self.table.over and number < most:
            act = self.table.next_act()
            person = self.seats.people[act.seat]
            look = self.do(person, act)
            number += 1
            expected = self.table.expect()
            self.compare(person, act.seat, look, expected, str(act))
            if number % survey_every == 0:
                for seat, other in self.seats.devices:
                    self.survey(other, seat, expected)
        for seat, other in self.seats.devices:
            self.read_end(other, seat, self.table.expect())

    def compare(self, person: Person, seat: int, look: Look, expected: Expected, after: str) -> Facts:
        """Compare everything that is in view with what must be true; returns what was read."""
        facts, truth = self.read(look, seat, person), self.truth(expected)
        for about, value in facts.items():
            if about in truth and truth[about] != value:
                raise person.trouble(f"{about} reads {value!r} and is {truth[about]!r} after: {after}", look)
        self.readings += len(facts)
        return facts

    def survey(self, person: Person, seat: int, expected: Expected) -> None:
        """Look at the whole page, dragging: everything that must be there is read."""
        facts: Facts = {}
        person.top()
        for look in person.pages():
            facts.update(self.compare(person, seat, look, expected, "looking at the whole page"))
        missing = sorted(str(about) for about in self.truth(expected) if about not in facts)
        person.top()
        if missing:
            raise person.trouble(f"cannot be read anywhere on the page: {', '.join(missing[:6])}")

    @abstractmethod
    def do(self, person: Person, act: Act) -> Look:
        """Do on the page what was done at the table."""

    @abstractmethod
    def read(self, look: Look, seat: int, person: Person) -> Facts:
        """Return what is in view."""

    @abstractmethod
    def truth(self, expected: Expected) -> Mapping[tuple[Any, ...], Any]:
        """Return what every page of this game must say."""

    @abstractmethod
    def read_end(self, person: Person, seat: int, expected: Expected) -> None:
        """Read who has won."""


def panel_of(look: Look, name: str) -> Box | None:
    """Return the frame with a player's pieces, if its name is in view."""
    for thing in look.things:
        if thing.kind == "text" and thing.text in (name, f"▶ {name}") and thing.button is None:
            frame = look.frame_of(thing)
            if frame.width < look.size[0] or frame.bottom - frame.top < look.size[1]:
                return frame
    return None


def below(look: Look, heading: str, things: Sequence[Thing]) -> list[Thing]:
    """Return what lies below a heading, the nearest first."""
    found = look.named(heading)
    if not found:
        return []
    top = found[0].box.bottom - 2
    return sorted((one for one in things if one.box.top >= top), key=lambda one: (one.box.top, one.box.left))
