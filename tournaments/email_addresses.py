"""E-mail addresses that a letter can go to."""

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.encoding import punycode


def check_email(text: str) -> None:
    """As Django's check; and the domain must have a form in DNS. Raises ValidationError."""
    validate_email(text)
    try:
        punycode(text.rpartition("@")[2])  # as it is written in a letter
    except UnicodeError:
        raise ValidationError(validate_email.message, code=validate_email.code) from None


def is_email(text: str) -> bool:
    """Whether a letter can go to an address."""
    try:
        check_email(text)
    except ValidationError:
        return False
    return True
