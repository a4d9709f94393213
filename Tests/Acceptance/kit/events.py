"""Server-Sent Events: a strict parser (a value without I/O), a stream over a connection, and a crowd of streams."""
import re
import selectors
import threading
import time

from .judge import Wrong, brief, expect, position, strict_json
from .wire import readable


class Frame:
    """One event: its position, its JSON, and when it came."""

    def __init__(self, id_text, raw, came):
        self.id, self.raw, self.came = id_text, raw, came
        try:
            self.data = strict_json(raw)
        except ValueError as fault:
            raise Wrong(f"data is not JSON ({fault}): {brief(raw)}")
        expect(isinstance(self.data, dict) and next(iter(self.data), None) == "type", f"the first member is not type: {brief(raw)}")
        self.type = self.data["type"]
        if id_text is not None:
            self.epoch, self.seq = position(id_text)
        if self.type == "mutation":
            expect(id_text is not None, f"a mutation without an id: {brief(raw)}")

    def __getitem__(self, name):
        expect(name in self.data, f"no member {name!r} in {brief(self.raw)}")
        return self.data[name]

    def __contains__(self, name):
        return name in self.data

    def __repr__(self):
        return f"id {self.id}: {brief(self.raw, 200)}"


class EventParser:
    """Bytes in, frames out. Lines end as the HTML standard says (LF, CR, CRLF), so text that escaped its line is seen."""

    def __init__(self):
        self.pending, self.data, self.id, self.retries, self.comments = b"", [], None, [], []
        self.first, self.order = True, []

    def feed(self, data, came):
        """The frames that the bytes complete."""
        self.pending += data
        frames = []
        while True:
            match = re.search(rb"\r\n|\r(?=.)|\n", self.pending, re.S)
            if not match:
                return frames
            line, self.pending = self.pending[:match.start()], self.pending[match.end():]
            frame = self.line(line, came)
            if frame:
                frames.append(frame)

    def line(self, line, came):
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as fault:
            raise Wrong(f"a stream line is not UTF-8 ({fault}): {brief(line)}")
        if not text:
            if not self.data:
                self.id = None
                return None
            expect(len(self.data) == 1, f"data of {len(self.data)} lines: {brief(self.data)}")
            frame = Frame(self.id, self.data[0], came)
            self.data, self.id = [], None
            self.order.append("frame")
            return frame
        if text.startswith(":"):
            self.comments.append(came)
            self.order.append("comment")
            return None
        name, _, value = text.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "data":
            self.data.append(value)
        elif name == "id":
            expect("\0" not in value and self.id is None, f"id line {text!r}")
            self.id = value
        elif name == "retry":
            expect(re.fullmatch(r"\d+", value), f"retry line {text!r}")
            self.retries.append(int(value))
            self.order.append("retry")
        else:
            raise Wrong(f"a stream line that is no data, id, retry or comment: {brief(text)}")
        return None


