"""What a player of each language looks for on the pages: labels of buttons, and questions."""

from __future__ import annotations

from collections.abc import Mapping

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
