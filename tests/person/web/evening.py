"""An evening at the pages: who sits where, what players do there, and what they look for in their language."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.person.referee import Act, Expected, Table
from tests.person.web.person import Person, Wanted
from tests.person.web.screen import Box, Screen, Thing

WORDS: Mapping[str, tuple[str, str]] = {
    "new game": ("New game", "Nouvelle partie"),
    "phones": ("Phones", "Téléphones"),
    "name": ("Name", "Nom"),
    "photo": ("Score a photo", "Compter une photo"),
    "choose a photo": (
        "Take or choose a picture of the whole table",
        "Prenez ou choisissez une photo de toute la table",
    ),
    "score it": ("Score it", "Compter les points"),
    "make a game": ("Make a game of this table", "Faire une partie de cette table"),
    "camera": ("Use a phone as camera", "Utiliser un téléphone comme caméra"),
    "move": ("Move a game", "Déplacer une partie"),
    "player": ("Player {n}", "Joueur {n}"),
    "three players": ("Three players", "Trois joueurs"),
    "start": ("Start", "Commencer"),
    "play as": ("Play as {name}", "Jouer avec {name}"),
    "first page": ("First page", "Accueil"),
    "table": ("Table for everybody", "La table pour tous"),
    "scoreboard": ("Scoreboard", "Tableau des scores"),
    "first die": ("What does the first d10 show?", "Que montre le premier d10 ?"),
    "second die": ("And the second d10?", "Et le second d10 ?"),
    "tax die": ("Which suit does the tax die show?", "Quelle couleur montre le dé d’impôt ?"),
    "develop": ("Develop", "Développer"),
    "deed": ("Buy deed", "Acheter le titre"),
    "sell": ("Sell", "Vendre"),
    "pay": ("You pay", "Vous payez"),
    "draw": ("Draw", "Piocher"),
    "shuffle": ("Shuffle and draw", "Mélanger et piocher"),
    "end turn": ("End turn", "Finir le tour"),
    "curves": ("Curves", "Courbes"),
    "trade": ("Trade", "Échanger"),
    "give": ("Give", "Donnez"),
    "get": ("Get for", "Recevez contre"),
    "add tokens": ("Add tokens to a deed", "Ajouter des jetons à un titre"),
    "add": ("Add to the deed", "Ajouter au titre"),
    "complete": ("Complete the deed", "Achever le titre"),
    "gold": ("gold", "or"),
    "send": ("Send", "Envoyer"),
    "pass": ("Pass", "Passer"),
    "open auction": ("Open auction", "Enchère ouverte"),
    "closed auction": ("Closed auction", "Enchère fermée"),
    "bid higher": ("Bid higher", "Miser plus"),
    "show": ("Show them", "Les montrer"),
    "middle": ("in the middle", "au milieu"),
    "in private": ("{name}: answer in private", "{name} : répondre en secret"),
    "i am": ("I am {name}", "Je suis {name}"),
    "sent": ("Answer sent. You can still change it.", "Réponse envoyée. Vous pouvez encore la changer."),
    "how much": ("how much do you bid?", "combien misez-vous ?"),
    "bid": ("Bid", "Miser"),
    "give gold": ("Give gold", "Donner de l’or"),
    "all to one": ("All to one Province", "Tous vers une province"),
    "part them": ("Part them", "Les répartir"),
    "take home": ("Take them home", "Les reprendre"),
    "lay out": ("Lay them out", "Les poser"),
    "sleeps": ("If this screen goes dark", "Si cet écran s’éteint"),
    "cover": ("Cover again", "Recouvrir"),
    "rematch": ("Rematch", "Revanche"),
    "undo": ("Undo", "Annuler"),
    "history": ("History", "Historique"),
    "back": ("Back to the game", "Retour à la partie"),
}
"""By what is meant, in English and in French."""


class Words:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._place = ("en", "fr").index(language)

    def __call__(self, meant: str, **values: object) -> str:
        return WORDS[meant][self._place].format(**values)


Facts = dict[tuple[Any, ...], Any]
"""What a screen has shown, by what it is about."""


@dataclass
class Seats:
    """The people at the table and their devices."""

    people: Sequence[Person]
    """By seat; all the same person where one device lies on the table."""
    names: Sequence[str]
    words: Words
    near: Sequence[int]
    """By seat, the seat from whose side that device shows the table."""
    shared: bool = False
    """Whether one device lies on the table for all."""

    @property
    def devices(self) -> Iterator[tuple[int, Person]]:
        """Each device once, with the first seat that plays on it."""
        known: list[Person] = []
        for seat, person in enumerate(self.people):
            if person not in known:
                known.append(person)
                yield seat, person


class Player(ABC):
    """Plays one kind of game on the pages."""

    absent: frozenset[str] = frozenset({"asked"})
    """Kinds of facts that are wrong unless they are true: what lies there, and nothing else."""

    def __init__(self, seats: Seats, table: Table) -> None:
        self.seats, self.table, self.words = seats, table, seats.words
        self.readings = 0
        """How many facts were read and compared."""

    def play_out(self, survey_every: int = 30, most: int = 2000) -> None:
        """Play the game to its end, comparing what the pages say after each act."""
        number, last = 0, None
        while not self.table.over:
            if number == most:
                return
            asked = self.table.expect().asked
            act = self.table.next_act()
            person = self.seats.people[act.seat]
            if person is not last and not self.seats.shared:
                self.waits(person, asked)
            self.does(person, act)
            last = person
            number += 1
            expected = self.table.expect()
            if number % survey_every == 0:
                for seat, other in self.seats.devices:
                    self.survey(other, seat, expected)
        for seat, other in self.seats.devices:
            self.read_end(other, seat, self.table.expect())

    def waits(self, person: Person, asked: Sequence[int]) -> Screen:
        """Look at the top of the page until nobody is asked any more who has answered on another device."""

        def own_turn(screen: Screen) -> bool:
            shown = self._read_asked(screen)
            if not shown:
                person.top()
            return bool(shown) and all(seat in asked for _, seat in shown)

        person.after_others()
        return person.until(own_turn, "the own turn")

    def does(self, person: Person, act: Act) -> Screen:
        """Do on the page what was done at the table, and compare what it says then."""
        screen = self.do(person, act)
        self.compare(person, act.seat, self.table.expect(), str(act))
        return screen

    def compare(self, person: Person, seat: int, expected: Expected, after: str) -> Facts:
        """Compare everything that is in view with what must be true; returns what was read."""
        screen = person.legible()
        facts, truth = self.read(screen, seat, person), self.truth(expected)
        if not self.seats.shared and not expected.over:  # then lines about the scores begin with a name
            facts.update(self._read_asked(screen))
            truth = {**truth, **{("asked", one): True for one in expected.asked}}
        for about, value in facts.items():
            must = truth.get(about, False if about[0] in self.absent else value)
            if must != value:
                raise person.trouble(f"{about} reads {value!r} and is {must!r} after: {after}", screen)
        self.readings += len(facts)
        return facts

    def _read_asked(self, screen: Screen) -> Facts:
        """Return who is said to be asked: the lines at the top begin with a name."""
        return {
            ("asked", seat): True
            for seat, name in enumerate(self.seats.names)
            if any(one.text.startswith(f"{name}:") or one.text.startswith(f"{name} :") for one in screen.things)
        }

    def survey(self, person: Person, seat: int, expected: Expected) -> None:
        """Screen at the whole page, dragging: everything that must be there is read."""
        facts: Facts = {}
        for far in (0.45, 0.2):  # a little at a time where much of the page is covered
            person.top()
            for _ in person.pages(far):
                facts.update(self.compare(person, seat, expected, "looking at the whole page"))
            missing = sorted(str(about) for about in self.truth(expected) if about not in facts)
            if not missing:
                break
        person.top()
        if missing:
            raise person.trouble(f"cannot be read anywhere on the page: {', '.join(missing[:6])}")

    @abstractmethod
    def do(self, person: Person, act: Act) -> Screen:
        """Do on the page what was done at the table."""

    @abstractmethod
    def read(self, screen: Screen, seat: int, person: Person) -> Facts:
        """Return what is in view."""

    @abstractmethod
    def truth(self, expected: Expected) -> Mapping[tuple[Any, ...], Any]:
        """Return what every page of this game must say."""

    @abstractmethod
    def read_end(self, person: Person, seat: int, expected: Expected) -> None:
        """Read who has won, and with what."""

    def choose(self, person: Person, card: str, seat: int | None = None) -> Screen:
        """Tap a card among those that are offered, to this seat if several are asked at once."""

        def wanted(screen: Screen) -> list[Thing]:
            found = [one for one in screen.pictures("card", card) if one.button]
            return found if seat is None else self.next_to(screen, seat, found)

        return person.press(person.find(wanted, card))

    def anywhere(self, person: Person, wanted: Wanted) -> list[Thing]:
        """Return what is wanted, in view or found from the top of the page on; nothing if it is nowhere."""
        found = wanted(person.screen())
        if not found:
            person.top()
            found = next((there for screen in person.pages() if (there := wanted(screen))), [])
        return found

    def answer(self, person: Person, question: str, answer: str) -> Screen:
        """Tap an answer below its question."""

        def wanted(screen: Screen) -> list[Thing]:
            found = [one for one in screen.named(answer) if one.is_answer]
            frames = [screen.frame_of(one) for one in screen.named(question)]
            return below(screen, question, [one for one in found if any(frame.holds(one.box) for frame in frames)])[:1]

        return person.press(person.find(wanted, f"{answer} below {question!r}"))

    def own(self, person: Person, seat: int, text: str) -> Screen:
        """Tap these words, on a shared device those in the same frame as the seat's own pieces."""

        def wanted(screen: Screen) -> list[Thing]:
            found = [one for one in screen.named(text) if one.button]
            return found if len(found) < 2 else self.next_to(screen, seat, found)

        return person.press(person.find(wanted, repr(text)))

    def next_to(self, screen: Screen, seat: int, things: list[Thing]) -> list[Thing]:
        """Return, on a shared device, what is in the same frame as the seat's own pieces, or as its name there.

        Where the page asks nobody else, no name needs to be in view.
        """
        panel = panel_of(screen, self.seats.names[seat])
        if not self.seats.shared or (panel is None and list(self.table.expect().asked) == [seat]):
            return things
        if panel is None:
            return []
        around = (one for one in screen.frames if one.holds(panel) and one != panel)
        place = min(around, key=lambda one: one.width, default=panel)
        return [one for one in things if place.holds(one.box)]

    def _outside(self, screen: Screen, text: str) -> list[Thing]:
        """Return the buttons that bear these words alone, but for the numbers in front of the players."""
        panels = [panel for name in self.seats.names if (panel := panel_of(screen, name)) is not None]
        words = [one for one in screen.named(text) if one.kind == "text" and one.is_answer]
        found = [one for one in words if one.button and alone(screen, one, one.button)]
        return [one for one in found if not any(panel.holds(one.box) for panel in panels)]

    def number(self, person: Person, question: str, number: int) -> Screen:
        """Tap a number below a question, or type it where there are many."""
        screen = person.screen()
        heads = screen.named(question, exact=False)
        offered = below(screen, heads[0].text, self._outside(screen, str(number))) if heads else []
        return person.press(offered[0]) if offered and offered[0].whole else self.type_number(person, number)

    def type_number(self, person: Person, number: int, send: str = "send") -> Screen:
        """Tap a number, or write it into the only field for one, in place of what stands there, and send it."""

        def wanted(screen: Screen) -> list[Thing]:
            fields = [one for one in screen.things if one.kind == "field" and re.fullmatch(r"\d*", one.text)]
            return fields or self._outside(screen, str(number))

        field = person.find(wanted, f"{number}, or a field for it")
        if field.kind != "field":
            return person.press(field)
        if int(field.text or -1) != number:
            person.press(field)
            person.hands.end()
            person.hands.delete(len(field.text))
            person.hands.type(str(number))
        return person.tap_in_view(self.words(send))


