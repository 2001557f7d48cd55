"""Keeps a copy of the records that it follows, by the journal: python3 mirror_changes.py --once

Environment: BASE_URL, API_KEY (scopes changes:read and sales:read), DATABASE (a file).
"""
import http.client
import json
import os
import random
import sqlite3
import sys
import time
import urllib.error
import urllib.request

BASE_URL = os.environ.get("BASE_URL", "http://localhost:3000")
HEADERS = {"Authorization": f"Bearer {os.environ['API_KEY']}"}
# Kinds of the journal, and where their records are read.
PATHS = {"order": "/orders", "invoice": "/invoices", "shipment": "/shipments"}
WAIT = 0 if "--once" in sys.argv else 30


def get(path, attempts=10):
    """Reads JSON; tries again, ever more slowly, while the service is busy. None: there is no such record."""
    for attempt in range(1, attempts + 1):
        request = urllib.request.Request(f"{BASE_URL}/v1{path}", headers=HEADERS)
        wait = min(0.25 * 2**attempt, 30) * random.uniform(0.5, 1)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            if error.code not in (408, 429, 500, 502, 503, 504) or attempt == attempts:
                raise RuntimeError(f"GET {path}: {error.read().decode()}") from error
            wait = float(error.headers.get("Retry-After") or wait)
        except (OSError, ValueError, http.client.HTTPException):  # unreachable, or ended in the middle of an answer
            if attempt == attempts:
                raise
        time.sleep(wait)


def open_copy():
    """The copy: records, and the position in the journal up to which they are known."""
    copy = sqlite3.connect(os.environ.get("DATABASE", "mirror.sqlite"))
    copy.execute("CREATE TABLE IF NOT EXISTS record (kind TEXT, id INTEGER, json TEXT, PRIMARY KEY (kind, id))")
    copy.execute("CREATE TABLE IF NOT EXISTS progress (id INTEGER PRIMARY KEY CHECK (id = 1), position INTEGER)")
    copy.execute("INSERT OR IGNORE INTO progress VALUES (1, 0)")
    copy.commit()
    return copy


def follow(copy):
    """One page of changes. Records and position are stored together: whatever dies, nothing is missed."""
    (position,) = copy.execute("SELECT position FROM progress").fetchone()
    page = get(f"/changes?after={position}&kinds={','.join(PATHS)}&limit=200&wait={WAIT}")
    for kind, record_id in {(change["KIND"], change["ID"]) for change in page["CHANGES"]}:
        record = get(f"{PATHS[kind]}/{record_id}")  # as it is now, which may be later than the change
        if record is None:
            copy.execute("DELETE FROM record WHERE kind = ? AND id = ?", (kind, record_id))
        else:
            copy.execute("REPLACE INTO record VALUES (?, ?, ?)", (kind, record_id, json.dumps(record)))
    copy.execute("UPDATE progress SET position = ?", (page["NEXT"],))
    copy.commit()
    return page["NEXT"] < page["CURRENT"]


def main():
    copy = open_copy()
    while True:
        is_more = follow(copy)
        if not is_more and "--once" in sys.argv:
            return


main()
