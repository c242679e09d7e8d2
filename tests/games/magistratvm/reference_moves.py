"""What the reference tells, as the game's own moves; and games that are played by both."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.magistratvm import moves as m
from companion.games.magistratvm.gold import Drawn
from companion.games.magistratvm.moves import apply
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.opening import Setup, start
from companion.games.magistratvm.options import PRESETS, Options
from companion.games.magistratvm.redistributing import Laid, Put
from companion.games.magistratvm.state import Phase, State
from companion.games.magistratvm.turn_moves import Rival
from companion.pieces.piecepack import Suit, Tile
from tests.games.magistratvm.random_table import RandomPlayer, Stands, random_table, stands
from tests.games.magistratvm.reference import Event
from tests.games.magistratvm.reference_elections import Table

SUITS = tuple(Suit)


def tile(code: object) -> Tile:
    return Tile.parse(str(code))


def tiles(*codes: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, codes))


def state_of(table: Table) -> State:
    """The game as it begins at a table of the reference."""
    options = replace(
        PRESETS["three-players" if table.seats == 3 else "four-players"],
        governed_gold_bids=table.governed_gold_bids,
        value_by_votes=table.value_by_votes,
        last_after_turn=table.last_after_turn,
        low_majority_removes=table.low_majority_removes,
        votes_without_tokens=table.votes_without_tokens,
        one_vote_each=table.one_vote_each,
        displaces_own=table.displaces_own,
        **{f"{office}s": spaces for office, spaces in table.spaces.items()},  # type: ignore[arg-type]
    )
    return begun(options, *(str(code) for code in table.circuit))


def begun(options: Options, *codes: str) -> State:
    """A game that begins with these tiles in the circuit."""
    return start(options, Setup(tiles(*codes), SUITS[: options.players]))


def _drawn(source: Sequence[tuple[str, int]]) -> tuple[Drawn, ...]:
    return tuple(Drawn(tile(code), gold) for code, gold in source)


def _rival(rival: tuple[int, bool] | None) -> Rival | None:
    return None if rival is None else Rival(*rival)


_MOVES: dict[str, Callable[..., m.Move]] = {
    "roll": lambda dice: m.Roll(tuple(dice)),
    "income": m.TakeIncome,
    "bid": m.Bid,
    "pass bid": m.Pass,
    "pass": m.Pass,
    "place": lambda seat, code, number, source: m.PlaceTokens(seat, tile(code), number, _drawn(source)),
    "enter": lambda seat, office, source: m.Enter(seat, Office(office), _drawn(source)),
    "promote": lambda seat, office, to, rival, source: m.Promote(
        seat, Office(office), Office(to), _rival(rival), _drawn(source)
    ),
    "fall": lambda seat, office, rival: m.Fall(seat, Office(office), _rival(rival)),
    "tribune": lambda seat, code: m.UseTribune(seat, tile(code)),
    "aedile": lambda seat, whose, code, other: m.UseAedile(seat, whose, tile(code), tile(other)),
    "praetor": lambda seat, code, owners: m.UsePraetor(seat, tile(code), tuple(owners)),
    "consul": lambda seat, office, whose: m.Recall(seat, Office(office), Rival(*whose)),
    "recall governor": lambda seat, code: m.RecallGovernor(seat, tile(code)),
    "appoint": lambda seat, office, code: m.Appoint(seat, Office(office), tile(code)),
    "withdraw": lambda seat, code: m.Withdraw(seat, tile(code)),
    "dictate": lambda seat, code, governs: m.Dictate(seat, tile(code), governs),
    "start": lambda seat, code: m.StartCircuit(seat, tile(code)),
    "lend": lambda seat, office, to: m.Lend(seat, Office(office), to),
    "count": m.CountVotes,
    "redistribute": lambda seat, to: m.Redistribute(
        seat, tuple(Put(tile(code), number) for code, number in to.items())
    ),
    "refill": lambda laid: m.Refill(tuple(Laid(place, tile(code)) for place, code in laid.items())),
    "give": lambda giver, taker, gold, source: m.Give(giver, taker, gold, _drawn(source)),
}


def move(event: Event) -> m.Move:
    """What happened, as a move."""
    word, *rest = event
    return _MOVES[str(word)](*rest)


@dataclass(frozen=True)
class Step:
    """A move of both: the game before and after it, what the reference says, and what both refuse before it."""

    before: State
    move: m.Move
    after: State
    stands: Stands
    refused: tuple[tuple[m.Move, str], ...]


def whole_game(seed: int, **readings: bool) -> tuple[Table, Iterator[Step]]:
    """A random game to its end."""
    table, dice = random_table(seed, **readings)
    player = RandomPlayer(table, dice)

    def steps() -> Iterator[Step]:
        state = state_of(table)
        while table.phase != "over":
            made = move(player.next())
            after = apply(state, made)
            refused = tuple((move(event), rule) for event, rule in player.refused)
            yield Step(state, made, after, stands(table), refused)
            state = after

    return table, steps()


def summary(state: State) -> Stands:
    """A state in the reference's words."""
    voting, auction, falling = state.voting, state.auction, state.falling
    lying = {str(one.tile): one.gold for one in state.contested}
    lying |= {str(one.tile): one.gold for own in state.decided for one in own}
    asked: int | None = None
    if auction is not None:
        asked = auction.to_bid
    elif state.phase in (Phase.ACTION, Phase.FALLING):
        asked = state.to_act
    return {
        "circuit": [None if one is None else str(one.tile) for one in state.circuit],
        "pile": state.face_down,
        "tokens": {str(one.tile): list(one.tokens) for one in state.contested},
        "tile_gold": {code: gold for code, gold in lying.items() if gold},
        "won": [[str(one.tile) for one in own] for own in state.decided],
        "discarded": sorted(map(str, state.discarded)),
        "governed": sorted(str(one.tile) for _, one in state.governed),
        "offices": {
            office.value: sorted((one.player, one.active) for one in state.magistrates_in(office)) for office in Office
        },
        "gold": list(state.gold),
        "dice": list(state.dice),
        "prefect": state.prefect,
        "prefect_gold": state.prefect_gold,
        "turn": state.turn,
        "final": state.final,
        "phase": state.phase.value,
        "rolling": list(state.rolling),
        "with_income": sorted(state.with_income),
        "falling": None if falling is None else (falling.player, falling.active, falling.office.value),
        "still_to_vote": [] if voting is None else list(map(str, voting.to_vote)),
        "to_move": [] if voting is None else [(one.player, one.tokens) for one in voting.leaving],
        "asked": asked,
        "bid": None if auction is None or auction.leader is None else (auction.leader, auction.bid),
        "bidders": None if auction is None else sorted(auction.bidders),
        "lent": list(voting.lent) if voting is not None and state.phase is Phase.ELECTION else None,
    }


def unlike(one: Stands, other: Stands) -> dict[str, tuple[Any, Any]]:
    """Where two differ."""
    return {name: (one[name], other[name]) for name in one if one[name] != other[name]}
