"""Two turns of Magnate, tapped at a drawn table."""

from companion.games.texts import Lesson, LessonStep
from companion.locale import Message

_FIRST, _SECOND = ("3MW", "9LK", "5SW"), ("6MW", "9LK", "5SW")

LESSON = Lesson(
    ("Ann", "Ben"),
    "standard | PMSL:-/- PMYK:-/- X:-/- PSWK:-/- PWLY:-/- | CM,CW,CK/CS,CL,CY | M1W1K1/S1L1Y1 | 0 1 roll 1 "
    "| 24 0 0 - | - | -",
    (
        LessonStep(
            Message(
                "You are Ann. Five districts lie between you and Ben: whoever wins more of them wins. Each of your "
                "three Crowns gave you a token."
            ),
            hand=_FIRST,
        ),
        LessonStep(
            Message("Every turn begins with two ten-sided dice. The higher one pays both players."),
            ("0 roll 10 4",),
            button=Message("Roll"),
            hand=_FIRST,
        ),
        LessonStep(
            Message("A 10 pays a token for each own Crown. Now play one card of your hand: tap the glowing card."),
            tap="3MW",
            hand=_FIRST,
        ),
        LessonStep(
            Message(
                "Your first card in a district shares a suit with the Pawn (at the Excuse, any card will do), a later "
                "one with your last card. It costs as many tokens of its suits as its rank, at least one of each. Tap "
                "the glowing district."
            ),
            ("0 develop 3MW @0 M2W1",),
            tap="side-0-0",
            hand=_FIRST,
        ),
        LessonStep(
            Message("Draw a card, and your turn is over: tap the draw pile."),
            ("0 draw",),
            tap="pile",
            hand=_FIRST[1:],
        ),
        LessonStep(
            Message("Ben rolls a 3 and a 1. A 1 is a tax; the six-sided die shows Knots."),
            ("1 roll 3 1 tax 6",),
            button=Message("See what it does"),
            hand=_SECOND,
        ),
        LessonStep(
            Message(
                "Whoever had two or more Knots keeps one. Then the 3 pays a token of each suit for your finished 3. "
                "Ben sells a card: it pays him a token of each of its suits."
            ),
            ("1 sell 8YK", "1 draw", "0 roll 7 5"),
            hand=_SECOND,
        ),
        LessonStep(
            Message("You rolled 7 and 5: nobody has a 7. The 6 costs more tokens than you have. Tap it all the same."),
            tap="6MW",
            hand=_SECOND,
        ),
        LessonStep(
            Message("Buy its deed: a token of each of its suits now, its price later, bit by bit. Tap the district."),
            ("0 deed 6MW @4 M1W1",),
            tap="side-4-0",
            hand=_SECOND,
        ),
        LessonStep(
            Message(
                "Once 6 tokens lie on it, it is finished and counts. The pile is shuffled once; when it is empty "
                "again, everybody has one last turn. Then the higher sum of ranks wins a district."
            ),
            button=Message("Now play"),
            hand=_SECOND[1:],
        ),
    ),
)
