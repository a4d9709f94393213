"""§3: /observeQuery, against single examples and against a model in Python."""
import threading

from kit import oracle
from kit.events import Crowd
from kit.fold import LiveList
from kit.judge import expect, position, problem, same, until
from kit.plan import test
from kit.wire import now, request


def posts(*rows):
    return [dict(zip(("id", "title", "rating", "status"), row)) for row in rows]


def test_first_snapshot(server):
    """The first frame is what a GET with the same query answers, once, with isSynced true; an empty list too, and then its first record."""
    live = server.live("Post").next()
    same((live.items, live.synced), ([], True), "the first snapshot")
    live.silent(0.3, "the initial value is sent once")
    server.make("Post", posts(("b", "x", 1), ("a", "y", 2), ("c", "z", 3)))
    same(live.next().ids, ["a", "b", "c"], "the first records, in one snapshot")
    for query in ({"sort": "-rating"}, {"where": "rating > 1", "sort": "title"}, {"fields": "title"}, {"limit": 2, "sort": "-rating"}, {"where": {"rating": {"lt": 0}}}):
        fresh = server.live("Post", **query).next()
        same(fresh.items, server.list("Post", **query), f"first snapshot of {query}")
        fresh.silent(0.05, "once")


def test_leaves_at_once(server):
    """status == "open": a record that is patched to closed leaves the list at once; changes outside the list send nothing."""
    server.make("Post", posts(("a", "t", 1, "open"), ("b", "t", 1, "open")))
    live = server.live("Post", where='status == "open"').next()
    began = now()
    server.change("Post", "a", {"status": "closed"})
    same(live.next(1).ids, ["b"], "the list")
    expect(now() - began < 0.25, f"after {now() - began:.2f} s")
    server.change("Post", "a", {"title": "new"})
    server.make("Comment", {"postID": "b"})
    server.good(server.transaction({"op": "create", "model": "Post", "record": {"id": "x", "title": "t", "status": "open"}}, {"op": "delete", "model": "Post", "id": "x"}), 200)
    server.good(server.transaction({"op": "update", "model": "Post", "id": "b", "record": {"status": "closed"}}, {"op": "delete", "model": "Post", "id": "a"}, {"op": "update", "model": "Post", "id": "b", "record": {"status": "open"}}), 200)
    live.settle(lambda items: items[0]["_version"] == 3, 2, "the versions of b that the transaction made")
    live.silent(0.2, "nothing else in the list changed")


def test_leaves_and_comes_back_sorted(server):
    """rating > 5: 6 → 4 is gone, 4 → 6 is back in its sorted place; null sorts first ascending; ties go by key."""
    server.make("Post", posts(("a", "t", 6), ("b", "t", 9), ("c", "t", 7), ("d", "t", 6)))
    live = server.live("Post", where="rating > 5", sort="-rating").next()
    same(live.ids, ["b", "c", "a", "d"], "first")
    server.change("Post", "a", {"rating": 4})
    same(live.next().ids, ["b", "c", "d"], "after 6 → 4")
    server.change("Post", "a", {"rating": 6})
    same(live.next().ids, ["b", "c", "a", "d"], "after 4 → 6")
    up = server.live("Post", sort="rating").next()
    server.change("Post", "b", {"rating": None})
    same(up.next().ids, ["b", "a", "d", "c"], "after 9 → null")


def test_any_change_of_an_item(server):
    """A change of a field that is neither in where nor in sort sends the list; with fields= what is shown is narrowed."""
    server.make("Post", posts(("a", "t", 1)))
    live, narrow = server.live("Post", where="rating == 1", sort="rating").next(), server.live("Post", fields="title").next()
    server.change("Post", "a", {"status": "new"})
    same(live.next().items[0]["status"], "new", "status")
    server.change("Post", "a", {"title": "u"})
    narrow.settle(lambda items: items == [{"id": "a", "title": "u", "_version": 3}], 2, "the narrow list")


