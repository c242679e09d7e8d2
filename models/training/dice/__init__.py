"""Single dice: rendered with known truth, kept in a stock, and laid into pictures."""
