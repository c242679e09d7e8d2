"""What is printed on the pieces: codes, and the names that people say, in English and French."""

SUITS = "MSWLYK"
"""In order of priority, which is that of the tax die."""
SUIT_NAMES = {
    "M": ("Moons", "Lunes"),
    "S": ("Suns", "Soleils"),
    "W": ("Waves", "Vagues"),
    "L": ("Leaves", "Feuilles"),
    "Y": ("Wyrms", "Guivres"),
    "K": ("Knots", "Nœuds"),
}
_CARDS = {
    "X": ("The Excuse", "l’Excuse"),
    "AM": ("Ace of Moons", "l’As de Lunes"),
    "AS": ("Ace of Suns", "l’As de Soleils"),
    "AW": ("Ace of Waves", "l’As de Vagues"),
    "AL": ("Ace of Leaves", "l’As de Feuilles"),
    "AY": ("Ace of Wyrms", "l’As de Guivres"),
    "AK": ("Ace of Knots", "l’As de Nœuds"),
    "2MK": ("The Author", "l’Auteur"),
    "2SY": ("The Desert", "le Désert"),
    "2WL": ("The Origin", "l’Origine"),
    "3MW": ("The Journey", "le Voyage"),
    "3SK": ("The Painter", "le Peintre"),
    "3LY": ("The Savage", "le Sauvage"),
    "4MS": ("The Mountain", "la Montagne"),
    "4WL": ("The Sailor", "le Marin"),
    "4YK": ("The Battle", "la Bataille"),
    "5ML": ("The Forest", "la Forêt"),
    "5SW": ("The Discovery", "la Découverte"),
    "5YK": ("The Soldier", "le Soldat"),
    "6MW": ("The Lunatic", "le Lunatique"),
    "6SY": ("The Penitent", "le Pénitent"),
    "6LK": ("The Market", "le Marché"),
    "7ML": ("The Chance Meeting", "la Rencontre fortuite"),
    "7SK": ("The Castle", "le Château"),
    "7WY": ("The Cave", "la Grotte"),
    "8MS": ("The Diplomat", "le Diplomate"),
    "8WL": ("The Mill", "le Moulin"),
    "8YK": ("The Betrayal", "la Trahison"),
    "9MS": ("The Pact", "le Pacte"),
    "9WY": ("The Darkness", "les Ténèbres"),
    "9LK": ("The Merchant", "le Marchand"),
    "PMSL": ("The Harvest", "la Moisson"),
    "PMYK": ("The Watchman", "le Veilleur"),
    "PSWK": ("The Light Keeper", "le Gardien du phare"),
    "PWLY": ("The Borderland", "la Frontière"),
    "CM": ("The Huntress", "la Chasseresse"),
    "CS": ("The Bard", "le Barde"),
    "CW": ("The Sea", "la Mer"),
    "CL": ("The End", "la Fin"),
    "CY": ("The Calamity", "la Calamité"),
    "CK": ("The Windfall", "l’Aubaine"),
}
SUITS_OF_TILES = {
    "S": ("Suns", "Soleils"),
    "M": ("Moons", "Lunes"),
    "C": ("Crowns", "Couronnes"),
    "A": ("Arms", "Armes"),
}
OFFICES = {
    "tribune": ("Tribune", "Tribun"),
    "quaestor": ("Quaestor", "Questeur"),
    "aedile": ("Aedile", "Édile"),
    "praetor": ("Praetor", "Préteur"),
    "consul": ("Consul", "Consul"),
    "censor": ("Censor", "Censeur"),
    "dictator": ("Dictator", "Dictateur"),
}
LANGUAGES = ("en", "fr")


def suits_of(card: str) -> str:
    """Return the suit letters on a card: ``MS`` of ``4MS``, none of the Excuse."""
    return card.partition("#")[0][1:]


def rank_of(card: str) -> int:
    """Return the number printed on a card; 1 of an Ace, 0 of a card without one."""
    return 1 if card[0] == "A" else int(card[0]) if card[0].isdigit() else 0


def card_name(card: str, language: str = "en") -> str:
    """Return a card's name: ``The Mountain`` of ``4MS``; a second deck's card has the same."""
    return _CARDS[card.partition("#")[0]][LANGUAGES.index(language)]


def suit_name(suit: str, language: str = "en") -> str:
    """Return a Decktet suit's name: ``Moons`` of ``M``."""
    return SUIT_NAMES[suit][LANGUAGES.index(language)]


def tile_name(tile: str, language: str = "en") -> str:
    """Return a piecepack tile's name: ``4 of Arms`` of ``TA4``, ``ace of Moons`` of ``TM1``."""
    suit = SUITS_OF_TILES[tile[1]][LANGUAGES.index(language)]
    if language == "fr":
        face = {"0": "le nul", "1": "l’as"}.get(tile[2], f"le {tile[2]}")
        return f"{face} d’{suit}" if suit[0] == "A" else f"{face} de {suit}"
    return f"{ {'0': 'null', '1': 'ace'}.get(tile[2], tile[2]) } of {suit}"
