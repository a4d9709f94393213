"""§1: starting with a changed schema."""
import os
import shutil
import signal
import sqlite3
import subprocess

from kit.judge import brief, expect, problem, same
from kit.plan import test
from kit.process import command
from kit.schemas import BLOG


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
            expect(word in server.refuses_to_start(), f"the plan does not name {word}: {brief(server.log(1500))}")
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


@test(seconds=60)
def test_no_migration_beside_a_server(start):
    """While a server serves a database, neither `migrate` nor another server changes its tables: exit 1, a plain sentence, and the first serves on. A dry run may look."""
    server = start()
    server.make("Post", {"id": "a", "title": "t"})
    observer = server.observe("Post")
    changed = start(go=False)
    changed.write_schema(EXTENDED)
    words = ("--schema", changed.schema_path, "--database", server.database)
    code, out, err = command("migrate", "--dry-run", *words)
    same(code, 0, f"exit code of the dry run ({brief(out + err)})")
    expect("Post.note" in out, f"the plan: {brief(out)}")
    for extra in ((), ("--migrate=allow-destructive",)):
        code, out, err = command("migrate", *words, *extra)
        same(code, 1, f"exit code of migrate {extra} ({brief(out + err)})")
        expect("another process serves the database" in err, f"the reason: {brief(err)}")
    changed.database = server.database
    expect("another process serves" in changed.refuses_to_start(), f"another server started: {brief(changed.log(1500))}")
    server.change("Post", "a", {"title": "u"})
    same(observer.next()["model"]["title"], "u", "the server's next event")
    server.terminate()
    code, out, err = command("migrate", *words)
    same(code, 0, f"exit code without a server ({brief(out + err)})")


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
