"""How a table of Magnate is set up, told step by step before the first roll."""

from __future__ import annotations

from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Roll
from companion.games.magnate.presets import preset
from companion.games.magnate.setup import Setup, default_districts, start
from companion.pieces import Card

NAMES = ("Ann", "Ben", "Cleo")


def crowns(letters: str) -> tuple[Card, ...]:
    return tuple(Card.parse(f"C{letter}") for letter in letters)


def step_texts(name: str, *dealt: tuple[Card, ...], first: int = 0) -> list[tuple[str, str]]:
    options = preset(name)
    state = start(options, Setup(default_districts(options), dealt, first))
    return [(line.rule, str(line.text)) for line in MAGNATE.setup_steps(state, NAMES[: options.players])]


def test_two_lay_a_row_and_their_crowns_and_shuffle_the_rest() -> None:
    assert step_texts("standard", crowns("MWK"), crowns("SLY"), first=1) == [
        ("B2", "Lay the districts in a row, from Ann's left: PMSL PMYK X PSWK PWLY."),
        ("B4", "Ann lays CM CW CK open and takes 1 Moon, 1 Wave and 1 Knot."),
        ("B4", "Ben lays CS CL CY open and takes 1 Sun, 1 Leaf and 1 Wyrm."),
        ("B5", "Shuffle the rest and deal 3 cards each; 24 are left to draw."),
        ("B6", "Ben rolls first."),
    ]


def test_three_lay_a_y_of_which_each_arm_lies_between_two() -> None:
    arms = [
        text for rule, text in step_texts("three-players", crowns("MW"), crowns("SL"), crowns("KY")) if rule == "F7"
    ]
    assert arms == [
        "Lay between Ann and Ben: PMSL PMYK.",
        "Lay between Ben and Cleo: PSWK PWLY.",
        "Lay between Ann, Ben and Cleo: X.",
        "Lay between Ann and Cleo: PMSL PMYK.",
    ]


def test_the_automa_takes_no_tokens_and_no_hand() -> None:
    alone = step_texts("solo", crowns("MWK"), crowns("SLY"))
    assert ("D1", "Ben lays CS CL CY open and takes no tokens.") in alone
    assert ("D1", "Shuffle the rest and deal 3 cards to Ann alone; 27 are left to draw.") in alone


def test_there_are_no_setup_steps_once_somebody_rolled() -> None:
    options = preset("standard")
    state = start(options, Setup(default_districts(options), (crowns("MWK"), crowns("SLY"))))
    assert MAGNATE.setup_steps(MAGNATE.apply(state, Roll(0, (4, 7), ())), NAMES) == ()
