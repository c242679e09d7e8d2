"""Questions about a rendered table, answered as somebody who sees it would."""

from companion.locale import Message
from companion.table.choices import choices
from companion.table.questions import NONE, TableQuestion
from tests.bench.tables import true_answer

LABELS = {
    "cards": [
        {"card": "4MS", "corners": [[0, 0], [60, 0], [60, 84], [0, 84]], "role": "property"},
        {"card": "2SY", "corners": [[100, 10], [184, 10], [184, 70], [100, 70]], "role": "deed"},
        {"card": None, "corners": [[300, 0], [360, 0], [360, 84], [300, 84]], "role": "deck"},
    ]
}


def asked(kind: str, left: float, answers: tuple[str, ...]) -> str | None:
    return true_answer(
        TableQuestion("q", kind, Message("which"), choices(answers), region=(left, 0, left + 60, 84)), LABELS
    )


def test_a_card_is_named_and_what_is_none_is_called_none() -> None:
    assert asked("card", 0, ("5ML", "4MS", NONE)) == "4MS"
    assert asked("card", 300, ("5ML", NONE)) == NONE
    assert asked("card", 600, ("5ML", NONE)) == NONE


def test_deeds_and_strays_are_told() -> None:
    assert asked("deed", 110, ("deed", "property")) == "deed"
    assert asked("deed", 0, ("deed", "property")) == "property"
    assert asked("belongs", 0, ("yes", "no")) == "yes"
    assert asked("belongs", 300, ("yes", "no")) == "no"


def test_the_true_card_is_named_whether_it_is_offered_or_not() -> None:
    assert asked("card", 0, ("5ML", "6LK")) == "4MS"
    assert asked("order", 0, ()) is None


def test_the_edge_a_player_sits_at_follows_the_turn() -> None:
    question = TableQuestion("near", "near", Message("which"), choices(("right", "left")), region=(0, 0, 1, 1))
    assert true_answer(question, LABELS, 80) == "left"
    assert true_answer(question, LABELS, -75) == "right"


def test_cards_tell_at_which_edge_their_player_sits() -> None:
    def card(role: str, x: float, y: float, **more: object) -> dict[str, object]:
        return {"card": "4MS", "corners": [[x, y], [x + 60, y], [x + 60, y + 84], [x, y + 84]], "role": role, **more}

    edges = ("top", "left", "bottom", "right")
    for (x, y), edge in {(300, 100): "top", (300, 500): "bottom", (60, 280): "left", (540, 320): "right"}.items():
        rows = [card("district", 300, 300, district=0), card("property", x, y, district=0, side=0)]
        question = TableQuestion("near", "near", Message("which"), choices(edges), region=(0, 0, 1, 1))
        assert true_answer(question, {"cards": rows}, 0) == edge
