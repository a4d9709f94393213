"""§1: types, keys, what the server adds, and the schemas that are refused."""
import os
import re

from kit.judge import INSTANT, UUID7, expect, problem, same, strict_json
from kit.plan import test
from kit.process import command
from kit.schemas import BLOG, FAMILY, KEYS, SAMPLES

STORED = [
    # field, JSON as sent, JSON as stored (None: the same)
    ("text", '""', None), ("text", '"a\\u0001\\u001f\\u007f"', '"a\\u0001\\u001f\x7f"'), ("text", '"\\ud83d\\ude00 e\\u0301 \\u00e9"', '"😀 e\u0301 é"'),
    ("text", '"\\/"', '"/"'), ("text", '"\u2028\u2029\ufeff"', None),
    ("whole", "9223372036854775807", None), ("whole", "-9223372036854775808", None), ("whole", "5.0", "5"), ("whole", "50e-1", "5"), ("whole", "1E2", "100"), ("whole", "-0", "0"),
    ("real", "0.1", None), ("real", "-0.0", "0"), ("real", "5e-324", None), ("real", "123456789.25", None), ("real", "0.30000000000000004", None),
    ("flag", "true", None), ("flag", "false", None),
    ("day", '"2024-02-29"', None), ("day", '"2026-11-30+02:00"', '"2026-11-30"'), ("day", '"0001-01-01Z"', '"0001-01-01"'), ("day", '"9999-12-31"', None),
    ("clock", '"09:00"', '"09:00:00.000"'), ("clock", '"09:00:00.5"', '"09:00:00.500"'), ("clock", '"01:30:00+02:00"', '"23:30:00.000Z"'), ("clock", '"23:59:59.999999999Z"', None),
    ("moment", '"2026-11-30T15:04Z"', '"2026-11-30T15:04:00.000Z"'), ("moment", '"2026-11-30T15:04:05.1234500+01:00"', '"2026-11-30T14:04:05.12345Z"'),
    ("moment", '"2026-12-31T23:30:00-01:00"', '"2027-01-01T00:30:00.000Z"'), ("moment", '"0001-01-01T00:00:00Z"', '"0001-01-01T00:00:00.000Z"'),
    ("moment", '"1970-01-01T00:00:00.000000001Z"', None), ("moment", '"2026-06-01T00:00:00+00:00:30"', '"2026-05-31T23:59:30.000Z"'),
    ("stamp", "-62135596800", None), ("stamp", "1.0", "1"),
    ("mail", '"someone@example.com"', None), ("link", '"https://example.com/a?b=c#d"', None), ("phone", '"+44 20 7946 0000"', None), ("address", '"::1"', None), ("address", '"10.0.0.1"', None),
    ("anything", "null", None), ("anything", '"text"', None), ("anything", "[1.0,1e2,-0,0.1000,123456789012345678901234567890]", None), ("anything", '{"b":1,"a":{"":[null,true]}}', None),
    ("anything", "true", None), ("anything", "0", None),
    ("mood", '"BUSY"', None),
    ("place", '{"name":"x"}', '{"name":"x","size":null,"at":null}'), ("place", '{"at":{"y":2.5,"x":1.5},"name":""}', '{"name":"","size":null,"at":{"x":1.5,"y":2.5,"note":null}}'),
    ("words", "[]", None), ("words", '["a","","a"]', None), ("counts", "[1.0,-1]", "[1,-1]"), ("moods", '["LOUD","LOUD"]', None), ("places", '[{"name":"x"}]', '[{"name":"x","size":null,"at":null}]'),
]

