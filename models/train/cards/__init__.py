"""Reading cards: tiles of a card table with known truth, and the two small networks that learn from them."""
