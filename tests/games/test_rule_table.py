"""Every numbered rule of the games has a test that names it, and the table of them is current."""

from tests.cases import each
from tests.rule_table import README, rules_named, with_table


@each(("section", "last"), [("B", 43), ("C", 6), ("D", 9), ("F", 15), ("H", 20), ("I", 32)])
def test_every_rule_has_a_test_that_names_it(section: str, last: int) -> None:
    named = rules_named()
    assert [number for number in range(1, last + 1) if (section, number) not in named] == []


def test_the_table_of_rules_and_tests_is_current() -> None:
    page = README.read_text(encoding="utf-8")
    assert page == with_table(page), "run: make generated"