REFUSED = [
    # field, JSON, pointer of the fault
    ("text", "5", "/text"), ("text", '"a\\u0000"', "/text"), ("text", "true", "/text"), ("text", '["a"]', "/text"),
    ("whole", "5.5", "/whole"), ("whole", "9223372036854775808", "/whole"), ("whole", "-9223372036854775809", "/whole"), ("whole", '"5"', "/whole"), ("whole", "1e19", "/whole"), ("whole", "true", "/whole"),
    ("real", "1e309", "/real"), ("real", '"1"', "/real"), ("real", "false", "/real"),
    ("flag", "1", "/flag"), ("flag", '"true"', "/flag"),
    ("day", '"2026-02-29"', "/day"), ("day", '"2026-13-01"', "/day"), ("day", '"20261130"', "/day"), ("day", '"0000-01-01"', "/day"), ("day", '"2026-11-30T00:00:00Z"', "/day"),
    ("clock", '"24:00:00"', "/clock"), ("clock", '"12:60"', "/clock"), ("clock", '"noon"', "/clock"), ("clock", "12", "/clock"),
    ("moment", '"2026-11-30T15:04:05"', "/moment"), ("moment", '"2026-11-31T00:00:00Z"', "/moment"), ("moment", '"2026-11-30T15:04:05+24:00"', "/moment"),
    ("moment", '"9999-12-31T23:59:59-01:00"', "/moment"), ("moment", '"0001-01-01T00:00:00+00:01"', "/moment"), ("moment", '"2026-11-30T15:04:05.1234567891Z"', "/moment"), ("moment", '"2026-11-30"', "/moment"),
    ("stamp", "1.5", "/stamp"), ("stamp", '"0"', "/stamp"),
    ("mail", '"someone"', "/mail"), ("mail", '"a@b c"', "/mail"), ("link", '"no url"', "/link"), ("phone", '"abc"', "/phone"), ("address", '"256.0.0.1"', "/address"), ("address", '"1.2.3"', "/address"), ("address", '":::"', "/address"),
    ("mood", '"busy"', "/mood"), ("mood", '"ANGRY"', "/mood"), ("mood", "0", "/mood"),
    ("place", '"x"', "/place"), ("place", "{}", "/place/name"), ("place", '{"name":"x","colour":1}', "/place/colour"), ("place", '{"name":"x","at":{"x":1}}', "/place/at/y"), ("place", '{"name":"x","size":1.5}', "/place/size"),
    ("words", '"a"', "/words"), ("words", '["a",1]', "/words/1"), ("counts", '[1,2.5]', "/counts/1"), ("moods", '["CALM","calm"]', "/moods/1"), ("places", '[{"name":"x"},{}]', "/places/1/name"), ("words", '{"0":"a"}', "/words"),
    ("unknown", "1", "/unknown"), ("Text", '"a"', "/Text"),
]


@test(schema=SAMPLES)
def test_each_type_holds_what_it_says(server, rows):
    """A value of each type comes back in its canonical form, from POST, GET and a list alike, character for character."""
    for field, sent, stored in STORED:
        with rows(field, sent):
            made = server.good(server.post("/models/Sample", f'{{"{field}":{sent}}}'.encode()), 201)
            wanted = re.escape(f'"{field}":{stored or sent}'.encode()) + (rb"(\.0)?" if field in ("real", "place") else b"") + rb"[,}]"
            expect(re.search(wanted, made.body), f"POST: {stored or sent} is not in {made.text[:700]}")
            read = server.get(server.path("Sample", made.json["id"]))
            same(read.body, made.body, "GET after POST")
            listed = server.get("/models/Sample", where={"id": {"eq": made.json["id"]}})
            expect(re.search(wanted, listed.body), f"list: {stored or sent} is not in {listed.text[:700]}")


@test(schema=SAMPLES)
def test_each_type_refuses_the_rest(server, rows):
    """A value that does not fit its type is 422 with the JSON pointer of the fault, by POST, PUT and PATCH, and nothing is stored."""
    server.make("Sample", {"id": "there", "place": {"name": "p"}})
    for field, sent, pointer in REFUSED:
        with rows(field, sent):
            body = f'{{"{field}":{sent}}}'.encode()
            problem(server.post("/models/Sample", body), 422, paths=pointer)
            problem(server.put("/models/Sample/there", body), 422, paths=pointer)
            if field != "place":
                problem(server.patch("/models/Sample/there", body), 422, paths=pointer)
            problem(server.post("/models/Sample", b"[{}," + body + b"]"), 422, paths="/1" + pointer)
    same([(r["id"], r["_version"]) for r in server.list("Sample")], [("there", 1)], "records after all refusals")


@test(schema=SAMPLES)
def test_every_fault_is_told_at_once(server):
    """All faults of a body come together: required fields that are missing or null, wrong types, unknown fields, items of lists."""
    problem(server.post("/models/Needs", {}), 422, paths=["/text", "/whole", "/flag", "/words"])
    problem(server.post("/models/Needs", {"text": None, "whole": "1", "flag": 0, "words": ["a", None, 3], "more": 1}), 422,
            paths=["/text", "/whole", "/flag", "/words/1", "/words/2", "/more"])
    document = problem(server.post("/models/Needs", [{"text": 1}, {"flag": 1}]), 422, paths=["/0/text", "/0/whole", "/1/flag", "/1/text"])
    same(len(document["errors"]), 8, "errors of two records with four faults each")


