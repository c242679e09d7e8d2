"""The page of unusual devices: every row has a report, and a test that is there or what it needs."""

from __future__ import annotations

from tests.device_table import PAGE, TESTS, names_in, page, rows


def test_there_are_at_least_sixty_unusual_devices_each_with_a_report_of_its_own() -> None:
    every = rows()
    assert len(every) >= 60 and len({row["device"] for row in every}) == len(every)
    for row in every:
        assert row["asked"] in ("works", "says why") and row["does"], row["device"]
        assert row["sources"] and all(one.startswith("https://") for one in row["sources"]), row["device"]


def test_every_row_has_a_test_that_is_there_or_names_what_it_needs() -> None:
    for row in rows():
        assert bool(row["tests"]) == bool(row.get("emulated")) != bool(row.get("needs")), row["device"]
        for test in row["tests"]:
            file, _, name = test.partition("::")
            assert name in names_in(TESTS.parent / file), test


def test_ten_reports_and_more_were_searched_for_beyond_those_of_the_players() -> None:
    assert sum(row.get("searched", False) for row in rows()) >= 10


def test_the_page_is_made_from_the_table() -> None:
    assert PAGE.read_text("utf8") == page(), "run: make generated"
