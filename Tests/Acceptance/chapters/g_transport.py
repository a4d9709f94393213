"""§6: HTTP/1.1 and 1.0 in bytes: framing, pipelining, what is refused, and every bound at its edge."""
import gzip
import os
import socket
import threading
import time

from kit.judge import Wrong, expect, problem, same, until
from kit.plan import test
from kit.wire import Ended, chunked, now, request

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


def post(body, *fields, path="/models/Post", version="1.1"):
    """A POST with exactly these framing fields."""
    return (f"POST {path} HTTP/{version}\r\nHost: localhost\r\nContent-Type: application/json\r\n" + "".join(f + "\r\n" for f in fields) + "\r\n").encode("latin-1") + body


def sized(size):
    """A JSON object of exactly so many bytes."""
    return b'{"title":"' + b"x" * (size - 12) + b'"}'


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


def test_request_line_bound(server, rows):
    """A request line of 65 536 bytes without its CRLF is read; of one more it is 414 as a problem, and memory is not taken by a longer one."""
    for size, status in ((8192, 404), (65535, 404), (65536, 404), (65537, 414), (131072, 414), (3000000, 414)):
        with rows(size):
            head = b"GET /models/Post/" + b"k" * (size - len("GET /models/Post/ HTTP/1.1")) + b" HTTP/1.1"
            same(len(head), size, "the length of the line")
            line = server.line(6)
            line.try_send(head + b"\r\nHost: localhost\r\n\r\n")
            problem(line.answer(), status)
            line.close()


def test_header_block_bound(server, rows):
    """A header block of 32 768 bytes with its last CRLF, and of 100 fields, is read; of one more byte or field it is 431."""
    start = b"GET /healthz HTTP/1.1\r\n"
    for size, status in ((32767, 200), (32768, 200), (32769, 431), (40000, 431), (1000000, 431)):
        with rows(f"{size} bytes"):
            block = b"Host: localhost\r\n"
            fill = size - len(block) - 2
            block += b"X: " + b"a" * (fill - 5) + b"\r\n\r\n"
            same(len(block), size, "the length of the block")
            line = server.line(6)
            line.try_send(start + block)
            answer = line.answer()
            same(answer.status, status, "status")
            if status == 431:
                problem(answer, 431)
            line.close()
    for count, status in ((100, 200), (101, 431), (5000, 431)):
        with rows(f"{count} fields"):
            line = server.line(6)
            line.try_send(start + b"Host: localhost\r\n" + b"".join(b"A%d:\r\n" % i for i in range(count - 1)) + b"\r\n")
            same(line.answer().status, status, "status")
            line.close()


def test_body_bound(server, rows):
    """A body of 1, 2 049 × 1 024 and 4 096 × 1 024 and 10 000 000 bytes: read up to 1 MiB exactly, past it 413, by length before the body comes, in chunks when it is passed."""
    mib = 1 << 20
    for size, status in ((mib - 1, 201), (mib, 201), (mib + 1, 413), (2049 * 1024, 413), (4096 * 1024, 413), (10_000_000, 413)):
        body = sized(size)
        with rows(size, "by length"):
            line = server.line(8)
            line.try_send(post(body, f"Content-Length: {size}"))
            answer = line.answer()
            same(answer.status, status, "status")
            if status == 201:
                same(len(answer.json["title"]), size - 12, "length of the title")
                line.send(GET)
                same(line.answer().status, 200, "the next answer")
            else:
                problem(answer, 413)
            line.close()
        with rows(size, "in chunks"):
            line = server.line(8)
            line.try_send(post(chunked(*[body[i:i + 50000] for i in range(0, size, 50000)]), "Transfer-Encoding: chunked"))
            same(line.answer().status, status, "status")
            line.close()
    with rows("one byte"):
        line = server.line()
        line.send(post(b"5", "Content-Length: 1"))
        problem(line.answer(), 422)
    with rows("declared only"):
        line = server.line()
        line.send(post(b"", "Content-Length: 10000000"))
        problem(line.answer(), 413)
    with rows("declared with Expect"):
        line = server.line()
        line.send(post(b"", "Content-Length: 10000000", "Expect: 100-continue"))
        answer = line.answer()
        same((answer.status, answer.interim), (413, []), "no 100 for what will be refused")


