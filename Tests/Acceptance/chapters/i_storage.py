"""§1, §5: the database in trouble, other programs beside the server, and migrations."""
import os
import re
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading

from kit.fold import History
from kit.judge import Absent, Wrong, brief, expect, problem, same, until
from kit.plan import test
from kit.process import command, folder
from kit.schemas import BLOG
from kit.wire import now, request


def fill(server, size=200_000, most=400):
    """Write until the server refuses: the ids that were acknowledged, and the refusal."""
    kept = []
    for i in range(most):
        answer = server.post("/models/Post", {"id": f"f{i:04}", "title": "x" * size})
        if answer.status != 201:
            return kept, answer
        kept.append(f"f{i:04}")
    raise Wrong(f"no refusal after {most} writes of {size} bytes")


def judge_full(server, free):
    """A full disk: 503 as a problem, reads go on, streams live; after `free()` writes succeed again and nothing is lost."""
    observer = server.observe("Post")
    kept, refusal = fill(server)
    problem(refusal, 503)
    expect(int(refusal.field("Retry-After")) >= 1, f"Retry-After {refusal.field('Retry-After')}")
    expect(len(kept) > 2, "too few writes before the disk was full")
    for _ in range(5):
        problem(server.post("/models/Post", {"title": "x" * 200_000}), 503)
    same([r["id"] for r in server.all("Post", limit=5, fields="id")], kept, "what can be read while the disk is full")
    same([f["modelId"] for f in observer.several(len(kept), 10)], kept, "what the observer saw")
    observer.silent(0.2, "a write that was refused is no event")
    free(server)
    until(lambda: server.post("/models/Post", {"id": "after", "title": "t"}).status in (201, 409), 10, "writes after space was made", 0.2)
    same(observer.next(5)["modelId"], "after", "the event after recovery")
    server.restart("kill")
    same([r["id"] for r in server.all("Post", limit=5, fields="id")], ["after"] + kept, "records after a kill")
    same(server.sql("PRAGMA integrity_check"), [("ok",)], "integrity_check")


@test(seconds=60)
def test_disk_full(start):
    """On a full disk (a tmpfs of 12 MB) writes are 503, reads and streams go on, and with space again writes too, without a restart."""
    home = folder()
    ballast = os.path.join(home, "ballast")
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", home], capture_output=True).returncode:
        raise Absent("cannot mount a small tmpfs; the test with RLIMIT_FSIZE stands for it")
    try:
        with open(ballast, "wb") as file:
            file.write(b"\0" * (6 << 20))
        server = start(home=home)
        judge_full(server, lambda s: os.remove(ballast))
        server.terminate()
    finally:
        subprocess.run(["umount", "-l", home], capture_output=True)


@test(seconds=60)
def test_file_size_limit(start):
    """Where a file may grow no further (RLIMIT_FSIZE, with its signal) writes are 503, reads go on, and the process lives."""
    server = start(limits={resource.RLIMIT_FSIZE: 4 << 20})
    server.make("Post", {"id": "small", "title": "t"})
    kept, refusal = fill(server, 100_000)
    problem(refusal, 503)
    same(server.get("/healthz").status, 200, "the process")
    same(server.read("Post", "small")["title"], "t", "a read")
    server.kill()
    server.limits = {}
    server.start()
    same([r["id"] for r in server.all("Post", limit=5, fields="id")], sorted(kept + ["small"]), "records without the limit")
    server.make("Post", {"title": "x" * 200_000})


