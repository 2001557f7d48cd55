"""Fetches the orders that nobody has fetched yet and acknowledges them: python3 poll_orders.py --once

Environment: BASE_URL, API_KEY (scope sales:write), OUT (a file), PER_PAGE, POLL_SECONDS.
"""
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request

BASE_URL = os.environ.get("BASE_URL", "http://localhost:3000")
OUT = os.environ.get("OUT", "orders.ndjson")
PER_PAGE = os.environ.get("PER_PAGE", "100")
HEADERS = {"Authorization": f"Bearer {os.environ['API_KEY']}", "Content-Type": "application/json"}


def call(method, path, body=None, attempts=10):
    """Sends a request; tries again, ever more slowly, while the service is busy or unreachable."""
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(1, attempts + 1):
        request = urllib.request.Request(f"{BASE_URL}/v1{path}", data, HEADERS, method=method)
        wait = min(0.25 * 2**attempt, 30) * random.uniform(0.5, 1)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code not in (408, 429, 500, 502, 503, 504) or attempt == attempts:
                raise RuntimeError(f"{method} {path}: {error.read().decode()}") from error
            wait = float(error.headers.get("Retry-After") or wait)
        except (OSError, ValueError, http.client.HTTPException):  # unreachable, or ended in the middle of an answer
            if attempt == attempts:
                raise
        time.sleep(wait)


def read_imported():
    """The orders in OUT: a run that died between writing and acknowledging repeats nothing."""
    if not os.path.exists(OUT):
        return {}
    with open(OUT, "r+b") as file:
        whole = file.read().rpartition(b"\n")
        file.truncate(len(whole[0]) + len(whole[1]))  # without a line that was cut short
    lines = map(json.loads, whole[0].splitlines())
    return {line["id"]: line["version"] for line in lines}


IMPORTED = read_imported()


def import_order(file, order):
    """The place for your own work. An order that changed meanwhile comes again: its last line counts."""
    if IMPORTED.get(order["ID"]) == order["VERSION"]:
        return
    keys = {"id": "ID", "pId": "PID", "documentNumber": "DOCUMENTNUMBER", "total": "TOTAL", "version": "VERSION"}
    file.write(json.dumps({name: order[key] for name, key in keys.items()}) + "\n")
    IMPORTED[order["ID"]] = order["VERSION"]


def poll():
    """One page: import, then acknowledge. Always the first, since acknowledged orders leave the list."""
    orders = call("GET", f"/orders/pending?expand=document&page=1&perPage={PER_PAGE}")["orders"]
    if not orders:
        return 0, []
    with open(OUT, "a", encoding="utf-8") as file:
        for order in orders:
            import_order(file, order)
        file.flush()
        os.fsync(file.fileno())  # on the disk before the acknowledgement
    seen = [{"id": order["ID"], "version": order["VERSION"]} for order in orders]
    results = call("PUT", "/orders/received", {"orders": seen})["orders"]
    return len(orders), [one for one in results if one["result"] not in ("ok", "unchanged")]


def main():
    stuck = 0
    while True:
        pending, left = poll()
        for one in left:  # changed meanwhile: fetched again by the next round
            print(f"order {one['id']}: {one['result']} {one['detail']}", file=sys.stderr)
        stuck = stuck + 1 if pending and len(left) == pending else 0
        if stuck == 5:
            raise RuntimeError("none of these orders can be acknowledged")
        if pending == 0 and "--once" in sys.argv:
            return
        if pending == 0 or stuck:
            time.sleep(1 if pending else float(os.environ.get("POLL_SECONDS", "60")))


main()
