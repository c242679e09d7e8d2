"""The bar at the top of every screen but the table: where one is, the way back, the language."""

from __future__ import annotations

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.locale.languages import LANGUAGES


class TopBar(BoxLayout):
    """Title, back, and one tap to the next language. Other children of the bar go between."""

    title = StringProperty("")
    back_to = StringProperty("start")

    @staticmethod
    def next_language(language: str) -> str:
        codes = list(LANGUAGES)
        return codes[(codes.index(language) + 1) % len(codes)]

    @staticmethod
    def own_name(language: str) -> str:
        return LANGUAGES[language]

    def switch_language(self) -> None:
        words.language = self.next_language(words.language)


load_kv(__file__)
