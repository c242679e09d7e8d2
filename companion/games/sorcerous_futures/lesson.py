"""Two auctions of Sorcerous Futures, tapped at a drawn table."""

from companion.games.texts import Lesson, LessonStep
from companion.locale import Message

LESSON = Lesson(
    ("Ann", "Ben", "Cat"),
    "three-players | AM,AS/AW,AL/AY,AK",
    (
        LessonStep(
            Message(
                "You are Ann. Everybody has 90 gold, two Aces with a card face down under each, and a secret Crown. "
                "Only you may see yours."
            ),
            ("0 note AM:2WL AS:7SK 0:CW",),
            button=Message("See your cards"),
        ),
        LessonStep(
            Message(
                "There is a 7 under your Ace of Suns: at the end, every Sun on a bought card is worth 7 gold, to any "
                "player. Only you know it. Now five cards are laid open."
            ),
            ("deal 5SW 6MW 4MS 7ML 8YK",),
            button=Message("Lay the cards open"),
        ),
        LessonStep(
            Message("You have the Ace of Suns and begin: tap the 5 of Suns and Waves to put it up for auction."),
            ("0 offer 5SW",),
            tap="middle-5SW",
        ),
        LessonStep(
            Message(
                "An open auction starts with your bid of its rank, 5. Each of the others bids higher or passes, once."
            ),
            ("1 bid 7", "2 pass"),
        ),
        LessonStep(
            Message("Ben bids 7, Cat passes. You alone may answer once more: tap the card to bid 8."),
            ("0 bid 8",),
            tap="auction",
        ),
        LessonStep(
            Message(
                "You paid 8 gold, which leaves the game, for a card with a Sun and a Wave. Ben, at your left, chooses "
                "next: a closed auction."
            ),
            ("1 offer 8YK closed",),
        ),
        LessonStep(
            Message(
                "Now all bid in secret, from 0, and show their bids at once. The highest pays and takes the card; of "
                "equal bids, the first clockwise from Ben."
            ),
            ("bids 3 9 6",),
            button=Message("Bid 3 gold"),
        ),
        LessonStep(
            Message(
                "Ben takes it for 9. Four times five cards are auctioned so. Each card of yours with the suit of your "
                "Crown, Waves, also brings the value of the card under the Excuse."
            ),
        ),
        LessonStep(
            Message("At the end all hidden cards are shown. Gold left and the worth of your cards: most gold wins."),
            button=Message("Now play"),
        ),
    ),
)
