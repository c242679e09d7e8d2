"""Every change of a number has a cause, and the causes add up to the number."""

from __future__ import annotations

from companion.demo.deal import Deal
from companion.demo.whole_game import seeded_game
from companion.games.magnate import apply, preset, score
from companion.games.magnate.causes import Cause, token_causes, total_causes
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.moves import Correct, Roll
from companion.games.magnate.setup import start
from companion.pieces import Suit, Tokens
from tests.cases import each


@each("kind", ["standard", "three-players", "mega", "solo"])
def test_the_causes_of_every_number_add_up_to_it(kind: str) -> None:
    options = preset(kind)
    before = begun = start(options, Deal.from_seed(1, options).setup)
    counted = {(seat, suit): begun.tokens[seat][suit] for seat in range(begun.players) for suit in Suit}
    for number, (move, after) in enumerate(seeded_game(1, options)):
        for (seat, suit), held in counted.items():
            causes = token_causes(before, move, after, seat, suit)
            counted[seat, suit] = held + sum(cause.change for cause in causes)
            assert counted[seat, suit] == after.tokens[seat][suit], (number, move)
            assert all(cause.rule for cause in causes) or isinstance(move, Correct)
        for side in score(after).districts[0].sides:
            was = next(one.total for one in score(before).districts[0].sides if one.player == side.player)
            assert was + sum(c.change for c in total_causes(before, move, after, side.player, 0)) == side.total
        before = after


def test_a_roll_that_taxes_and_pays_has_two_causes() -> None:
    options = preset("standard")
    begun = start(options, Deal.from_seed(1, options).setup)
    moons = next(seat for seat in (0, 1) if any(crown.suits == (Suit.MOONS,) for crown in begun.crowns[seat]))
    was = begun.tokens[moons]
    rich = apply(begun, Correct((TokensFact(moons, was, was + Tokens.of(*[Suit.MOONS] * 4)),)))
    move = Roll(rich.player, (10, 1), (1,))
    assert token_causes(rich, move, apply(rich, move), moons, Suit.MOONS) == (Cause(-4, "B10"), Cause(1, "B13"))
