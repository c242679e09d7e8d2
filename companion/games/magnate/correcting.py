"""Corrections to what lies on the table, and changes of an option (``Correct``, ``SetOption``)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.games.errors import IllegalMove, SeatName, StaleFact
from companion.games.magnate import moves as m
from companion.games.magnate.option_formats import option_from_text, option_to_text
from companion.games.magnate.paying import price
from companion.games.magnate.setup import check_options
from companion.games.magnate.state import Column, Deed, District, Phase, State, changed, districts_with, tokens_with
from companion.games.magnate.turns import exhausted, turns_at_the_end
from companion.locale import Message
from companion.pieces import Card, Rank

_OFF_THE_TABLE = (m.TokensFact, m.PileFact, m.TurnFact)
"""Facts after which the same cards lie on the table, with the same tokens on deeds."""


def correct(state: State, move: m.Correct) -> State:
    """Set each fact from its old value to its new one; all of them or none.

    Raises :class:`IllegalMove` if a fact is stale (``was`` is not the game's value) or the result is impossible on any
    table: a card twice, tokens beyond a deed's price.
    """
    if not move.facts:
        raise IllegalMove("B23", Message("name what is different on the table"))
    after = state
    for fact in move.facts:
        after = _with_fact(after, fact)
    if not all(isinstance(fact, _OFF_THE_TABLE) for fact in move.facts):
        _check_table(after)
    return changed(after, hidden=after.hidden.after_laying_open(after.cards_on_table()))


def _with_fact(state: State, fact: m.Fact) -> State:
    match fact:
        case m.TokensFact():
            _check_seat(state, fact.player)
            _check_was(fact, state.tokens[fact.player])
            return changed(state, tokens=tokens_with(state, fact.player, fact.now))
        case m.CrownsFact():
            _check_seat(state, fact.player)
            _check_was(fact, state.crowns[fact.player])
            crowns = (*state.crowns[: fact.player], fact.now, *state.crowns[fact.player + 1 :])
            return changed(state, crowns=crowns)
        case m.ColumnFact():
            _check_seat(state, fact.player)
            _check_district(state, fact.district)
            column = state.column(fact.player, fact.district)
            if column is None:
                raise IllegalMove(
                    "F7", Message("{name} does not border on that district", {"name": SeatName(fact.player)})
                )
            _check_was(fact, column)
            corrected = changed(state, districts=districts_with(state, fact.player, fact.district, fact.now))
            deeds = {(seat, deed.card) for seat in range(state.players) for _, deed in corrected.deeds(seat)}
            pending = tuple(one for one in state.pending_income if one in deeds)
            answered = state.phase is Phase.INCOME and not pending
            return changed(corrected, pending_income=pending, phase=Phase.PLAY if answered else state.phase)
        case m.DistrictFact():
            _check_district(state, fact.district)
            district = state.districts[fact.district]
            _check_was(fact, district.card)
            here = District(fact.now, district.columns)
            before, behind = state.districts[: fact.district], state.districts[fact.district + 1 :]
            return changed(state, districts=(*before, here, *behind))
        case m.PileFact():
            return _with_pile(state, fact)
        case m.TurnFact():
            return _with_turn(state, fact)


def _with_pile(state: State, fact: m.PileFact) -> State:
    _check_was(fact, (state.pile, state.discards, state.reshuffles))
    if min(fact.now) < 0:
        raise IllegalMove("B35", Message("a pile cannot have fewer than 0 cards"))
    pile, discards, reshuffles = fact.now
    hidden = state.hidden.after_recount(
        pile=(pile, reshuffles) != (state.pile, state.reshuffles),
        discards=(discards, reshuffles) != (state.discards, state.reshuffles),
    )
    after = changed(state, pile=pile, discards=discards, reshuffles=reshuffles, last_turns=None, hidden=hidden)
    if not exhausted(after):
        return after
    return changed(after, last_turns=state.last_turns or _last_turns_anew(after))


def _last_turns_anew(state: State) -> int:
    """Return the last turns, this one included, if a correction makes them begin or reopens a finished game (B36)."""
    return max(1, turns_at_the_end(state))


def _with_turn(state: State, fact: m.TurnFact) -> State:
    _check_was(fact, (state.player, state.phase))
    player, phase = fact.now
    _check_seat(state, player)
    if player == state.automa:
        raise IllegalMove("D1", Message("the automa has no turns"))
    if phase is Phase.INCOME:
        raise IllegalMove("B15", Message("only a roll leads to a choice of deed income"))
    plays = state.options.plays if phase in (Phase.ROLL, Phase.PLAY) else 0
    if phase is Phase.PLAY and state.phase is Phase.PLAY:
        plays = state.plays_left
    last = state.last_turns
    if last is not None and last < 1 and phase is not Phase.OVER and state.as_format is None:
        last = _last_turns_anew(state)
    return changed(
        state,
        player=player,
        phase=phase,
        plays_left=plays,
        last_turns=last,
        pending_income=(),
        roll=None if phase is Phase.ROLL else state.roll,
    )


def keep_preference(fact: m.Fact) -> m.Fact:
    """Return a typed correction of a column with the stored preference of a deed that stays (B15)."""
    match fact:
        case m.ColumnFact(was=Column(deed=Deed() as was), now=Column(deed=Deed() as now)) if was.card == now.card:
            deed = replace(now, preferred=now.preferred or was.preferred)
            return replace(fact, now=replace(fact.now, deed=deed))
    return fact


def _check_was(fact: m.Fact, held: object) -> None:
    if fact.was != held:
        raise StaleFact(
            "B23",
            Message("the correction no longer matches the game"),
            Message("compare the table and the game again"),
            held,
        )


def _check_seat(state: State, player: int) -> None:
    if player not in range(state.players):
        raise IllegalMove("B1", Message("there is no player {n}", {"n": player + 1}))


def _check_district(state: State, place: int) -> None:
    if place not in range(len(state.districts)):
        raise IllegalMove("B2", Message("there is no district {n}", {"n": place}))


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


def set_option(state: State, move: m.SetOption) -> State:
    """Change one option during the game; the options that determine the setup cannot change."""
    if move.name in _FIXED:
        raise IllegalMove("F15", Message("{option} is fixed when a game starts", {"option": move.name}))
    if option_to_text(state.options, move.name) != move.was:
        raise IllegalMove(
            "F15",
            Message(
                "{option} is {is}, not {was}",
                {"option": move.name, "is": option_to_text(state.options, move.name), "was": move.was},
            ),
        )
    options = option_from_text(state.options, move.name, move.now)
    check_options(options)
    after = changed(state, options=options)
    _check_table(after)
    return after
