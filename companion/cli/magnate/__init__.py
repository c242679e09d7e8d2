"""Magnate's own commands and help texts; imported whenever commands are listed."""

GAME_COMMANDS = {
    "demo": (
        "Read and score a rendered picture of a table, then play and score a whole sample game.",
        "companion.cli.magnate.demo:demo",
    )
}
"""Magnate's own commands, by name: summary and target."""

WORDS = {
    "foresee": "Show expected income, tokens at risk, who leads each district, and what each card allows.",
    "roll": "Roll two d10, and the tax dice on a 1. Print the taxed suits and the income.\n\n"
    "Exit status 1: the camera sees dice but cannot read them with certainty.",
    "show --plot": "Save a chart of tokens, income and district margins per turn to this file.",
}
"""Help of commands and options in the words of this game, which is the default one."""
