"""§3: the stream itself, /observe, and going on after a cut."""
import os
import socket
import threading

from kit.events import Stream
from kit.fold import History
from kit.judge import INSTANT, expect, position, problem, same, until
from kit.plan import test
from kit.schemas import SAMPLES
from kit.wire import Line, now, request


def numbered(mark, count):
    return [{"id": f"{mark}{i:03}", "title": "t"} for i in range(count)]


@test(alone=True)
def test_opens_at_once(server):
    """On an empty model the status, the headers, retry and a comment leave within 100 ms, before any data, with the headers that keep proxies from buffering."""
    for path in ("/observe/Post", "/observe", "/observe/Post/none", "/observeQuery/Post"):
        best = 9.0
        for _ in range(3):
            began = now()
            stream = server.stream(path).ready()
            best = min(best, stream.parser.comments[0] - began)
        expect(best < 0.1, f"{path}: first comment after {best * 1000:.0f} ms")
        until(lambda: stream.parser.retries or stream.pump(0.1) and None, 2, "retry")
        expect(1000 <= stream.parser.retries[0] <= 3000, f"retry {stream.parser.retries[0]}, expected 2 s ± half")
        control = {x.strip() for x in stream.field("Cache-Control").split(",")}
        same((control, stream.field("X-Accel-Buffering")), ({"no-store", "no-transform"}, "no"), f"headers of {path}")
    live = server.live("Post").next()
    same(live.stream.parser.order.index("frame") > max(live.stream.parser.order.index("retry"), live.stream.parser.order.index("comment")), True, "retry and a comment come before data")


REFUSED = [
    ("/observe/Nope", 404, None), ("/observe/Post?where=nope==1", 400, "where"), ("/observe/Post?heartbeat=-1", 400, "heartbeat"), ("/observe/Post?heartbeat=x", 400, "heartbeat"), ("/observe/Post?heartbeat=0", 400, "heartbeat"),
    ("/observe/Post?heartbeat=301", 400, "heartbeat"), ("/observe/Post?heartbeat=1.5", 400, "heartbeat"), ("/observe/Post?types=create,", 400, "types"), ("/observe/Post?types=creat", 400, "types"), ("/observe/Post?limit=1", 400, "limit"),
    ("/observe/Post?sort=title", 400, "sort"), ("/observe/Post?since=x", 400, "since"), ("/observe/Post?since=a-b", 400, "since"), ("/observe/Post?fields=nope", 400, "fields"), ("/observe?where=true", 400, "where"), ("/observe?fields=id", 400, "fields"),
    ("/observe?model=Post&where=true", 400, "where"), ("/observe/Post?model=Post", 400, "model"), ("/observe?model=", 400, "model"), ("/observeQuery/Nope", 404, None), ("/observeQuery/Post?limit=-1", 400, "limit"),
    ("/observeQuery/Post?limit=1e9", 400, "limit"), ("/observeQuery/Post?limit=0", 400, "limit"), ("/observeQuery/Post?limit=1001", 400, "limit"), ("/observeQuery/Post?nextToken=x", 400, "nextToken"), ("/observeQuery/Post?offset=1", 400, "offset"),
    ("/observeQuery/Post?since=start", 400, "since"), ("/observeQuery/Post?types=create", 400, "types"), ("/observeQuery/Post?throttle=-1", 400, "throttle"), ("/observeQuery/Post?throttle=x", 400, "throttle"), ("/observeQuery/Post?mode=diff", 400, "mode"),
    ("/observeQuery/Post?sort=nope", 400, "sort"), ("/observeQuery/Post?count=exact", 400, "count"), ("/observeQuery/Post?heartbeat=x", 400, "heartbeat"),
]


def test_bad_requests_get_a_problem(server, rows):
    """A bad stream request gets the problem that a GET would get, naming the parameter; the connection then answers the next request."""
    for path, status, name in REFUSED:
        with rows(path):
            line = server.line()
            answer = server.ask("GET", path, None, {"Accept": "text/event-stream"}, line=line)
            problem(answer, status, parameters=name or ())
            same(server.ask("GET", "/healthz", line=line).status, 200, "the next answer")


