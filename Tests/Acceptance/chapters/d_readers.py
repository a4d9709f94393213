"""§3, §6: heartbeats, proxies, readers that vanish, stand still or are too many."""
import socket
import threading

from kit.events import Stream
from kit.fold import LiveList
from kit.judge import expect, problem, same, until
from kit.plan import test
from kit.schemas import SAMPLES
from kit.wire import Line, now, request


@test(seconds=40)
def test_heartbeat(server):
    """A comment after each `heartbeat` seconds of silence, on both kinds of streams, on a resumed one, and after events."""
    streams = [server.observe("Post", heartbeat=1), server.stream("/observeQuery/Post?heartbeat=1").ready()]
    for stream in streams:
        until(lambda: not stream.pump(0), 1, "the first bytes")
        a, b, c = stream.comment(3), stream.comment(3), stream.comment(3)
        for gap in (b - a, c - b):
            expect(0.5 < gap < 1.9, f"{gap:.2f} s between heartbeats of {stream.asked}")


@test(seconds=40)
def test_default_heartbeat(server):
    """Without `heartbeat` a comment comes after 15 s of silence."""
    stream = server.observe("Post")
    until(lambda: not stream.pump(0.05), 2, "the first bytes")
    began = now()
    took = stream.comment(20) - began
    expect(13 < took < 17.5, f"the first heartbeat after {took:.1f} s")


def behind_a_proxy(server, path, patience, silence):
    """A stream through a proxy that cuts what is silent for `patience` seconds lives through `silence` seconds without a write."""
    front = socket.create_server(("127.0.0.1", 0))
    ended = []

    def relay():
        client, _ = front.accept()
        back = socket.create_connection(("127.0.0.1", server.port))
        back.sendall(client.recv(65536))
        back.settimeout(patience)
        try:
            while data := back.recv(65536):
                client.sendall(data)
        except OSError as fault:
            ended.append(fault)
        client.close()
    threading.Thread(target=relay, daemon=True).start()
    line = Line(front.getsockname()[1], 10)
    line.send(request("GET", path))
    stream = Stream(line, f"{path} through a proxy").ready()
    stream.silent(silence, "nothing is written")
    same(ended, [], "cuts by the proxy")
    server.make("Post", {"id": "a", "title": "t"})
    same(stream.next(2)["modelId"], "a", "the event after the silence")


@test(seconds=30)
def test_silence_behind_a_proxy(server):
    """Behind a proxy that cuts what is silent for 2 s, a stream with heartbeat=1 lives through 7 s without writes, and the next event arrives."""
    behind_a_proxy(server, "/observe/Post?heartbeat=1", 2, 7)


@test(seconds=700, long=True)
def test_ten_minutes_behind_a_proxy(server):
    """Behind a proxy with a read timeout of 60 s, a stream as it is lives through 10 minutes without writes, and the next event arrives."""
    behind_a_proxy(server, "/observe/Post", 60, 600)


@test(seconds=60, alone=True)
def test_descriptors_come_back(server):
    """After 400 streams that ended in every way (FIN, RST, vanished, half closed), descriptors, threads and memory are where they were, within two heartbeats."""
    for _ in range(40):
        server.observe("Post", heartbeat=1).close()
    server.make("Post", {"title": "t"})
    until(lambda: server.descriptors() < 40, 10, "descriptors after the first streams")
    base, threads, memory = server.descriptors(), server.threads(), server.memory()
    for _ in range(4):
        streams = [server.stream(("/observe/Post", "/observeQuery/Post")[i % 2] + "?heartbeat=1") for i in range(100)]
        for i, stream in enumerate(streams):
            if i % 4 == 0:
                stream.close()
            elif i % 4 == 1:
                stream.line.reset()
            elif i % 4 == 2:
                stream.line.vanish()
            else:
                stream.line.sock.shutdown(socket.SHUT_WR)
        server.make("Post", {"title": "t"})
        [s.close() for s in streams]
        server.streams.clear()
    until(lambda: server.descriptors() <= base + 3, 15, f"descriptors back to {base} (now {server.descriptors()})", 0.1)
    expect(server.threads() <= threads + 4, f"{server.threads()} threads, {threads} before")
    expect(server.memory() < memory + (32 << 20), f"memory grew by {(server.memory() - memory) >> 20} MB")


