"""The console in a real Chromium, against a real server. Each test has a server, a database and a page of its own."""
import re
import subprocess

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

POSTS = [{"id": f"p{i:02}", "title": f"Post {i:02}", "rating": i, "status": ["DRAFT", "PUBLISHED", "ARCHIVED"][i % 3]} for i in range(1, 31)]


# What is seen first

def test_first_look(c):
    """Models with counts, the schema, a table, its query as a command, and that it is live, with nothing done."""
    c.server.create("Post", POSTS[:3])
    page = c.open()
    c.live()
    expect(page.locator("#models a")).to_have_count(3)
    page.locator("#models a", has_text="Post").click()
    expect(c.rows).to_have_count(3)
    expect(page.locator("#models a", has_text="Post").locator(".number")).to_have_text("3")
    expect(page.locator("#count")).to_have_text("3 records")
    expect(page.locator("h1")).to_have_text("Post")
    expect(page.locator("#schema")).to_contain_text("What the reader sees first.")
    expect(page.locator("#schema")).to_contain_text("hasMany")
    expect(page.locator("#share code")).to_contain_text(f"curl -N '{c.server.url}/observeQuery/Post?limit=50'")
    expect(page).to_have_title("Post · Rivulet")


def test_empty_teaches(c):
    """An empty model shows a command that works as it stands; the record then arrives by itself."""
    page = c.open("#/Post")
    command = page.locator(".lesson pre")
    expect(command).to_contain_text("title")
    subprocess.run(["sh", "-c", command.inner_text().replace("curl", "curl --silent --fail", 1)], check=True, stdout=subprocess.DEVNULL)
    expect(c.rows).to_have_count(1)
    expect(page.locator(".empty")).to_be_hidden()


def test_empty_teaches_with_a_parent(c):
    """The command for a child holds a real parent's key, or says that a parent must come first."""
    page = c.open("#/Comment")
    expect(page.locator(".empty")).to_contain_text("create that first")
    c.server.create("Post", {"id": "the-parent", "title": "t"})
    page.reload()
    expect(page.locator(".lesson pre")).to_contain_text("the-parent")
    command = page.locator(".lesson pre").inner_text()
    subprocess.run(["sh", "-c", command.replace("curl", "curl --silent --fail", 1)], check=True, stdout=subprocess.DEVNULL)
    expect(c.rows).to_have_count(1)


# The table moves

def test_live_changes(c):
    """An insert, an update and a delete by somebody else are shown without a reload; the changed cell flashes."""
    c.server.create("Post", POSTS[:2])
    page = c.open("#/Post")
    expect(c.rows).to_have_count(2)
    page.evaluate("window.sameDocument = true")
    c.server.create("Post", {"id": "new", "title": "Arrived", "rating": 7})
    expect(c.row("Arrived")).to_have_count(1)
    c.server.update("Post", "new", {"rating": 8})
    expect(c.cell("Arrived", "rating")).to_have_text("8")
    assert c.cell("Arrived", "rating").evaluate("(e) => animated.some((a) => a.element === e)"), "the cell does not flash"
    assert not c.cell("Arrived", "title").evaluate("(e) => animated.some((a) => a.element === e)"), "an unchanged cell flashes"
    expect(page.locator("#models a", has_text="Post").locator(".number")).to_have_text("3")
    c.server.remove("Post", "new")
    expect(c.row("Arrived")).to_have_count(0)
    expect(page.locator("tbody tr")).to_have_count(2)
    expect(page.locator("#count")).to_have_text("2 records")
    assert page.evaluate("window.sameDocument"), "the page was loaded again"


def test_rows_move(c):
    """A change of the sort key moves the row, which is the same row and slides."""
    c.server.create("Post", POSTS[:5])
    page = c.open("#/Post?sort=-rating")
    expect(c.rows).to_have_count(5)
    c.row("Post 01").evaluate("(e) => (window.moved = e)")
    c.server.update("Post", "p01", {"rating": 99})
    expect(c.rows.first).to_contain_text("Post 01")
    assert c.column("rating") == ["99", "5", "4", "3", "2"], c.column("rating")
    assert page.evaluate("moved === document.querySelector('tbody tr')"), "another row was made"
    assert page.evaluate("animated.some((a) => a.element === moved && a.properties.includes('transform'))"), "the row does not slide"