@test(schema=SAMPLES)
def test_the_shape_of_a_record(server):
    """Every field stands in every record, null where there is no value, in the schema's order, then createdAt, updatedAt, _version."""
    made = server.make("Sample", {})
    order = "id text whole real flag day clock moment stamp mail link phone address anything mood place words counts moods places createdAt updatedAt _version".split()
    same(list(made), order, "members")
    same([k for k in order if made[k] is not None], ["id", "createdAt", "updatedAt", "_version"], "members with a value")
    expect(UUID7.fullmatch(made["id"]), f"id {made['id']} is no lower-case UUIDv7")
    expect(INSTANT.fullmatch(made["createdAt"]) and made["createdAt"] == made["updatedAt"], f"times {made['createdAt']} {made['updatedAt']}")
    ids = [r["id"] for r in server.make("Sample", [{} for _ in range(50)])]
    same(len(set(ids)), 50, "distinct ids")


@test(schema=SAMPLES)
def test_defaults(server):
    """@default fills a field that is left out, on create and replace; an explicit null stays null."""
    filled = {"text": "plain", "whole": 12, "real": 0.5, "flag": False, "mood": "CALM"}
    nothing = dict.fromkeys(filled)
    take = lambda r: {k: r[k] for k in filled}
    same(take(server.make("Fills", {"id": "a"})), filled, "create without values")
    same(take(server.make("Fills", {"id": "b", **nothing})), nothing, "create with nulls")
    same(take(server.good(server.put("/models/Fills/b", {})).json), filled, "replace without values")
    same(take(server.change("Fills", "b", nothing)), nothing, "patch to null")
    same(take(server.change("Fills", "b", {"whole": 1})), {**nothing, "whole": 1}, "patch of one")


def test_times_are_the_servers(server):
    """A create may bring createdAt and updatedAt; an update's updatedAt is passed over, its createdAt must be equal or left out."""
    made = server.make("Post", {"id": "a", "title": "t", "createdAt": "2001-02-03T04:05:06+01:00", "updatedAt": "2001-02-03T04:05:06Z"})
    same((made["createdAt"], made["updatedAt"]), ("2001-02-03T03:05:06.000Z", "2001-02-03T04:05:06.000Z"), "given times")
    after = server.change("Post", "a", {"rating": 1, "updatedAt": "1999-01-01T00:00:00Z", "createdAt": "2001-02-03T03:05:06Z"})
    expect(after["updatedAt"] > "2020", f"updatedAt {after['updatedAt']} was the client's")
    same(after["createdAt"], made["createdAt"], "createdAt")
    for method in ("PUT", "PATCH"):
        problem(server.ask(method, "/models/Post/a", {"title": "t", "createdAt": "2001-02-03T03:05:07Z"}), 422, paths="/createdAt")
    same(server.change("Post", "a", {"updatedAt": "1999-01-01T00:00:00Z"})["_version"], after["_version"], "version after a patch of updatedAt alone")


@test(schema=KEYS)
def test_composite_keys(server, rows):
    """A composite key stands in the path in key order, each part encoded once; a path that cannot be a key is 404, and 422 for PUT."""
    key = ("north/1 %", "2026-02-28", 7)
    server.make("Reading", {"station": key[0], "day": key[1], "run": key[2], "value": 1})
    path = server.path("Reading", key)
    same(server.good(server.get(path)).json["value"], 1, "value")
    location = server.good(server.post("/models/Reading", {"station": "é", "day": "2026-02-28+01:00", "run": 1}), 201).field("Location")
    same(server.get(location[location.index("/models"):]).json["station"], "é", "GET of Location")
    same(server.good(server.patch(path, {"value": 2.5}), 200).json["_version"], 2, "version")
    problem(server.patch(path, {"run": 8}), 422, paths="/run")
    for bad in ("/models/Reading/a", "/models/Reading/a/2026-02-28", "/models/Reading/a/2026-02-28/1/2", "/models/Reading/a/2026-02-29/1", "/models/Reading/a/2026-02-28/x", "/models/Reading/a/2026-02-28/1.5"):
        with rows(bad):
            problem(server.get(bad), 404)
            problem(server.patch(bad, {"value": 1}), 404)
            problem(server.delete(bad), 404)
            if bad.count("/") == 5:
                problem(server.put(bad, {"value": 1}), 422)
    observer = server.observe("Reading")
    server.drop("Reading", key)
    frame = observer.next()
    same((frame["mutationType"], frame["modelId"]), ("delete", '"north/1 %"#"2026-02-28"#"7"'), "modelId of a composite key")
    same([r["station"] for r in server.list("Reading", fields="value")], ["é"], "keys stay with fields=value")


