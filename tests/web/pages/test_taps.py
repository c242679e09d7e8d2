"""Provinces, Offices, cards and numbers are tapped on the table; a strip asks the rest."""

from typing import Any

import pytest

from companion.games.fields import Cards, Place
from tests.web.pages.usual_turns import GLOWS, at_phase, first_auction, first_roll, place_tokens, sell_to_another


def test_after_the_names_a_game_is_on_its_way_within_a_few_taps() -> None:
    assert first_auction() <= 8 and first_roll() <= 10


def test_a_card_is_put_up_for_auction_by_a_tap_on_it_and_one_on_the_bid() -> None:
    host, device = at_phase("sorcerous-futures", "choose")
    card = host.playing.state.middle[0]
    assert f"spot=middle-{card}" in device.page.main
    device.open(f"{device.address}?spot=middle-{card}")
    form = device.form(("decision", "open-auction"))
    device.send(form, *form.buttons[:1])
    assert host.playing.state.auction is not None and host.playing.state.auction.card == card


def test_an_open_bid_is_one_tap_and_the_usual_bids_stand_first() -> None:
    host, device = at_phase("sorcerous-futures", "open")
    bid = host.playing.state.auction.bid
    form = next(one for one in device.outline.forms if ("decision", "bid") in one.fields and one.buttons)
    assert form.buttons == [("a.gold", str(bid + 1)), ("a.gold", str(bid + 5))]
    device.send(form, form.buttons[1])
    after = host.playing.state
    assert after.auction is None or after.auction.bid == bid + 5
    if after.auction is None:
        assert f'<i class="lost">−{bid + 5}</i>' in device.open("seat/0").main


def test_tokens_are_placed_by_a_tap_on_a_province_and_one_on_their_number() -> None:
    host, device = at_phase("magistratvm", "action", least=9)
    seat, before = host.playing.state.to_act, host.playing.state
    place_tokens(host, device)
    assert device.taps == 2
    assert host.playing.state.placed(seat) > before.placed(seat)


@pytest.mark.parametrize(("kind", "phase"), [("magistratvm", "action"), ("sorcerous-futures", "choose")])
def test_the_table_stays_on_the_page_whatever_is_tapped(kind: str, phase: str) -> None:
    _, device = at_phase(kind, phase)
    home, table = device.address, device.page.main.count('<use href="art/')
    for address in GLOWS.findall(device.page.main):
        device.open(address.replace("&amp;", "&"))
        assert device.page.main.count('<use href="art/') >= table - 1
        assert any(form.buttons for form in device.outline.forms)
    device.open(f"{home}?spot=nowhere")
    assert device.page.status == 200


@pytest.mark.parametrize(("kind", "phase"), [("sorcerous-futures", "open"), ("magistratvm", "bidding")])
def test_a_sale_to_another_player_is_one_decision_of_four_taps(kind: str, phase: str) -> None:
    host, device = at_phase(kind, phase, least=60 if kind == "magistratvm" else 0)
    state, seq = host.playing.state, host.playing.seq
    winner, price = sell_to_another(host, device)
    assert device.taps <= 4
    after = host.playing.state
    assert after.auction is None and host.playing.seq > seq + 1
    assert after.gold[winner] == state.gold[winner] - price


def test_a_tap_on_a_districts_card_plays_there_while_a_district_is_asked_for() -> None:
    host, device = at_phase("magnate standard", "play")
    [cards] = [form for form in device.outline.forms if form.buttons and form.buttons[0][0] == "a.card"]
    for button in cards.buttons:
        device.send(cards, button)
        places = [form for form in device.outline.forms if "a.place" in dict(form.fields)]
        if places:
            break
    state, place = host.playing.state, dict(places[0].fields)["a.place"]
    _, district, _ = place.split("-")
    assert f"spot=district-{district}" not in device.page.main
    assert sum(dict(form.fields)["a.place"] == place for form in places) == 3, "list, card and the button beside it"
    device.send(places[-1])
    assert host.playing.state.districts != state.districts


def payable(state: Any) -> list[str]:
    """The deeds of the current player that tokens can be added to."""
    return [str(deed.card) for _, deed in state.deeds(state.player) if state.tokens[state.player].only(deed.card.suits)]


def test_another_deed_changes_what_is_proposed_and_the_button_adds_to_it() -> None:
    host, device = at_phase("magnate standard", "play", fits=lambda state: len(payable(state)) > 1)
    before, other = host.playing.state, payable(host.playing.state)[1]
    device.follow(lambda address: "decision=deed" in address)
    device.follow(lambda address: f"a.deed={other}" in address)
    assert host.playing.state == before
    device.send(device.form(("a.deed", other)))
    [paid] = [deed for _, deed in host.playing.state.deeds(before.player) if str(deed.card) == other] or [None]
    assert host.playing.state.tokens[before.player].total < before.tokens[before.player].total
    assert paid is None or paid.tokens.total > 0


@pytest.mark.parametrize(
    ("kind", "phase"), [("magnate standard", "play"), ("sorcerous-futures", "choose"), ("magistratvm three", "action")]
)
def test_whose_turn_it_is_is_corrected_by_a_tap_next_to_the_name(kind: str, phase: str) -> None:
    host, device = at_phase(kind, phase)
    rules, before = host.playing.course.rules, host.playing.state
    other = (rules.at_turn(before) + 1) % rules.seats(rules.options_from_json(host.playing.game.options, "options"))
    device.follow(lambda address: "spot=turn" in address)
    device.tap(("decision", "correct"), ("a.player", str(other)))
    if rules.at_turn(host.playing.state) != other:  # the phase is asked, too
        device.tap(("decision", "correct"), ("a.phase", phase))
    assert rules.at_turn(host.playing.state) == other


def test_a_districts_card_is_corrected_by_a_tap_on_it() -> None:
    host, device = at_phase("magnate standard", "play")
    first, second = (one.card for one in host.playing.state.districts[:2])
    device.follow(lambda address: "spot=district-0" in address)
    device.tap(("decision", "correct"), ("a.card", str(second)))
    assert [one.card for one in host.playing.state.districts[:2]] == [second, first]


def test_a_tap_where_a_card_cannot_lie_says_why() -> None:
    host, device = at_phase("magnate standard", "play")
    state = host.playing.state
    play = next(iter(host.playing.course.rules.decisions(state, host.playing.game.names)))
    cards = play.fields[0]
    assert isinstance(cards, Cards)
    card, spot, reason = next(
        (card, spot, reason)
        for card in cards.offered
        for place in [play.answer("card", (card,)).missing]
        if isinstance(place, Place)
        for spot, reason in place.refused().items()
    )
    device.open(f"{device.address}?decision=play-card&a.card={card}")
    device.follow(lambda address: f"spot={spot}&" in address)
    assert str(reason)[1:] in device.outline.text and f"a.card={card}" in device.address
