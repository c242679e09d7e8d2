"""Tests of the project; a regular package, so that no package of the same name in an environment hides it."""
