"""§5: the database in trouble: full, locked, broken, not allowed; ports and descriptors that are taken."""
import os
import resource
import socket
import sqlite3
import subprocess
import threading

from kit.judge import Absent, Wrong, brief, expect, problem, same, until
from kit.plan import test
from kit.process import folder
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
    began, took = now(), []
    while now() - began < 3:
        before = now()
        same(server.ids("Post"), ["seed"], "a read while the database is locked")
        took.append(now() - before)
        observer.silent(0.1, "nothing is committed")
    expect(sorted(took)[len(took) // 2] < 0.3, f"reads took {[round(t, 2) for t in took]} s")
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


def test_what_is_no_database(start, rows):
    """A file that is no database, a corrupt one, a folder in its place, a missing folder: exit 1, the file named, nothing overwritten."""
    for name, content in (("text", b"this is not a database, " * 100), ("header only", b"SQLite format 3\0" + b"\xff" * 5000), ("zeros", b"\0" * 8192)):
        with rows(name):
            server = start(go=False)
            with open(server.database, "wb") as file:
                file.write(content)
            expect("rivulet.db" in server.refuses_to_start(), f"the file is not named: {server.log(500)}")
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
        expect("rivulet.db" in server.refuses_to_start(), "the file is not named")
    with rows("no such folder"):
        server = start(go=False)
        server.database = os.path.join(server.home, "none", "rivulet.db")
        expect("none" in server.refuses_to_start(), "the path is not named")
    with rows("no schema"):
        server = start(schema=None, go=False)
        expect("schema.graphql" in server.refuses_to_start(), "the schema is not named")
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
                said = server.refuses_to_start()
            finally:
                os.chmod(server.home, 0o755)
            expect("rivulet.db" in said, f"the file is not named: {brief(said)}")


def test_port_taken(server, start):
    """A taken port is exit 1 that names the address; the server that has it is unharmed, and so is its database."""
    other = start(go=False)
    other.listen = f"127.0.0.1:{server.port}"
    said = other.refuses_to_start()
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
