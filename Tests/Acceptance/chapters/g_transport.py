"""§6: HTTP/1.1 and 1.0 in bytes: framing, pipelining, and what is refused."""
import socket
import time

from kit.judge import Wrong, expect, problem, same, until
from kit.plan import test
from kit.wire import GET, Ended, chunked, now, post, request, sized

def refused(server, data, *statuses):
    """The bytes are answered with one of the statuses, and then the connection ends in order: nothing else is answered."""
    line = server.line(6)
    sent = line.try_send(data)
    try:
        answer = line.answer()
    except Ended as fault:
        raise Wrong(f"no answer ({fault}, sent whole: {sent})")
    expect(answer.status in statuses, f"status {answer.status}, expected {statuses}: {answer.text[:200]}")
    problem(answer, statuses)
    same((answer.field("Connection") or "").lower(), "close", "Connection")
    same(line.ending(3), "fin", "the end of the connection")
    line.close()


def test_keep_alive(server):
    """HTTP/1.1 without a Connection field stays open; close closes after the answer; 1.0 closes unless it asks for keep-alive, and is never answered in chunks."""
    line = server.line()
    for _ in range(3):
        line.send(GET)
        same(line.answer().status, 200, "status")
    line.send(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    same((line.answer().field("Connection").lower(), line.ending()), ("close", "fin"), "Connection: close")
    line = server.line()
    line.send(b"GET /models/Post HTTP/1.0\r\n\r\n")
    answer = line.answer()
    same((answer.status, answer.field("Transfer-Encoding"), line.ending()), (200, None, "fin"), "HTTP/1.0")
    line = server.line()
    for _ in range(50):
        line.send(b"GET /models/Post HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        answer = line.answer()
        same((answer.status, answer.framing, (answer.field("Connection") or "").lower()), (200, "length", "keep-alive"), "HTTP/1.0 keep-alive")
    line.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: foo, CLOSE\r\n\r\n")
    same((line.answer().status, line.ending()), (200, "fin"), "close among other tokens")


def test_pipelining(server):
    """Pipelined requests are answered in order, errors among them, a write seen by the read behind it, also when they come byte by byte."""
    parts, wanted = [], []
    for i in range(40):
        for one, status in ((request("POST", "/models/Post", {"id": f"p{i}", "title": "t"}), 201), (request("GET", f"/models/Post/p{i}"), 200), (request("GET", "/nope"), 404), (request("POST", "/models/Post", b"{"), 400), (request("HEAD", f"/models/Post/p{i}"), 200)):
            parts.append(one)
            wanted.append((one.split(b" ")[0].decode(), status))
    data = b"".join(parts)
    for pieces in ([data], [data[i:i + 1021] for i in range(0, len(data), 1021)], [data[i:i + 1] for i in range(2200)] + [data[2200:]]):
        server.delete("/models/Post?where=true")
        line = server.line()
        for piece in pieces:
            line.send(piece)
        same([line.answer(m).status for m, _ in wanted], [s for _, s in wanted], f"statuses, sent in {len(pieces)} pieces")
    line = server.line()
    line.send(GET * 5 + GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n") + GET)
    same([line.answer().status for _ in range(6)], [200] * 6, "up to the close")
    same(line.ending(), "fin", "nothing after Connection: close is answered")


def test_chunked_bodies(server, rows):
    """Chunked bodies in any chunks, with extensions and trailers, split anywhere; then the next request on the connection."""
    body = b'{"title":"abc"}'
    forms = {"one": chunked(body), "bytes": chunked(*[body[i:i + 1] for i in range(len(body))]), "extension": b'f;a=b;c="d;\\"e"\r\n' + body + b"\r\n0\r\n\r\n", "zeros": b"000F\r\n" + body + b"\r\n0000\r\n\r\n",
             "trailers": b"f\r\n" + body + b"\r\n0\r\nX-Sum: 1\r\nY: \r\n\r\n", "upper case": chunked(b'{"title":"' + b"x" * 160 + b'"}').replace(b"ac", b"AC", 1)}
    for name, form in forms.items():
        with rows(name):
            line = server.line()
            line.send(post(form, "Transfer-Encoding: chunked") + GET)
            same((line.answer().status, line.answer().status), (201, 200), "statuses")
    data = post(forms["trailers"], "Transfer-Encoding: Chunked")
    for cut in range(data.index(b"\r\n\r\n") + 2, len(data)):
        with rows("cut", cut):
            line = server.line()
            line.send(data[:cut])
            line.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            line.send(data[cut:] + GET)
            same((line.answer().status, line.answer().status), (201, 200), "statuses")
            line.close()
    with rows("a body that is no JSON"):
        line = server.line()
        line.send(post(b"1\r\nx\r\n0\r\n\r\n", "Transfer-Encoding: chunked") + GET)
        answer = line.answer()
        problem(answer, 400)
        same((answer.framing, line.answer().status), ("length", 200), "framing, and the next answer")


AMBIGUOUS = [
    ["Content-Length: 5", "Transfer-Encoding: chunked"], ["Transfer-Encoding: chunked", "Content-Length: 0"], ["Content-Length: 5", "Content-Length: 6"], ["Content-Length: 5", "Content-Length: 5"], ["Content-Length: 5, 5"], ["Content-Length: 5,6"],
    ["Transfer-Encoding: identity"], ["Transfer-Encoding: gzip, chunked"], ["Transfer-Encoding: chunked, chunked"], ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
    ["Transfer-Encoding: xchunked"], ["Transfer-Encoding: chunked;a=b"], ["Transfer-Encoding: \"chunked\""], ["Transfer-Encoding: chun ked"], ["Transfer-Encoding:\x0bchunked"], ["Transfer-Encoding: "], ["Transfer-Encoding : chunked"],
    ["Content-Length: -1"], ["Content-Length: +5"], ["Content-Length: 0x5"], ["Content-Length: 5 5"], ["Content-Length: "], ["Content-Length: 5.0"], ["Content-Length: 5;"], ["Content-Length: 99999999999999999999999"], ["Content-Length : 5"], ["Content-Length: ٥".encode().decode("latin-1")],
]
BAD_CHUNKS = [b"x\r\n{}\r\n0\r\n\r\n", b"-1\r\n\r\n", b"2\n{}\n0\n\n", b"2\r\n{}0\r\n\r\n", b"2\r\n{}X\r\n0\r\n\r\n", b"0x2\r\n{}\r\n0\r\n\r\n", b" 2\r\n{}\r\n0\r\n\r\n", b"2 \r\n{}\r\n0\r\n\r\n", b"+2\r\n{}\r\n0\r\n\r\n", b"\r\n{}\r\n0\r\n\r\n",
              b"10000000000000002\r\n{}\r\n0\r\n\r\n", b"fffffffffffffffe\r\n{}\r\n", b"2\r{}\r\n0\r\n\r\n", b"2;a=\r\r\n{}\r\n0\r\n\r\n", b"2\r\n{}\r\n0\r\nbad trailer\r\n\r\n", b"2\r\n{}\r\n0\r\nX: a\r b\r\n\r\n", b"2;" + b"x" * 100000 + b"\r\n{}\r\n0\r\n\r\n"]
BAD_FIELDS = [b"X: a\rb", b"X: a\r\n folded", b"X: a\r\n\tfolded", b"X : a", b"X\t: a", b": a", b"X Y: a", b"X: a\0b", b"no colon", b"X(: a", b"\xc3\xa9: a", b" X: a", b"X\x01: a", b"X: \x01", b"X: a\x7f", b"X: a\x0b", b"\x00"]
BAD_LINES = [b"GET", b"GET /healthz", b"GET  /healthz HTTP/1.1", b"GET /healthz  HTTP/1.1", b"GET /healthz HTTP/1.1 ", b"GET /a b HTTP/1.1", b"G(T /healthz HTTP/1.1", b"GET /healthz http/1.1", b"GET /healthz HTTP/1.10", b"GET /healthz HTTP/11", b"GET healthz HTTP/1.1",
             b"GET /healthz HTTP/2.0", b"GET /healthz HTTP/3", b"GET /healthz HTTP/1.x", b"GET /hea\x00lthz HTTP/1.1", b"GET /\x7f HTTP/1.1", b" GET /healthz HTTP/1.1", b"GET\t/healthz\tHTTP/1.1", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"PRI * HTTP/2.0", b"GET /\r/ HTTP/1.1", b"GET  HTTP/1.1", b"* /healthz HTTP/1.1\x00"]


def test_what_could_be_read_in_two_ways(server, rows):
    """Both lengths, two lengths (equal ones too), any coding but chunked, a length that is no number: 400, the connection ends, and the bytes behind are never taken for a request."""
    for fields in AMBIGUOUS:
        with rows(fields):
            refused(server, post(b"0\r\n\r\n" + GET, *fields), 400, 413, 501)
    for fields in (["Transfer-Encoding: chunked"],):
        with rows(fields, "HTTP/1.0"):
            refused(server, post(chunked(b'{"title":"t"}') + GET, *fields, version="1.0"), 400)
    for chunks in BAD_CHUNKS:
        with rows(repr(chunks[:40])):
            refused(server, post(chunks, "Transfer-Encoding: chunked"), 400, 413, 431)
    same(server.list("Post"), [], "records")


def test_bad_heads(server, rows):
    """A head that is not to the letter (bare CR, folding, a space before the colon, controls, no version) is 400 (a version that is none of ours 505) and the connection ends."""
    for field in BAD_FIELDS:
        with rows(repr(field)):
            refused(server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + field + b"\r\n\r\n" + GET, 400)
    for first in BAD_LINES:
        with rows(repr(first)):
            refused(server, first + b"\r\nHost: localhost\r\n\r\n", 400, 505)
    for hosts in (b"", b"Host: a\r\nHost: a\r\n", b"Host: a b\r\n", b"Host: a\r\nhost: b\r\n", b"Host: a/b\r\n", b"Host: a@b\r\n"):
        with rows(repr(hosts)):
            refused(server, b"GET /healthz HTTP/1.1\r\n" + hosts + b"\r\n", 400)
    for fine in (b"Host: [::1]:80\r\n", b"hOsT:\t localhost:80 \t\r\n", b"Host:\r\n", b"Host: x\r\nX:\r\nY: a  b\r\nZ: \xc3\xa9\r\n"):
        with rows(repr(fine)):
            line = server.line()
            line.send(b"\r\nGET /healthz HTTP/1.1\r\n" + fine + b"\r\n")
            same(line.answer().status, 200, "status")
    with rows("absolute form"):
        line = server.line()
        line.send(b"GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        same(line.answer().status, 200, "status")


def test_expect_continue(server):
    """Expect: 100-continue with a 2 KB body gets 100 at once, then the answer; a body sent without waiting works; another expectation is 417."""
    body = sized(2048)
    line, began = server.line(), now()
    line.send(post(b"", "Content-Length: 2048", "Expect: 100-continue"))
    same(line.head()[1], 100, "the first status")
    expect(now() - began < 0.2, f"100 after {now() - began:.2f} s")
    line.send(body)
    same(line.answer().status, 201, "status")
    line.send(post(body, "Content-Length: 2048", "Expect: 100-Continue") + GET)
    same((line.answer().status, line.answer().status), (201, 200), "sent without waiting")
    line.send(post(b"", "Transfer-Encoding: chunked", "Expect: 100-continue"))
    same(line.head()[1], 100, "the first status, chunked")
    line.send(chunked(body))
    same(line.answer().status, 201, "status")
    line.send(post(body, "Content-Length: 2048"))
    same(line.answer().interim, [], "no 100 when not asked")
    line = server.line()
    line.send(post(b"", "Content-Length: 2048", "Expect: 200-maybe"))
    problem(line.answer(), 417)


def test_errors_keep_the_connection(server, rows):
    """An error answer carries a length and the connection goes on, its body read even where nobody wants it."""
    line = server.line()
    for method, path, body, status in (("GET", "/nope", None, 404), ("POST", "/models/Post", b"{", 400), ("POST", "/models/Post", {"title": 5}, 422), ("PUT", "/models", b"{}", 405), ("POST", "/nope", b"x" * 100000, 404), ("PATCH", "/models/Post/none", {}, 404),
                                       ("DELETE", "/models/Post", None, 400), ("GET", "/models/Post?limit=x", None, 400), ("GET", "/observe/Nope", None, 404), ("BREW", "/models/Post", b"coffee", 405), ("POST", "/models/Comment", {"postID": "none"}, 409)):
        with rows(method, path):
            answer = server.ask(method, path, body, line=line)
            problem(answer, status)
            same(answer.framing, "length", "framing")
            line.send(GET)
            same(line.answer().status, 200, "the next answer")


def test_large_answers(server, rows):
    """Answers of 300 KB and 2 MB come whole, to the last byte and then FIN, with Connection: close, by HTTP/1.0, and to a slow reader with a small window."""
    server.make("Post", [{"id": f"p{i:03}", "title": "é" * 1250} for i in range(800)])
    whole = {limit: server.get(f"/models/Post?limit={limit}").body for limit in (120, 800)}
    expect(len(whole[120]) > 300_000 and len(whole[800]) > 2_000_000, "sizes of the answers")
    for limit in (120, 800):
        for version, fields in (("1.1", b"Connection: close\r\n"), ("1.0", b""), ("1.1", b"")):
            for slow in (False, True):
                with rows(limit, version, fields, "slow" if slow else "fast"):
                    line = server.line(20, 4096 if slow else None)
                    line.send(b"GET /models/Post?limit=%d HTTP/%s\r\nHost: x\r\n%s\r\n" % (limit, version.encode(), fields))
                    if slow:
                        time.sleep(0.05)
                    answer = line.answer()
                    same(len(answer.body), len(whole[limit]), "length")
                    same(answer.body == whole[limit], True, "bytes")
                    if fields or version == "1.0":
                        same(line.ending(), "fin", "the end")
                    line.close()


def test_clients_that_leave(server):
    """Clients that reset or close in the middle of an answer or of a body do not harm the server, nor keep its descriptors."""
    server.make("Post", [{"title": "x" * 5000} for _ in range(400)])
    base = server.rest()
    for i in range(120):
        line = server.line(5, 4096)
        if i % 3 == 0:
            line.send(post(b'{"ti', "Content-Length: 500"))
        else:
            line.send(b"GET /models/Post?limit=400 HTTP/1.1\r\nHost: x\r\n\r\n" * (1 + i % 2))
            if i % 4 == 1:
                line.sock.recv(2000)
        line.reset() if i % 2 else line.close()
    same(server.page("Post", count="exact", limit=1)["count"], 401, "the server after them")
    until(lambda: server.descriptors() <= base + 2, 10, "descriptors")


@test(seconds=60, alone=True)
def test_thousand_connections_in_sequence(server):
    """1 000 connections one after the other: the last are as quick as the first, and descriptors return to base."""
    base, times = server.rest(), []
    for _ in range(1000):
        began = now()
        line = server.line()
        line.send(GET)
        same(line.answer().status, 200, "status")
        line.close()
        times.append(now() - began)
    first, last = sorted(times[:100])[90], sorted(times[-100:])[90]
    expect(last < first * 3 + 0.005, f"p90 of the first hundred {first * 1000:.1f} ms, of the last {last * 1000:.1f} ms")
    until(lambda: server.descriptors() <= base + 2, 5, "descriptors")


@test(seconds=60, alone=True)
def test_memory_over_large_bodies(server):
    """500 large bodies, read and refused, leave memory where it was."""
    body = b'[{"title":1},{"title":"' + b"x" * 1_000_000 + b'"}]'
    line = server.line(20)

    def read(n):
        for _ in range(n):
            same(server.ask("POST", "/models/Post", body, line=line).status, 422, "status")
    read(40)
    base = server.memory()
    read(300)
    for _ in range(200):
        other = server.line()
        other.try_send(post(b" " * 200_000, "Content-Length: 2000000"))
        other.close()
    expect(server.memory() < base + (40 << 20), f"memory grew by {(server.memory() - base) >> 20} MB")
