"""HTTP/1.1 in bytes: requests are written as given, answers are read to the letter."""
import json
import re
import select
import socket
import struct
import time
import urllib.parse

from .judge import Wrong, brief, expect, strict_json


class Ended(Wrong):
    """The connection ended where bytes were due."""


class Answer:
    """One answer: `interim` holds the statuses of 1xx answers before it, `framing` is length, chunked, close or none."""

    def __init__(self, version, status, reason, fields, body, framing, interim):
        self.version, self.status, self.reason, self.fields = version, status, reason, fields
        self.body, self.framing, self.interim = body, framing, interim

    def field(self, name):
        """The value of a field that may stand once; None when absent."""
        values = self.all(name)
        expect(len(values) < 2, f"{name} stands {len(values)} times")
        return values[0] if values else None

    def all(self, name):
        return [v for k, v in self.fields if k.lower() == name.lower()]

    @property
    def type(self):
        return (self.field("Content-Type") or "").split(";")[0].strip().lower()

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")

    @property
    def json(self):
        try:
            return strict_json(self.body)
        except ValueError as fault:
            raise Wrong(f"status {self.status}, body is not JSON ({fault}): {brief(self.text)}")

    def __repr__(self):
        return f"{self.status} {brief(self.text, 150)}"


class Line:
    """One connection. Reads block until `timeout`; nothing is forgiven."""

    def __init__(self, port, timeout=10, receive_buffer=None):
        self.sock = socket.socket()
        if receive_buffer:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.sock.settimeout(timeout)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock.connect(("127.0.0.1", port))
        self.held = bytearray()

    # -- sending

    def send(self, data):
        self.sock.sendall(data)

    def try_send(self, data):
        """Send, where the server may rightly have closed already."""
        try:
            self.sock.sendall(data)
            return True
        except OSError:
            return False

    # -- receiving

    def more(self):
        """Take what has come into `held`; False at the end of the stream."""
        try:
            data = self.sock.recv(1 << 18)
        except TimeoutError:
            raise Wrong(f"no bytes within {self.sock.gettimeout()} s (have {brief(bytes(self.held[-80:]))})")
        except ConnectionError as fault:
            raise Ended(f"connection reset ({fault})")
        self.held += data
        return bool(data)

    def upto(self, mark, most=1 << 20):
        """The bytes before the mark; both are taken."""
        while (at := self.held.find(mark)) < 0:
            expect(len(self.held) <= most, f"no {mark!r} in {most} bytes")
            if not self.more():
                raise Ended(f"connection ended before {mark!r}: {brief(bytes(self.held))}")
        data = bytes(self.held[:at])
        del self.held[:at + len(mark)]
        return data

    def exactly(self, count):
        while len(self.held) < count:
            if not self.more():
                raise Ended(f"connection ended after {len(self.held)} of {count} bytes")
        data = bytes(self.held[:count])
        del self.held[:count]
        return data

    def head(self):
        """(version, status, reason, fields) of the next answer's head."""
        lines = self.upto(b"\r\n\r\n").split(b"\r\n")
        match = re.fullmatch(rb"HTTP/(1\.[01]) ([1-5]\d\d) ([\t -~]*)", lines[0])
        expect(match, f"status line {lines[0]!r}")
        fields = []
        for line in lines[1:]:
            pair = re.fullmatch(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*?)[ \t]*", line)
            expect(pair, f"field line {line!r}")
            fields.append((pair[1].decode(), pair[2].decode("latin-1")))
        return match[1].decode(), int(match[2]), match[3].decode(), fields

    def answer(self, method="GET"):
        """The next final answer, whole."""
        interim = []
        while True:
            version, status, reason, fields = self.head()
            if status >= 200:
                break
            interim.append(status)
        answer = Answer(version, status, reason, fields, b"", "none", interim)
        coding, length = answer.field("Transfer-Encoding"), answer.field("Content-Length")
        expect(coding is None or length is None, "both Transfer-Encoding and Content-Length in an answer")
        if status in (204, 304):
            expect(coding is None and length in (None, "0") or status == 304, f"{status} with a body's framing")
        elif method == "HEAD":
            pass
        elif coding is not None:
            expect(coding.lower() == "chunked" and version == "1.1", f"Transfer-Encoding {coding} in HTTP/{version}")
            answer.framing = "chunked"
            parts = []
            while (size := self.chunk_size()):
                parts.append(self.exactly(size))
                expect(self.exactly(2) == b"\r\n", "no CRLF after a chunk")
            while self.upto(b"\r\n"):
                pass
            answer.body = b"".join(parts)
        elif length is not None:
            expect(re.fullmatch(r"\d+", length), f"Content-Length {length!r}")
            answer.framing, answer.body = "length", self.exactly(int(length))
        else:
            answer.framing = "close"
            while self.more():
                pass
            answer.body = bytes(self.held)
            self.held.clear()
        return answer

    def chunk_size(self):
        text = self.upto(b"\r\n")
        expect(re.fullmatch(rb"[0-9A-Fa-f]{1,15}", text), f"chunk size {text!r}")
        return int(text, 16)

    def ends(self, seconds=3):
        """True when the server ends the connection in order (FIN) within the time, with nothing more sent."""
        return self.ending(seconds) == "fin"

    def ending(self, seconds=3):
        """'fin', 'reset', 'open' or 'data': what the connection does next within the time."""
        if self.held:
            return "data"
        self.sock.settimeout(seconds)
        try:
            data = self.sock.recv(1 << 16)
        except TimeoutError:
            return "open"
        except ConnectionError:
            return "reset"
        self.held += data
        return "data" if data else "fin"

    @property
    def stale(self):
        """True when the server has closed this idle connection or sent what nobody asked for."""
        return bool(self.held) or readable(self.sock, 0)

    # -- ending

    def close(self):
        self.sock.close()

    def reset(self):
        """End with RST, as a killed client's kernel may."""
        try:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        except OSError:
            pass
        self.sock.close()

    def vanish(self):
        """End without telling the peer; needs CAP_NET_ADMIN. False when not permitted."""
        try:
            self.sock.setsockopt(socket.IPPROTO_TCP, 19, 1)  # TCP_REPAIR
        except OSError:
            self.reset()
            return False
        self.sock.close()
        return True


