"""What players do at a table of Magnate: moves to propose and sheets to open."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from companion.app.game_screen import GameScreen
from companion.app.painters.asked import other_rolls
from companion.app.painters.columns import ColumnsPlace
from companion.app.painters.decision_view import DecisionView
from companion.app.painters.spots import Offered
from companion.app.sheets.cards import CardSheet, usual_cards
from companion.app.sheets.decision import DecisionTray
from companion.app.texts.i18n import words
from companion.app.widgets.card import CardTarget
from companion.games.magnate import Phase, State
from companion.games.magnate.decisions import PLAY, decisions, is_only_sellable
from companion.games.magnate.moves import Move, possible_cards
from companion.games.magnate.paying import can_trade
from companion.games.magnate.rolling import enter_roll
from companion.games.magnate.turns import turns_end
from companion.pieces import Card
from companion.table.questions import Place as TablePlace


class TableActions:
    """The actions behind everything that players tap on the table screen.

    Args:
        screen: The screen of the game.
    """

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen
        self._deck: CardSheet | None = None
        self._prepared: dict[Card, CardTarget] = {}
        self._roll: DecisionTray | None = None
        self._play: DecisionTray | None = None

    @property
    def state(self) -> State:
        """The present state."""
        state: State = self.screen.state
        return state

    # moves

    def end_turn(self) -> None:
        """Propose to draw, or in the last round to end the turn (B34)."""
        self.screen.propose(turns_end(self.state), seat=self.state.player)

    # sheets

    def open_roll(self) -> None:
        """Open the tray for the roll."""
        decision = enter_roll(self.state.options, self.state.player)
        if self._roll is None:
            self._roll = DecisionTray(decision, lambda move: self.screen.propose(move, seat=self.state.player))
            self._roll.view.close_callback = None
        self._roll.begin(decision, other_rolls(self.screen))
        self.screen.open(self._roll)

    def open_cards(self) -> None:
        """Open the sheet of the deck; cards that can only be sold are pale."""
        state, deck = self.state, self.build_deck()
        deck.courts, deck.gone = state.options.courts, unavailable_cards(state)
        deck.pale = frozenset(card for card in deck.targets if card not in deck.gone and is_only_sellable(state, card))
        deck.notice, deck.suits = "", []
        self.screen.open(deck)

    def build_deck(self) -> CardSheet:
        """Return the sheet of the deck, built on the first call."""
        self._deck = self._deck or CardSheet(
            callback=self.open_card,
            drag_callback=self.drop_card,
            prepared=self._prepared,
            courts=self.state.options.courts,
        )
        return self._deck

    def deck_steps(self) -> Iterator[Callable[[], object]]:
        """Yield the steps that make the deck's sheet before its first use, with a card in each."""
        for card in usual_cards(self.state.options.courts):
            if self._deck is None and card not in self._prepared:
                yield partial(self._prepare, card)
        yield self.build_deck

    def _prepare(self, card: Card) -> None:
        self._prepared[card] = CardTarget(card=card)

    def open_card(self, card: Card) -> None:
        """Open the tray for the use of a card; the districts that it fits are marked on the board."""
        state = self.state
        play = next(one for one in decisions(state, self.screen.names) if one.name == PLAY)
        copy = next(one for one in possible_cards(state) if one.kind == card.kind)
        begun = play.answer("card", (copy,))
        spots = [f"side-{place}-{seat}" for place in range(len(state.districts)) for seat in range(state.players)]
        if self._play is None:
            self._play = DecisionTray(begun, self._propose, spots, self.open_cards)
            self._play.view.asked_callback = self._choose_place
        self._play.view.table = spots  # of another game, with other districts
        self._play.begin(begun)
        self.screen.open(self._play)

    def _propose(self, move: Move) -> bool:
        return self.screen.propose_decision(self.state.player, move)

    def _choose_place(self, view: DecisionView | None) -> None:
        """Show on the board what would follow on each district; nothing without a view."""
        self.screen.form = view
        self.screen.offer()

    def offered(self) -> Offered:
        """Return what can be tapped: where the open card goes, or any side and the deeds to pay; and the tokens."""
        screen, state = self.screen, self.state
        if screen.veil is not None:
            return Offered()
        kinds = ("token",) if screen.form is not None else ("token", "side")
        acting = {spot for spot in screen.table.ids_of_spots if spot.startswith(kinds)}
        if screen.form is not None:
            return replace(screen.form.tappable, acting=acting.union(screen.form.acting))
        fed = self._fed_deeds() if state.phase in (Phase.PLAY, Phase.DRAW) else []
        return Offered(acting.union(f"deed-{place}-{state.player}" for place in fed))

    def drop_card(self, card: Card, place: tuple[float, float]) -> None:
        """Play a card on the district at a place in the window, as a tap on both does; nothing if there is none."""
        for view in self.screen.table.spots():
            if isinstance(view, ColumnsPlace) and view.collide_point(*view.parent.to_widget(*place)):
                self.open_card(card)
                if view.chosen:
                    self.screen.tap_spot(view.chosen)
                return

    def open_deeds(self, place: int | None = None) -> None:
        """Open the decision on tokens for a deed, that of this district if there is one; or show why there is none."""
        if self._fed_deeds():
            self.screen.decide("deed", "" if place is None else f"deed-{place}-{self.state.player}")
        elif any(self.state.deeds(self.state.player)):
            self.screen.show_notice(words._("You have no tokens for your deeds."))
        else:
            self.screen.show_notice(words._("You have no deed to add tokens to."))

    def _fed_deeds(self) -> list[int]:
        """Return the districts with a deed of the current player for which there are tokens."""
        purse, deeds = self.state.tokens[self.state.player], self.state.deeds(self.state.player)
        return [place for place, deed in deeds if purse.only(deed.card.suits)]

    def open_trade(self) -> None:
        """Open the trades, or show why there are none."""
        if can_trade(self.state.tokens[self.state.player]):
            self.screen.decide("trade")
        else:
            self.screen.show_notice(words._("A trade needs three tokens of one suit."))

    def describe_place(self, place: TablePlace) -> tuple[Card, str]:
        """Return the card of the district at a place, and the place in words."""
        number = place.number + 1
        if place.seat is None:
            text = words._("District {number}").format(number=number)
        else:
            text = words._("{name}, district {number}").format(name=self.screen.names[place.seat], number=number)
        return self.state.districts[place.number].card, text


def unavailable_cards(state: State) -> frozenset[Card]:
    """Return the cards that cannot be in a hand."""
    return frozenset(usual_cards(state.options.courts)) - {card.kind for card in possible_cards(state)}