def panel_of(screen: Screen, name: str) -> Box | None:
    """Return the frame with a player's pieces, if its name is in view."""
    for thing in screen.things:
        if thing.kind == "text" and thing.text in (name, f"▶ {name}") and thing.button is None:
            frame = screen.frame_of(thing)
            texts = [one for one in screen.inside(frame) if one.kind == "text"]
            whole = (frame.right, frame.bottom) == screen.size
            if not whole and texts[0] == thing and len(texts) > 2:  # a panel begins with its name
                return frame
    return None


def alone(screen: Screen, thing: Thing, frame: Box) -> bool:
    """Whether a text is the only one in a frame."""
    return all(one == thing or one.kind != "text" for one in screen.inside(frame))


def below(screen: Screen, heading: str, things: Sequence[Thing]) -> list[Thing]:
    """Return what lies below a heading, the nearest first."""
    found = screen.named(heading)
    if not found:
        return []
    turned = found[0].turned
    head = found[0].box.upright(turned)

    def far(one: Thing) -> tuple[float, float]:
        box = one.box.upright(turned)
        return box.top - head.bottom + max(0, box.left - head.right, head.left - box.right), box.left

    lower = [one for one in things if one.turned == turned and one.box.upright(turned).top >= head.bottom - 2]
    return sorted(lower, key=far)
