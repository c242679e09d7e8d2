"""What is drawn: texts and parts from textures, layouts in order, and what a kv file derives."""

from __future__ import annotations

import gc
import importlib
import logging
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kivy.factory import Factory
from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Rectangle
from kivy.graphics.texture import Texture
from kivy.lang import Builder, builder
from kivy.properties import Property
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex
from numpy.typing import NDArray

import companion.app
from companion.app.texts.drawn_texts import MAX_BYTES, MAX_SHARE, DrawnText, DrawnTexts
from companion.app.widgets.layouts import CachedLayout
from companion.app.widgets.text import Text
from companion.app.window import kv_loader
from companion.app.window.theme import theme
from companion.themes import THEMES
from tests.app.tablet import Tablet
from tests.cases import each

_GROUNDS = {
    theme: [round(255 * part) for part in get_color_from_hex(THEMES[theme]["ground"])[2::-1]] for theme in THEMES
}
"""By theme: the ground as OpenCV's pictures hold it."""
_LAID = {"size_hint": (None, None), "size": (301, 120), "pos": (40, 60)}


def _shown(tablet: Tablet, layout: Widget) -> NDArray[np.int16]:
    tablet.screen.add_widget(layout)
    tablet.draw()
    left, bottom = (round(part) for part in layout.pos)
    top = round(tablet.window.height - bottom)
    picture = tablet.picture()[top - 120 : top, left : left + 301]
    tablet.screen.remove_widget(layout)
    return picture


def _with_text(layout: Widget) -> Widget:
    with layout.canvas.before:
        Color(*theme.ground)
        Rectangle(size=layout.size)
    layout.add_widget(Text(text="Ann 7", units=30, size_hint=(1, 1)))
    return layout


def test_it_is_drawn_like_a_plain_layout(tablet: Tablet) -> None:
    cached = _shown(tablet, _with_text(CachedLayout(**_LAID)))
    direct = _shown(tablet, _with_text(RelativeLayout(**_LAID)))
    assert np.mean(np.abs(cached - direct).max(axis=2) > 8) < 0.002
    assert np.abs(direct - direct[0, 0]).max() > 100, "a text is there"


def test_a_change_inside_is_drawn_in_the_next_frame(tablet: Tablet) -> None:
    layout, colour = CachedLayout(**_LAID), Color(1, 0, 0, 1)
    child = Widget()
    child.canvas.add(colour)
    child.canvas.add(Rectangle(size=(300, 100)))
    layout.add_widget(child)
    tablet.screen.add_widget(layout)
    row, column = round(tablet.window.height - 100), 100
    tablet.draw()
    assert tuple(tablet.picture()[row, column]) == (0, 0, 255)
    colour.rgba = 0, 1, 0, 1
    tablet.draw()
    assert tuple(tablet.picture()[row, column]) == (0, 255, 0)
    layout.remove_widget(child)
    tablet.draw()
    assert tablet.picture()[row, column] == pytest.approx(_GROUNDS["evening"], abs=1)
    tablet.screen.remove_widget(layout)


@pytest.mark.parametrize("theme", list(THEMES))
def test_it_follows_its_size_and_has_the_ground_of_the_palette(tablet: Tablet, theme: str) -> None:
    tablet.app.use_theme(theme)
    layout = CachedLayout(**_LAID)
    tablet.screen.add_widget(layout)
    layout.size = 500, 300
    tablet.draw()
    shown = tuple(tablet.picture()[tablet.window.height - 300, 500])
    tablet.screen.remove_widget(layout)
    tablet.app.use_theme("evening")
    assert shown == pytest.approx(_GROUNDS[theme], abs=1)


class Noted(BoxLayout):
    """Says when it is laid out."""

    laid: list[Noted] = []  # noqa: RUF012 - one list for all
    failing = False

    def do_layout(self, *largs: Any) -> None:
        Noted.laid.append(self)
        if self.failing:
            raise ValueError("no layout")
        super().do_layout(*largs)


@pytest.fixture
def nested(tablet: Tablet) -> Iterator[list[Noted]]:
    """Three layouts, each around the next."""
    layouts = [Noted(size_hint=(None, None)), Noted(), Noted()]
    for outer, inner in pairwise(layouts):
        outer.add_widget(inner)
    tablet.screen.add_widget(layouts[0])
    tablet.settle()
    Noted.laid.clear()
    yield layouts
    layouts[0].failing = False
    tablet.screen.remove_widget(layouts[0])


def test_the_layout_around_others_comes_first_and_the_innermost_once(tablet: Tablet, nested: list[Noted]) -> None:
    for layout in reversed(nested):
        layout.padding = 3
    nested[0].size = 300, 200
    tablet.settle(1)
    assert [*dict.fromkeys(Noted.laid)] == nested and Noted.laid.count(nested[-1]) == 1
    assert nested[-1].size == [288, 188]


