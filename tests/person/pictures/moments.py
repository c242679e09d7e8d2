"""Moments of real tables, as stored games: whose screens are kept as pictures."""

from dataclasses import dataclass
from datetime import UTC, datetime

from companion.journal import Entry, KeptGame
from tests.person.referee import start
from tests.person.same_game import beginning, move_of, rules_of

NAMES = ("Ann", "Ben", "Cat", "Dan")
NOON = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Moment:
    """The first time after some acts that a table waits in a phase."""

    game: str
    seats: int
    phase: str
    after: int = 0
    seed: int = 1

    def stored(self) -> tuple[KeptGame, list[Entry], int]:
        """Return the game, its entries until then, and the seat that is asked, or the first one."""
        table = start(self.game, self.seats, self.seed)
        rules, (options, setup) = rules_of(table), beginning(table)
        state, entries = rules.start(options, setup), list[Entry]()
        while len(entries) < self.after or table.expect().phase != self.phase:
            act = table.next_act()
            move = move_of(table, act, state)
            seq = len(entries) + 1
            entries.append(Entry("g", seq, f"e{seq}", seq - 1, NOON, None, "touch", rules.move_to_json(move)))
            state = rules.apply(state, move)
        names = NAMES[: self.seats]
        kept = KeptGame(
            "g", self.game, " – ".join(names), names, rules.options_to_json(options), rules.setup_to_json(setup), NOON
        )
        return kept, entries, next(iter(table.expect().asked), 0)


MOMENTS = {
    "magnate-first": Moment("magnate", 2, "roll"),
    "magnate-play": Moment("magnate", 2, "play", 40),
    "magnate-income": Moment("magnate", 2, "income", 30),
    "magnate-draw": Moment("magnate", 2, "draw", 80),
    "magnate-late": Moment("magnate", 2, "play", 120),
    "magnate-over": Moment("magnate", 2, "over"),
    "magnate3-roll": Moment("magnate", 3, "roll", 60),
    "magnate3-play": Moment("magnate", 3, "play", 120),
    "magnate3-over": Moment("magnate", 3, "over"),
    "futures-deal": Moment("sorcerous-futures", 4, "deal"),
    "futures-choose": Moment("sorcerous-futures", 4, "choose", 20),
    "futures-open": Moment("sorcerous-futures", 4, "open", 30),
    "futures-closed": Moment("sorcerous-futures", 3, "closed", 20),
    "futures-over": Moment("sorcerous-futures", 3, "over"),
    "magistratvm-roll": Moment("magistratvm", 4, "roll"),
    "magistratvm-bidding": Moment("magistratvm", 4, "bidding", 60),
    "magistratvm-action": Moment("magistratvm", 4, "action", 100),
    "magistratvm-election": Moment("magistratvm", 3, "election", 120),
    "magistratvm-redistribution": Moment("magistratvm", 3, "redistribution", 100),
    "magistratvm-over": Moment("magistratvm", 3, "over"),
}
"""By the name of their pictures."""