@test(schema=SAMPLES, seconds=90, alone=True)
def test_slow_readers(server):
    """Readers that stand still while 12 MB of changes happen: the server's memory stays bounded, others see each change at once, and the sleepers end complete."""
    changes, size = 6000, 2048
    sleepers = [server.stream("/observe/Sample", receive_buffer=4096).ready() for _ in range(4)]
    sleepy = server.live("Sample", limit=20, sort="-whole")
    awake, line = server.observe("Sample"), server.line(20)
    base, worst = server.memory(), []
    text = "é" * (size // 2)
    for i in range(changes):
        began = now()
        answer = server.ask("POST", "/models/Sample", {"id": f"r{i:05}", "whole": i, "text": text}, line=line)
        same(answer.status, 201, f"write {i}")
        same(awake.next(5)["modelId"], f"r{i:05}", "the reader that is awake")
        worst.append(now() - began)
        del awake.frames[:]
    grown = server.memory() - base
    expect(grown < 96 << 20, f"memory grew by {grown >> 20} MB for 4 readers that stand still")
    worst.sort()
    expect(worst[int(changes * 0.99)] < 0.05, f"p99 of write and delivery is {worst[int(changes * 0.99)] * 1000:.0f} ms")
    for n, sleeper in enumerate(sleepers):
        for i in range(changes):
            frame = sleeper.next(20, f"change {i} of the sleeper {n}")
            same(frame["modelId"], f"r{i:05}", f"sleeper {n}")
            del sleeper.frames[:]
        if n == 1:
            break
    last = [f"r{i:05}" for i in range(changes - 1, changes - 21, -1)]
    sleepy.settle(lambda items: [r["id"] for r in items] == last, 20, "the window of the sleeping live list")
    expect(sleepy.count < changes * 0.8, f"{sleepy.count} snapshots were kept for a reader that stood still")


@test(schema=SAMPLES, seconds=60)
def test_slow_live_list_is_no_queue(server):
    """A live list whose reader stood still gets the newest snapshot when it is ready again, and never a queue of old ones: what waits for it is bounded (256 KiB, and the receiver's window)."""
    server.make("Sample", [{"id": f"r{i:02}", "text": "x" * 1000, "whole": 0} for i in range(20)])
    line = server.line()
    stream = server.stream("/observeQuery/Sample", receive_buffer=4096)
    live = LiveList(stream).next()
    for i in range(1000):
        same(server.ask("PATCH", f"/models/Sample/r{i % 20:02}", {"whole": i + 1}, line=line).status, 200, "status")
    taken = 0
    while max(r["whole"] for r in live.items) < 1000:
        live.next(5)
        taken += len(live.stream.frames[-1].raw)
        del live.stream.frames[:]
    expect(taken < 1 << 20, f"{live.count} snapshots, {taken >> 10} KiB, waited for a reader that stood still for 1000 changes")


@test(flags=("--stream-timeout", "2"), schema=SAMPLES, seconds=40)
def test_reader_without_progress_is_closed(server):
    """A stream whose reader takes nothing for --stream-timeout is closed, and its descriptor is free."""
    base = server.rest("Sample", {"text": "rest"})
    stream = server.stream("/observe/Sample", receive_buffer=2048)
    for _ in range(400):
        server.make("Sample", {"text": "x" * 20000})
    until(lambda: server.descriptors() <= base + 1, 15, "the descriptor of a stream without progress", 0.1)
    stream.close()


def test_http_10_stream(server):
    """To HTTP/1.0 a stream is not chunked and ends by closing; HEAD answers its status and headers and ends."""
    stream = server.stream("/observe/Post", version="1.0").ready()
    same((stream.coded, stream.field("Transfer-Encoding")), (False, None), "coding")
    server.make("Post", {"id": "a", "title": "t"})
    same(stream.next()["modelId"], "a", "frame")
    line = server.line()
    answer = server.ask("HEAD", "/observe/Post", line=line)
    same((answer.status, answer.type), (200, "text/event-stream"), "HEAD")
    same(server.ask("HEAD", "/observe/Nope").status, 404, "HEAD of no stream")


@test(flags=("--max-streams-per-address", "5"))
def test_too_many_streams(server):
    """Past --max-streams-per-address a stream is 429 with Retry-After; a slot that is freed can be taken."""
    streams = [server.observe("Post") for _ in range(5)]
    answer = server.get("/observe/Post")
    problem(answer, 429)
    expect(int(answer.field("Retry-After")) >= 1, "Retry-After")
    same(server.get("/models/Post").status, 200, "requests go on")
    streams[0].close()

    def freed():
        line = server.line()
        line.send(request("GET", "/observe/Post"))
        status = line.head()[1]
        line.close()
        return status == 200
    until(freed, 5, "a freed slot", 0.1)
