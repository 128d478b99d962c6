"""The players of FIDE's report of a tournament (TRF), as a sheet like any other.

Pure: text in, text out.
"""

import csv
import io

from pairing.head_to_head import ReportError, read_report
from tournaments.registration import errors

HEADINGS = ("first name", "last name", "rating", "seed")


def report_as_csv(text: str) -> str:
    """The players with their ratings and numbers. Raises NoReport.

    A report has the family name first, before a comma; a name without one stays as it is.
    """
    try:
        report = read_report(text)
    except ReportError as error:
        raise errors.NoReport(field="file", line=error.line) from error
    found = io.StringIO(newline="")
    sheet = csv.writer(found)
    sheet.writerow(HEADINGS)
    for player in report.players:
        last, _comma, first = (part.strip() for part in player.name.partition(","))
        sheet.writerow([first, last, player.rating or "", player.number])
    return found.getvalue()
