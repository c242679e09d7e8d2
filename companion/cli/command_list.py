"""The commands in the order in which help lists them; none is imported here."""

COMMANDS = {
    "demo": "Read and score a rendered picture of a table, then play and score a whole sample game.",
    "new": "Save a new game. Without players and setup, a terminal shows what is proposed, to change it line by line.",
    "games": "List the saved games, newest first. Exit status 1: a game could not be read completely.",
    "show": "Show a saved game: board, tokens, history.",
    "play": "Make moves in a saved game. Without a move, list the possible moves, or open a prompt in a terminal.",
    "undo": "Undo the last move of a saved game.",
    "redo": "Redo the move that was undone last.",
    "correct": "Correct a saved game to match the table.",
    "rename": "Rename a saved game, or one of its players.",
    "delete": "Delete a saved game. Its record is moved to the folder of deleted games; `companion import` "
    "restores it.",
    "forget": "Delete a person's name from all games, backups, deleted games and statistics. This cannot be undone.",
    "foresee": "Show what may come in a saved game.",
    "replay": "Replay a game record and print its result. Exit status 1: the rules refuse a move, which is printed.",
    "export": "Write a saved game, including undone moves, as a record file. Default: to standard output.",
    "import": "Save the game of a record file. Importing the same record again changes nothing.",
    "backup": "Back up all saved games to one file, even during a game.",
    "restore": "Restore a backup. The current games are kept in a separate file.",
    "transfer": "Copy games to the server in COMPANION_DATABASE_URL, or back. Exit status 1: some could not be copied.",
    "doctor": "Check what works on this computer, and print the command that fixes each problem.",
    "docs": "Serve the documentation on this computer until you press Ctrl-C. No network is needed.",
    "see": "Read every card and die in each photo. Exit status 1: a reading is uncertain; 2: a photo cannot be read.",
    "score": "Score a table from a photo. Exit status 1: the score is uncertain, and questions are printed.",
    "watch": "Follow a table until Ctrl-C or the end of the video.",
    "roll": "Roll the dice of a turn, and print what they bring.",
    "tokens": "Count the tokens of a table that plays Magnate without the companion.",
    "rules": "Print the rules of a saved game or of a preset, with their numbers.",
    "web": "Serve all games to phones, tablets and TVs until Ctrl-C. The first device that scans the code is the host.",
    "club": "Manage a club: several tables, one history.",
    "deck": "Manage the decks that the companion recognises.",
    "print": "Make printable PDFs at actual size.",
    "roller": "Use the dice roller on a serial port, and test whether dice are fair.",
    "dice": "Teach the camera your dice, and use Bluetooth dice.",
}
"""By name, the first paragraph of each command's docstring."""

MODULES = {
    **dict.fromkeys(("show", "foresee"), "games"),
    **dict.fromkeys(("undo", "redo", "correct"), "play"),
    **dict.fromkeys(("rename", "delete", "forget"), "game_keeping"),
    **dict.fromkeys(("replay", "export", "import", "backup", "restore"), "records"),
    "transfer": "club",
    "tokens": "magnate.tokens",
}
"""The module in this package of each command that is in none of its own name."""
