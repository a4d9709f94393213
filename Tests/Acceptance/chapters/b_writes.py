"""§2: conditions, races, positions, transactions, foreign keys."""
import threading

from kit.judge import expect, position, problem, same
from kit.plan import test
from kit.schemas import KEYS
from kit.wire import now, target


def posts(*rows):
    return [dict(zip(("id", "title", "rating", "status"), row)) for row in rows]


CONDITIONS = [
    # fields, query, body members, holds (the record is at version 2 with rating 5)
    ({"If-Match": '"2"'}, {}, {}, True), ({"If-Match": '"1"'}, {}, {}, False), ({"If-Match": '"9", "2"'}, {}, {}, True), ({"If-Match": "*"}, {}, {}, True), ({"If-Match": 'W/"2"'}, {}, {}, False),
    ({"If-None-Match": "*"}, {}, {}, False), ({}, {"if_": "rating == 5"}, {}, True), ({}, {"if_": "rating > 5"}, {}, False), ({}, {"if_": {"rating": {"eq": 5}}}, {}, True),
    ({}, {"if_": "_version == 2"}, {}, True), ({}, {}, {"_version": 2}, True), ({}, {}, {"_version": 1}, False), ({}, {}, {"_version": 2.0}, True),
    ({"If-Match": '"2"'}, {"if_": "false"}, {}, False), ({"If-Match": '"1"'}, {"if_": "true"}, {"_version": 2}, False), ({"If-Match": '"2"'}, {"if_": "true"}, {"_version": 3}, False), ({"If-Match": '"2"'}, {"if_": "true"}, {"_version": 2}, True),
]


def test_conditions(server, rows):
    """If-Match, If-None-Match: *, _version and ?if= must all hold on PUT, PATCH and DELETE, else 412 and nothing changes, also where the write would change nothing."""
    for n, (fields, query, members, holds) in enumerate(CONDITIONS):
        for method in ("PUT", "PATCH", "DELETE"):
            if method == "DELETE" and members:
                continue
            with rows(method, fields, query, members):
                key = f"{method}{n}"
                server.make("Post", {"id": key, "title": "t", "rating": 4})
                server.change("Post", key, {"rating": 5})
                path = target(f"/models/Post/{key}", **query)
                for body in ({"title": "t", "rating": 5}, {"title": "new", "rating": 5}) if method != "DELETE" else (None,):
                    answer = server.ask(method, path, body and {**body, **members}, fields)
                    if holds:
                        server.good(answer, 200)
                    else:
                        problem(answer, 412)
                        same(server.read("Post", key)["_version"], 2, "version after 412")
    for method, status in (("PUT", 412), ("PATCH", 404), ("DELETE", 404)):
        with rows(method, "of a missing record"):
            body = {"title": "t"} if method != "DELETE" else None
            problem(server.ask(method, "/models/Post/none", body, {"If-Match": '"1"'}), status)
            problem(server.ask(method, "/models/Post/none?if=true", body), status)
            if body:
                problem(server.ask(method, "/models/Post/none", {**body, "_version": 1}), status)
            problem(server.get("/models/Post/none"), 404)
    with rows("bad conditions"):
        server.make("Post", {"id": "x", "title": "t"})
        problem(server.patch("/models/Post/x?if=rating", {"rating": 1}), 400, parameters="if")
        problem(server.patch("/models/Post/x", {"_version": "1"}), 422, paths="/_version")
        problem(server.patch("/models/Post/x", {"rating": 1}, {"If-Match": "1"}), (400, 412))
        problem(server.post("/models/Post?if=true", {"title": "t"}), 400, parameters="if")
    with rows("faults of form go before 409, that before 412"):
        problem(server.patch("/models/Post/x", {"rating": "x"}, {"If-Match": '"9"'}), 422)
        server.make("Comment", {"id": "c", "postID": "x"})
        problem(server.patch("/models/Comment/c", {"postID": "none"}, {"If-Match": '"9"'}), 409)
    with rows("conditions on POST"):
        same(server.good(server.post("/models/Post", {"title": "t", "_version": 9}, {"If-Match": '"9"', "If-None-Match": "*"}), 201).json["_version"], 1, "version")
    with rows("If-None-Match with a version"):
        server.make("Post", {"id": "y", "title": "t"})
        for method, path in (("PUT", "/models/Post/y"), ("PATCH", "/models/Post/y"), ("DELETE", "/models/Post/y")):
            body = {"title": "t"} if method != "DELETE" else None
            problem(server.ask(method, path, body, {"If-None-Match": '"1"'}), 412)
            problem(server.ask(method, path, body, {"If-None-Match": '"7", W/"1"'}), 412)
            server.good(server.ask(method, path, body, {"If-None-Match": '"7"'}), 200)
    with rows("GET"):
        for value, status in (('"1"', 304), ('W/"1"', 304), ('"2", "1"', 304), ("*", 304), ('"2"', 200)):
            answer = server.get("/models/Post/x", {"If-None-Match": value})
            same((answer.status, answer.field("ETag")), (status, '"1"'), f"If-None-Match: {value}")


