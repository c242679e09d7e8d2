"""Help and usage errors in the language of this run; typer and click have them in English only."""

import gettext
import inspect
import re
import sys
from functools import cache, partial
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from companion.cli.output import OUTPUT, active_language, overwriting, translate
from companion.locale import Message

_VALUE = r"(?:Value error, )?"
"""The prefix that pydantic, in some releases of typer, puts before a reason."""
_NAMED = r"(?:: ?| )'?(?P<name>[^']*?)'?"

_SENTENCES: tuple[tuple[str, Message], ...] = (
    (r"(?P<first>No such .+|Missing .+?)\.? Did you mean (?P<names>.+)\?", Message("{first} Did you mean {names}?")),
    (
        r"(?P<first>No such option.+?)\.? \(Possible options?: (?P<names>.+)\)",
        Message("{first} Possible options: {names}."),
    ),
    (r"(?P<first>Missing .+?)\.\s*Choose from:?\s*(?P<names>.+?)\.?", Message("{first} Choose from: {names}.")),
    (rf"No such option{_NAMED}\.?", Message("No such option: {name}.")),
    (rf"No such command{_NAMED}\.?", Message("No such command: {name}.")),
    (r"Missing command\.?", Message("Missing command.")),
    (rf"Missing argument{_NAMED}\.?", Message("Missing argument {name}.")),
    (r"Missing option (?P<name>.+?)\.?", Message("Missing option {name}.")),
    (rf"Missing parameter{_NAMED}\.?", Message("Missing argument {name}.")),
    (r"Invalid value for (?P<name>'.+?'): (?P<first>.+)", Message("Invalid value for {name}: {first}")),
    (r"Invalid value: (?P<first>.+)", Message("Invalid value: {first}")),
    (
        r"Got unexpected extra arguments?(?:\(s\))? \((?P<names>.*)\)\.?",
        Message("Too many arguments: {names}."),
    ),
    (r"Option (?P<name>'.+?') does not take a value\.?", Message("Option {name} does not take a value.")),
    (r"Option (?P<name>'.+?') requires (?:an|1) argument\.?", Message("Option {name} requires a value.")),
    (r"Option (?P<name>'.+?') requires (?P<n>\d+) arguments\.?", Message("Option {name} requires {n} values.")),
    (r"Argument (?P<name>'.+?') takes (?P<n>\d+) values\.?", Message("Argument {name} takes {n} values.")),
    (
        rf"{_VALUE}(?P<value>.+) is not one of (?P<names>.+?)\.?",
        Message("{value} is not one of {names}."),
    ),
    (
        rf"{_VALUE}(?P<value>.+) does not match the formats? (?P<names>.+?)\.?",
        Message("{value} does not match the format {names}."),
    ),
    (r"Input should be a valid integer.*|.*is not a valid (?:int|integer)\.?", Message("not a whole number.")),
    (r"Input should be a valid number.*|.*is not a valid float\.?", Message("not a number.")),
    (r"Input should be greater than or equal to (?P<n>\S+)", Message("must be at least {n}.")),
    (r"Input should be greater than (?P<n>\S+)", Message("must be more than {n}.")),
    (r"Input should be less than or equal to (?P<n>\S+)", Message("must be at most {n}.")),
    (r"(?P<value>.+) is not in the range x>=(?P<n>[^.\s]\S*?)\.?", Message("must be at least {n}.")),
    (r"(?P<value>.+) is not in the range (?P<names>.+?)\.?", Message("{value} is not in the range {names}.")),
    (r"Input should be a valid boolean.*|.*is not a valid bool(?:ean)?.*", Message("not a yes or no value.")),
    (r"(?:Path|File|Directory) (?P<name>'.+') does not exist\.?", Message("{name} does not exist.")),
    (r"(?:Path|File|Directory) (?P<name>'.+') is a file\.?", Message("{name} is a file.")),
    (r"(?:Path|File|Directory) (?P<name>'.+') is a directory\.?", Message("{name} is a folder.")),
    (r"(?:Path|File|Directory) (?P<name>'.+') is not readable\.?", Message("cannot read {name}.")),
)
"""Patterns of typer's and click's sentences, in all supported releases, and the message that replaces each."""

_PHRASES = {
    message.template: message
    for message in (
        Message("Usage:"),
        Message("Arguments"),
        Message("Options"),
        Message("Commands"),
        Message("Show this message and exit."),
        Message("Install completion for the current shell."),
        Message("Show completion for the current shell, to copy it or customize the installation."),
        Message("required"),
        Message("[required]"),
        Message("COMMAND [ARGS]..."),
    )
}
_FORMS = {
    "default: {default}": Message("default: {value}", {"value": "{default}"}),
    "[default: {}]": Message("[default: {value}]", {"value": "{}"}),
}


def usage_error(sentence: str) -> str:
    """Return a usage error of typer or click in the language of this run, as one line."""
    sentence = " ".join(sentence.split())
    if active_language.language == "en":
        sentence = sentence.replace("Value error, ", "")
        return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."
    for pattern, message in _SENTENCES:
        if found := re.fullmatch(pattern, sentence):
            values = {name: value or "" for name, value in found.groupdict().items()}
            if "first" in values:
                values["first"] = usage_error(values["first"])
            return translate(Message(message.template, values))
    return sentence