@test(flags=("--max-body", "100", "--max-request-line", "200", "--max-header-bytes", "300", "--max-header-fields", "4"))
def test_bounds_by_flag(server, rows):
    """Each bound is its flag's value, at its exact edge."""
    for size, status in ((100, 201), (101, 413)):
        with rows("body", size):
            line = server.line()
            line.send(post(sized(size), f"Content-Length: {size}"))
            same(line.answer().status, status, "status")
    for size, status in ((200, 404), (201, 414)):
        with rows("line", size):
            line = server.line()
            line.send(b"GET /" + b"k" * (size - 14) + b" HTTP/1.1\r\nHost: x\r\n\r\n")
            same(line.answer().status, status, "status")
    for size, status in ((300, 200), (301, 431)):
        with rows("block", size):
            line = server.line()
            line.send(b"GET /healthz HTTP/1.1\r\n" + b"Host: x\r\nA: " + b"a" * (size - 16) + b"\r\n\r\n")
            same(line.answer().status, status, "status")
    for count, status in ((4, 200), (5, 431)):
        with rows("fields", count):
            line = server.line()
            line.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + b"A:\r\n" * (count - 1) + b"\r\n")
            same(line.answer().status, status, "status")


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
    base = server.descriptors()
    for i in range(120):
        line = server.line(5, 4096)
        if i % 3 == 0:
            line.send(post(b'{"ti', "Content-Length: 500"))
        else:
            line.send(b"GET /models/Post?limit=400 HTTP/1.1\r\nHost: x\r\n\r\n" * (1 + i % 2))
            if i % 4 == 1:
                line.sock.recv(2000)
        line.reset() if i % 2 else line.close()
    same(server.page("Post", count="exact", limit=1)["count"], 400, "the server after them")
    until(lambda: server.descriptors() <= base + 2, 10, "descriptors")


@test(seconds=60, alone=True)
def test_thousand_connections_in_sequence(server):
    """1 000 connections one after the other: the last are as quick as the first, and descriptors return to base."""
    base, times = server.descriptors(), []
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
def test_memory_over_large_bodies(server, long):
    """Hundreds of large bodies, read and refused, leave memory where it was."""
    body = b'[{"title":1},{"title":"' + b"x" * 1_000_000 + b'"}]'
    line = server.line(20)

    def read(n):
        for _ in range(n):
            same(server.ask("POST", "/models/Post", body, line=line).status, 422, "status")
    read(40)
    base = server.memory()
    read(460 if long else 160)
    for _ in range(150):
        other = server.line()
        other.try_send(post(b" " * 200_000, "Content-Length: 2000000"))
        other.close()
    expect(server.memory() < base + (40 << 20), f"memory grew by {(server.memory() - base) >> 20} MB")


@test(flags=("--header-timeout", "1", "--body-timeout", "1", "--keep-alive-timeout", "1"), seconds=40)
def test_timeouts(server, rows):
    """A head that is not whole in time is 408 and closed, trickling or not; a body without progress too; nothing sent at all and idle keep-alive are closed in silence."""
    def timed(line, low, high):
        began = now()
        try:
            answer = line.answer()
        except Ended:
            answer = None
        took = now() - began
        expect(low < took < high, f"after {took:.2f} s")
        return answer
    with rows("a head that stops"):
        line = server.line()
        line.send(b"GET /healthz HTTP/1.1\r\nHo")
        problem(timed(line, 0.6, 2.6), 408)
        same(line.ending(), "fin", "the end")
    with rows("a head that trickles"):
        line = server.line()

        def trickle():
            for i in range(40):
                if not line.try_send(b"GET /healthz HTTP/1.1\r\n" if i == 0 else b"X%d: y\r\n" % i):
                    return
                time.sleep(0.1)
        threading.Thread(target=trickle, daemon=True).start()
        problem(timed(line, 0.6, 2.6), 408)
    with rows("a body that stops"):
        line = server.line()
        line.send(post(b'{"ti', "Content-Length: 100"))
        problem(timed(line, 0.6, 2.6), 408)
    with rows("a body that goes on"):
        line = server.line()
        body = sized(60)
        line.send(post(b"", "Content-Length: 60"))
        for i in range(0, 60, 10):
            line.send(body[i:i + 10])
            time.sleep(0.4)
        same(line.answer().status, 201, "slow but with progress")
    with rows("nothing at all"):
        line = server.line()
        same(timed(line, 0.6, 2.6), None, "answer")
    with rows("idle keep-alive"):
        line = server.line()
        line.send(GET)
        line.answer()
        same(timed(line, 0.6, 2.6), None, "answer")


