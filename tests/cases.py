"""One statement about many values is one test: it tries them all, and names those that failed."""

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., None])


def each(
    names: str | Sequence[str], values: Iterable[Any], ids: Callable[[Any], object] | Iterable[object] | None = None
) -> Callable[[Test], Test]:
    """Call a test with each case, as ``pytest.mark.parametrize`` does, but in one test.

    Fixtures are made once for all cases: use ``parametrize`` if a case needs its own folder, journal or window.

    Args:
        names: The arguments; in one text with commas between them.
        values: A value for each case or, for several arguments, a tuple of values.
        ids: What a case is called, or a function of its value; its values by default.
    """
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
    cases = [tuple(one) if len(arguments) > 1 else (one,) for one in values]
    if ids is None or callable(ids):
        called: Sequence[object] = [", ".join(str((ids or repr)(value)) for value in case) for case in cases]
    else:
        called = list(ids)

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def every(**fixtures: Any) -> None:
            failed: dict[str, BaseException] = {}
            for name, case in zip(called, cases, strict=True):
                try:
                    test(**dict(zip(arguments, case, strict=True)), **fixtures)
                except (Exception, pytest.fail.Exception) as error:
                    failed[str(name)[:100]] = error
            if failed:
                first = next(iter(failed.values()))
                first.add_note(f"{len(failed)} of {len(cases)} cases failed: {'; '.join([*failed][:10])}")
                raise first

        signature = inspect.signature(test)
        rest = [one for name, one in signature.parameters.items() if name not in arguments]
        every.__signature__ = signature.replace(parameters=rest)  # type: ignore[attr-defined]
        return every  # type: ignore[return-value]

    return decorate