@test(schema=SAMPLES)
def test_text_cannot_break_a_frame(server, rows):
    """Text with line ends, field names, U+2028, controls and markup stays in one data line and comes back byte for byte."""
    texts = ["a\revent: steal\rid: 9", "x\n\ndata: y", "\r\n\r\n: c", "\u2028\u2029\u0085\x0b\x0c", "\ufeffid: 1", "retry: 1\n", "</script>", "\x01\x1f\x7f", "😀é", "data: {}\n\n"]
    observer, live = server.observe("Sample"), server.live("Sample").next()
    for i, text in enumerate(texts):
        server.make("Sample", {"id": f"{i:02}", "text": text, "anything": {text: text}, "words": [text], "place": {"name": text}})
    server.make("Sample", {"id": "a\nid: 5-5\n\ndata: z"})
    for text, frame in zip(texts, observer.several(len(texts))):
        with rows(repr(text)):
            model = frame["model"]
            same((model["text"], model["anything"], model["words"], model["place"]["name"]), (text, {text: text}, [text], text), "model")
    same(observer.next()["modelId"], "a\nid: 5-5\n\ndata: z", "modelId")
    live.settle(lambda items: [r["text"] for r in items] == texts + [None], 3, "the list of texts")


def test_mutations(server):
    """create, update, delete with every member the protocol names; a delete's version is one more than its record's; the id is the write's Rivulet-Seq."""
    observer, history = server.observe("Post"), History()
    answers = [server.post("/models/Post", {"id": "a", "title": "one", "rating": 1}), server.patch("/models/Post/a", {"rating": 2, "title": "one"}), server.put("/models/Post/a", {"title": "two"}), server.delete("/models/Post/a"), server.post("/models/Post", {"id": "a", "title": "new"})]
    frames = observer.several(5)
    history.take_all(frames)
    same([f.id for f in frames], [a.field("Rivulet-Seq") for a in answers], "ids")
    same([f["mutationType"] for f in frames], ["create", "update", "update", "delete", "create"], "kinds")
    same([f["version"] for f in frames], [1, 2, 3, 4, 5], "versions")
    same([f["model"] for f in frames], [a.json for a in answers], "models")
    same(sorted(frames[2]["changed"]), ["rating", "title"], "changed")
    same(list(frames[1].data), ["type", "seq", "modelName", "modelId", "mutationType", "version", "createdAt", "source", "changed", "model"], "members in order")
    for frame in frames:
        expect(INSTANT.fullmatch(frame["createdAt"]), f"createdAt {frame['createdAt']}")


def test_what_each_stream_sees(server):
    """/observe/Model, /observe/Model/id, /observe, /observe?model=, types= and fields= each see their part, in order."""
    streams = {"post": server.observe("Post"), "comment": server.observe("Comment"), "all": server.observe(), "both": server.observe(model=["Post", "Comment"]), "one": server.observe("Post/a%2Fb"), "deletes": server.observe("Post", types="delete"),
               "twice": server.observe("Post", types="create,update"), "narrow": server.observe("Post", fields="title")}
    server.make("Post", [{"id": "x", "title": "x"}, {"id": "a/b", "title": "y"}])
    server.make("Comment", {"id": "c", "postID": "a/b"})
    server.change("Post", "a/b", {"rating": 1})
    server.drop("Post", "a/b")
    wanted = {"post": ["create x", "create a/b", "update a/b", "delete a/b"], "comment": ["create c", "delete c"], "all": ["create x", "create a/b", "create c", "update a/b", "delete c", "delete a/b"],
              "one": ["create a/b", "update a/b", "delete a/b"], "deletes": ["delete a/b"], "twice": ["create x", "create a/b", "update a/b"], "narrow": ["create x", "create a/b", "update a/b", "delete a/b"]}
    wanted["both"] = wanted["all"]
    for name, stream in streams.items():
        same([f"{f['mutationType']} {f['modelId']}" for f in stream.several(len(wanted[name]), 5, name)], wanted[name], name)
    for name, stream in streams.items():
        stream.silent(0.05, f"{name} has seen all")
    same(set(streams["narrow"].frames[2]["model"]), {"id", "title", "_version"}, "fields=title")
    same(streams["narrow"].frames[2]["changed"], ["rating"], "a change of what is not shown is told")


