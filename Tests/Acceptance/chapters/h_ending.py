"""§5: health, signals, and the end of the process."""
import os
import signal
import threading
import time

from kit.judge import Wrong, expect, same, until
from kit.plan import test
from kit.wire import Ended, now, request


def test_health(server):
    """/healthz says that the process is there, /readyz that the store is open."""
    same(server.get("/healthz").json, {"status": "ok"}, "/healthz")
    same(server.get("/readyz").status, 200, "/readyz")


@test(seconds=60, alone=True)
def test_term_with_thousand_streams(server, long):
    """1 000 open streams and writes in flight at SIGTERM: every stream ends in order with a jittered retry, answered writes stay, exit 0 within the grace."""
    count = 1000
    streams = [server.stream(("/observe/Post", "/observeQuery/Post?limit=1")[i % 2]) for i in range(count)]
    for stream in streams:
        stream.ready(10)
    acknowledged, stop, odd = [], threading.Event(), []

    def write(k):
        line, i = server.line(), 0
        while not stop.is_set():
            i += 1
            key = f"{k}-{i}"
            try:
                line.send(request("POST", "/models/Post", {"id": key, "title": "t"}))
                answer = line.answer()
            except (OSError, Wrong):
                return
            if answer.status == 201:
                acknowledged.append(key)
            elif answer.status != 503:
                odd.append(answer.status)
            if (answer.field("Connection") or "").lower() == "close":
                return
    threads = [threading.Thread(target=write, args=(k,)) for k in range(4)]
    [t.start() for t in threads]
    until(lambda: len(acknowledged) > 100, 20, "writes")
    took, began = [], now()
    server.signal(signal.SIGTERM)
    watch = threading.Thread(target=lambda: took.append((server.gone(20), now() - began)))
    watch.start()
    ends, retries = [], []
    for stream in streams:
        ends.append(stream.to_end(20))
        retries.append(stream.parser.retries[-1])
        expect(len(stream.parser.retries) >= 2, "no retry at the end of a stream")
    watch.join()
    stop.set()
    [t.join() for t in threads]
    expect(took and took[0][0] == 0 and took[0][1] < 10.5, f"exit code and seconds: {took}")
    same({e: ends.count(e) for e in set(ends)}, {"clean": count}, "ends of streams")
    expect(len(set(retries)) > count // 20, f"{len(set(retries))} different times to reconnect for {count} clients")
    expect(all(1000 <= r <= 3000 for r in retries), f"retry from {min(retries)} to {max(retries)}, expected 2 s ± half")
    same(odd, [], "odd statuses")
    server.start()
    same(sorted(set(acknowledged) - {r["id"] for r in server.all("Post")}), [], "acknowledged writes that are lost")


def test_term_finishes_what_has_begun(server):
    """A request whose body is still coming is answered with Connection: close; new connections are refused; idle ones are closed; a checkpoint leaves no long WAL."""
    server.make("Post", [{"title": "x" * 2000} for _ in range(500)])
    begun, idle = server.line(), server.line()
    data = request("POST", "/models/Post", {"id": "begun", "title": "t"})
    begun.send(data[:-6])
    idle.send(request("GET", "/healthz"))
    idle.answer()
    server.signal(signal.SIGTERM)
    same(idle.ending(3), "fin", "an idle connection")

    def refused():
        try:
            line = server.line(2)
            line.send(request("GET", "/healthz"))
            return line.answer().status == 503
        except (OSError, Wrong):
            return True
    until(refused, 3, "new connections are refused")
    begun.send(data[-6:])
    answer = begun.answer()
    same((answer.status, answer.field("Connection").lower(), begun.ending()), (201, "close", "fin"), "the request that had begun")
    same(server.gone(12), 0, "exit code")
    wal = server.database + "-wal"
    expect(not os.path.exists(wal) or os.path.getsize(wal) == 0, "a WAL is left")
    server.start()
    same(server.read("Post", "begun")["title"], "t", "the write")


@test(flags=("--shutdown-grace", "2"), seconds=40)
def test_term_within_the_grace(server):
    """A request that never ends and a reader that stands still do not keep the server past its grace."""
    line = server.line(20)
    line.send(request("POST", "/models/Post", {"title": "t"})[:-3])
    stream = server.stream("/observeQuery/Post", receive_buffer=2048)
    server.make("Post", [{"title": "x" * 4000} for _ in range(200)])
    began = now()
    server.signal(signal.SIGTERM)
    code = server.gone(10)
    expect(now() - began < 4, f"the end took {now() - began:.1f} s")
    expect(code in (0, 1), f"exit code {code}")
    stream.close()


def test_second_term(server):
    """A second SIGTERM ends at once."""
    line = server.line(20)
    line.send(request("POST", "/models/Post", {"title": "t"})[:-3])
    server.signal(signal.SIGTERM)
    until(lambda: refuses(server), 3, "the first SIGTERM has been seen")
    began = now()
    server.signal(signal.SIGTERM)
    server.gone(3)
    expect(now() - began < 1, f"the end took {now() - began:.1f} s")


def refuses(server):
    try:
        line = server.line(1)
        line.send(request("GET", "/healthz"))
        status = line.answer().status
        line.close()
        return status == 503
    except (OSError, Wrong, Ended):
        return True


@test(seconds=60)
def test_term_at_the_start(start, rng, rows, long):
    """A SIGTERM ends the server whenever it comes: while it starts, and right after it said that it listens."""
    for round_ in range(60 if long else 16):
        server = start(go=False).spawn()
        wait = None if round_ % 2 else rng.uniform(0.001, 0.06)
        with rows("after the line" if wait is None else f"{wait * 1000:.0f} ms after the process began"):
            if wait is None:
                expect(server.read_line(10), "no line")
            else:
                time.sleep(wait)
            server.signal(signal.SIGTERM)
            expect(server.gone(3) in (0, -signal.SIGTERM), f"exit code {server.process.returncode}")
        server.close()


def test_interrupt(server):
    """SIGINT ends the server as SIGTERM does."""
    stream = server.observe("Post")
    server.signal(signal.SIGINT)
    same((stream.to_end(5), server.gone(12)), ("clean", 0), "the stream's end and the exit code")


def test_hangup(server):
    """SIGHUP ends neither the server nor its streams; neither does SIGPIPE."""
    stream = server.observe("Post")
    for number in (signal.SIGHUP, signal.SIGPIPE, signal.SIGHUP):
        server.signal(number)
        server.make("Post", {"title": "t"})
        same(stream.next()["mutationType"], "create", "the event")


def test_stopped_and_continued(server):
    """A server that was stopped (SIGSTOP) and continued goes on: no stream is lost, writes that waited are answered."""
    stream = server.observe("Post", heartbeat=1)
    server.signal(signal.SIGSTOP)
    line = server.line()
    line.send(request("POST", "/models/Post", {"id": "a", "title": "t"}))
    time.sleep(1.5)
    server.signal(signal.SIGCONT)
    same((line.answer().status, stream.next()["modelId"]), (201, "a"), "after SIGCONT")


def test_restart_keeps_all(server):
    """After SIGTERM and a start records, versions, the epoch and the growth of seq are as before."""
    server.make("Post", {"id": "a", "title": "t"})
    server.change("Post", "a", {"rating": 1})
    gone = server.good(server.post("/models/Post", {"id": "b", "title": "t"})).field("Rivulet-Seq")
    server.drop("Post", "b")
    before = server.all("Post")
    for how in ("term", "kill"):
        server.restart(how)
        same(server.all("Post"), before, f"records after {how}")
    same(server.make("Post", {"id": "b", "title": "t"})["_version"], 3, "version of a record made again after restarts")
    epoch, seq = gone.rsplit("-", 1)
    later = server.post("/models/Post", {"title": "t"}).field("Rivulet-Seq").rsplit("-", 1)
    expect(later[0] == epoch and int(later[1]) > int(seq) + 1, f"{later} after {gone}")


def test_memory_database(start):
    """With :memory: everything works and nothing is written to the folder."""
    server = start(memory=True)
    observer = server.observe("Post")
    server.make("Post", [{"id": f"p{i}", "title": "t"} for i in range(100)])
    same([f["modelId"] for f in observer.several(100)], [f"p{i}" for i in range(100)], "events")
    same(len(server.all("Post")), 100, "records")
    same(sorted(os.listdir(server.home)), ["log", "schema.graphql"], "files")
    same(server.terminate(), 0, "exit code")
