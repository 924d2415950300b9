"""What can go wrong with a calibration."""

from __future__ import annotations


class CalibrationError(ValueError):
    """A calibration that cannot be made, read or used, in one sentence that says what to do."""
