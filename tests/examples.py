"""How many examples a property is tried with: few in ``make test``, 100 times as many in ``make prove examples``."""

from hypothesis import settings

LONGER = 100


class Examples:
    """The number of examples, as the tests' decorators ask for it when they are read."""

    factor = 1


def lengthen() -> None:
    """Tries everything that is decorated from now on with so many more examples."""
    Examples.factor = LONGER
    load()


def some(quick: int) -> int:
    """The number of examples of a property that is tried with ``quick`` of them in ``make test``."""
    return quick * Examples.factor


def load() -> None:
    """How long an example takes is the machine's affair: timings belong in benchmarks."""
    settings.register_profile("any machine", deadline=None, max_examples=some(30))
    settings.load_profile("any machine")
