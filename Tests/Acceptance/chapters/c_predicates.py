"""§2: predicates in SQL, on streams and in conditions; order and pages."""
import json
import re

from kit import oracle
from kit.judge import expect, problem, same, until
from kit.plan import test
from kit.schemas import BLOG, SAMPLES

RECORDS = [
    {"id": "a", "text": "O'Brien", "whole": 5, "real": 1.5, "flag": True, "day": "2026-01-01", "clock": "07:00:00.000", "moment": "2026-01-01T00:00:00Z", "stamp": 0, "mood": "CALM", "words": ["x", "y"], "counts": [1],
     "place": {"name": "here", "size": 3, "at": {"x": 1, "y": 2}}, "anything": {"k": 1}, "mail": "a@example.com"},
    {"id": "b", "text": 'a"b', "whole": 10, "real": 10.0, "flag": False, "day": "2026-01-02", "clock": "09:00:00+02:00", "moment": "2026-01-01T01:00:00+01:00", "stamp": -5, "mood": "LOUD", "words": [], "place": {"name": "there"}},
    {"id": "c"},
    {"id": "d", "text": "back\\slash", "whole": 9007199254740993, "real": 9007199254740992.0, "moment": "2026-01-01T00:00:00.0000001Z", "words": ["a_b"]},
    {"id": "e", "text": "x,y", "whole": 9007199254740992, "real": -0.5, "clock": "06:59:59.999999999Z"},
    {"id": "f", "text": "100%", "whole": -1, "mood": "BUSY"},
    {"id": "g", "text": "a_b", "whole": 9223372036854775807},
    {"id": "h", "text": "axb", "whole": 0},
    {"id": "i", "text": ")", "real": 1e300},
    {"id": "j", "text": "Ä"}, {"id": "k", "text": "ä"}, {"id": "l", "text": "a\u0308"},
    {"id": "m", "text": "", "flag": False}, {"id": "n", "text": "😀"}, {"id": "o", "text": "\uffee"}, {"id": "p", "text": "*?[a]"}, {"id": "q", "text": "line\nbreak"}, {"id": "r", "text": "A_B"},
]
ALL = "".join(r["id"] for r in RECORDS)


def but(ids):
    return "".join(i for i in ALL if i not in ids)


