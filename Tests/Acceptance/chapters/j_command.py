"""§7: the command, its flags and variables, its exit codes, its log."""
import json
import os
import subprocess

from kit import process
from kit.judge import expect, same, until
from kit.plan import test
from kit.process import command, free_port
from kit.wire import now

USAGE = [
    # words, what the message names
    (["serv"], ["serv", "serve"]), (["serve", "--lsten", "127.0.0.1:0"], ["--lsten", "--listen"]), (["serve", "--max-snapshot-item", "5"], ["--max-snapshot-item", "--max-snapshot-items"]), (["serve", "--listen"], ["--listen"]),
    (["serve", "--listen", "127.0.0.1:65536"], ["listen", "65536"]), (["serve", "--listen", "nowhere"], ["listen"]), (["serve", "--listen", "127.0.0.1:-1"], ["listen"]), (["serve", "--max-body", "x"], ["--max-body", "x"]), (["serve", "--max-body", "-1"], ["--max-body"]),
    (["serve", "--max-body", "1MB"], ["--max-body"]), (["serve", "--max-body", "0x10"], ["--max-body"]), (["serve", "--max-body", "99999999999999999999"], ["--max-body"]), (["serve", "--max-body", ""], ["--max-body"]), (["serve", "--header-timeout", "0"], ["--header-timeout"]),
    (["serve", "--header-timeout", "1.5"], ["--header-timeout"]), (["serve", "--max-connections", "many"], ["--max-connections"]), (["serve", "--retry", "-2"], ["--retry"]), (["serve", "--migrate=yes"], ["--migrate", "allow-destructive"]), (["serve", "--log-format", "xml"], ["--log-format"]),
    (["serve", "stray"], ["stray"]), (["serve", "--log-retention-change", "5"], ["--log-retention-changes"]), (["serve", "-x"], ["-x"]), (["serve", "--schema"], ["--schema"]), (["check-schema"], ["check-schema"]), (["check-schema", "a", "b"], ["check-schema"]), (["migrate", "--dry-rum"], ["--dry-rum", "--dry-run"]),
    (["help", "serv"], ["serv"]), (["serve", "--listen", "127.0.0.1:0", "--listen", "127.0.0.1:0"], ["--listen"]),
]


def test_usage_errors(start, rows):
    """An unknown command or flag, a value that is missing or out of range: exit 2, nothing on stdout, the message names it and the nearest right one."""
    server = start(go=False)
    for words, named in USAGE:
        with rows(" ".join(words)):
            code, out, err = command(*words, cwd=server.home)
            same((code, out), (2, ""), f"exit code and stdout ({err[-200:]!r})")
            for word in named:
                expect(word in err, f"{word!r} is not named in {err[-300:]!r}")
    same(sorted(os.listdir(server.home)), ["schema.graphql"], "files after usage errors")
    with rows("no command"):
        code, out, err = command(cwd=server.home)
        expect(code in (0, 2) and "serve" in out + err, f"exit code {code}: {out + err!r}")


def test_help_and_version(rows):
    """help, help of each command, --help and version: exit 0, on stdout, with every flag of §6 and §7."""
    for words in (["help"], ["--help"], ["help", "serve"], ["serve", "--help"], ["help", "check-schema"], ["help", "migrate"], ["migrate", "--help"], ["version"]):
        with rows(" ".join(words)):
            code, out, err = command(*words)
            same((code, err), (0, ""), "exit code and stderr")
            expect(out.strip(), "nothing on stdout")
    for name in ("serve", "check-schema", "migrate", "version", "help"):
        with rows("named in help", name):
            expect(name in command("help")[1], "not named")
    text = command("help", "serve")[1]
    for flag in ("schema", "database", "listen", "public", "max-request-line", "max-header-bytes", "max-header-fields", "max-body", "header-timeout", "body-timeout", "keep-alive-timeout", "max-connections", "max-streams-per-address", "stream-buffer", "stream-timeout",
                 "max-snapshot-items", "log-retention-changes", "log-retention-days", "shutdown-grace", "retry", "cors-origin", "log-format", "migrate"):
        with rows("a flag in help serve", flag):
            expect(f"--{flag}" in text, "not named")


