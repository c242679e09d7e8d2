"""Facts about what lies on the table: gold, dice, tokens, Magistrates, Governors."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

from companion.games.declared import Among, Asked, At, Chosen, Fact, Names, replaced_at
from companion.games.errors import IllegalMove
from companion.games.field_types import D6, Count, Seat, Typed
from companion.games.magistratvm.gold import BANK, estate, moved
from companion.games.magistratvm.state import HIGHEST, TOKENS, Decided, Magistrate, Moved, Phase, Place, Purse, State
from companion.games.magistratvm.turn_moves import AnyOffice, Contested, Rival, check_seat, contested, province_spot
from companion.games.texts import gold_amount
from companion.locale import Message, Wording, listed
from companion.pieces.piecepack import Tile

CORRECTION = "correction"
"""The name, in place of a rule, for gold that a correction adds or removes."""
UNSETTLED = (Phase.FALLING, Phase.DICTATOR, Phase.OVER)
"""Phases in which a choice depends on tokens, Magistrates and Provinces, or none is left."""
HOW_MUCH = Message("How much is there?")
HOW_MANY = Message("How many are there?")
GOLD = Among(lambda _state, _chosen: range(1000))
"""Any amount of gold that a table has."""


def check_settled(state: State) -> None:
    """Refuse corrections of tokens, Magistrates and Provinces during a choice that depends on them."""
    if state.phase in UNSETTLED:
        raise IllegalMove(
            "I17",
            Message("a choice depends on it"),
            Message("answer the question first, or undo the move that asked it"),
        )


def owned(state: State, tile: Tile) -> tuple[int | None, Decided | None]:
    """Return a won Province with its owner."""
    found = ((seat, state.own(seat, tile)) for seat in range(state.seats))
    return next((one for one in found if one[1] is not None), (None, None))


def with_gold(state: State, purse: Purse, was: int, now: int) -> State:
    """Return the state with another amount of gold at one place."""
    if now < 0:
        raise IllegalMove("I4", Message("there cannot be {gold}", {"gold": gold_amount(now)}))
    giver, taker = (BANK, purse) if now > was else (purse, BANK)
    return moved(state, Moved(CORRECTION, abs(now - was), giver, taker))


@dataclass(frozen=True, slots=True)
class GoldFact(Fact[State]):
    """Gold in a Family Estate."""

    player: Annotated[Seat, Asked("player", Message("Whose gold?")), At(lambda _state, seat: (f"gold-{seat}",))]
    was: Count
    now: Annotated[Count, Typed("GOLD"), GOLD, Asked("gold", HOW_MUCH)]

    button = Message("A player’s gold")

    def _held(self, state: State) -> int:
        check_seat(state, self.player, "I4")
        return state.gold[self.player]

    def _set(self, state: State) -> State:
        return with_gold(state, estate(self.player), self.was, self.now)

    def _sentence(self, _before: State, names: Names) -> Message:
        return Message("{name} has {gold}", {"name": names[self.player], "gold": gold_amount(self.now)})


def _known(state: State, _chosen: Chosen) -> Iterator[Tile]:
    yield from (one.tile for one in state.contested)
    yield from (one.tile for own in state.decided for one in own)


@dataclass(frozen=True, slots=True)
class ProvinceGoldFact(Fact[State]):
    """Gold on a Province, contested or decided."""

    tile: Annotated[
        Tile,
        Typed("PROVINCE"),
        Among(_known),
        Asked("province", Message("Which Province?")),
        At(lambda state, tile: (province_spot(state, tile),)),
    ]
    was: Count
    now: Annotated[Count, Typed("GOLD"), GOLD, Asked("gold", HOW_MUCH)]

    button = Message("Gold on a Province")

    def _held(self, state: State) -> int:
        _, own = owned(state, self.tile)
        return own.gold if own is not None else contested(state, self.tile, "I21").gold

    def _set(self, state: State) -> State:
        return with_gold(state, Purse(Place.PROVINCE, owned(state, self.tile)[0], self.tile), self.was, self.now)

    def _sentence(self, _before: State, _names: Names) -> Message:
        return Message("{gold} lies on {tile}", {"gold": gold_amount(self.now), "tile": self.tile.wording()})


@dataclass(frozen=True, slots=True)
class DieFact(Fact[State]):
    """The value of an Income die; its null is 6."""

    player: Annotated[Seat, Asked("player", Message("Whose die?")), At(lambda _state, seat: (f"die-{seat}",))]
    was: D6
    now: Annotated[
        D6,
        Typed("D6"),
        Among(lambda _state, _chosen: range(1, HIGHEST + 1)),
        Asked("value", Message("What does it show? The null is 6")),
    ]

    button = Message("An Income die")

    def _held(self, state: State) -> int:
        check_seat(state, self.player, "I10")
        return state.dice[self.player]

    def _set(self, state: State) -> State:
        if not 1 <= self.now <= HIGHEST:
            raise IllegalMove("I10", Message("a die shows 1 for its ace to 6 for its null"))
        return replace(state, dice=replaced_at(state.dice, self.player, self.now))

    def _sentence(self, _before: State, names: Names) -> Message:
        return Message("{name}'s Income die shows {n}", {"name": names[self.player], "n": self.now})


def _supply(state: State, chosen: Chosen) -> range:
    seat, going = chosen["player"], state.voting.leaving if state.voting is not None else ()
    elsewhere = state.placed(seat) - chosen["was"] + sum(one.tokens for one in going if one.player == seat)
    return range(TOKENS - elsewhere + 1)


@dataclass(frozen=True, slots=True)
class TokensFact(Fact[State]):
    """A player's tokens in a contested Province."""

    tile: Annotated[Contested, Typed("PROVINCE"), Asked("province", Message("Which Province?"))]
    player: Annotated[Seat, Asked("player", Message("Whose tokens?"))]
    was: Count
    now: Annotated[Count, Typed("TOKENS"), Among(_supply), Asked("tokens", HOW_MANY)]

    button = Message("Tokens at a Province")

    def _held(self, state: State) -> int:
        check_settled(state)
        check_seat(state, self.player, "I3")
        return contested(state, self.tile, "I14").tokens[self.player]

    def _set(self, state: State) -> State:
        if self.now < 0:
            raise IllegalMove("I3", Message("there cannot be {n} tokens", {"n": self.now}))
        return state.with_tokens(self.tile, self.player, self.now - self.was)

    def _sentence(self, _before: State, names: Names) -> Message:
        values: Wording = {"name": names[self.player], "n": self.now, "tile": self.tile.wording()}
        return Message("{name} has {n} at {tile}", values)


