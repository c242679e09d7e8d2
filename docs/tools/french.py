"""The French texts of the pictures about Magnate."""

from __future__ import annotations

_FRENCH = {
    "The table set up: five districts in a row, three Crowns and three tokens each": (
        "La table mise en place : cinq provinces en ligne, trois Couronnes et trois jetons chacun"
    ),
    "the five districts": "les cinq provinces",
    "your three Crowns": "vos trois Couronnes",
    "the other's": "celles de l'autre",
    "draw pile": "la pioche",
    "one token a Crown": "un jeton par Couronne",
    "Two ten-sided dice; the higher pays finished cards and deeds of that rank": (
        "Deux dés à dix faces ; le plus haut paie les propriétés et les titres de ce rang"
    ),
    "the higher counts: 8": "le plus haut compte : 8",
    "a finished 8 pays one of each suit": "une propriété de 8 : un de chaque couleur",
    "a deed of 8: one, you choose": "un titre de 8 : un, au choix",
    "A 1 on a ten-sided die: the six-sided one names the taxed suit": (
        "Un 1 sur un dé à dix faces : le dé à six faces désigne la couleur imposée"
    ),
    "a 1: roll the six-sided die too": "un 1 : lancez aussi le d6",
    "5: Wyrms": "5 : Guivres",
    "of two or more you keep one": "de deux ou plus, vous en gardez un",
    "The 4 of Moons and Suns next to a Pawn that has Moons too, for four tokens": (
        "Le 4 de Lunes et Soleils devant un Pion qui a aussi les Lunes, pour quatre jetons"
    ),
    "Moons is on both: it may go here": "Toutes deux ont les Lunes : elle peut se poser ici",
    "A 4 costs 4 tokens, of its own suits, at least one of each:": (
        "Un 4 coûte 4 jetons, à ses couleurs, au moins un de chacune :"
    ),
    "The next card here must share a suit with the 4.": "La carte suivante, ici, doit partager une couleur avec le 4.",
    "A 9 placed sideways with three tokens on it": "Un 9 posé en travers, avec trois jetons dessus",
    "No nine tokens yet? Lay it sideways: a deed.": "Pas encore neuf jetons ? Posez-la en travers : un titre.",
    "It costs one of each suit now:": "D'abord un par couleur :",
    "Then put tokens on it, turn by turn. No tax takes them.": (
        "Puis des jetons, tour après tour. Aucun impôt n'y touche."
    ),
    "With nine on it, it is finished: turn it upright.": "Avec neuf, la propriété est achevée : redressez-la.",
    "Nothing else of yours goes here before.": "D'ici là, vous ne posez rien d'autre dans cette province.",
    "A district with a 9 on one side, and a 7 and an Ace on the other": (
        "Une province avec un 9 d'un côté, un 7 et un As de l'autre"
    ),
    "the other's: a 9": "celui de l'autre : un 9",
    "yours: the 7, and 2 for the Ace of Moons": "le vôtre : le 7, et 2 pour l'As de Lunes",
    "(itself and the 7, both of them Moons)": "(lui-même et le 7, tous deux de Lunes)",
    "9 to 9: nobody's district.": "9 à 9 : la province n'est à personne.",
    "One more rank and it would be somebody's.": "Un point de plus, et elle serait à quelqu'un.",
}


def translate(text: str) -> str:
    """Return a text of a picture in French; numbers stay as they are.

    Raises ``KeyError`` for a text without a translation.
    """
    translation = text if not any(letter.isalpha() for letter in text) else _FRENCH[text]
    return translation.replace(" :", "\u00a0:").replace(" ;", "\u202f;").replace(" ?", "\u202f?").replace("'", "’")
