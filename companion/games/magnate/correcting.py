"""Corrections to what lies on the table, and changes of an option."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Annotated

from companion.games.corrections import Corrections
from companion.games.declared import Move, Names, corrected, describe_facts
from companion.games.errors import IllegalMove
from companion.games.field_types import Bounds, Typed
from companion.games.magnate.facts import FACTS, ColumnFact, Fact
from companion.games.magnate.options import option_from_text, option_to_text
from companion.games.magnate.paying import price
from companion.games.magnate.rolling import joined
from companion.games.magnate.setup import check_options
from companion.games.magnate.state import Column, Deed, State, changed
from companion.games.magnate.state_notation import side_from_text
from companion.locale import Message, Wording
from companion.pieces import Card, Rank


@dataclass(frozen=True, slots=True)
class Correct(Move[State]):
    """A correction to what lies on the table. Always legal if ``was`` is the game's value."""

    facts: Annotated[tuple[Fact, ...], Bounds(least=1)]
    note: str = ""

    def apply(self, state: State) -> State:
        """Set each fact from its old value to its new one; all of them or none.

        Raises :class:`IllegalMove` if a fact is stale (``was`` is not the game's value) or the result is impossible on
        any table: a card twice, tokens beyond a deed's price.
        """
        after = corrected(state, self.facts, "B23")
        if any(fact.on_table for fact in self.facts):
            _check_table(after)
        return changed(after, hidden=after.hidden.after_laying_open(after.cards_on_table()))

    def _sentence(self, before: State, _after: State, names: Names) -> Message:
        return Message("Correction: {facts}", {"facts": joined(describe_facts(before, self.facts, names))})


def keep_preference(fact: Fact) -> Fact:
    """Return a typed correction of a column with the stored preference of a deed that stays (B15)."""
    match fact:
        case ColumnFact(was=Column(deed=Deed() as was), now=Column(deed=Deed() as now)) if was.card == now.card:
            deed = replace(now, preferred=now.preferred or was.preferred)
            return replace(fact, now=replace(fact.now, deed=deed))
    return fact


CORRECTIONS = Corrections(FACTS, Correct, {Column: side_from_text}, keep_preference)


def _check_table(state: State) -> None:
    for card, times in Counter(state.cards_on_table()).items():
        if times > 1:
            raise IllegalMove("B23", Message("{card} would lie on the table twice", {"card": card}))
    for district in state.districts:
        _check_rank(district.card, Rank.PAWN, Rank.EXCUSE, Rank.CROWN, rule="B2")
        for column in district.columns:
            for card in column.cards if column is not None else ():
                if not card.is_property:
                    raise IllegalMove("B17", Message("{card} is not a property", {"card": card}))
    for crowns in state.crowns:
        for card in crowns:
            _check_rank(card, Rank.CROWN, rule="B3")
    for player in range(state.players):
        for _, deed in state.deeds(player):
            if deed.tokens.only(deed.card.suits) != deed.tokens:
                raise IllegalMove("B27", Message("the deed on {card} holds only its own suits", {"card": deed.card}))
            if deed.tokens.total >= price(deed.card, state.options):
                raise IllegalMove("B28", Message("the deed on {card} would be complete", {"card": deed.card}))


def _check_rank(card: Card, *ranks: Rank, rule: str) -> None:
    if card.rank not in ranks:
        raise IllegalMove(rule, Message("{card} cannot lie there", {"card": card}))


_FIXED = (
    *("players", "preset", "solo", "solo_automa_hand"),
    *("pawns", "excuse", "extra_pawns", "crowns_each", "decks"),
)
"""The options that determine the setup."""


@dataclass(frozen=True, slots=True)
class SetOption(Move[State]):
    """A change of one option during the game (F15)."""

    name: Annotated[str, Typed("OPTION")]
    was: str
    now: str

    def apply(self, state: State) -> State:
        """Change one option during the game; the options that determine the setup cannot change."""
        if self.name in _FIXED:
            raise IllegalMove("F15", Message("{option} is fixed when a game starts", {"option": self.name}))
        value = option_to_text(state.options, self.name)
        if value != self.was:
            raise IllegalMove(
                "F15",
                Message("{option} is {is}, not {was}", {"option": self.name, "is": value, "was": self.was}),
            )
        options = option_from_text(state.options, self.name, self.now)
        check_options(options)
        after = changed(state, options=options)
        _check_table(after)
        return after

    def _sentence(self, _before: State, _after: State, _names: Names) -> Message:
        values: Wording = {"option": self.name.replace("_", " "), "now": self.now, "was": self.was}
        return Message("The table plays on with {option}: {now} instead of {was}", values)
