"""The words by which a player of Magistratvm finds what to tap: labels, questions, and patterns of answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tests.person.referee import acts
from tests.person.referee.acts import Act
from tests.person.referee.names import OFFICES, tile_name

Asked = Mapping[str, str]
"""By the question of a form, a pattern of the answer."""


class RomeWords:
    """The words of one language; apostrophes are straight, and spaces as they are typed.

    Args:
        language: ``en`` or ``fr``.
        names: The player names, by seat.
    """

    def __init__(self, language: str, names: Sequence[str]) -> None:
        self.language, self.names = language, names
        self._happen = self.say("What is to happen?", "Que faire ?")
        self._province = self.say("Which Province?", "Quelle province ?")
        self._whose = self.say("Whose token?", "Le jeton de qui ?")
        self._theirs = self.say("Whose Magistrate?", "Le magistrat de qui ?")

    def say(self, english: str, french: str) -> str:
        """Return the words of the language."""
        return english if self.language == "en" else french

    def tile(self, code: str) -> str:
        """Return a Province's name."""
        return tile_name(code, self.language).replace("’", "'")

    def office(self, office: str) -> str:
        """Return an Office's name."""
        return OFFICES[office][("en", "fr").index(self.language)]

    def question(self, act: Act) -> tuple[str, str] | None:
        """Return a part of what is asked unasked, and the pattern of the answer; None if a form does the act."""
        say, names = self.say, self.names
        match act:
            case acts.TakeIncome():
                die = say("Income die", "dé de revenu")
                quaestors = say("Quaestors", "questeurs")
                has_die = f"(?=.*{die})" if act.die else f"(?!.*{die})"
                has = f"(?=.*{quaestors}( {3 * act.quaestors}\\b|$))" if act.quaestors else f"(?!.*{quaestors})"
                return say("your income", "votre revenu"), f"{has_die}{has}\\d.*"
            case acts.StartCircuit():
                return say("votes first", "vote d'abord"), self.shortened(act.tile)
            case acts.Count():
                return say("the votes", "les voix"), ".*"
            case acts.Fall():
                other = "" if act.displaced is None else f".*{names[act.displaced[0]]}"
                return say("displaced", "déplacé"), f"(.* )?{self.office(act.office)}{other}"
            case acts.Dictate():
                ends = say("governs it", "gouverne") if act.governs else say("goes home", "rentre")
                return say("your Dictator", "votre dictateur"), f"(.*{re.escape(self.tile(act.tile))}.*)?{ends}"
        return None

    def shortened(self, tile: str) -> str:
        """The name of a tile, of which a page may leave out what all answers have in common."""
        joined = self.say(" of ", " d")
        face, _, suit = self.tile(tile).partition(joined)
        bare = re.sub("^(le |l')", "", face)
        return (
            f"(?i)(.*\\b)?({re.escape(self.tile(tile))}\\b.*|(le |l')?{re.escape(bare)}({joined}{re.escape(suit)})?$)"
        )

    def form(self, act: Act) -> tuple[str, Asked]:
        """Return the label of the form, and its answers by question."""
        say, names = self.say, self.names
        happen, magistrate = self._happen, say("Which Magistrate?", "Quel magistrat ?")
        paid = {say("Which gold is paid?", "Avec quel or ?"): say("first what", "d'abord")}
        tile = re.escape(self.tile(getattr(act, "tile", "TS0")))
        office = self.office(getattr(act, "office", "tribune"))
        found: tuple[str, Asked]
        match act:
            case acts.Pass():
                found = say("Pass", "Passer"), {}
            case acts.PlaceTokens():
                places = say(
                    f"(.*places )?{act.number} tokens? at {tile} for", f"(.*pose )?{act.number} jetons? sur {tile} pour"
                )
                found = say("Place tokens", "Poser des jetons"), {self._province: tile, happen: places, **paid}
            case acts.Enter():
                enters = say(f".*Patrician {office} for", f".*patricien .*: {office}")
                found = say("Promote a Patrician", "Élever un patricien"), {happen: enters, **paid}
            case acts.Promote():
                promotes = {magistrate: office, happen: self._promoted(act), **paid}
                found = say("Promote a Magistrate", "Faire monter un magistrat"), promotes
            case acts.Appoint():
                rules = say(f".*{office} becomes Governor of {tile}", f".*\\({office}\\) gouverne désormais {tile}")
                found = say("Appoint a Governor", "Nommer un gouverneur"), {magistrate: office, happen: rules}
            case acts.Withdraw():
                withdraws = say(f".*Governor of {tile} home", f".*qui tenait {tile}")
                found = say("Call a Governor home", "Faire rentrer un gouverneur"), {happen: withdraws}
            case acts.Lend():
                to = names[act.to]
                adds = say(f"(.*{office} adds \\d+ to )?{to}'s votes", f"(.* ajoute \\d+ aux voix de )?{to}\\b")
                lends = {self._theirs: names[act.seat], magistrate: office, happen: adds}
                found = say("Add a Magistrate's votes", "Ajouter les voix d'un magistrat"), lends
            case _:
                found = self._used(act)
        return found

    def _used(self, act: Act) -> tuple[str, Asked]:
        """The form in which an Office is used."""
        say, names, happen = self.say, self.names, self._happen
        tile = re.escape(self.tile(getattr(act, "tile", "TS0")))
        found: tuple[str, Asked]
        match act:
            case acts.UseTribune():
                lays = say(f".*Tribune places a token at {tile}", f".*jeton sur {tile}")
                found = say("Use a Tribune", "User d'un tribun"), {happen: lays}
            case acts.UseAedile():
                to, owner = re.escape(self.tile(act.to)), names[act.whose]
                bare = re.escape(re.sub("^(le |l')", "", self.tile(act.to)))
                moves = say(
                    f"(.*token of {owner} from {tile} to )?{to}",
                    f"(.*jeton d(e |'){owner} sur {tile} .* sur )?(le |l')?{bare}",
                )
                found = (
                    say("Use an Aedile", "User d'un édile"),
                    {self._province: tile, self._whose: owner, happen: moves},
                )
            case acts.UsePraetor():
                of = [names[owner] for owner in act.owners]
                owners = "|".join(say(" and ", " et ").join(one) for one in (of, of[::-1]))
                sends = say(f".*tokens? of ({owners}) from {tile}", f".*jetons? d(e |')({owners}), pris sur {tile}")
                found = say("Use a Praetor", "User d'un préteur"), {self._province: tile, happen: sends}
            case acts.UseConsul():
                owner, active = names[act.whose[0]], self._marked(act.office, act.whose[1])
                recalls = say(f"(.*recalls )?({owner}'s )?{active}", f"(.*d(e |'){owner} )?\\(?{active}\\)")
                found = say("Recall a Magistrate", "Rappeler un magistrat"), {self._theirs: owner, happen: recalls}
            case acts.RecallGovernor():
                recalls = say(f".*Governor of {tile}", f".*qui tenait {tile}")
                found = say("Recall a Governor", "Rappeler un gouverneur"), {happen: recalls}
            case _:
                raise AssertionError(f"nobody knows how to {act}")
        return found

    def _promoted(self, act: acts.Promote) -> str:
        office, to = self.office(act.office), self.office(act.to)
        effect = self.say(f".*from {office} to {to} for", f".*: {office}, désormais {to}")
        if act.displaced is None:
            return f"{effect}(?!.*;).*"
        seat, active = act.displaced
        inactive = self.say("inactive", "inacti")
        mark = f"(?!.*{inactive}).*" if active else f"(?=.*{inactive}).*"
        # Where the Offices were tapped, only whose Magistrate makes room is left to say, or which of two.
        which = self.say(f"{self._mark(active)}\\b", f"(\\(?{to} )?{self._mark(active)}\\b")
        return f"({effect}.*;.*{self.names[seat]}{mark}|(?!.*;)(.*{self.names[seat]}{mark}|{which}))"

    def _mark(self, active: bool) -> str:
        return self.say("active" if active else "inactive", "actif" if active else "inactif")

    def _marked(self, office: str, active: bool) -> str:
        """An Office, with the mark of its Magistrate."""
        name = self.office(office)
        return self.say(f"{self._mark(active)} {name}", f"{name},? {self._mark(active)}")
