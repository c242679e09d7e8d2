"""What is stored: games, settings, people, exports, and recovery after faults."""
