"""``python -m models.training NETWORK``: the commands that train the networks for cards, dice and hands."""

import typer

from models.training.cards.command import card_network
from models.training.dice.command import dice
from models.training.finder.command import finder
from models.training.hands.command import hands
from models.training.reader.command import reader

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.callback()
def main() -> None:
    """Train the networks that read cards, dice and hands."""


for name in ("strip-finder", "strip-reader", "face-reader"):
    app.command(name)(card_network(name))
app.command()(dice)
app.command("die-finder")(finder)
app.command("die-reader")(reader)
app.command("hand-finder")(hands)


if __name__ == "__main__":
    app()
