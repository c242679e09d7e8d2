"""Every page as a viewer gets it, without a server; lessons, noted hands, stored answers and secrets."""

import random
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from html import escape
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.decisions import Decision
from companion.games.errors import IllegalMove
from companion.games.magnate.facts import PileFact
from companion.games.magnate.moves import Correct, Draw, Roll, Sell, possible_cards
from companion.games.registry import game, games
from companion.games.registry import game as rules_of
from companion.games.sorcerous_futures.moves import Deal, Offer
from companion.locale import Message
from companion.locale.languages import LANGUAGES, translations
from companion.pieces import Card
from companion.rolls.source import Source
from companion.web.pages.host import Viewer
from tests.games.chance import filled_in
from tests.play.kept_play import kept
from tests.web.pages.table_host import Device, TableHost
from tests.web.pages.usual_turns import resume, start_game


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.name)
def test_taps_on_what_glows_lead_to_the_form(rules: Any, language: str) -> None:
    reader = Device(TableHost(), Viewer(None, is_host=True, language=language))
    reader.open("")
    reader.follow(lambda address: address.endswith("learn"))
    reader.follow(lambda address: address.endswith(f"game={rules.name}"))
    for number, step in enumerate(rules.lesson.steps[:-1]):
        page = reader.open(reader.address)
        assert escape(step.text.text(translations(language)), quote=False) in page.main.replace("&#x27;", "'")
        assert bool(step.tap) == ('tap glows"' in page.main), "what is tapped glows, or there is a button"
        reader.follow(lambda address, number=number: address.endswith(f"step={number + 1}"))  # type: ignore[misc]
    reader.follow(lambda address: "new?game=" in address)
    assert rules.name in reader.address


def test_a_step_that_is_none_shows_the_first_or_the_last_one() -> None:
    reader = Device(TableHost(), Viewer(None))
    for written, shown in (("step=x", "1/"), ("step=999", "10/10"), ("game=chess", "1/")):
        page = reader.open(f"learn?{written}")
        assert page.status == 200 and f">{shown}" in page.main


def note(device: Device, *codes: str) -> None:
    device.open("seat/0?show=hand")
    device.send(device.form(("do", "hand")), *(("card", code) for code in codes))


def test_a_noted_hand_is_shown_to_its_own_seat_and_one_tap_chooses_a_card(host: TableHost) -> None:
    ann, ben = Device(host, Viewer(0)), Device(host, Viewer(1, is_host=True))
    note(ann, "4MS", "7SK")
    host.playing.propose(Roll(0, (4, 7)), source=Source.TOUCH)
    page = ann.open("seat/0").main
    assert ann.form(("decision", "play-card")).buttons == [("a.card", "4MS"), ("a.card", "7SK")]
    assert 'class="deck hand"' in page
    for address in ("seat/1", "table", "tv", "history"):
        assert 'class="deck hand"' not in ben.open(address).main


def test_a_card_that_was_sold_is_no_ghost_in_the_hand_once_the_discards_are_shuffled(host: TableHost) -> None:
    ann = Device(host, Viewer(0))
    note(ann, "4MS", "7SK")
    play = host.playing
    play.propose(Roll(0, (4, 7)), source=Source.TOUCH)
    play.propose(Sell(0, Card.parse("4MS")), source=Source.TOUCH)
    play.propose(Draw(0), source=Source.TOUCH)
    state = play.state
    shuffled = PileFact((state.pile, state.discards, 0), (state.pile + state.discards, 0, 1))
    play.propose(Correct((shuffled,)), source=Source.TOUCH)
    assert Card.parse("4MS") in possible_cards(play.state)
    ann.open("seat/0?show=hand")
    assert [one["value"] for one in ann.form(("do", "hand")).inputs if "checked" in one] == ["7SK"]


def test_a_number_says_why_it_is_so_and_is_set_to_what_lies_on_the_table(host: TableHost) -> None:
    ann = Device(host, Viewer(0))
    host.playing.propose(Roll(0, (10, 2)), source=Source.TOUCH)
    why = ann.open("seat/0?spot=token-0-M").main
    assert "B16" in why or "B13" in why
    ann.tap(("decision", "correct"), ("a.spot", "token-0-M"), ("a.number", "3"))
    assert host.playing.state.tokens[0].counts[0] == 3
    ann.open("seat/0")
    ann.tap(("do", "undo"))
    assert host.playing.state.tokens[0].counts[0] == 2


@pytest.fixture
def empty_host() -> TableHost:
    return TableHost()


