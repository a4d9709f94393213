"""A server, a browser and a page for each test, and what holds in every test: no request to another host, no uncaught
error, no violation of the strict content security policy that the page is served under."""
import contextlib
import json
import os
import re
import select
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

from playwright.sync_api import expect, sync_playwright

HERE = os.path.dirname(os.path.abspath(__file__))
TIMEOUT = 8_000
POLICY = "default-src 'self'"
expect.set_options(timeout=TIMEOUT)

# Counts event sources that are open, notes violations of the policy and animations that scripts begin; runs before the page's own code.
PROBE = """
window.violations = [];
window.openSources = new Set();
window.animated = [];
document.addEventListener('securitypolicyviolation', (event) => violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
const animate = Element.prototype.animate;
Element.prototype.animate = function (keyframes, timing) {
  animated.push({ element: this, properties: keyframes.flatMap(Object.keys) });
  return animate.call(this, keyframes, timing);
};
const Original = window.EventSource;
window.EventSource = class extends Original {
  constructor(...rest) { super(...rest); openSources.add(this); }
  close() { openSources.delete(this); super.close(); }
};
"""


@contextlib.contextmanager
def browser(executable, headed):
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, headless=not headed, args=["--no-sandbox"])
        try:
            yield chromium
        finally:
            chromium.close()


class Server:
    """One `rivulet serve` on a free port of the loopback; a second `start` takes the same port and database."""

    def __init__(self, binary, folder):
        self.binary, self.folder, self.port, self.process = os.path.abspath(binary), folder, 0, None

    def start(self):
        command = [self.binary, "serve", "--schema", os.path.join(HERE, "schema.graphql"), "--database", os.path.join(self.folder, "console.db"),
                   "--listen", f"127.0.0.1:{self.port}"]
        self.log = open(os.path.join(self.folder, "server.log"), "ab")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, cwd=self.folder)
        if not select.select([self.process.stdout], [], [], 20)[0]:
            raise AssertionError("the server did not say where it listens within 20 s")
        line = self.process.stdout.readline().decode()
        match = re.match(r"listening on (http://127\.0\.0\.1:(\d+))\s*$", line)
        if not match:
            raise AssertionError(f"the server's first line is {line!r}; its log:\n{self.logged()}")
        self.url, self.port = match[1], int(match[2])

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.process:
            self.process.stdout.close()
            self.log.close()
        self.process = None

    def logged(self):
        with open(os.path.join(self.folder, "server.log"), encoding="utf-8", errors="replace") as log:
            return log.read()[-4000:]

    def call(self, method, path, body=None, headers=None):
        """The JSON of an answer of 2xx; anything else is an error of the test."""
        data = None if body is None else json.dumps(body).encode()
        kind = "application/merge-patch+json" if method == "PATCH" else "application/json"
        request = urllib.request.Request(self.url + path, data, {"Content-Type": kind, **(headers or {})}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read().decode()}") from None

    def create(self, model, record):
        answer = self.call("POST", f"/models/{model}", record)
        return answer["items"] if isinstance(record, list) else answer

    def update(self, model, key, changes):
        return self.call("PATCH", f"/models/{model}/{urllib.parse.quote(key, safe='')}", changes)

    def remove(self, model, key):
        return self.call("DELETE", f"/models/{model}/{urllib.parse.quote(key, safe='')}")

    def read(self, model, key):
        return self.call("GET", f"/models/{model}/{urllib.parse.quote(key, safe='')}")


class Console:
    """A test's server and page, with the words of the console for what a person does there."""

    def __init__(self, chromium, binary, name, screenshots):
        self.chromium, self.name, self.screenshots = chromium, name, screenshots
        self.folder = tempfile.TemporaryDirectory(prefix="rivulet-console-")
        self.server = Server(binary, self.folder.name)
        self.requests, self.errors, self.pages, self.contexts = [], [], [], []

    def __enter__(self):
        self.server.start()
        return self

    def __exit__(self, kind, error, trace):
        try:
            if kind is None:
                self.check()
            elif self.screenshots and self.pages:
                os.makedirs(self.screenshots, exist_ok=True)
                self.page.screenshot(path=os.path.join(self.screenshots, f"{self.name}.png"))
        finally:
            for context in self.contexts:
                context.close()
            self.server.stop()
            self.folder.cleanup()

    def check(self):
        hosts = {urllib.parse.urlsplit(url).netloc for url in self.requests}
        assert hosts <= {f"127.0.0.1:{self.server.port}"}, f"requests to {hosts}"
        assert not self.errors, f"uncaught in the page: {self.errors}"
        for page in self.pages:
            violations = page.evaluate("violations")
            assert not violations, f"against {POLICY}: {violations}"

    def open(self, hash="", width=1600, height=1000, **settings):
        """A page in a context of its own, at `/#…`, when its connection is live."""
        context = self.chromium.new_context(viewport={"width": width, "height": height}, **settings)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.set_default_timeout(TIMEOUT)
        context.add_init_script(PROBE)
        context.on("request", lambda request: self.requests.append(request.url))
        context.route(lambda url: urllib.parse.urlsplit(url).path in ("/", "/index.html"), self.strict)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.pages.append(page)
        self.page = page
        page.goto(f"{self.server.url}/{hash}")
        return page

    def strict(self, route):
        answer = route.fetch()
        assert answer.status == 200, f"{route.request.url}: {answer.status}"
        route.fulfill(response=answer, headers={**answer.headers, "content-security-policy": POLICY})

    # What is on the page

    @property
    def rows(self):
        return self.page.locator("tbody tr:not(.leaving)")

    def row(self, words):
        return self.rows.filter(has_text=words)

    def column(self, name):
        """The texts of one column, from the top."""
        return self.page.evaluate("""(name) => {
          const at = [...document.querySelectorAll('thead th')].findIndex((th) => th.textContent.replace(/[↑↓\\d]*$/, '') === name);
          return [...document.querySelectorAll('tbody tr:not(.leaving)')].map((tr) => tr.cells[at].textContent);
        }""", name)

    def cell(self, words, name):
        expect(self.row(words)).to_have_count(1)
        at = self.page.evaluate("(name) => [...document.querySelectorAll('thead th')].findIndex((th) => th.textContent.replace(/[↑↓\\d]*$/, '') === name)", name)
        assert at >= 0, f"no column {name}"
        return self.row(words).locator("td").nth(at)

    @property
    def light(self):
        return self.page.locator("#light")

    @property
    def dialog(self):
        return self.page.locator("dialog[open]")

    def field(self, name):
        return self.page.locator(f"#field-{name}")

    def live(self):
        expect(self.light).to_have_attribute("data-phase", "live", timeout=20_000)

    def until(self, condition, what, timeout=8):
        """Polls until `condition()` holds."""
        end = time.monotonic() + timeout
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"not within {timeout} s: {what}")
            self.page.wait_for_timeout(20)

    def still(self):
        self.until(lambda: self.page.evaluate("document.getAnimations().every((animation) => animation.playState !== 'running')"), "all animations at rest")

    def fits(self):
        """The page does not scroll sideways, and nothing that is fixed to the screen sticks out of it."""
        self.still()
        width, inner = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width <= inner, f"the page is {width} px wide on a screen of {inner} px"
        outside = self.page.evaluate("""() => [...document.querySelectorAll('dialog[open], header.top, .title, .query, .share, .records, .frames, .popover:popover-open')]
          .filter((e) => { const r = e.getBoundingClientRect(); return r.left < -0.5 || r.right > innerWidth + 0.5; }).map((e) => e.className)""")
        assert not outside, f"outside of the screen: {outside}"
