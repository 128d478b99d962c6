"""Encrypting a message for one browser, and signing that it comes from this site.

Web Push (RFC 8030) carries messages over servers of the browser's maker. Encrypted for the keys of
the browser (RFC 8291, in the coding of RFC 8188), they tell those servers nothing but their length;
signed (VAPID, RFC 8292), they are accepted from this site alone.
"""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
#: Of a point on the curve, as browsers send it, and of the secret beside it.
POINT_BYTES, SECRET_BYTES = 65, 16
#: The largest record that a receiver has to expect: a message is one.
RECORD_BYTES = 4096
#: The record is the last one.
LAST = b"\x02"
#: A signature is good for so long; a day is the most that push services take.
GOOD_FOR = timedelta(hours=12)


def decoded(text: str) -> bytes:
    """The bytes of a text in the base64 of addresses. Raises ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def check_keys(p256dh: str, auth: str) -> None:
    """Raise ValueError unless a message can be encrypted for these keys of a browser."""
    _point(p256dh)
    if len(decoded(auth)) != SECRET_BYTES:
        raise ValueError("not the secret of a subscription")


def encrypt(
    message: bytes,
    p256dh: str,
    auth: str,
    *,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """A message for the browser with these keys. Without ``key`` and ``salt`` they are drawn."""
    theirs, salt = _point(p256dh), salt or os.urandom(16)
    key = key or ec.generate_private_key(CURVE)
    ours = _bytes_of(key.public_key())
    shared = key.exchange(ec.ECDH(), theirs)
    info = b"WebPush: info\0" + _bytes_of(theirs) + ours
    secret = _derive(shared, decoded(auth), info, 32)
    content_key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(content_key).encrypt(nonce, message + LAST, None)


def public_key(push_key: str) -> str:
    """The public half of the site's key, which a browser asks its push service with."""
    return encoded(_bytes_of(private_key(push_key).public_key()))


def private_key(push_key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(push_key), "big"), CURVE)


def authorization(endpoint: str, push_key: str, *, contact: str, at: datetime) -> str:
    """The header by which a push service knows the site; ``contact`` is whom it may write to."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((at + GOOD_FOR).timestamp()),
        "sub": contact,
    }
    said = f"{_segment({'typ': 'JWT', 'alg': 'ES256'})}.{_segment(claims)}"
    signed = private_key(push_key).sign(said.encode(), ec.ECDSA(SHA256()))
    raw = b"".join(number.to_bytes(32, "big") for number in decode_dss_signature(signed))
    return f"vapid t={said}.{encoded(raw)}, k={public_key(push_key)}"


def _segment(said: dict[str, object]) -> str:
    return encoded(json.dumps(said, separators=(",", ":")).encode())


def _point(text: str) -> ec.EllipticCurvePublicKey:
    content = decoded(text)
    if len(content) != POINT_BYTES:
        raise ValueError("not the key of a subscription")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, content)


def _bytes_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