def test_races_have_one_winner(server):
    """Of many concurrent writes under one condition exactly one holds; concurrent creates of one id make one record."""
    server.make("Post", {"id": "a", "title": "t"})
    out, lock = [], threading.Lock()

    def go(i):
        one = server.patch("/models/Post/a", {"rating": i}, {"If-Match": '"1"'}).status
        two = server.post("/models/Post", {"id": "b", "title": str(i)}).status
        three = server.put("/models/Post/c", {"title": str(i)}, {"If-None-Match": "*"}).status
        with lock:
            out.append((one, two, three))
    threads = [threading.Thread(target=go, args=(i,)) for i in range(24)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    same(sorted(x[0] for x in out), [200] + [412] * 23, "If-Match")
    same(sorted(x[1] for x in out), [201] + [409] * 23, "creates")
    same(sorted(x[2] for x in out), [201] + [412] * 23, "If-None-Match: *")


def test_rivulet_after(server):
    """Rivulet-After: answered at once when there, waited for when coming, 503 after 5 s, 412 of another epoch, 400 malformed."""
    text = server.post("/models/Post", {"id": "a", "title": "t"}).field("Rivulet-Seq")
    epoch, seq = position(text)
    for path in ("/models/Post", "/models/Post/a", "/observe/Post"):
        for value in ("x", epoch, f"{epoch}-", f"{epoch}--1", f"{epoch}-{seq}x", f"-{seq}", ""):
            problem(server.get(path, {"Rivulet-After": value}), 400)
        problem(server.get(path, {"Rivulet-After": f"x{epoch}-{seq}"}), 412)
    same(server.get("/models/Post/a", {"Rivulet-After": text}).status, 200, "a position that is there")
    later = threading.Timer(0.6, lambda: server.post("/models/Post", {"id": "b", "title": "t"}))
    later.start()
    began = now()
    answer = server.get("/models/Post", {"Rivulet-After": f"{epoch}-{seq + 1}"})
    took = now() - began
    same([r["id"] for r in answer.json["items"]], ["a", "b"], "the read waited for its position")
    expect(0.4 < took < 3, f"answered after {took:.2f} s")
    began = now()
    late = server.get("/models/Post", {"Rivulet-After": f"{epoch}-{seq + 1000}"})
    problem(late, 503)
    expect(4.5 < now() - began < 12, f"503 after {now() - began:.1f} s")


def test_transaction(server):
    """/transaction does its operations in order, each seeing those before, and answers a record each; a delete answers the last record."""
    server.make("Post", posts(("u", "u", 1), ("r", "r", 1), ("d", "d")))
    answer = server.transaction(
        {"op": "create", "model": "Post", "record": {"id": "n", "title": "n"}}, {"op": "create", "model": "Comment", "record": {"id": "c", "postID": "n"}},
        {"op": "update", "model": "Post", "id": "n", "record": {"rating": 1}}, {"op": "update", "model": "Post", "id": "u", "record": {"rating": None}, "ifMatch": 1, "if": "rating == 1"},
        {"op": "replace", "model": "Post", "id": "r", "record": {"title": "R"}, "ifMatch": '"1"'}, {"op": "replace", "model": "Post", "id": "new", "record": {"title": "N"}},
        {"op": "delete", "model": "Post", "id": "d", "if": '{"title":{"eq":"d"}}'})
    server.good(answer, 200)
    same(list(answer.json), ["items"], "members")
    same([(r["id"], r["_version"]) for r in answer.json["items"]], [("n", 1), ("c", 1), ("n", 2), ("u", 2), ("r", 2), ("new", 1), ("d", 1)], "items")
    same([(r["id"], r["rating"]) for r in server.list("Post")], [("n", 1), ("new", None), ("r", None), ("u", None)], "records")
    position(answer.field("Rivulet-Seq"))
    same(server.good(server.transaction(), 200).json, {"items": []}, "an empty transaction")


@test(schema=KEYS)
def test_transaction_with_composite_keys(server):
    """In JSON a composite id is an array in key order."""
    at = ["s", "2026-01-01", 1]
    server.make("Reading", {"station": "s", "day": "2026-01-01", "run": 1, "value": 1})
    server.good(server.transaction({"op": "update", "model": "Reading", "id": at, "record": {"value": 2}}, {"op": "replace", "model": "Reading", "id": ["s", "2026-01-01", 2], "record": {}},
                                   {"op": "delete", "model": "Reading", "id": at}), 200)
    same([(r["run"], r["value"]) for r in server.list("Reading")], [(2, None)], "records")
    for bad in ("s", ["s"], ["s", "2026-01-01"], ["s", "x", 1], [1, "2026-01-01", 1]):
        problem(server.transaction({"op": "delete", "model": "Reading", "id": bad}), (404, 422))


FAILING = [
    # the second operation, status
    ({"op": "create", "model": "Post", "record": {"title": 1}}, 422), ({"op": "create", "model": "Post", "record": {"id": "a", "title": "x"}}, 409), ({"op": "create", "model": "Comment", "record": {"postID": "none"}}, 409),
    ({"op": "update", "model": "Post", "id": "none", "record": {}}, 404), ({"op": "delete", "model": "Post", "id": "none"}, 404), ({"op": "update", "model": "Post", "id": "a", "record": {"rating": 1}, "ifMatch": 9}, 412),
    ({"op": "update", "model": "Post", "id": "a", "record": {"rating": 5}, "if": "rating == 1"}, 412), ({"op": "update", "model": "Nope", "id": "a", "record": {}}, 422), ({"op": "explode", "model": "Post", "id": "a"}, 422),
    ({"op": "update", "model": "Post", "id": "a", "record": {"rating": 1}, "if": "rating =="}, 422), ({"op": "update", "model": "Post", "id": "a", "record": {"rating": 1}, "ifMatch": "x"}, 422), ({"op": "create", "model": "Post"}, 422),
    ({"op": "delete", "model": "Post"}, 422), ({"op": "delete", "model": "Post", "id": "a", "more": 1}, 422), ({}, 422), (5, 422), ({"op": "update", "model": "Post", "id": "a", "record": {"id": "b"}}, 422),
    ({"op": "replace", "model": "Post", "id": "none", "record": {"title": "x"}, "if": "true"}, 412), ({"op": "update", "model": "Post", "id": 5, "record": {}}, (404, 422)),
]


def test_transaction_that_fails(server, rows):
    """When one operation fails nothing is applied and nobody sees anything: no event, no version, no seq; the problem has its index."""
    server.make("Post", posts(("a", "a", 5)))
    observer, live = server.observe(), server.live("Post").next()
    for operation, status in FAILING:
        with rows(operation):
            answer = server.transaction({"op": "update", "model": "Post", "id": "a", "record": {"rating": 6}}, operation)
            document = problem(answer, status)
            if status in (404, 409, 412):
                same(document.get("index"), 1, "index")
            same(answer.all("Rivulet-Seq"), [], "Rivulet-Seq of a refused write")
    with rows("1001 operations"):
        problem(server.transaction(*[{"op": "create", "model": "Post", "record": {"title": "x"}}] * 1001), 422)
    with rows("every fault of form at once"):
        document = problem(server.transaction({"op": "create", "model": "Post", "record": {"title": 1}}, {"op": "create", "model": "Post", "record": {"title": "x"}}, {"op": "create", "model": "Post", "record": {"rating": "x"}}), 422)
        expect(len(document["errors"]) == 3, f"three faults, {document['errors']}")
    same([(r["id"], r["rating"], r["_version"]) for r in server.list("Post")], [("a", 5, 1)], "records")
    head = server.good(server.post("/models/Post", {"id": "z", "title": "z"}), 201).field("Rivulet-Seq")
    same(observer.next().id, head, "the first event that anyone sees")
    live.next()
    same((live.count, live.ids), (2, ["a", "z"]), "snapshots")


def test_foreign_keys(server):
    """A foreign key must point at a record when it is written, by POST, PUT, PATCH and in a transaction; deleting the parent deletes the children."""
    problem(server.post("/models/Comment", {"postID": "p"}), 409)
    problem(server.put("/models/Comment/c", {"postID": "p"}), 409)
    problem(server.transaction({"op": "create", "model": "Comment", "record": {"postID": "p"}}, {"op": "create", "model": "Post", "record": {"id": "p", "title": "t"}}), 409)
    server.good(server.transaction({"op": "create", "model": "Post", "record": {"id": "p", "title": "t"}}, {"op": "create", "model": "Comment", "record": {"id": "c", "postID": "p"}}), 200)
    problem(server.patch("/models/Comment/c", {"postID": "q"}), 409)
    problem(server.patch("/models/Comment/c", {"postID": None}), 422, paths="/postID")
    server.drop("Post", "p")
    problem(server.get("/models/Comment/c"), 404)
