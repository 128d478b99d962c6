"""The code for the first account, and making that account.

The code follows from the site's secret key, so all processes of all hosts know it and none has to
store it. It opens nothing as soon as there is an account: ``FirstAccount`` is the one row that says
so, and of two senders at once only one can write it.
"""

import base64
from datetime import datetime

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.accounts import errors
from tournaments.models import FirstAccount, User
from tournaments.models.demo import DEMO_CONDUCTOR
from tournaments.rate_limit.codes import note_first_code
from tournaments.rate_limit.errors import TooManyAttempts
from tournaments.rate_limit.visitors import Visitor
from tournaments.transactions import atomic

#: 50 bits: two groups of five letters and digits.
GROUP, LENGTH = 5, 10


def is_missing() -> bool:
    """Whether nobody has an account yet; the demo's conductor is nobody. Two queries at most."""
    people = User.objects.exclude(email=DEMO_CONDUCTOR)
    return not people.exists() and not FirstAccount.objects.exists()


def code() -> str:
    """The code, as the terminal shows it."""
    digest = salted_hmac("first account", "code", secret=settings.SECRET_KEY, algorithm="sha256")
    letters = base64.b32encode(digest.digest()).decode()[:LENGTH]
    return f"{letters[:GROUP]}-{letters[GROUP:]}"


def check_code(typed: str, *, visitor: Visitor, at: datetime) -> None:
    """Raise WrongFirstCode, or TooManyAttempts after too many wrong ones.

    Call it outside of a transaction, which would forget the wrong code with its refusal.
    """
    try:
        attempt = note_first_code(visitor, at)
    except TooManyAttempts as refusal:
        refusal.field = "code"
        raise
    if not constant_time_compare(_plain(typed), _plain(code())):
        raise errors.WrongFirstCode(field="code")
    attempt.delete()


def _plain(typed: str) -> str:
    """The code without what people add to it; letters that look like its digits count as those."""
    kept = "".join(letter for letter in typed.upper() if letter.isalnum())
    return kept.translate(str.maketrans("018", "OIB"))


@atomic
def make(user: User, *, at: datetime) -> User:
    """Store the first account, which may do everything. Raises FirstAccountExists."""
    if not is_missing():
        raise errors.FirstAccountExists
    user.is_superuser = True
    user.save()
    _row, is_first = FirstAccount.objects.get_or_create(
        pk=FirstAccount.ONLY, defaults={"user": user, "made_at": at}
    )
    if not is_first:
        raise errors.FirstAccountExists
    return user
