from __future__ import annotations

from companion.vision.tracking.fusion import Reading, fuse

SURE_MOUNTAIN = Reading((("4MS", 0.99),), True)
LIKELY_MOUNTAIN = Reading((("4MS", 0.7), ("9MS", 0.3)), False)
LIKELY_NINE = Reading((("9MS", 0.55), ("4MS", 0.45)), False)


def test_looks_that_agree_make_an_answer_surer() -> None:
    shares = [fuse([LIKELY_MOUNTAIN] * n).candidates[0][1] for n in (1, 2, 4)]
    assert shares == sorted(shares) and shares[0] < shares[-1]


def test_two_candidates_never_flicker() -> None:
    readings = [LIKELY_MOUNTAIN]
    reported = [fuse(readings).best]
    for k in range(8):
        readings.append(LIKELY_NINE if k % 2 else LIKELY_MOUNTAIN)
        reported.append(fuse(readings[-6:], reported[-1]).best)
    assert set(reported) == {"4MS"}


def test_another_answer_takes_over_once_it_leads_by_far() -> None:
    clearly_nine = Reading((("9MS", 0.95), ("4MS", 0.05)), False)
    assert fuse([LIKELY_MOUNTAIN, clearly_nine, clearly_nine], "4MS").best == "9MS"


def test_an_answer_is_sure_where_a_look_was_and_most_agree() -> None:
    assert fuse([SURE_MOUNTAIN]).sure
    assert fuse([LIKELY_MOUNTAIN, SURE_MOUNTAIN]).sure
    assert not fuse([LIKELY_MOUNTAIN] * 6).sure


def test_sure_looks_that_contradict_are_not_sure() -> None:
    sure_nine = Reading((("9MS", 0.99),), True)
    assert not fuse([SURE_MOUNTAIN, SURE_MOUNTAIN, sure_nine]).sure
    assert not fuse([LIKELY_NINE, LIKELY_NINE, SURE_MOUNTAIN]).sure


def test_a_look_that_names_nothing_weighs_against_all_names() -> None:
    unread: Reading[str] = Reading((), False)
    alone, doubted = fuse([LIKELY_MOUNTAIN]), fuse([LIKELY_MOUNTAIN, unread])
    assert doubted.candidates[0][1] < alone.candidates[0][1]
    assert fuse([unread]).candidates == ()