def test_window(server):
    """limit is a live window: what leaves is replaced by what follows, what enters pushes out the last, changes beyond it send nothing."""
    server.make("Post", [{"id": f"p{i:02}", "title": "t", "rating": i} for i in range(30)])
    live = server.live("Post", sort="rating", limit=10).next()
    ratings = lambda: [r["rating"] for r in live.items]
    server.drop("Post", "p03")
    same((live.next(), ratings())[1], [0, 1, 2, 4, 5, 6, 7, 8, 9, 10], "the eleventh moves in")
    server.make("Post", {"id": "new", "title": "t", "rating": -1})
    same((live.next(), ratings())[1], [-1, 0, 1, 2, 4, 5, 6, 7, 8, 9], "the last is pushed out")
    server.change("Post", "p00", {"rating": 99})
    same((live.next(), ratings())[1], [-1, 1, 2, 4, 5, 6, 7, 8, 9, 10], "a move out of the window")
    server.delete("/models/Post", where="rating < 9")
    same((live.next(), ratings())[1], list(range(9, 19)), "the whole window but two replaced")
    server.change("Post", "p29", {"title": "far"})
    server.drop("Post", "p28")
    live.silent(0.2, "changes beyond the window")
    server.delete("/models/Post", where="rating != 20")
    same((live.next(), ratings())[1], [20], "fewer than the limit")


def test_cascade_and_transactions(server):
    """A transaction sends one snapshot, a cascade too; each frame's id is that write's Rivulet-Seq."""
    live, comments = server.live("Post").next(), server.live("Comment").next()
    first = server.post("/models/Post", [{"id": f"p{i:02}", "title": "t"} for i in range(50)])
    same((live.next().at, len(live.items)), (position(first.field("Rivulet-Seq")), 50), "50 records")
    server.make("Comment", [{"id": f"c{i}", "postID": f"p0{i % 2}"} for i in range(6)])
    same(len(comments.next().items), 6, "comments")
    gone = server.delete("/models/Post/p00")
    same((comments.next().ids, live.next().at), (["c1", "c3", "c5"], position(gone.field("Rivulet-Seq"))), "after the cascade")
    server.delete("/models/Post?where=true")
    same((live.next().items, comments.next().items), ([], []), "after deleting all")
    same((live.count, comments.count), (4, 4), "snapshots")


@test(alone=True)
def test_the_first_change_after_silence_is_sent_at_once(server):
    """Nobody is syncing, so the first change after silence waits for no window."""
    live, times = server.live("Post").next(), []
    for i in range(10):
        live.silent(0.15, "silence before the write")
        began = now()
        server.make("Post", {"title": "t"})
        live.next(2)
        times.append(now() - began)
    times.sort()
    expect(times[8] < 0.1, f"the changes came after {[round(t * 1000) for t in times]} ms")