def request(method, target, body=None, fields=(), version="1.1"):
    """A request's bytes. A body that is not bytes is sent as JSON; None sends none."""
    lines = [f"{method} {target} HTTP/{version}", "Host: localhost"]
    given = list(fields.items() if isinstance(fields, dict) else fields)
    if body is not None:
        if not isinstance(body, bytes):
            body = json.dumps(body, ensure_ascii=False).encode()
        if not any(k.lower() == "content-type" for k, _ in given):
            given.append(("Content-Type", "application/json"))
        given.append(("Content-Length", str(len(body))))
    lines += [f"{k}: {v}" for k, v in given]
    return "\r\n".join(lines).encode("utf-8") + b"\r\n\r\n" + (body or b"")


def chunked(*parts):
    """A chunked body of these chunks."""
    return b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in parts if p) + b"0\r\n\r\n"


GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


def post(body, *fields, path="/models/Post", version="1.1"):
    """A POST to the blog with exactly these framing fields."""
    return (f"POST {path} HTTP/{version}\r\nHost: localhost\r\nContent-Type: application/json\r\n" + "".join(f + "\r\n" for f in fields) + "\r\n").encode("latin-1") + body


def sized(size):
    """A JSON object of exactly so many bytes."""
    return b'{"title":"' + b"x" * (size - 12) + b'"}'


def segment(text):
    """Text as one path segment."""
    return urllib.parse.quote(text, safe="")


def target(path, **items):
    """A path with a query; predicates may be given as objects (the JSON spelling), lists repeat the name. `if_` is `if`."""
    pairs = []
    for name, value in items.items():
        for one in value if isinstance(value, list) else [value]:
            pairs.append((name.rstrip("_"), json.dumps(one, ensure_ascii=False) if isinstance(one, dict) else str(one)))
    return path + ("?" + "&".join(f"{k}={segment(v)}" for k, v in pairs) if pairs else "")


def readable(sock, seconds):
    """True when the socket has bytes or an end to read within the time. (poll: descriptors may be past 1024.)"""
    watch = select.poll()
    watch.register(sock, select.POLLIN)
    return bool(watch.poll(seconds * 1000))


def now():
    return time.monotonic()