def test_listening_line(start):
    """The first and only line on stdout is `listening on http://HOST:PORT`, said when connections are taken; flags may be written with = too."""
    server = start(go=False)
    server.flags = ["--max-snapshot-items=3"]
    server.start()
    same(server.first_line, f"listening on http://127.0.0.1:{server.port}", "the line")
    same(server.get("/healthz").status, 200, "at once")
    server.make("Post", [{"title": "t"}] * 4)
    same(server.get("/observeQuery/Post").status, 422, "the flag")
    server.terminate()
    same(server.process.stdout.read(), b"", "more on stdout")


def test_variables(start):
    """Every flag has a variable RIVULET_<FLAG>; PORT sets the port; a flag wins over a variable; a bad value in a variable is a usage error that names it."""
    server = start(go=False)
    server.env = {"RIVULET_MAX_SNAPSHOT_ITEMS": "3", "RIVULET_MAX_BODY": "50", "RIVULET_LISTEN": "127.0.0.1:1"}
    server.flags = ["--max-body", "100000"]
    server.start()
    server.make("Post", [{"title": "t" * 50}] * 4)
    same(server.get("/observeQuery/Post").status, 422, "the variable")
    port = free_port()
    other = start(go=False)
    other.env = {"PORT": str(port), "RIVULET_SCHEMA": other.schema_path, "RIVULET_DATABASE": other.database}
    child = subprocess.Popen([process.BINARY, "serve"], cwd=other.home, env=process.environment(other.env), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        same(child.stdout.readline().decode().strip().rsplit(":", 1)[1], str(port), "the port")
    finally:
        child.kill()
        child.wait()
        child.stdout.close()
    for env, word in (({"RIVULET_MAX_BODY": "x"}, "RIVULET_MAX_BODY"), ({"PORT": "x"}, "PORT")):
        code, out, err = command("serve", "--schema", server.schema_path, "--database", ":memory:", env=env, cwd=server.home)
        same((code, out), (2, ""), f"exit code with {env} ({err[-200:]!r})")
        expect(word in err or word.lower().replace("rivulet_", "").replace("_", "-") in err, f"{word} is not named: {err[-200:]!r}")


def test_log(server):
    """The log is on stderr, one JSON object a line where there is no terminal, with neither secrets nor query tokens, and no line that a client could forge."""
    server.get("/models/Post?token=hunter2secret")
    server.get("/observe/Post?access_token=hunter3secret")
    server.post("/models/Post", {"title": "hunter4secret"}, {"Authorization": "Bearer hunter5secret", "Cookie": "a=hunter6secret"})
    server.get("/x%0a{%22forged%22:true}", {"User-Agent": "x"})
    server.terminate()
    text = server.log()
    expect(text.strip(), "the log is empty")
    for line in text.splitlines():
        try:
            expect(isinstance(json.loads(line), dict) and "forged" not in json.loads(line), f"line {line[:200]!r}")
        except ValueError:
            raise AssertionError(f"a line of the log is not JSON: {line[:200]!r}")
    for secret in ("hunter2", "hunter3", "hunter4", "hunter5", "hunter6"):
        expect(secret not in text, f"{secret}… is in the log")


def test_text_log(start):
    """--log-format text writes plain lines."""
    server = start(flags=("--log-format", "text"))
    server.get("/nope")
    server.terminate()
    text = server.log()
    expect(text.strip() and not text.lstrip().startswith("{"), f"log {text[:200]!r}")


def test_defaults(start):
    """Without flags: schema.graphql and rivulet.db in the working folder, 127.0.0.1:8080 unless PORT says another."""
    server = start(go=False)
    child = subprocess.Popen([process.BINARY, "serve"], cwd=server.home, env=process.environment({"PORT": str(free_port())}), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        expect(child.stdout.readline().decode().startswith("listening on http://127.0.0.1:"), "the line")
        expect(os.path.exists(server.database), "rivulet.db in the working folder")
    finally:
        child.kill()
        child.wait()
        child.stdout.close()


def test_console_is_built_in(server):
    """/ answers the console: HTML that loads nothing from elsewhere."""
    answer = server.get("/")
    same((answer.status, answer.type), (200, "text/html"), "status and type")
    for mark in ('src="http', 'href="http', "src='http", "@import", "//cdn"):
        expect(mark not in answer.text, f"{mark} in the console")


@test(alone=True)
def test_starts_quickly(start):
    """A start on a new database takes well under a second."""
    server = start(go=False)
    began = now()
    server.start()
    until(lambda: server.get("/healthz").status == 200, 2, "health")
    expect(now() - began < 1, f"the start took {now() - began:.2f} s")