TABLE = [
    # the Swift spelling (or None), the AppSync spelling (or None), the ids that match
    ('text == "O\'Brien"', {"text": {"eq": "O'Brien"}}, "a"), ("text == 'O\\'Brien'", None, "a"), ('text == "a\\"b"', {"text": {"eq": 'a"b'}}, "b"), ("text == 'a\"b'", None, "b"),
    ('text == "back\\\\slash"', {"text": {"eq": "back\\slash"}}, "d"), ('text.in("x,y", ")")', {"text": {"in": ["x,y", ")"]}}, "ei"), ('text == ")"', {"text": {"eq": ")"}}, "i"),
    ('text.contains("a_b")', {"text": {"contains": "a_b"}}, "g"), ('text.contains("100%")', {"text": {"contains": "100%"}}, "f"), ('text.contains("%")', {"text": {"contains": "%"}}, "f"), ('text.beginsWith("_")', {"text": {"beginsWith": "_"}}, ""),
    ('text.beginsWith("a")', {"text": {"beginsWith": "a"}}, "bghl"), ('text.contains("")', {"text": {"contains": ""}}, but("c")), ('text.notContains("a_b")', {"text": {"notContains": "a_b"}}, but("g")),
    ('text.contains("*?[")', {"text": {"contains": "*?["}}, "p"), ('text == "ä"', {"text": {"eq": "ä"}}, "k"), ('text.contains("\\n")', {"text": {"contains": "\n"}}, "q"), ('text == "\\ud83d\\ude00"', {"text": {"eq": "😀"}}, "n"),
    ('text > "\uffee"', {"text": {"gt": "\uffee"}}, "n"), ('text.between("a", "b")', {"text": {"between": ["a", "b"]}}, "bghl"), ('text == ""', {"text": {"eq": ""}}, "m"), ('text < "("', {"text": {"lt": "("}}, "m"),
    ("whole != 5", {"whole": {"ne": 5}}, but("a")), ("not(whole == 5)", {"not": {"whole": {"eq": 5}}}, but("a")), ("!(whole == 5)", None, but("a")), ("whole.notIn(5, 10)", {"whole": {"notIn": [5, 10]}}, but("ab")),
    ("whole == 5.0", {"whole": {"eq": 5.0}}, "a"), ("whole > 9.5 && whole < 10.5", {"whole": {"gt": 9.5, "lt": 10.5}}, "b"), ("whole == 9007199254740993", {"whole": {"eq": 9007199254740993}}, "d"), ("whole == 9007199254740992.0", {"whole": {"eq": 9007199254740992.0}}, "e"),
    ("whole > 9.3e18", {"whole": {"gt": 9.3e18}}, ""), ("whole <= 9223372036854775807", None, "abdefgh"), ("whole < 0", {"whole": {"lt": 0}}, "f"), ("whole <= -1", None, "f"), ("whole.between(0, 10)", {"whole": {"between": [0, 10]}}, "abh"), ("whole.between(10, 0)", None, ""),
    ("real == 9007199254740993", None, ""), ("real > 10", {"real": {"gt": 10}}, "di"), ("real == 10", {"real": {"eq": 10}}, "b"), ("real.in(1.5, -0.5)", None, "ae"), ("real < -0", {"real": {"lt": 0}}, "e"),
    ("flag == true", {"flag": {"eq": True}}, "a"), ("flag != true", {"flag": {"ne": True}}, but("a")), ("flag.in(true, false)", {"flag": {"in": [True, False]}}, "abm"), ("flag == null", {"flag": {"eq": None}}, but("abm")),
    ('mood == "LOUD"', {"mood": {"eq": "LOUD"}}, "b"), ('mood.notIn("LOUD", "CALM")', {"mood": {"notIn": ["LOUD", "CALM"]}}, but("ab")), ('day > "2026-01-01"', {"day": {"gt": "2026-01-01"}}, "b"),
    ('moment == "2026-01-01T02:00:00+02:00"', {"moment": {"eq": "2026-01-01T00:00:00.000Z"}}, "ab"), ('moment > "2026-01-01T00:00Z"', {"moment": {"gt": "2026-01-01T00:00:00Z"}}, "d"), ('clock == "07:00:00.000Z"', {"clock": {"eq": "07:00"}}, "ab"),
    ('clock < "07:00"', {"clock": {"lt": "07:00:00Z"}}, "e"), ("stamp < 0", {"stamp": {"lt": 0}}, "b"), ("stamp >= -5.0", None, "ab"), ('mail.beginsWith("a@")', {"mail": {"beginsWith": "a@"}}, "a"),
    ("text == null", {"text": {"eq": None}}, "c"), ("text != null", {"text": {"ne": None}}, but("c")), ("text.attributeExists(false)", {"text": {"attributeExists": False}}, "c"), ("text.attributeExists()", {"text": {"attributeExists": True}}, but("c")),
    ('words.contains("x")', {"words": {"contains": "x"}}, "a"), ('words.notContains("x")', {"words": {"notContains": "x"}}, but("a")), ("words == null", {"words": {"eq": None}}, but("abd")), ('words.contains("a")', None, ""), ("counts.contains(1.0)", {"counts": {"contains": 1}}, "a"),
    ("place.size == 3", {"place": {"size": {"eq": 3}}}, "a"), ('place.name != "here"', {"place": {"name": {"ne": "here"}}}, but("a")), ("place.at.x < 2", {"place": {"at": {"x": {"lt": 2}}}}, "a"), ("place != null", {"place": {"ne": None}}, "ab"),
    ("place.at.attributeExists()", None, "a"), ("anything.attributeExists(true)", {"anything": {"attributeExists": True}}, "a"), ("_version == 1", {"_version": {"eq": 1}}, ALL), ("_version > 1", None, ""),
    ('whole == 5 || whole == 10 && flag == true', {"or": [{"whole": {"eq": 5}}, {"and": [{"whole": {"eq": 10}}, {"flag": {"eq": True}}]}]}, "a"), ("(whole == 5 or whole == 10) and not flag == true", None, "b"), ("!!(whole == 5)", {"not": {"not": {"whole": {"eq": 5}}}}, "a"),
    ("whole.in()", {"whole": {"in": []}}, ""), ("whole.notIn()", {"whole": {"notIn": []}}, ALL), (None, {}, ALL), (None, {"and": []}, ALL), (None, {"or": []}, ""), ("true", None, ALL), ("false", None, ""), ("not true", None, ""),
    ("true && !false", None, ALL), (None, {"whole": {"eq": 5}, "flag": {"eq": True}}, "a"), (None, {"whole": {"eq": 5}, "or": [{"flag": {"eq": False}}, {"flag": {"eq": True}}]}, "a"), ("  whole==5  ", None, "a"), ("`whole` == 5", None, "a"),
]


