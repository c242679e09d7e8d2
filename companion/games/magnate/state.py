"""The state of a game of Magnate: the fold of its moves."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Annotated

from companion.games.field_types import Bounds, Typed
from companion.games.magnate.hidden import NO_KNOWLEDGE, Hidden
from companion.games.magnate.options import Options, Solo
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens

DistrictIndex = Annotated[int, Bounds(least=0), Typed("@DISTRICT")]
"""A district, counted from 0 at seat 0's left."""


class Phase(Enum):
    """The phase of a turn (B7)."""

    ROLL = "roll"
    """The player rolls."""
    INCOME = "income"
    """Owners choose what their deeds pay (B15); nothing else is possible."""
    PLAY = "play"
    """Cards are still to be played; trades and additions to deeds are free (B17, B27, B33)."""
    DRAW = "draw"
    """Every card is played; trade, add to deeds, or draw, which ends the turn (B34)."""
    OVER = "over"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Deed:
    """A property that is not developed yet, and its tokens (B24, B27)."""

    card: Card
    tokens: Tokens = Tokens()
    preferred: Suit | None = None
    """The suit that its owner always takes, if the owner chose one (B15)."""


@dataclass(frozen=True, slots=True)
class Column:
    """One player's cards in a district, from the district outwards; a deed is always the outermost."""

    properties: tuple[Card, ...] = ()
    deed: Deed | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, the deed last."""
        return self.properties if self.deed is None else (*self.properties, self.deed.card)

    @property
    def last(self) -> Card | None:
        """The card that the next one must share a suit with (B21)."""
        if self.deed is not None:
            return self.deed.card
        return self.properties[-1] if self.properties else None


@dataclass(frozen=True, slots=True)
class District:
    """A district: its Pawn (or the Excuse) and one column for each player, by seat.

    A column is None for a player who does not border on it (three players, F7).
    """

    card: Card
    columns: tuple[Column | None, ...]


@dataclass(frozen=True, slots=True)
class Taxed:
    """One player's loss to taxation (B10)."""

    player: int
    suit: Suit
    lost: int


@dataclass(frozen=True, slots=True)
class RollResult:
    """The turn's roll and its effects, public to all (B8–B16)."""

    dice: tuple[int, int]
    tax_dice: tuple[int, ...]
    taxed_suits: tuple[Suit, ...]
    taxed: tuple[Taxed, ...]
    income: tuple[Tokens, ...]
    """By seat: the tokens collected so far, with the deed choices already made."""

    @property
    def rank(self) -> int:
        """The higher die (B12): 10 pays Crowns, 1 pays Aces, else the properties of that rank."""
        return max(self.dice)


@dataclass(frozen=True, slots=True)
class WaitsFor:
    """A question that blocks play."""

    owner: int
    """The seat that answers."""
    kind: str
    """``roll``, ``deed_income``, ``play``, ``draw`` or, on a last turn, ``end_turn``."""
    text: Message
    card: Card | None = None
    """The deed that pays, for ``deed_income``."""
    suits: tuple[Suit, ...] = ()
    """The possible choices, for ``deed_income``."""


