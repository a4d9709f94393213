"""§3: going on after a cut, by Last-Event-ID, across restarts, and when it is impossible."""
import os
import threading

from kit.judge import expect, position, same, until
from kit.plan import test


def numbered(mark, count):
    return [{"id": f"{mark}{i:03}", "title": "t"} for i in range(count)]


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