@test(schema=SAMPLES, seconds=60)
def test_table_in_lists_and_streams(server, rows):
    """Each predicate selects the same records in both spellings: in a list (SQL), in a first snapshot, in live matching, and as a condition."""
    lives = []
    for text, other, ids in TABLE:
        for where in (text, other):
            if where is not None:
                with rows("open", where):
                    lives.append((where, ids, server.live("Sample", where=where).next(), server.observe("Sample", where=where)))
    server.make("Sample", RECORDS)
    for where, ids, live, observer in lives:
        wanted = sorted(ids)
        with rows("list", where):
            same(server.ids("Sample", where=where), wanted, "ids")
            same(server.page("Sample", where=where, count="exact", limit=1)["count"], len(wanted), "count")
        with rows("live list", where):
            live.settle(lambda items: [r["id"] for r in items] == wanted, 3, f"the live list {''.join(wanted)!r}")
        with rows("observer", where):
            same(sorted(f["modelId"] for f in observer.several(len(wanted), 3)), wanted, "ids")
        with rows("first snapshot", where):
            fresh = server.live("Sample", where=where).next()
            same(fresh.ids, wanted, "ids")
            fresh.stream.close()
        with rows("condition", where):
            for key in "ac":
                answer = server.patch(f"/models/Sample/{key}", {}, if_=where)
                same(answer.status, 200 if key in ids else 412, f"status for {key}")


def test_deletes_match_the_last_record(server):
    """A filtered observer of deletes gets those whose last record matched: of a comment of B and one of A exactly the second."""
    server.make("Post", [{"id": "A", "title": "t"}, {"id": "B", "title": "t"}])
    server.make("Comment", [{"id": "ca", "postID": "A"}, {"id": "cb", "postID": "B"}])
    observer = server.observe("Comment", where='postID == "A"')
    server.drop("Comment", "cb")
    server.drop("Comment", "ca")
    frame = observer.next()
    same((frame["modelId"], frame["mutationType"]), ("ca", "delete"), "the delete")
    observer.silent(0.2, "the other comment belongs to B")


REFUSED = [
    "whole", "whole ==", "== 5", "whole = 5", "whole == 5 extra", "whole == 5)", "(whole == 5", "whole == 5 and", "nope == 1", "whole.nope == 1", 'whole == "5"', "text == 5", 'text.between("a")', "text.frobnicate(1)",
    "flag > true", 'mood == "ANGRY"', 'mood > "CALM"', "text < null", "text.contains(null)", "whole == 1e400", 'text == "a\\u0000"', 'text == "open', "text == 'open", 'moment == "yesterday"', 'day == "2026-02-30"',
    "words == 5", "place == 5", "anything.contains(1)", "places.name == \"x\"", "whole.contains(5)", 'flag.beginsWith("t")', "whole == 5 & flag == true", "whole <> 5", "not", "()", "Whole == 5", "whole == 05", "whole == .5", "whole == 5.",
    "text.attributeExists(1)", "whole == NaN", 'text == "\\x"', 'text == "\\ud800"', "stamp == \"0\"",
    '{"whole":{"equals":5}}', '{"whole":5}', '{"whole":{"eq":"5"}}', '{"nope":{"eq":1}}', '{"and":{}}', '{"or":[5]}', "[]", '{"whole":{"eq":5}', '{"whole":{"between":[1]}}', '{"text":{"contains":null}}', '{"whole":{"eq":5}} x', '{"not":[]}', '{"whole":{"eq":1,"eq":2}}',
]