@test(seconds=40)
def test_locked_by_another_process(server):
    """Another process holds BEGIN IMMEDIATE for 3 s while clients POST: they wait and succeed, or get 503 with Retry-After; reads and streams go on; nothing is lost."""
    server.make("Post", {"id": "seed", "title": "t"})
    observer = server.observe("Post")
    other = sqlite3.connect(server.database, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    answers, lock = {}, threading.Lock()

    def go(i):
        line = server.line(25)
        answer = server.ask("POST", "/models/Post", {"id": f"p{i:02}", "title": "t"}, line=line, seconds=25)
        with lock:
            answers[f"p{i:02}"] = answer
    threads = [threading.Thread(target=go, args=(i,)) for i in range(16)]
    [t.start() for t in threads]
    began = now()
    while now() - began < 3:
        before = now()
        same(server.ids("Post"), ["seed"], "a read while the database is locked")
        expect(now() - before < 0.5, f"a read took {now() - before:.2f} s")
        observer.silent(0.1, "nothing is committed")
    other.execute("COMMIT")
    other.close()
    [t.join() for t in threads]
    for key, answer in answers.items():
        expect(answer.status == 201 or answer.status == 503 and answer.field("Retry-After"), f"{key}: {answer}")
    kept = sorted(k for k, a in answers.items() if a.status == 201)
    same(len(answers), 16, "answers")
    same(server.ids("Post"), kept + ["seed"], "records")
    same(sorted(f["modelId"] for f in observer.several(len(kept))), kept, "events")
    server.make("Post", {"id": "zz", "title": "t"})


def broken(server, code=1):
    """Start a server that cannot run: it says why in one place, with the exit code, and prints nothing on stdout."""
    server.spawn()
    same(server.gone(10), code, "exit code")
    same(server.process.stdout.read(), b"", "stdout")
    return server.log(4000)


def test_what_is_no_database(start, rows):
    """A file that is no database, a corrupt one, a folder in its place, a missing folder: exit 1, the file named, nothing overwritten."""
    for name, content in (("text", b"this is not a database, " * 100), ("header only", b"SQLite format 3\0" + b"\xff" * 5000), ("zeros", b"\0" * 8192)):
        with rows(name):
            server = start(go=False)
            with open(server.database, "wb") as file:
                file.write(content)
            expect("rivulet.db" in broken(server), f"the file is not named: {server.log(500)}")
            with open(server.database, "rb") as file:
                same(file.read() == content, True, "the file is as it was")
    with rows("corrupt"):
        server = start()
        server.make("Post", [{"id": f"p{i:04}", "title": "x" * 500} for i in range(1000)])
        server.terminate()
        size = os.path.getsize(server.database)
        with open(server.database, "r+b") as file:
            for at in range(8192, size, 4096):
                file.seek(at)
                file.write(b"\xa5" * 2000)
        server.spawn()
        line = server.read_line(10)
        if line:  # it may start, as long as it answers for what it cannot read
            server.port = int(line.rsplit(":", 1)[1])
            answer = server.get("/models/Post")
            expect(answer.status >= 500, f"a corrupt table is answered {answer.status}")
            problem(answer, answer.status)
            same(server.get("/healthz").status, 200, "the process")
        else:
            same(server.gone(5), 1, "exit code")
            expect("rivulet.db" in server.log(3000), "the file is not named")
    with rows("a folder"):
        server = start(go=False)
        os.mkdir(server.database)
        expect("rivulet.db" in broken(server), "the file is not named")
    with rows("no such folder"):
        server = start(go=False)
        server.database = os.path.join(server.home, "none", "rivulet.db")
        expect("none" in broken(server), "the path is not named")
    with rows("no schema"):
        server = start(schema=None, go=False)
        expect("schema.graphql" in broken(server), "the schema is not named")
        expect(not os.path.exists(server.database), "a database was made")


def test_without_permission(start, rows):
    """As a user who may not read the database, or not write the folder: exit 1 that names the file; no crash."""
    if os.getuid() != 0:
        raise Absent("needs root to become another user")
    for name, modes in (("no permission for the file", (0o755, 0o000)), ("a read-only folder and file", (0o555, 0o444))):
        with rows(name):
            server = start()
            server.make("Post", {"id": "a", "title": "t"})
            server.terminate()
            os.chmod(server.schema_path, 0o644)
            os.chmod(server.database, modes[1])
            for extra in ("-wal", "-shm"):
                if os.path.exists(server.database + extra):
                    os.remove(server.database + extra)
            os.chmod(server.home, modes[0])
            server.user = "nobody"
            try:
                said = broken(server)
            finally:
                os.chmod(server.home, 0o755)
            expect("rivulet.db" in said, f"the file is not named: {brief(said)}")


def test_port_taken(server, start):
    """A taken port is exit 1 that names the address; the server that has it is unharmed, and so is its database."""
    other = start(go=False)
    other.listen = f"127.0.0.1:{server.port}"
    said = broken(other)
    expect(str(server.port) in said, f"the port is not named: {brief(said)}")
    same(server.get("/healthz").status, 200, "the first server")


@test(seconds=40)
def test_out_of_descriptors(start):
    """With 64 descriptors and 200 connections the server lives, answers those it has, keeps enough for its database, and is whole again afterwards."""
    server = start(limits={resource.RLIMIT_NOFILE: 64})
    server.make("Post", {"id": "a", "title": "t"})
    held = []
    for _ in range(200):
        try:
            line = server.line(3)
            line.sock.setblocking(False)
            held.append(line)
        except OSError:
            break
    first = held[0]
    first.sock.settimeout(5)
    first.send(request("POST", "/models/Post", {"id": "b", "title": "t"}))
    same(first.answer().status, 201, "a write on a connection that was there")
    expect(server.alive, "the server ended")
    [line.close() for line in held]
    until(lambda: attempt(server), 10, "a new connection after the rush", 0.1)
    same(server.ids("Post"), ["a", "b"], "records")


def attempt(server):
    try:
        line = server.line(1)
        line.send(request("GET", "/healthz"))
        status = line.answer().status
        line.close()
        return status == 200
    except (OSError, Wrong):
        return False


def test_descriptors_recover_for_the_database(start):
    """After the rush of connections reads by new readers and writes still work: descriptors were left for the database."""
    server = start(limits={resource.RLIMIT_NOFILE: 80})
    held = []
    for _ in range(120):
        try:
            held.append(socket.create_connection(("127.0.0.1", server.port), 2))
        except OSError:
            break
    [h.close() for h in held]
    until(lambda: attempt(server), 10, "a new connection after the rush", 0.1)
    server.make("Post", [{"title": "t"} for _ in range(1000)])
    threads = [threading.Thread(target=lambda: server.page("Post", limit=1000)) for _ in range(8)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    same(server.page("Post", count="exact", limit=1)["count"], 1000, "records")


def test_same_database_twice(server, start):
    """Two servers on one database: the second refuses to start, or both see each other's writes; no write is lost."""
    other = start(go=False)
    other.database, other.schema_path = server.database, server.schema_path
    other.spawn()
    line = other.read_line(10)
    if line is None:
        expect(other.gone(5) == 1 and "rivulet.db" in other.log(2000), "a refusal names the file and ends with 1")
        return
    other.port = int(line.rsplit(":", 1)[1])
    observers = [server.observe("Post"), other.observe("Post")]
    for i in range(40):
        (server, other)[i % 2].make("Post", {"id": f"p{i:02}", "title": "t"})
    for observer in observers:
        same([f["modelId"] for f in observer.several(40)], [f"p{i:02}" for i in range(40)], "events")
    same(server.all("Post"), other.all("Post"), "records")


# -- other programs write

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


# -- migrations

EXTENDED = BLOG.replace("  rating: Int\n", "  rating: Int @index(name: \"byRating\")\n  note: String\n  stars: Int! @default(value: \"3\")\n").replace("title: String!", "title: String") + "\ntype Tag @model { id: ID! label: String! }\n"

ADDITIVE = {
    "a new model": BLOG + "\ntype Tag @model { id: ID! label: String! }\n",
    "an optional field": BLOG.replace("  rating: Int\n", "  rating: Int\n  note: String\n"),
    "a required field with a default": BLOG.replace("  rating: Int\n", "  rating: Int\n  stars: Int! @default(value: \"3\")\n"),
    "a new index": BLOG.replace("  rating: Int\n", "  rating: Int @index(name: \"byRating\")\n"),
    "optional from required": BLOG.replace("title: String!", "title: String"),
    "another order of fields": BLOG.replace("  rating: Int\n  status: String\n", "  status: String\n  rating: Int\n"),
    "all at once": EXTENDED,
}
DESTRUCTIVE = {
    "a dropped field": (BLOG.replace("  rating: Int\n", ""), "rating"),
    "a renamed field": (BLOG.replace("  rating: Int\n", "  score: Int\n"), "rating"),
    "a dropped model": (BLOG.split("type Comment")[0].replace('  comments: [Comment] @hasMany(indexName: "commentsOfPost", fields: ["id"])\n', ""), "Comment"),
    "another type": (BLOG.replace("  rating: Int\n", "  rating: String\n"), "rating"),
    "a narrower type": (BLOG.replace("  status: String\n", "  status: Int\n"), "status"),
    "required from optional": (BLOG.replace("  rating: Int\n", "  rating: Int!\n"), "rating"),
    "a required field without a default": (BLOG.replace("  rating: Int\n", "  rating: Int\n  stars: Int!\n"), "stars"),
}


def seeded(start):
    server = start()
    server.make("Post", [{"id": f"p{i}", "title": f"t{i}", "rating": i, "status": "open" if i % 2 else None} for i in range(20)])
    server.make("Comment", [{"id": f"c{i}", "postID": f"p{i}", "content": "x"} for i in range(20)])
    server.drop("Post", "p19")
    position = server.post("/models/Post", {"id": "last", "title": "t"}).field("Rivulet-Seq")
    records = {m: server.all(m) for m in ("Post", "Comment")}
    same(server.terminate(), 0, "exit code")
    return server, records, position


def contents(path):
    """Every row of the models' tables, and the schema's text, as SQLite sees them."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return (sorted(database.execute("select type, name, sql from sqlite_master where name not like '\\_rivulet%' escape '\\'").fetchall(), key=repr), [database.execute(f"select * from {t} order by 1").fetchall() for t in ("Post", "Comment")])
    finally:
        database.close()


@test(seconds=60)
def test_additive_migrations(start, rows):
    """Each additive step is applied at the start: records, versions, positions and relations stay, the plan is in the log, and clients go on by id."""
    for name, schema in ADDITIVE.items():
        with rows(name):
            server, before, position = seeded(start)
            server.write_schema(schema)
            code, out, err = command("migrate", "--dry-run", "--schema", server.schema_path, "--database", server.database)
            same(code, 0, f"exit code of migrate --dry-run ({(out + err)[-300:]})")
            observer = server.start().observe("Post", after=position)
            for model, records in before.items():
                for old, new in zip(records, server.all(model)):
                    same({k: new[k] for k in old}, old, f"{model} {old['id']} after the migration")
                same(len(server.all(model)), len(records), f"{model}s")
            if "stars" in schema:
                same({r["stars"] for r in server.all("Post")}, {3}, "the default in old records")
                same(server.make("Post", {"title": "n"})["stars"], 3, "the default in a new record")
                same(observer.next()["mutationType"], "create", "the first event")
            if "note" in schema:
                same(server.change("Post", "p1", {"note": "n"})["note"], "n", "the new field")
                same(server.ids("Post", where='note == "n"'), ["p1"], "by the new field")
            if "Tag" in schema:
                server.make("Tag", {"label": "x"})
            if "title: String\n" in schema:
                same(server.change("Post", "p2", {"title": None})["title"], None, "optional now")
            problem(server.post("/models/Comment", {"postID": "none"}), 409)
            server.drop("Post", "p5")
            problem(server.get("/models/Comment/c5"), 404)
            server.restart()
            same(server.read("Comment", "c6")["content"], "x", "after another start")
            server.terminate()


@test(seconds=60)
def test_destructive_migrations(start, rows):
    """Each destructive step stops the start with exit 1 and the plan, and changes nothing; --migrate=allow-destructive goes on; --dry-run prints only."""
    for name, (schema, word) in DESTRUCTIVE.items():
        with rows(name):
            server, before, _ = seeded(start)
            at_first = contents(server.database)
            server.write_schema(schema)
            expect(word in broken(server), f"the plan does not name {word}: {brief(server.log(1500))}")
            code, out, err = command("migrate", "--dry-run", "--schema", server.schema_path, "--database", server.database)
            expect(word in out + err, f"migrate --dry-run does not name {word} (exit code {code}): {brief(out + err)}")
            same(contents(server.database), at_first, "the database after the refusal and the dry run")
            server.write_schema(BLOG)
            server.start()
            for model, records in before.items():
                same(server.all(model), records, f"{model} with the old schema")
            server.terminate()
    with rows("allowed"):
        server, before, _ = seeded(start)
        server.write_schema(DESTRUCTIVE["a dropped field"][0])
        server.start("--migrate=allow-destructive")
        records = server.all("Post")
        same([r["id"] for r in records], [r["id"] for r in before["Post"]], "records")
        expect("rating" not in records[0], "rating is still there")
        same(server.list("Comment", limit=1000), before["Comment"], "comments")


def test_dry_run_without_a_database(start):
    """migrate --dry-run on a new database prints what would be made, and makes nothing."""
    server = start(go=False)
    code, out, err = command("migrate", "--dry-run", "--schema", server.schema_path, "--database", server.database)
    same(code, 0, f"exit code ({brief(out + err)})")
    expect("Post" in out + err and "Comment" in out + err, f"the models are not named: {brief(out + err)}")
    expect(not os.path.exists(server.database) or os.path.getsize(server.database) == 0, "a database was made")


def test_killed_in_a_migration(start, rng, long):
    """Killed at any moment of a migration's start, the next start finds the old or the new schema whole, and all data."""
    server, before, _ = seeded(start)
    keep = server.database + ".keep"
    shutil.copy(server.database, keep)
    server.write_schema(EXTENDED)
    for _ in range(40 if long else 10):
        for extra in ("", "-wal", "-shm"):
            if os.path.exists(server.database + extra):
                os.remove(server.database + extra)
        shutil.copy(keep, server.database)
        server.spawn()
        try:
            server.process.wait(rng.uniform(0.001, 0.08))
        except subprocess.TimeoutExpired:
            server.signal(signal.SIGKILL)
            server.process.wait()
        server.start()
        same([{k: r[k] for k in b} for b, r in zip(before["Post"], server.all("Post"))], before["Post"], "records")
        same({r["stars"] for r in server.all("Post")}, {3}, "the default")
        server.kill()