@test(seconds=20, alone=True)
def test_default_header_timeout(server):
    """The time for a header block is 10 s by default."""
    line, began = server.line(15), now()
    line.send(b"GET /healthz HTTP/1.1\r\n")
    problem(line.answer(), 408)
    expect(8.5 < now() - began < 12.5, f"408 after {now() - began:.1f} s")


@test(flags=("--max-connections", "20"))
def test_too_many_connections(server):
    """Past --max-connections a connection is answered 503 with Retry-After and closed; those that are there go on; a freed place can be taken."""
    lines = [server.line() for _ in range(20)]
    for line in lines:
        line.send(GET)
        same(line.answer().status, 200, "status")
    extra = server.line()
    extra.try_send(GET)
    answer = extra.answer()
    problem(answer, 503)
    expect(int(answer.field("Retry-After")) >= 1, "Retry-After")
    same(extra.ending(), "fin", "the end")
    lines[0].send(GET)
    same(lines[0].answer().status, 200, "one that was there")
    lines[1].close()

    def taken():
        line = server.line()
        line.try_send(GET)
        status = line.answer().status
        line.close()
        return status == 200
    until(taken, 5, "a freed place", 0.05)


def test_gzip(server):
    """gzip for answers when asked, with Vary, not when refused, the same inside; a stream is never held back for it."""
    server.make("Post", [{"id": f"p{i:03}", "title": "t" * 100} for i in range(100)])
    plain = server.get("/models/Post")
    packed = server.get("/models/Post", {"Accept-Encoding": "br, gzip"})
    if packed.field("Content-Encoding") is not None:
        same(packed.field("Content-Encoding"), "gzip", "coding")
        expect("accept-encoding" in (packed.field("Vary") or "").lower(), "Vary")
        same(gzip.decompress(packed.body) == plain.body, True, "what is inside")
    for value in ("gzip;q=0", "identity", "br"):
        same(server.get("/models/Post", {"Accept-Encoding": value}).field("Content-Encoding"), None, value)
    stream = server.stream("/observe/Post", {"Accept-Encoding": "gzip"}).ready()
    server.make("Post", {"id": "a", "title": "t"})
    same(stream.next()["modelId"], "a", "the event")


def test_static_files(start, rows):
    """--public serves files with types, validators and ranges, HEAD as GET, and nothing outside its folder by any spelling."""
    server = start(go=False)
    public = os.path.join(server.home, "public")
    os.makedirs(os.path.join(public, "deep"))
    data = bytes(range(256)) * 300
    for name, content in (("a.bin", data), ("index.html", b"<p>home"), ("deep/x y.txt", b"deep"), ("../secret.txt", b"secret"), ("empty.txt", b"")):
        with open(os.path.join(public, name), "wb") as file:
            file.write(content)
    os.symlink("../secret.txt", os.path.join(public, "link.txt"))
    os.symlink("/etc", os.path.join(public, "etc"))
    server.flags = ["--public", public]
    server.start()
    whole = server.good(server.get("/a.bin"), 200)
    same(whole.body == data, True, "bytes")
    same((server.get("/").body, server.get("/").type, server.get("/deep/x%20y.txt").body, server.get("/empty.txt").body), (b"<p>home", "text/html", b"deep", b""), "files")
    head = server.ask("HEAD", "/a.bin")
    same((head.field("Content-Length"), head.field("ETag")), (str(len(data)), whole.field("ETag")), "HEAD")
    for value, status, part in (("bytes=10-19", 206, data[10:20]), ("bytes=-5", 206, data[-5:]), ("bytes=76799-", 206, data[-1:]), ("bytes=0-999999", 206, data), ("bytes=76800-", 416, None), ("bytes=-0", 416, None), ("bytes=5-2", 200, data), ("lines=1-2", 200, data)):
        with rows(value):
            answer = server.get("/a.bin", {"Range": value})
            same(answer.status, status, "status")
            if part is not None:
                same(answer.body == part, True, "bytes")
    with rows("validators"):
        same(server.get("/a.bin", {"If-None-Match": whole.field("ETag")}).status, 304, "If-None-Match")
        same(server.get("/a.bin", {"If-None-Match": '"x"'}).status, 200, "another")
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/deep/../../secret.txt", "/..%2fsecret.txt", "//secret.txt", "/..%5csecret.txt", "/link.txt", "/etc/passwd", "/a.bin%00", "/a.bin/", "/deep", "/.%2e/secret.txt", "/deep/%2e%2e/%2e%2e/secret.txt", "/%252e%252e/secret.txt"):
        with rows(path):
            line = server.line()
            line.send(b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % path.encode())
            answer = line.answer()
            expect(answer.status in (400, 403, 404), f"status {answer.status}")
            expect(b"secret" not in answer.body and b"root:" not in answer.body, "a file outside")