class Stream:
    """An open stream, read only when a test asks (so a test that does not ask is a reader that stands still)."""

    def __init__(self, line, asked, seconds=5):
        self.line, self.asked = line, asked
        line.sock.settimeout(seconds)
        self.version, self.status, _, self.fields = line.head()
        self.parser, self.waiting, self.frames = EventParser(), [], []
        self.ended = None  # None while open; 'clean', 'cut'
        self.carry = bytearray()
        if self.status != 200:
            raise Wrong(f"{asked}: status {self.status}, expected a stream")
        kind = (self.field("Content-Type") or "").split(";")[0].strip()
        expect(kind == "text/event-stream", f"{asked}: type {kind!r}")
        self.coded = (self.field("Transfer-Encoding") or "").lower() == "chunked"
        expect(self.field("Content-Length") is None, "a stream with a length")
        self.take(bytes(line.held))
        line.held.clear()

    def field(self, name):
        values = [v for k, v in self.fields if k.lower() == name.lower()]
        return ", ".join(values) if values else None

    # -- bytes to frames

    def take(self, data):
        """Bytes as they came from the socket."""
        if not data:
            return
        payload = data
        if self.coded:
            self.carry += data
            payload = self.unchunk()
        for frame in self.parser.feed(payload, time.monotonic()):
            self.waiting.append(frame)

    def unchunk(self):
        out, at = bytearray(), 0
        while True:
            end = self.carry.find(b"\r\n", at)
            if end < 0:
                break
            size_text = bytes(self.carry[at:end])
            expect(re.fullmatch(rb"[0-9A-Fa-f]{1,15}", size_text), f"chunk size {size_text!r} on a stream")
            size = int(size_text, 16)
            if len(self.carry) < end + 2 + size + 2:
                break
            expect(self.carry[end + 2 + size:end + 4 + size] == b"\r\n", "no CRLF after a chunk of a stream")
            at = end + 4 + size
            if size == 0:
                self.ended = "clean"
                break
            out += self.carry[end + 2:end + 2 + size]
        del self.carry[:at]
        return bytes(out)

    def pump(self, seconds):
        """Read what comes within the time; False when nothing came or the stream has ended."""
        if self.ended or not readable(self.line.sock, max(0, seconds)):
            return False
        try:
            data = self.line.sock.recv(1 << 18)
        except ConnectionError:
            self.ended = "cut"
            return False
        if not data:
            self.ended = self.ended or ("cut" if self.coded else "clean")
            return False
        self.take(data)
        return True

    # -- what tests say

    def ready(self, seconds=5):
        """Wait for the first comment: the stream is attached."""
        end = time.monotonic() + seconds
        while not self.parser.comments:
            expect(not self.ended, f"{self.asked}: ended before its first comment")
            expect(time.monotonic() < end, f"{self.asked}: no comment within {seconds} s")
            self.pump(end - time.monotonic())
        return self

    def next(self, seconds=5, what="a frame"):
        end = time.monotonic() + seconds
        while not self.waiting:
            expect(not self.ended, f"{self.asked}: ended ({self.ended}) while waiting for {what}")
            left = end - time.monotonic()
            expect(left > 0, f"{self.asked}: {what} did not come within {seconds:.1f} s; {len(self.frames)} frames came before")
            self.pump(left)
        frame = self.waiting.pop(0)
        self.frames.append(frame)
        return frame

    def several(self, count, seconds=10, what="frames"):
        end = time.monotonic() + seconds
        return [self.next(max(0.01, end - time.monotonic()), f"{what} ({i + 1} of {count})") for i in range(count)]

    def silent(self, seconds, why):
        """Fail when a frame comes within the time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.pump(left)
            expect(not self.waiting, f"{self.asked}: {why}, but there came {self.waiting and self.waiting[0]!r}")
            expect(not self.ended, f"{self.asked}: {why}, but the stream ended ({self.ended})")

    def drain_until(self, last, seconds=15, what="the last frame"):
        """All frames up to and including the first for which last(frame) is true."""
        out, end = [], time.monotonic() + seconds
        while True:
            out.append(self.next(max(0.01, end - time.monotonic()), what))
            if last(out[-1]):
                return out

    def to_end(self, seconds=5):
        """Read to the end of the stream: 'clean' or 'cut'."""
        end = time.monotonic() + seconds
        while not self.ended:
            left = end - time.monotonic()
            expect(left > 0, f"{self.asked}: still open after {seconds} s")
            self.pump(left)
        return self.ended

    def comment(self, seconds):
        """Wait for one more comment; return when it came."""
        count, end = len(self.parser.comments), time.monotonic() + seconds
        while len(self.parser.comments) == count:
            left = end - time.monotonic()
            expect(left > 0 and not self.ended, f"{self.asked}: no comment within {seconds:.1f} s (ended: {self.ended})")
            self.pump(left)
        return self.parser.comments[count]

    @property
    def last_id(self):
        """What a client would send as Last-Event-ID now: the id of the last frame that it took."""
        for frame in reversed(self.frames):
            if frame.id is not None:
                return frame.id
        return None

    def close(self):
        self.line.close()

    def cut(self):
        """Reset the connection; the id to go on from."""
        self.line.reset()
        return self.last_id


class Crowd:
    """Many streams read by one thread, all the time, each handing its frames to a function."""

    def __init__(self):
        self.selector, self.stop, self.faults = selectors.DefaultSelector(), threading.Event(), []
        self.thread = threading.Thread(target=self.run, daemon=True)

    def add(self, stream, took):
        """`took(frame)` is called on the crowd's thread for each frame, in order."""
        self.selector.register(stream.line.sock, selectors.EVENT_READ, (stream, took))
        self.hand(stream, took)

    def start(self):
        self.thread.start()
        return self

    def hand(self, stream, took):
        while stream.waiting:
            frame = stream.waiting.pop(0)
            stream.frames.append(frame)
            if len(stream.frames) > 4:
                del stream.frames[:-2]  # a crowd keeps positions, not histories
            took(frame)

    def run(self):
        while not self.stop.is_set():
            if not self.selector.get_map():
                self.stop.wait(0.005)
                continue
            for key, _ in self.selector.select(0.05):
                stream, took = key.data
                try:
                    stream.pump(0)
                    self.hand(stream, took)
                except (Wrong, OSError, ValueError) as fault:
                    self.faults.append(str(fault))
                    stream.ended = stream.ended or "cut"
                if stream.ended:
                    self.selector.unregister(stream.line.sock)

    def finish(self):
        """Stop reading; fail when any stream was wrong."""
        self.stop.set()
        self.thread.join(5)
        expect(not self.faults, f"{len(self.faults)} streams were wrong, the first: {self.faults[:1]}")

