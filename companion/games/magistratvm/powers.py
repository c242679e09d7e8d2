"""What Magistrates may do (I18)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Annotated

from companion.games.declared import Among, Asked, Chosen, Move, Names
from companion.games.errors import IllegalMove, SeatName
from companion.games.field_types import Bounds, Seat, Typed
from companion.games.magistratvm.actions import check_ready, check_supply, next_to_act
from companion.games.magistratvm.narration import marked
from companion.games.magistratvm.offices import NEVER_RECALLED, Office
from companion.games.magistratvm.state import (
    Magistrate,
    State,
)
from companion.games.magistratvm.turn_moves import (
    AnyOffice,
    AnyTile,
    Contested,
    ContestedAsked,
    MovedTo,
    Rival,
    check_seat,
    contested,
    rivals,
    using,
)
from companion.locale import Message, listed
from companion.pieces.piecepack import Tile


@dataclass(frozen=True, slots=True)
class UseTribune(Move[State]):
    """A token placed free of charge (I18)."""

    player: Annotated[Seat, using(Office.TRIBUNE)]
    tile: Contested

    button = Message("Use a Tribune")

    def apply(self, state: State) -> State:
        """Place one token anywhere, free of charge, whatever other players have there (I18)."""
        check_ready(state, self.player, Office.TRIBUNE, "I18")
        contested(state, self.tile, "I18")
        check_supply(state, self.player, 1)
        return _used(state.with_tokens(self.tile, self.player, 1), self.player, Office.TRIBUNE)

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        return Message(
            "{name}'s Tribune places a token at {tile} for nothing",
            {"name": names[self.player], "tile": self.tile.wording()},
        )


@dataclass(frozen=True, slots=True)
class UseAedile(Move[State]):
    """Any token moved from one contested Province to another (I18)."""

    player: Annotated[Seat, using(Office.AEDILE)]
    owner: Annotated[Seat, Asked("owner", Message("Whose token?"))]
    tile: ContestedAsked
    to: MovedTo
    button = Message("Use an Aedile")

    def apply(self, state: State) -> State:
        """Move any player's token to another Province (I18)."""
        check_ready(state, self.player, Office.AEDILE, "I18")
        contested(state, self.to, "I18")
        if self.tile == self.to:
            raise IllegalMove("I18", Message("a token moves to another Province"))
        _check_lie_there(state, self.tile, (self.owner,))
        state = state.with_tokens(self.tile, self.owner, -1).with_tokens(self.to, self.owner, 1)
        return _used(state, self.player, Office.AEDILE)

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        return Message(
            "{name}'s Aedile moves a token of {owner} from {tile} to {to}",
            {
                "name": names[self.player],
                "owner": names[self.owner],
                "tile": self.tile.wording(),
                "to": self.to.wording(),
            },
        )


def _one_or_two(state: State, chosen: Chosen) -> Iterator[tuple[int, ...]]:
    province = state.province(chosen["tile"])
    there = [] if province is None else [owner for owner, tokens in enumerate(province.tokens) if tokens]
    for number in (1, 2):
        yield from combinations_with_replacement(there, number)


@dataclass(frozen=True, slots=True)
class UsePraetor(Move[State]):
    """One or two tokens of a Province returned to their owners (I18)."""

    player: Annotated[Seat, using(Office.PRAETOR)]
    tile: ContestedAsked
    owners: Annotated[tuple[Seat, ...], Among(_one_or_two), Bounds(1, 2), Typed("PLAYER [PLAYER]")]
    button = Message("Use a Praetor")

    def apply(self, state: State) -> State:
        """Return one or two tokens to their owners (I18)."""
        check_ready(state, self.player, Office.PRAETOR, "I18")
        if len(self.owners) not in (1, 2):
            raise IllegalMove("I18", Message("1 or 2 tokens go home, not {n}", {"n": len(self.owners)}))
        _check_lie_there(state, self.tile, self.owners)
        for owner in self.owners:
            state = state.with_tokens(self.tile, owner, -1)
        return _used(state, self.player, Office.PRAETOR)

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        owners = listed([Message("{name}", {"name": names[owner]}) for owner in self.owners])
        return Message(
            "{name}'s Praetor returns a token of {owners} from {tile}",
            {"name": names[self.player], "n": len(self.owners), "owners": owners, "tile": self.tile.wording()},
            "{name}'s Praetor returns tokens of {owners} from {tile}",
            "n",
        )


