"""A cheat sheet made from a table's options, each line with its rule's number."""

from collections.abc import Iterator

from companion.games.magnate.options import Options, Solo
from companion.games.magnate.table_help import setting_up
from companion.games.texts import Line, Section, other_reading
from companion.locale import Message


def cheat_sheet(options: Options) -> tuple[Section, ...]:
    """Return the rules in force with these options, and no others.

    >>> from companion.games.magnate.options import preset
    >>> taxation = cheat_sheet(preset("mega"))[2]
    >>> str(taxation.title), str(taxation.lines[0].text)[:26]
    ('Taxation', 'If a d10 shows 1, roll two')
    """
    return (
        Section(Message("Setting up"), tuple(setting_up(options))),
        Section(Message("A turn"), tuple(_turn(options))),
        Section(Message("Taxation"), tuple(_taxation(options))),
        Section(Message("Income, by the higher d10"), tuple(_income(options))),
        Section(Message("Playing a card"), tuple(_playing(options))),
        Section(Message("Deeds"), tuple(_deeds(options))),
        *_automa(options),
        Section(Message("The end"), tuple(_end(options))),
        Section(Message("The score"), tuple(_score(options))),
    )


def _turn(options: Options) -> Iterator[Line]:
    yield Line("B8", Message("Roll two d10: first taxation, then everybody collects."))
    plays = {"n": options.plays}
    yield Line(
        "F6" if options.plays > 1 else "B17",
        Message(
            "Play {n} card: develop it, buy its deed, or sell it.",
            plays,
            "Play {n} cards: develop each, buy its deed, or sell it.",
            "n",
        ),
    )
    yield Line("B17", Message("You must play. A card that fits nowhere can only be sold."))
    yield Line("B33", Message("Before drawing, as often as you like: three tokens of one suit for one of another."))
    yield other_reading("B33", Message("only while you play a card"), Message("French page"))
    yield Line("B27", Message("Before drawing, as often as you like: put tokens on your deeds."))
    yield Line(
        "F6" if options.plays > 1 else "B34",
        Message("Draw {n} card; the turn ends.", plays, "Draw {n} cards; the turn ends.", "n"),
    )


def _taxation(options: Options) -> Iterator[Line]:
    if options.tax_dice == 2:
        rule = "F3" if options.decks == 2 else "F1"
        yield Line(rule, Message("If a d10 shows 1, roll two d6: both suits are taxed; equal dice tax one suit."))
    else:
        yield Line("B8", Message("If a d10 shows 1, roll the d6 once: that suit is taxed."))
    if options.decks == 2:
        choice = Message("one d6") if options.tax_dice == 2 else Message("two d6, two suits taxed")
        source = Message("Abstract Play") if options.tax_dice == 2 else Message("Roller page")
        yield other_reading("F3", choice, source)
    yield Line("B9", Message("1 Moons, 2 Suns, 3 Waves, 4 Leaves, 5 Wyrms, 6 Knots."))
    yield Line("B10", Message("Whoever has two or more of a taxed suit keeps one."))
    yield Line("B11", Message("Tokens on deeds are safe."))


def _income(options: Options) -> Iterator[Line]:
    if options.solo is Solo.NO:
        yield Line("B13", Message("10: each player one token for each own Crown."))
    else:
        yield Line("D2", Message("10: you get one token for each own Crown; the automa never collects."))
    yield Line("B14", Message("2–9: one token of each suit for every property of that rank."))
    yield Line("B15", Message("2–9: one token, of a suit that its owner chooses, for every deed of that rank."))
    yield Line("B16", Message("Both 1: one token for every Ace, deeds too."))
    yield Line("B12", Message("A double pays once."))
    if options.courts:
        yield Line("C5", Message("Courts pay nothing, ever."))
        yield Line("C7", Message("Courts as trading posts are not played here: no document says how they trade."))


