"""Identity from look to look, with sightings made by hand."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from companion.pieces import Card, DieKind
from companion.table.sightings import CardSighting, DieSighting, Face
from companion.vision.tracking.card_tracks import CardTrack, Touch, update_card_tracks
from companion.vision.tracking.dice_tracks import DieTrack, update_dice_tracks
from tests.cases import each
from tests.vision.table_pictures import Lying

ALL = Touch(1.0, 1.0)


def card(code: str | None, x: float = 200, y: float = 200, turn: float = 0, sure: bool = True) -> CardSighting:
    a, b, c, d = ((float(px), float(py)) for px, py in Lying(code, x, y, 100, turn).corners)
    if code is None:
        return CardSighting((a, b, c, d), Face.DOWN, sure=sure)
    return CardSighting((a, b, c, d), Face.UP, ((Card.parse(code), 0.99 if sure else 0.6),), sure)


def after(
    known: tuple[CardTrack, ...], sightings: list[CardSighting], touched: Mapping[int, Touch] | None = None
) -> tuple[CardTrack, ...]:
    return update_card_tracks(known, sightings, touched or {}, itertools.count(100))


def names(tracks: tuple[CardTrack, ...]) -> dict[int, str]:
    return {track.number: str(track.sighting.card) for track in tracks}


MOUNTAIN = (CardTrack.begun(1, card("4MS")),)


def test_an_untouched_card_stays_whatever_a_look_missed() -> None:
    assert names(after(MOUNTAIN, [])) == {1: "4MS"}


def test_an_outline_that_trembles_stands_still() -> None:
    (track,) = after(MOUNTAIN, [card("4MS", 201.5, 199)])
    assert track.sighting.corners == MOUNTAIN[0].sighting.corners


def test_a_card_straightened_turned_or_moved_keeps_its_number() -> None:
    for sightings in (card("4MS", 206, 203, 6), card("4MS", turn=90), card("4MS", 420, 300, 12)):
        (track,) = after(MOUNTAIN, [sightings], {1: ALL})
        assert (track.number, track.sighting.corners) == (1, sightings.corners)


def test_a_card_surely_seen_across_its_own_place_is_the_same_card_though_nothing_was_seen_to_change() -> None:
    assert names(after(MOUNTAIN, [card("4MS", 203, 202, turn=90)])) == {1: "4MS"}
    assert len(after(MOUNTAIN, [card("4MS", turn=90, sure=False)])) == 2


def test_the_same_name_elsewhere_is_a_second_card_while_the_first_lies_untouched() -> None:
    assert names(after(MOUNTAIN, [card("4MS", 420)])) == {1: "4MS", 100: "4MS"}


def test_another_card_on_top_is_a_new_card_and_the_one_below_is_no_more_seen() -> None:
    assert names(after(MOUNTAIN, [card("7SK", 201)], {1: ALL})) == {100: "7SK"}


def test_a_doubtful_look_at_a_touched_card_that_still_names_it_is_of_it() -> None:
    mountain, nine = Card.parse("4MS"), Card.parse("9MS")
    doubtful = CardSighting(card("9MS").corners, Face.UP, ((nine, 0.6), (mountain, 0.4)))
    assert names(after(MOUNTAIN, [doubtful], {1: ALL})) == {1: "4MS"}


def test_a_card_not_found_in_its_changed_place_is_gone_at_the_second_look() -> None:
    once = after(MOUNTAIN, [], {1: ALL})
    assert names(once) == {1: "4MS"}
    assert after(once, [], {1: ALL}) == ()


def test_a_card_not_found_is_gone_at_once_where_the_table_is_bare() -> None:
    assert after(MOUNTAIN, [], {1: Touch(1.0, 1.0, bare=True)}) == ()


def test_a_card_of_which_little_changed_is_not_gone() -> None:
    assert names(after(MOUNTAIN, [], {1: Touch(0.4, 0.3)})) == {1: "4MS"}


def test_a_card_turned_over_is_another_thing_to_see() -> None:
    tracks = after((CardTrack.begun(1, card(None)),), [card("4MS")], {1: ALL})
    assert names(tracks) == {100: "4MS"}


def die(value: int, x: float = 50, y: float = 50, sure: bool = True, chance: float = 0.9) -> DieSighting:
    return DieSighting(DieKind.D10, (x, y), ((value, chance),), sure, across=30)


def dice_after(sightings: list[DieSighting], touch: Touch | None) -> dict[int, int | None]:
    known = (DieTrack.begun(1, die(7)),)
    tracks = update_dice_tracks(known, sightings, {1: touch} if touch else {}, itertools.count(100))
    return {track.number: track.sighting.value for track in tracks}


def test_a_die_that_lies_as_it_lay_is_the_same_die_under_a_passing_hand_too() -> None:
    assert dice_after([die(7, 51)], None) == {1: 7}
    assert dice_after([die(7, 51)], ALL) == {1: 7}
    assert dice_after([], None) == {1: 7}


def test_a_die_thrown_is_a_new_die_even_where_it_shows_the_same() -> None:
    assert dice_after([die(7, 120)], Touch(1.0, 1.0, bare=True)) == {100: 7}
    assert dice_after([die(7, 62)], ALL) == {100: 7}
    assert dice_after([die(3, 51)], ALL) == {100: 3}


@each("changed", [0.3, 1.0])
def test_a_die_taken_away_leaves_though_little_of_its_place_seemed_to_change(changed: float) -> None:
    tracks: tuple[DieTrack, ...] = (DieTrack.begun(1, die(7, chance=0.99)).with_sighting(die(7, chance=0.99)),)
    tracks = update_dice_tracks(tracks, [], {1: Touch(changed, changed)}, itertools.count(100))
    assert tracks[0].missed
    for _ in range(3):
        tracks = update_dice_tracks(tracks, [], {}, itertools.count(100), reread=[1])
    assert not tracks[0].there


def test_a_die_that_one_look_missed_and_the_next_shows_is_the_same_die() -> None:
    tracks = update_dice_tracks((DieTrack.begun(1, die(7, chance=0.99)),), [], {1: ALL}, itertools.count(100))
    tracks = update_dice_tracks(tracks, [die(7, chance=0.99)], {}, itertools.count(100), reread=[1])
    assert [(track.number, track.there, track.missed) for track in tracks] == [(1, True, 0)]


def test_looks_that_agree_make_a_doubtful_die_sure_and_a_contrary_one_unmakes_it() -> None:
    track = DieTrack.begun(1, die(7, sure=False, chance=0.96))
    for _ in range(4):
        track = track.with_sighting(die(7, sure=False, chance=0.96))
    assert track.sighting.sure
    for _ in range(3):
        track = track.with_sighting(die(1, sure=False, chance=0.96))
    assert not track.sighting.sure


def test_a_die_picked_up_is_gone_where_the_table_is_bare() -> None:
    assert dice_after([], Touch(1.0, 1.0, bare=True)) == {}
