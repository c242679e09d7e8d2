"""The hidden cards that are turned up, shown and noted (H4–H7, H15, H16, H20)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.errors import IllegalMove, SeatName
from companion.games.sorcerous_futures.auctions import check_new, check_phase
from companion.games.sorcerous_futures.moves import Note, Show, TurnUp
from companion.games.sorcerous_futures.state import EXCUSE, Notes, Phase, State, Valuation
from companion.locale import Message
from companion.pieces import Card, Rank

DRAWN = 7
"""The number of valuations (H2, H20)."""


def turn_up(state: State, move: TurnUp) -> State:
    """Turn up the card under the Excuse (H15)."""
    check_phase(state, Phase.TURN_UP, "H15")
    check_new(move.card, list(state.open_cards()))
    return replace(state, valuations=(*state.valuations, Valuation(EXCUSE, move.card)))


def show(state: State, move: Show) -> State:
    """Show a player's valuations and Crown (H16, H18)."""
    check_phase(state, Phase.SHOW, "H16")
    check_is_seat(state, move.player)
    if state.has_shown(move.player):
        raise IllegalMove("H16", Message("{name} has shown everything already", {"name": SeatName(move.player)}))
    _check_shown_places(state, move)
    hidden = tuple(one for one in move.valuations if one.under in state.to_show(move.player))
    _check_valuations(state, [one.card for one in hidden])
    check_crown(state, move.player, move.crown)
    own = state.crowns[move.player]
    if own is not None and own != move.crown:
        raise IllegalMove(
            _crowns_rule(state),
            Message("{card} was shown, not {other}", {"card": own, "other": move.crown}),
            Message("correct the Crown first"),
        )
    if move.crown in state.crowns and state.crowns.index(move.crown) != move.player:
        owner = SeatName(state.crowns.index(move.crown))
        raise IllegalMove(
            _crowns_rule(state), Message("{card} is {name}'s already", {"card": move.crown, "name": owner})
        )
    crowns = tuple(move.crown if seat == move.player else crown for seat, crown in enumerate(state.crowns))
    return replace(state, valuations=(*state.valuations, *hidden), crowns=crowns)


def _check_shown_places(state: State, move: Show) -> None:
    """Refuse cards under other places than the player's own; what a correction has revealed may be left out (H6)."""
    front = state.front(move.player)
    valued = [one.under for one in move.valuations]
    hidden = state.to_show(move.player)
    if not set(hidden) <= set(valued) <= set(front) or len(set(valued)) < len(valued):
        raise IllegalMove(
            "H6",
            Message(
                "needs one card under each of {front}, and there are those under {given}",
                {"front": _codes(front), "given": _codes(valued) or "–"},
            ),
        )
    for one in move.valuations:
        known = state.valuation(one.under)
        if one.under not in hidden and known is not None and known != one.card:
            raise IllegalMove(
                "H6",
                Message(
                    "{card} lies under {under}, not {other}", {"card": known, "under": one.under, "other": one.card}
                ),
                Message("correct the valuation first"),
            )


def note(state: State, move: Note) -> State:
    """Replace a player's notes. Other players' legal moves never depend on them (H7)."""
    if state.over:
        raise IllegalMove("H7", Message("everything lies open: there is nothing to note"))
    check_is_seat(state, move.player)
    _check_places(state, move.player, move.notes)
    _check_valuations(state, [one.card for one in move.notes.valuations])
    _check_valuations(state, move.notes.drawn)
    held = [one.card for one in move.notes.crowns]
    for one in move.notes.crowns:
        check_crown(state, one.player, one.card)
        if held.count(one.card) > 1:
            raise IllegalMove(_crowns_rule(state), Message("{card} is noted twice", {"card": one.card}))
    notes = tuple(move.notes if seat == move.player else one for seat, one in enumerate(state.notes))
    return replace(state, notes=notes)


def _check_places(state: State, player: int, notes: Notes) -> None:
    """Refuse notes on cards that the player may not look at (H5, H7, H20)."""
    front, has_excuse = state.front(player), not state.aces[player]
    places = [one.under for one in notes.valuations]
    for under in places:
        if under not in front or places.count(under) > 1:
            raise IllegalMove(
                "H7",
                Message(
                    "you may check under {front}, once each, but not under {card}",
                    {"front": _codes(front), "card": under},
                ),
            )
    seats = [one.player for one in notes.crowns]
    for seat in seats:
        check_is_seat(state, seat)
        if seats.count(seat) > 1 or (seat != player and not has_excuse):
            raise IllegalMove("H7", Message("you know no other Crown than your own"))
    if notes.drawn and not (has_excuse and state.options.sly_excuse):
        raise IllegalMove("H20", Message("only the sly Excuse's player has drawn the valuations"))
    if len(notes.drawn) > DRAWN:
        raise IllegalMove("H20", Message("7 valuations are drawn, not {n}", {"n": len(notes.drawn)}))


def _check_valuations(state: State, cards: Sequence[Card]) -> None:
    open_cards = list(state.open_cards())
    for card in cards:
        check_new(card, open_cards)
        open_cards.append(card)


def check_crown(state: State, player: int, crown: Card) -> None:
    """Raise :class:`IllegalMove` for a card that cannot be this player's Crown (H4, H5)."""
    if crown.rank is not Rank.CROWN or crown.copy != 1:
        raise IllegalMove(_crowns_rule(state), Message("{card} is not a Crown of the deck", {"card": crown}))
    if any(ace.shares_suit_with(crown) for ace in state.aces[player]):
        raise IllegalMove(
            _crowns_rule(state),
            Message(
                "{name} has the Aces {aces}, and cannot have {card}",
                {"name": SeatName(player), "aces": _codes(state.aces[player]), "card": crown},
            ),
        )


def check_is_seat(state: State, seat: int) -> None:
    """Raise :class:`IllegalMove` if there is no such seat."""
    if seat not in range(state.seats):
        raise IllegalMove("H1", Message("there is no player {n}", {"n": seat + 1}))


def _crowns_rule(state: State) -> str:
    return "H4" if state.seats == 3 else "H5"


def _codes(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))
