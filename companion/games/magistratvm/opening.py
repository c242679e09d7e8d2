"""The table before the first turn, the first Prefect and the income (I1–I10)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from companion.games.decisions import Decision
from companion.games.declared import NOTHING_CHOSEN, Among, Chosen, Move, Names, replaced_at
from companion.games.errors import IllegalMove, UnplayableSetup
from companion.games.field_types import D6, Bounds, Count, Flag, Seat, Typed
from companion.games.fields import Amount
from companion.games.magistratvm.gold import BANK, estate, moved, paid
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.options import Options, check_options
from companion.games.magistratvm.state import HIGHEST, PROVINCES, Auction, Moved, Phase, Province, State
from companion.games.magistratvm.turn_moves import check_phase, check_seat
from companion.games.texts import gold_amount
from companion.locale import Message, listed
from companion.pieces import Cast, DieKind, Wish, cast_of
from companion.pieces.piecepack import Suit, Tile


@dataclass(frozen=True, slots=True)
class Setup:
    """The six open tiles, and the players' suits."""

    circuit: Annotated[tuple[Tile, ...], Bounds(6, 6)]
    """Clockwise from the upper left: down the right column, and up the left one."""
    suits: Annotated[tuple[Suit, ...], Bounds(3, 4)]
    """By seat, clockwise."""


def start(options: Options, setup: Setup) -> State:
    """Return the state before the roll for the first Prefect.

    Raises :class:`UnplayableSetup` with the rule that is broken.
    """
    check_options(options)
    for rule, reason in _faults(options, setup):
        raise UnplayableSetup(rule, reason)
    seats = options.players
    return State(
        options=options,
        suits=setup.suits,
        circuit=tuple(Province(tile, (0,) * seats) for tile in setup.circuit),
        phase=Phase.ROLL,
        gold=(0,) * seats,
        dice=(HIGHEST,) * seats,
        decided=((),) * seats,
        rolling=tuple(range(seats)),
    )


def _faults(options: Options, setup: Setup) -> Iterator[tuple[str, Message]]:
    if len(setup.circuit) != PROVINCES:
        yield "I2", Message("needs 6 tiles, there are {n}", {"n": len(setup.circuit)})
    for tile in setup.circuit:
        if setup.circuit.count(tile) > 1:
            yield "I2", Message("{tile} lies there twice", {"tile": tile.wording()})
    if len(setup.suits) != options.players:
        yield (
            "I3",
            Message(
                "needs a suit for {n} players, there are {given}", {"n": options.players, "given": len(setup.suits)}
            ),
        )
    for suit in setup.suits:
        if setup.suits.count(suit) > 1:
            yield "I3", Message("two players have {suit}", {"suit": suit.wording()})


@dataclass(frozen=True, slots=True)
class Roll(Move[State]):
    """The dice for the first Prefect in the seats' order, a null being 6 (I5)."""

    dice: Annotated[tuple[D6, ...], Typed("D6 …")]
    """A null is 6."""

    def apply(self, state: State) -> State:
        """Make the highest die Prefect; tied players roll again (I5)."""
        check_phase(state, Phase.ROLL, "I5")
        if len(self.dice) != len(state.rolling):
            raise IllegalMove(
                "I5", Message("needs {n} dice, there are {given}", {"n": len(state.rolling), "given": len(self.dice)})
            )
        if not all(1 <= one <= HIGHEST for one in self.dice):
            raise IllegalMove("I5", Message("a die shows 1 for its ace to 6 for its null"))
        tied = tuple(seat for seat, one in zip(state.rolling, self.dice, strict=True) if one == max(self.dice))
        if len(tied) > 1:
            return replace(state, rolling=tied)
        return replace(state, rolling=(), prefect=tied[0], phase=Phase.INCOME)

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        each = [
            Message("{name} {n}", {"name": names[seat], "n": one})
            for seat, one in zip(before.rolling, self.dice, strict=True)
        ]
        sentence = Message("the dice show {rolls}", {"rolls": listed(each)})
        if after.rolling:
            tied = listed([Message("{name}", {"name": names[seat]}) for seat in after.rolling])
            return Message("{said}; {names} roll again", {"said": sentence, "names": tied})
        return Message("{said}; {name} is Prefect", {"said": sentence, "name": names[after.prefect]})