def in_closed_auction(host: TableHost) -> None:
    """Deal five cards, and offer one of them for bids in secret."""
    start_game(host, "sorcerous-futures", "three-players")
    cards = tuple(map(Card.parse, ("2MK", "3MW", "4MS", "5ML", "6MW")))
    for move in (Deal(cards), Offer(host.playing.state.player, cards[0], closed=True)):
        host.playing.propose(move, source=Source.PAGE)


def number_in(page: Device) -> str:
    found = re.search(r'type="number"[^>]* value="(\d+)"', page.page.main)
    assert found is not None, page.page.main
    return found[1]


def test_a_shared_page_names_whose_each_question_is_once_several_are_asked(host: TableHost) -> None:
    table = Device(host, Viewer(None, is_host=True))
    assert 'class="whose"' not in table.open("table").main
    in_closed_auction(host)
    asked = {sealed.owner for sealed in host.playing.sealed()}
    named = re.findall('<p class="whose">(.*?)</p>', table.open("table").main)
    assert sorted(named) == sorted(host.playing.course.game.players[seat] for seat in asked) and len(asked) > 1


@pytest.mark.parametrize("shared", [False, True])
def test_a_secret_bid_stays_what_was_sent_however_often_it_is_sent(empty_host: TableHost, shared: bool) -> None:
    in_closed_auction(empty_host)
    asked = empty_host.playing.sealed()[0].owner
    device = Device(empty_host, Viewer(None if shared else asked, is_host=True))
    address = f"table?as={asked}&alone=1&open=1" if shared else f"seat/{asked}"
    device.open(address)
    device.send(device.form(("do", "seal")), ("answer", "37"))
    device.open(address)
    assert number_in(device) == "37"
    form = device.form(("do", "seal"))
    device.send(form, *((one["name"], one["value"]) for one in form.inputs))
    assert [one.answer for one in empty_host.playing.sealed() if one.owner == asked] == [37]
    other = Device(empty_host, Viewer(1 - asked if asked < 2 else 0))
    other.open(f"seat/{other.viewer.seat}")
    assert number_in(other) == "0"


def test_a_correction_begins_with_what_the_game_has(empty_host: TableHost) -> None:
    start_game(empty_host, "sorcerous-futures", "three-players")
    device = Device(empty_host, Viewer(1, is_host=True))
    device.open("seat/1?decision=correct&a.kind=gold&a.player=2")
    assert number_in(device) == str(empty_host.playing.state.gold[2])


OWNER = 1
PUBLIC = ("tv", "table", "history", "curves", "record", "rules", "put-away", "")
KINDS = ("magnate standard", "sorcerous-futures", "magistratvm")


def keep_secret(host: TableHost, seed: int) -> int:
    """The owner notes, decides and answers at random whatever only this seat may know; returns how much that is."""
    chance, play, kept = random.Random(seed), host.playing, 0
    rules = play.course.rules
    if rules.hand is not None:
        cards = chance.sample([*rules.hand(play.state)], 3)
        owner = Device(host, Viewer(OWNER))
        owner.open(f"seat/{OWNER}?show=hand")
        owner.send(owner.form(("do", "hand")), *(("card", str(card)) for card in cards))
        kept += 1
    for secret in [one for one in rules.decisions(play.state, play.game.names) if one.secret and one.owner == OWNER]:
        play.propose(next(legal(host, secret, chance)), source=Source.PAGE)
        kept += 1
    for sealed in [one for one in play.sealed() if one.owner == OWNER]:
        amount = sealed.amount
        answer = chance.choice(sealed.offers).answer if amount is None else chance.randint(amount.least, amount.most)
        play.seal(OWNER, answer, source=Source.PAGE)
        kept += 1
    return kept


def legal(host: TableHost, secret: Decision[Any], chance: random.Random) -> Iterator[Any]:
    """Moves that a decision makes with answers at random, as far as the rules take them."""
    while True:
        with suppress(IllegalMove):
            move = filled_in(secret, chance).move()
            host.playing.course.rules.apply(host.playing.state, move)
            yield move


def has_secrets(kind: str) -> bool:
    """Whether anything of a game is for one player alone."""
    rules = game(kind.partition(" ")[0])
    return rules.hand is not None or rules.redact_move is not None or rules.unseal is not None


