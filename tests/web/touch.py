"""What goes on with a game by taps on its page alone."""

WAIT = 30.0
"""Seconds that a page may take on a loaded machine."""
TASK = ":is(.task, .cover)"
NEXT = (
    f"{TASK} .question:not(.answered) form.picks button",
    ".glow button, button.glow, .target button, button.target",
    f"{TASK} .inplay form.picks button",
    f"{TASK} .inplay a.back",
    f"{TASK} form.deck:not(.ticks) button:not(:has(.pale))",
    f"{TASK} form.numbers:not(.answered *) button",
    f"{TASK} form.picks:not(.answered *) button",
    f"{TASK} form.deck:not(.ticks) button",
    f"{TASK} button.main:not(.ticks *, .answered *)",
    f"{TASK} a.main",
    ".cover a.main, .cover .picks button",
)
"""What goes on with a game, the most urgent first."""


CHOOSE = """([selectors, chance]) => {
  for (const one of document.querySelectorAll("[data-chosen]")) one.removeAttribute("data-chosen");
  for (const selector of selectors) {
    const found = [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length);
    if (!found.length) continue;
    found[Math.floor(chance * found.length)].setAttribute("data-chosen", "");
    return true;
  }
  return false;
}"""
"""Marks one of what can be tapped, by the first selector that finds any."""
