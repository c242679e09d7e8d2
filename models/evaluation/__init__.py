"""Labels of pictures, and the comparison of readings with them: cards, dice, photos, contact sheets."""
