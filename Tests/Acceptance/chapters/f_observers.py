"""§3, §5: many observers, random writers, kills at random: histories are checked against the tables and the log."""
import random
import sqlite3
import threading

from kit.events import Crowd
from kit.fold import History
from kit.judge import Wrong, expect, position, same, until
from kit.plan import test
from kit.wire import Line, now, request


class Writer(threading.Thread):
    """Writes at random and remembers what was acknowledged. It owns its keys, so the last acknowledged state of each is known."""

    def __init__(self, server, name, rng):
        super().__init__(daemon=True)
        self.server, self.mark, self.rng = server, name, rng
        self.stop, self.fault = threading.Event(), None
        self.known = {}        # key → (title, version), or None when deleted; only acknowledged
        self.doubt = {}        # key → the states that an unanswered write may have left
        self.groups, self.doubtful, self.acknowledged, self.heads = set(), set(), 0, []
        self.count = 0

    def run(self):
        line, port = None, None
        while not self.stop.is_set():
            try:
                if line is None or port != self.server.port:
                    port = self.server.port
                    line = Line(port, 5)
                self.step(line)
            except (OSError, Wrong):  # the server was killed under this request
                line = None
                self.stop.wait(0.01)
            except BaseException as fault:
                self.fault = fault
                return

    def step(self, line):
        self.count += 1
        n, kind = self.count, self.rng.random()
        if kind < 0.35:  # an array of seven, all or none
            group = f"{self.mark}-g{n}"
            self.doubtful.add(group)
            line.send(request("POST", "/models/Post", [{"id": f"{group}-{i}", "title": group} for i in range(7)]))
            answer = line.answer()
            same(answer.status, 201, "status of an array")
            self.doubtful.discard(group)
            self.groups.add(group)
        elif kind < 0.9 or not self.known:
            key = f"{self.mark}-k{self.rng.randrange(12)}"
            title = f"{key} {n}"
            self.doubt.setdefault(key, []).append(title)
            line.send(request("PUT", f"/models/Post/{key}", {"title": title, "rating": n, "status": "x" * self.rng.randrange(300)}))
            answer = line.answer()
            expect(answer.status in (200, 201), f"status of a PUT: {answer}")
            self.known[key], self.doubt[key] = (title, answer.json["_version"]), []
        else:
            key = self.rng.choice(sorted(self.known))
            self.doubt.setdefault(key, []).append(None)
            line.send(request("DELETE", f"/models/Post/{key}"))
            answer = line.answer()
            expect(answer.status in (200, 404), f"status of a DELETE: {answer}")
            self.known[key], self.doubt[key] = None, []
        self.acknowledged += 1
        if answer.status != 404:
            self.heads.append(position(answer.field("Rivulet-Seq")))


def check_table(server, writers):
    """Every acknowledged write is there, none is half there."""
    table = {r["id"]: r for r in server.all("Post")}
    members = {}
    for key in table:
        if "-g" in key:
            members.setdefault(key.rsplit("-", 1)[0], []).append(key)
    for group, keys in members.items():
        same(len(keys), 7, f"records of the array {group}")
    for writer in writers:
        same(sorted(writer.groups - set(members)), [], f"acknowledged arrays of {writer.mark} that are lost")
        for key, state in writer.known.items():
            have = table.get(key)
            allowed = ([state[0]] if state else [None]) + writer.doubt.get(key, [])
            got = have["title"] if have else None
            expect(got in allowed, f"{key} is {got!r}, acknowledged was {state}, unanswered {writer.doubt.get(key)}")
            if have:
                same(have["title"], f"{key} {have['rating']}", f"half of {key}")
                expect(state is None or have["_version"] >= state[1], f"version of {key} went back to {have['_version']} from {state}")
    return table


def check_log(server, table):
    """The log, replayed from its start, gives exactly the table; SQLite finds the file sound."""
    head = position(server.put("/models/Post/zzz-end", {"title": f"end {now()}"}).field("Rivulet-Seq"))
    history = History()
    stream = server.observe("Post", since="start")
    while history.at is None or history.at[1] < head[1]:
        history.take(stream.next(10, "the log"))
        del stream.frames[:]
    stream.close()
    rebuilt = {k: r for k, r in history.tables["Post"].items() if k != "zzz-end"}
    same(rebuilt, {k: r for k, r in table.items() if k != "zzz-end"}, "the table that the log gives")
    database = sqlite3.connect(server.database, timeout=10)
    same(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)], "integrity_check")
    same(database.execute("PRAGMA foreign_key_check").fetchall(), [], "foreign_key_check")
    database.close()