def test_keys_have_bounds(server, rows):
    """Text keys are 1 to 1024 bytes without NUL: past that 422 in a body and by PUT, 404 in a path."""
    for key in ("k" * 1024, "é" * 512, "..", ".", "%2F", "+", "a/b/c", "?#[]", " "):
        with rows(key[:20], len(key)):
            server.make("Post", {"id": key, "title": "t"})
            same(server.read("Post", key)["id"], key, "id")
    for key in ("k" * 1025, "é" * 512 + "x", "a\0b"):
        with rows(repr(key[:10]), len(key)):
            problem(server.post("/models/Post", {"id": key, "title": "t"}), 422, paths="/id")
            problem(server.get(server.path("Post", key)), 404)
            problem(server.put(server.path("Post", key), {"title": "t"}), 422)
    problem(server.post("/models/Post", {"id": "", "title": "t"}), 422, paths="/id")
    problem(server.get("/models/Post/"), 404)


@test(schema=FAMILY)
def test_self_relation(server):
    """A model that relates to itself: the key must point at a record, and deleting one deletes the tree below it, leaves first."""
    problem(server.post("/models/Person", {"id": "x", "name": "x", "bossID": "nobody"}), 409)
    tree = {"a": None, "b": "a", "c": "a", "d": "b", "e": "d", "other": None}
    for key, boss in tree.items():
        server.make("Person", {"id": key, "name": key, "bossID": boss})
    observer = server.observe()
    server.drop("Person", "a")
    frames = observer.several(5)
    deleted = [f["modelId"] for f in frames]
    same(sorted(deleted), ["a", "b", "c", "d", "e"], "deleted")
    for key in deleted:
        if tree[key]:
            expect(deleted.index(key) < deleted.index(tree[key]), f"{key} after its parent: {deleted}")
    same(server.ids("Person"), ["other"], "what is left")
    server.change("Person", "other", {"bossID": "other"})
    same(server.ids("Person", where='boss.name == "other"'), ["other"], "across the relation")
    server.drop("Person", "other")
    same(server.ids("Person"), [], "a record that is its own parent")


@test(schema='''type Book @model { id: ID! title: String! writers: [Writer] @manyToMany(relationName: "Credits") }
type Writer @model { id: ID! name: String books: [Book] @manyToMany(relationName: "Credits") }
''')
def test_many_to_many(server):
    """@manyToMany makes a join model of the relation's name with a key for each side; deleting a side deletes its joins."""
    server.make("Book", [{"id": "b1", "title": "x"}, {"id": "b2", "title": "y"}])
    server.make("Writer", [{"id": "w1"}, {"id": "w2"}])
    made = server.make("Credits", [{"id": "1", "bookId": "b1", "writerId": "w1"}, {"id": "2", "bookId": "b1", "writerId": "w2"}, {"id": "3", "bookId": "b2", "writerId": "w2"}])
    same(list(made[0]), ["id", "bookId", "writerId", "createdAt", "updatedAt", "_version"], "members of a join")
    problem(server.post("/models/Credits", {"bookId": "b1", "writerId": "nobody"}), 409)
    same(server.ids("Credits", where='book.title == "x"'), ["1", "2"], "across one side")
    server.drop("Writer", "w2")
    same((server.ids("Credits"), server.ids("Book")), (["1"], ["b1", "b2"]), "after deleting a side")


