"""The bar at the top of a screen: Back, the title and the language."""

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.texts.i18n import words
from companion.app.window.kv_loader import load_kv
from companion.locale.languages import LANGUAGES


class TopBar(BoxLayout):
    """Back, the title, and one tap to the next language; other children go between."""

    title = StringProperty("")
    leads_back = BooleanProperty(True)
    """Whether there is a screen before this one."""

    @staticmethod
    def next_language(language: str) -> str:
        """Return the code of the language after this one."""
        codes = list(LANGUAGES)
        return codes[(codes.index(language) + 1) % len(codes)]

    @staticmethod
    def own_name(language: str) -> str:
        """Return the name of a language in itself."""
        return LANGUAGES[language]

    def switch_language(self) -> None:
        """Switch to the next language."""
        words.language = self.next_language(words.language)


load_kv(__file__)