def test_cors(start, rows):
    """By default no origin is allowed; --cors-origin allows that one, with Vary, answers preflight, and exposes the fields that clients need."""
    server = start()
    answer = server.get("/models/Post", {"Origin": "https://app.example"})
    same(answer.all("Access-Control-Allow-Origin"), [], "by default")
    server = start(flags=("--cors-origin", "https://app.example"))
    for path in ("/models/Post", "/models/Post/none", "/models/Post?limit=x"):
        with rows(path):
            answer = server.get(path, {"Origin": "https://app.example"})
            same(answer.field("Access-Control-Allow-Origin"), "https://app.example", "allowed origin")
            expect("origin" in (answer.field("Vary") or "").lower(), "Vary")
            exposed = answer.field("Access-Control-Expose-Headers") or ""
            for name in ("ETag", "Location", "Link", "Rivulet-Seq"):
                expect(name.lower() in exposed.lower(), f"{name} is not exposed: {exposed}")
            same(server.get(path, {"Origin": "https://evil.example"}).all("Access-Control-Allow-Origin"), [], "another origin")
    with rows("preflight"):
        answer = server.ask("OPTIONS", "/models/Post/a", None, {"Origin": "https://app.example", "Access-Control-Request-Method": "PATCH", "Access-Control-Request-Headers": "content-type,if-match"})
        same((answer.status, answer.field("Access-Control-Allow-Origin")), (204, "https://app.example"), "preflight")
        expect("PATCH" in answer.field("Access-Control-Allow-Methods"), "methods")
        allowed = answer.field("Access-Control-Allow-Headers").lower()
        expect("content-type" in allowed and "if-match" in allowed, f"fields {allowed}")
    with rows("streams"):
        stream = server.stream("/observe/Post", {"Origin": "https://app.example"})
        same(stream.field("Access-Control-Allow-Origin"), "https://app.example", "of a stream")


def test_common_fields(server, rows):
    """Answers have a Date in HTTP's form and JSON its type."""
    for path in ("/models/Post", "/healthz", "/nope", "/models"):
        with rows(path):
            answer = server.get(path)
            time.strptime(answer.field("Date"), "%a, %d %b %Y %H:%M:%S GMT")
            same(answer.type, "application/problem+json" if answer.status == 404 else "application/json", "type")


def test_random_bytes(server, rng, long):
    """Random, truncated and spliced requests never end the server: each connection gets an answer to the letter or an end."""
    seeds = [GET, post(sized(60), "Content-Length: 60"), post(chunked(b'{"title":"t"}'), "Transfer-Encoding: chunked"), request("GET", "/models/Post?where=rating%20==%201"), request("PATCH", "/models/Post/a", {"title": "t"}), request("POST", "/transaction", [])]
    for i in range(2000 if long else 400):
        data = bytearray(b"".join(rng.choice(seeds) for _ in range(rng.choice([1, 2, 3]))))
        for _ in range(rng.choice([1, 1, 2, 5])):
            at, kind = rng.randrange(len(data)), rng.randrange(4)
            if kind == 0:
                data[at] = rng.randrange(256)
            elif kind == 1:
                del data[at:at + rng.randrange(1, 20)]
            elif kind == 2:
                data[at:at] = rng.choice([b"\r", b"\n", b"\r\n", b"\0", b" ", b":", b"\xff", b"0\r\n\r\n", b"Content-Length: 3\r\n"])
            else:
                data = data[:at + 1]
            if not data:
                data = bytearray(b"G")
        line = server.line(5)
        line.try_send(bytes(data))
        try:
            line.sock.shutdown(socket.SHUT_WR)
            while True:
                line.answer()
        except (Ended, OSError):
            pass
        except Wrong as fault:
            raise Wrong(f"{bytes(data)!r}: {fault}")
        finally:
            line.close()
        if i % 50 == 0:
            same(server.get("/healthz").json, {"status": "ok"}, f"after {i} inputs")
    expect(server.alive, "the server ended")
