"""The real firmware on an emulated board, behind a pseudo-terminal."""

from firmware_bridge.emulator.board import EmulatedBoard, EmulatorMissing, build

__all__ = ["EmulatedBoard", "EmulatorMissing", "build"]
