"""What only Magnate has on the command line: here, what a list of the commands tells of it."""

OWN = {
    "demo": (
        "Reads a bundled photo of a table and scores it; then plays a whole bundled game and scores that.",
        "companion.cli.magnate.demo:demo",
    )
}
"""Commands that are about this game alone, by name: what is told of each, and where it is."""

WORDS = {
    "new": "Keeps a new game as it lies on the table. Nothing is drawn by lot: say who starts and who has which "
    "Crowns.",
    "foresee": "Shows income to expect, tokens at risk, where each district stands, and what a card can do.",
    "roll": "Rolls once: two d10, the tax dice beside a 1, the suits taxed and what the rank pays.\n\n"
    "Status 1: dice lie under the camera, but what they show is in doubt.",
    "show --plot": "Draw tokens, income and district margins over the turns into this file.",
}
"""What the help says of a command or an option in the game's own words; it speaks of the usual game."""
