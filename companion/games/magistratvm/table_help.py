"""Help at the table: the cheat sheet of the rules in force, how to set up and put away, and the score pad."""

from collections.abc import Iterator, Sequence
from functools import partial

from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.options import Options
from companion.games.magistratvm.state import PATRICIANS, TOKENS, Decided, Phase, State
from companion.games.texts import Line, PadRow, Section, bag_sections, gold_amount, other_reading, section
from companion.locale import Message, Wording, alternatives, listed


def cheat_sheet(options: Options) -> tuple[Section, ...]:
    """Return the rules in force with these options."""
    return (
        Section(Message("Setting up"), tuple(_setup(options))),
        Section(Message("Income and the Prefect"), tuple(_opening(options))),
        Section(Message("Actions"), tuple(_actions(options))),
        Section(Message("The Offices"), tuple(_offices_section(options))),
        Section(Message("Elections"), tuple(_elections(options))),
        Section(Message("The end"), tuple(_end(options))),
    )


def _setup(options: Options) -> Iterator[Line]:
    yield Line("I1", Message("For {n} players, with all 24 tiles: ace 1, null 6.", {"n": options.players}))
    yield Line("I2", Message("Six tiles lie face up in two columns of three, 18 face down."))
    yield Line("I3", Message("Each player has the die, the pawn and six coins of a suit, and 20 influence tokens."))
    yield Line("I4", Message("The bank never runs out."))
    yield Line("I5", Message("The highest die is the first Prefect; ties roll again. Income dice begin at the null."))
    yield Line("I6", Message("A turn: income, bidding, actions, elections, its end."))
    yield Line(
        "I32",
        Message("An active Magistrate's mark points to 12 o'clock, an inactive one's to 3. Here they are ● and ○."),
    )


def _opening(options: Options) -> Iterator[Line]:
    yield Line("I7", Message("Each token at a contested Province brings 1 gold."))
    yield Line("I8", Message("Gold on a Province that you govern is yours to use, and stays there at the turn's end."))
    yield Line("I9", Message("An active Quaestor may bring 3 gold, and is inactive then."))
    yield Line("I10", Message("You may take what your Income die shows; it then goes one down, to the ace at last."))
    yield Line("I11", Message("The Prefect bids first, 0 or more; clockwise, bid more or pass for good."))
    if options.governed_gold_bids:
        yield Line("I11", Message("Gold on Provinces that you govern counts in the auction."))
        choice = Message("it does not count")
    else:
        yield Line("I11", Message("Gold on Provinces does not count in the auction."))
        choice = Message("it counts if you govern the Province")
    yield other_reading("I11", choice, Message("Magistratvm 1.1, Bidding Phase"))
    yield Line("I12", Message("The highest bidder is Prefect and pays to that space; the others keep their gold."))
    yield Line("I31", Message("Gold may change hands at any time; tokens and Patricians may not. No deal binds."))


def _actions(options: Options) -> Iterator[Line]:
    yield Line("I13", Message("Clockwise from the Prefect, one action or a pass each, until all pass in a row."))
    yield Line("I14", Message("Tokens: your n-th in a Province costs n gold; you must then have as many as any other."))
    yield Line("I15", Message("A Patrician takes a free Tribune's or Quaestor's space for 1, an Aedile's for 3."))
    yield Line("I16", Message("An active Magistrate rises for the sum of the costs on its way, and is inactive then."))
    yield Line("I17", Message("On a full level you displace a rival, who drops one level and may displace in turn."))
    yield Line("I17", Message("A displaced Magistrate stays active or inactive, as it was."))
    yield Line("I17", Message("A displaced Aedile's owner picks Tribune or Quaestor; from those one goes home."))
    if options.displaces_own:
        yield Line("I17", Message("If the level below holds only the rival's own, the rival displaces one of those."))
        choice = Message("that rival cannot be displaced")
    else:
        yield Line("I17", Message("You cannot displace a rival if the level below is full of that rival's own."))
        choice = Message("the rival then displaces one of those")
    yield other_reading("I17", choice, Message("Magistratvm 1.1, promotion of a Magistrate"))
    yield Line(
        "I18",
        Message(
            "An active Magistrate uses its Office once, and is inactive then. It need match nobody's number of tokens."
        ),
    )
    yield Line("I19", Message("An active Magistrate governs an own Province for nothing; coming home is an action."))


