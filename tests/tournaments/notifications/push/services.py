"""A push service of a browser's maker, and the browser: it alone can read what arrives."""

import json
import ssl
from http.server import BaseHTTPRequestHandler, HTTPServer

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tournaments.notifications.push.encryption import encoded

CURVE = ec.SECP256R1()
AUTH = b"sixteen secrets!"


class Browser:
    """The browser of a phone: the keys of its subscription, and how it opens a message."""

    def __init__(self, private=None, auth=AUTH):
        self._private = private or ec.generate_private_key(CURVE)
        self._auth = auth
        self._public = self._private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self.keys = {"p256dh": encoded(self._public), "auth": encoded(auth)}

    def read(self, body):
        """The text of a message, as RFC 8291 section 4 has a browser open it."""
        salt, length, sender = body[:16], body[20], body[21 : 21 + body[20]]
        assert int.from_bytes(body[16:20], "big") >= len(body) - 21 - length
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        shared = self._private.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\x00" + self._public + sender
        secret = HKDF(SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        padded = AESGCM(key).decrypt(nonce, body[21 + length :], None)
        text, mark, padding = padded.rpartition(b"\x02")
        assert mark
        assert not padding.strip(b"\x00")
        return text.decode()


class PushService(HTTPServer):
    """Takes messages over https. ``answers`` are states and headers, the last one for ever."""

    def __init__(self, certificate):
        super().__init__(("127.0.0.1", 0), _Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate.configure_cert(context)
        self.socket = context.wrap_socket(
            self.socket, server_side=True, do_handshake_on_connect=False
        )
        self.heard, self.answers = [], [(201, {})]

    def address(self, name="phone"):
        return f"https://127.0.0.1:{self.server_port}/push/{name}"

    def read_by(self, browser):
        return [json.loads(browser.read(body)) for _path, _headers, body in self.heard]

    def handle_error(self, request, client_address):
        """A sender that hangs up is nothing to say."""


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append((self.path, dict(self.headers), body))
        answers = self.server.answers
        status, headers = answers.pop(0) if len(answers) > 1 else answers[0]
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *args):
        pass
