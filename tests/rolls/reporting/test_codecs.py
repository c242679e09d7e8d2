"""What Pixels and GoDice say, byte by byte, built from their makers' documents; and whatever else comes by radio."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.pieces import DieKind
from companion.rolls.reporting import DieMotion, Make, Report, godice
from tests.cases import each

D6, D10 = DieKind.D6, DieKind.D10

PIXELS = {
    "03 03 00": Report(DieMotion.ROLLING),
    "03 02 07": Report(DieMotion.HANDLED),
    "03 01 07": Report(DieMotion.ROLLED, 7),
    "03 01 00": Report(DieMotion.ROLLED, 10),
    "03 05 09": Report(DieMotion.PUT, 9),
    "03 04 02": Report(DieMotion.TILTED, 2),
    "03 00 00": Report(DieMotion.UNKNOWN),
    "02 0a 01 00 44 33 22 11 ef be ad de 00 10 80 9e d5 64 01 03 57 00": Report(DieMotion.ROLLED, 3),
    "22 57 00": None,
    "03 01 0a": None,
    "03 01": None,
    "03 09 01": None,
    "1d 01": None,
    "": None,
}
"""A d10's messages of the Communications Protocol's tables, and some that no table knows."""

GODICE = {
    "52": Report(DieMotion.ROLLING),
    "53 c0 00 00": Report(DieMotion.ROLLED, 1),
    "53 00 00 40": Report(DieMotion.ROLLED, 2),
    "53 00 40 00": Report(DieMotion.ROLLED, 3),
    "53 00 c0 00": Report(DieMotion.ROLLED, 4),
    "53 00 00 c0": Report(DieMotion.ROLLED, 5),
    "53 40 00 00": Report(DieMotion.ROLLED, 6),
    "53 3d 08 f6": Report(DieMotion.ROLLED, 6),
    "54 53 30 2c 05": Report(DieMotion.TILTED, 6),
    "46 53 00 00 40": Report(DieMotion.PUT, 2),
    "4d 53 00 00 40": Report(DieMotion.PUT, 2),
    "42 61 74 5a": None,
    "43 6f 6c 03": None,
    "53 00 00 00": None,
    "53 00": None,
    "": None,
}
"""A d6's messages: R, S, TS, FS, MS with x, y, z; the battery and the colour."""


@each("message", PIXELS)
def test_a_pixel_says_how_it_lies_and_what_it_shows(message: str) -> None:
    assert Make.PIXELS.report(bytes.fromhex(message), D10) == PIXELS[message]


@each("message", GODICE)
def test_a_godie_says_how_it_lies_and_what_it_shows(message: str) -> None:
    assert Make.GODICE.report(bytes.fromhex(message), D6) == GODICE[message]


def test_every_side_of_a_godie_in_the_shell_of_a_d10_shows_one_value_and_the_side_across_the_same() -> None:
    shown = {value: godice.face_value(side, D10) for value, side in godice._SIDES[D10].items()}
    across = {
        value: godice.face_value((-side[0], -side[1], -side[2]), D10) for value, side in godice._SIDES[D10].items()
    }
    assert shown == across == {value: value for value in range(1, 11)}


BYTES = st.binary(max_size=24)
UP = st.tuples(*[st.integers(-128, 127)] * 3)


@given(BYTES, st.sampled_from(Make), st.sampled_from(DieKind))
def test_whatever_comes_by_radio_is_a_report_of_a_face_that_the_die_has_or_nothing(
    data: bytes, make: Make, kind: DieKind
) -> None:
    report = make.report(data, kind)
    assert report is None or report.value is None or kind.shows(report.value)


@given(UP.filter(any), st.sampled_from(DieKind))
def test_which_way_is_up_is_one_value_however_hard_the_die_is_pulled(up: tuple[int, int, int], kind: DieKind) -> None:
    x, y, z = up
    assert godice.face_value(up, kind) == godice.face_value((2 * x, 2 * y, 2 * z), kind)
