"""A move is seen to happen: dice land on both sides, tokens fly, a district lights up; nobody has to wait for it."""

from typing import Any

import pytest
from kivy.clock import Clock

from companion.app.painters import event_stage
from companion.app.painters.event_stage import DiceTray, EventStage, PulseView
from companion.app.painters.pieces import Coin
from companion.app.sound import sounds as sound_module
from companion.app.sound.sounds import SoundEvent
from companion.app.widgets.card import TokenFace
from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magistratvm.moves import PlaceTokens
from companion.games.magistratvm.moves import Roll as MagistratvmRoll
from companion.games.magnate.moves import Roll
from companion.pieces import Suit
from tests.app.at_the_table import NEAR, hold, roll
from tests.app.tablet import Tablet
from tests.games.magistratvm.laid import NAMES
from tests.games.magistratvm.random_game import begun, play


class Frames:
    """The app's clock, which goes on by a twentieth of a second with every frame, however long one takes."""

    ahead = 0.0
    """Seconds by which it is ahead of the machine's: it never goes back, in later tests neither."""
    held: float | None = None
    """What it shows while frames are asked for."""
    machine = Clock.time

    def __init__(self, table: Tablet) -> None:
        self.table = table

    def pass_(self, seconds: float) -> None:
        held = Frames.now()
        for _ in range(round(seconds / 0.05)):
            held += 0.05
            Frames.held = held
            self.table.settle(1)
        Frames.ahead, Frames.held = held - Frames.machine(), None

    @classmethod
    def now(cls) -> float:
        return cls.held if cls.held is not None else cls.machine() + cls.ahead


@pytest.fixture(scope="module", autouse=True)
def clock() -> None:
    Clock.time = Frames.now


@pytest.fixture
def frames(table: Tablet) -> Frames:
    return Frames(table)


@pytest.fixture
def stage(table: Tablet) -> EventStage:
    """The layer over the table."""
    stage: EventStage = table.screen.happenings.stage
    return stage


def shown(stage: EventStage, kind: type) -> list[Any]:
    return [widget for widget in stage.children if isinstance(widget, kind)]


def test_a_tax_is_seen_by_both_sides_and_its_tokens_fly(table: Tablet, frames: Frames, stage: EventStage) -> None:
    hold(table, NEAR, Suit.KNOTS, 4)
    frames.pass_(2.0)
    assert not stage.playing
    table.screen.propose(Roll(NEAR, (1, 4), (6,)))
    frames.pass_(0.2)
    trays = shown(stage, DiceTray)
    assert sorted(tray.turned for tray in trays) == [False, True]
    assert {tray.caption for tray in trays} == {"Taxed: Knots. Players with two or more keep one."}
    frames.pass_(0.5)
    assert len([token for token in shown(stage, TokenFace) if token.suit.value == "K"]) == 3
    frames.pass_(1.5)
    assert not stage.playing and stage.children == []


def test_a_touch_ends_it_and_does_what_it_was_meant_for(table: Tablet, frames: Frames, stage: EventStage) -> None:
    table.screen.propose(Roll(NEAR, (9, 4)))
    frames.pass_(0.2)
    assert stage.playing
    table.tap(table.screen.table.seats[NEAR].ids.undo)
    assert table.state.roll is None
    assert not stage.playing


def test_an_undone_move_is_not_shown_as_if_it_happened(table: Tablet, frames: Frames, stage: EventStage) -> None:
    table.screen.propose(Roll(NEAR, (9, 4)))
    frames.pass_(2.5)
    table.screen.undo()
    frames.pass_(0.2)
    assert not stage.playing


def test_nothing_is_animated_where_the_settings_say_so(table: Tablet, frames: Frames, stage: EventStage) -> None:
    table.app.set("animations", False)
    roll(table, 9, 4)
    table.settle(3)
    assert not stage.playing


def test_a_district_that_changes_hands_lights_up(table: Tablet, frames: Frames, stage: EventStage) -> None:
    pulse = event_stage.Pulse((10, 20, 100, 50), [1, 1, 1, 1])
    stage.play(None, lambda: event_stage.Motions(pulses=(pulse,)))
    frames.pass_(0.2)
    assert shown(stage, PulseView)
    frames.pass_(1.2)
    assert not stage.playing


@pytest.mark.parametrize(("dice", "tax", "sound"), [((9, 4), (), SoundEvent.ROLL), ((1, 4), (6,), SoundEvent.LOSS)])
def test_rolls_sound_by_result(table: Tablet, dice: tuple[int, int], tax: tuple[int, ...], sound: SoundEvent) -> None:
    hold(table, NEAR, Suit.KNOTS, 4)
    table.screen.propose(Roll(NEAR, dice, tax))
    assert table.app.sounds.played[-1] is sound


def test_what_happens_is_felt_on_a_device_unless_sounds_are_off(table: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    felt: list[None] = []
    monkeypatch.setattr(sound_module, "_devices", [lambda: felt.append(None)])
    sounds = table.app.sounds
    sounds.play(SoundEvent.MOVE)
    assert not felt, "a usual move is no event"
    table.screen.propose(Roll(NEAR, (9, 4)))
    assert len(felt) == 1
    monkeypatch.setattr(sounds, "volume", 0.0)
    sounds.play(SoundEvent.OVER)
    assert len(felt) == 1


def test_dice_and_tokens_of_any_game_are_seen_to_land_and_to_fly(tablet: Tablet) -> None:
    state, setup, dice = begun(4, 0)
    tablet.app.start_game(MAGISTRATVM, NAMES, state.options, setup)
    tablet.settle()
    screen, frames = tablet.screen, Frames(tablet)
    for move, _ in play(state, dice):
        screen.propose(move)
        if isinstance(move, MagistratvmRoll):
            frames.pass_(0.2)
            assert sorted(tray.turned for tray in shown(screen.happenings.stage, DiceTray)) == [False, True]
        if isinstance(move, PlaceTokens):
            frames.pass_(0.3)
            assert len(shown(screen.happenings.stage, Coin)) == min(move.tokens, event_stage.MOST_TOKENS)
            break
    tablet.app.go("start")