@test(schema=SAMPLES)
def test_refused(server, rows):
    """What is no predicate of this model is 400 that names the parameter and, in the Swift spelling, a column; on lists, streams, deletes and conditions alike."""
    server.make("Sample", {"id": "a", "whole": 5})
    for where in REFUSED:
        with rows(where):
            document = problem(server.get("/models/Sample", where=where), 400, parameters="where")
            if where[0] not in "{[":
                for fault in document["errors"]:
                    expect(isinstance(fault.get("column"), int) and 1 <= fault["column"] <= len(where) + 1, f"column {fault.get('column')} of {where!r}")
            problem(server.get("/observe/Sample", where=where), 400, parameters="where")
            problem(server.get("/observeQuery/Sample", where=where), 400, parameters="where")
            problem(server.delete("/models/Sample", where=where), 400, parameters="where")
            problem(server.patch("/models/Sample/a", {"whole": 6}, if_=where), 400, parameters="if")
    same([(r["id"], r["whole"]) for r in server.list("Sample")], [("a", 5)], "records")


@test(schema=SAMPLES)
def test_bounds(server, rows):
    """Depth 64, 10 000 literals and 64 KiB of text: work at the edge of what a request line carries, past it are 400 (the line: 414); never a crash."""
    server.make("Sample", {"id": "a", "whole": 5})
    with rows("depth 64"):
        same(server.ids("Sample", where="(" * 60 + "whole == 5" + ")" * 60), ["a"], "60 parentheses")
    with rows("depth 65 and far more"):
        for depth in (66, 5000):
            problem(server.get("/models/Sample?where=" + "(" * depth + "whole==5" + ")" * depth), 400, parameters="where")
            problem(server.get("/models/Sample?where=" + "!" * depth + "true"), 400, parameters="where")
            problem(server.get("/models/Sample?where=" + '{"not":' * depth + "{}" + "}" * depth), 400, parameters="where")
    with rows("10 000 literals and one more"):
        same(server.get("/models/Sample?where=whole.in(" + ",".join(["5"] * 10000) + ")").status, 200, "10 000")
        problem(server.get("/models/Sample?where=whole.in(" + ",".join(["5"] * 10001) + ")"), 400, parameters="where")
    with rows("500 ids in a list"):
        ids = ["a"] + [f"{i:08x}-0000-7000-8000-{i:012x}" for i in range(500)]
        same(server.ids("Sample", where="id.in(" + ",".join(f"'{i}'" for i in ids) + ")"), ["a"], "by GET")
        same(server.live("Sample", where="id.in(" + ",".join(f"'{i}'" for i in ids) + ")").next().ids, ["a"], "live")
        problem(server.get("/models/Sample?where=id.in(" + ",".join(f"'{i}'" for i in ids * 4) + ")"), 414)


def test_across_belongs_to(server):
    """A field of the parent selects children, in lists and live; live lists follow the parent; observers judge by the parent as it is now."""
    server.make("Post", [{"id": "p", "title": "yes"}, {"id": "q", "title": "no", "rating": 1}])
    server.make("Comment", [{"id": "a", "postID": "p"}, {"id": "b", "postID": "q"}])
    for where in ('post.title == "yes"', {"post": {"title": {"eq": "yes"}}}):
        same(server.ids("Comment", where=where), ["a"], f"{where}")
    same(server.ids("Comment", where="post.rating != 1"), ["a"], "ne across the relation")
    live, observer = server.live("Comment", where='post.title == "yes"').next(), server.observe("Comment", where='post.title == "yes"')
    same(live.ids, ["a"], "first snapshot")
    server.change("Post", "q", {"title": "yes"})
    live.settle(lambda items: [r["id"] for r in items] == ["a", "b"], 3, "b enters with its post")
    server.change("Post", "p", {"title": "other"})
    live.settle(lambda items: [r["id"] for r in items] == ["b"], 3, "a leaves with its post")
    server.change("Comment", "a", {"content": "unseen"})
    server.change("Comment", "b", {"content": "seen"})
    same(observer.next()["modelId"], "b", "the observer's first frame")
    server.drop("Post", "q")
    live.settle(lambda items: items == [], 3, "b goes with its post")


FIELDS = {"text": (oracle.TEXT, ["", "a", "ab", "a_b", "a%b", "Ä", "ä", "😀", "\uffee", "O'B", 'q"q', "x,y", "\\"]), "whole": (oracle.ORDERED, [-1, 0, 5, 10, 2**53, 2**53 + 1, -2**63, 2**63 - 1]),
          "real": (oracle.ORDERED, [-0.5, 0, 1.5, 10.0, 1e300, 2.0**53]), "flag": (oracle.NAMED, [True, False]), "mood": (oracle.NAMED, ["CALM", "BUSY", "LOUD"]), "stamp": (oracle.ORDERED, [-5, 0, 7])}


