"""The screens of Sorcerous Futures."""
