"""Which numbers of a workbook are days or durations, and how these are written.

What a format means is openpyxl's to say. It is loaded with this module alone: it brings numpy.
"""

from contextlib import suppress
from datetime import datetime

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

#: Excel writes no longer format of a number.
LONGEST_FORMAT = 255


class Dates:
    """The formats of one workbook. Most formats have nothing to do with days."""

    def __init__(self) -> None:
        self._epoch: datetime = CALENDAR_WINDOWS_1900
        #: Whether a format shows a duration, by the number of each that shows a day or duration.
        self._durations: dict[int, bool] = {}
        for number, code in BUILTIN_FORMATS.items():
            self.define(number, code)

    def count_from_1904(self) -> None:
        self._epoch = CALENDAR_MAC_1904

    def define(self, number: int, code: str) -> None:
        """Note what the workbook says of a format."""
        self._durations.pop(number, None)
        if len(code) <= LONGEST_FORMAT and is_date_format(code):
            self._durations[number] = is_timedelta_format(code)

    def written(self, value: float, number: int) -> str | None:
        """A number as a day, a time or a duration; None if its format shows none of these."""
        if number in self._durations:
            with suppress(OverflowError, ValueError):  # no day that a calendar has
                moment = from_excel(value, self._epoch, timedelta=self._durations[number])
                return str(moment).removesuffix(" 00:00:00")
        return None
