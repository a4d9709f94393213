"""§6: every bound at its exact edge, and every time."""
import threading
import time

from kit.judge import expect, problem, same, until
from kit.plan import test
from kit.wire import GET, Ended, chunked, now, post, sized

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


@test(flags=("--header-timeout", "1", "--body-timeout", "2", "--keep-alive-timeout", "1"), seconds=60)
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
        problem(timed(line, 0.6, 5), 408)
        same(line.ending(), "fin", "the end")
    with rows("a head that trickles"):
        line = server.line()

        def trickle(to=line):
            for i in range(40):
                if not to.try_send(b"GET /healthz HTTP/1.1\r\n" if i == 0 else b"X%d: y\r\n" % i):
                    return
                time.sleep(0.1)
        threading.Thread(target=trickle, daemon=True).start()
        problem(timed(line, 0.6, 5), 408)
    with rows("a body that stops"):
        line = server.line()
        line.send(post(b'{"ti', "Content-Length: 100"))
        problem(timed(line, 1.6, 6), 408)
    with rows("a body that goes on"):
        line = server.line()
        body = sized(60)
        line.send(post(b"", "Content-Length: 60"))
        for i in range(0, 60, 10):
            line.send(body[i:i + 10])
            time.sleep(0.5)
        same(line.answer().status, 201, "slow but with progress")
    with rows("nothing at all"):
        line = server.line()
        same(timed(line, 0.6, 5), None, "answer")
    with rows("idle keep-alive"):
        line = server.line()
        line.send(GET)
        line.answer()
        same(timed(line, 0.6, 5), None, "answer")


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