def test_after_a_layout_that_fails_the_others_are_laid_out(tablet: Tablet, nested: list[Noted]) -> None:
    tablet.faulty = nested[0].failing = True
    nested[0].size = 300, 200
    nested[-1].padding = 3
    tablet.settle()
    assert Noted.laid[0] is nested[0] and nested[-1] in Noted.laid
    tablet.app.recovery.met.clear()


def test_a_widget_whose_hint_leaves_it_nothing_has_no_width() -> None:
    """As where a question has no choices, beside a pad that is as wide as a finger at least."""
    row = BoxLayout(size=(300, 50))
    nothing, pad = Widget(size_hint_x=0.001), Widget(size_hint_x=0.1, size_hint_min_x=90)
    for part in (Widget(size_hint_x=1), nothing, pad):
        row.add_widget(part)
    row.do_layout()
    assert nothing.width < 1 and pad.right <= 300.5


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


def test_other_libraries_are_as_quiet_beside_the_window_as_without_it(tablet: Tablet) -> None:
    loggers = [name for name in ("asyncio", "uvicorn", "PIL") if logging.getLogger(name).isEnabledFor(logging.DEBUG)]
    assert tablet.window is not None and loggers == []


KV_FILES = sorted(Path(kv_loader.__file__).parent.rglob("*.kv"))


def _drawn(layer: Any) -> bool:
    layer.ask_update()
    layer.draw()
    return any(layer.pixels)


@pytest.mark.usefixtures("window")
@each("shape", [kv_loader.RoundedFill, kv_loader.RoundedPicture, kv_loader.Disc])
def test_a_shape_without_area_is_not_drawn_and_comes_back_with_one(shape: Any) -> None:
    layer = Fbo(size=(120, 80))
    with layer:
        ClearColor(0, 0, 0, 0)
        ClearBuffers()
        Color(1, 1, 1, 1)
        drawn = shape(pos=(10, 10), size=(90, 60))
    for hidden in ((0, 0), (0, 60), (90, 0), (-6, -6)):
        drawn.size = 90, 60
        assert _drawn(layer)
        drawn.size = hidden
        assert not _drawn(layer), hidden


def test_no_kv_file_names_a_shape_that_keeps_its_old_mesh() -> None:
    keeping = re.compile(r"^\s*(?:Smooth)?(?:RoundedRectangle|Ellipse):", re.MULTILINE)
    assert [file.name for file in KV_FILES if keeping.search(file.read_text("utf8"))] == []


_PLACE = {"size_hint": (None, None), "size": (120, 40), "pos": (40, 60)}


def shown(tablet: Tablet, text: str, **kwargs: Any) -> tuple[Text, Any]:
    """Return a text and its picture; it is then removed."""
    label = Text(text=text, **_PLACE, **kwargs)
    tablet.screen.add_widget(label)
    tablet.draw()
    top = round(tablet.window.height - 60)
    picture = tablet.picture()[top - 40 : top, 40:160].copy()
    tablet.screen.remove_widget(label)
    return label, picture


def test_a_text_shown_again_needs_no_new_texture(tablet: Tablet) -> None:
    first, before = shown(tablet, "Ann 7")
    again, after = shown(tablet, "Ann 7")
    assert again.texture is first.texture
    assert np.array_equal(before, after)


@pytest.mark.parametrize("other", [{"bold": True}, {"units": 30}, {"color": (1, 0, 0, 1)}, {"halign": "left"}])
def test_a_text_with_another_property_is_drawn_anew(tablet: Tablet, other: dict[str, Any]) -> None:
    _, plain = shown(tablet, "Ann 7")
    _, changed = shown(tablet, "Ann 7", **other)
    assert not np.array_equal(plain, changed)


def test_a_text_that_was_cut_to_fit_stays_cut(tablet: Tablet) -> None:
    long = "the Beastmaster's granddaughter, twice removed"
    first, before = shown(tablet, long)
    again, after = shown(tablet, long)
    assert again.drawn == first.drawn != long
    assert again.lettered == first.lettered
    assert np.array_equal(before, after)


def test_what_was_not_shown_for_longest_makes_room(tablet: Tablet) -> None:
    side = int((MAX_BYTES * MAX_SHARE / 4) ** 0.5)
    texts = DrawnTexts()
    for number in range(40):
        texts.keep(number, DrawnText(Texture.create(size=(side, side)), str(number), 20, False))
        assert texts.find(0) is not None, "used all the time"
    assert texts.bytes <= MAX_BYTES
    assert texts.find(1) is None
    assert texts.find(39) is not None
