"""A mail server on this machine (RFC 5321, so much of it as smtplib speaks)."""

import socketserver
import threading
from email import message_from_bytes, policy
from email.message import EmailMessage


class _Talk(socketserver.StreamRequestHandler):
    def handle(self):
        self.say("220 ready")
        while line := self.rfile.readline():
            verb = line[:4].decode().upper()
            if verb == "DATA":
                self.say("354 go on")
                if not self.take():
                    return
            elif verb == "RCPT":
                self.say(self.server.office.on_address)
            else:
                self.say("221 bye" if verb == "QUIT" else "250 ok")

    def take(self):
        """Take a letter; False if the connection is to be cut without an answer."""
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b"."))
        office = self.server.office
        office.letters.append(message_from_bytes(b"".join(lines), policy=policy.default))
        answer = office.on_letter()
        if answer:
            self.say(answer)
        return bool(answer)

    def say(self, text):
        self.wfile.write(f"{text}\r\n".encode())


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


class PostOffice:
    """``letters`` are those it was given; ``on_address`` and ``on_letter`` are its answers."""

    def __init__(self):
        self.letters: list[EmailMessage] = []
        self.on_address = "250 ok"
        self.on_letter = lambda: "250 taken"
        self.server = _Server(("127.0.0.1", 0), _Talk)
        self.server.office = self
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_failure):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
