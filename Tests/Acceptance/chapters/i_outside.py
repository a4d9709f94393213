"""§1: other programs write the same database."""
import re
import sqlite3
import threading

from kit.fold import History
from kit.judge import expect, same
from kit.plan import test
from kit.wire import now


def test_other_programs_write(server):
    """Rows that another program inserts, updates and deletes are records: observers and live lists see each within 250 ms, with version, times and the cascade."""
    server.make("Post", {"id": "a", "title": "t", "rating": 1})
    server.make("Comment", {"id": "c", "postID": "a"})
    observer, live = server.observe(), server.live("Post", sort="-rating").next()
    steps = [("update Post set title='out', rating=2 where id='a'", [("update", "a")]), ("insert into Post (id, title, rating) values ('b', 'new', 9)", [("create", "b")]),
             ("delete from Post where id='a'", [("delete", "c"), ("delete", "a")])]
    for sql, wanted in steps:
        began = now()
        server.sql("PRAGMA foreign_keys=ON", sql)
        frames = observer.several(len(wanted), 3, f"events of {sql}")
        took = frames[-1].came - began
        same([(f["mutationType"], f["modelId"]) for f in frames], wanted, sql)
        expect(took < 0.25 + 0.05, f"{sql}: seen after {took * 1000:.0f} ms")
        live.next(2)
    same([(r["id"], r["title"], r["_version"]) for r in live.items], [("b", "new", 1)], "the live list")
    made = server.read("Post", "b")
    expect(re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z", made["createdAt"] or "") and made["updatedAt"], f"times {made['createdAt']} {made['updatedAt']}")
    server.sql("update Post set rating=10 where id='b'")
    frame = observer.next(2)
    same((frame["version"], frame["changed"], frame["model"]["_version"]), (2, ["rating"], 2), "version and changed of an update from outside")
    expect(frame["model"]["updatedAt"] >= made["updatedAt"], "updatedAt")
    same(server.change("Post", "b", {"rating": 11})["_version"], 3, "version of the next write")


def test_other_programs_roll_back(server):
    """What another program rolls back is never seen; its transaction is one group; the server's writes go between."""
    observer, live = server.observe("Post"), server.live("Post").next()
    other = sqlite3.connect(server.database, isolation_level=None, timeout=10)
    other.execute("BEGIN IMMEDIATE")
    other.execute("insert into Post (id, title) values ('ghost', 't')")
    other.execute("ROLLBACK")
    other.execute("BEGIN IMMEDIATE")
    for i in range(20):
        other.execute("insert into Post (id, title) values (?, 't')", (f"o{i:02}",))
    other.execute("SAVEPOINT s")
    other.execute("insert into Post (id, title) values ('undone', 't')")
    other.execute("ROLLBACK TO s")
    other.execute("COMMIT")
    other.close()
    same([f["modelId"] for f in observer.several(20)], [f"o{i:02}" for i in range(20)], "events")
    live.settle(lambda items: len(items) == 20, 2, "the live list")
    same(live.count, 2, "snapshots: one transaction is one")
    server.make("Post", {"id": "ours", "title": "t"})
    same(observer.next()["modelId"], "ours", "the next event")


@test(seconds=60)
def test_other_programs_beside_writers(server):
    """The server and another program write at once for a while: every change is seen once, in one order, and histories give the table."""
    observer, stop, fault = server.observe("Post"), threading.Event(), []

    def outside():
        try:
            other = sqlite3.connect(server.database, isolation_level=None, timeout=20)
            for i in range(120):
                other.execute("insert or replace into Post (id, title, rating) values (?, ?, ?)" if i % 3 == 0 and i > 90 else "insert into Post (id, title, rating) values (?, ?, ?)", (f"o{i:03}", "t", i))
                other.execute("update Post set rating = rating + 1 where id = ?", (f"o{i // 2:03}",))
                if i % 5 == 4:
                    other.execute("delete from Post where id = ?", (f"o{i - 3:03}",))
            other.close()
        except BaseException as broken_:
            fault.append(broken_)
        stop.set()
    thread = threading.Thread(target=outside)
    thread.start()
    line, n = server.line(20), 0
    while not stop.is_set():
        answer = server.ask("POST", "/models/Post", {"id": f"s{n:05}", "title": "t"}, line=line, seconds=20)
        expect(answer.status in (201, 503), f"status {answer.status}")
        n += answer.status == 201
    thread.join()
    same(fault, [], "the other program")
    head = server.post("/models/Post", {"id": "zz", "title": "end"}).field("Rivulet-Seq")
    history = History().take_all(observer.drain_until(lambda f: f.id == head, 20))
    same(history.tables["Post"], {r["id"]: r for r in server.all("Post")}, "the table from the history")
