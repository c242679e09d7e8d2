"""The options of Magnate, as one frozen value.

Options are fixed when a game starts; changing one later is a move (``SetOption``). Presets, in
:mod:`companion.games.magnate.presets`, are options by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


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
    every_suit_on_a_deed: bool = False
    """A deed completes only with each of its suits among the tokens on it (B29)."""
    ace_deed_price: int = 1
    """1, or 2 as in the French text (B25, E1)."""
    original_aces: bool = False
    """An Ace costs 1 and is worth 1 (B19, F13)."""
    tie_counts_aces_as_scored: bool = True
    """The first tie-break takes an Ace at its scored value rather than as 1 (B41)."""
    deeds_on_twos: bool = True
    """A deed on a rank 2 is allowed, with a warning (B26)."""
    courts: bool = False
    """The Courts are shuffled into the draw pile (C1)."""
    tax_dice: int = 1
    """The number of tax dice, 1 or 2 (F1, F3)."""
    reshuffle_at_once: bool = False
    """The discards are shuffled as soon as the pile is empty, not when a draw fails (B35)."""
    last_turns_from_failed_draw: bool = False
    """The last turns count from the first failed draw, not from the last card drawn (B36)."""
    solo: Solo = Solo.NO
    """Against the automa, which holds the second seat (D1, D8)."""
    solo_last_turn: bool = True
    """One last turn after the pile is empty (D6)."""
    solo_automa_hand: bool = False
    """The automa is dealt a hand, which nobody plays (D1)."""
    solo_double_tie_draws: bool = False
    """A tie in districts and totals is a draw, whatever the tokens (D7)."""
    players: int = 2
    """2 or 3; a solo game has 2 seats."""
    decks: int = 1
    """The number of decks: 1, or 2 in mega (F2)."""
    pawns: int = 4
    """The number of Pawns that are districts: 4, in mega 8 or 4 (F4), with three players 6 (F7)."""
    excuse: bool = True
    """Whether the Excuse is a district; not in the older four-district game."""
    extra_pawns: ExtraPawns = ExtraPawns.SECOND_DECK
    """The fifth and sixth Pawn of three players (F7)."""
    crowns_each: int = 3
    """Crowns dealt to each player (B3, F5, F8)."""
    hand: int = 3
    """Cards in hand (B5, F6)."""
    plays: int = 1
    """Cards to play each turn, and to draw after it (B17, F6)."""
    reshuffles: int = 1
    """How often the discards become a new pile (B35, F10)."""
    tokens_per_suit: int = 12
    """Tokens of each suit in the box. The bank is unlimited; a larger number only brings a warning (B1)."""
    deeds_turned: bool = True
    """Deeds lie a quarter turn against completed properties, not the other way round (E5)."""
    own_numbers: bool = False
    """The table plays a combination that no document describes, with its own numbers (F15)."""
