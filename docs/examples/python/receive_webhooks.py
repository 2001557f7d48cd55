"""Receives webhooks, verifies their signatures and writes each event once: python3 receive_webhooks.py

Environment: SECRET (of the webhook, whsec_...), PORT, OUT (a file).
"""
import base64
import hashlib
import hmac
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["SECRET"]
PORT = int(os.environ.get("PORT", "8080"))
OUT = os.environ.get("OUT", "events.ndjson")
MAX_BODY = 1024 * 1024
TOLERANCE_SECONDS = 300


def key_of(secret):
    """The key of a secret of the Standard Webhooks specification is its Base64."""
    return base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()


def is_genuine(headers, body):
    """Whether somebody who knows the secret has signed this body within the last five minutes."""
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(key_of(SECRET), signed, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), expected.encode()) for one in given)


def read_seen():
    """Ids of what is in OUT already: deliveries are repeated until the service knows that they arrived."""
    if not os.path.exists(OUT):
        return set()
    with open(OUT, "r+b") as file:
        lines, end, _ = file.read().rpartition(b"\n")
        file.truncate(len(lines) + len(end))  # without a line that was cut short
    return {json.loads(line)["webhookId"] for line in lines.splitlines()}


SEEN = read_seen()
LOCK = threading.Lock()


def store(message_id, event):
    """The place for your own work. It must be done, or be on the disk, before the delivery is confirmed."""
    with LOCK:
        if message_id in SEEN:
            return
        with open(OUT, "a", encoding="utf-8") as file:
            file.write(json.dumps({"webhookId": message_id, **event}) + "\n")
            file.flush()
            os.fsync(file.fileno())
        SEEN.add(message_id)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = int(self.headers.get("Content-Length", "0"))
        if length > MAX_BODY:
            return self.answer(413)
        body = self.rfile.read(length)
        if not is_genuine(self.headers, body):
            return self.answer(401)
        store(self.headers["webhook-id"], json.loads(body))
        return self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", PORT), Receiver).serve_forever()
