"""What the player at turn can do now, and what each player is to do."""

from __future__ import annotations

from companion.app.i18n import words
from companion.app.magnate.announcements import must_shuffle
from companion.app.magnate.at_table import AtTable
from companion.app.magnate.sheets.trade import PRICE
from companion.app.magnate.widgets.player_panel import Action
from companion.games.magnate import Phase, Score, State


def offered(state: State, table: AtTable) -> list[Action]:
    """The actions of the player at turn, the usual one first (B7, B17, B27, B33, B34)."""
    if state.over:
        return [Action("end", words._("Final score"), "done", table.see_score, main=True)]
    if state.phase is Phase.ROLL:
        return [
            Action("roll", words._("Enter the roll"), "dice", table.open_roll, main=True),
            Action("app_dice", words._("Roll for me"), "turn", table.roll_for_me),
        ]
    if state.phase is Phase.INCOME:
        return []
    beside = [
        Action("deed", words._("Deed"), "onto", table.open_deeds, pale=not any(state.deeds(state.player))),
        Action("trade", words._("Trade"), "trade", table.open_trade, pale=not can_trade(state)),
    ]
    if state.phase is Phase.PLAY:
        return [Action("play", words._("Play a card"), "play", table.open_cards, main=True), *beside]
    if state.last_turns is not None:
        last = words._("End the turn")
    else:
        last = words._("Shuffle, then draw") if must_shuffle(state) else words._("Draw")
    return [Action("draw", last, "draw", table.end_turn, main=True), *beside]


def laid(state: State, seat: int) -> bool:
    """Whether this seat has a card in any district."""
    columns = (state.column(seat, place) for place in range(len(state.districts)))
    return any(column is not None and column.cards for column in columns)


def can_trade(state: State) -> bool:
    """Whether the player at turn has three tokens of one suit (B33)."""
    return any(count >= PRICE for _, count in state.tokens[state.player].items())


def awaited_of(state: State, seat: int) -> str:
    """What the table waits for from this seat, in a few words; nothing where it waits for the other."""
    if not any(waiting.owner == seat for waiting in state.waiting_for):
        return ""
    left = state.plays_left
    said: dict[Phase, str] = {
        Phase.ROLL: words._("Roll the dice"),
        Phase.INCOME: words._("Choose a token"),
        Phase.PLAY: words.ngettext("Play a card", "Play {n} cards", left).format(n=left),
        Phase.DRAW: words._("Draw") if state.last_turns is None else words._("End the turn"),
    }
    return said[state.phase]


def steps(state: State, seat: int) -> tuple[list[tuple[str, str]], int]:
    """The steps of this seat's turn, each with its name and, once done, how it went; which is next, -1 for none."""
    last = words._("Draw") if state.last_turns is None else words._("End")
    names = [words._("Roll"), words._("Play"), last]
    if state.over or seat != state.player:
        return [(name, "") for name in names], -1
    now = {Phase.ROLL: 0, Phase.INCOME: 0, Phase.PLAY: 1, Phase.DRAW: 2}[state.phase]
    rolled = "{}·{}".format(*state.roll.dice) if state.roll is not None and now > 0 else ""
    return list(zip(names, (rolled, "", ""), strict=True)), now


def tie_values(stands: Score, seat: int) -> str:
    """What settles a tie, first and second: all ranks, then tokens (B41, B42)."""
    tokens = stands.tokens[seat]
    return words._("Σ {total} · {tokens}").format(
        total=stands.total_ranks[seat], tokens="?" if tokens is None else tokens.total
    )
