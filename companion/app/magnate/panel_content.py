"""What a player's panel shows: actions, what there is to do, and the values that settle a tie."""

from companion.app.magnate.table_actions import TableActions
from companion.app.magnate.widgets.player_panel import Action, PlayerPanel
from companion.app.texts.i18n import words
from companion.games.magnate import Phase, State
from companion.games.magnate.paying import can_trade
from companion.games.magnate.turns import must_shuffle


def update_panel(panel: PlayerPanel, state: State, total: int, table: TableActions) -> None:
    """Show what settles a tie on a seat's panel, and in the present what the player can do.

    Args:
        panel: The panel of the seat.
        state: The state to show, of the present or of the past.
        total: The seat's total of all ranks there.
        table: What the actions call.
    """
    values = {"total": total, "tokens": state.tokens[panel.seat].total}
    panel.tie_values = words._("Total {total}\nTokens {tokens}").format(**values)
    panel.phase = "" if panel.past else describe_task(state, panel.seat)
    panel.offer(list_actions(state, table) if panel.seat == state.player and not panel.past else [])


def list_actions(state: State, table: TableActions) -> list[Action]:
    """Return the actions of the current player, the usual one first (B7, B17, B27, B33, B34).

    Args:
        state: The present state.
        table: What the actions call.
    """
    if state.over:
        return [Action("end", words._("Final score"), "done", table.screen.open_score, main=True)]
    if state.phase is Phase.ROLL:
        own, apps = words._("Enter what your dice show."), words._("The app rolls the dice for you.")
        return [
            Action("roll", words._("Enter roll"), "dice", table.open_roll, own, main=True),
            Action("app_dice", words._("Roll for me"), "turn", table.screen.roll_for_me, apps),
        ]
    if state.phase is Phase.INCOME:
        return []
    if state.phase is Phase.PLAY:
        why = words._("Choose a card of your hand. Then develop it, buy its deed, or sell it.")
        usual = Action("play", words._("Play a card"), "play", table.open_cards, why, main=True)
    else:
        end = words._("Shuffle and draw") if must_shuffle(state) else words._("Draw")
        why = words._("Ends your turn. While the pile lasts, draw a card.")
        last = words._("End turn") if state.last_turns is not None else end
        usual = Action("draw", last, "draw", table.end_turn, why, main=True)
    pays = words._("Put tokens on a deed. Once it is paid, it is a property.")
    gives = words._("Give tokens of one suit for a token of another.")
    no_deed, no_trade = not any(state.deeds(state.player)), not can_trade(state.tokens[state.player])
    return [
        usual,
        Action("deed", words._("Deed"), "onto", table.open_deeds, pays, pale=no_deed),
        Action("trade", words._("Trade"), "trade", table.open_trade, gives, pale=no_trade),
    ]


def describe_task(state: State, seat: int) -> str:
    """Return what this seat has to do, in a few words, with the roll; empty if the table waits for another seat."""
    if not any(waiting.owner == seat for waiting in state.waiting_for):
        return ""
    left = state.plays_left
    tasks: dict[Phase, str] = {
        Phase.ROLL: words._("Roll the dice"),
        Phase.INCOME: words._("Choose a token"),
        Phase.PLAY: words.ngettext("Play a card", "Play {n} cards", left).format(n=left),
        Phase.DRAW: words._("Draw") if state.last_turns is None else words._("End turn"),
    }
    rolled = f"   {'·'.join(map(str, state.roll.dice))}" if state.roll is not None else ""
    return tasks[state.phase] + rolled
