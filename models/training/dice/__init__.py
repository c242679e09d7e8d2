"""Reading dice: specimens with known truth, laid into pictures, and the small networks that learn from them."""
