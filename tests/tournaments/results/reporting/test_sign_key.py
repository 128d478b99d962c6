"""Where points may be negative there is a key for the sign: the pads of some phones have none."""

import pytest

from tournaments.results.sheet_forms.fields import PointsField


@pytest.mark.parametrize(
    ("lowest", "has_key"), [(None, True), (-500, True), (-1, True), (0, False), (1, False)]
)
def test_only_a_field_that_may_be_negative_has_a_key_for_the_sign(lowest, has_key):
    field = PointsField(min_value=lowest)
    assert ("data-sign" in field.widget.attrs) == has_key
    assert bool(field.sign) == has_key
