"""Tables as a camera saw them: looks in ``tests/table/recordings``, each named after what it shows.

``cards`` are what was seen: corners in pixels (``at``), what each may be with its probability (``reads``), the share
of its face that was seen (``shown``). ``lie`` says how they truly lay, ``asked`` what is asked about,
and ``made`` where the recording comes from.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.games.magnate import preset
from companion.pieces import Card
from companion.table.edge import Edge
from companion.table.magnate.game_prior import PhotoAnswers
from companion.table.magnate.layout import read_layout
from companion.table.sightings import CardSighting, Face, Sightings
from tests.cases import each
from tests.table.magnate.test_layout import columns, row

RECORDINGS = sorted((Path(__file__).parents[1] / "recordings").glob("*.json"))


def card(document: dict[str, Any]) -> CardSighting:
    a, b, c, d = ((x, y) for x, y in document["at"])
    reads = tuple((Card.parse(code), share) for code, share in document.get("reads", ()))
    return CardSighting((a, b, c, d), Face(document.get("face", "up")), reads, document["sure"], document.get("shown"))


@each("recording", RECORDINGS, ids=lambda path: path.stem)
def test_as_it_lay(recording: Path) -> None:
    written = json.loads(recording.read_text(encoding="utf8"))
    sightings = Sightings(1280, 960, tuple(map(card, written["cards"])))
    reading = read_layout(sightings, preset(written["game"]), Edge.BOTTOM, PhotoAnswers())
    found = {f"{district} {player}": list(cards) for (district, player), cards in columns(reading).items()}
    assert {"row": list(row(reading)), "columns": found} == written["lie"]
    assert [question.key for question in reading.questions] == written["asked"]
