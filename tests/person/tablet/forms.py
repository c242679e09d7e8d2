"""What the games without a table of their own have in common: a long form, sheets of cards and keypads for numbers."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tests.person.referee import Expected
from tests.person.tablet import endings
from tests.person.tablet.endings import count_differences, show_all
from tests.person.tablet.person import DRAGS, Person
from tests.person.tablet.screen import Box, Screen, Thing

LOOKS = 6
"""Drags after which nothing more of a table comes into view."""
LABELS: dict[str, dict[str, Any]] = {
    "en": {
        "more": "More games",
        "player": "Player {}",
        "players": {3: "Three players", 4: "Four players"},
        "start": "Start",
        "alone": "Answer in private",
        "rematch": "Rematch",
    },
    "fr": {
        "more": "Autres jeux",
        "player": "Joueur {}",
        "players": {3: "Trois joueurs", 4: "Quatre joueurs"},
        "start": "Commencer",
        "alone": "Répondre en secret",
        "rematch": "Revanche",
    },
}


def plain(text: str) -> str:
    """Return a text with straight apostrophes and plain spaces."""
    return text.replace("’", "'").replace("\xa0", " ")


class FormPeople(Person):
    """Everybody at a table whose game begins with a long form.

    Args:
        story: What is played, for the names of pictures.
        language: Of the screen, ``en`` or ``fr``.
        seats: The number of players.
        seed: Of the hands.
    """

    def __init__(self, story: str, language: str, seats: int, seed: int = 0) -> None:
        super().__init__(story, seed)
        self.language, self.seats, self.common = language, seats, LABELS[language]
        self.names = [self.common["player"].format(seat + 1) for seat in range(seats)]
        """As the form proposes them."""

    def open_form(self, title: str) -> None:
        """From the first screen to the form of a game, with as many players as there are."""
        self.tap(self.common["more"])
        self.tap(title)
        self.choose(self.common["players"][self.seats])

    def choose(self, text: str) -> Thing:
        """Drag the form until what says this can be tapped whole; tap the first."""
        for _ in range(DRAGS):
            screen = self.read()
            found = [one for one in screen.named(text) if one.button is not None]
            if found:
                first = max(found, key=lambda one: one.box.top)
                self.tap_thing(first)
                return first
            lists = self.frames(screen, "ScrollView")
            if not lists:
                break
            self.scroll(max(lists, key=lambda one: one.height), up=True)
        raise self.wrong(f"{text!r} is nowhere in the form")

    def pick(self, cards: Sequence[str], target: str = "CardTarget") -> None:
        """Tap these cards where they are offered."""
        for card in cards:
            self.tap_thing(self._target(card, target))

    def _target(self, card: str, target: str) -> Thing:
        def there(screen: Screen) -> list[Thing]:
            return [one for one in screen.pictures("card", card) if one.frame(target) and one.button]

        return self.dragged(there, target, f"the card {card}")

    def enter(self, number: int) -> None:
        """Tap a number, if a few are offered, or type it, and confirm it."""

        def keys(screen: Screen) -> list[Thing]:
            return [one for one in screen.things if one.frame("AmountPad") and one.button]

        pads = keys(self.until(lambda screen: bool(keys(screen)), "a keypad"))
        if not any(one.kind == "icon" and one.text == "back" for one in pads):
            self.tap_thing(next(one for one in pads if one.text == str(number)))
            return
        for digit in str(number):
            self.tap_thing(self._key("text", digit))
        self.tap_thing(self._key("icon", "done"))

    def _key(self, kind: str, text: str) -> Thing:
        def keys(screen: Screen) -> list[Thing]:
            there = [one for one in screen.things if one.kind == kind and one.text == text and one.button]
            return [one for one in there if one.frame("AmountPad")]

        return keys(self.until(lambda screen: bool(keys(screen)), f"the key {text!r}"))[0]

    def is_open(self, seat: int) -> bool:
        """Whether a player is asked already, so that there is nothing to tap first."""
        views = self.read().named(self.names[seat], exact=False)
        return any(one.frame("DecisionView") and not one.frame("QuestionView") for one in views)

    def asked(self, seat: int, text: str) -> Thing:
        """What says this in the question for a player, dragged into view."""
        for _ in range(DRAGS):
            screen = self.read()
            views = [one.frame("QuestionView") for one in screen.named(self.names[seat], exact=False)]
            there = [one for view in views if view for one in screen.inside(view) if one.text == text and one.button]
            if there:
                return there[0]
            lists = [box for box in self.frames(screen, "ScrollView") if box.top < screen.size[1] * 0.7]
            if not lists:
                break
            self.scroll(min(lists, key=lambda one: one.top), up=True)
        raise self.wrong(f"{self.names[seat]} finds no {text!r}")

    def tap_plain(self, pattern: str, frame: str, what: str, seat: int | None = None) -> None:
        """Tap what matches within such a frame, the one for a seat if several match; drag its list if need be.

        Args:
            pattern: Of the text, with straight apostrophes and plain spaces.
            frame: What it is part of.
            what: What it answers, for a report.
            seat: Whose question it is, if it is anybody's.
        """
        for up in (True,) * 6 + (False,) * 12:
            screen = self.read()
            found = self._buttons(screen, pattern, frame, seat)
            if found:
                self.tap_thing(found[0])
                return
            lists = {box for one in screen.things if one.frame(frame) and (box := one.frame("ScrollView")) is not None}
            if not lists:
                break
            self.scroll(min(lists, key=lambda one: one.bottom), up=up)
        raise self.wrong(f"nothing says {pattern!r} for {what!r}")

    def _buttons(self, screen: Screen, pattern: str, frame: str, seat: int | None) -> list[Thing]:
        """What can be tapped within such a frame: in a question for the seat, or in what is for everybody."""
        there = [one for one in screen.things if one.kind == "text" and _part(one, frame)]
        found = [one for one in there if one.button and re.match(pattern, plain(one.text), re.IGNORECASE)]
        if seat is None:
            return found
        heads = {_part(one, frame): one.text for one in there if not one.button}
        theirs = [one for one in found if self.names[seat] in heads.get(_part(one, frame), "")]
        return theirs or [one for one in found if _part(one, frame) not in heads and self._is_whole(one, frame)]

    @staticmethod
    def _is_whole(thing: Thing, frame: str) -> bool:
        """Whether all of what it is part of is in view, so that it would have a heading if there were one."""
        part, board = _part(thing, frame), thing.frame("ScrollView")
        return part is not None and (board is None or board.holds(part))

    def inspect(
        self, part: str, differences: Callable[[Screen], Iterable[str]], seen: set[str], wanted: set[str], after: str
    ) -> None:
        """Compare what is in view with what is true, and what is not in view by drags of the list with this part.

        Args:
            part: What lies in the list.
            differences: Yields what differs, and adds what it found to ``seen``.
            seen: What was found.
            wanted: What must be found.
            after: What was done, for a report.
        """
        self.same(differences, after)
        drags = 0
        while not wanted <= seen:
            boards = [box for one in self.read().things if one.frame(part) and (box := one.frame("ScrollView"))]
            if not boards or drags == LOOKS:
                raise self.wrong(f"after {after}: {sorted(wanted - seen)} are nowhere")
            self.scroll(boards[0], up=True)
            drags += 1
            self.same(differences, after)
        for _ in range(drags):
            board = next(box for one in self.read().things if one.frame(part) and (box := one.frame("ScrollView")))
            self.scroll(board, up=False)

    def read_count(self, expected: Expected) -> None:
        """Show all of the final count, and read it."""
        show_all(self, endings.LABELS[self.language]["score"])
        self.same(lambda screen: count_differences(screen, expected, self.names), "the end of the game")


def _part(thing: Thing, frame: str) -> Box | None:
    """The place of what it is part of; what can be done instead stands beside a question that is open already."""
    return thing.frame(frame) or (thing.frame("DecisionView") if frame == "QuestionView" else None)
