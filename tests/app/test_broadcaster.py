"""What the theme and the language are observed through."""

from __future__ import annotations

from tests.app import tablet  # noqa: F401  # isort: skip - it settles Kivy first

from kivy.lang import Builder
from kivy.properties import NumericProperty
from kivy.uix.label import Label

from companion.app.window.broadcaster import Broadcaster


class Scale(Broadcaster):
    unit = NumericProperty(1)


def test_observers_are_called_in_the_order_in_which_they_were_bound() -> None:
    scale, called = Scale(), []
    for name in ("one", "two", "three"):
        scale.fbind("unit", lambda name, _scale, value: called.append((name, value)), name)
    scale.unit = 5
    assert called == [("one", 5), ("two", 5), ("three", 5)]


def test_an_observer_that_another_one_unbinds_is_not_called_any_more() -> None:
    scale, called = Scale(), []
    uids: list[int] = []
    scale.fbind("unit", lambda *_: scale.unbind_uid("unit", uids[0]))
    uids.append(scale.fbind("unit", lambda *_: called.append("unbound")))
    scale.unit = 5
    assert not called


def test_an_observer_that_is_bound_during_a_change_is_called_from_the_next_one_on() -> None:
    scale, called = Scale(), []
    uid = scale.fbind("unit", lambda *_: scale.fbind("unit", lambda _scale, value: called.append(value)))
    scale.unit = 5
    scale.unbind_uid("unit", uid)
    scale.unit = 6
    assert called == [6]


def test_an_observer_is_unbound_by_its_function_too() -> None:
    scale, called = Scale(), []

    def observe(name: str, *_: object) -> None:
        called.append(name)

    for name in ("one", "two"):
        scale.fbind("unit", observe, name)
    scale.funbind("unit", observe, "one")
    scale.funbind("unit", observe, "never bound")
    scale.unit = 5
    assert called == ["two"]


def test_what_is_no_property_is_not_bound() -> None:
    assert Scale().fbind("colour", print) == 0


def test_a_rule_of_a_widget_that_is_gone_is_not_evaluated_again() -> None:
    from kivy.lang.parser import global_idmap

    scale = global_idmap["scale_of_this_test"] = Scale()
    try:
        label = Builder.load_string("Label:\n    font_size: scale_of_this_test.unit * 10")
        scale.unit = 3
        assert isinstance(label, Label) and label.font_size == 30
        Builder.unbind_widget(label.uid)
        scale.unit = 4
        assert label.font_size == 30
        assert not any(scale._observers.values())
    finally:
        del global_idmap["scale_of_this_test"]
