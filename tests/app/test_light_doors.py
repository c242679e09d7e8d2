"""Whole games by touch alone, from the first screen to the score, and the doors beside them."""

import json
from pathlib import Path
from random import Random
from typing import Any

import cv2
import pytest

from companion.app.sheets.cards import CardSheet
from companion.app.window.theme import theme
from companion.demo.whole_game import Deal, next_move
from companion.games.magnate import Phase, preset
from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Draw, EndTurn, Move, Sell, Trade
from companion.games.magnate.rolling import cards_of_rank
from companion.pieces import Card, Suit
from companion.rolls.source import AppDice
from tests.app.at_the_table import act, awaits_roll, tap_die, tap_district, use
from tests.app.on_screen import arranged
from tests.app.tablet import Tablet
from tests.cases import each


class Players:
    """Everybody at the table, with the cards that the tablet never sees."""

    def __init__(self, tablet: Tablet, kind: str, seed: int) -> None:
        self._tablet, self._kind = tablet, kind
        self._deal = Deal.from_seed(seed, preset(kind))
        self._dice = AppDice(Random(seed))

    def begin(self) -> None:
        """From the first screen to the table."""
        tablet = self._tablet
        tablet.tap(tablet.screen.entries["new_game"])
        form = tablet.screen
        tablet.tap(form.parts["preset"].pads[self._kind])
        row = form.parts["crowns"].deal
        for seat, held in enumerate(self._deal.setup.crowns[:-1]):
            tablet.tap(row.pads[seat])
            for crown in held:
                tablet.tap(row.targets[crown])
        tablet.tap(form.ids.start)
        assert tablet.screen.name == "table", form.notice
        tablet.screen.app_dice = self._dice

    def play(self) -> None:
        """Until it is over."""
        while not self._tablet.state.over:
            before = self._tablet.play.seq
            self.go_on()
            assert self._tablet.play.seq > before, (self._tablet.screen.sheet, self._tablet.state.phase)

    def go_on(self) -> None:
        """The next thing that somebody does."""
        tablet, state = self._tablet, self._tablet.state
        tablet.settle()
        if state.phase is Phase.ROLL:
            if not awaits_roll(tablet):
                act(tablet, "roll")
            tablet.tap(tablet.screen.sheet.pads[-1])
        elif state.phase is Phase.INCOME:
            tray = next(iter(tablet.screen.trays.shown.values()))
            tablet.tap(tray.view.suits.children[0])
        else:
            self._move(next_move(state, self._hand(state.player)))

    def _move(self, move: Move) -> None:
        match move:
            case AddToDeed():
                self._add(move)
            case Trade():
                act(self._tablet, "trade")
                view = self._tablet.screen.sheet.view
                for suit in (move.give, move.get):
                    if any(target.suit is suit and not target.disabled for target in view.suits.children):
                        self._tap_suit(view.suits, suit)
            case Develop() | BuyDeed() | Sell():
                self._card(move)
                self._hand_on(move.player, move.card, sold=isinstance(move, Sell) and move.district is None)
            case Draw() | EndTurn():
                act(self._tablet, "draw")
                if isinstance(move, Draw):
                    for _ in range(self._deal.drawn):
                        self._deal.draw(move.player)

    def _card(self, move: Develop | BuyDeed | Sell) -> None:
        tablet = self._tablet
        if not isinstance(tablet.screen.sheet, CardSheet):
            act(tablet, "play")
        tablet.settle(8)
        tablet.tap(tablet.screen.sheet.targets[move.card.kind])
        sheet = tablet.screen.sheet
        if isinstance(move, Sell):
            tablet.tap(use(sheet, "sell"))
        elif isinstance(move, BuyDeed) and sheet.view.decision.answers["use"] != "deed":
            tablet.tap(use(sheet, "deed"))
        if move.district is not None and tablet.state.phase is Phase.PLAY and tablet.screen.sheet is sheet:
            tap_district(tablet, move.district)

    def _add(self, move: AddToDeed) -> None:
        tablet = self._tablet
        act(tablet, "deed")
        view = tablet.screen.sheet.view
        if view.pick is not None:
            tablet.tap(view.pick.targets[move.card])
        tablet.tap(view.payment.ids.none)
        for suit, count in move.payment.items():
            for _ in range(count):
                self._tap_suit(view.payment.ids.paid, suit)
        tablet.tap(view.done)

    def _tap_suit(self, row: Any, suit: Suit) -> None:
        self._tablet.tap(next(target for target in row.children if target.suit is suit))

    def _hand(self, seat: int) -> list[Card]:
        """Two copies of a card are one on the tablet: whichever lies there, the other is still in the hand."""
        lying, decks = set(self._tablet.state.cards_on_table()), self._tablet.state.options.decks
        return [
            next((one for one in (Card(c.rank, c.suits, n + 1) for n in range(decks)) if one not in lying), c)
            for c in self._deal.hands[seat]
        ]

    def _hand_on(self, seat: int, card: Card, sold: bool) -> None:
        """Two copies of a card are one on the tablet, so whichever is in that hand goes."""
        hand = self._deal.hands[seat]
        played = next(one for one in hand if one.kind == card.kind)
        hand.remove(played)
        if sold:
            self._deal.discards.append(played)


