"""Choosing a player's name from the people who played before."""

from collections.abc import Callable, Sequence

from kivy.app import App

from companion.app.sheets.people import PeopleSheet
from companion.app.widgets.name_field import NameField
from companion.app.window.overlay import Overlay
from companion.club.people import Person, default_names
from companion.errors import CompanionError
from companion.names import name_key

MOST_PEOPLE = 100
"""People to choose from, at most: the latest players. Others are typed."""


def remembered_people(others: Sequence[str] = ()) -> list[Person]:
    """Return the people to choose from, the latest players first; nobody if the stored games cannot be read.

    Args:
        others: Names that are taken already.

    Returns:
        The people, without default names of seats.
    """
    try:
        people = App.get_running_app().game_store.people()
    except CompanionError:
        return []
    taken = default_names() | set(map(name_key, others))
    return [one for one in people if name_key(one.name) not in taken][:MOST_PEOPLE]


def offer_people(overlay: Overlay, field: NameField, others: Callable[[], Sequence[str]]) -> bool:
    """Let a player choose a name for a field; return False if there is nobody to choose from.

    Args:
        overlay: Shows the people.
        field: The field of the name.
        others: Returns the names in the other fields.

    Returns:
        Whether there is anybody.
    """
    people = remembered_people(others())
    if not people:
        return False

    def choose(name: str) -> None:
        overlay.close()
        field.text = name

    def type_name() -> None:
        overlay.close()
        field.text = ""
        field.focus = True

    overlay.open(PeopleSheet(people, choose, type_name))
    return True
