"""The rules of every game on one page to print, in two languages."""
