"""The commands in the order in which help lists them; none is imported here."""

from __future__ import annotations

from companion.cli.lazy_commands import CommandEntry

COMMANDS = {
    "demo": CommandEntry(
        "Read and score a rendered picture of a table, then play and score a whole sample game.",
        "companion.cli.demo:demo",
    ),
    "new": CommandEntry(
        "Save a new game. Without players and setup, a terminal shows what is proposed, to change it line by line.",
        "companion.cli.new:new",
    ),
    "games": CommandEntry(
        "List the saved games, newest first. Exit status 1: a game could not be read completely.",
        "companion.cli.games:games",
    ),
    "show": CommandEntry("Show a saved game: board, tokens, history.", "companion.cli.games:show"),
    "play": CommandEntry(
        "Make moves in a saved game. Without a move, list the possible moves, or open a prompt in a terminal.",
        "companion.cli.play:play",
    ),
    "undo": CommandEntry("Undo the last move of a saved game.", "companion.cli.play:undo"),
    "redo": CommandEntry("Redo the move that was undone last.", "companion.cli.play:redo"),
    "correct": CommandEntry("Correct a saved game to match the table.", "companion.cli.play:correct"),
    "rename": CommandEntry("Rename a saved game, or one of its players.", "companion.cli.game_keeping:rename"),
    "delete": CommandEntry(
        "Delete a saved game. Its record is moved to the folder of deleted games; `companion import` restores it.",
        "companion.cli.game_keeping:delete",
    ),
    "forget": CommandEntry(
        "Delete a person's name from all games, backups, deleted games and statistics. This cannot be undone.",
        "companion.cli.forget:forget",
    ),
    "foresee": CommandEntry("Show what may come in a saved game.", "companion.cli.foresee:foresee"),
    "replay": CommandEntry(
        "Replay a game record and print its result. Exit status 1: the rules refuse a move, which is printed.",
        "companion.cli.records:replay",
    ),
    "export": CommandEntry(
        "Write a saved game, including undone moves, as a record file. Default: to standard output.",
        "companion.cli.records:export",
    ),
    "import": CommandEntry(
        "Save the game of a record file. Importing the same record again changes nothing.",
        "companion.cli.records:import_",
    ),
    "backup": CommandEntry("Back up all saved games to one file, even during a game.", "companion.cli.backups:backup"),
    "restore": CommandEntry(
        "Restore a backup. The current games are kept in a separate file.",
        "companion.cli.backups:restore",
    ),
    "transfer": CommandEntry(
        "Copy games to the server in COMPANION_DATABASE_URL, or back. Exit status 1: some could not be copied.",
        "companion.cli.club:transfer",
    ),
    "doctor": CommandEntry(
        "Check what works on this computer, and print the command that fixes each problem.",
        "companion.cli.doctor:doctor",
    ),
    "docs": CommandEntry(
        "Serve the documentation on this computer until you press Ctrl-C. No network is needed.",
        "companion.cli.docs:docs",
    ),
    "see": CommandEntry(
        "Read every card and die in each photo. Exit status 1: a reading is uncertain; 2: a photo cannot be read.",
        "companion.cli.see:see",
    ),
    "score": CommandEntry(
        "Score a table from a photo. Exit status 1: the score is uncertain, and questions are printed.",
        "companion.cli.score:score",
        lambda game: game.score,
    ),
    "watch": CommandEntry(
        "Follow a table until Ctrl-C or the end of the video.",
        "companion.cli.watch:watch",
        lambda game: game.watch,
    ),
    "roll": CommandEntry("Roll the dice of a turn, and print what they bring.", "companion.cli.roll:roll"),
    "tokens": CommandEntry(
        "Count the tokens of a table that plays Magnate without the companion.", "companion.cli.magnate.tokens:tokens"
    ),
    "rules": CommandEntry(
        "Print the rules of a saved game or of a preset, with their numbers.", "companion.cli.rules:rules"
    ),
    "web": CommandEntry(
        "Serve all games to phones, tablets and TVs until Ctrl-C. The first device that scans the code is the host.",
        "companion.cli.web:web",
    ),
    "club": CommandEntry("Manage a club: several tables, one history.", "companion.cli.club:app"),
    "deck": CommandEntry("Manage the decks that the companion recognises.", "companion.cli.deck:app"),
    "print": CommandEntry("Make printable PDFs at actual size.", "companion.cli.print:app"),
    "roller": CommandEntry(
        "Use the dice roller on a serial port, and test whether dice are fair.", "companion.cli.roller:roller"
    ),
    "dice": CommandEntry("Teach the camera your dice, and use Bluetooth dice.", "companion.cli.dice:dice"),
}
"""By name, each command's summary and target."""
