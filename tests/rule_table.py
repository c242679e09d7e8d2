"""Writes the table of rules and the tests that name them into tests/README.md.

``python -m tests.rule_table`` from the project's root. A test names a rule by beginning with its
number: ``test_B10_taxation_leaves_one_of_the_taxed_suit_to_every_player``.
"""

import re
from collections import defaultdict
from pathlib import Path

TESTS = Path(__file__).parent
README = TESTS / "README.md"
BEGIN, END = "<!-- rules: begin -->", "<!-- rules: end -->"
_TEST = re.compile(r"^def test_([A-K])(\d+)_(\w+)", re.MULTILINE)


def rules_named() -> dict[tuple[str, int], list[tuple[str, str]]]:
    """The tests that name each rule, as (file below tests/, what they say), in the files' order."""
    found: dict[tuple[str, int], list[tuple[str, str]]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for section, number, name in _TEST.findall(path.read_text(encoding="utf-8")):
            found[section, int(number)].append((path.relative_to(TESTS).as_posix(), name.replace("_", " ")))
    return dict(sorted(found.items()))


def table() -> str:
    """The table in Markdown, between its markers."""
    lines = [BEGIN, "", "| rule | tests |", "|---|---|"]
    for (section, number), tests in rules_named().items():
        links = "<br>".join(f"[{name}]({path})" for path, name in tests)
        lines.append(f"| {section}{number} | {links} |")
    return "\n".join([*lines, "", END])


def with_table(readme: str) -> str:
    """The page with its table brought up to date."""
    before, _, rest = readme.partition(BEGIN)
    return before + table() + rest.partition(END)[2]


if __name__ == "__main__":
    README.write_text(with_table(README.read_text(encoding="utf-8")), encoding="utf-8")
