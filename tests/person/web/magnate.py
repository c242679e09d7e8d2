"""Plays Magnate on the pages."""

import re
from collections.abc import Mapping
from typing import Any

from tests.person.referee import Act, Expected, MagnateExpected, acts
from tests.person.referee.names import card_name, suit_name, suits_of
from tests.person.web.evening import Facts, Player, alone, below, panel_of
from tests.person.web.person import Person
from tests.person.web.screen import Box, Screen, Thing

SUITS = "MSWLYK"
NUMBER = re.compile(r"[+−]?\d+")
LISTED = 45
"""Width up to which a card stands in a list or in a panel, not on the board."""


class MagnatePlayer(Player):
    """Knows where on the pages of Magnate what is."""

    def do(self, person: Person, act: Act) -> Screen:
        say = self.words
        match act:
            case acts.Roll():
                screen = self._roll(person, act)
            case acts.TakeDeedIncome():
                screen = self._take(person, act)
            case acts.Develop() | acts.BuyDeed():
                screen = self._card(person, act)
            case acts.Sell():
                self.choose(person, act.card)
                screen = person.tap_in_view(say("sell"))
            case acts.Trade():
                screen = self._token(person, person.tap(say("trade")), say("give"), act.give)
                screen = self._token(person, screen, say("get"), act.get)
            case acts.AddToDeed():
                screen = self._add(person, act)
            case acts.Correct():
                screen = self._correct(person, act)
            case acts.Draw():
                screen = person.tap(say("shuffle" if act.shuffles else "draw"))
            case acts.EndTurn():
                screen = person.tap(say("end turn"))
            case _:
                raise AssertionError(f"nobody knows how to {act}")
        return screen

    def _correct(self, person: Person, act: acts.Correct) -> Screen:
        """Tap the number that is wrong, and type the right one."""

        def wanted(screen: Screen) -> list[Thing]:
            panel = panel_of(screen, self.seats.names[act.seat])
            return (
                []
                if panel is None
                else [one for one in screen.inside(panel) if one.kind == "token" and one.text == act.what]
            )

        person.press(person.find(wanted, f"the {act.what} of {self.seats.names[act.seat]}"))
        return self.type_number(person, act.now)

    def _roll(self, person: Person, act: acts.Roll) -> Screen:
        say = self.words
        self.answer(person, say("first die"), str(act.dice[0]))
        screen = self.answer(person, say("second die"), str(act.dice[1]))
        if act.tax is not None:
            screen = self.answer(person, say("tax die"), suit_name(SUITS[act.tax - 1], say.language))
        return screen

    def _card(self, person: Person, act: acts.Develop | acts.BuyDeed) -> Screen:
        screen = self.choose(person, act.card)
        use = self.words("develop" if isinstance(act, acts.Develop) else "deed")
        tab = [one for one in screen.named(use) if one.button]
        if not tab:
            raise person.trouble(f"{use!r} can be tapped now and is not in view", screen)
        if not tab[0].marked:
            screen = person.press(tab[0])
        if isinstance(act, acts.Develop):
            screen = self._pay(person, screen, act)
        target = self._target(screen, act.at)
        if target is None or not target.whole:
            raise person.trouble(f"the target at the district of {act.at} can be tapped now and is not in view", screen)
        return person.press(target)

    def _pay(self, person: Person, screen: Screen, act: acts.Develop) -> Screen:
        """Tap suits until the payment is what was paid."""
        for _ in range(20):
            paid, chips = {}, {}
            says = screen.named(self.words("pay"))
            for suit in act.pays:
                chip = [one for one in screen.pictures("token", suit) if says and _follows(says[0], one)]
                if not chip:
                    raise person.trouble(f"what is paid in {suit} is not in view", screen)
                chips[suit], paid[suit] = chip[0], person.read_number(screen, chip[0])
            more = [suit for suit, number in act.pays.items() if paid[suit] < number]
            if not more:
                return screen
            screen = person.press(chips[more[0]])
        raise person.trouble(f"the payment {act.pays} cannot be set", screen)

    def _target(self, screen: Screen, card: str) -> Thing | None:
        """The button that plays the card at a district: with the district's picture, or in its column."""
        for one in screen.pictures("card", card):
            if one.button:
                return one
        for place in screen.pictures("card", card):
            hints = [
                one for one in screen.things if one.kind == "text" and one.button and not NUMBER.fullmatch(one.text)
            ]
            above = [one for one in hints if place.box.left - 2 <= one.box.middle[0] <= place.box.right + 2]
            if above:
                return min(above, key=lambda one: abs(one.box.middle[1] - place.box.middle[1]))
        return None

    def _take(self, person: Person, act: acts.TakeDeedIncome) -> Screen:
        name = card_name(act.card, self.words.language).split()[-1]
        suit = suit_name(act.suit, self.words.language)

        def wanted(screen: Screen) -> list[Thing]:
            for question in screen.named(name, exact=False):
                if question.button is None:
                    frame = screen.frame_of(question)
                    found = [one for one in screen.inside(frame) if one.text == suit and one.button]
                    if found and frame.width < screen.size[0] + 1:
                        return found
            return []

        return person.press(person.find(wanted, f"{suit} for the deed on {act.card}"))

    def _token(self, person: Person, screen: Screen, heading: str, suit: str) -> Screen:
        heads = screen.named(heading, exact=False)
        sheet = screen.frame_of(heads[0]) if heads else Box(0, 0, *screen.size)  # not a token of a deed on the board
        heading = heads[0].text if heads else heading
        tokens = [one for one in screen.pictures("token", suit) if one.button and sheet.holds(one.box)]
        found = below(screen, heading, tokens)
        if not found or not found[0].whole:
            raise person.trouble(f"{suit} below {heading!r} can be tapped now and is not in view", screen)
        return screen if found[0].marked else person.press(found[0])

    def _add(self, person: Person, act: acts.AddToDeed) -> Screen:
        screen = person.tap(self.words("add tokens"))
        heads = screen.named(self.words("add tokens"))
        sheet = screen.frame_of(heads[0]) if heads else Box(0, 0, *screen.size)  # not the same card on the board
        several = [one for one in screen.pictures("card", act.card) if one.button and not one.marked]
        several = [one for one in several if sheet.holds(one.box)]
        if several:
            screen = person.press(several[0])
        # What the form proposes may be all that the deed lacks: first less of one suit, then more of another.
        for less in (True, False):
            for suit in suits_of(act.card):
                wanted = act.pays.get(suit, 0)
                for _ in range(20):
                    row = self._row(person, screen, suit)
                    if row[1] <= wanted if less else row[1] >= wanted:
                        break
                    screen = person.press(row[0] if less else row[2])
        done = [*screen.named(self.words("add")), *screen.named(self.words("complete"))]
        if not done or not done[0].whole:
            raise person.trouble("the button that adds to the deed is not in view", screen)
        return person.press(done[0])

    def _row(self, person: Person, screen: Screen, suit: str) -> tuple[Thing, int, Thing]:
        """The row of a suit: less, the number, more."""
        for token in screen.pictures("token", suit):
            right = token.box.upright(token.turned).right
            row = [one for one in screen.things if abs(one.box.middle[1] - token.box.middle[1]) < 14]
            row = [one for one in row if one.turned == token.turned and one.box.upright(one.turned).left > right - 4]
            row.sort(key=lambda one: one.box.upright(one.turned).left)
            signs = {one.text: one for one in reversed(row) if one.text in ("−", "+")}
            number = [one for one in row if re.fullmatch(r"\d+", one.text)]
            if number and len(signs) == 2:
                return signs["−"], int(number[0].text), signs["+"]
        raise person.trouble(f"the row of {suit} is not in view", screen)

    def read(self, screen: Screen, seat: int, person: Person) -> Facts:
        facts: Facts = {}
        for at, name in enumerate(self.seats.names):
            panel = panel_of(screen, name)
            if panel is None:
                continue
            named = [one for one in screen.inside(panel) if one.text in (name, f"▶ {name}")]
            facts["turn", at] = any(one.text.startswith("▶") for one in named)
            for token in (one for one in screen.inside(panel) if one.kind == "token"):
                facts["tokens", at, token.text] = person.read_number(screen, token)
        self._read_districts(screen, self.seats.near[seat], facts)
        return facts

    def _read_districts(self, screen: Screen, near: int, facts: Facts) -> None:
        expected = self.table.expect()
        assert isinstance(expected, MagnateExpected)
        totals = [one for one in screen.things if one.kind == "text" and re.fullmatch(r"\d+", one.text)]
        if counted := screen.named(self.words("curves")):  # above it is the final count, below it the board
            totals = [one for one in totals if one.box.top > counted[0].box.bottom]
        stars = screen.pictures("icon", "star")
        for number, district in enumerate(expected.districts):
            cards = [one for one in screen.pictures("card", district.card) if one.box.width > LISTED]
            if len(cards) != 1 or self.table.seats > 2:
                continue
            card = cards[0].box
            column = [one for one in totals if card.left - 2 <= one.box.middle[0] <= card.right + 2]
            column = [one for one in column if one.box.bottom < card.top or one.box.top > card.bottom]
            for is_near in (True, False):
                side = [one for one in column if (one.box.top > card.bottom) == is_near]
                # A total stands alone in its frame, in line with its card, and all of the frame is in view; the
                # numbers of a deed are several.
                framed = [one for one in side if (frame := screen.frame_of(one)).top >= 0
                          and frame.bottom <= screen.size[1]
                          and abs(frame.middle[0] - card.middle[0]) < 0.15 * card.width
                          and alone(screen, one, frame) and frame.width < 2.2 * card.width]  # fmt: skip
                if not framed:
                    continue
                total = min(framed, key=lambda one: abs(one.box.middle[1] - card.middle[1]))
                whose = near if is_near else 1 - near
                facts["total", number, whose] = int(total.text)
                facts["leads", number, whose] = any(
                    abs(star.box.middle[1] - total.box.middle[1]) < 12 and card.left < star.box.middle[0] < card.right
                    for star in stars
                )

    def truth(self, expected: Expected) -> Mapping[tuple[Any, ...], Any]:
        assert isinstance(expected, MagnateExpected)
        truth: Facts = {}
        for seat in range(self.table.seats):
            truth["turn", seat] = not expected.over and seat == expected.player
            truth.update({("tokens", seat, suit): number for suit, number in expected.tokens[seat].items()})
        for number, district in enumerate(expected.districts):
            for seat, side in enumerate(district.sides):
                if side is not None and self.table.seats == 2:
                    truth["total", number, seat] = side.total
                    truth["leads", number, seat] = district.leader == seat
        return truth

    def read_end(self, person: Person, seat: int, expected: Expected) -> None:
        names = [self.seats.names[winner] for winner in expected.winners]
        person.top()
        for screen in person.pages():
            texts = [one.text for one in screen.things if one.kind == "text"]
            if all(any(name in text and len(text) > len(name) + 5 for text in texts) for name in names):
                return
        raise person.trouble(f"nothing says that {' and '.join(names)} won")


def _follows(words: Thing, thing: Thing) -> bool:
    """Whether something stands behind some words, or in the line below."""
    here, there = words.box.upright(words.turned), thing.box.upright(words.turned)
    lower = there.middle[1] - here.middle[1]
    if abs(lower) < 30:
        return there.left > here.right
    return 30 <= lower < 90 and there.left >= here.left - 8