_WHOSE = Asked(
    "player",
    Message("Whose Magistrate?"),
    lambda rival: rival.player,
    lambda _state, seat, names: Message("{name}", {"name": names[seat]}),
)


@dataclass(frozen=True, slots=True)
class Recall(Move[State]):
    """A Magistrate whom a Consul sends home (I18)."""

    player: Annotated[Seat, using(Office.CONSUL)]
    office: AnyOffice
    magistrate: Annotated[Rival, Among(lambda state, chosen: rivals(state, chosen["office"])), _WHOSE]
    button = Message("Recall a Magistrate")

    def apply(self, state: State) -> State:
        """Return another Magistrate, also a Consul, but no Censor or Dictator, to its Estate (I18)."""
        check_ready(state, self.player, Office.CONSUL, "I18")
        if self.office in NEVER_RECALLED:
            raise IllegalMove("I18", Message("a Consul recalls no {office}", {"office": self.office.wording()}))
        recalled = Magistrate(self.office, self.magistrate.player, self.magistrate.active)
        itself = recalled == Magistrate(Office.CONSUL, self.player, True)
        if state.magistrates.count(recalled) <= itself:
            raise IllegalMove("I18", Message("there is no such {office} to recall", {"office": self.office.wording()}))
        return _used(state.without(recalled), self.player, Office.CONSUL)

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        return Message(
            "{name}'s Consul recalls {owner}'s {office}",
            {
                "name": names[self.player],
                "office": marked(self.office, self.magistrate.active),
                "owner": names[self.magistrate.player],
            },
        )


@dataclass(frozen=True, slots=True)
class RecallGovernor(Move[State]):
    """A Governor whom a Consul sends home (I18)."""

    player: Annotated[Seat, using(Office.CONSUL)]
    tile: Annotated[AnyTile, Among(lambda state, _chosen: [own.tile for _, own in state.governed])]
    button = Message("Recall a Governor")

    def apply(self, state: State) -> State:
        """Return a Governor to its Estate; the gold stays on the Province (I18)."""
        check_ready(state, self.player, Office.CONSUL, "I18")
        for owner, own in state.governed:
            if own.tile == self.tile:
                return _used(state.with_own(owner, replace(own, governed=False)), self.player, Office.CONSUL)
        raise IllegalMove("I18", Message("{tile} has no Governor", {"tile": self.tile.wording()}))

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        owner = next(seat for seat, one in before.governed if one.tile == self.tile)
        return Message(
            "{name}'s Consul recalls {owner}'s Governor of {tile}",
            {"name": names[self.player], "owner": names[owner], "tile": self.tile.wording()},
        )


def _used(state: State, player: int, office: Office) -> State:
    return next_to_act(state.with_inactive(player, office))


def _check_lie_there(state: State, tile: Tile, owners: tuple[int, ...]) -> None:
    province = contested(state, tile, "I18")
    for owner in owners:
        check_seat(state, owner, "I18")
        if province.tokens[owner] < owners.count(owner):
            if not province.tokens[owner]:
                raise IllegalMove("I18", Message("{name} has no token there", {"name": SeatName(owner)}))
            raise IllegalMove(
                "I18",
                Message(
                    "{name} has {n} token there",
                    {"name": SeatName(owner), "n": province.tokens[owner]},
                    "{name} has {n} tokens there",
                    "n",
                ),
            )