def _offices_section(options: Options) -> Iterator[Line]:
    for office in reversed(Office):
        values: Wording = {
            "office": office.wording(),
            "n": options.spaces(office),
            "influence": office.influence,
            "gold": office.arrow,
            "below": alternatives([one.wording() for one in office.below] or [Message("the Estate")]),
            "does": _does(office),
        }
        yield Line(
            "I18",
            Message(
                "{office}: {n} space, influence {influence}, costs {gold} from {below}. {does}",
                values,
                "{office}: {n} spaces, influence {influence}, costs {gold} from {below}. {does}",
                "n",
            ),
        )
    yield Line("I16", Message("From Censor no way leads to Dictator."))
    yield Line(
        "I16",
        Message(
            "The costs of Censor and Dictator, and the Dictator's influence 0, are guesses: set by their place alone."
        ),
    )
    yield other_reading(
        "I15",
        Message("four Praetors") if options.praetors == 3 else Message("three Praetors"),
        Message("Magistratvm 1.1: three in its table, four in its example"),
    )
    if options.spaces_are_guessed:
        yield Line("I15", Message("For three players these spaces are a guess: set them as your sheet has them."))


def _does(office: Office) -> Message:
    return {
        Office.TRIBUNE: Message("Places one token for nothing."),
        Office.QUAESTOR: Message("Brings 3 gold of income."),
        Office.AEDILE: Message("Moves anybody's token to another contested Province."),
        Office.PRAETOR: Message("Returns one or two tokens of a Province to their owners."),
        Office.CONSUL: Message("Recalls another Magistrate or a Governor, but no Censor and no Dictator."),
        Office.CENSOR: Message("Does nothing else."),
        Office.DICTATOR: Message("Wins a Province with an own token before the elections."),
    }[office]


def _elections(options: Options) -> Iterator[Line]:
    yield Line("I20", Message("The Dictator wins a Province, and governs it or goes home; without a token, goes home."))
    yield Line("I20", Message("All tokens there go home at once: nobody sets them down elsewhere."))
    yield Line("I21", Message("The Prefect names the first Province; the Prefect's gold is laid on it and stays."))
    yield Line("I22", Message("Clockwise every Province votes: tokens, and Magistrates made inactive for anybody."))
    yield from _votes(options)
    yield Line("I24", Message("The winner takes the Province with its gold; the winner's tokens go home."))
    yield Line("I25", Message("Without a majority those with least leave, unless all are level."))
    if options.votes_without_tokens:
        yield Line("I25", Message("If those with least have votes but no token there, nobody leaves."))
        yield other_reading(
            "I25", Message("those with least among the others leave"), Message("Magistratvm 1.1, Election")
        )
    if options.low_majority_removes:
        yield Line("I25", Message("They also leave if the majority is below the Province's value."))
        yield other_reading("I25", Message("then nobody leaves"), Message("Magistratvm 1.1, Election"))
    else:
        yield Line("I25", Message("A majority below the Province's value removes nobody."))
        yield other_reading(
            "I25", Message("then those with least leave, too"), Message("Magistratvm 1.1, example of the 5 of Crowns")
        )
    yield Line(
        "I26", Message("Who lost or left sets tokens down where no vote was yet, from the Prefect's left, or home.")
    )


def _votes(options: Options) -> Iterator[Line]:
    if options.votes_without_tokens:
        yield Line("I22", Message("Magistrates may vote for anybody, even without a token there."))
        choice = Message("only for those who have a token there")
    else:
        yield Line("I22", Message("Magistrates vote only for those who have a token there."))
        choice = Message("for anybody")
    yield other_reading("I22", choice, Message("Magistratvm 1.1, Bribery and player deals"))
    if options.one_vote_each:
        yield Line("I22", Message("Each player uses one Magistrate at most in a Province."))
        choice = Message("several Magistrates")
    else:
        yield Line("I22", Message("A player may use several Magistrates in a Province."))
        choice = Message("one Magistrate of each player in a Province")
    yield other_reading("I22", choice, Message("Magistratvm 1.1, Election"))
    if options.value_by_votes:
        yield Line("I23", Message("To win: more than all others together, and as many votes as its value."))
        choice = Message("as many tokens as its value")
    else:
        yield Line("I23", Message("To win: more votes than all others together, and as many tokens as its value."))
        choice = Message("tokens and Magistrates together reach its value")
    yield other_reading("I23", choice, Message("Magistratvm 1.1, Election"))