def random_fields(rng):
    return {f: rng.choice(values) if rng.random() < 0.7 else None for f, (_, values) in FIELDS.items()}


@test(schema=SAMPLES, seconds=60)
def test_random_predicates(server, rng, rows, long):
    """Random predicates over random records select what a second implementation selects: as lists in both spellings, and live while the records change."""
    records = {f"r{i:02}": {"id": f"r{i:02}", **random_fields(rng)} for i in range(40)}
    server.make("Sample", list(records.values()))
    predicates = [oracle.random_predicate(rng, FIELDS, 3) for _ in range(600 if long else 120)]
    lives = []
    for predicate in predicates:
        wanted = sorted(k for k, r in records.items() if predicate.holds(r))
        with rows(predicate.text):
            same(server.ids("Sample", where=predicate.text), wanted, "the Swift spelling")
            same(server.ids("Sample", where=predicate.object), wanted, f"the AppSync spelling {json.dumps(predicate.object)}")
            if len(lives) < 60:
                lives.append((predicate, server.live("Sample", where=rng.choice([predicate.text, predicate.object])).next()))
    rows.judge()
    for _ in range(60):
        key = rng.choice(list(records))
        fresh = random_fields(rng)
        records[key].update(fresh)
        server.change("Sample", key, fresh)
    for predicate, live in lives:
        wanted = sorted(k for k, r in records.items() if predicate.holds(r))
        with rows("live", predicate.text):
            live.settle(lambda items: [r["id"] for r in items] == wanted and all(r["text"] == records[r["id"]]["text"] and r["whole"] == records[r["id"]]["whole"] for r in items), 5, "the live list")


# -- order and pages

@test(schema=SAMPLES, seconds=40)
def test_random_orders_and_pages(server, rng, rows):
    """Any sort, walked with any limit, is the order of a second implementation: nulls first ascending and last descending, text by bytes, ties by the key."""
    records = [{"id": f"r{i:03}", **random_fields(rng)} for i in range(130)]
    server.make("Sample", records)
    for _ in range(25):
        sort = ",".join(rng.choice(["", "-"]) + f for f in rng.sample(list(FIELDS), rng.choice([1, 1, 2, 3])))
        limit = rng.choice([1, 7, 10, 64, 129, 130, 131, 1000])
        with rows(sort, limit):
            wanted = [r["id"] for r in oracle.arranged(records, sort)]
            if limit == 1:
                same(server.ids("Sample", sort=sort, limit=1), wanted[:1], "first page")
            else:
                same([r["id"] for r in server.all("Sample", sort=sort, limit=limit)], wanted, "all pages")
    with rows("-id"):
        same([r["id"] for r in server.all("Sample", sort="-id", limit=33)], [r["id"] for r in reversed(records)], "the key descending")


def test_equal_keys_do_not_repeat_or_skip(server):
    """With equal sort keys the primary key decides: pages neither repeat nor skip."""
    server.make("Post", [{"id": f"p{i:02}", "title": "same", "rating": 1} for i in range(41)])
    wanted = [f"p{i:02}" for i in range(41)]
    for limit in (1, 3, 40, 41, 42):
        same([r["id"] for r in server.all("Post", sort="rating,-title", limit=limit)], wanted, f"limit {limit}")


@test(seconds=40)
def test_walk_while_writing(server, rng):
    """Walking all pages returns each record that was there throughout exactly once, whatever is written meanwhile."""
    there = {f"p{i:04}" for i in range(600)}
    server.make("Post", [{"id": k, "title": "t", "rating": rng.randrange(9)} for k in sorted(there)])
    for sort in ("-rating", "title", "rating,-title"):
        seen, token, moved = [], None, set()
        while True:
            page = server.page("Post", sort=sort, limit=23, **({"nextToken": token} if token else {}))
            seen += [r["id"] for r in page["items"]]
            token = page["nextToken"]
            if token is None:
                break
            victim = rng.choice(sorted(there - moved))
            moved.add(victim)
            server.drop("Post", victim)
            there.discard(victim)
            server.make("Post", {"title": "new", "rating": rng.randrange(9)})
        same(len(seen), len(set(seen)), f"distinct records, sort {sort}")
        same(sorted(there - set(seen) - moved), [], f"records that were missed, sort {sort}")


