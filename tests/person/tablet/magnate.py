"""Magnate at the tablet: what people tap for what they do at the table, and what they read there."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from tests.person.referee import MagnateExpected, MagnateTable, acts, start
from tests.person.referee.acts import Act, Purse
from tests.person.referee.magnate import District, Side
from tests.person.referee.names import card_name
from tests.person.tablet import endings
from tests.person.tablet.endings import count_differences, district_differences, read_history, show_all
from tests.person.tablet.person import Person
from tests.person.tablet.screen import Box, Screen, Thing

LABELS: dict[str, dict[str, Any]] = {
    "en": {
        "new game": "New game",
        "seats": ("Two players", "Three players"),
        "names": (("Near", "Far"), ("Player 1", "Player 2", "Player 3")),
        "deal": "Deal for me",
        "start": "Start",
        "enter roll": "Enter roll",
        "roll for me": "Roll for me",
        "which suit": "Which suit does the tax die show?",
        "play": "Play a card",
        "deed": "Deed",
        "trade": "Trade",
        "give": "Give",
        "get": "Get for",
        "develop": "Develop",
        "buy": "Buy deed",
        "sell": "Sell",
        "draw": "Draw",
        "shuffle": "Shuffle and draw",
        "end": "End turn",
        "undo": "Undo",
        "add": "Add to the deed|Complete the deed",
        "tasks": {"roll": "Roll the dice", "income": "Choose a token", "play": "Play a card", "draw": "Draw"},
    },
    "fr": {
        "new game": "Nouvelle partie",
        "seats": ("Deux joueurs", "Trois joueurs"),
        "names": (("Devant", "En face"), ("Joueur 1", "Joueur 2", "Joueur 3")),
        "deal": "Distribuer",
        "start": "Commencer",
        "enter roll": "Saisir les dés",
        "roll for me": "Lancer pour moi",
        "which suit": "Quelle couleur montre le dé d’impôt\u00a0?",
        "play": "Jouez une carte",
        "deed": "Titre",
        "trade": "Échanger",
        "give": "Donnez",
        "get": "Recevez contre",
        "develop": "Développer",
        "buy": "Acheter le titre",
        "sell": "Vendre",
        "draw": "Piocher",
        "shuffle": "Mélanger et piocher",
        "end": "Finir le tour",
        "undo": "Annuler",
        "add": "Ajouter au titre|Achever le titre",
        "tasks": {
            "roll": "Lancez les dés",
            "income": "Choisissez un jeton",
            "play": "Jouez une carte",
            "draw": "Piocher",
        },
    },
}
LIT = 60
"""Least difference of levels, of three colours together, between a total that leads and the board."""


class MagnatePeople(Person):
    """Everybody at a table of Magnate.

    Args:
        story: What is played, for the names of pictures.
        language: Of the screen, ``en`` or ``fr``.
        seats: The number of players.
        seed: Of the hands.
    """

    def __init__(self, story: str, language: str, seats: int, seed: int = 0) -> None:
        super().__init__(story, seed)
        self.labels, self.language, self.seats = LABELS[language], language, seats
        self.names = self.labels["names"][seats - 2]
        """As the form proposes them."""
        self.endings, self.turns = endings.LABELS[language], list[str]()

    # the form

    def begin(self, names: Sequence[str] = ()) -> None:
        """Open the form, and type names if there are any."""
        self.tap(self.labels["new game"])
        if self.seats == 3:
            self.tap(self.labels["seats"][1])
        for usual, name in zip(self.names, names, strict=False):
            self.fill(usual, name)
        self.names = (*names, *self.names[len(names) :])

    def lay(self, table: MagnateTable) -> None:
        """Enter what was dealt, and start."""
        if table.setup.first:
            self.tap_thing(
                self.dragged(self._shown(self.names[table.setup.first], "PickPart"), "PickPart", "who starts")
            )
        self._deal(table)

    def _deal(self, table: MagnateTable) -> None:
        for name, crowns in list(zip(self.names, table.setup.crowns, strict=True))[:-1]:
            self.tap_thing(self.dragged(self._shown(f"{name} 0/{len(crowns)}", "DealPart"), "FormPart", name))
            for crown in crowns:
                self.tap_thing(self.dragged(self._shown(crown, "DealPart"), "DealPart", crown))
        self.tap(self.labels["start"])

    @staticmethod
    def _shown(text: str, part: str) -> Callable[[Screen], list[Thing]]:
        """Return what finds a button or card that says this in a part of the form."""
        return lambda screen: [one for one in screen.things if one.text == text and one.button and one.frame(part)]

    def play(self, table: MagnateTable, most: int = 10_000) -> None:
        """Play until the game is over, or this many acts; the screen is read after each."""
        self.check(table.expect())
        while not table.over and most:
            self._begin_turn(table.expect())
            act, most = table.next_act(), most - 1
            self.steps.append(f"-- seat {act.seat}: {act}")
            self.do(act)
            if not table.over:
                self.check(table.expect(), act)
        if table.over:
            self.finish(table)

    def _begin_turn(self, expected: MagnateExpected) -> None:
        heading = self.endings["turn"].format(expected.turn, self.names[expected.player])
        if heading not in self.turns[-1:]:
            self.turns.append(heading)

    def finish(self, table: MagnateTable) -> None:
        """Read the score, go back to the table, and read the whole history."""
        expected, labels = table.expect(), self.endings
        show_all(self, labels["score"])
        self.same(lambda screen: count_differences(screen, expected, self.names), "the end of the game")
        self.same(lambda screen: district_differences(screen, expected, self.names), "the end of the game")
        self.tap(labels["back"])
        self.check(expected)
        self.tap(labels["history"])
        read_history(self, self.turns, table.acts)
        self.close()

    def rematch(self, table: MagnateTable) -> MagnateTable:
        """Begin again from the table of a finished game: the next seat begins, and everybody has other Crowns."""
        self.tap(self.endings["score"])
        self.tap(self.endings["rematch"][self.seats - 2])
        first = (table.setup.first + 1) % self.seats
        again = start("magnate", self.seats, 8)
        assert isinstance(again, MagnateTable)
        again = start("magnate", self.seats, 8, replace(again.setup, first=first))
        assert isinstance(again, MagnateTable)
        self._deal(again)
        self.turns.clear()
        return again

    # hands

    def do(self, act: Act) -> None:
        """Do on the screen what is done at the table."""
        match act:
            case acts.Roll(_, dice, tax):
                self.roll(dice, tax)
            case acts.TakeDeedIncome(_, card, suit):
                tray = self._tray("EdgeTray", card_name(card, self.language))
                self.tap_thing(self._in(tray, "token", suit))
            case acts.Develop(_, card, _, district, pays):
                self._take(card)
                self._pay(pays)
                self.tap_at(*self._strip(district).middle)
            case acts.BuyDeed(_, card, _, district, _):
                self._take(card)
                self.tap(self.labels["buy"])
                if self.sees(self.labels["buy"]):
                    self.tap_at(*self._strip(district).middle)
            case acts.Sell(_, card):
                self._take(card)
                self.tap(self.labels["sell"])
            case acts.AddToDeed(_, card, _, _, pays):
                self._add(card, pays)
            case acts.Trade(_, give, get):
                self._trade(give, get)
            case acts.Draw(_, shuffles):
                self.tap(self.labels["shuffle" if shuffles else "draw"])
            case acts.EndTurn():
                self.tap(self.labels["end"])
            case _:
                raise self.wrong(f"nobody knows how to {act}")

    def _trade(self, give: str, get: str) -> None:
        """Trade three tokens; what is given is not asked if there is one suit to give."""
        self.tap(self.labels["trade"])
        for question, suit in (("give", give), ("get", get)):
            if question == "get" or self.sees(self.labels["give"]):
                self.tap_thing(self._in(self._tray("DecisionView", self.labels[question]), "token", suit))

    def roll(self, dice: tuple[int, int], tax: int | None) -> None:
        if not self._dice(self.read(), "10"):
            self.tap(self.labels["enter roll"])
        for die in dice:
            self.tap_thing(self._die(str(die)))
        if tax is not None:
            self.find(self.labels["which suit"])
            self.until(lambda screen: len(self._dice(screen)) == 6, "the six tax dice")
            self.tap_thing(self._die(str(tax)))

    def _die(self, value: str) -> Thing:
        return self._dice(self.until(lambda screen: bool(self._dice(screen, value)), f"a die {value}"), value)[0]

    @staticmethod
    def _dice(screen: Screen, value: str = "") -> list[Thing]:
        return [one for one in screen.pictures("die", value) if one.frame("DieTarget") and one.button]

    def _take(self, card: str) -> None:
        if not self._cards(self.read()):
            self.tap(self.labels["play"])
        screen = self.until(lambda screen: bool(self._cards(screen, card)), f"the card {card}")
        self.tap_thing(self._cards(screen, card)[0])
        self.find(self.labels["sell"])

    @staticmethod
    def _cards(screen: Screen, card: str = "") -> list[Thing]:
        return [one for one in screen.pictures("card", card) if one.frame("CardTarget") and one.button]

    def _pay(self, pays: Purse) -> None:
        """Change the proposed payment, a token with each tap, until it is what is paid; a fixed one has no taps."""
        if not self._framed_amounts(self.read()):
            return
        for _ in range(12):
            shown = self._payment()
            short = [suit for suit, number in pays.items() if shown.get(suit, 0) < number]
            if not short:
                return
            self.tap_thing(self._in(self._amount(), "token", short[0]))
        raise self.wrong(f"the payment does not become {dict(pays)}")

    def _amount(self) -> Box:
        return self._framed_amounts(self.until(lambda screen: bool(self._framed_amounts(screen)), "the payment"))[0]

    @staticmethod
    def _framed_amounts(screen: Screen) -> list[Box]:
        return [box for box in _frames(screen, "Amount") if any(one.button for one in screen.inside(box))]

    def _payment(self) -> Counter[str]:
        screen, amount = self.read(), self._amount()
        shown: Counter[str] = Counter()
        for target in {one.frame("AmountTarget") for one in screen.inside(amount)} - {None}:
            there = screen.inside(target)  # type: ignore[arg-type]  # None is left out
            suit = next(one.text for one in there if one.kind == "token")
            shown[suit] = int(next(one.text for one in there if one.kind == "text").strip("−"))
        return shown

    def _add(self, card: str, pays: Purse) -> None:
        self.tap(self.labels["deed"])
        self.until(lambda screen: bool(self._frames_of_deed(screen)), "the tokens for a deed")
        if cards := self._cards(self.read(), card):
            self.tap_thing(cards[0])
        undo = [one for one in self.read().pictures("icon", "undo") if one.frame("PaymentPad")]
        self.tap_thing(undo[0])
        for suit, number in pays.items():
            for _ in range(number):
                self.tap_thing(self._in(self._amount(), "token", suit))
        add = self.until(lambda screen: bool(self._saying(screen, self.labels["add"])), "the pad that adds")
        self.tap_thing(self._saying(add, self.labels["add"])[0])

    @staticmethod
    def _frames_of_deed(screen: Screen) -> list[Box]:
        return _frames(screen, "PaymentPad")

    @staticmethod
    def _saying(screen: Screen, pattern: str) -> list[Thing]:
        return [one for one in screen.things if one.kind == "text" and re.fullmatch(pattern, one.text) and one.button]

    def _tray(self, kind: str, saying: str) -> Box:
        def trays(screen: Screen) -> list[Box]:
            told = [one for one in screen.things if one.kind == "text" and saying.lower() in one.text.lower()]
            return [box for one in told if (box := one.frame(kind)) is not None]

        return trays(self.until(lambda screen: bool(trays(screen)), f"a tray about {saying}"))[0]

    def _in(self, place: Box, kind: str, text: str) -> Thing:
        def there(screen: Screen) -> list[Thing]:
            named = (one for one in screen.things if one.kind == kind and one.text == text)
            return [one for one in named if any(box == place for _, box in one.within)]

        return there(self.until(lambda screen: bool(there(screen)), f"{kind} {text!r}"))[0]

    def _strip(self, card: str) -> Box:
        """The district of a card, where its suits are."""

        def strips(screen: Screen) -> list[Thing]:
            there = [one for one in screen.pictures("card", card) if one.frame("ColumnsPlace")]
            return [one for one in there if not one.frame("ColumnView")]

        return strips(self.until(lambda screen: bool(strips(screen)), f"the district {card}"))[0].box

    # reading

    def check(self, expected: MagnateExpected, after: Act | None = None) -> None:
        """Compare what the table shows with what is true, until it is the same."""

        def differences(screen: Screen) -> Iterator[str]:
            yield from self.differences(screen, expected)
            if isinstance(after, acts.Roll) and not self._tells(screen, after):
                yield "what the roll did cannot be read"
            if len(screen.named(self.labels["undo"])) > 1:
                yield "there is more than one way to undo"

        notice = next((one for one in self.read().things if one.frame("Banner") and one.button), None)
        if notice is not None:
            self.tap_thing(notice)
        self.same(differences, str(after))

    def _tells(self, screen: Screen, roll: acts.Roll) -> bool:
        """Whether a sentence names who rolled, and what."""
        numbers = Counter(map(str, roll.dice))
        sentences = [one.text for one in screen.named(self.names[roll.seat], exact=False) if len(one.text) > 20]
        return any(numbers <= Counter(re.findall(r"\d+", one)) for one in sentences)

    def differences(self, screen: Screen, expected: MagnateExpected) -> Iterator[str]:
        """Yield one line for each reading that is not what is true."""
        yield from self._panels(screen, expected)
        for district in expected.districts:
            yield from self._district(screen, expected, district)

    def _panels(self, screen: Screen, expected: MagnateExpected) -> Iterator[str]:
        panels = set(_frames(screen, "PlayerPanel"))
        for seat, name in enumerate(self.names):
            panel = next((one for one in panels if any(thing.text == name for thing in screen.inside(one))), None)
            if panel is None:
                yield f"no panel of {name}"
                continue
            counts = self._counts(screen, panel)
            if counts != expected.tokens[seat]:
                yield f"{name} has {counts}, true is {expected.tokens[seat]}"
            task = self.labels["tasks"].get(expected.phase, "")
            says = any(one.text.partition("   ")[0] == task for one in screen.inside(panel))
            if seat in expected.asked and not says and expected.last_turns is None and not self._is_small(panel):
                yield f"{name} does not read {task!r}"

    @staticmethod
    def _is_small(panel: Box) -> bool:
        """Whether the panel has no room for what there is to do: the actions say it there."""
        return panel.height < panel.width * 0.11

    @staticmethod
    def _counts(screen: Screen, panel: Box) -> dict[str, int]:
        counts = {}
        for box in _frames(screen, "CountView"):
            if not panel.holds(box):
                continue
            there = screen.inside(box)
            suits = [one.text for one in there if one.kind == "token"]
            numbers = [one for one in there if one.kind == "text" and one.text.isdigit()]
            if suits and numbers:
                counts[suits[0]] = int(max(numbers, key=lambda one: one.box.height).text)
        return counts

    def _district(self, screen: Screen, expected: MagnateExpected, district: District) -> Iterator[str]:
        strips = [one for one in screen.pictures("card", district.card) if not one.frame("ColumnView")]
        strips = [one for one in strips if one.frame("ColumnsPlace")]
        if not strips:
            yield f"no district {district.card}"
            return
        view = strips[0].frame("ColumnsPlace")
        assert view is not None
        middle = strips[0].box.middle
        totals = [one for one in screen.things if one.kind == "text" and one.frame("ColumnsPlace") == view]
        totals = [one for one in totals if one.frame("ColumnTotal") and one.text.isdigit()]
        low = any(abs(one.box.middle[1] - middle[1]) < one.box.height / 2 for one in totals)
        near = [one for one in totals if (one.box.middle[0] > middle[0] if low else one.box.middle[1] < middle[1])]
        far = [one for one in totals if one not in near]
        seats = [seat for seat, side in enumerate(district.sides) if side is not None]
        first_far = (len(district.sides) + 1) // 2
        for there, own in ((near, [s for s in seats if s < first_far]), (far, [s for s in seats if s >= first_far])):
            if len(there) != len(own):
                yield f"{district.card}: totals {[one.text for one in there]} for the seats {own}"
                continue
            for seat, total in zip(own, sorted(there, key=lambda one: one.box.left), strict=True):
                side = district.sides[seat]
                assert side is not None
                if int(total.text) != side.total:
                    yield f"{district.card}: seat {seat} has {total.text}, true is {side.total}"
                leads = self._leads(screen, total, view)
                if leads != (district.leader == seat):
                    yield f"{district.card}: seat {seat} {'leads' if leads else 'does not lead'} on the screen"
        yield from self._columns(screen, view, district)

    @staticmethod
    def _leads(screen: Screen, total: Thing, view: Box) -> bool:
        """Whether a total stands on a colour of its own."""
        ground = screen.colour(view.left + view.width * 0.012 + 1, view.bottom + 2)
        own = screen.colour(total.box.middle[0], total.box.top + 2)
        return bool(np.abs(own - ground).sum() > LIT)

    @staticmethod
    def _columns(screen: Screen, view: Box, district: District) -> Iterator[str]:
        """The last card of each column is always in sight, and none that does not lie there."""
        shown = {
            one.text for one in screen.pictures("card") if one.frame("ColumnView") and one.frame("ColumnsPlace") == view
        }
        lying: set[str] = set()
        for side in district.sides:
            if isinstance(side, Side):
                column = [*side.properties, *([side.deed] if side.deed else [])]
                lying |= set(column)
                if column and column[-1] not in shown:
                    yield f"{district.card}: {column[-1]} is not seen"
        if shown - lying:
            yield f"{district.card}: {sorted(shown - lying)} do not lie there"


def _frames(screen: Screen, name: str) -> list[Box]:
    """The places of what is called so, each once."""
    return list(dict.fromkeys(box for one in screen.things if (box := one.frame(name)) is not None))