def pages(kind: str, seed: int) -> Mapping[str, str]:
    """Every page that the others can open, by address, in a game whose owner has these secrets."""
    rules = game(kind.partition(" ")[0])
    host = resume(kind, lambda state: rules.unseal is None or bool(rules.sealed(state)))
    assert bool(keep_secret(host, seed)) == has_secrets(kind)
    shown = dict[str, str]()
    for seat in range(len(host.playing.game.names)):
        if seat == OWNER:
            continue
        device = Device(host, Viewer(seat))
        shown[f"{seat}"] = device.open(f"seat/{seat}").main
        for link in [one for one in device.outline.links if one.startswith("seat")][:8]:
            shown[link] = device.open(link).main
    others = Device(host, Viewer(None, is_host=True))
    return shown | {path: others.open(path).main for path in PUBLIC}


SECRETIVE = [kind for kind in KINDS if has_secrets(kind)]


@pytest.mark.parametrize("kind", SECRETIVE)
def test_another_seats_secret_changes_no_byte_of_any_page(kind: str) -> None:
    @settings(max_examples=3, deadline=None)
    @given(one=st.integers(0, 1000), other=st.integers(0, 1000))
    def holds(one: int, other: int) -> None:
        before, after = pages(kind, one), pages(kind, other)
        assert before.keys() == after.keys()
        assert [address for address in before if before[address] != after[address]] == []

    holds()


@pytest.mark.parametrize("kind", SECRETIVE)
def test_the_owners_page_shows_the_secret(kind: str) -> None:
    host = resume(kind, lambda _state: True)
    owner = Device(host, Viewer(OWNER))
    before = [owner.open(f"seat/{OWNER}{sheet}").main for sheet in ("", "?show=hand")]
    keep_secret(host, 1)
    assert [owner.open(f"seat/{OWNER}{sheet}").main for sheet in ("", "?show=hand")] != before


@pytest.fixture
def host() -> TableHost:
    return TableHost(kept("g"))


def test_a_seats_page_is_for_its_own_device_alone(host: TableHost) -> None:
    assert Device(host, Viewer(0)).open("seat/0").status == 200
    for viewer in (Viewer(1), Viewer(None), Viewer(None, is_host=True)):
        assert Device(host, viewer).open("seat/0").status == 403


def test_real_dice_are_typed_by_one_tap_each_and_a_refusal_stands_on_the_page(host: TableHost) -> None:
    ann = Device(host, Viewer(0))
    ann.open("seat/0")
    ann.tap(("do", "decide"), ("decision", "roll"), ("a.first", "7"))
    assert "a.first=7" in ann.address
    assert ann.tap(("a.second", "4")).status == 200
    assert ann.taps == 2 and host.playing.state.roll.dice == (7, 4)
    assert ann.open("seat/0?decision=roll&a.first=7").status == 200


def test_everybody_may_see_the_scoreboard_and_nobody_may_open_a_game_but_the_host(host: TableHost) -> None:
    stranger = Device(host, Viewer(None))
    assert stranger.open("tv").status == 200
    stranger.open("")
    assert not stranger.outline.forms
    assert rules_of("magnate").name == "magnate"


def test_the_host_renames_a_player_after_the_game_began(host: TableHost) -> None:
    table = Device(host, Viewer(None, is_host=True))
    table.open("")
    table.follow(lambda address: address.endswith("names"))
    (form,) = (one for one in table.outline.forms if one.action.endswith("names"))
    ann, ben = host.playing.game.players
    assert table.send(form, ("name", "Zoë"), ("name", "")).status == 200
    assert host.playing.game.players == ("Zoë", ben) and "Zoë" in table.open("tv").main
    assert table.open("names").status == 200
    refused = table.send(form, ("name", ben), ("name", ben))
    assert refused.status == 422 and "two players have this name" in refused.main
    assert host.playing.game.players == ("Zoë", ben) and ann not in host.playing.game.players
    assert Device(host, Viewer(0)).open("names").status == 403


class RefusingHost(TableHost):
    """A host whose rules refuse every move by one rule."""

    def propose(self, move: Any, *, seat: int | None, source: Source, base_seq: int, part: int = 0) -> None:
        raise IllegalMove("B23", Message("that is not allowed now"))


def test_the_number_of_a_broken_rule_leads_to_it_on_the_sheet() -> None:
    ann = Device(RefusingHost(kept("g")), Viewer(0))
    ann.open("seat/0?decision=roll&a.first=7")
    refused = ann.tap(("a.second", "4"))
    assert refused.status == 422
    assert '(rule <a href="rules#b23">B23</a>)' in refused.main
    assert ann.open("rules").main.count('id="b23"') == 1
