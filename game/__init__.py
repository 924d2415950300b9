"""The rules of the dice games: pure, without clock, randomness or devices."""
