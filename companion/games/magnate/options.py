"""The options of Magnate, as one frozen value.

Options are fixed when a game starts; changing one later is a move (``SetOption``). Presets, in
:mod:`companion.games.magnate.presets`, are options by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.options import YES_NO, option
from companion.locale import Message


class Solo(Enum):
    """The opponent of a solo game and its level (D1, D8)."""

    NO = "no"
    NORMAL = "normal"
    HARD = "hard"


class ExtraPawns(Enum):
    """The source of three players' fifth and sixth Pawn (F7)."""

    SECOND_DECK = "second-deck"
    CROWNS = "crowns"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table. The defaults are the standard two-player game."""

    preset: str = "standard"
    """The preset on which these options are based; a label without effect."""
    every_suit_on_a_deed: bool = option(False, "B29", Message("A deed needs each of its suits"), YES_NO)
    """A deed completes only with each of its suits among the tokens on it (B29)."""
    ace_deed_price: int = option(
        1, "B25", Message("Price of an Ace’s deed"), {1: Message("1 token"), 2: Message("2 tokens")}
    )
    """1, or 2 as in the French text (B25, E1)."""
    original_aces: bool = option(False, "B19", Message("An Ace costs 1 and counts 1"), YES_NO)
    """An Ace costs 1 and is worth 1 (B19, F13)."""
    tie_counts_aces_as_scored: bool = option(True, "B41", Message("In a tie, an Ace counts as it scores"), YES_NO)
    """The first tie-break takes an Ace at its scored value rather than as 1 (B41)."""
    deeds_on_twos: bool = option(True, "B26", Message("A 2 can be bought as a deed"), YES_NO)
    """A deed on a rank 2 is allowed, with a warning (B26)."""
    courts: bool = option(False, "C1", Message("Play with the four Courts"), YES_NO)
    """The Courts are shuffled into the draw pile (C1)."""
    tax_dice: int = option(1, "F1", Message("Dice for a tax"), {1: Message("one"), 2: Message("two")})
    """The number of tax dice, 1 or 2 (F1, F3)."""
    reshuffle_at_once: bool = option(False, "B35", Message("Reshuffle as soon as the pile is empty"), YES_NO)
    """The discards are shuffled as soon as the pile is empty, not when a draw fails (B35)."""
    last_turns_from_failed_draw: bool = option(
        False, "B36", Message("The last turns start with the first failed draw"), YES_NO
    )
    """The last turns count from the first failed draw, not from the last card drawn (B36)."""
    solo: Solo = option(Solo.NO, "D1")
    """Against the automa, which holds the second seat (D1, D8)."""
    solo_last_turn: bool = option(True, "D6")
    """One last turn after the pile is empty (D6)."""
    solo_automa_hand: bool = option(False, "D1", Message("Deal the automa a hand too, which nobody plays"), YES_NO)
    """The automa is dealt a hand, which nobody plays (D1)."""
    solo_double_tie_draws: bool = option(False, "D7")
    """A tie in districts and totals is a draw, whatever the tokens (D7)."""
    players: int = option(2, "F7")
    """2 or 3; a solo game has 2 seats."""
    decks: int = option(1, "F2")
    """The number of decks: 1, or 2 in mega (F2)."""
    pawns: int = option(4, "F4")
    """The number of Pawns that are districts: 4, in mega 8 or 4 (F4), with three players 6 (F7)."""
    excuse: bool = option(True, "B2")
    """Whether the Excuse is a district; not in the older four-district game."""
    extra_pawns: ExtraPawns = option(ExtraPawns.SECOND_DECK, "F7")
    """The fifth and sixth Pawn of three players (F7)."""
    crowns_each: int = option(3, "B3")
    """Crowns dealt to each player (B3, F5, F8)."""
    hand: int = option(3, "B5")
    """Cards in hand (B5, F6)."""
    plays: int = option(1, "B17")
    """Cards to play each turn, and to draw after it (B17, F6)."""
    reshuffles: int = option(1, "B35")
    """How often the discards become a new pile (B35, F10)."""
    tokens_per_suit: int = option(12, "B1")
    """Tokens of each suit in the box. The bank is unlimited; a larger number only brings a warning (B1)."""
    deeds_turned: bool = option(True, "E5")
    """Deeds lie a quarter turn against completed properties, not the other way round (E5)."""
    own_numbers: bool = option(False, "F15")
    """The table plays a combination that no document describes, with its own numbers (F15)."""
