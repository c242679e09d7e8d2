"""What the moves of a turn have in common: their sentences, and checks of the current player and the phase (B7)."""

from collections.abc import Iterable

from companion.games.declared import Move, Names
from companion.games.errors import IllegalMove, SeatName
from companion.games.magnate.scoring import score
from companion.games.magnate.state import Phase, State
from companion.games.texts import verbatim
from companion.locale import Message
from companion.pieces import Card


def check_turn(state: State, player: int, *phases: Phase, rule: str) -> None:
    """Raise :class:`IllegalMove` unless the seat is the current player's and the phase one of these."""
    check_not_over(state)
    if player != state.player:
        raise IllegalMove(
            "B7",
            Message("it is {name}'s turn, not {other}'s", {"name": SeatName(state.player), "other": SeatName(player)}),
        )
    if state.phase not in phases:
        waiting = state.waiting_for[0]
        raise IllegalMove(rule, Message("first: {waiting}", {"waiting": waiting.text}))


def check_not_over(state: State) -> None:
    """Raise :class:`IllegalMove` if the game is over."""
    if state.phase is Phase.OVER:
        raise IllegalMove("B36", Message("the game is over"), Message("undo, or correct what lies on the table"))


class TurnMove(Move[State]):
    """A move of a player's turn; its sentence begins with the number of the turn."""

    __slots__ = ()

    @property
    def rule(self) -> str:
        """The rule by which it changes the player's tokens; empty if it changes none."""
        return ""

    @property
    def discarded(self) -> Card | None:
        """The card that it puts on the discards, if any."""
        return None

    def preview(self, before: State, after: State) -> Message | None:
        """Return what a card's play does to its district, such as "7 → 12, wins it"; None for another move."""
        return None

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        return Message("Turn {turn}, {told}", {"turn": before.turn, "told": self._turn_sentence(before, after, names)})

    def _turn_sentence(self, before: State, after: State, names: Names) -> Message:
        raise NotImplementedError


def discards(moves: Iterable[Move[State]]) -> list[Card]:
    """Return the cards that these moves put on the discards, in order."""
    cards = (move.discarded for move in moves if isinstance(move, TurnMove))
    return [card for card in cards if card is not None]


def change_of_total(before: State, after: State, district: int, seat: int) -> Message:
    """Return how a seat's total in a district changes, and whether the district is won."""
    was, now = (score(one).districts[district] for one in (before, after))
    old, new = (next(side.total for side in one.sides if side.player == seat) for one in (was, now))
    line = {"line": f"{old} → {new}"}
    if now.won_by == seat != was.won_by:
        return Message("{line}, wins it", line)
    if now.won_by is None and was.won_by is not None:
        return Message("{line}, ties", line)
    return verbatim(line["line"])