def test_reduced_motion(c):
    """Who asks for less movement sees the rows change places without sliding or fading."""
    c.server.create("Post", POSTS[:3])
    page = c.open("#/Post?sort=-rating", reduced_motion="reduce")
    expect(c.rows).to_have_count(3)
    c.server.update("Post", "p01", {"rating": 99})
    expect(c.rows.first).to_contain_text("Post 01")
    assert not page.evaluate("animated.some((a) => a.properties.includes('transform'))"), "a row slides"
    c.server.remove("Post", "p01")
    expect(page.locator("tbody tr")).to_have_count(2)


def test_many_changes(c):
    """A burst of changes ends in the newest list, in order, without a row twice."""
    c.server.create("Post", POSTS)
    page = c.open("#/Post?sort=-rating,title&limit=10")
    expect(c.rows).to_have_count(10)
    for i in range(60):
        c.server.update("Post", f"p{i % 30 + 1:02}", {"rating": (i * 37) % 101})
    want = [str(item["rating"]) for item in c.server.call("GET", "/models/Post?sort=-rating,title&limit=10")["items"]]
    c.until(lambda: c.column("rating") == want, f"the ratings {want}")
    expect(page.locator("tbody tr")).to_have_count(10)


# The query

def test_sort_by_headings(c):
    """A click sorts up, another down, a third not at all; Shift adds a key; the address says the same."""
    c.server.create("Post", POSTS[:9])
    page = c.open("#/Post")
    expect(c.rows).to_have_count(9)
    heading = lambda name: page.locator("thead button", has_text=re.compile(f"^{name}"))
    heading("rating").click()
    heading("rating").click()
    expect(c.rows.first).to_contain_text("Post 09")
    expect(page.locator("th", has_text="rating")).to_have_attribute("aria-sort", "descending")
    heading("status").click()
    heading("rating").click(modifiers=["Shift"])
    heading("rating").click(modifiers=["Shift"])
    want = [str(item["rating"]) for item in c.server.call("GET", "/models/Post?sort=status,-rating")["items"]]
    c.until(lambda: c.column("rating") == want, f"ratings {want}")
    assert page.evaluate("location.hash") == "#/Post?sort=status%2C-rating", page.evaluate("location.hash")
    page.go_back()
    page.go_back()
    page.go_back()
    expect(c.rows.first).to_contain_text("Post 09")


def test_where_while_typing(c):
    """The table follows a predicate as it is written, and a record that no longer matches leaves."""
    c.server.create("Post", POSTS)
    page = c.open("#/Post")
    expect(c.rows).to_have_count(30)
    page.keyboard.press("/")
    page.keyboard.type('rating > 25 && title.contains("Post")')
    expect(c.rows).to_have_count(5)
    expect(page.locator("#count")).to_have_text("5 records")
    c.server.update("Post", "p30", {"rating": 1})
    expect(c.rows).to_have_count(4)
    page.keyboard.press("Escape")
    expect(c.rows).to_have_count(30)


def test_limit_is_a_window(c):
    """A limit shows the first of the list and how many there are; what follows moves up."""
    c.server.create("Post", POSTS)
    page = c.open("#/Post?sort=rating")
    expect(c.rows).to_have_count(30)
    page.locator("#limit").select_option("10")
    expect(c.rows).to_have_count(10)
    expect(page.locator("#count")).to_have_text("10 of 30")
    c.server.remove("Post", "p01")
    expect(c.row("Post 11")).to_have_count(1)
    expect(page.locator("tbody tr")).to_have_count(10)


def test_fault_under_the_text(c):
    """A fault stands under its character, the list stays as it is, and a right predicate takes the fault away."""
    c.server.create("Post", POSTS[:4])
    page = c.open("#/Post")
    expect(c.rows).to_have_count(4)
    text = 'rating > 1 && titel == "x"'
    page.locator("#where").fill(text)
    expect(page.locator("#where-fault")).to_contain_text("titel")
    expect(page.locator("#where")).to_have_attribute("aria-invalid", "true")
    shown, want = page.evaluate("""(before) => {
      const input = document.getElementById('where');
      const style = getComputedStyle(input);
      const context = document.createElement('canvas').getContext('2d');
      context.font = style.font;
      return [document.querySelector('.caret .pointer').getBoundingClientRect().left,
              input.getBoundingClientRect().left + parseFloat(style.paddingLeft) + context.measureText(before).width];
    }""", text[:text.index("titel")])
    assert abs(shown - want) < 4, f"the caret is at {shown} px, the fault at {want} px"
    expect(c.rows).to_have_count(4)
    c.live()
    page.locator("#where").fill("rating > 3")
    expect(page.locator(".caret")).to_be_hidden()
    expect(page.locator("#where-fault")).to_be_empty()
    expect(c.rows).to_have_count(1)


