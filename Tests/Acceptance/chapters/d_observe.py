"""§3: the stream itself, and /observe."""
import threading

from kit.fold import History
from kit.judge import INSTANT, expect, problem, same, until
from kit.plan import test
from kit.schemas import SAMPLES
from kit.wire import now, request


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


@test(seconds=90)
def test_ten_thousand_changes_of_one_record(server):
    """One writer posts and then patches the same id 10 000 times: each observer sees the create first and every change once, seq strictly growing."""
    total = 10000
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
