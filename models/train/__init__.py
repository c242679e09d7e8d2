"""Making what the eyes need: scenes with known truth, and what is learnt from them."""