@test(seconds=60)
def test_thousand_posts_and_patches(server):
    """1 000 quick POST+PATCH pairs while observing: ids in a snapshot are unique always (LiveList judges each), and the end is the table."""
    crowd, lives = Crowd(), [server.live("Post", sort="-rating"), server.live("Post", sort="-rating", limit=10), server.live("Post", where="rating != 50")]
    for live in lives:
        crowd.add(live.stream, live.take)
    crowd.start()

    def go(k):
        line = server.line(20)
        for i in range(250):
            line.send(request("POST", "/models/Post", {"id": f"{k}-{i:03}", "title": "t", "rating": 0}) + request("PATCH", f"/models/Post/{k}-{i:03}", {"rating": i * 7 % 100}))
            same((line.answer().status, line.answer().status), (201, 200), "statuses")
    threads = [threading.Thread(target=go, args=(k,)) for k in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    records = server.all("Post")
    wanted = [oracle.arranged(records, "-rating"), oracle.arranged(records, "-rating", 10), oracle.arranged([r for r in records if r["rating"] != 50])]
    for i, (live, want) in enumerate(zip(lives, wanted)):
        until(lambda: live.items == want or crowd.faults, 15, f"live list {i} at its end")
    crowd.finish()


@test(seconds=90, alone=True)
def test_hundred_clients_join_a_writer(server, rng, long):
    """A writer at about 1 000 a second while 100 clients connect: no client misses or doubles a change between its first frame and the next; each ends with the table."""
    stop, fault, count = threading.Event(), [], [0]

    def write():
        try:
            line = server.line(20)
            while not stop.is_set():
                began = now()
                line.send(b"".join(request("PUT", f"/models/Post/p{(count[0] + i) * 7 % 9:02}", {"title": f"v{count[0] + i}", "rating": (count[0] + i) % 40}) for i in range(10)))
                for _ in range(10):
                    expect(line.answer().status in (200, 201), "status")
                count[0] += 10
                while now() - began < 0.01 and not stop.is_set():
                    stop.wait(0.002)
        except BaseException as broken:
            fault.append(broken)
    writer = threading.Thread(target=write)
    writer.start()
    crowd = Crowd().start()
    lives = []
    for i in range(100):
        live = server.live("Post", **rng.choice([{}, {"sort": "-rating", "limit": 5}, {"where": "rating > 20"}, {"sort": "rating,title"}]))
        lives.append(live)
        crowd.add(live.stream, live.take)
    until(lambda: count[0] > 500, 30, "500 writes")
    stop.set()
    writer.join()
    same(fault, [], "the writer")
    records = server.all("Post")
    for live in lives:
        query = dict(pair.split("=") for pair in live.stream.asked.partition("?")[2].split("&") if pair)
        kept = [r for r in records if "where" not in query or r["rating"] > 20]
        want = oracle.arranged(kept, query.get("sort", "").replace("%2C", ","), int(query["limit"]) if "limit" in query else None)
        until(lambda: live.items == want or crowd.faults, 40, f"the end of {live.stream.asked}: {len(live.items or [])} of {len(want)} items at {live.at}")
    crowd.finish()


@test(seconds=60)
def test_snapshot_and_log_meet(server):
    """A snapshot at seq n and /observe since n give the table, at any moment of a stream of writes: no gap and no overlap."""
    stop, fault = threading.Event(), []

    def write():
        try:
            line, i = server.line(), 0
            while not stop.is_set():
                server.good(server.ask("PUT", f"/models/Post/p{i * 13 % 40:02}", {"title": f"v{i}"}, line=line))
                if i % 9 == 0:
                    server.ask("DELETE", f"/models/Post/p{i * 5 % 40:02}", line=line)
                i += 1
        except BaseException as broken:
            fault.append(broken)
    writer = threading.Thread(target=write)
    writer.start()
    pairs = []
    for _ in range(12):
        live = server.live("Post").next()
        at = live.stream.frames[-1]
        pairs.append(({r["id"]: r for r in live.items}, server.observe("Post", since=at.id), at.seq))
        live.stream.close()
    stop.set()
    writer.join()
    same(fault, [], "the writer")
    last = position(server.put("/models/Post/end", {"title": "end"}).field("Rivulet-Seq"))[1]
    table = {r["id"]: r for r in server.all("Post")}
    for state, observer, seq in pairs:
        for frame in observer.drain_until(lambda f: f.seq >= last, 15):
            expect(frame.seq > seq, f"seq {frame.seq} after {seq}")
            seq = frame.seq
            if frame["mutationType"] == "create":
                expect(frame["modelId"] not in state, f"create of {frame['modelId']}, which the snapshot has")
            state[frame["modelId"]] = frame["model"]
            if frame["mutationType"] == "delete":
                del state[frame["modelId"]]
        same(state, table, "the table from snapshot and log")


@test(seconds=60)
def test_every_write_is_a_frame(server):
    """Write by write, each that changes the list is one snapshot with that write's seq, and each that does not is none."""
    server.make("Post", [{"id": f"p{i}", "title": "t", "rating": i} for i in range(12)])
    lives = [server.live("Post", sort="-rating").next(), server.live("Post", sort="-rating", limit=5).next(), server.live("Post", where="rating >= 1000").next()]
    line = server.line()
    for i in range(150):
        answer = server.ask("PATCH", f"/models/Post/p{i % 12}", {"rating": 1000 + i}, line=line)
        for n, live in enumerate(lives):
            live.next(3, f"the frame of write {i} on list {n}")
            same((live.at, live.items[0]["rating"] if n < 2 else 1000 + i), (position(answer.field("Rivulet-Seq")), 1000 + i), f"list {n} after write {i}")


@test(seconds=60)
def test_random_operations_against_a_model(server, rng, long, rows):
    """Windows, filters and sorts under random creates, updates, deletes and transactions equal a model in Python after every step."""
    queries = [({"sort": s, "limit": n, **w}) for s, n, w in (("-rating", 5, {}), ("rating,-title", 3, {}), ("title", 8, {"where": "rating > 3"}), ("-status,rating", 4, {"where": "status != null"}), ("-id", 1, {}), ("status", 6, {"where": "not (rating == 2)"}))]
    queries += [{"where": "rating.in(1, 2, 3)"}, {"sort": "-title"}, {"where": 'title.contains("a") or rating < 2', "sort": "rating"}]
    holds = {"rating > 3": lambda r: r["rating"] is not None and r["rating"] > 3, "status != null": lambda r: r["status"] is not None, "not (rating == 2)": lambda r: r["rating"] != 2, "rating.in(1, 2, 3)": lambda r: r["rating"] in (1, 2, 3),
             'title.contains("a") or rating < 2': lambda r: "a" in r["title"] or (r["rating"] is not None and r["rating"] < 2)}
    lives = [(q, server.live("Post", **q).next()) for q in queries]
    table = {}

    def random_record():
        return {"title": rng.choice(["a", "b", "ab", "Ä", "z"]), "rating": rng.choice([None, 0, 1, 2, 3, 4, 5, 6]), "status": rng.choice([None, "open", "closed"])}
    for step in range(500 if long else 150):
        operations, scratch = [], dict(table)
        for _ in range(rng.choice([1, 1, 1, 2, 5])):
            kind = rng.choice(["create", "update", "update", "delete"]) if scratch else "create"
            if kind == "create":
                key = f"k{step:03}{len(operations)}" if rng.random() < 0.7 else f"a{rng.randrange(10**6):06}"
                operations.append({"op": "create", "model": "Post", "record": {"id": key, **random_record()}})
                scratch[key] = operations[-1]["record"]
            else:
                key = rng.choice(sorted(scratch))
                if kind == "delete":
                    operations.append({"op": "delete", "model": "Post", "id": key})
                    del scratch[key]
                else:
                    part = {f: v for f, v in random_record().items() if rng.random() < 0.5}
                    operations.append({"op": "update", "model": "Post", "id": key, "record": part})
                    scratch[key] = {**scratch[key], **part}
        server.good(server.transaction(*operations), 200)
        table = scratch
        for query, live in lives:
            kept = [r for r in table.values() if "where" not in query or holds[query["where"]](r)]
            want = [(r["id"], r["title"], r["rating"], r["status"]) for r in oracle.arranged(kept, query.get("sort", ""), query.get("limit"))]
            live.settle(lambda items: [(r["id"], r["title"], r["rating"], r["status"]) for r in items] == want, 3, f"step {step} {operations}: {query} should be {want[:8]}")


@test(flags=("--max-snapshot-items", "20"))
def test_too_many_items(server):
    """More than --max-snapshot-items without limit is 422 that says limit; growing past it later ends the stream with an error frame."""
    server.make("Post", [{"id": f"p{i:02}", "title": "t", "rating": i} for i in range(21)])
    problem(server.get("/observeQuery/Post"), 422, names="limit")
    same(len(server.live("Post", limit=20).next().items), 20, "with limit")
    live = server.live("Post", where="rating < 20").next()
    same(len(live.items), 20, "exactly the bound")
    server.change("Post", "p20", {"rating": 5})
    frame = live.stream.drain_until(lambda f: f.type == "error", 5)[-1]
    same(frame["status"], 422, "status of the error frame")
    expect("limit" in frame["detail"], f"detail {frame['detail']!r}")
    same(live.stream.to_end(), "clean", "end of the stream")


@test(seconds=40)
def test_throttle(server):
    """throttle= spaces the snapshots, and the last state always comes."""
    live = server.live("Post", throttle=300).next()
    line = server.line()
    for i in range(150):
        server.ask("POST", "/models/Post", {"id": f"p{i:03}", "title": "t"}, line=line)
        live.stream.pump(0.005)
    live.settle(lambda items: len(items) == 150, 3, "the last state")
    came = [f.came for f in live.stream.frames]
    most = (came[-1] - came[1]) / 0.3 + 2  # a reader that is late sees a gap shortened, never more snapshots
    expect(len(came) - 1 <= most, f"{len(came) - 1} snapshots in {came[-1] - came[1]:.2f} s")


def test_resumed_live_list(start):
    """A live list that reconnects, after restarts too, begins with the present list, whether it missed something or not, without a reset."""
    server = start()
    server.make("Post", posts(("a", "t", 1), ("b", "t", 2), ("c", "t", 3)))
    live = server.live("Post", sort="-rating", limit=2).next()
    for between in (None, "term", "kill"):
        last = live.stream.cut()
        server.change("Post", "a", {"rating": (server.read("Post", "a")["rating"] or 0) + 5})
        if between:
            server.restart(between)
        for _ in range(2):
            live = server.live("Post", after=last, sort="-rating", limit=2).next()
            same((live.items, live.resets), (server.list("Post", sort="-rating", limit=2), 0), f"first snapshot ({between})")
            live.silent(0.05, "once")
            last = live.stream.cut()
    again = LiveList(server.stream("/observeQuery/Post", {"Last-Event-ID": "x-1"}))
    again.next().next()
    same((again.resets, again.items), (1, server.list("Post")), "after a reset")


def test_many_items(server):
    """Without limit the list is all of it, more than a page."""
    server.make("Post", [{"id": f"p{i:04}", "title": "t"} for i in range(2500)])
    live = server.live("Post", sort="-id").next(10)
    same(len(live.items), 2500, "items")
    server.make("Post", {"id": "z", "title": "t"})
    same((live.next().ids[0], len(live.items)), ("z", 2501), "after one more")
