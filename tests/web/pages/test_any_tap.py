"""Whatever is offered and sent, with whatever values, is done or refused with words."""

from __future__ import annotations

import random

import pytest

from companion.games.registry import games
from companion.web.pages.host import Viewer
from tests.web.pages.started import start_game
from tests.web.pages.table_host import Device, Form, TableHost

KINDS = ("standard", "three-players", "mega", "solo-hard")
"""Presets that every test run tries; the others belong to the second tier."""
SETUPS = [(rules.name, preset) for rules in games() for preset in rules.presets]
FEW, MANY = 10, 100
"""Visits of the devices at their pages."""
ODD = ("", "0", "-1", "99999999999", "ZZ", "7SK", "M1", "é\u202e<script>", "Ann", "1.5")


def test_every_game_and_preset_begins_by_the_form_of_the_lobby() -> None:
    host = TableHost()
    for name, preset in SETUPS:
        start_game(host, name, preset)
        assert host.playing.game.game == name and host.playing.game.options["preset"] == preset


def test_any_tap_is_taken_or_refused_with_words() -> None:
    for seed, (name, preset) in enumerate(SETUPS):
        if preset in KINDS:
            tap_around(name, preset, seed, FEW)


@pytest.mark.prove("browsers")
@pytest.mark.parametrize(("name", "preset", "seed"), [(*one, seed) for seed, one in enumerate(SETUPS)])
def test_a_hundred_visits_of_each_preset_are_taken_or_refused_with_words(name: str, preset: str, seed: int) -> None:
    tap_around(name, preset, seed, MANY)


def tap_around(name: str, preset: str, seed: int, visits: int) -> None:
    chance = random.Random(seed)
    host = TableHost(seed=seed)
    start_game(host, name, preset)
    seats = len(host.playing.game.names)
    devices = [Device(host, Viewer(seat)) for seat in range(seats)]
    devices.append(Device(host, Viewer(None, is_host=True, language="fr")))
    homes = [*(f"seat/{seat}" for seat in range(seats)), "table"]
    for _ in range(visits):
        number = chance.randrange(len(devices))
        device = devices[number]
        device.open(homes[number])
        for _ in range(chance.randrange(1, 4)):
            tap(device, chance)
            page = device.page
            assert page.status in (200, 422), (page.status, device.address)
            assert page.status == 200 or 'role="alert"' in page.main


def tap(device: Device, chance: random.Random) -> None:
    outline = device.outline
    # A device stays at its game: it neither leaves for other pages nor undoes everything.
    links = [one for one in outline.links if one.startswith(("seat", "table", "history"))]
    forms = [one for one in outline.forms if ("do", "undo") not in one.fields or chance.random() < 0.1]
    if links and (not forms or chance.random() < 0.4):
        device.open(chance.choice(links))
        return
    if forms:
        form = chance.choice(forms)
        device.send(form, *values(form, chance))


def values(form: Form, chance: random.Random) -> list[tuple[str, str]]:
    sent = []
    for one in form.inputs:
        if one["type"] == "checkbox" and chance.random() < 0.3:
            sent.append((one["name"], one["value"]))
        elif one["type"] == "number":
            number = str(chance.randint(0, 12)) if chance.random() < 0.9 else chance.choice(ODD)
            sent.append((one["name"], number))
    if form.buttons and form.buttons[0][0]:
        sent.append(chance.choice(form.buttons))
    if chance.random() < 0.05:
        sent.append(
            (chance.choice(["a.card", "a.use", "decision", "place", "as", "seq", "do", "move"]), chance.choice(ODD))
        )
    return sent