@test(schema='''type Post @model @key(name: "byAuthor", fields: ["author", "at"], queryField: "postsByAuthor") {
  id: ID!
  author: ID!
  at: AWSDateTime!
  comments: [Comment] @connection(keyName: "byPost", fields: ["id"])
}
type Comment @model @key(name: "byPost", fields: ["postID"]) {
  id: ID!
  postID: ID!
  post: Post @connection(fields: ["postID"])
}
type Visit @model @key(fields: ["user", "at"]) { user: ID! at: AWSDateTime! page: String }
''')
def test_first_transformer(server):
    """@key and @connection of the first transformer are translated, composite primary keys too, with a notice in the log."""
    server.make("Post", {"id": "p", "author": "x", "at": "2026-01-01T00:00:00Z"})
    server.make("Comment", [{"id": "c", "postID": "p"}])
    problem(server.post("/models/Comment", {"postID": "q"}), 409)
    server.make("Visit", {"user": "u", "at": "2026-01-01T01:00:00+01:00", "page": "x"})
    same(server.good(server.get(server.path("Visit", ("u", "2026-01-01T00:00:00.000Z")))).json["page"], "x", "by the composite key")
    server.drop("Post", "p")
    same(server.ids("Comment"), [], "comments after the post")
    code, out, err = command("check-schema", server.schema_path)
    expect(code == 0 and ("@primaryKey" in out + err or "@index" in out + err), f"no notice with the modern spelling: {code} {out + err}")


@test(schema='''type Owner @model { id: ID! name: String profile: Profile @hasOne pets: [Pet] @hasMany }
type Profile @model { id: ID! bio: String }
type Pet @model { name: String! keeper: Owner @belongsTo }
type Album @model { title: String! @primaryKey(sortKeyFields: ["year"]) year: Int! tracks: [Track] @hasMany }
type Track @model { id: ID! n: Int }
''')
def test_generated_keys(server):
    """Keys that the schema does not name: <parent><Field>Id for a parent with id, one per key field for a composite; @hasOne's is the owner's."""
    server.make("Profile", {"id": "p"})
    owner = server.make("Owner", {"id": "o", "ownerProfileId": "p"})
    same(list(owner), ["id", "name", "ownerProfileId", "createdAt", "updatedAt", "_version"], "members of the owner")
    pet = server.make("Pet", {"name": "x", "ownerPetsId": "o"})
    same([k for k in pet if k.startswith("owner")], ["ownerPetsId"], "the pet's key")
    server.make("Album", {"title": "t", "year": 1})
    track = server.make("Track", {"id": "a", "albumTracksTitle": "t", "albumTracksYear": 1})
    same(list(track), ["id", "n", "albumTracksTitle", "albumTracksYear", "createdAt", "updatedAt", "_version"], "members of the track")
    problem(server.post("/models/Track", {"albumTracksTitle": "t", "albumTracksYear": 2}), 409)
    server.drop("Profile", "p")
    same(server.read("Owner", "o")["ownerProfileId"], None, "the owner's key after its target was deleted")
    server.make("Profile", {"id": "q"})
    server.change("Owner", "o", {"ownerProfileId": "q"})
    server.drop("Owner", "o")
    same((server.list("Profile"), server.list("Pet")), ([], []), "what the owner's key points at, and what belongs to it, after the owner was deleted")


@test(schema='type Member @model { id: ID! handle: String! @validate(type: minLength, value: "3", errorMessage: "too short a handle") '
             '@validate(type: maxLength, value: "5") @validate(type: matches, value: "^[a-z]+$") age: Int @validate(type: gte, value: "18") @validate(type: lt, value: "100") }')
def test_validate(server):
    """@validate refuses with 422, the field's pointer, and its errorMessage; every rule that fails is told."""
    server.make("Member", {"id": "a", "handle": "abc", "age": 18})
    problem(server.post("/models/Member", {"handle": "ab"}), 422, paths="/handle", names="too short a handle")
    document = problem(server.post("/models/Member", {"handle": "ABCDEF", "age": 100}), 422, paths=["/handle", "/age"])
    expect(len(document["errors"]) >= 3, f"three rules fail, {document['errors']}")
    problem(server.patch("/models/Member/a", {"age": 17}), 422, paths="/age")
    server.change("Member", "a", {"age": None})


@test(schema='type A @model(timestamps: {createdAt: "madeAt", updatedAt: "touchedAt"}) { id: ID! n: Int }\ntype B @model(timestamps: null) { id: ID! n: Int }\n')
def test_timestamps_argument(server):
    """@model(timestamps:) renames the times or does without them."""
    same(list(server.make("A", {"n": 1})), ["id", "n", "madeAt", "touchedAt", "_version"], "renamed")
    same(list(server.make("B", {"n": 1})), ["id", "n", "_version"], "without")


