"""Magnate's own commands and help texts; imported whenever commands are listed."""

GAME_COMMANDS = {
    "demo": (
        "Read a bundled photo of a table and score it; then play a whole bundled game and score that.",
        "companion.cli.magnate.demo:demo",
    )
}
"""Magnate's own commands, by name: summary and target."""

WORDS = {
    "new": "Keep a new game as it lies on the table. Nothing is drawn by lot: say who starts and who has which Crowns.",
    "foresee": "Show income to expect, tokens at risk, where each district stands, and what a card can do.",
    "roll": "Roll once: two d10, the tax dice beside a 1, the suits taxed and what the rank pays.\n\n"
    "Status 1: dice lie under the camera, but what they show is in doubt.",
    "show --plot": "Draw tokens, income and district margins over the turns into this file.",
}
"""Help of commands and options in the words of this game, which is the default one."""
