#!/usr/bin/env python3
"""Checks of the tests' own tools: each reader and judge is shown bytes and frames that are wrong, and must say so.

    python3 Tests/Acceptance/selftest.py
"""
import json
import os
import random
import socket
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kit import oracle  # noqa: E402
from kit.events import EventParser, Stream  # noqa: E402
from kit.fold import History, LiveList  # noqa: E402
from kit.judge import Rows, Wrong, position, problem, same, strict_json  # noqa: E402
from kit.wire import Answer, Ended, Line, chunked, request, target  # noqa: E402

PASSED, FAILED = [], []


def check(name):
    def run(function):
        try:
            function()
            PASSED.append(name)
        except Exception as fault:
            FAILED.append(name)
            print(f"failed {name}: {type(fault).__name__}: {fault}")
    return run


def wrong(function, *arguments, **named):
    """The call must fail as a judgement."""
    try:
        function(*arguments, **named)
    except (Wrong, ValueError):
        return
    raise AssertionError(f"{function.__name__}{arguments!r} found nothing wrong")


def served(data, end="fin", size=None):
    """A Line to a peer that sends these bytes (in pieces of `size`) and ends."""
    door = socket.create_server(("127.0.0.1", 0))

    def send():
        peer, _ = door.accept()
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for i in range(0, len(data), size or len(data) or 1):
            peer.sendall(data[i:i + (size or len(data))])
        if end == "fin":
            peer.shutdown(socket.SHUT_WR)
        elif end == "reset":
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        if end != "open":
            peer.close()
        else:
            OPEN.append(peer)
        door.close()
    threading.Thread(target=send, daemon=True).start()
    return Line(door.getsockname()[1], 2)


OPEN = []


@check("answers with a length, in chunks, until the end, and without a body")
def _():
    data = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: a\r\n\r\nhi" + b"HTTP/1.1 201 \r\nTransfer-Encoding: chunked\r\n\r\n" + chunked(b"abc", b"de") + b"HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\nHTTP/1.0 200 OK\r\n\r\nrest"
    for size in (None, 1, 7):
        line = served(data, size=size)
        a, b, c, d = line.answer(), line.answer(), line.answer(), line.answer()
        same((a.status, a.interim, a.body, a.field("x")), (200, [100], b"hi", "a"), "first")
        same((b.body, b.framing, c.status, c.body, d.body, d.framing), (b"abcde", "chunked", 304, b"", b"rest", "close"), "others")


