"""The doctor: one finding for each part of a table, and what to do about it."""
