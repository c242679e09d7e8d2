"""Counters without a game: what was counted is there again, and one tap loses nothing."""

from pathlib import Path

import pytest

from companion.app.widgets.sheet import Notice
from companion.folders import Folders
from companion.pieces import Suit
from tests.app.tablet import Tablet


@pytest.fixture
def counting(tablet: Tablet) -> Tablet:
    """Near has counted M2, Far K1."""
    tablet.tap(tablet.screen.entries["tokens_only"])
    for seat, suit in ((0, Suit.MOONS), (0, Suit.MOONS), (1, Suit.KNOTS)):
        tablet.tap(plus(tablet, seat, suit))
    return tablet


def plus(tablet: Tablet, seat: int, suit: Suit) -> object:
    return tablet.screen.purses[seat].counters[suit.priority].ids.plus


def counted(tablet: Tablet) -> list[str]:
    """What the counters show, seat by seat."""
    assert tablet.screen.name == "tokens_only"
    return [
        "".join(f"{counter.suit}{int(counter.count)}" for counter in purse.counters if counter.count)
        for purse in tablet.screen.purses
    ]


def restarted(tablet: Tablet) -> None:
    """The app on the same folder, with nothing left in its memory."""
    tablet.app.go("start")
    tablet.app.root.remove_widget(tablet.app.root.get_screen("tokens_only"))
    tablet.app.open_folders(Folders(tablet.app.folders.data))
    tablet.app.go("tokens_only")
    tablet.settle()


def notices(tablet: Tablet) -> list[Notice]:
    return [widget for widget in tablet.screen.walk() if isinstance(widget, Notice)]


def test_clear_is_taken_back_with_one_tap(counting: Tablet) -> None:
    counting.tap(counting.screen.ids.wipe)
    assert counted(counting) == ["", ""]
    counting.tap(counting.screen.ids.undo)
    assert counted(counting) == ["M2", "K1"]


def test_clear_is_taken_back_also_after_somebody_went_on_counting(counting: Tablet) -> None:
    counting.tap(counting.screen.ids.wipe)
    counting.tap(plus(counting, 0, Suit.SUNS))
    for _ in range(2):
        counting.tap(counting.screen.ids.undo)
    assert counted(counting) == ["M2", "K1"]


def test_a_tax_and_a_player_too_few_are_taken_back_as_well(counting: Tablet) -> None:
    screen = counting.screen
    counting.tap(screen.ids.tax)
    counting.tap(next(target for target in screen.ids.suits.children if target.suit is Suit.MOONS))
    assert counted(counting) == ["M1", "K1"]
    for players in (3, 4, 2):
        screen.seat_one_more()
        assert len(screen.purses) == players
    for _ in range(4):
        screen.undo()
    assert counted(counting) == ["M2", "K1"]


def test_before_anything_was_counted_there_is_nothing_to_take_back(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["tokens_only"])
    assert tablet.screen.ids.undo.disabled
    tablet.tap(tablet.screen.ids.wipe)
    assert tablet.screen.ids.undo.disabled


def test_counters_are_there_again_after_a_restart_and_so_is_what_was_cleared(counting: Tablet) -> None:
    restarted(counting)
    assert counted(counting) == ["M2", "K1"]
    counting.tap(counting.screen.ids.wipe)
    restarted(counting)
    assert counted(counting) == ["", ""]
    counting.tap(counting.screen.ids.undo)
    assert counted(counting) == ["M2", "K1"]


@pytest.mark.parametrize(
    "damaged",
    [
        b"no json",
        b'{"steps": []}',
        b'{"steps": [["M2"]]}',
        b'{"steps": [["M2", 5]]}',
        b'{"steps": 7}',
        b'{"other": 1}',
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_of_counters_is_told_of_and_put_aside(tablet: Tablet, damaged: bytes) -> None:
    kept: Path = tablet.app.folders.tokens
    kept.parent.mkdir(parents=True)
    kept.write_bytes(damaged)
    tablet.tap(tablet.screen.entries["tokens_only"])
    [notice] = notices(tablet)
    assert str(kept) in notice.text and "tokens-unusable.json" in notice.text
    tablet.tap(notice)
    assert kept.read_bytes() == damaged
    tablet.screen.count(0, Suit.MOONS, 1)
    assert counted(tablet) == ["M1", ""]
    assert kept.with_name("tokens-unusable.json").read_bytes() == damaged
    restarted(tablet)
    assert (counted(tablet), notices(tablet)) == (["M1", ""], [])


def test_counters_that_cannot_be_kept_go_on_and_that_is_said_once(tablet: Tablet) -> None:
    tablet.app.folders.data.write_text("no folder")
    tablet.tap(tablet.screen.entries["tokens_only"])
    for number in (1, 2):
        tablet.screen.count(0, Suit.MOONS, number)
        tablet.settle()
    assert counted(tablet) == ["M2", ""]
    [notice] = notices(tablet)
    assert "tokens.json: cannot write" in notice.text
    tablet.tap(notice)
