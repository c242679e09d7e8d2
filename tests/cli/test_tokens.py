"""Counting tokens in a terminal, for a table that plays without the companion."""

from __future__ import annotations

from tests.cases import each
from tests.cli.printed import Say


def counts(say: Say, *arguments: str) -> list[list[str]]:
    status, printed, errors = say("tokens", *arguments)
    assert (status, errors) == (0, "")
    return [line.split()[2:] for line in printed.splitlines()[1:]]


def test_tokens_are_given_taken_taxed_and_a_change_is_taken_back(say: Say) -> None:
    assert counts(say, "1M+3", "2S=2") == [["3", "0", "0", "0", "0", "0"], ["0", "2", "0", "0", "0", "0"]]
    assert counts(say, "1m-1")[0][0] == "2"
    assert counts(say, "--tax", "M")[0][0] == "1"
    assert counts(say, "--undo")[0][0] == "2"
    assert len(counts(say, "--players", "4")) == 4
    assert not any(int(one) for purse in counts(say, "--clear") for one in purse)


@each("change", ["3M+1", "1X+1", "1M+9999", "1M-1", "1M", ""])
def test_what_is_no_change_is_named_and_nothing_is_counted(say: Say, change: str) -> None:
    status, printed, errors = say("tokens", "1S+1", change)
    assert (status, printed) == (2, "") and (change in errors) and "Traceback" not in errors
    assert not any(int(one) for purse in counts(say) for one in purse)
