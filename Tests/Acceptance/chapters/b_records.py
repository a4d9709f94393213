"""§2: records over REST: create, read, merge, delete, and what is refused."""
from kit.judge import expect, position, problem, same, strict_json
from kit.plan import test
from kit.schemas import SAMPLES
from kit.wire import request

MERGE = {"Content-Type": "application/merge-patch+json"}


def posts(*rows):
    return [dict(zip(("id", "title", "rating", "status"), row)) for row in rows]


def test_life_of_a_record(server):
    """POST 201 with Location, ETag and Rivulet-Seq; GET; PATCH; PUT; DELETE with the last record; 404 after; versions go on when it is made again."""
    made = server.good(server.post("/models/Post", {"id": "a", "title": "one", "rating": 5}), 201)
    same((made.field("ETag"), made.type, made.json["_version"]), ('"1"', "application/json", 1), "ETag, type, version")
    expect(made.field("Location").endswith("/models/Post/a"), f"Location {made.field('Location')}")
    epoch, first = position(made.field("Rivulet-Seq"))
    read = server.get("/models/Post/a")
    same((read.status, read.field("ETag"), read.body), (200, '"1"', made.body), "GET")
    patched = server.good(server.patch("/models/Post/a", {"rating": None, "status": "x"}, MERGE), 200)
    same((patched.json["rating"], patched.json["status"], patched.json["title"], patched.field("ETag")), (None, "x", "one", '"2"'), "PATCH")
    replaced = server.good(server.put("/models/Post/a", {"title": "two"}), 200)
    same((replaced.json["status"], replaced.json["createdAt"], replaced.field("ETag")), (None, made.json["createdAt"], '"3"'), "PUT")
    gone = server.good(server.delete("/models/Post/a"), 200)
    same(gone.json, replaced.json, "DELETE")
    last = position(gone.field("Rivulet-Seq"))
    expect(last[0] == epoch and last[1] > first, f"Rivulet-Seq {last} after {first}")
    for method, body in (("GET", None), ("PATCH", {"rating": 1}), ("DELETE", None)):
        problem(server.ask(method, "/models/Post/a", body), 404)
    again = server.good(server.put("/models/Post/a", {"title": "three"}), 201)
    same((again.json["_version"], again.field("ETag")), (5, '"5"'), "version of the record made again: the delete was 4")
    problem(server.post("/models/Post", {"id": "a", "title": "x"}), 409)


def test_arrays_are_all_or_none(server):
    """POST of an array makes all in one transaction or none: 422 with the index in the pointer, 409 for a key that is taken or a foreign key to nothing."""
    made = server.good(server.post("/models/Post", [{"id": f"p{i}", "title": "t"} for i in range(1000)]), 201)
    same([r["id"] for r in made.json["items"][:3]], ["p0", "p1", "p2"], "the order of the answer")
    observer = server.observe()
    problem(server.post("/models/Post", [{"title": "a"}, {"title": 1}]), 422, paths="/1/title")
    problem(server.post("/models/Post", posts(("n", "x"), ("p7", "x"))), 409)
    problem(server.post("/models/Post", posts(("n", "x"), ("n", "x"))), 409)
    problem(server.post("/models/Comment", [{"postID": "p1"}, {"postID": "nobody"}]), 409)
    problem(server.post("/models/Post", [{"title": "t"}] * 1001), 422)
    same(server.page("Post", count="exact", limit=1)["count"], 1000, "records")
    same(server.good(server.post("/models/Post", []), 201).json, {"items": []}, "an empty array")
    observer.silent(0.2, "nothing was committed")


BODIES = [
    (b"", 400), (b" ", 400), (b"{", 400), (b'{"title":"a"}x', 400), (b'{"title":"a",}', 400), (b"{'title':'a'}", 400), (b'{"title":"a\nb"}', 400), (b'{"title":"\xff"}', 400),
    (b'{"title":"\xc0\xaf"}', 400), (b'{"title":"\xed\xa0\x80"}', 400), (b'{"title":"a","title":"b"}', 400), (b'{"title":"\\ud800"}', 400), (b'{"title":"\\udc00\\ud800"}', 400), (b'{"title":"\\x"}', 400),
    (b'{"title":NaN}', 400), (b'{"rating":01,"title":"a"}', 400), (b'{"rating":1.,"title":"a"}', 400), (b'{"rating":+1,"title":"a"}', 400), (b'{"title":"a"}\x00', 400), (b"[" * 100000, 400),
    (b'\xef\xbb\xbf{"title":"a"}', 400), (b'{"ti\\u0074le":"a","title":"b"}', 400),
    (b"null", 422), (b"5", 422), (b'"a"', 422), (b"[1]", 422), (b"[null]", 422), (b"[[]]", 422),
]


