"""Whole games by pages alone, from the form of a new game to the score."""

from __future__ import annotations

import random

import pytest

from companion.web.pages.host import Viewer
from tests.web.pages.started import start_game
from tests.web.pages.table_host import Device, Form, TableHost
from tests.web.pages.usual_turns import magnate_turn

USUAL_TAPS = 5
"""Most taps of a usual turn of Magnate whose real dice are typed: two dice, a card, a district, the draw."""


def test_a_game_of_magnate_is_played_to_its_score_by_seats_alone() -> None:
    host = TableHost()
    start_game(host, "magnate", "standard")
    devices = [Device(host, Viewer(seat)) for seat in range(2)]
    taps: list[int] = []
    chance = random.Random(5)
    while not host.playing.state.over and len(taps) < 80:
        seat = host.playing.state.player
        taps.append(magnate_turn(host, devices[seat], seat, chance))
    assert host.playing.state.over
    assert max(taps) <= USUAL_TAPS + 1, "a tax die is one tap more"
    assert sorted(taps)[len(taps) // 2] <= USUAL_TAPS
    page = devices[0].open("seat/0").main
    assert 'class="ending"' in page and "Rematch" not in page
    offered = [form.fields for form in devices[0].outline.forms]
    assert not any(("decision", "play-card") in fields for fields in offered), "nothing is played after the end"
    assert "Record" in page and devices[0].open("curves").status == 200


@pytest.mark.parametrize(
    ("name", "preset"),
    [
        ("magnate", "three-players"),
        ("magnate", "solo"),
        ("sorcerous-futures", "three-players"),
        ("magistratvm", "three-players"),
    ],
)
@pytest.mark.parametrize("steps", [25, pytest.param(60, marks=pytest.mark.prove("web"))])
def test_any_game_goes_on_by_what_its_pages_offer(name: str, preset: str, steps: int) -> None:
    host, chance = TableHost(), random.Random(2)
    start_game(host, name, preset)
    devices = [Device(host, Viewer(seat)) for seat in range(len(host.playing.game.names))]
    for _ in range(steps):
        before = host.playing.seq
        for seat, device in chance.sample(list(enumerate(devices)), len(devices)):
            device.open(f"seat/{seat}")
            if go_on(device, chance):
                break
        else:
            raise AssertionError(f"no page offers what goes on after entry {before}")
        if host.playing.course.rules.over(host.playing.state):
            break
    assert host.playing.seq >= 15 or host.playing.course.rules.over(host.playing.state)


def go_on(device: Device, chance: random.Random) -> bool:
    """Do one thing that goes on: an answer, a form to its end, or a card."""
    for _ in range(12):
        outline = device.outline
        forms = [one for one in outline.forms if dict(one.fields).get("do") in ("answer", "seal", "decide")]
        forms = [one for one in forms if dict(one.fields).get("decision") not in ("correct", "prefer", "trade")]
        if forms:
            form = chance.choice(forms)
            device.send(form, *filled(form, chance))
            if device.page.status == 200 and "decision=" not in device.address:
                return True
            continue
        cards = [one for one in outline.links if "decision=" in one and "correct" not in one]
        if not cards:
            return False
        device.open(chance.choice(cards))
    return False


def filled(form: Form, chance: random.Random) -> list[tuple[str, str]]:
    sent: list[tuple[str, str]] = []
    ticks = [one for one in form.inputs if one["type"] == "checkbox"]
    if ticks:
        chosen = chance.sample(ticks, min(chance.choice((0, 1, 5)), len(ticks)))
        sent += [(one["name"], one["value"]) for one in chosen]
    for one in form.inputs:
        if one["type"] == "number":
            sent.append((one["name"], str(chance.randint(int(one["min"]), int(one["max"])))))
    if form.buttons and form.buttons[0][0]:
        sent.append(chance.choice(form.buttons))
    return sent