def test_where_enter_and_leave(server):
    """where is tested on the record; an update also passes when the record matched before, and left says that it no longer does."""
    observer = server.observe("Post", where="rating > 5")
    server.make("Post", [{"id": "a", "title": "t", "rating": 9}, {"id": "b", "title": "t", "rating": 1}, {"id": "c", "title": "t"}])
    for key, rating in (("b", 2), ("a", 8), ("a", 3), ("a", 4), ("b", 6), ("c", 7), ("c", None)):
        server.change("Post", key, {"rating": rating})
    server.drop("Post", "a")
    server.drop("Post", "b")
    got = [(f["modelId"], f["mutationType"], f["model"]["rating"], f.data.get("left")) for f in observer.several(7)]
    same(got, [("a", "create", 9, None), ("a", "update", 8, None), ("a", "update", 3, True), ("b", "update", 6, None), ("c", "update", 7, None), ("c", "update", None, True), ("b", "delete", 6, None)], "frames")
    observer.silent(0.1, "a delete of what did not match")


def test_transactions_are_groups(server):
    """The frames of a transaction stand together, in order, unmixed with others', in one write; a cascade is children first."""
    server.make("Post", {"id": "p", "title": "t"})
    server.make("Comment", [{"id": f"c{i}", "postID": "p"} for i in range(3)])
    observer, comments, live = server.observe(), server.observe("Comment"), server.live("Comment").next()
    server.drop("Post", "p")
    frames = observer.several(4)
    same([f["modelName"] for f in frames], ["Comment"] * 3 + ["Post"], "children first")
    same(sorted(f["modelId"] for f in comments.several(3)), ["c0", "c1", "c2"], "observers of Comment")
    live.next()
    same((live.count, live.items), (2, []), "one snapshot drops them all")

    def go(k):
        line = server.line()
        for i in range(25):
            server.good(server.ask("POST", "/models/Post", [{"id": f"{k}-{i}-{j}", "title": "t"} for j in range(4)], line=line), 201)
    threads = [threading.Thread(target=go, args=(k,)) for k in range(3)]
    [t.start() for t in threads]
    frames = observer.several(300, 15)
    [t.join() for t in threads]
    for i in range(0, 300, 4):
        group = [f["modelId"] for f in frames[i:i + 4]]
        same([k.rsplit("-", 1)[1] for k in group], list("0123"), f"group {group}")
        same(len({k.rsplit("-", 1)[0] for k in group}), 1, f"one transaction in {group}")


def test_rolled_back_is_never_seen(server):
    """Of refused writes and transactions nobody sees an event, a version or a seq; DELETE of all is a delete for each."""
    server.make("Post", numbered("p", 60))
    observer = server.observe()
    for operation in ({"op": "create", "model": "Post", "record": {"id": "p001", "title": "t"}}, {"op": "delete", "model": "Post", "id": "none"}):
        answer = server.transaction({"op": "update", "model": "Post", "id": "p000", "record": {"rating": 1}}, {"op": "delete", "model": "Post", "id": "p002"}, operation)
        expect(answer.status in (404, 409), f"status {answer.status}")
    same(server.delete("/models/Post?where=true").json, {"deleted": 60}, "deleted")
    frames = observer.several(60)
    same(sorted(f["modelId"] for f in frames), [f"p{i:03}" for i in range(60)], "deletes")
    same({(f["mutationType"], f["version"]) for f in frames}, {("delete", 2)}, "kinds and versions")


