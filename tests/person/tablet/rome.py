"""Sorcerous Futures and Magistratvm at the tablet: what people tap for what they do, and what they read."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from tests.person.referee import FuturesExpected, FuturesTable, RomeExpected, RomeTable, acts
from tests.person.referee.acts import Act
from tests.person.referee.names import OFFICES, SUITS_OF_TILES, card_name
from tests.person.referee.rome import RomeWords
from tests.person.tablet.forms import FormPeople, plain
from tests.person.tablet.screen import Box, Screen, Thing

AUCTION_LABELS: dict[str, dict[str, Any]] = {
    "en": {
        "open": "Open auction",
        "closed": "Closed auction",
        "pass": "Pass",
        "only pass": "{} passes",
        "show": "Show them",
    },
    "fr": {
        "open": "Enchère ouverte",
        "closed": "Enchère fermée",
        "pass": "Passer",
        "only pass": "{} passe",
        "show": "Les montrer",
    },
}


class FuturesPeople(FormPeople):
    """Everybody at a table of Sorcerous Futures."""

    def begin(self, table: FuturesTable) -> None:
        """Open the form, fill it in, and set the table up."""
        self.open_form("Sorcerous Futures")
        self.fill_in(table)

    def fill_in(self, table: FuturesTable) -> None:
        """Fill the form in, and set the table up."""
        self.labels = AUCTION_LABELS[self.language]
        for name, own in zip(self.names, table.setup.aces, strict=True):
            if own:
                self.choose(f"{name} 0/{len(own)}")
                for ace in own:
                    self.tap_thing(self._target(ace, "PieceTarget"))
        self.tap(self.common["start"])

    def play(self, table: FuturesTable, most: int = 10_000) -> None:
        """Play until the game is over, or this many acts; the screen is read after each."""
        self.check(table.expect(), "the first sight of the table")
        while not table.over and most:
            act, most = table.next_act(), most - 1
            self.steps.append(f"-- seat {act.seat}: {act}")
            self.do(act)
            if table.over:
                self.read_count(table.expect())
            else:
                self.check(table.expect(), str(act))

    def do(self, act: Act) -> None:
        """Do on the screen what is done at the table."""
        match act:
            case acts.DealFive(_, cards):
                self.pick(cards)
            case acts.TurnUp(_, card):
                self.pick([card])
            case acts.Offer(_, card, closed, _):
                self.choose(self.labels["closed" if closed else "open"])
                self.pick([card])
            case acts.Bid(_, gold):
                self.enter(gold)
            case acts.Pass():
                only = self.labels["only pass"].format(self.names[act.seat])
                self.choose(only if self.sees(only) else self.labels["pass"])
            case acts.ClosedBids(_, bids):
                for seat, gold in enumerate(bids):
                    self._seal(seat, gold)
            case acts.Show(seat, valuations, crown):
                if not self.is_open(seat):
                    self.tap_thing(self.asked(seat, self.labels["show"]))
                self._show(dict(valuations), crown)
            case _:
                raise self.wrong(f"nobody knows how to {act}")

    def _seal(self, seat: int, gold: int) -> None:
        """Bid so that nobody else sees it."""
        self.tap_thing(self.asked(seat, self.common["alone"]))
        cover = [one for one in self.read().named(self.names[seat], exact=False) if one.frame("Pad") and one.button]
        self.tap_thing(cover[0])
        self.enter(gold)

    def _show(self, valuations: dict[str, str], crown: str) -> None:
        while valuations:
            words = self.read().words()
            place = next((one for one in valuations if card_name(one, self.language) in words), None)
            if place is None:
                raise self.wrong("nothing asks what lies under an own card")
            self.pick([valuations.pop(place)])
        self.pick([crown])

    # reading

    def check(self, expected: FuturesExpected, after: str) -> None:
        """Compare what the table shows with what is true; what a long question leaves no space for is dragged up."""
        self.same(lambda screen: self._middle(screen, expected), after)
        seen: set[str] = set()
        self.inspect("SeatView", lambda screen: self._purses(screen, expected, seen), seen, set(self.names), after)

    def _purses(self, screen: Screen, expected: FuturesExpected, seen: set[str]) -> Iterator[str]:
        for seat, name in enumerate(self.names):
            purse = self._purse(screen, name)
            if purse is None:
                continue
            seen.add(name)
            there = screen.inside(purse)
            texts = [one for one in there if one.frame("CountView") and one.text.isdigit()]
            gold = int(max(texts, key=lambda one: one.box.height).text) if texts else None
            if gold != expected.gold[seat]:
                yield f"{name} has {gold} gold, true is {expected.gold[seat]}"
            cards = {one.text for one in there if one.kind == "card"}
            missing = {*expected.aces[seat], *expected.bought[seat]} - cards
            if missing:
                yield f"{name}: {sorted(missing)} are not seen"

    @staticmethod
    def _purse(screen: Screen, name: str) -> Box | None:
        """The purse of a player, if it is whole in its list."""
        for thing in screen.named(name, exact=False):
            purse, board = thing.frame("SeatView"), thing.frame("ScrollView")
            if purse and board and board.holds(purse) and re.fullmatch(rf"(• )?{re.escape(name)}", thing.text):
                return purse
        return None

    def _middle(self, screen: Screen, expected: FuturesExpected) -> Iterator[str]:
        lying = [one for one in screen.pictures("card") if one.frame("LaidView") and not one.frame("SeatView")]
        apart = {one.frame("LaidView") for one in lying if one.text == "X"}
        shown = {one.text for one in lying if one.frame("LaidView") not in apart}
        if shown != set(expected.middle):
            yield f"the middle shows {sorted(shown)}, true is {sorted(expected.middle)}"
        auction = expected.auction
        if auction is not None and auction.leader is not None:
            bid = [one.text for one in screen.named(self.names[auction.leader], exact=False) if one.frame("LaidView")]
            if not any(str(auction.bid) in re.findall(r"\d+", one) for one in bid):
                yield f"the bid of {auction.bid} by {self.names[auction.leader]} is not read"


NUMBERS = 5
"""Numbers of a seat."""
LOOKS = 12
"""Acts after which all of the table is read, what must be dragged into view, too."""


class RomePeople(FormPeople):
    """Everybody at a table of Magistratvm."""

    def __init__(self, story: str, language: str, seats: int, seed: int = 0) -> None:
        super().__init__(story, language, seats, seed)
        self.rome = RomeWords(language, self.names)

    def begin(self, table: RomeTable) -> None:
        """Open the form, fill it in, and set the table up."""
        self.open_form("Magistratvm")
        self.fill_in(table)

    def fill_in(self, table: RomeTable) -> None:
        """Fill the form in, and set the table up."""
        self._lay_out(table.setup.circuit, lambda screen: [one for one in screen.pictures("tile") if one.button])
        suits = [SUITS_OF_TILES[suit][("en", "fr").index(self.language)] for suit in table.setup.suits]
        self._lay_out(suits, _suits)
        self.tap(self.common["start"])

    def _lay_out(self, wanted: Sequence[str], offered: Callable[[Screen], list[Thing]]) -> None:
        """Swap what is offered until it lies as wanted: the places come first, what lies nowhere follows."""

        def lying(screen: Screen) -> list[Thing]:
            there = [one for one in offered(screen) if one.frame("OrderField")]
            return sorted(there, key=lambda one: (-round(one.box.middle[1]), one.box.left))

        for place, value in enumerate(wanted):
            self.dragged(lambda screen: lying(screen)[len(wanted) - 1 :], "OrderField", f"{len(wanted)} places")
            here = lying(self.read())[place]
            if _last_line(here) != value:
                self.tap_thing(here)
                there = partial(_named_so, lying, value)
                self.tap_thing(self.dragged(there, "OrderField", value))

    def play(self, table: RomeTable, most: int = 10_000) -> None:
        """Play until the game is over, or this many acts; the screen is read after each."""
        self.check(table.expect(), "the first sight of the table", whole=True)
        while not table.over and most:
            act, most = table.next_act(), most - 1
            self.steps.append(f"-- seat {act.seat}: {act}")
            self.do(act)
            if table.over:
                self.read_count(table.expect())
            else:
                self.check(table.expect(), str(act), whole=len(table.acts) % LOOKS == 0)

    # hands

    def do(self, act: Act) -> None:
        """Do on the screen what is done at the table."""
        say = self.rome.say
        match act:
            case acts.RollForPrefect(seat, values):
                self._open(seat, say("Type the dice in", "Saisir les dés"))
                for value in values.values():
                    self.enter(value)
            case acts.Bid(seat, gold):
                self.enter(gold)
            case acts.Give(seat, to, gold):
                self._open(seat, say("Give gold", "Donner de l'or"))
                for who in (seat, to):
                    self.tap_plain(re.escape(self.names[who]) + "$", "DecisionView", self.names[who])
                self.enter(gold)
            case acts.Refill(seat, tiles):
                self._open(seat, say("Lay them out", "Les poser"))
                for place, tile in sorted(tiles.items()):
                    self._lay(place, tile)
            case acts.Redistribute(seat, to):
                self._redistribute(seat, {tile: number for tile, number in to.items() if number})
            case acts.StartCircuit() | acts.Fall() | acts.Dictate():
                self._tap_glowing(self._spots(act))
                if self._buttons(self.read(), say("Close", "Fermer") + "$", "QuestionView", None):
                    self.tap_plain(self._asked(act)[1], "QuestionView", str(act))
            case acts.TakeIncome() | acts.Count():
                self._turn_to(act.seat)
                question, answer = self._asked(act)
                self.tap_plain(answer, "QuestionView", question, seat=act.seat)
            case _:
                label, answers = self.rome.form(act)
                self._open(act.seat, label)
                self._answer(answers, self._spots(act))

    def _asked(self, act: Act) -> tuple[str, str]:
        asked = self.rome.question(act)
        if asked is None:
            raise self.wrong(f"nobody asks for {act}")
        return asked

    def _turn_to(self, seat: int) -> None:
        """Tap the own name beside the question for another player, if several are asked at once."""
        name = self.names[seat]
        theirs = [one for one in self.read().named(name, exact=False) if one.frame("QuestionView")]
        if not any(one.button is None for one in theirs):
            self.tap_thing(next(one for one in theirs if one.button and one.text == name))

    @staticmethod
    def _spots(act: Act) -> list[str]:
        """The places on the table that an act is about, in the order in which people point at them."""
        names = ("tile",) if isinstance(act, acts.UseAedile) else ("office", "tile", "to")
        if isinstance(act, acts.Redistribute):
            return [tile for tile, number in act.to.items() if number]
        return [one for name in names if isinstance(one := getattr(act, name, None), str)]

    def _glowing(self, spots: Sequence[str]) -> Iterator[tuple[str, Thing]]:
        """The places that glow, each with what can be seen there."""
        screen = self.read()
        for spot in spots:
            if spot in OFFICES:
                office = self.rome.office(spot)
                there = [one for one in screen.named(office, exact=False) if one.frame("RungView")]
            else:
                there = screen.pictures("tile", spot)
            yield from ((spot, one) for one in there if one.button and _glows(screen, one.button))

    def _tap_glowing(self, spots: list[str]) -> bool:
        """Tap the first of these places that glows, and take it out; return False if none does."""
        for spot, thing in self._glowing(spots):
            spots.remove(spot)
            self.tap_thing(thing)
            return True
        return False

    def _open(self, seat: int, label: str) -> None:
        """Tap what begins a decision, if there is anything else that the player can do."""
        if not self._buttons(self.read(), re.escape(label) + "$", "QuestionView", seat) and self.is_open(seat):
            return
        self.tap_plain(re.escape(label) + "$", "QuestionView", label, seat=seat)

    def _answer(self, answers: Any, spots: list[str]) -> None:
        """Answer what a form asks until it is closed: on the table where that glows, else in words."""
        left = dict(answers)
        while left:
            asked = [plain(one.text) for one in self.read().things if one.frame("DecisionView")]
            if self.rome.say("Tap where the table glows", "Touchez la table où elle brille") in asked and (
                self._tap_glowing(spots)
            ):
                continue
            question = next((one for one in left if any(text.endswith(one) for text in asked)), None)
            if question is None:
                return
            self.tap_plain(left.pop(question), "DecisionView", question)

    def _lay(self, place: int, tile: str) -> None:
        """Lay a new tile: its place if it is asked, its suit and its face."""
        where = self.rome.say("Where is it laid", "Où la poser")
        if any(where in plain(one.text) for one in self.read().things):
            self.tap_plain(f"place {place + 1}$", "DecisionView", where)
        suit = SUITS_OF_TILES[tile[1]][("en", "fr").index(self.language)]
        self.tap_plain(re.escape(suit) + "$", "DecisionView", suit)
        self.tap_plain(self.rome.shortened(tile), "DecisionView", tile)

    def _redistribute(self, seat: int, to: dict[str, int]) -> None:
        say = self.rome.say
        if not to:
            self._open(seat, say("Take them home", "Les reprendre"))
            return
        asks, part = say("how many to ", "combien sur "), say("Part them", "Les répartir")
        screen = self.read()
        if asks not in screen.words() and not self._buttons(screen, re.escape(part) + "$", "QuestionView", seat):
            [(tile, number)] = to.items()
            self._open(seat, say("All to one Province", "Tous vers une province"))
            happen = f".*{number} {say('to', 'sur')} {re.escape(self.rome.tile(tile))}"
            self._answer({say("What is to happen?", "Que faire ?"): happen}, [tile])
            return
        self._open(seat, part)
        while asked := next((one for one in map(_plain_text, self.read().things) if asks in one), ""):
            tile = next((one for one in to if asked.split(asks)[1].startswith(self.rome.tile(one))), "")
            self.enter(to.get(tile, 0))

    # reading

    def check(self, expected: RomeExpected, after: str, *, whole: bool) -> None:
        """Compare what is in view with what is true; the whole table by drags."""
        seen: set[str] = set()
        wanted = {*expected.tokens, *self.names} if whole else set[str]()
        self.inspect("TableView", lambda screen: self._differences(screen, expected, seen), seen, wanted, after)

    def _differences(self, screen: Screen, expected: RomeExpected, seen: set[str]) -> Iterator[str]:
        for view in self.frames(screen, "PlaceView"):
            yield from self._province(screen, view, expected, seen)
        for view in self.frames(screen, "SeatView"):
            yield from self._estate(screen, view, expected, seen)

    def _province(self, screen: Screen, view: Box, expected: RomeExpected, seen: set[str]) -> Iterator[str]:
        inside = [one for one in screen.things if one.frame("PlaceView") == view]
        tile = next((one.text for one in inside if one.kind == "tile"), None)
        if tile is None:
            return
        if tile not in expected.tokens:
            yield f"{tile} is not contested"
            return
        seen.add(tile)
        texts = [plain(one.text) for one in inside if one.kind == "text"]
        for seat, (name, true) in enumerate(zip(self.names, expected.tokens[tile], strict=True)):
            own = next((int(text.split()[0]) for text in texts if re.fullmatch(rf"\d+ +{name}", text)), 0)
            if own != true:
                yield f"{tile}: seat {seat} has {own} tokens, true is {true}"
        gold = next((int(text.split()[0]) for text in texts if re.fullmatch(r"\d+ +(gold|or)", text)), 0)
        if gold != expected.tile_gold.get(tile, 0):
            yield f"{tile}: {gold} gold, true is {expected.tile_gold.get(tile, 0)}"

    def _estate(self, screen: Screen, view: Box, expected: RomeExpected, seen: set[str]) -> Iterator[str]:
        inside = [one for one in screen.things if one.frame("SeatView") == view]
        texts = [one.text for one in inside if one.kind == "text"]
        seat = next((n for n, name in enumerate(self.names) if name in texts or f"• {name}" in texts), None)
        has = self._numbers(inside)
        if seat is None or len(has) < NUMBERS:
            return
        seen.add(self.names[seat])
        lent = sum(expected.tile_gold.get(tile, 0) for tile in expected.won[seat] if tile in expected.governed)
        for label, true in (
            (self.rome.say("Gold", "Or"), f"{expected.gold[seat]} + {lent}" if lent else str(expected.gold[seat])),
            (self.rome.say("Income die", "Dé de revenu"), str(expected.dice[seat])),
        ):
            if has.get(label) != true:
                yield f"{self.names[seat]} reads {has.get(label)!r} for {label}, true is {true}"
        won = {one.text for one in inside if one.kind == "tile"}
        if won != set(expected.won[seat]):
            yield f"{self.names[seat]} won {sorted(won)}, true is {sorted(expected.won[seat])}"

    @staticmethod
    def _numbers(inside: Sequence[Thing]) -> dict[str, str]:
        """The numbers of a seat, by their names."""
        found: dict[Box, list[Thing]] = {}
        for one in inside:
            if one.kind == "text" and (box := one.frame("CountView")) is not None:
                found.setdefault(box, []).append(one)
        # The larger letters are the number's; a small one tells what the last move changed.
        parts = [[one.text for one in texts if not re.match(r"[+−]", one.text)] for texts in found.values()]
        return {
            next(text for text in two if not text[0].isdigit()): next(text for text in two if text[0].isdigit())
            for two in parts
            if len(two) == 2
        }


def _suits(screen: Screen) -> list[Thing]:
    return [one for one in screen.things if one.kind == "text" and one.button]


def _named_so(lying: Callable[[Screen], list[Thing]], value: str, screen: Screen) -> list[Thing]:
    return [one for one in lying(screen) if _last_line(one) == value]


def _last_line(thing: Thing) -> str:
    return thing.text.split("\n")[-1]


def _glows(screen: Screen, place: Box) -> bool:
    """Whether the frame of a place is yellow."""
    frame = [screen.colour(place.middle[0], place.bottom + row) for row in range(6)]
    return any(red > 170 and green > 110 and blue < 140 for red, green, blue in frame)


def _plain_text(thing: Thing) -> str:
    return plain(thing.text)