@check("answers that are not to the letter")
def _():
    for head in (b"HTTP/1.1 200 OK\nContent-Length: 0\n\n", b"HTTP/2 200 OK\r\n\r\n", b"HTTP/1.1 20 OK\r\n\r\n", b"HTTP/1.1 200 OK\r\nX : a\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
                 b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na", b"HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
                 b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n 1\r\na\r\n0\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: a\x00\r\n\r\n", b""):
        wrong(served(head).answer)


@check("how connections end")
def _():
    same([served(b"", end="fin").ending(), served(b"x").ending(), served(b"", end="open").ending(0.1)], ["fin", "data", "open"], "endings")


@check("events: ids, data, comments, retry, any split")
def _():
    data = ":hi\nretry: 1500\n\nid: e-1\ndata: {\"type\":\"x\",\"t\":\"\\n\u2028\"}\n\n: beat\n\ndata:{\"type\":\"error\"}\n\n".encode()
    for size in (1, 3, 1000):
        parser, frames = EventParser(), []
        for i in range(0, len(data), size):
            frames += parser.feed(data[i:i + size], 0)
        same([(f.type, f.id) for f in frames], [("x", "e-1"), ("error", None)], "frames")
        same((parser.retries, len(parser.comments), parser.order), ([1500], 2, ["comment", "retry", "frame", "comment", "frame"]), "the rest")
        same((frames[0].epoch, frames[0].seq, frames[0]["t"]), ("e", 1, "\n\u2028"), "position and text")


@check("events that are wrong")
def _():
    for data in (b'event: x\n', b'data: {"type":"x"\n\n', b'data: {"a":1,"type":"x"}\n\n', b'data: {"type":"x"}\ndata: {}\n\n', b'id: a\ndata: {"type":"x"}\n\n', b'id: a-1\nid: a-2\n', b'data: "\xff"\n', b'data: {"type":"a\rb"}\n\n', b'retry: x\n', b'garbage\n',
                 b'data: {"type":"mutation"}\n\n', b'data: {"type":"x","a":1,"a":2}\n\n', b'id: a-01\ndata: {"type":"x"}\n\n', b'data: [1]\n\n'):
        wrong(EventParser().feed, data, 0)


def stream_of(payload, end="clean", size=None):
    body = b"%x\r\n%s\r\n" % (len(payload), payload) + (b"0\r\n\r\n" if end == "clean" else b"")
    return Stream(served(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n" + body, size=size), "test")


@check("streams: frames, a clean end and a cut")
def _():
    payload = b":\n\nid: e-1\ndata: {\"type\":\"reset\",\"reason\":\"r\"}\n\n"
    for size in (None, 1):
        for end in ("clean", "cut"):
            stream = stream_of(payload, end, size).ready(2)
            same((stream.next(2).type, stream.last_id, stream.to_end(2)), ("reset", "e-1", end), "stream")
    wrong(stream_of(payload).several, 2, 0.3)
    wrong(stream_of(payload).silent, 0.2, "nothing")
    wrong(Stream, served(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"), "test")


def frames(*lines):
    parser = EventParser()
    return [f for line in lines for f in parser.feed(f"id: {line[0]}\ndata: {json.dumps(line[1])}\n\n".encode(), 0)]


def snapshot(at, *ids):
    return at, {"type": "snapshot", "isSynced": True, "items": [{"id": i} for i in ids]}


@check("live lists: an id twice, a position that goes back, another member")
def _():
    live = LiveList(None)
    for frame in frames(snapshot("e-1", "a"), snapshot("e-2", "b", "a"), snapshot("e-2")):
        live.take(frame)
    same((live.ids, live.count, live.at), ([], 3, ("e", 2)), "list")
    for bad in (snapshot("e-3", "a", "a"), snapshot("e-1"), snapshot("f-9"), ("e-3", {"type": "snapshot", "items": []}), ("e-3", {"type": "patch", "ops": []})):
        wrong(live.take, frames(bad)[0])


def mutation(at, kind, key, version, model, **more):
    return at, {"type": "mutation", "seq": int(at.split("-")[1]), "modelName": "M", "modelId": key, "mutationType": kind, "version": version, "createdAt": "t", "source": "local", "model": model, **more}


@check("histories: order, versions, changed, deletes")
def _():
    one, two = {"id": "a", "n": 1, "_version": 1}, {"id": "a", "n": 2, "_version": 2}
    good = [mutation("e-1", "create", "a", 1, one), mutation("e-3", "update", "a", 2, two, changed=["n"]), mutation("e-4", "delete", "a", 3, two), mutation("e-7", "create", "a", 4, {**one, "_version": 4})]
    same(History().take_all(frames(*good)).tables["M"], {"a": {**one, "_version": 4}}, "table")
    for n, bad in ((0, mutation("e-1", "update", "a", 1, one, changed=[])), (1, mutation("e-1", "update", "a", 2, two, changed=["n"])), (1, mutation("e-3", "update", "a", 3, two, changed=["n"])), (1, mutation("e-3", "update", "a", 2, two, changed=[])), (1, mutation("e-3", "create", "a", 2, two)),
                   (2, mutation("e-4", "delete", "a", 3, one)), (2, mutation("e-4", "delete", "a", 2, two)), (2, mutation("f-4", "delete", "a", 3, two)), (1, mutation("e-3", "update", "a", 2, two)), (3, mutation("e-7", "create", "a", 1, one)), (1, mutation("e-3", "update", "b", 1, one, changed=[]))):
        wrong(History().take_all, frames(*good[:n], bad))


@check("the oracle: nulls, negation, order, windows")
def _():
    records = [{"id": "a", "n": 5, "t": "\uffee"}, {"id": "b", "n": None, "t": "😀"}, {"id": "c", "n": 1, "t": "a_b"}]
    pick = lambda p: "".join(r["id"] for r in records if p.holds(r))
    compare = oracle.compare
    same([pick(compare("n", "ne", [5])), pick(oracle.negation(compare("n", "eq", [5]))), pick(compare("n", "lt", [9])), pick(compare("n", "eq", [None])), pick(compare("n", "notIn", [])), pick(compare("n", "in", [])), pick(compare("t", "gt", ["\uffee"])), pick(compare("t", "contains", ["_"]))],
         ["bc", "bc", "ac", "b", "abc", "", "b", "c"], "choices")
    order = lambda *a: "".join(r["id"] for r in oracle.arranged(records, *a))
    same([order(), order("n"), order("-n"), order("-t"), order("n", 2)], ["abc", "bca", "acb", "bac", "bc"], "orders")
    same(compare("n", "between", [1, 2]).text, "n.between(1, 2)", "text")
    rng = random.Random(1)
    for _ in range(200):
        predicate = oracle.random_predicate(rng, {"n": (oracle.ORDERED, [1, 5]), "t": (oracle.TEXT, ["a", "'", '"'])}, 3)
        strict_json(json.dumps(predicate.object))
        pick(predicate)


@check("judgement: kinds, problems, positions, tables")
def _():
    for got, want in ((True, 1), (1, "1"), ([1, True], [1, 1]), ({"a": 1}, {"a": 1, "b": None}), ("1", 1)):
        wrong(same, got, want, "kind")
    good = {"type": "about:blank", "title": "t", "status": 400, "detail": "d", "errors": [{"parameter": "where", "detail": "x"}]}
    answer = lambda body, status=400, kind="application/problem+json": Answer("1.1", status, "", [("Content-Type", kind)], json.dumps(body).encode(), "length", [])
    problem(answer(good), 400, parameters="where", names="x")
    for bad in (answer(good, 422), answer(good, kind="application/json"), answer({**good, "status": 404}), answer({k: v for k, v in good.items() if k != "detail"}), answer([])):
        wrong(problem, bad, 400)
    wrong(problem, answer(good), 400, parameters="limit")
    wrong(problem, answer({**good, "errors": [{"path": "/a"}]}), 400)
    for text in ("", "a", "a-", "-1", "a-01", "a b-1", None):
        wrong(position, text)
    same(position("a-b-12"), ("a-b", 12), "position")
    for text in (b'{"a":1,"a":2}', b"NaN", b'"\xff"', b"{}x"):
        wrong(strict_json, text)
    rows = Rows()
    with rows("good"):
        pass
    with rows("bad"):
        raise Wrong("x")
    wrong(rows.judge)


@check("requests")
def _():
    same(request("POST", "/a", {"é": 1}), 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"é": 1}'.encode(), "bytes")
    same(target("/a", if_="x & y", b=["c", "d"], where={"a": {"eq": "é"}}), "/a?if=x%20%26%20y&b=c&b=d&where=%7B%22a%22%3A%20%7B%22eq%22%3A%20%22%C3%A9%22%7D%7D", "target")
    wrong(lambda: served(b"HTTP/1.1 200 OK\r\n", end="fin").answer())
    assert issubclass(Ended, Wrong)


print(f"{len(PASSED)} passed, {len(FAILED)} failed")
sys.exit(1 if FAILED else 0)
