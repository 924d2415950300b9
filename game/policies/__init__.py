"""Good decisions by computation, for the situations that a table of best play cannot hold."""
