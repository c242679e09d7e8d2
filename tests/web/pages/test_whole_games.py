"""Forms of a new game, any tap, and whole games, by pages alone."""

import random
from urllib.parse import urlencode

import pytest

from companion.games.registry import games
from companion.web.pages.host import Viewer
from tests.web.pages.table_host import Device, Form, TableHost
from tests.web.pages.usual_turns import magnate_turn, start_game

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