@test(seconds=60)
def test_ten_thousand_changes_of_one_record(server, long):
    """One writer posts and then patches the same id 10 000 times: each observer sees the create first and every change once, seq strictly growing."""
    total = 10000 if long else 4000
    observers = [server.observe("Post"), server.observe(), server.observe("Post/x")]
    histories = [History() for _ in observers]

    def write():
        line = server.line(30)
        line.send(request("POST", "/models/Post", {"id": "x", "title": "t", "rating": 0}))
        same(line.answer().status, 201, "POST")
        for start in range(1, total, 50):
            line.send(b"".join(request("PATCH", "/models/Post/x", {"rating": i}) for i in range(start, min(total, start + 50))))
            for i in range(start, min(total, start + 50)):
                same(line.answer().status, 200, f"PATCH {i}")
    writer = threading.Thread(target=write)
    writer.start()
    for observer, history in zip(observers, histories):
        for i in range(total):
            frame = observer.next(20, f"change {i}")
            same(frame["model"]["rating"], i, "rating")
            history.take(frame)
            del observer.frames[:-1]
    writer.join()


def test_since(server):
    """since=start replays the whole log, since=<position> what follows it, both then live; without it a stream begins now."""
    answers = [server.post("/models/Post", {"id": f"p{i}", "title": "t"}) for i in range(5)]
    server.drop("Post", "p0")
    everything = server.observe("Post", since="start")
    same([(f["modelId"], f["mutationType"]) for f in everything.several(6)], [(f"p{i}", "create") for i in range(5)] + [("p0", "delete")], "since=start")
    part = server.observe("Post", since=answers[2].field("Rivulet-Seq"))
    same([f["modelId"] for f in part.several(3)], ["p3", "p4", "p0"], "since a position")
    fresh = server.observe("Post")
    server.make("Post", {"id": "now", "title": "t"})
    for stream in (everything, part, fresh):
        same(stream.next()["modelId"], "now", "the live frame")


# -- going on after a cut

def test_fifty_while_away(start):
    """Cut, 50 writes (one transaction of 25 and 25 alone), back with Last-Event-ID: exactly those 50, in order, then live; with the server stopped or killed in between alike."""
    for between in (None, "term", "kill"):
        server = start()
        observer = server.observe("Post")
        server.make("Post", {"id": "before", "title": "t"})
        observer.next()
        last = observer.cut()
        server.make("Post", numbered("m", 25))
        for record in numbered("n", 25):
            server.make("Post", record)
        if between:
            server.restart(between)
        observer = server.observe("Post", after=last)
        same([f["modelId"] for f in observer.several(50)], [r["id"] for r in numbered("m", 25) + numbered("n", 25)], f"replay ({between})")
        server.make("Post", {"id": "live", "title": "t"})
        same(observer.next()["modelId"], "live", f"live after the replay ({between})")
        observer.silent(0.1, "nothing twice")


def test_positions_that_cannot_be_resumed(server, rows):
    """Malformed, foreign and future positions: the first frame is a reset with the log's head as id, then the stream is live (a live list complete). Never silence, never an error status."""
    epoch, seq = position(server.post("/models/Post", {"id": "a", "title": "t"}).field("Rivulet-Seq"))
    for bad in ("999999", "abc", f"x{epoch}-1", f"{epoch}-999999", f"{epoch}-", f"-{seq}", f"{epoch}--1", f"{epoch}-x", f"{epoch}-1.5", f"{epoch}-{'9' * 40}", "0-0", "y" * 3000, f"{epoch} {seq}", "null", f"{epoch}-{seq}-{seq}", f"{epoch}-+1"):
        for by in ("header", "query"):
            with rows(bad[:60], by):
                answer = server.post("/models/Post", {"title": "head"})
                head = answer.field("Rivulet-Seq")
                given = {"after": bad} if by == "header" else {"lastEventId": bad}
                observer = server.observe("Post", **given)
                frame = observer.next(3, "a reset")
                same((frame.type, frame.id, isinstance(frame["reason"], str)), ("reset", head, True), "first frame")
                live = server.live("Post", **given).next().next()
                same(live.resets, 1, "resets of a live list")
                same(live.items, server.all("Post"), "the list after the reset")
                fresh = server.make("Post", {"title": "after"})["id"]
                same(observer.next()["modelId"], fresh, "live after the reset")
                again = server.observe("Post", after=frame.id)
                same(again.next()["modelId"], fresh, "resumed from the reset's id")
                for stream in (observer, again, live.stream):
                    stream.close()


