"""The facts of Magistratvm that can be corrected, by name."""

from __future__ import annotations

from companion.games import declared
from companion.games.json_codec import Kinds
from companion.games.magistratvm.course_facts import (
    DiscardedFact,
    FaceDownFact,
    PassesFact,
    PhaseFact,
    PrefectFact,
    PrefectGoldFact,
    StoppedFact,
    TileFact,
    TurnFact,
    WonFact,
)
from companion.games.magistratvm.state import State
from companion.games.magistratvm.table_facts import (
    DieFact,
    GoldFact,
    GovernorFact,
    MagistratesFact,
    ProvinceGoldFact,
    TokensFact,
)

Fact = declared.Fact[State]
FACTS: Kinds = {
    "gold": GoldFact,
    "lying_gold": ProvinceGoldFact,
    "die": DieFact,
    "tokens": TokensFact,
    "magistrates": MagistratesFact,
    "governor": GovernorFact,
    "tile": TileFact,
    "turn": TurnFact,
    "won": WonFact,
    "discarded": DiscardedFact,
    "face_down": FaceDownFact,
    "prefect": PrefectFact,
    "prefect_gold": PrefectGoldFact,
    "passes": PassesFact,
    "phase": PhaseFact,
    "stopped": StoppedFact,
}
"""Every kind of fact in a correction by its name in documents."""
