"""The cheat sheet: what this table plays, and each option of a game in its line."""

import re
from dataclasses import fields, replace
from enum import Enum
from typing import Any

from companion.games.magnate import PRESETS, Options, preset
from companion.games.magnate.cheat_sheet import cheat_sheet
from companion.games.magnate.options import ExtraPawns
from companion.games.registry import game
from docs.tools.rules import GAMES, list_presets, load_rules
from tests.cases import each

IN_FORCE: list[tuple[str, str, str, object, str]] = [
    ("magnate", "standard", "every_suit_on_a_deed", True, "each suit among them"),
    ("magnate", "standard", "ace_deed_price", 2, "deed costs 2 tokens"),
    ("magnate", "standard", "original_aces", True, "An Ace costs 1 token"),
    ("magnate", "standard", "tie_counts_aces_as_scored", False, "an Ace as 1."),
    ("magnate", "standard", "deeds_on_twos", False, "There are no deeds on a 2"),
    ("magnate", "standard", "courts", True, "The Courts are among them"),
    ("magnate", "standard", "tax_dice", 2, "roll two d6"),
    ("magnate", "standard", "reshuffle_at_once", True, "shuffled as soon as the pile is empty"),
    ("magnate", "standard", "last_turns_from_failed_draw", True, "from the first draw that fails"),
    ("magnate", "standard", "solo", "normal", "You take one token for each own Crown"),
    ("magnate", "solo", "solo_last_turn", False, "When the pile is empty the game is over"),
    ("magnate", "solo", "solo_automa_hand", True, "nobody plays the automa's"),
    ("magnate", "solo", "solo_double_tie_draws", True, "equal, too, the game is a draw"),
    ("magnate", "three-players", "players", 2, "in a row between the players"),
    ("magnate", "standard", "decks", 2, "Two Decktets"),
    ("magnate", "mega", "pawns", 4, "The 4 Pawns and the Excuse"),
    ("magnate", "standard", "excuse", False, "The 4 Pawns in a row"),
    ("magnate", "three-players", "extra_pawns", "crowns", "two Crowns on its three arms"),
    ("magnate", "standard", "crowns_each", 2, "Deal each player 2 Crowns"),
    ("magnate", "standard", "hand", 6, "deal 6 cards each"),
    ("magnate", "standard", "plays", 2, "Play 2 cards"),
    ("magnate", "standard", "reshuffles", 2, "2 times to make a new pile"),
    ("magnate", "standard", "tokens_per_suit", 10, "about 10 tokens"),
    ("magnate", "standard", "deeds_turned", False, "Deeds stand upright"),
    ("magnate", "mega", "own_numbers", True, "numbers are this table's own"),
    ("sorcerous-futures", "three-players", "players", 4, "One player has the Excuse"),
    ("sorcerous-futures", "four-players", "sly_excuse", True, "draws the seven valuations"),
    ("sorcerous-futures", "three-players", "opens_at_least", True, "bids the card's rank or more"),
    ("sorcerous-futures", "three-players", "pawns_ten_in_ties", True, "There a Pawn counts 10"),
    ("magistratvm", "four-players", "players", 3, "For 3 players"),
    ("magistratvm", "four-players", "governed_gold_bids", False, "Gold on Provinces does not count"),
    ("magistratvm", "four-players", "value_by_votes", True, "as many votes as its value"),
    ("magistratvm", "four-players", "last_after_turn", True, "after a full turn comes the last circuit"),
    ("magistratvm", "four-players", "low_majority_removes", True, "They also leave if the majority is below"),
    ("magistratvm", "four-players", "votes_without_tokens", True, "vote for anybody, even without a token"),
    ("magistratvm", "four-players", "one_vote_each", True, "one Magistrate at most in a Province"),
    ("magistratvm", "four-players", "displaces_own", True, "the rival displaces one of those"),
    ("magistratvm", "three-players", "spaces_as_printed", False, "these spaces are a guess"),
    *(
        ("magistratvm", "four-players", f"{name.lower()}s", 5, f"{name}: 5 spaces")
        for name in ("Tribune", "Quaestor", "Aedile", "Praetor", "Consul", "Censor", "Dictator")
    ),
]
"""A game, a preset, an option, another value than the preset's or the one that has a line, and words of that line."""


def sheet_of(name: str, options: Any) -> list[tuple[str, str]]:
    """The numbers and the sentences of a sheet."""
    show = game(name).cheat_sheet
    assert show is not None
    return [(line.rule, str(line.text)) for section in show(options) for line in section.lines]


def test_each_option_has_one_rule_and_its_words_on_the_sheet() -> None:
    for name in GAMES:
        options = next(iter(list_presets(name).values()))
        own = sorted(field.name for field in fields(options) if field.name != "preset")
        at_rules = sorted(option for rules in load_rules(name).values() for rule in rules for option in rule.options)
        assert at_rules == own, f"give each option of {name} a rule in docs/tools/rule_lines/{name}.toml"
        assert sorted(option for one, _, option, *_ in IN_FORCE if one == name) == own, "add the option to IN_FORCE"


@each(("name", "preset", "option", "value", "words"), IN_FORCE)
def test_the_sheet_has_the_reading_in_force_and_the_other_changes_with_it(
    name: str, preset: str, option: str, value: object, words: str
) -> None:
    before = list_presets(name)[preset]
    held = getattr(before, option)
    changed = replace(before, **{option: type(held)(value) if isinstance(held, Enum) else value})
    other = replace(before, **{option: not value}) if held == value else before
    (rule,) = (one.number for rules in load_rules(name).values() for one in rules if option in one.options)
    in_force, else_ = sheet_of(name, changed), sheet_of(name, other)
    assert any(words in text for _, text in in_force if not text.startswith("Or: ")), f"the sheet lacks {option}"
    assert not any(words in text for _, text in else_ if not text.startswith("Or: ")), f"the sheet contradicts {option}"
    assert {one for one in in_force if one[0] == rule} != {one for one in else_ if one[0] == rule}, (
        f"{option} changes no line of {rule}"
    )


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
    assert three["F10"] == ["Shuffle the discards 2 times to make a new pile.", "Or: once (Roller, which has both)."]
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