def test_faulty_link(c):
    """A link with a query that the server refuses shows the fault and the reason, and can be mended in place."""
    c.server.create("Post", POSTS[:4])
    page = c.open("#/Post?where=nope%20%3E%201")
    expect(c.light).to_have_attribute("data-phase", "failed")
    expect(page.locator(".caret")).to_be_visible()
    expect(page.locator("#where-fault")).to_contain_text("nope")
    page.locator("#where").fill("rating > 3")
    expect(c.rows).to_have_count(1)
    c.live()


def test_fields(c):
    """The chooser takes columns away, in the address too."""
    c.server.create("Post", {"id": "p", "title": "With remarks"})
    page = c.open("#/Post")
    expect(c.rows).to_have_count(1)
    page.get_by_role("button", name="Fields").click()
    page.get_by_role("checkbox", name="rating").uncheck()
    expect(page.locator("thead")).not_to_contain_text("rating")
    assert "fields=" in page.evaluate("location.hash")


def test_links_are_the_state(c):
    """The copied link opens the same view, the copied command is the stream; back goes back."""
    c.server.create("Post", POSTS)
    page = c.open("#/Author")
    page.locator("#models a", has_text="Post").click()
    page.locator("#where").fill("rating > 10")
    expect(c.rows).to_have_count(20)
    page.locator("#where").fill("rating > 20")
    expect(c.rows).to_have_count(10)
    page.get_by_role("button", name="Link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name="curl").click()
    command = page.evaluate("navigator.clipboard.readText()")
    out = subprocess.run(["sh", "-c", command.replace("curl", "curl --silent --max-time 1", 1)], capture_output=True, text=True).stdout
    assert '"type":"snapshot"' in out.replace(" ", "") and "Post 30" in out, out[:300]
    page.go_back()
    expect(c.rows).to_have_count(30)
    page.go_back()
    expect(page.locator("h1")).to_have_text("Author")
    page.goto("about:blank")
    page.goto(link)
    expect(c.rows).to_have_count(10)
    expect(page.locator("#where")).to_have_value("rating > 20")


def test_relations_are_followed(c):
    """A foreign key leads to the parent, a relation to the children, and a new child belongs to the parent shown."""
    c.server.create("Author", {"id": "a1", "name": "Ada"})
    c.server.create("Post", [{"id": "p1", "title": "Hers", "authorID": "a1"}, {"id": "p2", "title": "Nobody's"}])
    page = c.open("#/Post")
    c.cell("Hers", "authorID").get_by_role("button").click()
    expect(page.locator("h1")).to_have_text("Author")
    expect(page.locator("#where")).to_have_value('id == "a1"')
    expect(c.rows).to_have_count(1)
    c.cell("Ada", "posts").get_by_role("button").click()
    expect(page.locator("#where")).to_have_value('authorID == "a1"')
    expect(c.rows).to_have_count(1)
    page.keyboard.press("n")
    expect(c.field("authorID")).to_have_value("a1")


# Writing

def test_create_edit_delete_by_keyboard(c):
    """A record's whole life without a pointer."""
    c.server.create("Post", POSTS[:2])
    page = c.open("#/Post?sort=-rating")
    expect(c.rows).to_have_count(2)
    keys = page.keyboard
    keys.press("n")
    expect(c.field("title")).to_be_focused()
    keys.type("By hand")
    keys.press("Tab")
    keys.type("PUB")
    keys.press("Tab")
    keys.type("77")
    keys.press("Tab")
    keys.press("Space")
    keys.press("Control+Enter")
    expect(c.dialog).to_have_count(0)
    expect(c.rows.first).to_contain_text("By hand")
    assert c.cell("By hand", "status").inner_text() == "PUBLISHED" and c.cell("By hand", "featured").inner_text() == "true"
    keys.press("t")
    expect(page.locator("td:focus")).to_have_count(1)
    keys.press("Control+Home")
    keys.press("ArrowDown")
    keys.press("e")
    expect(c.field("title")).to_be_focused()
    keys.press("Control+a")
    keys.type("By hand, again")
    keys.press("Control+Enter")
    expect(c.dialog).to_have_count(0)
    expect(c.rows.first).to_contain_text("By hand, again")
    expect(page.locator("table :focus")).to_have_count(1)
    keys.press("Delete")
    expect(c.dialog).to_contain_text("Delete this Post?")
    keys.press("Tab")
    keys.press("Enter")
    expect(c.row("By hand")).to_have_count(0)
    expect(c.dialog).to_have_count(0)
    expect(page.locator("table :focus")).to_have_count(1)


def test_cursor_stays_with_its_record(c):
    """The focused cell follows its record when the row moves, and goes to a neighbour when the record is deleted."""
    c.server.create("Post", POSTS[:5])
    page = c.open("#/Post?sort=-rating")
    expect(c.rows).to_have_count(5)
    page.keyboard.press("t")
    page.keyboard.press("ArrowRight")
    expect(page.locator("tr:has(td:focus)")).to_contain_text("Post 05")
    c.server.update("Post", "p05", {"rating": -1})
    expect(c.rows.last).to_contain_text("Post 05")
    expect(page.locator("tr:has(td:focus)")).to_contain_text("Post 05")
    c.server.remove("Post", "p05")
    expect(c.row("Post 05")).to_have_count(0)
    expect(page.locator("tr:has(td:focus)")).to_contain_text("Post 01")
    assert page.evaluate("document.querySelectorAll('table [tabindex=\"0\"]').length") == 1, "one cell is in the tab order"


def test_faults_at_their_fields(c):
    """What the server refuses is said at the field; what is not JSON is not even sent."""
    page = c.open("#/Author")
    page.locator("#create").click()
    c.field("name").fill("Someone")
    c.field("email").fill("not an address")
    c.dialog.get_by_role("button", name="Create").click()
    expect(page.locator("#field-email-fault")).not_to_be_empty()
    expect(c.field("email")).to_have_attribute("aria-invalid", "true")
    expect(c.field("email")).to_be_focused()
    c.field("email").fill("someone@example.com")
    expect(page.locator("#field-email-fault")).to_be_empty()
    c.dialog.get_by_role("button", name="Create").click()
    expect(c.rows).to_have_count(1)

    page.goto(f"{c.server.url}/#/Post")
    page.locator("#create").click()
    c.field("title").fill("t")
    c.field("meta").fill("{")
    expect(page.locator("#field-meta-fault")).to_contain_text("not JSON")
    c.field("rating").fill("five")
    sent = len(c.requests)
    c.dialog.get_by_role("button", name="Create").click()
    expect(page.locator("#field-rating-fault")).to_contain_text("not a number")
    assert not [url for url in c.requests[sent:] if url.endswith("/models/Post")], "it was sent all the same"
    c.field("meta").fill('{"a":[1,2]}')
    c.field("rating").fill("5")
    c.field("origin").fill('{"street":"Main"}')
    c.dialog.get_by_role("button", name="Create").click()
    expect(page.locator("#field-origin-fault")).to_contain_text("city")


def test_every_kind_of_field(c):
    """Values of each type go through the form unharmed: also big integers, null, empty text, and a member taken out of JSON."""
    c.server.create("Post", {"id": "p", "title": "All kinds", "rating": 9007199254740993, "featured": True, "tags": ["a"], "meta": {"keep": 1, "drop": 2},
                             "origin": {"street": "s", "city": "c"}, "publishedAt": "2026-11-30T15:04:05.123456789Z"})
    before = c.server.read("Post", "p")
    page = c.open("#/Post")
    expect(c.cell("All kinds", "rating")).to_have_text("9007199254740993")
    edit = lambda: c.row("All kinds").get_by_role("button", name="Edit All kinds").click()
    edit()
    c.field("meta").fill('{"keep":1}')
    c.field("tags").fill('["a","b"]')
    page.get_by_role("button", name="Save").click()
    expect(c.dialog).to_have_count(0)
    after = c.server.read("Post", "p")
    assert after["meta"] == {"keep": 1} and after["tags"] == ["a", "b"], after
    same = {name: value for name, value in before.items() if name not in ("meta", "tags", "updatedAt", "_version")}
    assert {name: after[name] for name in same} == same, after
    edit()
    c.field("origin").fill("")
    page.get_by_text("null", exact=True).locator("visible=true").first.scroll_into_view_if_needed()
    page.get_by_role("radio", name="null").check(force=True)
    c.field("status").select_option("DRAFT")
    page.get_by_role("button", name="Save").click()
    expect(c.dialog).to_have_count(0)
    after = c.server.read("Post", "p")
    assert (after["origin"], after["featured"], after["status"], after["rating"]) == (None, None, "DRAFT", 9007199254740993), after


def test_parents_are_offered(c):
    """A foreign key is picked by the parent's name, with the keyboard."""
    c.server.create("Post", [{"id": "p1", "title": "First river"}, {"id": "p2", "title": "Second stream"}])
    page = c.open("#/Comment")
    page.locator("#create").click()
    c.field("postID").focus()
    page.keyboard.type("stream")
    expect(page.locator(".options [role=option]")).to_have_count(1)
    expect(page.locator(".options [role=option]")).to_contain_text("Second stream")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(c.field("postID")).to_have_value("p2")
    page.keyboard.press("Control+Enter")
    expect(c.rows).to_have_count(1)


def test_conflict(c):
    """A save on an old version is refused with 412: the others' values are shown, taken or written over."""
    c.server.create("Post", {"id": "p", "title": "Before", "rating": 1})
    page = c.open("#/Post")
    # The notice of others' changes is held back, so that the server is the one that finds the conflict.
    page.route("**/observe?*", lambda route: route.abort())
    page.route("**/observe", lambda route: route.abort())
    page.reload()
    c.row("Before").get_by_role("button", name="Edit").click()
    c.field("title").fill("Mine")
    c.field("rating").fill("9")
    c.server.update("Post", "p", {"title": "Theirs", "rating": 2, "status": "DRAFT"})
    page.get_by_role("button", name="Save").click()
    expect(page.locator("dialog .banner")).to_contain_text("version 2")
    expect(page.locator(".theirs", has_text="Theirs: Theirs")).to_be_visible()
    assert c.server.read("Post", "p")["title"] == "Theirs", "the conflict was written over"
    page.locator(".theirs", has_text="Theirs: 2").get_by_role("button", name="Use theirs").click()
    expect(c.field("rating")).to_have_value("2")
    expect(c.field("status")).to_have_value("=DRAFT")
    page.get_by_role("button", name="Save over version 2").click()
    expect(c.dialog).to_have_count(0)
    record = c.server.read("Post", "p")
    assert (record["title"], record["rating"], record["status"], record["_version"]) == ("Mine", 2, "DRAFT", 3), record


def test_conflict_is_seen_coming(c):
    """A change by somebody else is told while the form is open, and so is a deletion."""
    c.server.create("Post", {"id": "p", "title": "Before", "rating": 1})
    page = c.open("#/Post")
    c.row("Before").get_by_role("button", name="Edit").click()
    c.field("title").fill("Mine")
    c.server.update("Post", "p", {"rating": 5})
    expect(page.locator("dialog .banner")).to_contain_text("changed elsewhere")
    expect(c.field("rating")).to_have_value("5")
    c.server.update("Post", "p", {"title": "Theirs"})
    expect(page.locator(".theirs", has_text="Theirs: Theirs")).to_be_visible()
    c.server.remove("Post", "p")
    expect(page.locator("dialog .banner")).to_contain_text("deleted")
    expect(c.field("title")).to_have_value("Mine")


def test_nothing_written_is_lost(c):
    """Leaving a form with something written asks first; leaving one without does not."""
    page = c.open("#/Post")
    c.live()
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    expect(c.dialog).to_have_count(0)
    page.keyboard.press("n")
    page.keyboard.type("A draft")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Go on writing").click()
    expect(c.field("title")).to_have_value("A draft")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Throw it away").click()
    expect(c.dialog).to_have_count(0)


def test_deletion_says_what_goes(c):
    """Before a deletion it is said what belongs to the record and goes with it."""
    c.server.create("Author", {"id": "a", "name": "Ada"})
    c.server.create("Post", [{"id": f"p{i}", "title": "t", "authorID": "a"} for i in range(3)])
    c.server.create("Comment", {"postID": "p1", "content": "c"})
    page = c.open("#/Author")
    c.row("Ada").get_by_role("button", name="Edit Ada").click()
    page.get_by_role("button", name="Delete").click()
    question = page.locator("dialog", has_text="Delete this Author?")
    expect(question).to_contain_text("3 Post")
    expect(question).to_contain_text("Comment")
    question.get_by_role("button", name="Keep it").click()
    expect(c.row("Ada")).to_have_count(1)
    page.get_by_role("button", name="Delete").click()
    question.locator("button.solid").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#models a", has_text="Comment").locator(".number")).to_have_text("0")


# The connection and the events

def test_reconnects(c):
    """When the server goes the light says so and counts down; when it is back the table goes on, nothing missed."""
    c.server.create("Post", POSTS[:2])
    page = c.open("#/Post")
    expect(c.rows).to_have_count(2)
    c.live()
    page.evaluate("window.sameDocument = true")
    c.server.stop()
    expect(c.light).to_have_attribute("data-phase", "waiting", timeout=15_000)
    expect(c.light).to_contain_text("Reconnecting")
    expect(c.light.locator(".light-clock")).to_have_text(re.compile(r"in \d+ s"))
    expect(c.rows).to_have_count(2)
    c.server.start()
    c.server.create("Post", {"id": "meanwhile", "title": "Meanwhile"})
    c.live()
    expect(c.row("Meanwhile")).to_have_count(1)
    c.server.create("Post", {"id": "after", "title": "Afterwards"})
    expect(c.row("Afterwards")).to_have_count(1)
    expect(page.locator(".frame-list .kind.create", has_text="create")).to_have_count(2, timeout=20_000)
    assert page.evaluate("window.sameDocument"), "the page was loaded again"


def test_frames(c):
    """Each frame is shown as it came; the list pauses without losing, filters, and is bounded."""
    page = c.open("#/Post")
    c.live()
    c.server.create("Post", {"id": "p", "title": "Needle", "rating": 1})
    mutation = page.locator(".frame-list li", has=page.locator(".kind.create"))
    expect(mutation).to_have_count(1)
    mutation.locator("summary").click()
    raw = mutation.locator("pre").inner_text()
    assert re.match(r'id: \S+-\d+\ndata: \{"type": ?"mutation"', raw), raw
    page.keyboard.press("p")
    c.server.update("Post", "p", {"rating": 2})
    expect(page.locator(".frames button", has_text="Resume (2)")).to_be_visible()
    expect(page.locator(".frame-list .kind.update")).to_have_count(0)
    page.keyboard.press("p")
    expect(page.locator(".frame-list .kind.update")).to_have_count(1)
    page.get_by_role("searchbox").fill('"mutationType": "update"' if '"type": ' in raw else '"mutationType":"update"')
    expect(page.locator(".frame-list li")).to_have_count(1)
    page.get_by_role("searchbox").fill("")
    for i in range(6):
        c.server.create("Comment", [{"postID": "p", "content": f"{i}-{k}"} for k in range(100)])
    expect(page.locator(".frame-list li")).to_have_count(500, timeout=20_000)
    expect(page.locator(".frame-list")).to_contain_text("5-99")


def test_two_streams(c):
    """However often the query changes, two streams are open: six connections are all that a browser has."""
    c.server.create("Post", POSTS[:3])
    page = c.open("#/Post")
    for name in ("Author", "Comment", "Post") * 3:
        page.locator("#models a", has_text=name).click()
    expect(c.rows).to_have_count(3)
    c.live()
    assert page.evaluate("openSources.size") == 2, page.evaluate("[...openSources].map((s) => s.url)")


# How it looks, and to whom

HOSTILE = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>'


def test_data_is_never_markup(c):
    """Whatever a record holds is shown as text, everywhere."""
    c.server.create("Author", {"id": HOSTILE, "name": HOSTILE})
    c.server.create("Post", {"id": "p", "title": HOSTILE, "authorID": HOSTILE, "tags": [HOSTILE], "meta": {HOSTILE: HOSTILE}, "origin": {"city": HOSTILE}})
    page = c.open("#/Post")
    expect(c.rows).to_have_count(1)
    expect(c.rows).to_contain_text(HOSTILE)
    c.rows.get_by_role("button", name="Edit").click()
    expect(c.field("title")).to_have_value(HOSTILE)
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("dialog", has_text="Delete this Post?")).to_contain_text(HOSTILE)
    assert page.evaluate("window.pwned") is None and page.locator("img[src=x]").count() == 0, "data became markup"


