"""§6: files, gzip, CORS, and bytes at random."""
import gzip
import os
import socket
import time

from kit.judge import Wrong, expect, same
from kit.wire import GET, Ended, chunked, post, request, sized

def test_gzip(server):
    """gzip for answers when asked, with Vary, not when refused, the same inside; a stream is never held back for it."""
    server.make("Post", [{"id": f"p{i:03}", "title": "t" * 100} for i in range(100)])
    plain = server.get("/models/Post")
    packed = server.get("/models/Post", {"Accept-Encoding": "br, gzip"})
    same(packed.field("Content-Encoding"), "gzip", "coding")
    expect("accept-encoding" in (packed.field("Vary") or "").lower(), "Vary")
    expect("accept-encoding" in (plain.field("Vary") or "").lower(), "Vary of the plain form")
    same(gzip.decompress(packed.body) == plain.body, True, "what is inside")
    same(server.ask("HEAD", "/models/Post", None, {"Accept-Encoding": "gzip"}).field("Content-Length"), str(len(packed.body)), "HEAD")
    for value in ("gzip;q=0", "identity", "br", "gzip;q=0, *", "identity;q=1, gzip;q=0.5"):
        same(server.get("/models/Post", {"Accept-Encoding": value}).field("Content-Encoding"), None, value)
    server.make("Post", {"id": "long", "title": "t" * 5000})
    one, coded = server.get("/models/Post/long"), server.get("/models/Post/long", {"Accept-Encoding": "gzip"})
    tag = coded.field("ETag")
    expect(tag != one.field("ETag") and not tag.startswith("W/"), "a coded form has a strong validator of its own")
    same(server.get("/models/Post/long", {"Accept-Encoding": "gzip", "If-None-Match": tag}).status, 304, "its validator")
    same(server.get("/models/Post/long", {"If-None-Match": tag}).status, 200, "its validator, from who does not take it")
    same(server.patch("/models/Post/long", {"rating": 1}, {"If-Match": tag}).status, 200, "its validator on a write")
    same(server.patch("/models/Post/long", {"rating": 2}, {"If-Match": tag}).status, 412, "its validator on a write, stale")
    stream = server.stream("/observe/Post", {"Accept-Encoding": "gzip"}).ready()
    server.make("Post", {"id": "a", "title": "t"})
    same(stream.next()["modelId"], "a", "the event")


def test_static_files(start, rows):
    """--public serves files with types, validators and ranges, HEAD as GET, and nothing outside its folder by any spelling."""
    server = start(go=False)
    public = os.path.join(server.home, "public")
    os.makedirs(os.path.join(public, "deep"))
    data = bytes(range(256)) * 300
    for name, content in (("a.bin", data), ("index.html", b"<p>home"), ("deep/x y.txt", b"deep"), ("../secret.txt", b"secret"), ("empty.txt", b""), (".env", b"secret"), ("deep/.htpasswd", b"secret")):
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
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/deep/../../secret.txt", "/..%2fsecret.txt", "//secret.txt", "/..%5csecret.txt", "/link.txt", "/etc/passwd", "/.env", "/%2eenv", "/deep/.htpasswd", "/deep/../.env", "/a.bin%00", "/a.bin/", "/deep", "/.%2e/secret.txt", "/deep/%2e%2e/%2e%2e/secret.txt", "/%252e%252e/secret.txt"):
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