@test(seconds=40, flags=("--log-retention-changes", "20"))
def test_older_than_the_log(server):
    """A position older than the retained log gets a reset; the newest are still replayed."""
    old = server.post("/models/Post", {"id": "old", "title": "t"}).field("Rivulet-Seq")
    server.make("Post", numbered("p", 400))

    def pruned():
        server.make("Post", {"title": "tick"})
        stream = server.observe("Post", after=old)
        frame = stream.next()
        stream.close()
        return frame.type == "reset"
    until(pruned, 25, "the log is pruned to about 20 changes and an old position is a reset", 0.3)
    recent = server.post("/models/Post", {"id": "recent", "title": "t"}).field("Rivulet-Seq")
    server.make("Post", {"id": "newest", "title": "t"})
    same(server.observe("Post", after=recent).next()["modelId"], "newest", "a recent position")
    same(server.observe("Post", since="start").next().type, "reset", "since=start when the start is gone")


def test_which_position_wins(server):
    """Last-Event-ID wins over lastEventId, both over since; an empty lastEventId is as if absent."""
    at = [server.post("/models/Post", {"id": f"p{i}", "title": "t"}).field("Rivulet-Seq") for i in range(4)]
    for items in ({"lastEventId": at[0]}, {"since": "start"}, {"since": at[0], "lastEventId": "abc"}):
        same(server.observe("Post", after=at[2], **items).next()["modelId"], "p3", f"header over {items}")
    same(server.observe("Post", lastEventId=at[1], since="start").next()["modelId"], "p2", "lastEventId over since")
    same(server.observe("Post", lastEventId="", since=at[0]).next()["modelId"], "p1", "an empty lastEventId")
    quiet = server.observe("Post", after=at[3])
    quiet.silent(0.2, "up to date")


def test_resumed_filters(server):
    """A resumed filtered stream replays by the record before and after each change, as it would have told them live; types, fields and ids too."""
    server.make("Post", [{"id": "a", "title": "t", "rating": 9}, {"id": "b", "title": "t", "rating": 1}])
    items = [{"where": "rating > 5"}, {"where": {"rating": {"gt": 5}}, "types": "update"}, {"fields": "title"}]
    streams = [server.observe("Post", **i) for i in items] + [server.observe("Post/a")]
    head = server.post("/models/Post", {"id": "c", "title": "t", "rating": 7}).field("Rivulet-Seq")
    for key, rating in (("a", 2), ("b", 3), ("b", 8), ("c", None)):
        server.change("Post", key, {"rating": rating})
    server.drop("Post", "a")
    server.drop("Post", "b")
    for i, stream in enumerate(streams):
        wanted = []
        for frame in collect(stream):
            if frame.seq > position(head)[1]:
                wanted.append(frame)
        model, query = ("Post/a", {}) if i == 3 else ("Post", items[i])
        again = server.observe(model, after=head, **query)
        same([(f.id, f.raw) for f in again.several(len(wanted))], [(f.id, f.raw) for f in wanted], f"replay of stream {i}")
        again.silent(0.05, "nothing more")


def collect(stream, quiet=0.3):
    """What comes until nothing has come for a while."""
    while stream.waiting or stream.pump(quiet):
        while stream.waiting:
            stream.next()
    return stream.frames