def _end(options: Options) -> Iterator[Line]:
    yield Line("I27", Message("At the turn's end decided Provinces are replaced; all Magistrates are active."))
    yield Line("I27", Message("Gold in the Estates is returned."))
    if options.last_after_turn:
        yield Line(
            "I28", Message("Too few tiles: those left are laid out, and after a full turn comes the last circuit.")
        )
    else:
        yield Line("I28", Message("Too few tiles: those left are laid out, and the last circuit comes at once."))
    yield other_reading(
        "I28",
        Message("at once") if options.last_after_turn else Message("after a full turn"),
        Message("Magistratvm 1.1, New Provinces"),
    )
    yield other_reading("I28", Message("those left stay face down"), Message("Magistratvm 1.1, New Provinces"))
    yield Line("I28", Message("In the last circuit most votes win, whatever the value, and ties are discarded."))
    yield other_reading("I28", Message("as many tokens as the value, too"), Message("Magistratvm 1.1, New Provinces"))
    yield Line("I28", Message("Only Magistrates that are still active vote in it."))
    yield other_reading("I28", Message("all are active again"), Message("Magistratvm 1.1, Activate Magistrates"))
    yield Line("I29", Message("Provinces count their value, governed ones twice, Magistrates their influence."))
    yield Line("I30", Message("Ties: influence in the Offices, then the highest Magistrate, then shared."))


def put_away(state: State, names: Sequence[str]) -> tuple[Section, ...]:
    """Return each player's pieces, the circuit in order, and the Magistrates by Office."""
    return (
        *bag_sections(names, partial(_bag, state)),
        section(Message("The circuit, clockwise from the upper left"), _circuit(state, names)),
        section(Message("The Offices"), _offices(state, names)),
    )


def _bag(state: State, seat: int) -> Iterator[Message]:
    values: Wording = {"gold": gold_amount(state.gold[seat]), "n": state.dice[seat]}
    yield Message("{gold}, and the Income die showing {n} (the null is 6)", values)
    for own in state.decided[seat]:
        yield _won(own)


def _won(own: Decided) -> Message:
    text = own.tile.wording()
    if own.gold:
        text = Message("{tile} with {gold} on it", {"tile": text, "gold": gold_amount(own.gold)})
    return Message("{tile}, governed", {"tile": text}) if own.governed else text


def _circuit(state: State, names: Sequence[str]) -> Iterator[Message]:
    for province in state.contested:
        text = province.tile.wording()
        if province.gold:
            text = Message("{tile} with {gold} on it", {"tile": text, "gold": gold_amount(province.gold)})
        for seat, tokens in enumerate(province.tokens):
            if tokens:
                text = Message("{these}, {name} {n}", {"these": text, "name": names[seat], "n": tokens})
        yield text
    yield Message("The tiles that lie face down, unseen: {count}", {"count": state.face_down})


def _offices(state: State, names: Sequence[str]) -> Iterator[Message]:
    prefect: Wording = {"name": names[state.prefect], "gold": gold_amount(state.prefect_gold)}
    yield Message("{name} is Prefect, with {gold} on that space", prefect)
    for office in reversed(Office):
        there = [
            Message("{name}, mark at 12 o'clock", {"name": names[one.player]})
            if one.active
            else Message("{name}, mark at 3 o'clock", {"name": names[one.player]})
            for one in state.magistrates_in(office)
        ]
        if there:
            yield Message("{office}: {who}", {"office": office.wording(), "who": listed(there)})


def score_pad(_: Options) -> tuple[PadRow, ...]:
    """Return rows for Provinces, Offices, governed Provinces once more, and their sum (I29, I30)."""
    return (
        PadRow(Message("Provinces won")),
        PadRow(Message("Influence in the Offices")),
        PadRow(Message("Governed Provinces, once more")),
        PadRow(Message("Points"), strong=True),
    )


def steps(state: State, names: Sequence[str]) -> tuple[Line, ...]:
    """Return the steps before the first income, in order; none after it."""
    if state.phase is not Phase.ROLL or len(state.rolling) < state.seats:
        return ()
    return tuple(_setup_steps(state, names))


def _setup_steps(state: State, names: Sequence[str]) -> Iterator[Line]:
    yield Line("I2", Message("Lay the six tiles in two columns of three; keep the other 18 face down next to them."))
    for seat, suit in enumerate(state.suits):
        yield Line(
            "I3",
            Message(
                "{name} takes the die, the pawn and the {coins} coins of {suit}, and {tokens} tokens.",
                {"name": names[seat], "coins": PATRICIANS, "suit": suit.wording(), "tokens": TOKENS},
            ),
        )
    yield Line("I5", Message("Everybody rolls: the highest is Prefect (ace 1, null 6); who ties rolls again."))
    yield Line("I5", Message("Then each sets their die to its null: it is the Income die."))
