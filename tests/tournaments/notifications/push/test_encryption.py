"""Messages are encrypted as RFC 8291 has it, and signed as RFC 8292 has it."""

import json

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from server.push_key import embedded_push_key, is_push_key, new_push_key
from tests.builders import NOON
from tests.tournaments.notifications.push.services import CURVE, Browser
from tournaments.notifications.push import encryption
from tournaments.notifications.push.encryption import decoded, encoded, private_key

pytestmark = pytest.mark.once

#: RFC 8291, Appendix A: Intermediate Values for Encryption.
RFC = {
    "text": b"When I grow up, I want to be a watermelon",
    "sender": "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    "receiver": "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
    "salt": "DGv6ra1nlYgDCS1FRnbzlw",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    "message": "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg"
    "Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyou"
    "BWLVWGNWQexSgSxsj_Qulcy4a-fN",
}


def test_the_example_of_the_standard_comes_out_byte_for_byte():
    browser = Browser(private_key(RFC["receiver"]), decoded(RFC["auth"]))
    sender, salt = private_key(RFC["sender"]), decoded(RFC["salt"])
    message = encryption.encrypt(RFC["text"], **browser.keys, key=sender, salt=salt)
    assert encoded(message) == RFC["message"]
    assert browser.read(message).encode() == RFC["text"]


def test_each_message_has_a_key_and_a_salt_of_its_own():
    keys = Browser().keys
    one, other = (encryption.encrypt(b"the same", **keys) for _time in range(2))
    assert one[:16] != other[:16]
    assert one[21:86] != other[21:86]


@pytest.mark.parametrize(
    "change",
    [
        {"p256dh": ""},
        {"p256dh": "not in base64!"},
        {"p256dh": encoded(b"\x04" + b"\x01" * 64)},  # no point of the curve
        {"p256dh": encoded(b"\x02" + b"\x01" * 32)},  # compressed
        {"auth": encoded(b"too short")},
    ],
)
def test_keys_that_no_browser_has_are_refused(change):
    with pytest.raises(ValueError):  # noqa: PT011 - of several libraries, each with its own words
        encryption.check_keys(**Browser().keys | change)


def test_the_signature_says_from_whom_and_for_which_service():
    key = new_push_key()
    header = encryption.authorization(
        "https://push.example:8443/one/phone", key, contact="https://play.example", at=NOON
    )
    token, public = header.removeprefix("vapid t=").split(", k=")
    assert public == encryption.public_key(key)
    head, claims, signature = token.split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(decoded(claims))
    assert (said["aud"], said["sub"]) == ("https://push.example:8443", "https://play.example")
    assert 0 < said["exp"] - NOON.timestamp() <= 24 * 3600
    raw = decoded(signature)
    halves = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    known = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(public))
    signed = encode_dss_signature(*halves)
    known.verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        known.verify(signed, f"{head}.{claims}x".encode(), ec.ECDSA(SHA256()))


def test_the_key_of_a_laptop_is_made_once_and_is_its_owner_s(tmp_path):
    path = tmp_path / "push_key"
    key = embedded_push_key(path)
    assert is_push_key(key)
    assert embedded_push_key(path) == key
    assert path.stat().st_mode & 0o777 == 0o600
