"""Judgement: what a failure is, and the few ways in which a test states what it expects."""
import contextlib
import json
import re
import time


class Wrong(AssertionError):
    """The server did something else than it promises."""


class Absent(Exception):
    """This machine lacks what the test needs (a program, a permission); nothing was judged."""


def brief(value, limit=400):
    """A value in one readable line."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= limit else f"{text[:limit * 2 // 3]} … {text[-limit // 3:]} ({len(text)} characters)"


def expect(condition, sentence):
    """Fail with the sentence unless the condition holds."""
    if not condition:
        raise Wrong(sentence)


def same(got, want, subject):
    """Fail unless got equals want, in kind too where Python would blur it (True is not 1; of JSON, 1.0 is 1)."""
    if json_kind(got) != json_kind(want) or got != want:
        raise Wrong(f"{subject}: {difference(got, want)}")


def json_kind(value):
    """The shape of a value, with booleans and numbers told apart."""
    if isinstance(value, dict):
        return {k: json_kind(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [json_kind(v) for v in value]
    return "number" if type(value) in (int, float) else type(value).__name__


def difference(got, want):
    """The first place in which two values differ, for the reader of a failure."""
    if isinstance(got, list) and isinstance(want, list) and len(want) > 8:
        for i, (g, w) in enumerate(zip(got, want)):
            if g != w:
                return f"item {i} is {brief(g)}, expected {brief(w)} (lengths {len(got)}, {len(want)})"
        if len(got) != len(want):
            return f"{len(got)} items, expected {len(want)}; first extra or missing: {brief((got + want)[min(len(got), len(want)):][:2])}"
    return f"{brief(got)}, expected {brief(want)}"


def until(condition, seconds, sentence, pause=0.01):
    """Wait until the condition gives something true, and return that."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Wrong(f"{sentence}: not within {seconds} s")
        time.sleep(pause)


class Rows:
    """A table of inputs: each row is judged, and all failing rows are told together."""

    def __init__(self):
        self.failed, self.count = [], 0

    @contextlib.contextmanager
    def __call__(self, *label):
        self.count += 1
        try:
            yield
        except (Wrong, OSError, ValueError, KeyError, TypeError, IndexError, AttributeError) as fault:
            kind = "" if isinstance(fault, Wrong) else f"{type(fault).__name__}: "
            self.failed.append(f"[{' · '.join(brief(x, 160) for x in label)}] {kind}{fault}")

    def judge(self):
        if self.failed:
            raise Wrong(f"{len(self.failed)} of {self.count} rows\n    " + "\n    ".join(self.failed[:40]))


INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:\d{0,5}[1-9])?Z")
UUID7 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
POSITION = re.compile(r"([!-~]+)-(0|[1-9]\d*)")


def position(text):
    """(epoch, seq) of `<epoch>-<seq>`."""
    match = POSITION.fullmatch(text or "")
    expect(match, f"not a position of the form epoch-seq: {text!r}")
    return match[1], int(match[2])


def problem(answer, status, *, names=(), paths=(), parameters=()):
    """Fail unless the answer is a problem document (RFC 9457) of the status that names these; return it."""
    wanted = status if isinstance(status, tuple) else (status,)
    expect(answer.status in wanted, f"status {answer.status}, expected {' or '.join(map(str, wanted))}: {brief(answer.text)}")
    same(answer.type, "application/problem+json", "type of a problem")
    try:
        document = strict_json(answer.body)
    except ValueError as fault:
        raise Wrong(f"a problem that is not JSON ({fault}): {brief(answer.text)}")
    expect(isinstance(document, dict), f"a problem that is no object: {brief(answer.text)}")
    for member, kind in (("type", str), ("title", str), ("status", int), ("detail", str)):
        expect(isinstance(document.get(member), kind), f"problem without {member}: {brief(answer.text)}")
    same(document["status"], answer.status, "status in the problem")
    faults = document.get("errors", [])
    for fault in faults:
        expect(isinstance(fault, dict) and isinstance(fault.get("detail"), str) and fault["detail"]
               and ("path" in fault) != ("parameter" in fault), f"an error without detail, or without exactly one of path and parameter: {fault}")
    for key, needed in (("path", paths), ("parameter", parameters)):
        have = [f.get(key) for f in faults]
        for one in ([needed] if isinstance(needed, str) else needed):
            expect(one in have, f"no error with {key} {one!r} in {brief(answer.text)}")
    for word in ([names] if isinstance(names, str) else names):
        expect(word in answer.text, f"{word!r} is not named in {brief(answer.text)}")
    return document


def strict_json(data):
    """JSON from bytes: UTF-8, no member twice, no NaN."""
    def members(pairs):
        if len({k for k, _ in pairs}) != len(pairs):
            raise ValueError("a member twice")
        return dict(pairs)

    def constant(name):
        raise ValueError(name)
    return json.loads(data.decode("utf-8") if isinstance(data, bytes) else data, object_pairs_hook=members, parse_constant=constant)
