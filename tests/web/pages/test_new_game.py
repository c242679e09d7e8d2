"""The form of a new game, filled in with nothing but what it shows."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from companion.games.registry import games
from companion.web.pages.host import Viewer
from tests.web.pages.table_host import Device, TableHost

PRESETS = [(one.name, preset) for one in games() for preset in one.presets]


@pytest.fixture
def host() -> TableHost:
    return TableHost()


def start(device: Device, *more: tuple[str, str]) -> None:
    """Tap *Start* on the form that is open."""
    [form] = device.outline.forms
    shown = [(one["name"], one.get("value", "")) for one in form.inputs if one.get("type") in (None, "text", "number")]
    chosen = dict(more)
    shown += [(one["name"], one["value"]) for one in form.inputs if "checked" in one and one["name"] not in chosen]
    device.send(form, *shown, *form.selects, *more)
    assert device.page.status not in (422, 400), device.page.main[:600]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_every_new_game_begins_with_what_its_form_shows(host: TableHost, name: str, preset: str) -> None:
    device = Device(host, Viewer(None, is_host=True))
    device.open(f"new?game={name}&preset={preset}")
    start(device)
    assert host.playing.game.game == name


def test_a_card_whose_player_is_told_is_theirs_and_the_others_are_dealt_evenly(host: TableHost) -> None:
    device = Device(host, Viewer(None, is_host=True))
    device.open("new?game=magnate")
    start(device, ("a.crowns-CM", "1"), ("a.crowns-CK", "1"))
    first, second = host.playing.state.crowns
    assert {"CM", "CK"} < set(map(str, second)) and len(first) == len(second) == 3


def test_who_has_no_ace_for_the_excuse_is_told_by_the_aces_of_the_others(host: TableHost) -> None:
    device = Device(host, Viewer(None, is_host=True))
    device.open("new?game=sorcerous-futures&preset=four-players")
    start(device, ("a.aces-AM", "3"), ("a.aces-AK", "2"), ("a.aces-AL", "1"))
    assert [len(own) for own in host.playing.state.aces] == [0, 2, 2, 2]


def swap(device: Device, *names: str) -> None:
    """Tap pieces one after the other; each tap sends the form as it stands."""
    for name in names:
        fields = dict(device.outline.forms[0].fields)
        device.open(f"new?{urlencode({**fields, 'swap': name})}")
        assert device.page.status == 200


def test_the_tiles_on_the_table_are_tapped_as_they_lie(host: TableHost) -> None:
    device = Device(host, Viewer(None, is_host=True))
    device.open("new?game=magistratvm&preset=four-players")
    swap(device, "circuit-0", "circuit-6")
    assert 'value="circuit-6" aria-pressed="false"' in device.page.main
    swap(device, "circuit-7")
    swap(device, "suits-0")
    assert 'value="suits-0" aria-pressed="true"' in device.page.main
    swap(device, "suits-3")
    start(device)
    state = host.playing.state
    assert [str(one.tile) for one in state.contested] == ["TM0", "TM1", "TS2", "TS3", "TS4", "TS5"]
    assert [str(suit) for suit in state.suits] == ["A", "M", "C", "S"]


@pytest.mark.parametrize(
    "tapped", ["swap=circuit-99999999&picked=circuit-77", "swap=name-1", "swap=zz", "deal=circuit"]
)
def test_a_tap_on_no_piece_of_the_form_leaves_a_form_to_start_from(host: TableHost, tapped: str) -> None:
    device = Device(host, Viewer(None, is_host=True))
    for name, preset in PRESETS:
        assert device.open(f"new?game={name}&a.preset={preset}&{tapped}").status == 200
        start(device)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_what_is_dealt_by_chance_is_a_setup_of_the_game(host: TableHost, name: str, preset: str) -> None:
    device = Device(host, Viewer(None, is_host=True))
    device.open(f"new?game={name}&a.preset={preset}&deal=yes")
    start(device)
    assert host.playing.game.options["preset"] == preset
