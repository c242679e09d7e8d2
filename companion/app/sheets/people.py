"""The sheet that chooses who plays from the people who played before."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.properties import StringProperty

from companion.app.texts.i18n import words
from companion.app.widgets.pad import RaisedTarget
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv
from companion.club.people import Person


class PersonTarget(RaisedTarget):
    """A remembered player with the mark, to be tapped."""

    name = StringProperty("")


class PeopleSheet(Sheet):
    """A target for each person, and one to type another name.

    Args:
        people: The people to choose from.
        choose_callback: Called with the name that is tapped.
        type_callback: Called to type another name.
        **kwargs: Properties of the sheet.
    """

    def __init__(
        self,
        people: Sequence[Person],
        choose_callback: Callable[[str], None],
        type_callback: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        self._type_callback = type_callback
        super().__init__(**kwargs)
        self.title = words._("Who plays?")
        self.targets: dict[str, PersonTarget] = {}
        for person in people:
            target = PersonTarget(name=person.name)
            target.ids.mark.show(person.name, person.number)
            target.bind(on_release=partial(_choose, choose_callback, person.name))
            self.targets[person.name] = target
            self.ids.people.add_widget(target)

    def type_name(self) -> None:
        """Let the player type another name."""
        self._type_callback()


def _choose(callback: Callable[[str], None], name: str, _target: PersonTarget) -> None:
    callback(name)


load_kv(__file__)