def in_language(help_text: str) -> str:
    """Return a help text in the language of this run, paragraph by paragraph; untranslated ones stay as they are."""
    if active_language.language == "en":
        return help_text
    paragraphs = (" ".join(part.split()) for part in inspect.cleandoc(help_text).split("\n\n"))
    return "\n\n".join(active_language.translations.gettext(part) if part else "" for part in paragraphs)


_NEGATIVE = re.compile(r"-\d+")


def _allow_overwriting(value: bool) -> None:
    overwriting.allowed = value


def _with_overwrite(
    overwrite: Annotated[
        bool,
        typer.Option(
            "--overwrite",
            help="Replace a file that exists, without asking.",
            callback=_allow_overwriting,
            expose_value=False,
        ),
    ] = False,
) -> None:
    """Declare the option of every command that writes a file."""


@cache
def _overwrite_option() -> Any:
    declared = typer.Typer(add_completion=False)
    declared.command()(_with_overwrite)
    return typer.main.get_command(declared).params[0]


class _LocalizedHelp:
    """Writes the help of a command in the language of this run."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the usage line."""
        pieces = map(_phrase, self.collect_usage_pieces(ctx))  # type: ignore[attr-defined]  # as typer has it
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=f"{_phrase('Usage:')} ")

    def get_help_option(self, ctx: Any) -> Any:
        """Return the ``--help`` option."""
        parameter = super().get_help_option(ctx)  # type: ignore[misc]  # as typer has it
        _localize(parameter, "help")
        return parameter

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        localize_help(self)
        vars(self)["rich_markup_mode"] = None  # plain, whether or not typer was loaded with rich before this package
        super().format_help(ctx, formatter)  # type: ignore[misc]  # as typer has it

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options, those of one game or purpose under a heading of their own."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):  # type: ignore[attr-defined]  # as typer has it
            row = parameter.get_help_record(ctx)
            if row is not None:
                usual = "Arguments" if parameter.param_type_name == "argument" else "Options"
                title = getattr(parameter, "rich_help_panel", None) or _phrase(usual)
                sections.setdefault(title, []).append(row)
        for title, rows in sections.items():
            with formatter.section(title):
                formatter.write_dl(rows)


class LocalizedCommand(_LocalizedHelp, TyperCommand):
    """A command whose help is in the language of this run; one that writes a file has ``--overwrite``.

    A negative number is a word and no option.
    """

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, the one for help last."""
        parameters = super().get_params(ctx)
        if not any(OUTPUT[0] in one.opts for one in parameters):
            return parameters
        return [*parameters[:-1], _overwrite_option(), parameters[-1]]

    def make_parser(self, ctx: Any) -> Any:
        """Return the parser of the command's words."""
        parser = super().make_parser(ctx)
        read_options = parser._process_opts

        def read(arg: str, state: Any) -> None:
            if _NEGATIVE.fullmatch(arg):
                state.largs.append(arg)
            else:
                read_options(arg, state)

        vars(parser)["_process_opts"] = read
        return parser


class LocalizedGroup(_LocalizedHelp, TyperGroup):
    """A group of commands whose help is in the language of this run."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write options, then commands with their whole first paragraph."""
        super().format_options(ctx, formatter)
        shown = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, _first_paragraph(one.help)) for name, one in shown if one is not None and not one.hidden]
        with formatter.section(_phrase("Commands")):
            formatter.write_dl(rows)


def localize(app: Any) -> Any:
    """Make all commands and groups of a typer application localized ones; return the application."""
    for command in app.registered_commands:
        command.cls = LocalizedCommand
    for group in app.registered_groups:
        group.cls = LocalizedGroup
        localize(group.typer_instance)
    return app


def localize_help(command: Any) -> None:
    """Translate the help of a command, of its options and of its subcommands."""
    for one in (command, *getattr(command, "commands", {}).values()):
        _localize(one, "help")
    for parameter in command.params:
        _localize(parameter, "help")
        _localize(parameter, "rich_help_panel")
        if (kind := getattr(parameter, "bare_type", str)()).startswith("list["):
            parameter.bare_type = partial(str.lower, kind[5:-1])
    for place, module in list(sys.modules.items()):  # those of typer and click use gettext for plain help
        used = getattr(module, "_", None) if place.partition(".")[0] in ("typer", "click") else None
        if used is gettext.gettext or getattr(used, "__module__", "") == __name__:
            vars(module)["_"] = _phrase


def _localize(owner: Any, name: str) -> None:
    """Translate a text from the English that it had first: one process may answer in several languages."""
    shown = getattr(owner, name, None)
    if not shown:
        return
    english, localized = getattr(owner, f"_localized_{name}", (shown, shown))
    if shown != localized:  # somebody set another text since
        english = shown
    localized = in_language(english)
    setattr(owner, f"_localized_{name}", (english, localized))
    setattr(owner, name, localized)


def _phrase(english: str) -> str:
    message = _PHRASES.get(english) or _FORMS.get(english)
    return english if message is None else translate(message)


def _first_paragraph(help_text: str | None) -> str:
    return " ".join((help_text or "").partition("\n\n")[0].split())
