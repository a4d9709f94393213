"""Clients of others: curl, ab, slowhttptest and nginx as people use them."""
import os
import re
import shutil
import signal
import subprocess
import threading
import time

from kit.events import Stream
from kit.judge import Absent, expect, same, until
from kit.plan import test
from kit.process import free_port
from kit.wire import Line, now, request


def program(name):
    path = shutil.which(name) or next((p for p in (f"/usr/sbin/{name}", f"/usr/local/bin/{name}") if os.access(p, os.X_OK)), None)
    if not path:
        raise Absent(f"{name} is not installed")
    return path


class Reader:
    """A process whose output is read as it comes."""

    def __init__(self, *words):
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.data, self.came = b"", []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while part := os.read(self.process.stdout.fileno(), 65536):
            self.data += part
            self.came.append((now(), len(self.data)))

    def end(self):
        self.process.kill()
        self.process.wait()


@test(alone=True)
def test_curl_without_buffering(server):
    """`curl -N -i` on an empty model shows status, headers, retry and a comment within 100 ms, and each event as it happens; a curl killed is forgotten."""
    curl = program("curl")
    base = server.rest()
    took = []
    for path in ("/observe/Post", "/observeQuery/Post", "/observe"):
        began = now()
        reader = Reader(curl, "-s", "-N", "-i", f"http://127.0.0.1:{server.port}{path}")
        until(lambda: re.search(rb"\n:", reader.data), 3, f"a first comment by curl on {path}", 0.002)
        took.append(now() - began)
        expect(reader.data.startswith(b"HTTP/1.1 200") and b"text/event-stream" in reader.data and b"retry:" in reader.data, f"{reader.data!r}")
        size = len(reader.data)
        server.make("Post", {"title": "from curl's server"})
        until(lambda: b"from curl's server" in reader.data[size:], 2, "the event", 0.002)
        reader.end()
    expect(min(took) < 0.1 and sorted(took)[1] < 0.2, f"first comments after {[round(t * 1000) for t in took]} ms, curl's own start included")
    until(lambda: server.descriptors() <= base + 1, 5, "descriptors after curl was killed")


def test_curl_writes_and_conditions(server):
    """curl's own spellings: --data-urlencode for where, -G, --http1.0, -I, chunked upload from stdin."""
    curl = program("curl")
    url = f"http://127.0.0.1:{server.port}"

    def run(*words, feed=None):
        done = subprocess.run([curl, "-sS", "-m", "10", *words], input=feed, capture_output=True, check=False)
        expect(done.returncode == 0, f"curl {words}: {done.stderr!r}")
        return done.stdout.decode()
    run("-H", "Content-Type: application/json", "-d", '{"id":"a","title":"one","rating":7}', f"{url}/models/Post")
    same('"id":"a"' in run("-G", "--data-urlencode", 'where=rating > 5 && title == "one"', f"{url}/models/Post"), True, "where")
    same('"id":"a"' in run("--http1.0", f"{url}/models/Post"), True, "HTTP/1.0")
    expect(run("-I", f"{url}/models/Post/a").startswith("HTTP/1.1 200"), "-I")
    out = run("-T", "-", "-X", "POST", "-H", "Content-Type: application/json", f"{url}/models/Post", feed=b'{"id":"b","title":"chunked"}')
    expect('"chunked"' in out, f"chunked upload: {out}")
    out = run("-X", "PATCH", "-H", 'If-Match: "9"', "-H", "Content-Type: application/merge-patch+json", "-d", '{"rating":1}', "-w", "%{http_code}", f"{url}/models/Post/a")
    expect(out.endswith("412"), out)
    out = run("-H", "Content-Type: application/json", "-H", "Expect: 100-continue", "-d", '{"title":"' + "x" * 5000 + '"}', "-w", "%{http_code}", f"{url}/models/Post")
    expect(out.endswith("201"), out[-100:])


def test_curl_old_protocol_stream(server):
    """`curl -N --http1.0` streams too."""
    reader = Reader(program("curl"), "-s", "-N", "--http1.0", f"http://127.0.0.1:{server.port}/observe/Post")
    until(lambda: b"\n:" in reader.data or reader.data.startswith(b":"), 3, "a first comment", 0.01)
    server.make("Post", {"title": "old"})
    until(lambda: b'"old"' in reader.data, 2, "the event", 0.01)
    reader.end()