def test_widths(c):
    """At 320, 360 and 1600 px the page never scrolls sideways, whatever is open and however long the values are."""
    c.server.create("Author", {"id": "a", "name": "n" * 500})
    c.server.create("Post", [{"id": "long" * 60, "title": "unbroken" * 100, "authorID": "a", "tags": ["tag" * 50] * 9, "meta": {"k" * 300: 1}}, *POSTS])
    for width in (320, 360, 1600):
        page = c.open("#/Post", width=width, height=740)
        expect(c.rows).to_have_count(31)
        c.fits()
        page.locator("#where").fill("nonsense " * 30)
        expect(page.locator("#where-fault")).not_to_be_empty()
        c.fits()
        page.locator("#where").fill("")
        page.get_by_role("button", name="Fields").click()
        c.fits()
        page.keyboard.press("Escape")
        c.row("unbroken").get_by_role("button", name="Edit").click()
        expect(c.dialog).to_be_visible()
        c.fits()
        page.get_by_role("button", name="Delete").click()
        expect(page.locator("dialog", has_text="Delete this Post?")).to_be_visible()
        c.fits()
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.goto(f"{c.server.url}/#/Comment")
        expect(page.locator(".lesson")).to_be_visible()
        c.fits()


def test_light_and_dark(c):
    """Colours follow the system until they are chosen; the choice outlives a reload."""
    shade = "(() => { const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number); return r + g + b; })()"
    page = c.open("#/Post", color_scheme="dark")
    assert page.evaluate(shade) < 150, "not dark with a dark system"
    page = c.open("#/Post", color_scheme="light")
    c.live()
    assert page.evaluate(shade) > 600, "not light with a light system"
    page.keyboard.press("d")
    page.keyboard.press("d")
    assert page.evaluate(shade) < 150, "not dark when chosen"
    page.reload()
    c.live()
    assert page.evaluate(shade) < 150, "the choice is forgotten"


