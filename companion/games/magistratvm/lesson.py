"""A turn of Magistratvm up to its first election, tapped at a drawn table."""

from companion.games.texts import Lesson, LessonStep
from companion.locale import Message

LESSON = Lesson(
    ("Ann", "Ben", "Cat"),
    "three-players | TS2 TM0 TC3 TA4 TS5 TM1 | S M C",
    (
        LessonStep(
            Message(
                "You are Ann. Six Provinces vote every turn: you win them with tokens. Your Patricians hold Offices. "
                "The player of the highest die becomes Prefect."
            ),
            ("roll 6 2 3",),
            button=Message("Roll"),
        ),
        LessonStep(
            Message(
                "You are Prefect. As income, all may take the value of their Income die, which is then turned down."
            ),
            ("0 income 0 die", "1 income 0 die", "2 income 0 die"),
            button=Message("Take 6 gold"),
        ),
        LessonStep(
            Message("The Prefect decides where the vote begins. So the office is auctioned, and you bid first."),
            ("0 bid 1", "1 pass", "2 pass"),
            button=Message("Bid 1 gold"),
        ),
        LessonStep(
            Message(
                "The others passed. Now place tokens: your first in a Province costs 1 gold, your second 2. Tap the "
                "glowing Province of value 2 to place two."
            ),
            ("0 place TS2 2",),
            tap="province-0",
        ),
        LessonStep(
            Message(
                "Everybody does one action in turn, until all pass in a row. Ben places a token, Cat fills an Office."
            ),
            ("1 place TM1 1", "2 enter quaestor"),
        ),
        LessonStep(
            Message("An Office needs a Patrician. A Tribune costs 1 gold: tap the glowing Office."),
            ("0 enter tribune",),
            tap="office-tribune",
        ),
        LessonStep(
            Message("All pass. You, the Prefect, name the Province that votes first: tap the one with your tokens."),
            ("1 pass", "2 pass", "0 pass", "0 start TS2"),
            tap="province-0",
        ),
        LessonStep(
            Message(
                "It is won by more votes than all others have together, and at least as many tokens as its value. "
                "Active Magistrates may add votes. Tap it to count."
            ),
            ("0 count",),
            tap="province-0",
        ),
        LessonStep(
            Message(
                "You won it, and your tokens came home. Where nobody wins, those with the least lose their tokens "
                "there. So each Province votes, clockwise."
            ),
        ),
        LessonStep(
            Message(
                "When too few tiles are left, the last circuit is voted. Points: the values of your Provinces, those "
                "with a Governor twice, and the influence of your Offices."
            ),
            button=Message("Now play"),
        ),
    ),
)