@test(seconds=120, alone=True)
def test_killed_at_random_under_load(server, rng, long):
    """kill -9 at random moments under load, many rounds: every acknowledged write is there, none is half there, the log gives the table, observers that go on by id miss nothing."""
    rounds = 80 if long else 20
    writers = [Writer(server, f"w{i}", random.Random(rng.random())) for i in range(4)]
    history, last, epochs = History(), None, set()
    observer = server.observe("Post")
    [w.start() for w in writers]
    for round_ in range(rounds):
        wait, began = rng.uniform(0.01, 0.5), now()
        while now() - began < wait:
            if observer.waiting or observer.pump(0.02):
                while observer.waiting:
                    frame = observer.next()
                    history.take(frame)
                    last = frame.id
                    epochs.add(frame.epoch)
                    del observer.frames[:]
        server.restart("kill")
        observer.close()
        observer = server.observe("Post", after=last) if last else server.observe("Post", since="start")
        for writer in writers:
            expect(writer.fault is None, f"round {round_}: {writer.mark}: {writer.fault}")
    [w.stop.set() for w in writers]
    [w.join() for w in writers]
    for writer in writers:
        expect(writer.fault is None, f"{writer.mark}: {writer.fault}")
    total = sum(w.acknowledged for w in writers)
    expect(total > rounds * 5, f"only {total} writes were acknowledged")
    table = check_table(server, writers)
    head = position(server.put("/models/Post/zzz-end", {"title": "end"}).field("Rivulet-Seq"))
    while history.at is None or history.at[1] < head[1]:
        history.take(observer.next(10, "what the observer missed"))
        del observer.frames[:]
    same({k: r for k, r in history.tables["Post"].items() if k != "zzz-end"}, table, f"the observer's table after {rounds} kills")
    same(len(epochs), 1, "epochs")
    for writer in writers:
        seqs = [s for _, s in writer.heads]
        same(seqs, sorted(set(seqs)), f"positions that {writer.mark} was told")
    check_log(server, table)


@test(seconds=90, alone=True)
def test_many_observers_and_random_writers(server, rng, long):
    """40 observers that come, go and go on by id while 4 writers write: all see one order, each change once; each history gives the table."""
    writers = [Writer(server, f"w{i}", random.Random(rng.random())) for i in range(4)]
    histories = [History(whole=False) for _ in range(3)]
    orders = [[] for _ in range(40)]
    crowd, streams = Crowd().start(), []

    def taker(i):
        def take(frame):
            if i < len(histories):
                histories[i].take(frame)
            orders[i].append(frame.id)
        return take
    start_at = server.put("/models/Post/first", {"title": "first"}).field("Rivulet-Seq")
    for i in range(40):
        stream = server.observe("Post", since=start_at)
        streams.append(stream)
        crowd.add(stream, taker(i))
    [w.start() for w in writers]
    until(lambda: sum(w.acknowledged for w in writers) > (8000 if long else 900), 60, "writes")
    late = server.observe("Post", since=start_at)
    [w.stop.set() for w in writers]
    [w.join() for w in writers]
    for writer in writers:
        expect(writer.fault is None, f"{writer.mark}: {writer.fault}")
    table = check_table(server, writers)
    head = server.put("/models/Post/zzz-end", {"title": "end"}).field("Rivulet-Seq")
    for i, order in enumerate(orders):
        until(lambda: order and order[-1] == head or crowd.faults, 60, f"the end of observer {i} ({len(order)} frames)")
    crowd.finish()
    for i, order in enumerate(orders):
        same(order, orders[0], f"the order of observer {i}")
    late_order = [f.id for f in late.drain_until(lambda f: f.id == head, 20)]
    same(late_order, orders[0], "the replayed order")
    told = {f"{e}-{s}" for w in writers for e, s in w.heads}
    same(sorted(told - set(orders[0])), [], "positions that writers were told and observers did not see")
    for history in histories:
        rebuilt = {k: r for k, r in history.tables["Post"].items() if k not in ("zzz-end", "first")}
        same(rebuilt, {k: r for k, r in table.items() if k != "first"}, "an observer's table")
    check_log(server, table)


@test(seconds=60)
def test_two_models_keep_one_order(server):
    """Changes of two models and their cascades stand in one order for all: a child never before its parent, and no child left when its parent is deleted."""
    stop, fault = threading.Event(), []

    def go(k):
        try:
            rng, line, n = random.Random(k), server.line(), 0
            while not stop.is_set() and n < 150:
                n += 1
                server.good(server.ask("POST", "/models/Post", {"id": f"{k}p{n}", "title": "t"}, line=line), 201)
                server.good(server.ask("POST", "/models/Comment", [{"id": f"{k}c{n}-{i}", "postID": f"{k}p{n}"} for i in range(3)], line=line), 201)
                if rng.random() < 0.6:
                    server.good(server.ask("DELETE", f"/models/Post/{k}p{rng.randrange(n) + 1}", line=line), 200, 404)
        except BaseException as broken:
            fault.append(broken)
    observer, history = server.observe(), History()
    threads = [threading.Thread(target=go, args=(k,)) for k in range(3)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    same(fault, [], "writers")
    head = server.post("/models/Post", {"id": "zz", "title": "end"}).field("Rivulet-Seq")
    for frame in observer.drain_until(lambda f: f.id == head, 20):
        history.take(frame)
        if frame["modelName"] == "Comment" and frame["mutationType"] != "delete":
            expect(frame["model"]["postID"] in history.tables["Post"], f"a comment before its post: {frame!r}")
        if frame["modelName"] == "Post" and frame["mutationType"] == "delete":
            expect(not any(c["postID"] == frame["modelId"] for c in history.tables.get("Comment", {}).values()), f"a post deleted before its comments: {frame!r}")
    same(history.tables["Post"], {r["id"]: r for r in server.all("Post")}, "posts")
    same(history.tables["Comment"], {r["id"]: r for r in server.all("Comment")}, "comments")