def _playing(options: Options) -> Iterator[Line]:
    yield Line("B20", Message("Your first card in a district shares a suit with its Pawn."))
    if options.excuse:
        yield Line("B20", Message("At the Excuse any card may be your first."))
    yield Line("B21", Message("Every later card shares a suit with your last one there."))
    yield Line("B22", Message("Nothing is placed beyond an unfinished deed of yours."))
    yield Line("B23", Message("A property stays in the district where it was placed."))
    yield Line("B18", Message("Develop: as many tokens as the rank, of the card's suits, at least one of each."))
    if options.original_aces:
        yield Line("F13", Message("An Ace costs 1 token of its suit."))
        yield other_reading("B19", Message("an Ace for 3 tokens"), Message("English, French and Roller pages"))
    else:
        yield Line("B19", Message("An Ace costs 3 tokens of its suit."))
        yield other_reading("B19", Message("an Ace for 1 token, worth 1"), Message("Roller, the game's original rule"))
    if options.courts:
        yield Line("C2", Message("A Court costs 10 tokens of its three suits, at least one of each."))
    if options.solo is Solo.NO:
        yield Line("B32", Message("Sell: discard the card for one token of each of its suits; an Ace gives 2."))
    else:
        yield Line("B32", Message("Sell: one token of each of the card's suits; an Ace gives 2."))
    if options.courts:
        yield Line("C4", Message("A Court sells for 3 tokens, one of each suit."))


def _deeds(options: Options) -> Iterator[Line]:
    yield Line("B24", Message("A deed costs one token of each suit of the card, and those do not count towards it."))
    price = {"n": options.ace_deed_price}
    rule = "E1" if options.ace_deed_price == 2 else "B25"
    yield Line(rule, Message("An Ace's deed costs {n} token.", price, "An Ace's deed costs {n} tokens.", "n"))
    if options.ace_deed_price == 1:
        yield other_reading("E1", Message("an Ace's deed for 2 tokens"), Message("French page"))
    else:
        yield other_reading("B25", Message("an Ace's deed for 1 token"), Message("English page and Roller"))
    if options.courts:
        yield Line("C3", Message("A Court's deed costs 3 tokens, and then 10 more complete it."))
    if options.deeds_on_twos:
        yield Line("B26", Message("A deed on a 2 is pointless: building the card outright also costs 2 tokens."))
        yield other_reading("B26", Message("deeds on a 2 are forbidden"), Message("Abstract Play"))
    else:
        yield Line("B26", Message("There are no deeds on a 2."))
        yield other_reading("B26", Message("they are allowed, but pointless"), Message("English and French pages"))
    if options.every_suit_on_a_deed:
        yield Line("B29", Message("It is complete with as many tokens as it costs outright, each suit among them."))
        yield other_reading("B29", Message("in any mix of its suits"), Message("English and French pages"))
    else:
        yield Line("B29", Message("It is complete with as many tokens of its suits as it costs outright, in any mix."))
        yield other_reading("B29", Message("with at least one token of each suit"), _needing_each_suit(options))
    yield Line("B30", Message("Then the tokens on it go to the bank; none comes back before, none is overpaid."))
    if options.deeds_turned:
        yield Line("E5", Message("Deeds lie a quarter turn against finished properties, which stand upright."))
    else:
        yield Line("E5", Message("Deeds stand upright; finished properties lie a quarter turn against them."))
    yield other_reading(
        "E5", Message("the other way round"), Message("Roller page") if options.deeds_turned else Message("French page")
    )


def _needing_each_suit(options: Options) -> Message:
    """Return the documents that need each suit on a deed; the Roller's page, which has mega and three players, does."""
    if options.decks == 2 or options.players == 3:
        return Message("Roller, the page that has this variant")
    return Message("Roller and Abstract Play")


def _automa(options: Options) -> Iterator[Section]:
    if options.solo is not Solo.NO:
        yield Section(Message("The automa"), tuple(_automas_cards(options)))


