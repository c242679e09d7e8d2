"""SQLAlchemy as python-for-android builds it, in a version that the companion works with: its own is 2.0.30."""

from pythonforandroid.recipe import PyProjectRecipe


class SQLAlchemyRecipe(PyProjectRecipe):
    """Without its C extensions, which it does without; nothing here asks it in a hurry."""

    name = "sqlalchemy"
    version = "2.0.44"
    url = "https://github.com/sqlalchemy/sqlalchemy/archive/refs/tags/rel_{}.tar.gz"
    depends = ["setuptools"]  # noqa: RUF012 - as every recipe says it

    @property
    def versioned_url(self) -> str:
        """Its tags have underscores."""
        return self.url.format(self.version.replace(".", "_"))

    def get_recipe_env(self, arch, **named):  # type: ignore[no-untyped-def]  # as the class above has it
        """Asks for no C extensions."""
        env = super().get_recipe_env(arch, **named)
        env["DISABLE_SQLALCHEMY_CEXT"] = "1"
        return env


recipe = SQLAlchemyRecipe()
