"""Settings do what they say, after a restart too; those that cannot be used keep nobody from playing."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from kivy.lang import Builder
from kivy.properties import NumericProperty
from kivy.uix.label import Label

from companion.app.painters.column import PropertyBand
from companion.app.painters.columns import ColumnTotal
from companion.app.sheets.decision import QuestionSheet
from companion.app.sound.sounds import SoundEvent, tones
from companion.app.sound.speech import Speech
from companion.app.storage.settings import Settings
from companion.app.texts.i18n import words
from companion.app.widgets.sheet import Notice
from companion.app.widgets.text import Text
from companion.app.window.broadcaster import Broadcaster
from companion.folders import Folders
from companion.games.magnate.moves import Roll
from companion.games.magnate.state import Column
from companion.json_document import Document
from companion.locale.languages import system_language
from companion.pieces import Card, Suit
from companion.play import Source
from tests.app.at_the_table import hold, lay, menu, roll
from tests.app.tablet import Tablet, until
from tests.cases import each


def choose(tablet: Tablet, name: str, value: Any) -> None:
    """On the screen of settings, which scrolls to it."""
    came_from = tablet.screen.name
    tablet.app.go("settings")
    tablet.settle(6)
    pad = tablet.screen.fields[name].pads[value]
    tablet.screen.ids.scroll.scroll_to(pad, animate=False)
    tablet.settle()
    tablet.tap(pad)
    assert getattr(tablet.app.settings, name) == value
    tablet.app.go(came_from)
    tablet.settle()


def lettering(tablet: Tablet) -> dict[str, float]:
    return {one.text: one.lettered for one in tablet.screen.walk() if isinstance(one, Text) and one.text}


def test_larger_letters_are_larger_where_there_is_room_and_never_cut(tablet: Tablet) -> None:
    before = lettering(tablet)
    choose(tablet, "text_size", "largest")
    after = lettering(tablet)
    assert after["Settings"] == pytest.approx(before["Settings"] * 1.3)
    assert all(after[text] >= size - 0.01 for text, size in before.items() if text in after)
    shown = [one for one in tablet.screen.walk() if isinstance(one, Text) and one.text]
    assert all(one.texture_size[1] <= one.height + 1 or one.text_size[1] is None for one in shown)
    choose(tablet, "text_size", "usual")
    assert lettering(tablet)["Settings"] == before["Settings"]


def test_on_a_table_with_room_larger_letters_enlarge_cards_and_totals(table: Tablet) -> None:
    lay(table, 0, 0, Column((Card.parse("9MS"),)))

    def sizes() -> tuple[float, float]:
        table.settle(6)
        shown = [*table.screen.walk()]
        [band] = [one for one in shown if isinstance(one, PropertyBand)]
        return band.rank_size, max(one.ids.total.font_size for one in shown if isinstance(one, ColumnTotal))

    rank, total = sizes()
    choose(table, "text_size", "largest")
    larger_rank, larger_total = sizes()
    assert larger_rank > rank * 1.2 and larger_total > total * 1.15
    choose(table, "text_size", "usual")
    assert sizes() == (rank, total)


def test_what_happens_is_spoken_in_the_language_of_the_screen_where_that_is_wanted(
    table: Tablet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system's program for speech is a script here that writes down what it reads."""
    spoken = tmp_path / "spoken"
    program = tmp_path / "spd-say"
    program.write_text(f'#!/bin/sh\n{{ echo "$4"; cat; }} > {spoken}.new && mv {spoken}.new {spoken}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(table.app, "speech", Speech())
    roll(table, 9, 4)
    assert not spoken.exists()
    choose(table, "speaks", True)
    hold(table, 0, Suit.KNOTS, 4)
    until(table, spoken.exists)
    assert spoken.read_text() == f"en\n{table.screen.sentence}"


@pytest.mark.parametrize("awake", [True, False])
def test_the_screen_sleeps_during_a_game_only_where_that_is_wanted(table: Tablet, awake: bool) -> None:
    choose(table, "keep_awake", awake)
    assert table.window.allow_screensaver is not awake
    table.app.go("start")
    assert table.window.allow_screensaver


@pytest.mark.parametrize("at_once", [True, False])
def test_a_roll_of_the_roller_counts_at_once_or_is_asked_about(table: Tablet, at_once: bool) -> None:
    choose(table, "roller_counts_at_once", at_once)
    table.play.propose(Roll(0, (9, 4)), source=Source.ROLLER)
    table.settle()
    assert (table.state.roll is not None) is at_once
    if not at_once:
        assert isinstance(table.screen.sheet, QuestionSheet)
        table.tap(table.screen.sheet.ids.yes)
        assert table.state.roll is not None


@pytest.mark.parametrize("at_once", [True, False])
def test_what_a_camera_sees_counts_at_once_or_is_asked_about(table: Tablet, at_once: bool) -> None:
    choose(table, "camera_counts_at_once", at_once)
    table.play.propose(Roll(0, (9, 4)), source=Source.CAMERA)
    assert (table.state.roll is not None) is at_once


def test_with_sounds_a_move_and_a_refusal_are_heard_and_without_nothing(table: Tablet) -> None:
    sounds = table.app.sounds
    choose(table, "volume", "off")
    before = list(sounds.played)
    roll(table, 9, 4)
    assert sounds.played == before
    choose(table, "volume", "quiet")
    table.screen.undo()
    table.screen.show_notice("not so")
    assert sounds.played[-2:] == [SoundEvent.MOVE, SoundEvent.REFUSED]
    assert sounds.volume < 0.5


@each("happened", list(SoundEvent))
def test_a_sound_is_short_and_not_silent(happened: SoundEvent) -> None:
    file = tones(happened)
    assert file[:4] == b"RIFF" and 1_000 < len(file) < 60_000 and any(file[44:])


def test_the_language_follows_the_system_until_one_is_chosen(tablet: Tablet) -> None:
    assert Settings().language == ""
    assert system_language({"LANG": "fr_FR.UTF-8"}) == "fr"
    choose(tablet, "language", "fr")
    assert words.language == "fr" and tablet.app.settings.language == "fr"


def test_the_far_side_is_turned_or_not(table: Tablet) -> None:
    choose(table, "far_side_turned", False)
    assert not table.screen.table.seats[1].turned
    choose(table, "far_side_turned", True)
    assert table.screen.table.seats[1].turned
    menu(table)
    table.press_back()


def test_where_everything_is_kept_is_said_with_the_way_to_its_copies(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["settings"])
    assert tablet.screen.ids.folder.text == str(tablet.app.folders.data)
    tablet.settle()
    tablet.screen.ids.scroll.scroll_to(tablet.screen.ids.copies, animate=False)
    tablet.settle()
    tablet.tap(tablet.screen.ids.copies)
    assert tablet.screen.name == "copies"
    tablet.press_back()
    assert tablet.screen.name == "settings"
    tablet.app.go("start")


def test_a_bar_shows_the_time_of_a_turn_only_where_that_is_wanted(table: Tablet) -> None:
    timer = table.screen.ids.timer
    assert not timer.shown
    choose(table, "turn_minutes", 5)
    timer = table.screen.ids.timer
    assert timer.shown and timer.left > 0.5
    timer.advance((timer.left - 0.25) * 300)
    roll(table, 10, 4)
    assert 0 < timer.left <= 0.25, "the turn goes on"
    timer.advance(300)
    assert timer.left == 0 and table.screen.sheet is not None, "and nothing happens when it is over"
    table.app.go("start")
    assert not timer.shown
    table.app.set("turn_minutes", 0)


class Scale(Broadcaster):
    unit = NumericProperty(1)


def test_observers_are_called_in_the_order_in_which_they_were_bound() -> None:
    scale, called = Scale(), []
    for name in ("one", "two", "three"):
        scale.fbind("unit", lambda name, _scale, value: called.append((name, value)), name)
    scale.unit = 5
    assert called == [("one", 5), ("two", 5), ("three", 5)]


def test_an_observer_that_another_one_unbinds_is_not_called_any_more() -> None:
    scale, called = Scale(), []
    uids: list[int] = []
    scale.fbind("unit", lambda *_: scale.unbind_uid("unit", uids[0]))
    uids.append(scale.fbind("unit", lambda *_: called.append("unbound")))
    scale.unit = 5
    assert not called


def test_an_observer_that_is_bound_during_a_change_is_called_from_the_next_one_on() -> None:
    scale, called = Scale(), []
    uid = scale.fbind("unit", lambda *_: scale.fbind("unit", lambda _scale, value: called.append(value)))
    scale.unit = 5
    scale.unbind_uid("unit", uid)
    scale.unit = 6
    assert called == [6]


def test_an_observer_is_unbound_by_its_function_too() -> None:
    scale, called = Scale(), []

    def observe(name: str, *_: object) -> None:
        called.append(name)

    for name in ("one", "two"):
        scale.fbind("unit", observe, name)
    scale.funbind("unit", observe, "one")
    scale.funbind("unit", observe, "never bound")
    scale.unit = 5
    assert called == ["two"]


def test_what_is_no_property_is_not_bound() -> None:
    assert Scale().fbind("colour", print) == 0


def test_a_rule_of_a_widget_that_is_gone_is_not_evaluated_again() -> None:
    from kivy.lang.parser import global_idmap

    scale = global_idmap["scale_of_this_test"] = Scale()
    try:
        label = Builder.load_string("Label:\n    font_size: scale_of_this_test.unit * 10")
        scale.unit = 3
        assert isinstance(label, Label) and label.font_size == 30
        Builder.unbind_widget(label.uid)
        scale.unit = 4
        assert label.font_size == 30
        assert not any(scale._observers.values())
    finally:
        del global_idmap["scale_of_this_test"]


UNUSABLE = [
    b"no json",
    b"\xff\xfe",
    b"null",
    b"[]",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b'{"language": []}',
    b'{"language": {"fr": 1}}',
    b'{"language": "tlh"}',
    b'{"far_side_turned": "yes"}',
    b'{"camera": 5}',
    b'{"camera_counts_at_once": null}',
    b" " * 1_000_001,
]


def notices(tablet: Tablet) -> list[Notice]:
    return [widget for widget in tablet.screen.walk() if isinstance(widget, Notice)]


@pytest.mark.parametrize("content", UNUSABLE, ids=lambda content: content[:24].decode("latin-1"))
def test_the_app_starts_with_any_settings_and_puts_them_aside(tablet: Tablet, tmp_path: Path, content: bytes) -> None:
    kept = tmp_path / "settings.json"
    kept.write_bytes(content)
    tablet.app.open_folders(Folders(tmp_path))
    tablet.settle()
    assert tablet.app.settings == Settings()
    [notice] = notices(tablet)
    assert str(kept) in notice.text and ("cannot be used" in notice.text or "unusable values" in notice.text)
    tablet.tap(notice)
    assert kept.read_bytes() == content
    tablet.app.set("far_side_turned", False)
    assert json.loads(kept.read_bytes())["far_side_turned"] is False
    assert (tmp_path / "settings-unusable.json").read_bytes() == content


def test_what_is_usable_is_used_and_the_rest_named(tmp_path: Path) -> None:
    kept = tmp_path / "settings.json"
    kept.write_text('{"language": "fr", "camera": 5, "far_side_turned": 1, "camera_counts_at_once": true}')
    settings, error = Settings.of(Document(kept))
    assert settings == Settings(language="fr", camera_counts_at_once=True)
    assert error is not None and "has unusable values for far_side_turned, camera" in str(error)


def test_what_was_put_aside_before_stays(tmp_path: Path) -> None:
    kept = tmp_path / "settings.json"
    for content in ("first", "second"):
        kept.write_text(content)
        document = Document(kept)
        settings, _ = Settings.of(document)
        settings.keep_in(document)
    assert (tmp_path / "settings-unusable.json").read_text() == "first"
    assert (tmp_path / "settings-unusable-2.json").read_text() == "second"
    assert Settings.of(Document(kept)) == (Settings(), None)


def test_usable_settings_and_none_at_all_are_nothing_to_speak_of(tmp_path: Path) -> None:
    kept = tmp_path / "data" / "settings.json"
    assert Settings.of(Document(kept)) == (Settings(), None)
    Settings(language="fr", camera="0").keep_in(Document(kept))
    assert Settings.of(Document(kept)) == (Settings(language="fr", camera="0"), None)
    assert [path.name for path in kept.parent.iterdir()] == ["settings.json"]


def test_the_theme_chosen_is_kept(tmp_path: Path) -> None:
    kept = tmp_path / "settings.json"
    Settings(theme="daylight").keep_in(Document(kept))
    assert json.loads(kept.read_text())["theme"] == "daylight"
    assert Settings.of(Document(kept)) == (Settings(theme="daylight"), None)