def test_replay_keeps_transactions(server):
    """Several changes of one transaction replay in commit order, from any position inside it too."""
    head = server.post("/models/Post", {"id": "p", "title": "t"}).field("Rivulet-Seq")
    server.good(server.transaction(*[{"op": "create", "model": "Comment", "record": {"id": f"c{i}", "postID": "p"}} for i in (3, 1, 2)], {"op": "update", "model": "Post", "id": "p", "record": {"rating": 1}}, {"op": "delete", "model": "Comment", "id": "c1"}), 200)
    live = server.observe(after=head).several(5)
    same([(f["mutationType"], f["modelId"]) for f in live], [("create", "c3"), ("create", "c1"), ("create", "c2"), ("update", "p"), ("delete", "c1")], "replay")
    for i, frame in enumerate(live[:-1]):
        same([f.raw for f in server.observe(after=frame.id).several(4 - i)], [f.raw for f in live[i + 1:]], f"from inside, after {i + 1}")


@test(seconds=60)
def test_cut_at_random_while_writing(server, rng, long):
    """A client that is cut at random, by RST or FIN, with the server killed at random too, sees every change exactly once, in order."""
    total, done = (6000 if long else 1500), threading.Event()
    written, gate, fault = [0], threading.Lock(), []

    def write():
        try:
            line, i = server.line(), 0
            while i < total:
                with gate:  # held by the reader while the server restarts
                    if line.sock.fileno() < 0 or getattr(write, "starts", server.starts) != server.starts:
                        line = server.line()
                    write.starts = server.starts
                    answer = server.ask("POST", "/models/Post", {"id": f"p{i:05}", "title": "t"}, line=line)
                    same(answer.status, 201, "status")
                    i += 1
                    written[0] = i
        except BaseException as broken:
            fault.append(broken)
        done.set()
    observer = server.observe("Post")
    threading.Thread(target=write, daemon=True).start()
    got, last, kills = [], None, 0
    while len(got) < total:
        expect(not fault, f"the writer: {fault}")
        for _ in range(min(rng.randrange(1, 90), total - len(got))):
            frame = observer.next(10)
            got.append(frame["modelId"])
            last = frame.id
        observer.line.reset() if rng.random() < 0.5 else observer.close()
        if kills < 3 and rng.random() < 0.15:
            with gate:
                server.restart("kill")
            kills += 1
        observer = server.observe("Post", after=last)
    same(got, [f"p{i:05}" for i in range(total)], f"what was seen ({kills} kills)")
    observer.silent(0.1, "nothing twice")


def test_recreated_database(server):
    """A database that was deleted and made anew has another epoch: an old position is a reset, also where its number exists again."""
    old = server.post("/models/Post", {"id": "a", "title": "t"}).field("Rivulet-Seq")
    server.terminate()
    for name in os.listdir(server.home):
        if name.startswith("rivulet.db"):
            os.remove(os.path.join(server.home, name))
    server.start()
    server.make("Post", numbered("n", 5))
    same(server.observe("Post", after=old).next().type, "reset", "the first frame")


# -- heartbeat, proxies, readers that vanish

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


@test(seconds=30)
def test_silence_behind_a_proxy(server):
    """Behind a proxy that cuts what is silent for 2 s, a stream with heartbeat=1 lives through 7 s without writes, and the next event arrives."""
    front = socket.create_server(("127.0.0.1", 0))
    ended = []

    def relay():
        client, _ = front.accept()
        back = socket.create_connection(("127.0.0.1", server.port))
        back.sendall(client.recv(65536))
        back.settimeout(2)
        try:
            while data := back.recv(65536):
                client.sendall(data)
        except OSError as fault:
            ended.append(fault)
        client.close()
    threading.Thread(target=relay, daemon=True).start()
    line = Line(front.getsockname()[1], 10)
    line.send(request("GET", "/observe/Post?heartbeat=1"))
    stream = Stream(line, "through the proxy").ready()
    stream.silent(7, "nothing is written")
    same(ended, [], "cuts by the proxy")
    server.make("Post", {"id": "a", "title": "t"})
    same(stream.next(2)["modelId"], "a", "the event after the silence")


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


@test(flags=("--stream-timeout", "2"), schema=SAMPLES, seconds=40)
def test_reader_without_progress_is_closed(server):
    """A stream whose reader takes nothing for --stream-timeout is closed, and its descriptor is free."""
    base = server.descriptors()
    stream = server.stream("/observe/Sample", receive_buffer=2048)
    for i in range(200):
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
