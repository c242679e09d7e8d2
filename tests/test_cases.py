"""A test of many values names those that failed, and tries those after them."""

import pytest

from tests.cases import each


def test_a_failure_names_the_cases_that_failed_and_the_others_are_tried() -> None:
    tried = list[int]()

    @each(("number", "text"), [(1, "1"), (2, "3"), (3, "3"), (4, "5")])
    def equal(number: int, text: str, also: list[int]) -> None:
        also.append(number)
        assert str(number) == text

    with pytest.raises(AssertionError) as caught:
        equal(also=tried)  # type: ignore[call-arg]
    assert tried == [1, 2, 3, 4]
    assert caught.value.__notes__ == ["2 of 4 cases failed: 2, '3'; 4, '5'"]


def test_an_error_that_is_not_raised_counts_as_a_failed_case() -> None:
    @each("text", ["1", "one"], ids=str.upper)
    def refused(text: str) -> None:
        with pytest.raises(ValueError):
            int(text)

    with pytest.raises(pytest.fail.Exception) as caught:
        refused()  # type: ignore[call-arg]
    assert caught.value.__notes__ == ["1 of 2 cases failed: 1"]
