"""What players do at a table of Magnate: moves are proposed, and sheets opened on which more is text of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.app import App

from companion.app.game_screen import GameScreen
from companion.app.i18n import words
from companion.app.magnate.move_preview import is_only_sellable
from companion.app.magnate.sheets.add_to_deed import AddToDeedSheet
from companion.app.magnate.sheets.column import ColumnSheet
from companion.app.magnate.sheets.dealt import DealtSheet
from companion.app.magnate.sheets.forecast import ForecastSheet
from companion.app.magnate.sheets.play_card import PlayCardSheet
from companion.app.magnate.sheets.roll import RollSheet
from companion.app.magnate.sheets.trade import TradeSheet
from companion.app.sheets.cards import CardSheet
from companion.games.magnate import Phase, State
from companion.games.magnate.moves import ColumnFact, Correct, Draw, EndTurn, Move, Roll, TokensFact
from companion.games.magnate.state import Column
from companion.pieces import Card, Cast, Suit, Tokens
from companion.table.questions import Place

ChoosePlace = Callable[[Callable[[int], None] | None, Sequence[str]], None]
"""Lets a district be chosen on the board: who is told which, and a hint for each; None ends it."""


class TableActions:
    """Everything that can be tapped beside a game going on (``page``); sheets are given it as their table."""

    def __init__(
        self,
        screen: GameScreen,
        choose_place: ChoosePlace,
        offer_undo: Callable[[int], None],
        explain: Callable[[int, int], None],
    ) -> None:
        self._screen, self._choose_place, self._offer_undo, self._explain = screen, choose_place, offer_undo, explain
        self._deck: CardSheet | None = None

    @property
    def state(self) -> State:
        state: State = self._screen.state
        return state

    @property
    def names(self) -> tuple[str, ...]:
        return self._screen.names

    @property
    def dice_cast(self) -> Cast | None:
        """The dice of this turn where they were taken back: they are to be put in again."""
        return self._screen.current_play.dice_cast

    def propose(self, *moves: Move, seat: int | None = None) -> bool:
        """As the page does."""
        return self._screen.propose(*moves, seat=seat)

    # moves

    def roll_for_me(self) -> None:
        self._screen.roll_for_me()

    def rolled(self, dice: tuple[int, int], tax_dice: tuple[int, ...]) -> None:
        player = self.state.player
        self.propose(Roll(player, dice, tax_dice), seat=player)

    def end_turn(self) -> None:
        player = self.state.player
        self.propose(EndTurn(player) if self.state.last_turns is not None else Draw(player), seat=player)

    def correct_tokens(self, player: int, suit: Suit, count: int) -> None:
        was = self.state.tokens[player]
        now = Tokens.from_counts({**dict(was.items()), suit: count})
        self.propose(Correct((TokensFact(player, was, now),)), seat=player)

    def correct_column(self, place: int, player: int, now: Column) -> None:
        was = self.state.column(player, place) or Column()
        if was == now or self.propose(Correct((ColumnFact(place, player, was, now),)), seat=player):
            self._screen.overlay.close()

    # sheets

    def open_roll(self) -> None:
        self._screen.open(RollSheet(table=self))

    def open_cards(self) -> None:
        state, deck = self.state, self.build_deck()
        deck.courts, deck.gone = state.options.courts, unavailable_cards(state)
        deck.pale = frozenset(
            card for card in deck.ids.grid.targets if card not in deck.gone and is_only_sellable(state, card)
        )
        deck.notice, deck.ids.grid.suits = "", []
        self._screen.open(deck)

    def build_deck(self) -> CardSheet:
        """The deck's sheet, made once."""
        self._deck = self._deck or CardSheet(callback=self.open_card)
        return self._deck

    def open_card(self, card: Card) -> None:
        """What to do with this card; of two copies, with the one that does not lie on the table."""
        on_table = set(self.state.cards_on_table())
        copies = (Card(card.rank, card.suits, copy + 1) for copy in range(self.state.options.decks))
        free = next((copy for copy in copies if copy not in on_table), card)
        self._screen.open(PlayCardSheet(table=self, card=free))

    def choose_place(self, choose_callback: Callable[[int], None] | None, hints: Sequence[str]) -> None:
        """Districts are tapped for a card now, and say what would follow there; None: no longer."""
        self._choose_place(choose_callback, hints)

    def play_card(self, move: Move) -> None:
        """Plays it; undo stays at hand for a moment."""
        seat = self.state.player
        if self.propose(move, seat=seat):
            if isinstance(self._screen.sheet, PlayCardSheet):
                self._screen.overlay.close()
            self._offer_undo(seat)

    def open_deeds(self, place: int | None = None) -> None:
        self._screen.open(AddToDeedSheet(table=self, place=place))

    def open_trade(self) -> None:
        self._screen.open(TradeSheet(table=self))

    def open_forecast(self, seat: int) -> None:
        """What may come for this player, turned to where that player sits."""
        self._screen.open(ForecastSheet(table=self, seat=seat), seat)

    def open_dealt(self) -> None:
        self._screen.open(DealtSheet(table=self))

    def open_column(self, place: int, player: int) -> None:
        """A tap on a column: tokens onto the own deed there, otherwise the moves behind it, to put it right from."""
        state = self.state
        column = state.column(player, place) or Column()
        if player == state.player and column.deed is not None and state.phase in (Phase.PLAY, Phase.DRAW):
            self.open_deeds(place)
        else:
            self._explain(place, player)

    def open_correction(self, place: int, player: int) -> None:
        column = self.state.column(player, place) or Column()
        others = frozenset(card.kind for card in self.state.cards_on_table()) - {card.kind for card in column.cards}
        sheet = ColumnSheet(column=column, options=self.state.options, gone=others)
        sheet.callback = lambda now: self.correct_column(place, player, now)
        name = self._screen.names[player]
        sheet.title = words._("{name}, district {number}").format(name=name, number=place + 1)
        self._screen.open(sheet, player)

    def describe_place(self, place: Place) -> tuple[Card, str]:
        """The district's card there, and whose side of which district it is."""
        number = place.number + 1
        if place.seat is None:
            text = words._("District {number}").format(number=number)
        else:
            text = words._("{name}, district {number}").format(name=self.names[place.seat], number=number)
        return self.state.districts[place.number].card, text

    def open_score(self) -> None:
        App.get_running_app().go("end")


def unavailable_cards(state: State) -> frozenset[Card]:
    """The cards of which every copy lies on the table."""
    kinds = [card.kind for card in state.cards_on_table()]
    return frozenset(card for card in kinds if kinds.count(card) >= state.options.decks)
