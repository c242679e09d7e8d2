"""The app and its window are those of the tablet's own tests."""

from tests.app.conftest import app, window

__all__ = ["app", "window"]
