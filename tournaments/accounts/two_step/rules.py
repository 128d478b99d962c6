"""Codes of authenticator apps (RFC 6238) and recovery codes."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

import pyotp
from django.utils.crypto import salted_hmac

STEP_SECONDS = 30
DIGITS = 6
#: A phone's clock may be off by half a minute, and typing takes time: one step either way.
STEPS_AROUND = (-1, 0, 1)
RECOVERY_CODES = 10
RECOVERY_BYTES = 10
#: For so long a form that is sent twice shows the codes that it drew the first time.
SHOWN_AGAIN = timedelta(minutes=1)
ISSUER = "Roundhouse"


def new_secret() -> str:
    """A secret of 160 bits for an app, in base 32."""
    return pyotp.random_base32()


def app_address(secret: str, account: str) -> str:
    """Return the address in the QR code that an authenticator app reads."""
    return pyotp.TOTP(secret).provisioning_uri(name=account, issuer_name=ISSUER)


def step_of(secret: str, code: str, now: datetime) -> int | None:
    """The time step of which ``code`` is the code, if that is about now."""
    totp = pyotp.TOTP(secret, digits=DIGITS, interval=STEP_SECONDS)
    current = int(now.timestamp()) // STEP_SECONDS
    steps = [current + offset for offset in STEPS_AROUND]
    matching = [step for step in steps if secrets.compare_digest(totp.generate_otp(step), code)]
    return max(matching, default=None)


def recovery_codes(secret: str, code: str) -> list[str]:
    """Ten codes of 80 bits each: nobody guesses one, so they are never throttled.

    They are made with the key of the site from the secret of an app and the plain ``code`` that
    asks for them: so a form that is sent twice has one answer, and no code is stored.
    """
    made = (
        salted_hmac("recovery codes", f"{secret} {code} {number}", algorithm="sha256").hexdigest()
        for number in range(RECOVERY_CODES)
    )
    digits = 2 * RECOVERY_BYTES
    return ["-".join(one[at : at + 4] for at in range(0, digits, 4)) for one in made]


def plain(code: str) -> str:
    """A code of either kind as typed, without spaces and dashes."""
    return "".join(char for char in code.lower() if char.isascii() and char.isalnum())


def is_of_app(code: str) -> bool:
    """Whether a plain code looks like one of an app, and not like a recovery code."""
    return len(code) == DIGITS and code.isdigit()
