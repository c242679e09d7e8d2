"""What a roll of Magnate brings, by the dice alone (B8–B16)."""

from collections.abc import Sequence

from companion.games.documents import Json
from companion.games.magnate.options import Options, wish
from companion.games.magnate.rolling import cards_of_rank, enter_roll, taxed_suits
from companion.games.magnate.state import State
from companion.games.protocol import RollEffect, Rolls
from companion.games.texts import Rows, verbatim
from companion.locale import Message, listed
from companion.pieces import Cast, DieKind, Suit, shown

RANKS = range(1, DieKind.D10.faces + 1)
_NAMES = {1: Message("Aces"), 10: Message("Crowns")}


def _effect(cast: Cast) -> RollEffect:
    """Return the suits that a roll taxes, and the income of every rank."""
    dice, tax_dice = shown(cast, DieKind.D10), shown(cast, DieKind.D6)
    taxed, now = taxed_suits(tax_dice), max(dice)
    marked = (
        (verbatim(">" if rank == now else ""), _NAMES.get(rank, verbatim(rank)), cards_of_rank(rank)) for rank in RANKS
    )
    return RollEffect(
        (_taxation(taxed), _income(now)),
        cards_of_rank(now),
        Rows((verbatim(""), Message("rank"), Message("cards")), tuple(marked)),
        {
            "dice": list(dice),
            "tax_dice": list(tax_dice),
            "taxed": _letters(taxed),
            "rank": now,
            "ranks": {
                str(rank): [{"card": card.code, "pays": _letters(card.suits)} for card in cards_of_rank(rank)]
                for rank in RANKS
            },
        },
    )


def _letters(suits: Sequence[Suit]) -> list[str]:
    return [suit.value for suit in suits]


def _taxation(taxed: Sequence[Suit]) -> Message:
    if not taxed:
        return Message("No tax.")
    return Message("Taxed: {suits}. Players with two or more keep one.", {"suits": listed(taxed)})


def _income(rank: int) -> Message:
    texts = {
        1: Message("Double 1: every Ace earns one token of its suit, even as a deed."),
        10: Message("10: every Crown earns one token of its suit."),
    }
    usual = Message(
        "{rank}: a finished property earns one token of each of its suits. A deed earns one "
        "token of its owner’s choice.",
        {"rank": rank},
    )
    return texts.get(rank, usual)


def _players(state: State, names: Sequence[str]) -> list[Json]:
    result = state.roll
    assert result is not None, "the turn's dice were rolled"
    return [
        {
            "player": name,
            "lost": {taxed.suit.value: taxed.lost for taxed in result.taxed if taxed.player == seat},
            "income": result.income[seat].to_json(),
            "tokens": state.tokens[seat].to_json(),
        }
        for seat, name in enumerate(names)
    ]


ROLLS: Rolls[Options, State] = Rolls(wish, lambda options: enter_roll(options, 0), _effect, _players)
