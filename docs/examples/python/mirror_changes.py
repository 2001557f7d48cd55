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
    """Reads JSON; tries again, ever more slowly, while the service is busy. None: no such record, or position."""
    for attempt in range(1, attempts + 1):
        request = urllib.request.Request(f"{BASE_URL}/v1{path}", headers=HEADERS)
        wait = min(0.25 * 2**attempt, 30) * random.uniform(0.5, 1)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code in (404, 410):
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
    copy.execute("INSERT OR IGNORE INTO progress VALUES (1, NULL)")
    copy.commit()
    return copy


def copy_record(copy, kind, record_id):
    """Stores a record as it is now, which may be later than the change; removes one that is gone."""
    record = get(f"{PATHS[kind]}/{record_id}")
    if record is None:
        copy.execute("DELETE FROM record WHERE kind = ? AND id = ?", (kind, record_id))
    else:
        copy.execute("REPLACE INTO record VALUES (?, ?, ?)", (kind, record_id, json.dumps(record)))


def copy_all(copy):
    """Copies all records. Returns the position in the journal before that, to continue from."""
    position = get("/changes?limit=1")["CURRENT"]
    copy.execute("DELETE FROM record")
    for kind, path in PATHS.items():
        since, records = 0, None
        while records != []:
            records = get(f"{path}?fields=ID&sort=id.asc&perPage=500&since_id={since}")[path[1:]]
            for record in records:
                copy_record(copy, kind, record["ID"])
                since = record["ID"] + 1
    return position


def follow(copy):
    """One page of changes. Records and position are stored together: whatever dies, nothing is missed."""
    (position,) = copy.execute("SELECT position FROM progress").fetchone()
    query = f"kinds={','.join(PATHS)}&limit=200&wait={WAIT}"
    page = None if position is None else get(f"/changes?after={position}&{query}")
    is_copied = page is not None
    if not is_copied:  # the first run, or the journal no longer has the position
        page = {"CHANGES": [], "NEXT": copy_all(copy)}
    for kind, record_id in {(change["KIND"], change["ID"]) for change in page["CHANGES"]}:
        copy_record(copy, kind, record_id)
    copy.execute("UPDATE progress SET position = ?", (page["NEXT"],))
    copy.commit()
    return not is_copied or page["NEXT"] < page["CURRENT"]


def main():
    copy = open_copy()
    while True:
        is_more = follow(copy)
        if not is_more and "--once" in sys.argv:
            return


main()
