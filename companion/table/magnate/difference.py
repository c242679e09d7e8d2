"""What happened between the game as the journal has it and the table as it lies now.

Pure: a state and a settled table in, out comes the move that it was, or what the two disagree about. Cards follow
the table, tokens the journal; hands and the draw pile are unknown. Crowns never move and are not compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.games.magnate.moves import Move
from companion.games.magnate.state import Column, District, Phase, State
from companion.locale import Message
from companion.pieces import Card
from companion.table.magnate.changes import CardChange, Discarded, find_changes
from companion.table.magnate.district_matching import Columns, align_columns, match_districts
from companion.table.magnate.move_search import owner, refusal, split


@dataclass(frozen=True, slots=True)
class ColumnDifference:
    """One player's side of a district, as the journal has it and as it lies."""

    district: int
    player: int
    journal: Column
    table: Column


@dataclass(frozen=True, slots=True)
class Agreement:
    """Table and journal are the same, so far as the table can show."""


@dataclass(frozen=True, slots=True)
class Happened:
    """The table is ahead of the journal by a move, or by several of which this is the first."""

    moves: tuple[Move, ...]
    """The move, once for each payment that it may have had; trades where the payment needs one first."""
    changes: tuple[CardChange, ...]
    """Everything that was changed, in an order in which it is legal, ``moves`` being the first of it."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """No legal moves make the table out of the journal."""

    reason: Message
    columns: tuple[ColumnDifference, ...]
    """District by district, only those that differ."""
    districts: tuple[tuple[int, Card, Card], ...] = ()
    """District cards that differ: which, the journal's, the table's."""
    waits: bool = False
    """The changes only come too early: once the journal has what is missing, they can be moves."""

    @property
    def shows(self) -> bool:
        """Whether there is anything to point at."""
        return bool(self.columns or self.districts)

    @property
    def only_missed(self) -> bool:
        """Whether nothing lies there that should not: what is missed may be covered."""
        known = (Counter(one.table.cards) - Counter(one.journal.cards) for one in self.columns)
        return bool(self.columns) and not self.districts and not any(known)


Difference = Agreement | Happened | Disagreement


@dataclass(frozen=True, slots=True)
class Table:
    """A settled table: its row of districts from player 0's left, and single cards that lie aside, face up."""

    row: tuple[District, ...]
    aside: tuple[Card, ...] = ()


def compare(
    state: State, table: Table, discarded: Collection[Card] = (), doubtful: Collection[tuple[int, int]] = ()
) -> Difference:
    """What was done since the journal's last move.

    ``discarded`` are cards known to lie among the discards already. Columns that are ``doubtful`` (by the journal's
    district, and player) are left out: they are asked about first.
    """
    places = match_districts(state, table.row)
    if places is None:
        return _compare_districts(state, table.row)
    columns = align_columns(state, table.row, places)
    differing = tuple(one for one in _find_differences(state, columns) if (one.district, one.player) not in doubtful)
    grew = [(one, find_changes(one.journal, one.table, one.district, one.player)) for one in differing]
    if any(changes is None for _, changes in grew):
        return Disagreement(Message("cards were moved, taken away or are others"), differing)
    queues = [changes for _, changes in grew if changes]
    queues += [(Discarded(card),) for card in _find_sold(state, table.aside, discarded)]
    if not queues:
        return Agreement()
    return _explain(state, queues, differing)


def dispute(state: State, table: Table, reason: Message, doubtful: Collection[tuple[int, int]] = ()) -> Disagreement:
    """Everything that differs, where the players said that it is not what happened."""
    places = match_districts(state, table.row)
    if places is None:
        return _compare_districts(state, table.row)
    columns = _find_differences(state, align_columns(state, table.row, places))
    return Disagreement(reason, tuple(one for one in columns if (one.district, one.player) not in doubtful))


def _explain(
    state: State, queues: Sequence[tuple[CardChange, ...]], differing: tuple[ColumnDifference, ...]
) -> Happened | Disagreement:
    """The player at turn's changes as legal moves; what another player laid comes in that player's turn."""
    now = tuple(queue for queue in queues if owner(state, queue[0]) == state.player)
    found = split(state, now) if now and state.phase in (Phase.PLAY, Phase.DRAW) else None
    if found is not None:
        return Happened(found.moves, found.order)
    if not now and state.phase is not Phase.OVER:
        reason = Message("another player's card lies there before that player's turn")
        return Disagreement(reason, differing, waits=True)
    reasons = [refusal(state, change) for queue in now or queues for change in queue]
    why = next((reason for reason in reasons if reason is not None), Message("these are more plays than one turn has"))
    return Disagreement(why, differing, waits=state.phase in (Phase.ROLL, Phase.INCOME))


def _find_differences(state: State, columns: Columns) -> list[ColumnDifference]:
    found = []
    for place, district in enumerate(state.districts):
        for player, known in enumerate(district.columns):
            laid = columns[place][player]
            if known is not None and laid is not None and laid != known:
                found.append(ColumnDifference(place, player, known, laid))
    return found


def _find_sold(state: State, aside: Sequence[Card], discarded: Collection[Card]) -> list[Card]:
    """The cards that lie with the discards since the last move; an open hand laid down is none of them (B17)."""
    lying = Counter(card.kind for card in state.cards_on_table())
    known = {card.kind for card in discarded} | {kind for kind, n in lying.items() if n >= state.options.decks}
    new = [_free_copy(state, card) for card in dict.fromkeys(aside) if card.is_property and card.kind not in known]
    return new if state.phase is Phase.PLAY and len(new) <= state.plays_left else []


def _compare_districts(state: State, row: Sequence[District]) -> Disagreement:
    """The row holds other cards; compared place by place."""
    if len(row) != len(state.districts):
        return Disagreement(Message("the row has {n} districts", {"n": len(row)}), ())
    others = tuple(
        (place, known.card, laid.card)
        for place, (known, laid) in enumerate(zip(state.districts, row, strict=True))
        if known.card.kind != laid.card.kind
    )
    columns = align_columns(state, row, range(len(row)))
    return Disagreement(Message("other cards lie in the row"), tuple(_find_differences(state, columns)), others)


def _free_copy(state: State, card: Card) -> Card:
    """The copy that a card of this kind must be where the other lies on the table (mega)."""
    lying = set(state.cards_on_table())
    return next(one for n in (1, 2) if (one := Card(card.rank, card.suits, n)) not in lying)
