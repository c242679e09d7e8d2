"""The roller's firmware on an emulated board with a pseudo-terminal."""

from firmware_bridge.emulator.board import BoardTimedOut, EmulatedBoard, EmulatorMissing, build

__all__ = ["BoardTimedOut", "EmulatedBoard", "EmulatorMissing", "build"]
