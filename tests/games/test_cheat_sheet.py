"""The cheat sheet says what this table plays."""

from __future__ import annotations

import re
from dataclasses import replace

from companion.games.magnate import PRESETS, Options, preset
from companion.games.magnate.cheat_sheet import cheat_sheet
from companion.games.magnate.options import ExtraPawns
from tests.cases import each


def sheet(options: Options | str) -> dict[str, list[str]]:
    """Its lines by rule number."""
    lines: dict[str, list[str]] = {}
    for section in cheat_sheet(preset(options) if isinstance(options, str) else options):
        for line in section.lines:
            lines.setdefault(line.rule, []).append(str(line.text))
    return lines


@each("name", PRESETS)
def test_every_line_is_a_sentence_with_its_rule(name: str) -> None:
    for section in cheat_sheet(preset(name)):
        assert section.lines
        for line in section.lines:
            assert re.fullmatch(r"[B-F]\d+", line.rule)
            assert str(line.text).endswith(".")


def test_the_standard_game() -> None:
    standard = sheet("standard")
    assert standard["B5"] == ["Shuffle the rest and deal 3 cards each; 24 are left to draw."]
    assert standard["B19"][0] == "An Ace costs 3 tokens of its suit."
    assert standard["B25"] == ["An Ace's deed costs 1 token."]
    assert standard["B29"][0].endswith("in any mix.")
    assert standard["B35"] == [
        "Shuffle the discards once to make a new pile.",
        "They are shuffled when a card is to be drawn.",
        "Or: as soon as the pile is empty (English page).",
    ]
    assert standard["B23"] == ["A property stays in the district where it was placed."]
    assert standard["B33"][1:] == ["Or: only while you play a card (French page)."]
    assert not [rule for rule in standard if rule[0] in "CDF"]


def test_courts_are_explained_only_where_they_are_played() -> None:
    assert set(sheet("courts")) - set(sheet("standard")) == {"C1", "C2", "C3", "C4", "C5", "C6", "C7"}
    assert "28 are left" in sheet("courts")["B5"][0]


def test_C7_courts_as_trading_posts_are_left_out_and_the_sheet_says_why() -> None:
    assert sheet("courts")["C7"] == ["Courts as trading posts are not played here: no document says how they trade."]


def test_mega_says_two_decks_six_cards_two_plays_and_two_tax_dice() -> None:
    mega = sheet("mega")
    assert mega["F2"] == ["Two Decktets, one Excuse removed, and about 20 tokens of each suit."]
    assert mega["F4"] == [
        "The 8 Pawns and the Excuse in a row between the players are the districts.",
        "Or: 4 Pawns (Roller, which names “all four Pawns” of two decks).",
    ]
    assert mega["F6"][0].startswith("Play 2 cards")
    assert mega["F3"][0].startswith("If a d10 shows 1, roll two d6")
    assert sheet(replace(preset("mega"), tax_dice=1))["B8"][-1].startswith("If a d10 shows 1, roll the d6 once")


def test_three_players_lie_in_a_Y() -> None:
    three = sheet("three-players")
    assert three["F7"][1] == "The Excuse in the middle of a Y and two Pawns on each arm are the districts."
    assert three["F10"] == [
        "Shuffle the discards 2 times to make a new pile.",
        "Or: once (Roller, which has both).",
    ]
    crowns = replace(preset("three-players"), extra_pawns=ExtraPawns.CROWNS)
    assert "two Crowns on its three arms" in sheet(crowns)["F7"][1]


def test_F7_three_players_read_where_the_fifth_and_the_sixth_pawn_come_from() -> None:
    three = preset("three-players")
    assert "B1" not in sheet(three)
    assert sheet(three)["F7"][0] == (
        "One Decktet with Pawns and Excuse, two Pawns of a second one, and about 20 tokens of each suit."
    )
    assert "two Crowns of a second one" in sheet(replace(three, extra_pawns=ExtraPawns.CROWNS))["F7"][0]
    assert "two Pawns and the Crowns of a second one" in sheet(replace(three, crowns_each=4))["F7"][0]


def test_B32_against_the_automa_a_sale_pays_what_it_always_does() -> None:
    for name in ("solo", "solo-hard"):
        assert sheet(name)["B32"] == ["Sell: one token of each of the card's suits; an Ace gives 2."]
    assert sheet(replace(preset("solo"), courts=True))["C4"] == ["A Court sells for 3 tokens, one of each suit."]


def test_the_automa_has_its_own_part_and_the_hard_level_its_own_lines() -> None:
    assert {"D1", "D2", "D3", "D4", "D5", "D6", "D7"} <= set(sheet("solo"))
    assert set(sheet("solo-hard")) - set(sheet("solo")) == {"D8", "D9"}
    strict = replace(preset("solo"), solo_double_tie_draws=True, solo_last_turn=False)
    assert sheet(strict)["D7"] == [
        "If these are equal, too, the game is a draw.",
        "Or: one token left wins for you (English page).",
    ]
    assert sheet(strict)["D6"] == [
        "When the pile is empty the game is over.",
        "Or: one last turn without a draw (English page).",
    ]


@each(
    ("hand", "dealt", "other"),
    [
        (False, "deal yourself 3 cards; 27 are left", "Or: a hand for the automa too"),
        (True, "deal 3 cards each; nobody plays the automa's. 24 are left", "Or: no hand for the automa"),
    ],
)
def test_the_sheet_says_whether_the_automa_has_a_hand_and_the_other_choice(hand: bool, dealt: str, other: str) -> None:
    lines = " ".join(sheet(replace(preset("solo"), solo_automa_hand=hand))["D1"])
    assert dealt in lines and f"{other} (English page)" in lines


def test_the_older_game_says_nothing_of_the_excuse() -> None:
    assert not any("Excuse any card" in line for line in sheet("four-districts")["B20"])