@test(seconds=40, alone=True)
def test_ab_keep_alive(server):
    """`ab -k` (HTTP/1.0 with keep-alive) and plain `ab` end without a failed request."""
    ab = program("ab")
    server.make("Post", [{"id": f"p{i}", "title": "t"} for i in range(20)])
    for words, keeps in ((["-k", "-n", "4000", "-c", "16"], True), (["-n", "1500", "-c", "16"], False)):
        done = subprocess.run([ab, "-q", "-s", "10", *words, f"http://127.0.0.1:{server.port}/models/Post?limit=10"], capture_output=True, text=True, timeout=35)
        same(done.returncode, 0, f"exit code ({done.stderr[-200:]})")
        same(re.search(r"Failed requests:\s+(\d+)", done.stdout)[1], "0", "failed requests")
        expect("Non-2xx" not in done.stdout, done.stdout[-400:])
        if keeps:
            same(re.search(r"Keep-Alive requests:\s+(\d+)", done.stdout)[1], "4000", "requests on kept connections")


@test(seconds=60, alone=True, flags=("--header-timeout", "2", "--body-timeout", "2", "--stream-timeout", "2"))
def test_slowhttptest(server):
    """Slow heads, slow bodies, range and slow reads by slowhttptest: others are served at once meanwhile, and everything is free again after."""
    tool = program("slowhttptest")
    server.make("Post", [{"title": "x" * 2000} for _ in range(500)])
    base = server.rest()
    url = f"http://127.0.0.1:{server.port}"
    # 200 readers ask for a megabyte each, all at once: that work comes first, the waiting must not.
    modes = {"heads": ["-H", "-u", f"{url}/models/Post", "-i", "1"], "bodies": ["-B", "-u", f"{url}/models/Post", "-i", "1", "-s", "8192", "-t", "POST"], "reads": ["-X", "-u", f"{url}/models/Post?limit=500", "-w", "512", "-y", "1024", "-n", "1", "-z", "32", "-k", "1"]}
    for name, words in modes.items():
        child = subprocess.Popen([tool, "-c", "200", "-r", "200", "-l", "6", "-p", "2", "-x", "24", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        worst, end = 0.0, now() + 5
        try:
            while now() < end and child.poll() is None:
                began = now()
                same(server.ask("GET", "/models/Post?limit=1", line=server.line(3)).status, 200, f"another client during slow {name}")
                worst = max(worst, now() - began)
                time.sleep(0.05)
        finally:
            child.send_signal(signal.SIGINT)
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        expect(worst < (2 if name == "reads" else 0.5), f"another client waited {worst:.2f} s during slow {name}")
        until(lambda: server.descriptors() <= base + 3, 10, f"descriptors after slow {name} (now {server.descriptors()}, before {base})", 0.1)


NGINX = '''worker_processes 1;
daemon off;
pid {home}/nginx.pid;
error_log {home}/nginx.log;
events {{ worker_connections 256; }}
http {{
  access_log off;
  client_body_temp_path {home}/t1; proxy_temp_path {home}/t2; fastcgi_temp_path {home}/t3; uwsgi_temp_path {home}/t4; scgi_temp_path {home}/t5;
  server {{
    listen 127.0.0.1:{port};
    location / {{ proxy_pass http://127.0.0.1:{upstream}; proxy_read_timeout 4s; }}
  }}
}}
'''


@test(seconds=60)
def test_behind_nginx(server):
    """Behind nginx with its default buffering and HTTP/1.0 to us: events arrive as they happen, streams outlive its read timeout by heartbeats, and answers of 300 KB and 2 MB come whole."""
    nginx = program("nginx")
    port = free_port()
    os.chmod(server.home, 0o777)
    path = os.path.join(server.home, "nginx.conf")
    with open(path, "w") as file:
        file.write(NGINX.format(home=server.home, port=port, upstream=server.port))
    child = subprocess.Popen([nginx, "-c", path, "-p", server.home], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        def up():
            try:
                return Line(port, 1)
            except OSError:
                return None
        until(up, 5, "nginx is up").close()
        line = Line(port, 10)
        line.send(request("GET", "/observe/Post?heartbeat=1"))
        stream = Stream(line, "/observe/Post through nginx").ready()
        took = []
        for i in range(7):
            began = now()
            server.make("Post", {"id": f"n{i}", "title": "t"})
            same(stream.next(5)["modelId"], f"n{i}", "the event")
            took.append(now() - began)
        expect(sorted(took)[3] < 0.3, f"events after {[round(t * 1000) for t in took]} ms")
        stream.silent(6, "longer than nginx's read timeout")
        server.make("Post", {"id": "later", "title": "t"})
        same(stream.next(2)["modelId"], "later", "the event after the silence")
        server.make("Post", [{"id": f"p{i:03}", "title": "é" * 1250} for i in range(800)])
        for limit in (120, 800):
            direct = server.get(f"/models/Post?limit={limit}").body
            line = Line(port, 10)
            line.send(request("GET", f"/models/Post?limit={limit}"))
            same(line.answer().body == direct, True, f"{len(direct)} bytes through nginx")
    finally:
        child.terminate()
        child.wait(5)
