"""The locked exposure: as bright as it was, and a multiple of half the mains period."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.exposure import MAINS, Exposure, half_period, locked


@given(
    st.integers(100, 200_000),
    st.floats(1.0, 16.0),
    st.sampled_from(MAINS),
    st.floats(5_000, 120_000),
)
def test_locked_exposures_are_whole_half_periods_and_as_bright(micros: int, gain: float, mains: int, longest: float) -> None:
    settled = Exposure(micros, gain)
    result = locked(settled, mains, longest, (1.0, 16.0))
    half = half_period(mains)
    assert 0 < result.microseconds <= max(longest, 1) + 1
    assert 1.0 <= result.gain <= 16.0
    if longest < half or micros * gain < half * 0.97:
        assert result.microseconds == min(micros, int(longest))
    else:
        count = result.microseconds / half
        assert count == pytest.approx(round(count), abs=1e-3)
        reachable = (longest // half) * half * 16.0
        wanted = min(micros * gain, reachable)
        assert result.microseconds * result.gain == pytest.approx(wanted, rel=0.035)


def test_examples_on_both_mains() -> None:
    assert locked(Exposure(21_000, 3.0), 50, 66_000, (1.0, 8.0)) == Exposure(20_000, pytest.approx(3.15))
    assert locked(Exposure(21_000, 3.0), 60, 66_000, (1.0, 8.0)) == Exposure(16_667, pytest.approx(3.78, rel=0.01))
