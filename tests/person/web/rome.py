"""Plays Magistratvm on the pages."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from tests.person.referee import Act, Expected, RomeExpected, acts
from tests.person.referee.rome import ANYTHING, Asked, RomeWords
from tests.person.web.evening import Facts, Player, panel_of
from tests.person.web.person import Person
from tests.person.web.screen import Box, Screen, Thing, plain


class RomePlayer(Player):
    """Knows where on the pages of Magistratvm what is."""

    def do(self, person: Person, act: Act) -> Screen:
        own: Mapping[type[Act], Callable[[Person, Any], Screen]] = {
            acts.Redistribute: self._redistribute,
            acts.RollForPrefect: self._roll,
            acts.Refill: self._refill,
            acts.Bid: self._bid,
            acts.Give: self._give,
        }
        if type(act) in own:
            return own[type(act)](person, act)
        asked = self.rome.question(act)
        if asked is not None:
            return self._answers(person, act.seat, *asked)
        return self._fill(person, act, *self.rome.form(act))

    @property
    def rome(self) -> RomeWords:
        """What questions and answers say."""
        return RomeWords(self.words.language, self.seats.names)

    def _answers(self, person: Person, seat: int, question: str, answer: str) -> Screen:
        """Tap an answer of a question that is asked, beside the own pieces: others may be asked the same."""

        def wanted(screen: Screen) -> list[Thing]:
            heads = [one for one in screen.named(question, exact=False) if one.button is None]
            frames = {screen.frame_of(one) for one in heads} - {Box(0, 0, *screen.size)}
            inner = [one for one in frames if not any(one.width > other.width and one.holds(other) for other in frames)]
            found = _answering(screen, answer)
            # Beside the own name, which stays in view, an answer that says what it is needs no question in view.
            if heads or answer == ANYTHING or not self.seats.shared:
                found = [one for one in found if any(frame.holds(one.box) for frame in inner)]
            return self.next_to(screen, seat, found)

        return person.press(person.find(wanted, f"{answer!r} below {question!r}"))

    def _fill(self, person: Person, act: Act, opens: str, answers: Asked) -> Screen:
        screen = person.screen()
        if not any(screen.named(question) for question in answers):
            screen = self.own(person, act.seat, opens)
        for _ in range(len(answers)):
            questions = self.anywhere(person, lambda seen: [one for text in answers for one in seen.named(text)])
            if not questions:
                break
            question = next(one for one in answers if plain(one) == plain(questions[0].text))
            screen = self._option(person, answers[question], question)
        return screen

    def _bid(self, person: Person, act: acts.Bid) -> Screen:
        return self.number(person, self.rome.say("how much do you bid?", "combien misez-vous ?"), act.gold)

    def _give(self, person: Person, act: acts.Give) -> Screen:
        say, names = self.rome.say, self.seats.names
        self.own(person, act.seat, self.words("give gold"))
        self.answer(person, say("Who gives gold?", "Qui donne de l’or ?"), names[act.seat])
        self.answer(person, say("To whom?", "À qui ?"), names[act.to])
        return self.number(person, say("How much gold?", "Combien d’or ?"), act.gold)

    def _roll(self, person: Person, act: acts.RollForPrefect) -> Screen:
        for seat, value in act.values.items():
            name, screen = self.seats.names[seat], person.screen()
            heads = [one for one in screen.named(name, exact=False) if re.search("1 (for|pour)", one.text)]
            if not heads:
                raise person.trouble(f"nothing asks what {name} rolled", screen)
            screen = self.answer(person, heads[0].text, str(value))
        return screen

    def _refill(self, person: Person, act: acts.Refill) -> Screen:
        screen, places = person.screen(), iter(sorted(act.tiles.items()))
        place, tile = next(places)
        begun = False
        for _ in range(4 * len(act.tiles)):
            words = " ".join(one.text for one in screen.things if one.kind == "text" and one.button is None)
            if re.search(self.rome.say("its suit\\?", "sa couleur ?"), words):
                begun = True
                suit = re.split(" of | de | d'", self.rome.tile(tile))[-1]
                screen = self._option(person, re.escape(suit) + "$", self.rome.say("its suit", "sa couleur"))
            elif re.search(self.rome.say("Its face\\?", "Sa face ?"), words):
                screen = self._option(
                    person, re.escape(self.rome.tile(tile)) + "$", self.rome.say("Its face", "Sa face")
                )
                place, tile = next(places, (place, tile))
            elif re.search(self.rome.say("Where is it laid", "Où la poser"), words):
                screen = self._option(person, f"(place|la place) {place + 1}$", self.rome.say("Where is", "Où la"))
            elif begun:
                break
            else:
                screen, begun = self.own(person, act.seat, self.words("lay out")), True
        return screen

    def _option(self, person: Person, pattern: str, question: str) -> Screen:
        """Tap an answer in the frame of its question: a place on the table may bear the same name."""

        def wanted(screen: Screen) -> list[Thing]:
            frames = [screen.frame_of(one) for one in screen.named(question, exact=False)]
            found = _answering(screen, pattern)
            return [one for one in found if not frames or any(frame.holds(one.box) for frame in frames)]

        return person.press(person.find(wanted, f"{pattern!r} below {question!r}"))

    def _redistribute(self, person: Person, act: acts.Redistribute) -> Screen:
        if not act.to:
            return self.own(person, act.seat, self.words("take home"))
        say, whole = self.rome.say, self.words("all to one")
        parts = say("how many to", "combien sur")  # asked of whoever has several tokens

        def wanted(screen: Screen) -> list[Thing]:
            return [*screen.named(parts, exact=False), *(one for one in screen.named(whole) if one.button)]

        if person.find(wanted, whole).text == whole:
            [(tile, number)] = act.to.items()
            effect = f".*{number} {say('to', 'sur')} {re.escape(self.rome.tile(tile))}"
            return self._fill(person, act, whole, {say("What is to happen?", "Que faire ?"): effect})

        def asking(screen: Screen) -> list[Thing]:
            heads = [one for one in screen.named(parts, exact=False) if one.button is None]
            return self.next_to(screen, act.seat, heads)  # the next who leaves is asked the same

        screen = person.screen()
        while asks := self.anywhere(person, asking):
            asked = plain(asks[0].text)
            number = next((n for tile, n in act.to.items() if f" {self.rome.tile(tile)}" in asked), 0)
            screen = self.answer(person, asks[0].text, str(number))
        return screen

    def read(self, screen: Screen, seat: int, person: Person) -> Facts:
        facts: Facts = {}
        panels = []
        for at, name in enumerate(self.seats.names):
            panel = panel_of(screen, name)
            if panel is not None:
                panels.append(panel)
                for label in (one for one in screen.inside(panel) if one.text == self.words("gold")):
                    facts["gold", at] = person.read_number(screen, label)
        for tile in screen.pictures("tile"):
            frame = screen.frame_of(tile)
            if (
                frame in screen.bare
                and frame.width < screen.size[0] * 0.9
                and not any(one.holds(tile.box) for one in panels)
            ):
                inside = [one for one in screen.inside(frame) if one.kind == "text"]
                for at, name in enumerate(self.seats.names):
                    own = [one for one in inside if one.text == name]
                    numbers = [one for one in inside if own and re.fullmatch(r"\d+", one.text)
                               and abs(one.box.middle[1] - own[0].box.middle[1]) < 8
                               and 0 <= own[0].box.left - one.box.right < 20]  # fmt: skip
                    facts["tokens", tile.text, at] = int(numbers[0].text) if numbers else 0
        return facts

    def truth(self, expected: Expected) -> Mapping[tuple[Any, ...], Any]:
        assert isinstance(expected, RomeExpected)
        truth: Facts = {("gold", seat): gold for seat, gold in enumerate(expected.gold)}
        for tile, tokens in expected.tokens.items():
            truth.update({("tokens", tile, seat): number for seat, number in enumerate(tokens)})
        return truth

    def read_end(self, person: Person, seat: int, expected: Expected) -> None:
        names = [self.seats.names[winner] for winner in expected.winners]
        person.top()
        for screen in person.pages():
            texts = [one.text for one in screen.things if one.kind == "text"]
            if any(all(name in text for name in names) and len(text) > len(" ".join(names)) + 5 for text in texts):
                return
        raise person.trouble(f"nothing says that {' and '.join(names)} won")


def _answering(screen: Screen, pattern: str) -> list[Thing]:
    return [
        one for one in screen.things if one.kind == "text" and one.button and re.match(pattern, plain(one.text), re.I)
    ]
