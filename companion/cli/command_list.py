"""The commands in the order in which help lists them; none is imported here."""

from __future__ import annotations

from companion.cli.lazy_commands import CommandEntry
from companion.cli.registry import GAME_COMMANDS

COMMANDS = {
    **{name: CommandEntry(*own) for name, own in GAME_COMMANDS.items()},
    "new": CommandEntry(
        "Keep a new game as it lies on the table. Nothing is drawn by lot.",
        "companion.cli.new:new",
        lambda game: game.new,
    ),
    "games": CommandEntry(
        "List the games kept here, the newest first. Exit 1 where one cannot be followed to its end.",
        "companion.cli.games:games",
    ),
    "show": CommandEntry("Show a game kept here: board, tokens, history.", "companion.cli.games:show"),
    "foresee": CommandEntry("Show what may come.", "companion.cli.foresee:foresee", lambda game: game.foresee),
    "replay": CommandEntry(
        "Fold a game record. A move that the rules refuse is named, and the status is then 1.",
        "companion.cli.records:replay",
    ),
    "export": CommandEntry(
        "Write a kept game, undo and all, as a record file (to standard output if no file is named).",
        "companion.cli.records:export",
    ),
    "import": CommandEntry(
        "Keep the game of a record file. The same record again changes nothing.", "companion.cli.records:import_"
    ),
    "backup": CommandEntry(
        "Copy every game kept here into one file, also while games go on.", "companion.cli.backups:backup"
    ),
    "restore": CommandEntry(
        "Put the games of a backup into the place of those kept here, which stay beside it.",
        "companion.cli.backups:restore",
    ),
    "transfer": CommandEntry(
        "Take the games of a file into the journal that COMPANION_DATABASE_URL names, or back. Exit 1: some stayed.",
        "companion.cli.club:transfer",
    ),
    "doctor": CommandEntry(
        "Say what works on this machine and what is missing, with the command that mends it.",
        "companion.cli.doctor:doctor",
    ),
    "docs": CommandEntry(
        "Show the documentation in a browser until Ctrl-C: from this machine, to this machine, without a network.",
        "companion.cli.docs:docs",
    ),
    "see": CommandEntry(
        "Find and read every card and die in each photo. Status 1: something is in doubt; 2: a photo cannot be read.",
        "companion.cli.see:see",
    ),
    "score": CommandEntry(
        "Read a table and score it. Status 1: something that counts is in doubt, and the questions say what.",
        "companion.cli.score:score",
        lambda game: game.score,
    ),
    "watch": CommandEntry(
        "Follow a table until Ctrl-C or the end of the film. Status 1: something is still asked, or in dispute.",
        "companion.cli.watch:watch",
        lambda game: game.watch,
    ),
    "roll": CommandEntry("Roll once.", "companion.cli.roll:roll", lambda game: game.roll),
    "rules": CommandEntry(
        "Print a game's rules as this preset plays them, each with its number.", "companion.cli.rules:rules"
    ),
    "page": CommandEntry(
        "Serve a game's page until Ctrl-C: each code lets one in. Who watches changes nothing.",
        "companion.cli.web:page",
    ),
    "club": CommandEntry("A club: several tables, one history.", "companion.cli.club:app"),
    "deck": CommandEntry("The decks that the reader knows.", "companion.cli.deck:app"),
    "print": CommandEntry("Printables, at true size.", "companion.cli.print:app"),
    "roller": CommandEntry("The dice roller on a serial line, and how honest dice are.", "companion.cli.roller:roller"),
    "dice": CommandEntry("Dice that say by Bluetooth what they show.", "companion.cli.dice:dice"),
}
"""By name, each command's summary and target."""