GOOD = {
    "blog": BLOG, "samples": SAMPLES, "keys": KEYS, "family": FAMILY,
    "comments and descriptions": '# a comment\n"""Block\ndescription"""\ntype A @model { "one" id: ID! # end\n  n: Int }\n',
    "commas and one line": "type A @model{id:ID!,n:Int,m:[String!]!}",
    "own operations and inputs": "type A @model { id: ID! }\ntype Query { a(id: ID!): A }\ninput X { a: Int }\ntype Mutation { m: Int }\ntype Subscription { s: A }",
    "passed over": "type A @model @searchable @versioned { id: ID! }",
}
BAD = [
    # text, place of the fault (line, column) or None, words
    ("type A @model { id: ID! n: Nope }", (1, 28), ["Nope"]), ("type A @model {\n  id: ID!\n  n: Int @shiny\n}", (3, 10), ["shiny"]),
    ('type A @model { id: ID!\n  n: Int @default(val: "1") }', (2, 19), ["val"]), ('type A @model { id: ID! n: Int @default(value: "x") }', None, ["x"]),
    ("type A @model { id: ID! id: ID! }", (1, 25), ["id"]), ("type A @model { id: ID! }\ntype A @model { id: ID! }", (2, 6), ["A"]),
    ("type A @model { id: ID!", None, []), ("type A @model { id: ID! } }", (1, 27), []), ("type A @model { id: ID! n: [[Int]] }", None, []),
    ("type A @model { id: [ID!]! }", None, ["id"]), ("enum E { }", None, []), ("enum E { A A }", (1, 12), ["A"]),
    ('type A @model { id: ID! bs: [B] @hasMany(indexName: "none", fields: ["id"]) }\ntype B @model { id: ID! }', None, ["none"]),
    ('type A @model { id: ID! @primaryKey(sortKeyFields: ["nope"]) }', None, ["nope"]), ('type A @model { id: ID! b: B @belongsTo(fields: ["nope"]) }\ntype B @model { id: ID! }', None, ["nope"]),
    ("type A @model(nope: 1) { id: ID! }", None, ["nope"]), ("type A @model { id: ID! \x00 }", None, []),
]


def test_check_schema_accepts(start, rows):
    """check-schema accepts every real schema with exit code 0."""
    server = start(schema=None, go=False)
    for name, text in GOOD.items():
        with rows(name):
            server.write_schema(text)
            code, out, err = command("check-schema", server.schema_path)
            same(code, 0, f"exit code ({(out + err)[-300:]})")
    folder = os.path.join(server.home, "parts")
    os.mkdir(folder)
    for name, text in (("a.graphql", BLOG.split("type Comment")[0]), ("b.graphql", "type Comment" + BLOG.split("type Comment")[1]), ("notes.txt", "not a schema")):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    same(command("check-schema", folder)[0], 0, "exit code for a folder of *.graphql")


def test_check_schema_refuses(start, rows):
    """check-schema refuses with exit code 1, the file's name, line and column, and the word at fault; a server does not start on it."""
    server = start(schema=None, go=False)
    for text, place, words in BAD:
        with rows(text):
            server.write_schema(text)
            code, out, err = command("check-schema", server.schema_path)
            said = out + err
            same(code, 1, f"exit code ({said[-300:]})")
            expect("schema.graphql" in said, f"the file is not named: {said[-300:]}")
            if place:
                expect(f"schema.graphql:{place[0]}:{place[1]}" in said or f"schema.graphql:{place[0]}:{place[1] + 1}" in said, f"place {place} is not in {said[-300:]}")
            for word in words:
                expect(word in said, f"{word!r} is not named: {said[-300:]}")
    server.spawn()
    same(server.gone(10), 1, "exit code of serve")
    same(server.process.stdout.read(), b"", "stdout of a server that does not start")
    expect(not os.path.exists(server.database), "a database was made")


def test_schema_as_json(server):
    """GET /models is the schema as JSON: every model and field by name, the same by HEAD."""
    answer = server.good(server.get("/models"), 200)
    same(answer.type, "application/json", "type")
    for word in ("Post", "Comment", "title", "postID", "AWSDateTime"):
        expect(f'"{word}' in strict_json(answer.body).__repr__().replace("'", '"'), f"{word} is not in {answer.text[:300]}")
    same(server.ask("HEAD", "/models").field("Content-Length"), str(len(answer.body)), "length by HEAD")
