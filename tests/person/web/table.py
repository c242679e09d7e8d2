"""People come to the table: pages are opened, and a game is begun by its form, on one device or several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.web.hosting.games_server import GamesServer
from companion.web.listen_address import Place
from tests.person.referee import FuturesSetup, FuturesTable, MagnateSetup, MagnateTable, RomeSetup, RomeTable, start
from tests.person.web.evening import Player, Seats
from tests.person.web.futures import FuturesPlayer
from tests.person.web.magnate import MagnatePlayer
from tests.person.web.person import Person, device
from tests.person.web.rome import RomePlayer
from tests.person.web.screen import Screen
from tests.web.site import games_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HOUSE = "table.home"
"""A name that is not this computer's own, so that its pages are no secure ones."""
RESOLVER = f"--host-resolver-rules=MAP {HOUSE} 127.0.0.1"
SIZES = ((360, 800), (390, 844), (844, 390), (820, 1180), (1024, 1366), (1920, 1080))


@contextmanager
def site(folder: Path, port: int = 0, **how: Any) -> Iterator[GamesServer]:
    """The games of this computer, served to the house; with what else the server takes."""
    place = Place("127.0.0.1", "127.0.0.1", frozenset({"127.0.0.1", HOUSE}))
    with games_server(folder, place=place, port=port, **how) as server:
        yield server


def at_home(address: str) -> str:
    """An address under the name of the house's network."""
    return address.replace("127.0.0.1", HOUSE)


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


Size = tuple[int, int]
NAMES = ("Ann", "Ben", "Cleo", "Dora")
TITLES = {"magnate": "Magnate", "sorcerous-futures": "Sorcerous Futures", "magistratvm": "Magistratvm"}
SEATS = {"magnate": 2, "sorcerous-futures": 3, "magistratvm": 3}
SETUPS: Mapping[str, MagnateSetup | FuturesSetup | RomeSetup] = {
    "magnate": MagnateSetup((("CM", "CS", "CW"), ("CL", "CY", "CK")), 0),
    "sorcerous-futures": FuturesSetup((("AM", "AS"), ("AW", "AL"), ("AY", "AK"))),
    "magistratvm": RomeSetup(("TS0", "TS1", "TS2", "TS3", "TS4", "TS5"), ("S", "M", "C")),
}
"""What each form of a new game proposes, and what people lay on their table then."""
SEEDS = {"magnate": (1,), "sorcerous-futures": (6,), "magistratvm": (31, 126, 6)}
"""Games that are not long. In that of Magnate 13 tokens of a suit lie before somebody; in those of Magistratvm every
Office is used, Dictator and the recall of a Governor included."""


@dataclass
class Device:
    """How a device comes in."""

    browser: Browser
    size: Size
    language: str = "en"
    more: Mapping[str, object] = field(default_factory=dict)

    def opens(self, address: str, seed: int = 0) -> Person:
        """Somebody opens an address on a device of their own."""
        return Person(device(self.browser, self.size, self.language, **self.more), address, seed)


def begin(host: Person, game: str, say: Words, names: Sequence[str] = NAMES) -> None:
    """Begin a game from the first page: its kind, the names, and *Start*."""
    host.tap(say("new game"))
    host.tap(TITLES[game])
    if game == "magistratvm":
        host.tap(say("three players"))
    for seat in range(SEATS[game]):
        usual = say("player", n=seat + 1)
        host.write(host.find(lambda screen, usual=usual: screen.named(usual), usual), names[seat])  # type: ignore[misc]
    host.tap(say("start"))
    begun(host, names[0])


def begun(host: Person, name: str) -> None:
    """The players of the new game are named; if the form was refused, they are not."""

    def named(screen: Screen) -> bool:
        return any(
            one.text in (name, f"▶ {name}") and one.button is None and one.kind == "text" for one in screen.things
        )

    host.until(named, f"the page on which {name} plays: the form was not taken as it stands")


def sit_down(
    host: Person, game: str, say: Words, guests: Callable[[int], Person] | None, *, admits: bool = True
) -> Seats:
    """Everybody has the page from which they play: their own, or the one on the table.

    Args:
        host: Who began the game.
        game: Its kind.
        say: The language.
        guests: Opens the page of another seat; None if one device lies on the table.
        admits: Whether the page after the start is the one about the players' phones.
    """
    number = SEATS[game]
    if guests is not None:
        host.tap(say("play as", name=NAMES[0]))
        people = [host, *(guests(seat) for seat in range(1, number))]
        return Seats(people, NAMES[:number], say, list(range(number)))
    if admits:
        host.tap(say("table"))
    return Seats([host] * number, NAMES[:number], say, [0] * number, shared=True)


def player(game: str, seats: Seats, seed: int | None = None) -> Player:
    """Who plays it, beside a referee's table of the same game."""
    table = start(game, SEATS[game], SEEDS[game][0] if seed is None else seed, SETUPS[game])
    if isinstance(table, MagnateTable):
        return MagnatePlayer(seats, table)
    if isinstance(table, FuturesTable):
        return FuturesPlayer(seats, table)
    assert isinstance(table, RomeTable)
    return RomePlayer(seats, table)