def _changed(state: State, chosen: Chosen) -> Iterator[tuple[Rival, ...]]:
    """Yield the Office with one Magistrate less, one turned, or one more."""
    held: tuple[Rival, ...] = chosen["was"]
    for one in dict.fromkeys(held):
        at = held.index(one)
        left = (*held[:at], *held[at + 1 :])
        yield left
        yield (*left, Rival(one.player, not one.active))
    if state.has_room(chosen["office"]):
        yield from ((*held, Rival(seat, True)) for seat in range(state.seats) if state.patricians(seat))


@dataclass(frozen=True, slots=True)
class MagistratesFact(Fact[State]):
    """The Magistrates in an Office, and their marks."""

    office: Annotated[AnyOffice, Asked("office", Message("Which Office?"))]
    was: tuple[Rival, ...]
    now: Annotated[
        tuple[Rival, ...],
        Typed("p0,p1-,… (- behind an inactive one)"),
        Among(_changed),
        Asked("change", Message("Who is there?")),
    ]

    button = Message("Who is in an Office")

    def _held(self, state: State) -> tuple[Rival, ...]:
        check_settled(state)
        return tuple(Rival(one.player, one.active) for one in state.magistrates_in(self.office))

    def _same(self, value: Any) -> Any:
        return sorted((one.player, one.active) for one in value)

    def _set(self, state: State) -> State:
        state = replace(state, magistrates=tuple(one for one in state.magistrates if one.office is not self.office))
        for one in self.now:
            check_seat(state, one.player, "I3")
            if not state.has_room(self.office):
                values: Wording = {"office": self.office.wording()}
                raise IllegalMove("I15", Message("no space of this Office is free: {office}", values))
            state = state.with_magistrate(Magistrate(self.office, one.player, one.active))
        return state

    def _sentence(self, _before: State, names: Names) -> Message:
        there = listed([_named(one, names) for one in self.now]) if self.now else Message("nobody")
        return Message("{office}: {who}", {"office": self.office.wording(), "who": there})


def _named(one: Rival, names: Names) -> Message:
    if one.active:
        return Message("{name} (active)", {"name": names[one.player]})
    return Message("{name} (inactive)", {"name": names[one.player]})


@dataclass(frozen=True, slots=True)
class GovernorFact(Fact[State]):
    """Whether a decided Province has a Governor."""

    tile: Annotated[
        Tile,
        Typed("PROVINCE"),
        Among(lambda state, _chosen: [one.tile for own in state.decided for one in own]),
        Asked("province", Message("Which Province?")),
    ]
    was: bool
    now: Annotated[bool, Typed("yes|no"), Asked("governor", Message("Does it have a Governor?"))]

    button = Message("A Governor")

    def _own(self, state: State) -> tuple[int, Decided]:
        owner, own = owned(state, self.tile)
        if own is None or owner is None:
            raise IllegalMove("I19", Message("nobody has won {tile}", {"tile": self.tile.wording()}))
        return owner, own

    def _held(self, state: State) -> bool:
        return self._own(state)[1].governed

    def _set(self, state: State) -> State:
        owner, own = self._own(state)
        return state.with_own(owner, replace(own, governed=self.now))

    def _sentence(self, _before: State, _names: Names) -> Message:
        values: Wording = {"tile": self.tile.wording()}
        return Message("{tile} has a Governor", values) if self.now else Message("{tile} has no Governor", values)
