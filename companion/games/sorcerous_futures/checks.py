"""What several moves of Sorcerous Futures check: the phase, the seat, cards, gold (H1, H2, H4, H5, H12)."""

from collections.abc import Sequence

from companion.games.errors import IllegalMove, SeatName
from companion.games.sorcerous_futures.state import Phase, State, is_traded
from companion.games.texts import gold_amount
from companion.locale import Message
from companion.pieces import Card, Rank


def check_phase(state: State, phase: Phase, rule: str) -> None:
    """Raise :class:`IllegalMove` if the game waits for something else."""
    if state.phase is not phase:
        raise IllegalMove(rule, Message("is not what the game waits for"), state.prompt())


def check_seat(expected: int, player: int, rule: str) -> None:
    """Raise :class:`IllegalMove` if it is another seat's turn."""
    if player != expected:
        raise IllegalMove(
            rule,
            Message(
                "it is {wanted}'s answer, not {given}'s", {"wanted": SeatName(expected), "given": SeatName(player)}
            ),
        )


def check_is_seat(state: State, seat: int) -> None:
    """Raise :class:`IllegalMove` if there is no such seat."""
    if seat not in range(state.seats):
        raise IllegalMove("H1", Message("there is no player {n}", {"n": seat + 1}))


def check_held(held: int, gold: int) -> None:
    """Raise :class:`IllegalMove` if the bid is more than the player has (H12)."""
    if gold > held:
        raise IllegalMove("H12", Message("you have {held}, and bid {gold}", {"held": gold_amount(held), "gold": gold}))


def check_new(card: Card, open_cards: Sequence[Card]) -> None:
    """Raise :class:`IllegalMove` for a card that is no number or Pawn, or is already open (H2)."""
    if not is_traded(card):
        raise IllegalMove("H2", Message("{card} is neither a number card nor a Pawn of the deck", {"card": card}))
    if card in open_cards:
        raise IllegalMove("H2", Message("{card} lies somewhere else already", {"card": card}))


def check_all_new(state: State, cards: Sequence[Card]) -> None:
    """Raise :class:`IllegalMove` unless these cards may all lie open beside those that do (H2)."""
    open_cards = list(state.open_cards())
    for card in cards:
        check_new(card, open_cards)
        open_cards.append(card)


def check_crown(state: State, player: int, crown: Card) -> None:
    """Raise :class:`IllegalMove` for a card that cannot be this player's Crown (H4, H5)."""
    if crown.rank is not Rank.CROWN or crown.copy != 1:
        raise IllegalMove(crowns_rule(state), Message("{card} is not a Crown of the deck", {"card": crown}))
    if any(ace.shares_suit_with(crown) for ace in state.aces[player]):
        raise IllegalMove(
            crowns_rule(state),
            Message(
                "{name} has the Aces {aces}, and cannot have {card}",
                {"name": SeatName(player), "aces": codes(state.aces[player]), "card": crown},
            ),
        )


def crowns_rule(state: State) -> str:
    """Return the number of the rule on Crowns, which depends on the number of players."""
    return "H4" if state.seats == 3 else "H5"


def codes(cards: Sequence[Card]) -> str:
    """Return the codes of cards."""
    return " ".join(map(str, cards))
