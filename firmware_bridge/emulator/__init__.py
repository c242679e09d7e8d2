"""The real firmware on an emulated board, behind a pseudo-terminal."""

from firmware_bridge.emulator.board import BoardTimedOut, EmulatedBoard, EmulatorMissing, build

__all__ = ["BoardTimedOut", "EmulatedBoard", "EmulatorMissing", "build"]