def test_tokens(server, rows):
    """A token belongs to its model, where and sort, and to nothing else; Link leads the same way; the last page has neither."""
    server.make("Post", [{"id": f"p{i}", "title": "t", "rating": i} for i in range(7)])
    first = server.good(server.get("/models/Post", sort="rating", limit=3, where="rating >= 0"), 200)
    token = first.json["nextToken"]
    same([r["id"] for r in server.list("Post", sort="rating", limit=2, where="rating >= 0", nextToken=token)], ["p3", "p4"], "another limit with the same query")
    for query in (dict(sort="-rating", where="rating >= 0"), dict(sort="rating"), dict(where="rating >= 0"), dict(sort="rating", where="rating >= 1"), {}):
        with rows(query):
            problem(server.get("/models/Post", limit=3, nextToken=token, **query), 400, parameters="nextToken")
    problem(server.get("/models/Comment", nextToken=token), 400, parameters="nextToken")
    for bad in (token[:-1], token[1:], token + "A", token[::-1], "x", "AAAA", "0", "null"):
        with rows(bad):
            problem(server.get("/models/Post", sort="rating", limit=3, where="rating >= 0", nextToken=bad), 400, parameters="nextToken")
    seen, answer = [], first
    for _ in range(5):
        seen += [r["id"] for r in answer.json["items"]]
        link = answer.field("Link")
        same(link is None, answer.json["nextToken"] is None, "Link and nextToken")
        if link is None:
            break
        match = re.fullmatch(r'<([^>]*)>; ?rel="?next"?', link)
        expect(match, f"Link {link!r}")
        answer = server.good(server.get(match[1][match[1].index("/models"):]), 200)
    same(seen, [f"p{i}" for i in range(7)], "by Link")


def test_limits_and_count(server):
    """limit is 100 by default and up to 1000; count=exact counts what matches, whatever the limit; fields keep the key and _version."""
    server.make("Post", [{"id": f"p{i:04}", "title": "t", "rating": i % 3} for i in range(1001)])
    same(len(server.list("Post")), 100, "records by default")
    page = server.page("Post", limit=1000, count="exact", where="rating != 0")
    same((len(page["items"]), page["count"], page["nextToken"]), (667, 667, None), "a page of all that match")
    same(list(page), ["items", "nextToken", "count"], "members")
    same(server.list("Post", limit=1, fields="title"), [{"id": "p0000", "title": "t", "_version": 1}], "fields")
    same(server.get("/models/Post/p0001?fields=rating").json, {"id": "p0001", "rating": 1, "_version": 1}, "fields of one record")


def test_plus_is_a_space(server):
    """In a query + is a space and %2B a plus; in a path + is a plus."""
    server.make("Post", [{"id": "a+b", "title": "x y"}, {"id": "a b", "title": "x+y"}])
    same(server.get("/models/Post/a+b").json["title"], "x y", "the path")
    for query, wanted in (('title+==+"x+y"', "a+b"), ("title%20==%20%22x%20y%22", "a+b"), ('title+==+"x%2By"', "a b")):
        same([r["id"] for r in server.get("/models/Post?where=" + query.replace('"', "%22")).json["items"]], [wanted], query)


@test(schema=BLOG)
def test_lists_and_streams_agree_without_ratings(server):
    """rating != 5 and not(rating == 5) include the records without a rating, in lists and live alike."""
    server.make("Post", [{"id": "a", "title": "t", "rating": 5}, {"id": "b", "title": "t", "rating": 6}, {"id": "c", "title": "t"}])
    for where in ("rating != 5", "not(rating == 5)", "rating.notIn(5)"):
        same(server.ids("Post", where=where), ["b", "c"], where)
        same(server.live("Post", where=where).next().ids, ["b", "c"], f"first snapshot of {where}")
    live = server.live("Post", where="rating != 5", sort="rating").next()
    same(live.ids, ["c", "b"], "nulls first")
    server.change("Post", "a", {"rating": None})
    until(lambda: live.next().ids == ["a", "c", "b"], 2, "a enters when its rating goes")
    server.change("Post", "b", {"rating": 5})
    same(live.next().ids, ["a", "c"], "b leaves")

