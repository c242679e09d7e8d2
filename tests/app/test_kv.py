"""What a kv file derives from a property changes with it."""

from __future__ import annotations

import gc
import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kivy.factory import Factory
from kivy.lang import Builder, builder
from kivy.properties import Property
from kivy.uix.widget import Widget

import companion.app


def _passed_through(rule: Any, own: Any, root: Any) -> Iterator[tuple[str, int, Property]]:
    """The properties of whose values a rule reads attributes, with file and line."""
    for value in rule.properties.values():
        for base, *attributes in value.watched_keys or ():
            read = getattr({"self": own, "root": root}.get(base), attributes[0], None) if attributes[1:] else None
            if isinstance(read, Property):
                yield value.ctx.filename, value.line, read
    for child in rule.children:
        yield from _passed_through(child, Factory.get(child.name), root)


@pytest.mark.usefixtures("window")
def test_kv_reads_attributes_only_of_properties_that_it_follows() -> None:
    for module in pkgutil.walk_packages(companion.app.__path__, "companion.app."):
        importlib.import_module(module.name)
    kinds = {name.lower(): Factory.get(name) for name in list(Factory.classes) if not name.startswith("kivy.")}
    rules = [(kinds[selector.key], rule) for selector, rule in Builder.rules if getattr(selector, "key", "") in kinds]
    assert len(rules) > 100
    passed = [found for kind, rule in rules for found in _passed_through(rule, kind, kind)]
    ours = [found for found in passed if "companion" in found[0]]
    assert len(ours) > 20
    assert [found for found in ours if not getattr(found[2], "rebind", False)] == []


def test_a_name_means_the_same_in_every_kv_file() -> None:
    """Kivy keeps the names of ``#:set`` and ``#:import`` for all files: the one that is loaded last would count."""
    files = [*Path(companion.app.__path__[0]).rglob("*.kv")]
    found = {
        tuple(line.split()[:3]) for file in files for line in file.read_text("utf8").splitlines() if line[:2] == "#:"
    }
    assert len(files) > 40 and len(found) > 40
    names = Counter(name for _, name, _ in found)
    assert [name for name, times in names.items() if times > 1] == []


class _Rule:
    count = 0


@pytest.mark.usefixtures("window")
def test_a_rule_of_a_widget_that_is_gone_is_left_alone() -> None:
    kept, gone = Widget(), Widget()
    left = gone.proxy_ref
    del gone
    gc.collect(0)  # it is the youngest: to look through all that the tests hold takes half a minute
    with pytest.raises(ReferenceError):
        left.opacity  # noqa: B018
    for element in (left, kept):
        builder.call_fn((element, "opacity", "0.5", _Rule(), {}), None, None)
    assert kept.opacity == 0.5
