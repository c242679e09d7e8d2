"""Each option of a game has its line on the cheat sheet: the reading in force, and beside it the other one."""

from __future__ import annotations

from dataclasses import fields, replace
from enum import Enum
from typing import Any

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


def sheet(name: str, options: Any) -> list[tuple[str, str]]:
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
    in_force, else_ = sheet(name, changed), sheet(name, other)
    assert any(words in text for _, text in in_force if not text.startswith("Or: ")), f"the sheet lacks {option}"
    assert not any(words in text for _, text in else_ if not text.startswith("Or: ")), f"the sheet contradicts {option}"
    assert {one for one in in_force if one[0] == rule} != {one for one in else_ if one[0] == rule}, (
        f"{option} changes no line of {rule}"
    )
