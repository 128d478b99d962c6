"""Why a workbook cannot be read."""

from django.utils.translation import gettext_lazy as _

from tournaments.text_files import FileRefused


class TooManyLines(FileRefused):
    code = "too-many-lines"
    sentence = _("This file has more than %(most)s lines. Split it and import the parts.")


class NoWorkbook(FileRefused):
    code = "no-workbook"
    sentence = _(
        "This Excel workbook cannot be read. In your spreadsheet choose “Save as”, then CSV."
    )
