"""An event dispatcher that thousands of widgets observe."""

from collections.abc import Callable
from itertools import count
from typing import Any

from kivy.event import EventDispatcher


class Broadcaster(EventDispatcher):
    """An event dispatcher of which one observer is removed in constant time.

    Kivy searches all observers of a property for the one to remove. Each widget observes the theme and the
    language in many properties, so with many widgets closing one sheet would take longer than building it.
    """

    def __init__(self, **kwargs: Any) -> None:
        self._uids = count(1)
        self._observers: dict[str, dict[int, tuple[Callable[..., object], tuple[Any, ...], dict[str, Any]]]] = {}
        # Kivy binds the methods on_<property> meanwhile, to the property itself: they are called first.
        super().__init__(**kwargs)
        for name in self.properties():
            self._observers[name] = {}
            super().fbind(name, self._dispatch_to_observers, name)

    def fbind(self, name: str, func: Callable[..., object], *largs: Any, **kwargs: Any) -> int:
        """Bind a property as Kivy's rules do; return the number for :meth:`unbind_uid`, or 0 for no such property."""
        observers = self._observers.get(name)
        if observers is None:
            return int(super().fbind(name, func, *largs, **kwargs))
        uid = next(self._uids)
        observers[uid] = (func, largs, kwargs)
        return uid

    def unbind_uid(self, name: str, uid: int) -> None:
        """Undo the :meth:`fbind` that returned this number."""
        observers = self._observers.get(name)
        if observers is None:
            super().unbind_uid(name, uid)
        else:
            observers.pop(uid, None)

    def funbind(self, name: str, func: Callable[..., object], *largs: Any, **kwargs: Any) -> None:
        """Undo the first :meth:`fbind` with these arguments."""
        observers = self._observers.get(name)
        if observers is None:
            super().funbind(name, func, *largs, **kwargs)
            return
        uid = next((uid for uid, observer in observers.items() if observer == (func, largs, kwargs)), None)
        if uid is not None:
            del observers[uid]

    def _dispatch_to_observers(self, name: str, source: EventDispatcher, value: object) -> None:
        observers = self._observers[name]
        # One bound meanwhile has the new value already; one unbound meanwhile is not called.
        for uid in tuple(observers):
            if uid in observers:
                func, largs, kwargs = observers[uid]
                func(*largs, source, value, **kwargs)
