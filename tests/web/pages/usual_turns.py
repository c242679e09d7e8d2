"""What players do most often on the pages, tap by tap; a number that is typed takes one tap on its field.

Games behind the pages: begun by the form of the lobby, or a random one that has come so far.
"""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from companion.games.registry import game as rules_of
from companion.journal.entries import Entry
from companion.web.pages.host import PageHost, Viewer
from tests.games.chance import NOON, chance_game
from tests.web.pages.table_host import Device, TableHost


def start_game(host: PageHost, name: str, preset: str) -> Device:
    """Begin a game of this preset."""
    device = Device(host, Viewer(None, is_host=True))
    device.open(f"new?{urlencode({'game': name, 'preset': preset})}")
    assert device.page.status == 200
    device.send(device.outline.forms[0])
    assert device.page.status != 422, device.page.main
    return device


def resume(kind: str, fits: Callable[[Any], bool], least: int = 20) -> TableHost:
    """Open a random game of a kind where its state fits, after so many moves."""
    game = chance_game(kind, 3)
    number = next(at for at, (course, _) in enumerate(game.courses()) if at >= least and fits(course.state))
    entries = [
        Entry("g", seq, f"e{seq}", seq - 1, NOON, None, "touch", game.rules.move_to_json(move))
        for seq, move in enumerate(game.moves[:number], 1)
    ]
    return TableHost(replace(game.kept, id="g"), entries)


def at_phase(
    kind: str, phase: str, least: int = 20, fits: Callable[[Any], bool] = lambda _state: True
) -> tuple[TableHost, Device]:
    """A device of the seat that is asked in this phase of a random game, once the state fits."""
    rules = rules_of(kind.partition(" ")[0])
    host = resume(kind, lambda state: rules.phase(state) == phase and fits(state), least)
    state = host.playing.state
    seat = rules.waiting_for(state)[0].owner
    device = Device(host, Viewer(seat))
    device.open(f"seat/{seat}")
    return host, device


GLOWS = re.compile(r'class="button tap glows" href="([^"]+)"')
"""What play waits for, on the table."""


def magnate_turn(host: TableHost, device: Device, seat: int, chance: random.Random) -> int:
    """Play a usual turn: the dice are typed, a card is tapped and the district that glows, then the draw."""
    device.open(f"seat/{seat}")
    before = device.taps
    for die in ("first", "second"):
        device.tap(("decision", "roll"), (f"a.{die}", str(chance.randint(1, 10))))
    if host.playing.state.phase.value == "roll":
        device.tap(("decision", "roll"), ("a.tax-0", str(chance.randint(1, 6))))
    taps = device.taps - before
    answer_income(host)
    device.open(f"seat/{seat}")
    before = device.taps
    cards = next((form for form in device.outline.forms if ("decision", "play-card") in form.fields), None)
    if cards is not None:
        device.send(cards, cards.buttons[0])
    if host.playing.state.phase.value == "play":
        places = [form for form in device.outline.forms if any(name == "a.place" for name, _ in form.fields)]
        if places:
            device.send(places[0])
        else:
            device.tap(("decision", "play-card"), ("a.use", "sell"))
    for move in ("draw", "end"):
        if any(("decision", move) in form.fields for form in device.outline.forms):
            device.tap(("do", "decide"), ("decision", move))
            break
    return taps + device.taps - before


def answer_income(host: TableHost) -> None:
    """Let owners choose what their deeds pay, on their own pages."""
    while host.playing.questions():
        question = host.playing.questions()[0]
        assert question.owner is not None
        owner = Device(host, Viewer(question.owner))
        page = owner.open(f"seat/{question.owner}")
        assert "signs.svg#" in page.main
        owner.tap(("do", "answer"), ("choice", "0"))


def bid_three_more(host: TableHost, device: Device) -> None:
    """Type a bid that has no button of its own."""
    form = next(one for one in device.outline.forms if ("decision", "bid") in one.fields and one.inputs)
    device.send(form, ("a.gold", str(host.playing.state.auction.bid + 3)))
    device.taps += 1  # on the field


def place_tokens(_host: TableHost, device: Device) -> None:
    """Tap a Province that glows, and how many tokens go there."""
    device.follow(
        lambda address: "province-" in address and address in GLOWS.findall(device.page.main.replace("&amp;", "&"))
    )
    form = device.form(("decision", "place"))
    device.send(form, form.buttons[0])


def sell_to_another(host: TableHost, device: Device) -> tuple[int, int]:
    """Sell what is at auction to a player who did not lead, for one gold more; returns the player and the price."""
    state, seat = host.playing.state, device.viewer.seat
    device.follow(lambda address: "decision=sold" in address)
    offered = device.form(("decision", "sold")).buttons
    winner = next(int(word) for _, word in offered if int(word) not in (seat, state.auction.leader))
    price = state.auction.bid + 1
    device.tap(("decision", "sold"), ("a.to", str(winner)))
    # Where there are few prices each has a button; else one is typed.
    forms = [one for one in device.outline.forms if ("decision", "sold") in one.fields]
    typed = next((one for one in forms if one.inputs), None)
    device.taps += typed is not None
    device.send(typed or forms[0], ("a.price", str(price)))
    return winner, price


def first_auction() -> int:
    """Return the taps from the form of Sorcerous Futures, as it is proposed, to the first auction."""
    host = TableHost()
    taps, seat = start_game(host, "sorcerous-futures", "three-players").taps, host.playing.state.player
    device = Device(host, Viewer(seat))
    device.open(f"seat/{seat}")
    form = device.form(("decision", "deal"))
    cards = [one["value"] for one in form.inputs][:5]
    device.send(form, *(("a.cards", card) for card in cards))
    device.taps += len(cards) - 1  # the last of them sends the form
    device.follow(lambda address: f"spot=middle-{cards[0]}" in address)
    device.tap(("decision", "open-auction"))
    assert host.playing.state.auction is not None
    return taps + device.taps


def first_roll() -> int:
    """Return the taps from the form of Magistratvm, as it is proposed, to the first roll, each die typed."""
    host = TableHost()
    taps, device = start_game(host, "magistratvm", "four-players").taps, Device(host, Viewer(0))
    device.open("seat/0")
    for seat, shown in enumerate((2, 6, 3, 1)):
        device.tap(("decision", "roll"), (f"a.die-{seat}", str(shown)))
    assert host.playing.state.prefect == 1
    return taps + device.taps