def _automas_cards(options: Options) -> Iterator[Line]:
    yield Line("D3", Message("A card you sell pays as usual and becomes a finished property of the automa."))
    yield Line("D4", Message("You choose the district; the card must match there as usual."))
    if options.solo is Solo.HARD:
        yield Line("D8", Message("If it has a suit of the automa's Crowns, it must match by such a suit."))
        yield Line("D9", Message("Only where that is impossible does another suit do."))
    yield Line("D5", Message("Where it fits nowhere it is discarded, and pays all the same."))


def _end(options: Options) -> Iterator[Line]:
    if options.solo is not Solo.NO:
        if options.solo_last_turn:
            yield Line("D6", Message("When the pile is empty there is one last turn without a draw."))
        else:
            yield Line("D6", Message("When the pile is empty the game is over."))
        choice = Message("the game is over") if options.solo_last_turn else Message("one last turn without a draw")
        yield other_reading("D6", choice, Message("English page"))
        return
    times = {"n": options.reshuffles}
    rule = "F10" if options.players == 3 else "B35"
    if not options.reshuffles:
        yield Line(rule, Message("The discards are not shuffled again."))
    else:
        yield Line(
            rule,
            Message(
                "Shuffle the discards once to make a new pile.",
                times,
                "Shuffle the discards {n} times to make a new pile.",
                "n",
            ),
        )
        yield from _when_shuffled(options)
    if options.players == 3:
        choice = Message("once") if options.reshuffles == 2 else Message("twice")
        yield other_reading("F10", choice, Message("Roller, which has both"))
    if options.last_turns_from_failed_draw:
        yield Line("B36", Message("After that, from the first draw that fails, everybody has one more turn."))
        yield other_reading("B36", Message("from the last card drawn"), Message("English and French pages"))
    else:
        yield Line("B36", Message("After that, from the last card drawn, everybody has one more turn, without a draw."))
        yield other_reading("B36", Message("from a draw that fails"), Message("another program"))


def _when_shuffled(options: Options) -> Iterator[Line]:
    """Yield the moment of the shuffle, which the pages leave open."""
    at_once, at_a_draw = Message("as soon as the pile is empty"), Message("when a card is to be drawn")
    when, choice = (at_once, at_a_draw) if options.reshuffle_at_once else (at_a_draw, at_once)
    yield Line("B35", Message("They are shuffled {when}.", {"when": when}))
    yield other_reading("B35", choice, Message("English page"))


def _score(options: Options) -> Iterator[Line]:
    yield Line("B37", Message("Hands, unfinished deeds and the tokens on them go away first."))
    yield Line("B38", Message("A district's total is the sum of the ranks of your finished properties there."))
    if options.original_aces:
        yield Line("F13", Message("An Ace counts 1."))
    else:
        yield Line("B38", Message("An Ace counts one for each of your properties there with its suit, itself too."))
    if options.courts:
        yield Line("C6", Message("A Court counts 10."))
    if options.players == 3:
        yield Line("F11", Message("The strictly highest total holds a district, a tie for the top nobody."))
    else:
        yield Line("B39", Message("The higher total holds a district, a tie nobody."))
    yield Line("B40", Message("Most districts win."))
    if options.tie_counts_aces_as_scored:
        yield Line("B41", Message("If districts are equal, the higher sum of all totals wins."))
        yield other_reading("B41", Message("each Ace counted as 1"), Message("two other programs"))
    else:
        yield Line("B41", Message("If districts are equal, the higher sum of all ranks wins, an Ace as 1."))
        yield other_reading("B41", Message("Aces as scored"), Message("Roller and Abstract Play"))
    if options.solo is not Solo.NO and options.solo_double_tie_draws:
        yield Line("D7", Message("If these are equal, too, the game is a draw."))
        yield other_reading("D7", Message("one token left wins for you"), Message("English page"))
        return
    if options.solo is not Solo.NO:
        yield Line("D7", Message("If these are equal, too, one token left wins for you: the automa has none."))
        yield other_reading("D7", Message("the game is a draw"), Message("English page"))
    else:
        yield Line("B42", Message("If these are equal, too, the most tokens left win; those on deeds do not count."))
    yield Line("B43", Message("Otherwise the game is a draw."))