def test_accessible(c):
    """No violation that axe knows of, of serious or critical impact, in any state, both widths, light and dark."""
    c.server.create("Author", {"id": "a", "name": "Ada"})
    c.server.create("Post", [{**post, "authorID": "a", "featured": True, "tags": ["x"], "meta": {"a": 1}} for post in POSTS[:6]])

    def judge(page, state):
        c.still()
        found = [f"{v['id']}: {v['nodes'][0]['html'][:160]} {v['nodes'][0]['any'][:1]}" for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")]
        assert not found, f"{state}: " + "\n".join(found)

    for width in (360, 1600):
        for scheme in ("light", "dark"):
            page = c.open("#/Post?sort=-rating,title", width=width, color_scheme=scheme, bypass_csp=True)
            expect(c.rows).to_have_count(6)
            c.live()
            where = f"{width} px, {scheme}"
            judge(page, f"table, {where}")
            page.locator("#where").fill("nope > 1")
            expect(page.locator(".caret")).to_be_visible()
            judge(page, f"fault, {where}")
            page.locator("#where").fill("")
            page.get_by_role("button", name="Fields").click()
            judge(page, f"fields, {where}")
            page.keyboard.press("Escape")
            c.row("Post 06").get_by_role("button", name="Edit").click()
            expect(c.dialog).to_be_visible()
            judge(page, f"form, {where}")
            page.get_by_role("button", name="Delete").click()
            expect(page.locator(".cascade")).to_contain_text("with it")
            judge(page, f"deletion, {where}")
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")
            expect(c.dialog).to_have_count(0)
            page.locator("h1").click()
            page.keyboard.press("?")
            expect(c.dialog).to_be_visible()
            judge(page, f"keys, {where}")
            page.keyboard.press("Escape")
            page.locator("#models a", has_text="Comment").click()
            expect(page.locator(".lesson")).to_be_visible()
            judge(page, f"empty, {where}")
