"""The camera beside a table: its choice, its picture, what it proposes, and photos."""