@dataclass(frozen=True)  # no slots: see ``changed``
class State:
    """A state of a game."""

    options: Options
    districts: tuple[District, ...]
    crowns: tuple[tuple[Card, ...], ...]
    tokens: tuple[Tokens, ...]
    player: int
    """The seat of the current player."""
    turn: int
    """From 1."""
    phase: Phase
    pile: int
    """Cards left to draw."""
    discards: int
    """Cards in the discard pile."""
    plays_left: int = 1
    """The number of cards still to be played this turn (B17, F6)."""
    roll: RollResult | None = None
    pending_income: tuple[tuple[int, Card], ...] = ()
    """The deeds whose owners, by seat, have not chosen a suit yet (B15)."""
    reshuffles: int = 0
    last_turns: int | None = None
    """The turns left, this one included, once the pile is exhausted (B36); None before that."""
    hidden: Hidden = NO_KNOWLEDGE
    """The known cards of discards, hands and pile."""
    as_format: int | None = None
    """The older format with which the game's entries began, whose rules it keeps; None for today's.

    In format 1 the last card drawn also exhausted the pile if there were no discards (B35), and a draw could name any
    card. Up to format 3 a correction that reopened a finished game left it no last turns to count.
    """

    @property
    def players(self) -> int:
        """The number of seats, the automa's included."""
        return len(self.tokens)

    @property
    def automa(self) -> int | None:
        """The automa's seat in a solo game (D1)."""
        return None if self.options.solo is Solo.NO else 1

    @property
    def as_format_1(self) -> bool:
        """Whether the game's entries began with format 1."""
        return self.as_format == 1

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.phase is Phase.OVER

    @property
    def may_shuffle(self) -> bool:
        """Whether the discards can become a new pile (B35, F10)."""
        return self.discards > 0 and self.reshuffles < self.options.reshuffles

    def column(self, player: int, district: int) -> Column | None:
        """Return the player's side of a district; None if the player does not border on it."""
        return self.districts[district].columns[player]

    def deeds(self, player: int) -> Iterator[tuple[int, Deed]]:
        """Yield the player's unfinished deeds, each with its district."""
        for place, district in enumerate(self.districts):
            column = district.columns[player]
            if column is not None and column.deed is not None:
                yield place, column.deed

    def cards_on_table(self) -> Iterator[Card]:
        """All open cards: districts, Crowns, properties and deeds."""
        for district in self.districts:
            yield district.card
            for column in district.columns:
                if column is not None:
                    yield from column.cards
        for crowns in self.crowns:
            yield from crowns

    @property
    def waiting_for(self) -> tuple[WaitsFor, ...]:
        """The questions that block play, each with its owner; owners answer in any order."""
        if self.phase is Phase.INCOME:
            return tuple(
                WaitsFor(
                    owner,
                    "deed_income",
                    Message("which token does the deed on {card} pay?", {"card": card}),
                    card,
                    card.suits,
                )
                for owner, card in self.pending_income
            )
        if self.phase is Phase.ROLL:
            return (WaitsFor(self.player, "roll", Message("roll the two d10")),)
        if self.phase is Phase.PLAY:
            left = {"n": self.plays_left}
            return (WaitsFor(self.player, "play", Message("play {n} card", left, "play {n} cards", "n")),)
        if self.phase is Phase.DRAW:
            kind, drawn = "draw" if self.last_turns is None else "end_turn", {"n": self.options.plays}
            if self.last_turns is None and (self.pile or self.may_shuffle):
                return (WaitsFor(self.player, kind, Message("draw {n} card", drawn, "draw {n} cards", "n")),)
            return (WaitsFor(self.player, kind, Message("end the turn: nothing is left to draw")),)
        return ()


def districts_with(state: State, player: int, place: int, column: Column) -> tuple[District, ...]:
    """Return the districts with another column at this place."""
    district = state.districts[place]
    columns = tuple(column if seat == player else old for seat, old in enumerate(district.columns))
    return (*state.districts[:place], District(district.card, columns), *state.districts[place + 1 :])


def tokens_with(state: State, player: int, tokens: Tokens) -> tuple[Tokens, ...]:
    """Return all players' tokens, that player's replaced."""
    return (*state.tokens[:player], tokens, *state.tokens[player + 1 :])


if TYPE_CHECKING:
    changed = replace
else:

    def changed(state: State, **fields: object) -> State:
        """Replace fields like ``dataclasses.replace``, at a fraction of its cost: a fold does little else."""
        after = object.__new__(State)
        object.__setattr__(after, "__dict__", state.__dict__ | fields)
        return after


PHASE_NAMES: Mapping[str, Message] = {
    Phase.ROLL.value: Message("roll the dice"),
    Phase.INCOME.value: Message("choose income"),
    Phase.PLAY.value: Message("play a card"),
    Phase.DRAW.value: Message("draw"),
    Phase.OVER.value: Message("over"),
}
"""The names of the phases for people, by their names in documents."""
