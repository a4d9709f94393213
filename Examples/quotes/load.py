#!/usr/bin/env python3
"""Replay ten years of real share prices into a server that serves this folder's schema.

    load.py [--url http://127.0.0.1:8080] [--speed 2] [--months 123]

Each month is one transaction: a Quote for every company, and the company's own lastPrice, change and month. A live query
sorted by `change` gets one snapshot a month and sees companies overtake each other; one of them enters only in 2004.
Records are replaced, not added, so it may run again. Ctrl-C stops between two months.

The prices are the `stocks` set of the vega-datasets package, put into a virtual environment under .build/.
"""
import argparse
import csv
import datetime
import http.client
import json
import pathlib
import signal
import subprocess
import sys
import threading
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = "vega-datasets==0.9.0"
NAMES = {"AAPL": "Apple", "AMZN": "Amazon", "GOOG": "Google", "IBM": "IBM", "MSFT": "Microsoft"}


def prices():
    """[(first of the month, {symbol: price})] in time's order."""
    home = ROOT / ".build/venv/quotes"
    found = list(home.glob("lib/python*/site-packages/vega_datasets/_data/stocks.csv"))
    if not found:
        print(f"installing {PACKAGE}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        # Only its data is read: without what its code depends on.
        subprocess.run([home / "bin/python3", "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                        "--no-deps", PACKAGE], check=True)
        found = list(home.glob("lib/python*/site-packages/vega_datasets/_data/stocks.csv"))
    months = {}
    with open(found[0], newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            month = datetime.datetime.strptime(row["date"], "%b %d %Y").date().isoformat()
            months.setdefault(month, {})[row["symbol"]] = float(row["price"])
    return sorted(months.items())


def operations(month, now, before):
    """One transaction: the companies first, since a quote must point at one."""
    for symbol, price in sorted(now.items()):
        change = round(100 * (price / before[symbol] - 1), 2) if symbol in before else None
        yield {"op": "replace", "model": "Company", "id": symbol,
               "record": {"name": NAMES.get(symbol, symbol), "month": month, "lastPrice": price, "change": change}}
    for symbol, price in sorted(now.items()):
        yield {"op": "replace", "model": "Quote", "id": f"{symbol}-{month[:7]}",
               "record": {"symbol": symbol, "month": month, "price": price}}


class Server:
    """The server's one endpoint that is needed, over one kept connection."""

    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self.connection = kind(parts.hostname, parts.port, timeout=30)

    def transaction(self, operations):
        body = json.dumps(list(operations))
        self.connection.request("POST", "/transaction", body, {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        answer = response.read()
        if response.status != 200:
            raise SystemExit(f"the server answered {response.status}: {answer.decode(errors='replace')}")


def show(done, total, month, now):
    """A bar that is redrawn on a terminal, a line a year elsewhere."""
    line = f"{month[:7]}  " + "  ".join(f"{symbol} {price:7.2f}" for symbol, price in sorted(now.items()))
    if sys.stdout.isatty():
        width = 20
        filled = width * done // total
        print(f"\r\033[K[{'█' * filled}{'·' * (width - filled)}] {done}/{total}  {line}", end="", flush=True)
    elif month[5:7] == "01" or done == total:
        print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8080")
    parser.add_argument("--speed", type=float, default=2, help="months a second; 0: as fast as the server answers")
    parser.add_argument("--months", type=int, default=None, help="stop after so many")
    chosen = parser.parse_args()
    if chosen.speed < 0 or (chosen.months is not None and chosen.months < 1):
        parser.error("--speed is 0 or more, --months 1 or more")

    try:
        months = prices()[:chosen.months]
    except KeyboardInterrupt:
        raise SystemExit("stopped before the first month") from None
    except subprocess.CalledProcessError as fault:
        raise SystemExit(f"the prices could not be installed: exit code {fault.returncode}") from None

    stopped = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stopped.set())

    server, before, done = Server(chosen.url), {}, 0
    try:
        for month, now in months:
            if stopped.is_set():
                break
            server.transaction(operations(month, now, before))
            before |= now
            done += 1
            show(done, len(months), month, now)
            if chosen.speed and done < len(months):
                stopped.wait(1 / chosen.speed)
    except (OSError, http.client.HTTPException) as fault:
        raise SystemExit(f"{chosen.url}: {fault}") from fault
    finally:
        if sys.stdout.isatty():
            print()
    print(f"{done} months" + (", stopped" if done < len(months) else ""))


if __name__ == "__main__":
    main()
