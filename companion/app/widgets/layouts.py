"""The layouts that most screens and sheets are made of, and one that is drawn into a texture."""

from math import ceil
from typing import Any

from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Rectangle
from kivy.properties import ColorProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.widget import Widget

from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme


class CachedLayout(RelativeLayout):
    """Draws its children into a texture of its size, over one colour.

    Any change redraws the whole window. A part that did not change costs one rectangle then, however much it shows.
    Children must lie within the layout: what reaches beyond its edges is cut.
    """

    ground = ColorProperty()
    """The colour below the children; that of the window by default."""
    canvas: Any

    def __init__(self, **kwargs: Any) -> None:
        self._layer: Any = None
        super().__init__(**{"ground": list(theme.ground), **kwargs})
        layer = self._layer = Fbo(size=(1, 1), with_stencilbuffer=True)
        with layer:
            self._clearing = ClearColor(*self.ground)
            ClearBuffers(clear_stencil=True)
        for child in reversed(self.children):
            self.canvas.remove(child.canvas)
            layer.add(child.canvas)
        with self.canvas:
            self.canvas.add(layer)
            Color(1, 1, 1, 1)
            self._picture = Rectangle(texture=layer.texture)
        self.fbind("size", self._fit)
        self.fbind("pos", self._fit)
        self.fbind("ground", self._fit)
        self._fit()

    def add_widget(self, widget: Widget, *arguments: Any, **kwargs: Any) -> None:
        """Add a child, whose canvas becomes part of the texture."""
        own, self.canvas = self.canvas, self._layer or self.canvas
        super().add_widget(widget, *arguments, **kwargs)
        self.canvas = own

    def remove_widget(self, widget: Widget, *arguments: Any, **kwargs: Any) -> None:
        """Remove a child."""
        own, self.canvas = self.canvas, self._layer or self.canvas
        super().remove_widget(widget, *arguments, **kwargs)
        self.canvas = own

    def on_touch_down(self, touch: Any) -> bool:
        """Pass on a touch that begins here: no other is for its children."""
        return self.collide_point(*touch.pos) and bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """Pass on a touch that began or ends here: a table has hundreds of widgets that would look at it."""
        ours = self.collide_point(*touch.pos) or self.collide_point(touch.ox, touch.oy)
        return ours and bool(super().on_touch_up(touch))

    def _fit(self, *_: object) -> None:
        layer, picture = self._layer, self._picture
        self._clearing.rgba = self.ground
        layer.size = [max(1, ceil(side)) for side in self.size]
        # Pixel for pixel: nothing to interpolate, which takes a renderer in software twice as long.
        layer.texture.min_filter = layer.texture.mag_filter = "nearest"
        picture.texture, picture.size = layer.texture, layer.size
        # Whole pixels of the window, so that letters stay sharp; it may lie in a part that is turned by 180°.
        left, bottom = self.to_window(*self.pos)
        direction = self.to_window(self.x + 1, self.y)[0] - left
        picture.pos = direction * (round(left) - left), direction * (round(bottom) - bottom)


class Stack(BoxLayout):
    """Widgets below each other; it is as high as they are together."""


class Row(BoxLayout):
    """Widgets side by side, as high as the smallest target."""


class Grid(GridLayout):
    """Widgets in columns; it is as high as its rows are together."""


load_kv(__file__)