def test_bodies_that_are_none(server, rows):
    """A body that is not JSON (a member twice, a lone surrogate, bad UTF-8 too) is 400; JSON of the wrong shape is 422."""
    server.make("Post", {"id": "a", "title": "t"})
    for body, status in BODIES:
        with rows(repr(body[:40])):
            problem(server.post("/models/Post", body), status)
            problem(server.put("/models/Post/a", body), status)
            problem(server.patch("/models/Post/a", body), status)
            problem(server.post("/transaction", body), status if status == 422 or status == 400 else 422)
    same([(r["id"], r["_version"]) for r in server.list("Post")], [("a", 1)], "records")
    for kind in ("text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        with rows(kind):
            problem(server.post("/models/Post", b'{"title":"t"}', {"Content-Type": kind}), 415)
    server.good(server.post("/models/Post", b'{"title":"t"}', {"Content-Type": "application/json; charset=utf-8"}), 201)
    problem(server.get("/models/Post", {"Accept": "image/png"}), 406)


PATHS = [
    ("GET", "/nope", 404), ("GET", "/models/Nope", 404), ("GET", "/models/post", 404), ("GET", "/models/Post/a/b", 404), ("GET", "/Models", 404), ("GET", "/observe/Nope", 404), ("GET", "/observeQuery/Nope", 404),
    ("POST", "/models/Nope", 404), ("GET", "/observeQuery", 404), ("GET", "/models//Post", 404), ("DELETE", "/models/Nope/a", 404), ("GET", "/observe?model=Nope", 404),
    ("PUT", "/models/Post", 405), ("PATCH", "/models/Post", 405), ("POST", "/models/Post/a", 405), ("DELETE", "/models", 405), ("POST", "/models", 405), ("GET", "/transaction", 405),
    ("POST", "/observe/Post", 405), ("DELETE", "/observeQuery/Post", 405), ("PUT", "/healthz", 405), ("BREW", "/models/Post", 405),
]


def test_paths_and_methods(server, rows):
    """An unknown path or model is 404, a known path with another method 405 with an Allow that HEAD and OPTIONS agree with."""
    for method, path, status in PATHS:
        with rows(method, path):
            body = {} if method in ("POST", "PUT", "PATCH") else None
            answer = server.ask(method, path, body)
            problem(answer, status)
            if status == 405:
                allow = {x.strip() for x in answer.field("Allow").split(",")}
                options = server.ask("OPTIONS", path)
                same((options.status, options.body), (204, b""), "OPTIONS")
                same(allow, {x.strip() for x in options.field("Allow").split(",")}, "Allow of 405 and of OPTIONS")
                expect(method not in allow and ("HEAD" in allow) == ("GET" in allow), f"Allow {sorted(allow)}")


@test(schema=SAMPLES)
def test_query_parameters(server, rows):
    """An unknown, empty or doubled parameter is 400 that names it; so is one out of range; all faults of a query come at once."""
    server.make("Sample", {"id": "a", "whole": 1})
    for path in ("/models/Sample?wher=true", "/models/Sample?Limit=1", "/models/Sample/a?limit=1", "/models?x=1", "/models/Sample?limit=1&limit=1", "/models/Sample?where=true&where=true", "/models/Sample?offset=3",
                 "/models/Sample?where=", "/models/Sample?sort=", "/models/Sample?limit", "/models/Sample?fields=", "/models/Sample?count=", "/models/Sample?nextToken=", "/models/Sample/a?fields=",
                 "/models/Sample?count=some", "/models/Sample?limit=0", "/models/Sample?limit=-1", "/models/Sample?limit=1001", "/models/Sample?limit=1e9", "/models/Sample?limit=%2B5", "/models/Sample?limit=5.0",
                 "/models/Sample?fields=nope", "/models/Sample?fields=text,", "/models/Sample?sort=nope", "/models/Sample?sort=text,,whole", "/models/Sample?sort=words", "/models/Sample?sort=place", "/models/Sample?sort=anything",
                 "/models/Sample?sort=text,whole,real,flag,day,clock,moment,stamp,mail", "/models/Sample?a[]=1", "/models/Sample?where=%00", "/observe/Sample?types=", "/observe/Sample?since=x", "/healthz?x=1"):
        name = path.split("?")[1].split("&")[-1].split("=")[0]
        with rows(path):
            problem(server.get(path), 400, parameters=name)
    with rows("several"):
        document = problem(server.get('/models/Sample?where=text%20==%20%22%C3%A9%22%20and%20wholf%20>%201&sort=nope&limit=0&fields=nope&more=1'), 400, parameters=["where", "sort", "limit", "fields", "more"])
        same([f.get("column") for f in document["errors"] if f["parameter"] == "where"], [17], "column in characters from 1")
    for path in ("/models/Sample?where=%zz", "/models/Sample?where=%", "/models/Sample?where=%ff", "/models/Sample?%ff=1"):
        with rows(path):
            problem(server.get(path), 400)


def test_raw_ampersands(server):
    """A raw && in a query ends the parameter, so what follows is unknown: 400, and never the first half as a filter."""
    server.make("Post", posts(("a", "a", 1), ("b", "b", 1)))
    for path in ('/models/Post?where=rating==1&&title==%22b%22', '/models/Post?where=rating%20==%201%20&&%20title%20==%20%22b%22', '/observeQuery/Post?where=rating==1&&title==%22b%22', '/observe/Post?where=rating==1&&title==%22b%22'):
        problem(server.get(path), 400)
    problem(server.delete('/models/Post?where=rating==1&&title==%22b%22'), 400)
    same(server.ids("Post"), ["a", "b"], "records")
    same(server.ids("Post", where='rating == 1 && title == "b"'), ["b"], "the same, escaped")


def test_ids_in_paths(server, rows):
    """A segment is decoded once: %2F is part of the id; odd bytes are an id or a 400, never a crash."""
    for key in ("a/b", "a%2Fb", "é😀", "..", "a?b=c&d#e", "'\";--", "a\\b", "+ +", "%", "\u2028"):
        with rows(key):
            made = server.good(server.post("/models/Post", {"id": key, "title": "t"}), 201)
            place = made.field("Location")
            same(server.get(place[place.index("/models"):]).json["id"], key, "GET of Location")
            same(server.read("Post", key)["id"], key, "GET")
    problem(server.get("/models/Post/a/b"), 404)
    same(server.get("/models/Post/a%2Fb").json["id"], "a/b", "a%2Fb")
    same(server.get("/models/Post/a%252Fb").json["id"], "a%2Fb", "a%252Fb")
    for path in ("/models/Post/%zz", "/models/Post/%", "/models/Post/%00", "/models/Post/%ff", "/models/Post/%c0%af", "/models/Post/|", "/models/Post?a[]=1", "/%zz", "/models/Post?where=|", '/models/Post?where="'):
        with rows(path):
            problem(server.get(path), (400, 404))
    same(server.get("/healthz").status, 200, "the server after all that")


@test(schema=SAMPLES)
def test_merge_patch(server):
    """PATCH merges (RFC 7396) into embedded objects and AWSJSON, replaces lists whole, removes by null; required fields stay required."""
    server.make("Sample", {"id": "a", "place": {"name": "x", "size": 1, "at": {"x": 1, "y": 2, "note": "n"}}, "words": ["a", "b"], "anything": {"a": {"b": 1, "c": [1, {"d": 2}]}, "k": "v"}})
    got = server.change("Sample", "a", {"place": {"size": None, "at": {"y": 5, "note": None}}, "words": ["z"], "anything": {"a": {"b": None, "c": [9], "n": {"deep": None, "x": 1}}, "k": None}})
    same(got["place"], {"name": "x", "size": None, "at": {"x": 1, "y": 5, "note": None}}, "embedded")
    same(got["words"], ["z"], "list")
    same(got["anything"], {"a": {"c": [9], "n": {"x": 1}}}, "AWSJSON")
    problem(server.patch("/models/Sample/a", {"place": {"name": None}}), 422, paths="/place/name")
    problem(server.patch("/models/Sample/a", {"place": {"at": {"x": None}}}), 422, paths="/place/at/x")
    same(server.change("Sample", "a", {"anything": [1]})["anything"], [1], "AWSJSON replaced by no object")
    same(server.change("Sample", "a", {"anything": {"x": {"y": None}}})["anything"], {"x": {}}, "AWSJSON object over no object")


@test(schema=SAMPLES)
def test_equal_writes_change_nothing(server):
    """A write of equal values makes no version, no change, no event; its Rivulet-Seq is the log's head. AWSJSON members may come in any order."""
    server.make("Sample", {"id": "a", "text": "x", "real": 0.5, "anything": {"a": 1.0, "b": [True]}, "moment": "2026-01-01T00:00:00Z", "place": {"name": "p"}})
    before, observer = server.read("Sample", "a"), server.observe()
    whole = {"text": "x", "real": 0.5, "anything": {"b": [True], "a": 1.0}, "moment": "2026-01-01T01:00:00.000+01:00", "place": {"name": "p"}}
    for method, body in (("PATCH", {}), ("PATCH", {"text": "x"}), ("PATCH", whole), ("PUT", whole), ("PATCH", {"place": {}}), ("PATCH", {"whole": None})):
        answer = server.good(server.ask(method, "/models/Sample/a", body), 200)
        same(answer.json, before, f"{method} {body}")
    other = position(server.post("/models/Needs", {"text": "x", "whole": 1, "flag": True, "words": []}).field("Rivulet-Seq"))
    same(position(server.patch("/models/Sample/a", {}).field("Rivulet-Seq")), other, "Rivulet-Seq of a write that changed nothing")
    same(observer.next()["modelName"], "Needs", "the first event")
    observer.silent(0.2, "nothing changed")
    same(server.good(server.patch("/models/Sample/a", b'{"anything":{"a":1}}'), 200).json["_version"], 2, "version after another numeral (1 for 1.0)")


def test_delete_where(server):
    """DELETE ?where= deletes what matches and what belongs to it, counts the matches alone; where is required."""
    server.make("Post", [{"id": f"p{i}", "title": "t", "rating": i} for i in range(10)])
    server.make("Comment", [{"postID": f"p{i}"} for i in range(10)])
    for path in ("/models/Post", "/models/Post?where=", "/models/Post?where=nope==1", "/models/Post?where=true&limit=1"):
        problem(server.delete(path), 400)
    same(server.delete("/models/Post", where="rating < 3").json, {"deleted": 3}, "answer")
    same((len(server.list("Post")), len(server.list("Comment"))), (7, 7), "records left")
    same(server.delete("/models/Post", where="rating < 3").json, {"deleted": 0}, "again")
    same(server.delete("/models/Post", where="true").json, {"deleted": 7}, "all")
    same(server.list("Comment"), [], "comments")


def test_head_and_options(server, rows):
    """HEAD has the status and fields of GET, its length or none, and no body; errors too."""
    server.make("Post", [{"id": "a", "title": "é" * 500}])
    for path in ("/models", "/models/Post", "/models/Post?limit=1", "/models/Post/a", "/models/Post/none", "/models/Post?limit=x", "/healthz", "/nope", "/"):
        with rows(path):
            line = server.line()
            whole, head = server.ask("GET", path, line=line), server.ask("HEAD", path, line=line)
            same((head.status, head.type, head.all("ETag")), (whole.status, whole.type, whole.all("ETag")), "status, type, ETag")
            expect(head.all("Content-Length") in ([], [str(len(whole.body))]), f"length {head.all('Content-Length')} for a body of {len(whole.body)}")
            same(server.ask("GET", "/healthz", line=line).status, 200, "the answer after HEAD")


def test_problems_show_no_internals(server, rows):
    """A problem speaks of the request: no SQL, no path of the machine, no Swift names; text of the request comes back escaped."""
    for ask in (("GET", "/models/Post/'", None), ("GET", "/models/Post?where=%27", None), ("POST", "/models/Post", b'{"</script>":1}'), ("GET", "/%3Cscript%3E", None), ("POST", "/models/Comment", {"postID": "none"}), ("GET", "/models/Post?nextToken=x", None)):
        with rows(*ask):
            answer = server.ask(*ask)
            expect(400 <= answer.status < 500, f"status {answer.status}")
            strict_json(answer.body)
            for word in ("SELECT", "sqlite", "SQLITE", "/root", "/tmp", ".swift", "Swift.", "Optional("):
                expect(word not in answer.text, f"{word!r} in {answer.text}")


NOT_BUILT = [("POST", "/models/Post", b'{"title":"t"}\n', {"Content-Type": "application/x-ndjson"}), ("POST", "/models/Post", b"title\nt\n", {"Content-Type": "text/csv"}),
             ("GET", "/models/Post", None, {"Accept": "application/x-ndjson"}), ("GET", "/models/Post", None, {"Accept": "text/csv"}), ("GET", "/models/Post?include=comments", None, {}),
             ("POST", "/models/Post", b'{"title":"t"}', {"Idempotency-Key": "k"}), ("GET", "/observeQuery/Post?mode=patch", None, {}), ("GET", "/stream?observe=Post", None, {}),
             ("GET", "/metrics", None, {}), ("GET", "/openapi.json", None, {})]


def test_what_is_not_built(server, rows):
    """What a build does not have yet is 501 as a problem, and never a half-done success."""
    for method, path, body, fields in NOT_BUILT:
        with rows(method, path, fields):
            line = server.line()
            line.send(request(method, path, body, fields))
            version, status, reason, head = line.head()
            if status == 501:
                line.close()
                problem(server.ask(method, path, body, fields, line=server.line()), 501)
            else:
                expect(status in (200, 201), f"status {status}")
            line.close()
    same(server.get("/healthz").status, 200, "the server after all that")
