"""Measures of the reader: how often hands are right, misread and withheld, on which pictures, at what cost.

A tool for developers, run by `./tray measure`; never imported by the product.
"""
