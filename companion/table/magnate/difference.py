"""The difference between the game's journal and the table, as moves or as a disagreement.

Cards follow the table, tokens the journal. Hands and the draw pile are unknown. Crowns never move and are not compared.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.games.magnate.state import Column, District, Phase, State
from companion.locale import Message
from companion.pieces import Card
from companion.table.comparison import Agrees, Ahead
from companion.table.magnate.district_matching import align_columns, match_districts
from companion.table.magnate.move_search import CardChange, Discarded, find_changes, owner, refusal, split


@dataclass(frozen=True, slots=True)
class ColumnDifference:
    """One player's side of a district, in the journal and on the table."""

    district: int
    player: int
    journal: Column
    table: Column


@dataclass(frozen=True, slots=True)
class Disagreement:
    """No legal moves lead from the journal to the table."""

    reason: Message
    columns: tuple[ColumnDifference, ...]
    """The columns that differ, by district."""
    districts: tuple[tuple[int, Card, Card], ...] = ()
    """The district cards that differ: index, the journal's card, the table's card."""
    waits: bool = False
    """Whether the changes only come too early: they may be moves once the journal has what is missing."""

    @property
    def shows(self) -> bool:
        """Whether there is anything to point at."""
        return bool(self.columns or self.districts)

    @property
    def only_missed(self) -> bool:
        """Whether cards are only missing, which may be covered."""
        known = (Counter(one.table.cards) - Counter(one.journal.cards) for one in self.columns)
        return bool(self.columns) and not self.districts and not any(known)


Difference = Agrees | Ahead | Disagreement


@dataclass(frozen=True, slots=True)
class Table:
    """A settled table: the districts from player 0's left, and single cards aside, face up."""

    row: tuple[District, ...]
    loose_cards: tuple[Card, ...] = ()


def compare(
    state: State, table: Table, discarded: Collection[Card] = (), doubtful: Collection[tuple[int, int]] = ()
) -> Difference:
    """Return what was done since the journal's last move.

    Args:
        state: The state of the game.
        table: The table.
        discarded: Cards that are known to be discarded already.
        doubtful: Columns (district of the journal, player) that are left out because questions about them are open.

    Returns:
        The agreement, the move (once for each possible payment, or the trades it needs first), or the disagreement.
    """
    places = match_districts(state, table.row)
    if places is None:
        return _compare_districts(state, table.row)
    differing = _find_differences(state, table.row, places, doubtful)
    grew = [(one, find_changes(one.journal, one.table, one.district, one.player)) for one in differing]
    if any(changes is None for _, changes in grew):
        return Disagreement(Message("cards were moved, removed or replaced"), differing)
    queues = [changes for _, changes in grew if changes]
    queues += [(Discarded(card),) for card in _find_sold(state, table.loose_cards, discarded)]
    if not queues:
        return Agrees()
    return _explain(state, queues, differing)


def dispute(state: State, table: Table, reason: Message, doubtful: Collection[tuple[int, int]] = ()) -> Disagreement:
    """Return everything that differs, once players said that the proposed move is wrong.

    Args:
        state: The state of the game.
        table: The table.
        reason: Why the move does not count.
        doubtful: Columns that are left out.

    Returns:
        The disagreement.
    """
    places = match_districts(state, table.row)
    if places is None:
        return _compare_districts(state, table.row)
    return Disagreement(reason, _find_differences(state, table.row, places, doubtful))


def _explain(
    state: State, queues: Sequence[tuple[CardChange, ...]], differing: tuple[ColumnDifference, ...]
) -> Ahead | Disagreement:
    """Explain the current player's changes as legal moves. Another player's cards wait for that player's turn."""
    now = tuple(queue for queue in queues if owner(state, queue[0]) == state.player)
    if now and state.phase in (Phase.PLAY, Phase.DRAW) and (moves := split(state, now)):
        return Ahead(moves)
    if not now and state.phase is not Phase.OVER:
        reason = Message("another player's card was played before that player's turn")
        return Disagreement(reason, differing, waits=True)
    reasons = (refusal(state, change) for queue in now or queues for change in queue)
    why = next(filter(None, reasons), Message("more cards were played than one turn allows"))
    return Disagreement(why, differing, waits=state.phase in (Phase.ROLL, Phase.INCOME))


def _find_differences(
    state: State, row: Sequence[District], places: Sequence[int], doubtful: Collection[tuple[int, int]] = ()
) -> tuple[ColumnDifference, ...]:
    both = zip(state.districts, align_columns(state, row, places), strict=True)
    return tuple(
        ColumnDifference(place, player, known, laid)
        for place, (district, columns) in enumerate(both)
        for player, (known, laid) in enumerate(zip(district.columns, columns, strict=True))
        if known is not None and laid is not None and laid != known and (place, player) not in doubtful
    )


def _find_sold(state: State, loose_cards: Sequence[Card], discarded: Collection[Card]) -> list[Card]:
    """Return the cards discarded since the last move; an open hand that was put down does not count (B17)."""
    in_play = Counter(card.kind for card in state.cards_on_table())
    known = {card.kind for card in discarded} | {kind for kind, n in in_play.items() if n >= state.options.decks}
    new = [
        _free_copy(state, card) for card in dict.fromkeys(loose_cards) if card.is_property and card.kind not in known
    ]
    return new if state.phase is Phase.PLAY and len(new) <= state.plays_left else []


def _compare_districts(state: State, row: Sequence[District]) -> Disagreement:
    """Compare rows with different cards, place by place."""
    if len(row) != len(state.districts):
        return Disagreement(Message("the row has {n} districts", {"n": len(row)}), ())
    others = tuple(
        (place, known.card, laid.card)
        for place, (known, laid) in enumerate(zip(state.districts, row, strict=True))
        if known.card.kind != laid.card.kind
    )
    columns = _find_differences(state, row, range(len(row)))
    return Disagreement(Message("other cards are in the row"), columns, others)


def _free_copy(state: State, card: Card) -> Card:
    """Return the copy of a card that is not on the table yet (mega)."""
    in_play = set(state.cards_on_table())
    return next(one for n in (1, 2) if (one := Card(card.rank, card.suits, n)) not in in_play)
