"""Actions that cost gold or none: tokens, Patricians, Governors (I13–I15, I19)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from companion.games.declared import Among, Chosen, Move, Names
from companion.games.errors import IllegalMove
from companion.games.field_types import Choices, Positive
from companion.games.magistratvm.gold import BANK, paid, pay
from companion.games.magistratvm.offices import ENTERED, Office, promotion
from companion.games.magistratvm.state import (
    TOKENS,
    Decided,
    Magistrate,
    Phase,
    State,
)
from companion.games.magistratvm.turn_moves import (
    OFFICE_SPOT,
    Acting,
    ContestedAsked,
    OwnOffice,
    Provincial,
    Won,
    check_phase,
    check_player,
    contested,
)
from companion.games.texts import gold_amount
from companion.locale import Message
from companion.pieces.piecepack import Tile


def check_acts(state: State, player: int) -> None:
    """Raise :class:`IllegalMove` unless it is the player's turn to act (I13)."""
    check_phase(state, Phase.ACTION, "I13")
    check_player(state.to_act, player, "I13")


def next_to_act(state: State) -> State:
    """Let the left neighbour act, with no passes in a row."""
    return replace(state, phase=Phase.ACTION, passes=0, to_act=state.left_of(state.to_act))


def price_of_tokens(own: int, more: int) -> int:
    """Return the price of more tokens: a player's n-th token in a Province costs n (I14).

    >>> price_of_tokens(0, 2), price_of_tokens(4, 2), price_of_tokens(0, 6)
    (3, 11, 21)
    """
    return sum(range(own + 1, own + more + 1))


def _affordable(state: State, chosen: Chosen) -> Iterator[int]:
    seat, province = chosen["player"], state.province(chosen["tile"])
    for tokens in range(1, TOKENS - state.placed(seat) + 1):
        if province is None or price_of_tokens(province.tokens[seat], tokens) > state.usable_gold(seat):
            return
        yield tokens


@dataclass(frozen=True, slots=True)
class PlaceTokens(Move[State]):
    """Tokens placed in a contested Province for gold (I14)."""

    player: Acting
    tile: ContestedAsked
    tokens: Annotated[Positive, Among(_affordable)] = 1
    provincial: Provincial = ()
    button = Message("Place tokens")

    def apply(self, state: State) -> State:
        """Pay for tokens; with them the player has at least as many there as any other (I14)."""
        check_acts(state, self.player)
        province = contested(state, self.tile, "I14")
        if self.tokens < 1:
            raise IllegalMove("I14", Message("1 token or more is placed, not {n}", {"n": self.tokens}))
        check_supply(state, self.player, self.tokens)
        own, most = province.tokens[self.player], max(province.tokens)
        if own + self.tokens < most:
            raise IllegalMove(
                "I14",
                Message(
                    "somebody has {most} tokens there: you would have {own}, and need as many",
                    {"most": most, "own": own + self.tokens},
                ),
            )
        price = price_of_tokens(own, self.tokens)
        state = pay(state, self.player, price, self.provincial, BANK, "I14")
        return next_to_act(state.with_tokens(self.tile, self.player, self.tokens))

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        province = after.province(self.tile)
        assert province is not None
        return Message(
            "{name} places {n} token at {tile} for {gold}, and has {own} there",
            {
                "name": names[self.player],
                "n": self.tokens,
                "tile": self.tile.wording(),
                "gold": gold_amount(paid(after)),
                "own": province.tokens[self.player],
            },
            "{name} places {n} tokens at {tile} for {gold}, and has {own} there",
            "n",
        )


@dataclass(frozen=True, slots=True)
class Enter(Move[State]):
    """A Patrician who becomes Tribune, Quaestor or Aedile (I15)."""

    player: Acting
    office: Annotated[Office, Choices(tuple(office.value for office in ENTERED)), OFFICE_SPOT]
    provincial: Provincial = ()
    button = Message("Promote a Patrician")

    def apply(self, state: State) -> State:
        """Move a Patrician to a free space, inactive (I15)."""
        check_acts(state, self.player)
        if self.office not in ENTERED:
            raise IllegalMove("I15", Message("a Patrician becomes Tribune, Quaestor or Aedile"))
        if not state.patricians(self.player):
            raise IllegalMove("I15", Message("you have no Patrician left in your Estate"))
        if not state.has_room(self.office):
            raise IllegalMove(
                "I15", Message("no space of this Office is free: {office}", {"office": self.office.wording()})
            )
        price = promotion(None, self.office)
        assert price is not None
        state = pay(state, self.player, price, self.provincial, BANK, "I15")
        return next_to_act(state.with_magistrate(Magistrate(self.office, self.player, False)))

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        return Message(
            "{name} makes a Patrician {office} for {gold}",
            {"name": names[self.player], "office": self.office.wording(), "gold": gold_amount(paid(after))},
        )


@dataclass(frozen=True, slots=True)
class Appoint(Move[State]):
    """An active Magistrate who becomes Governor of an own Province (I19)."""

    player: Acting
    office: OwnOffice
    tile: Won
    button = Message("Appoint a Governor")

    def apply(self, state: State) -> State:
        """Make a Magistrate the Governor of an own Province, free of charge (I19)."""
        check_ready(state, self.player, self.office, "I19")
        own = _own(state, self.player, self.tile)
        if own.governed:
            raise IllegalMove("I19", Message("{tile} has a Governor already", {"tile": self.tile.wording()}))
        state = state.without(Magistrate(self.office, self.player, True))
        return next_to_act(state.with_own(self.player, replace(own, governed=True)))

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        return Message(
            "{name}'s {office} becomes Governor of {tile}",
            {"name": names[self.player], "office": self.office.wording(), "tile": self.tile.wording()},
        )


@dataclass(frozen=True, slots=True)
class Withdraw(Move[State]):
    """A Governor who goes home (I19)."""

    player: Acting
    tile: Won
    button = Message("Call a Governor home")

    def apply(self, state: State) -> State:
        """Make a Governor a Patrician again (I19)."""
        check_acts(state, self.player)
        own = _own(state, self.player, self.tile)
        if not own.governed:
            raise IllegalMove("I19", Message("{tile} has no Governor", {"tile": self.tile.wording()}))
        return next_to_act(state.with_own(self.player, replace(own, governed=False)))

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        return Message(
            "{name} calls the Governor of {tile} home", {"name": names[self.player], "tile": self.tile.wording()}
        )


def check_ready(state: State, player: int, office: Office, rule: str) -> None:
    """Raise :class:`IllegalMove` unless it is the player's turn and a Magistrate of the Office is active."""
    check_acts(state, player)
    if not state.active(player, office):
        raise IllegalMove(rule, Message("you have no active {office}", {"office": office.wording()}))


def check_supply(state: State, player: int, tokens: int) -> None:
    """Raise :class:`IllegalMove` if a player has fewer tokens left (I3)."""
    left = TOKENS - state.placed(player)
    if tokens > left:
        raise IllegalMove("I3", Message("you have {left} tokens left, not {n}", {"left": left, "n": tokens}))


def _own(state: State, player: int, tile: Tile) -> Decided:
    own = state.own(player, tile)
    if own is None:
        raise IllegalMove("I19", Message("you have not won {tile}", {"tile": tile.wording()}))
    return own
