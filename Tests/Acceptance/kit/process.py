"""The server as a process: start, signals, limits, its log; and the questions that tests put to it."""
import collections
import json
import os
import re
import resource
import select
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time

from . import schemas
from .events import Stream
from .fold import LiveList
from .judge import Wrong, brief, expect, same, until
from .wire import Line, request, segment, target

BINARY = None  # set by run.py
FOLDERS = []  # every folder made by this test, removed at its end


def environment(extra=None):
    """The tests' environment without what would set the server's flags."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("RIVULET_") and k != "PORT"}
    return {**clean, "SWIFT_BACKTRACE": "enable=no", "TZ": "UTC", **(extra or {})}


def folder():
    path = tempfile.mkdtemp(prefix="rivulet-case-")
    FOLDERS.append(path)
    return path


def command(*words, cwd=None, env=None, seconds=20, feed=None, user=None):
    """Run the command to its end: (exit code, stdout, stderr)."""
    try:
        done = subprocess.run([BINARY, *words], cwd=cwd, env=environment(env), capture_output=True, timeout=seconds, user=user,
                              **({"input": feed} if feed is not None else {"stdin": subprocess.DEVNULL}))
    except subprocess.TimeoutExpired as late:
        raise Wrong(f"`rivulet {' '.join(words)}` still runs after {seconds} s; stderr: {brief((late.stderr or b'').decode('utf-8', 'replace'))}")
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


class Server:
    """One folder with a schema and a database, and at most one process over them."""

    def __init__(self, schema=schemas.BLOG, flags=(), env=None, home=None, limits=None, memory=False):
        self.home = home or folder()
        self.schema_path = os.path.join(self.home, "schema.graphql")
        self.database = ":memory:" if memory else os.path.join(self.home, "rivulet.db")
        self.flags, self.env, self.limits = list(flags), dict(env or {}), dict(limits or {})
        self.log_path = os.path.join(self.home, "log")
        self.process, self.port, self.first_line, self.starts = None, None, None, 0
        self.local, self.streams, self.asked = threading.local(), [], collections.deque(maxlen=14)
        self.user, self.listen = None, "127.0.0.1:0"
        if schema is not None:
            self.write_schema(schema)

    def write_schema(self, text):
        with open(self.schema_path, "w", encoding="utf-8") as file:
            file.write(text)

    # -- the process

    def spawn(self, *more):
        """Start the process without waiting for it to listen."""
        def limit():
            for name, value in self.limits.items():
                resource.setrlimit(name, (value, value))
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        words = ["serve", "--schema", self.schema_path, "--database", self.database, "--listen", self.listen, *self.flags, *more]
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen([BINARY, *words], cwd=self.home, env=environment(self.env), stdin=subprocess.DEVNULL,
                                            stdout=subprocess.PIPE, stderr=log, preexec_fn=limit, user=self.user)
        self.starts += 1
        self.local = threading.local()
        return self

    def start(self, *more, seconds=20):
        """Start, and wait for the line that says where it listens."""
        self.spawn(*more)
        self.first_line = self.read_line(seconds)
        match = re.fullmatch(r"listening on http://127\.0\.0\.1:(\d+)", self.first_line or "")
        if not match:
            code = self.process.poll()
            raise Wrong(f"the server did not start (first line {self.first_line!r}, exit code {code})")
        self.port = int(match[1])
        return self

    def read_line(self, seconds):
        """The next line on stdout; None when the process ended without one."""
        data, end, pipe = b"", time.monotonic() + seconds, self.process.stdout.fileno()
        while not data.endswith(b"\n"):
            left = end - time.monotonic()
            expect(left > 0, f"no line on stdout within {seconds} s")
            if not select.select([pipe], [], [], left)[0]:
                continue
            byte = os.read(pipe, 1)
            if not byte:
                self.process.wait(5)
                return data.decode() or None
            data += byte
        return data.decode().rstrip("\n")

    @property
    def alive(self):
        return self.process is not None and self.process.poll() is None

    def signal(self, number):
        os.kill(self.process.pid, number)

    def gone(self, seconds=15):
        """Wait for the end; the exit code."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Wrong(f"the server still runs after {seconds} s")

    def terminate(self, seconds=15):
        self.signal(signal.SIGTERM)
        return self.gone(seconds)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def refuses_to_start(self, seconds=10):
        """Start a server that must not run: exit code 1, nothing on stdout; what the log says."""
        self.spawn()
        same(self.gone(seconds), 1, "exit code")
        same(self.process.stdout.read(), b"", "stdout")
        return self.log(4000)

    def restart(self, how="term"):
        if how == "kill":
            self.kill()
        else:
            same(self.terminate(), 0, "exit code after SIGTERM")
        return self.start()

    def log(self, size=1 << 20):
        try:
            with open(self.log_path, "rb") as file:
                file.seek(max(0, os.path.getsize(self.log_path) - size))
                return file.read().decode("utf-8", "replace")
        except OSError:
            return ""

    def account(self):
        """What a failure says of this server: its state, the last requests, the end of its log."""
        state = "runs" if self.alive else f"exit code {self.process.returncode}"
        log = self.log(3000).strip().splitlines()[-8:]
        return [f"server ({state}); the last requests:", *(f"    {asked}" for asked in list(self.asked)[-8:]),
                "    log:" if log else "    log is empty", *(f"    | {line[:300]}" for line in log)]

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def rest(self, model="Post", record=None):
        """The descriptors at rest, after a write, reads and a stream have opened what they need."""
        self.make(model, record or {"title": "rest"})
        for _ in range(8):
            self.list(model)
        before = self.descriptors()
        self.observe(model).close()
        until(lambda: self.descriptors() <= before, 5, "descriptors after one stream")
        return before

    def memory(self):
        """Resident bytes."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def close(self):
        for stream in self.streams:
            stream.close()
        if self.alive:
            self.process.kill()
            self.process.wait()

    # -- questions

    def line(self, timeout=10, receive_buffer=None):
        return Line(self.port, timeout, receive_buffer)

    def ask(self, method, path, body=None, fields=(), line=None, seconds=10):
        """One request and its answer, on the given connection or on this thread's own, kept alive."""
        keep = line is None
        if keep:
            line = getattr(self.local, "line", None)
            if line is None or line.stale:
                line = self.local.line = Line(self.port, seconds)
        line.sock.settimeout(seconds)
        line.send(request(method, path, body, fields))
        try:
            answer = line.answer(method)
        except (Wrong, OSError):
            self.asked.append(f"{method} {brief(path, 160)} {brief(body or '', 160)} → no answer")
            if keep:
                self.local.line = None
            raise
        self.asked.append(f"{method} {brief(path, 160)} {brief(body or '', 100)} → {answer!r}")
        if keep and ((answer.field("Connection") or "").lower() == "close" or answer.framing == "close"):
            line.close()
            self.local.line = None
        return answer

    def get(self, path, fields=(), /, **items):
        return self.ask("GET", target(path, **items), None, fields)

    def post(self, path, body, fields=(), /, **items):
        return self.ask("POST", target(path, **items), body, fields)

    def put(self, path, body, fields=(), /, **items):
        return self.ask("PUT", target(path, **items), body, fields)

    def patch(self, path, body, fields=(), /, **items):
        return self.ask("PATCH", target(path, **items), body, fields)

    def delete(self, path, fields=(), /, **items):
        return self.ask("DELETE", target(path, **items), None, fields)

    def good(self, answer, *statuses):
        expect(answer.status in (statuses or (200, 201)), f"status {answer.status}, expected {statuses or '200 or 201'}: {brief(answer.text)}")
        return answer

    def make(self, model, record):
        """POST a record, or several in arrays within the bounds of count and body: the record or records as stored."""
        if isinstance(record, list):
            out, step = [], max(1, min(1000, 900_000 // (len(json.dumps(record[:1], ensure_ascii=False).encode()) + 1)))
            for i in range(0, len(record), step):
                out += self.good(self.post(f"/models/{model}", record[i:i + step]), 201).json["items"]
            return out
        return self.good(self.post(f"/models/{model}", record), 201).json

    def change(self, model, key, patch):
        return self.good(self.patch(self.path(model, key), patch), 200).json

    def drop(self, model, key):
        return self.good(self.delete(self.path(model, key)), 200).json

    def read(self, model, key):
        return self.good(self.get(self.path(model, key)), 200).json

    def page(self, model, /, **items):
        return self.good(self.get(f"/models/{model}", **items), 200).json

    def list(self, model, /, **items):
        return self.page(model, **items)["items"]

    def ids(self, model, /, **items):
        return [r["id"] for r in self.list(model, **items)]

    def all(self, model, /, **items):
        """Every record, by walking the pages."""
        out, token = [], None
        while True:
            page = self.page(model, **{"limit": 1000, **items, **({"nextToken": token} if token else {})})
            out += page["items"]
            token = page["nextToken"]
            if token is None:
                return out

    def transaction(self, *operations):
        return self.post("/transaction", list(operations))

    @staticmethod
    def path(model, key):
        parts = key if isinstance(key, (tuple, list)) else (key,)
        return f"/models/{model}/" + "/".join(segment(str(p)) for p in parts)

    # -- streams

    def stream(self, path, fields=(), /, receive_buffer=None, version="1.1", **items):
        asked = target(path, **items)
        self.asked.append(f"GET {brief(asked, 160)} as a stream {dict(fields) or ''}")
        line = Line(self.port, 10, receive_buffer)
        line.send(request("GET", asked, None, fields, version))
        stream = Stream(line, asked)
        self.streams.append(stream)
        return stream

    def observe(self, model=None, /, after=None, **items):
        """An attached /observe stream."""
        return self.stream("/observe" + (f"/{model}" if model else ""), {"Last-Event-ID": after} if after is not None else {}, **items).ready()

    def live(self, model, /, after=None, **items):
        """A /observeQuery stream as a LiveList."""
        return LiveList(self.stream(f"/observeQuery/{model}", {"Last-Event-ID": after} if after is not None else {}, **items))

    # -- beside the server

    def sql(self, *statements):
        """Run SQL on the database as another program would: the rows of the last statement."""
        database = sqlite3.connect(self.database, timeout=10, isolation_level=None)
        try:
            result = None
            for one in statements:
                parts = one if isinstance(one, tuple) else (one, ())
                result = database.execute(*parts).fetchall()
            return result
        finally:
            database.close()


def sweep():
    """Remove every folder that this test made."""
    for path in FOLDERS:
        shutil.rmtree(path, ignore_errors=True)


def free_port():
    """A port that was free a moment ago, for tests whose subject is a taken or given port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]