def type_dice(state: State, names: Names) -> Iterator[Decision[Move[State]]]:
    """Yield the decision on dice that a player types."""
    dice = [
        Amount(
            f"die-{seat}", Message("{name} rolled: 1 for the ace, 6 for the null", {"name": names[seat]}), 1, HIGHEST
        )
        for seat in state.rolling
    ]
    yield Decision(
        "roll",
        Message("Type the dice in"),
        lambda answers: Roll(tuple(answers[die.name] for die in dice)),
        lambda _answers: dice,
        owner=state.rolling[0],
        makes=("roll",),
    )


def cast(state: State, move: Move[State]) -> tuple[str, Cast] | None:
    """Return the dice for the first Prefect; the key names the rolling seats."""
    if not isinstance(move, Roll):
        return None
    return f"first Prefect, seats {' '.join(map(str, state.rolling))}", cast_of(DieKind.D6, move.dice)


def wish(state: State) -> Wish | None:
    """Return the dice for the first Prefect: one for each seat that rolls (I5)."""
    return Wish((DieKind.D6,) * len(state.rolling)) if state.phase is Phase.ROLL else None


def roll_from_dice(_state: State, dice: Cast) -> Roll:
    """Return the move of these dice."""
    return Roll(tuple(die.value for die in dice))


QUAESTORS = 3
"""The gold from an active Quaestor (I9)."""


def without_income(state: State, _chosen: Chosen = NOTHING_CHOSEN) -> tuple[int, ...]:
    """Return the seats that still take their income, clockwise from the Prefect."""
    if state.phase is not Phase.INCOME:
        return ()
    return tuple(seat for seat in state.clockwise_from(state.prefect) if seat not in state.with_income)


@dataclass(frozen=True, slots=True)
class TakeIncome(Move[State]):
    """A player's income: from tokens, a number of Quaestors, and the Income die if wished (I7, I9, I10)."""

    player: Annotated[Seat, Among(without_income)]
    quaestors: Annotated[
        Count, Among(lambda state, chosen: range(state.active(chosen["player"], Office.QUAESTOR), -1, -1))
    ] = 0
    die: Annotated[bool, Flag("die")] = True

    def apply(self, state: State) -> State:
        """Pay gold for tokens in the Provinces, for Quaestors, and from the Income die (I7, I9, I10)."""
        check_phase(state, Phase.INCOME, "I6")
        check_seat(state, self.player, "I6")
        seat = self.player
        if seat in state.with_income:
            raise IllegalMove("I6", Message("you have taken your income already"))
        ready = state.active(seat, Office.QUAESTOR)
        if not 0 <= self.quaestors <= ready:
            raise IllegalMove(
                "I9", Message("you have {ready} active Quaestors, not {n}", {"ready": ready, "n": self.quaestors})
            )
        state = moved(state, Moved("I7", state.placed(seat), BANK, estate(seat)))
        for _ in range(self.quaestors):
            state = moved(state.with_inactive(seat, Office.QUAESTOR), Moved("I9", QUAESTORS, BANK, estate(seat)))
        if self.die:
            shown = state.dice[seat]
            state = replace(
                moved(state, Moved("I10", shown, BANK, estate(seat))),
                dice=replaced_at(state.dice, seat, max(1, shown - 1)),
            )
        state = replace(state, with_income=(*state.with_income, seat))
        if len(state.with_income) < state.seats:
            return state
        auction = Auction(state.clockwise_from(state.prefect), state.prefect)
        return replace(state, phase=Phase.BIDDING, with_income=(), auction=auction)

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        gold = {rule: sum(one.gold for one in after.moved if one.rule == rule) for rule in ("I7", "I9", "I10")}
        parts = [Message("tokens {gold}", {"gold": gold["I7"]})]
        if self.quaestors:
            parts.append(Message("Quaestors {gold}", {"gold": gold["I9"]}))
        if self.die:
            parts.append(Message("Income die {gold}", {"gold": gold["I10"]}))
        return Message(
            "{name} takes {gold}: {parts}",
            {"name": names[self.player], "gold": gold_amount(paid(after)), "parts": listed(parts)},
        )
