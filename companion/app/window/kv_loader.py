"""Loading of kv files: a screen or widget is a ``.py`` and a ``.kv`` of the same name."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from kivy.lang import Builder, builder

from companion.app.window.layout_order import order_layouts
from companion.app.window.shapes import register_shapes
from companion.app.window.size_hints import keep_hints


def load_kv(python_file: str) -> None:
    """Load the ``.kv`` of a module, whose ``__file__`` is passed."""
    Builder.load_file(str(Path(python_file).with_suffix(".kv")), encoding="utf8")


def _apply_rule(arguments: tuple[Any, ...], _source: object, _value: object) -> None:
    """Set the property of one kv rule anew, unless its widget is gone."""
    element, name, code, rule, names = arguments
    rule.count += 1
    # Kivy refers to widgets weakly, and one rule may free a widget while others of it are still to be applied.
    with suppress(ReferenceError):
        setattr(element, name, eval(code, names))


# Kivy's own function formats each rule and value for a log that is off, which takes longer than most rules.
builder.call_fn = _apply_rule
order_layouts()
keep_hints()
register_shapes()
# Lists end where they end. Kivy's spring at their ends takes one step a frame, and throws a list across the screen in
# a frame that takes long, as the one after a tap does.
Builder.load_string("""
#:import theme companion.app.window.theme.theme
<VerticalBox@BoxLayout>:
    orientation: 'vertical'
<AdaptiveBox@BoxLayout>:
    orientation: 'vertical' if theme.portrait else 'horizontal'
<ScrollView>:
    effect_cls: 'ScrollEffect'
    do_scroll_x: False
    bar_width: theme.unit * 8
    bar_color: theme.quiet
""")
