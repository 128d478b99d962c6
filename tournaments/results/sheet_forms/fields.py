"""Inputs that the forms of this package share."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.punctuation import listed

TYPOGRAPHIC_MINUS = "\u2212"
LONGEST_LIST = 2000


class PointsField(forms.IntegerField):
    """Whole points, up or down. Takes the typographic minus that phones put in."""

    default_error_messages = {
        "required": _("Enter this player's points, or 0 for none."),
        "invalid": _("Enter a whole number."),
        "min_value": _("At least %(limit_value)s."),
        "max_value": _("At most %(limit_value)s."),
    }
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})

    def __init__(self, *, min_value: int | None = None, **kwargs: Any) -> None:
        self.lowest = min_value  # which ``widget_attrs`` reads
        super().__init__(min_value=min_value, **kwargs)
        if min_value is not None and min_value < 0:
            # The pad of digits has no minus on every phone; static/js/sign_key.js adds one.
            self.widget.attrs["inputmode"] = "text"

    @property
    def sign(self) -> str:
        """The name of the key for the sign; empty where no points are negative."""
        return "" if self.lowest is not None and self.lowest >= 0 else gettext("Plus or minus")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return super().widget_attrs(widget) | ({"data-sign": self.sign} if self.sign else {})

    def to_python(self, value: Any) -> int | None:
        plain = value.replace(TYPOGRAPHIC_MINUS, "-") if isinstance(value, str) else value
        return super().to_python(plain)


class ChosenField(forms.ChoiceField):
    """One of the words of a sheet; None while nothing is chosen."""

    def clean(self, value: Any) -> Any:
        return super().clean(value) or None


class WordsField(forms.CharField):
    """A list of words of a sheet, with commas between them; tapped together where scripts run.

    Its value is a list, in the words of the sheet whatever their case. ``options`` are those words.
    """

    default_error_messages = {"unknown": _("“%(word)s” is not one of: %(options)s.")}

    def __init__(self, *, options: Sequence[str], **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_LIST, required=False, **kwargs)
        self.options = options
        self.widget.attrs |= {
            "data-options": ", ".join(options),
            "autocomplete": "off",
            "autocapitalize": "none",
            "spellcheck": "false",
        }

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]  # several, not one
        words = (word.strip().casefold() for word in (super().to_python(value) or "").split(","))
        return [word for word in words if word]

    def run_validators(self, value: Sequence[str]) -> None:
        super().run_validators(", ".join(value))
        for word in value:
            if word not in self.options:
                options = listed(self.options)
                message = self.error_messages["unknown"]
                raise forms.ValidationError(message, params={"word": word, "options": options})

    def has_changed(self, initial: Any, data: Any) -> bool:
        """No words are nothing, as an empty input is: Django takes only the latter for that."""
        return bool(initial or self.to_python(data)) and super().has_changed(initial, data)

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, list) else value


class KeyField(forms.CharField):
    """The key that makes a form count once, however often it is sent."""

    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput, min_length=16, max_length=64)


class ReasonField(forms.CharField):
    """Why somebody does something; a conductor must say it."""

    default_error_messages = {"required": _("Give a reason: it is kept with the hand.")}

    def __init__(self, **kwargs: Any) -> None:
        usual: dict[str, Any] = {"label": _("Reason"), "max_length": 200}
        super().__init__(**(usual | kwargs))