@pytest.mark.prove("tablet-games")
@pytest.mark.parametrize(
    ("kind", "size", "density"),
    [
        ("standard", (1280, 800), 1.0),
        ("three-players", (1024, 600), 1.0),
        ("mega", (1280, 800), 1.0),
        ("solo", (800, 1280), 1.0),
        ("solo-hard", (1280, 800), 1.0),
        ("courts", (1024, 600), 1.0),
        ("standard", (1280, 800), 1.5),
        ("standard", (800, 1280), 1.5),
        ("standard", (1024, 600), 1.5),
    ],
)
def test_a_whole_game_is_tapped_to_its_end(tablet: Tablet, kind: str, size: tuple[int, int], density: float) -> None:
    with arranged(tablet, size, "en", density):
        players = Players(tablet, kind, seed=2)
        players.begin()
        players.play()
        assert tablet.state.options.preset == kind
        assert tablet.screen.name == "end"
        assert tablet.screen.ids.count.count.result


SIZES = [(1024, 600), *(pytest.param(size, marks=pytest.mark.prove("screens")) for size in ((1280, 800), (2560, 1600)))]


@pytest.mark.parametrize("size", SIZES)
def test_every_target_of_every_screen_is_large_enough_for_a_finger(tablet: Tablet, size: tuple[int, int]) -> None:
    tablet.resize(*size)
    for screen in ("start", "tokens_only", "roll_only", "new_game", "score_table", "games"):
        tablet.app.go(screen)
        tablet.settle()
        targets = tablet.targets()
        assert targets
        for target in targets:
            assert min(target.size) >= theme.target - 0.5, (screen, target, target.size)


def test_the_start_screen_is_drawn(tablet: Tablet, tmp_path: Path) -> None:
    tablet.app.root.export_to_png(str(tmp_path / "start.png"))
    picture = cv2.imread(str(tmp_path / "start.png"))
    assert picture is not None and picture.shape[:2] == (800, 1280)
    assert picture.std() > 10


def test_doors_open_and_the_way_back_leads_home(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["tokens_only"])
    assert tablet.screen.name == "tokens_only"
    tablet.tap(tablet.screen.ids.back)
    assert tablet.screen.name == "start"


def test_a_tap_switches_the_language_of_what_is_on_the_screen_and_keeps_it(tablet: Tablet) -> None:
    entry = tablet.screen.entries["roll_only"]
    assert entry.text == "Dice only"
    tablet.tap(tablet.screen.ids.bar.ids.language)
    assert entry.text == "Dés seulement"
    assert json.loads(tablet.app.folders.settings.read_text("utf8"))["language"] == "fr"
    tablet.tap(tablet.screen.ids.bar.ids.language)
    assert entry.text == "Dice only"


def test_tokens_only_counts_and_taxes_both_sides(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["tokens_only"])
    near, far = tablet.screen.purses
    for counter, taps in ((near.counters[0], 3), (far.counters[0], 2), (near.counters[5], 2)):
        for _ in range(taps):
            tablet.tap(counter.ids.plus)
    tablet.tap(near.counters[5].ids.minus)
    assert [counter.count for counter in near.counters] == [3, 0, 0, 0, 0, 1]
    tablet.tap(tablet.screen.ids.tax)
    tablet.tap(next(target for target in tablet.screen.ids.suits.children if target.suit is Suit.MOONS))
    assert (near.counters[0].count, far.counters[0].count, near.counters[5].count) == (1, 1, 1)


def test_tapped_dice_tell_the_tax_and_the_cards_that_earn(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["roll_only"])
    tap_die(tablet, 9)
    tap_die(tablet, 1)
    assert not tablet.screen.cast, "a 1 asks for the tax die first"
    tap_die(tablet, 3)
    assert [die.value for die in tablet.screen.cast] == [9, 1, 3]
    assert "Waves" in tablet.screen.tax
    assert {str(face.card) for face in tablet.screen.ids.cards.children} == {"9MS", "9WY", "9LK"}


def test_the_apps_dice_roll_too(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["roll_only"])
    tablet.tap(tablet.screen.ids.roll)
    dice = [die.value for die in tablet.screen.cast]
    assert len(dice) == (3 if 1 in dice[:2] else 2)


@each(("rank", "cards"), [(1, 6), (2, 3), (9, 3), (10, 6)])
def test_each_rank_names_the_cards_that_earn(rank: int, cards: int) -> None:
    assert len(cards_of_rank(rank)) == cards
