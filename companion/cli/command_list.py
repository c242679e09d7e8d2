"""Every command of the command line, in the order in which help lists them, without loading any."""

from __future__ import annotations

from companion.cli.lazy_commands import Listed
from companion.cli.registry import OWN

LISTED = {
    **{name: Listed(*own) for name, own in OWN.items()},
    "new": Listed(
        "Keeps a new game as it lies on the table. Nothing is drawn by lot.",
        "companion.cli.new:new",
        lambda game: game.begins,
    ),
    "games": Listed(
        "Lists the games kept here, the newest first. Exit 1 where one cannot be followed to its end.",
        "companion.cli.games:games",
    ),
    "show": Listed("Shows a game kept here: board, tokens, history.", "companion.cli.games:show"),
    "foresee": Listed("Shows what may come.", "companion.cli.foresee:foresee", lambda game: game.foresees),
    "replay": Listed(
        "Folds a game record. A move that the rules refuse is named, and the status is then 1.",
        "companion.cli.records:replay",
    ),
    "export": Listed(
        "Writes a kept game, undo and all, as a record file (to standard output if no file is named).",
        "companion.cli.records:export",
    ),
    "import": Listed(
        "Keeps the game of a record file. The same record again changes nothing.", "companion.cli.records:import_"
    ),
    "backup": Listed(
        "Copies every game kept here into one file, also while games go on.", "companion.cli.backups:backup"
    ),
    "restore": Listed(
        "Puts the games of a backup into the place of those kept here, which stay beside it.",
        "companion.cli.backups:restore",
    ),
    "transfer": Listed(
        "Takes the games of a file into the journal that COMPANION_DATABASE_URL names, or back. Exit 1: some stayed.",
        "companion.cli.club:transfer",
    ),
    "doctor": Listed(
        "Says what works on this machine and what is missing, with the command that mends it.",
        "companion.cli.doctor:doctor",
    ),
    "docs": Listed(
        "Shows the documentation in a browser until Ctrl-C: from this machine, to this machine, without a network.",
        "companion.cli.docs:docs",
    ),
    "see": Listed(
        "Finds and reads every card and die in each photo. Status 1: something is in doubt; 2: a photo cannot be read.",
        "companion.cli.see:see",
    ),
    "score": Listed(
        "Reads a table and scores it. Status 1: something that counts is in doubt, and the questions say what.",
        "companion.cli.score:score",
        lambda game: game.scores,
    ),
    "watch": Listed(
        "Follows a table until Ctrl-C or the end of the film. Status 1: something is still asked, or in dispute.",
        "companion.cli.watch:watch",
        lambda game: game.watches,
    ),
    "roll": Listed("Rolls once.", "companion.cli.roll:roll", lambda game: game.rolls),
    "rules": Listed(
        "Prints a game's rules as this preset plays them, each with its number.", "companion.cli.rules:rules"
    ),
    "page": Listed(
        "Serves a game's page until Ctrl-C: each code lets one in. Who watches changes nothing.",
        "companion.cli.web:page",
    ),
    "club": Listed("A club: several tables, one history.", "companion.cli.club:app"),
    "deck": Listed("The decks that the reader knows.", "companion.cli.deck:app"),
    "print": Listed("Printables, at true size.", "companion.cli.print:app"),
    "roller": Listed("The dice roller on a serial line, and how honest dice are.", "companion.cli.roller:roller"),
    "dice": Listed("Dice that say by Bluetooth what they show.", "companion.cli.dice:dice"),
}
"""What is told of each command, and where it is."""
