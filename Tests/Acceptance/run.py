#!/usr/bin/env python3
"""Run the acceptance tests of Rivulet against a built command.

    python3 Tests/Acceptance/run.py --rivulet PATH [--only PATTERN]… [--jobs N] [--seed N] [--long] [--list]

Each test runs in its own process with its own servers. The last line is `N passed, N failed`; the exit code is
0 when all passed, 1 when one failed, 2 when the command is not there.
"""
import argparse
import fnmatch
import os
import random
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import chapters  # noqa: E402
from kit import plan, process  # noqa: E402
from kit.judge import Absent, Wrong  # noqa: E402


def report(fault, seed):
    """A failure for a reader: the sentence, what was asked and answered last, and the end of the server's log."""
    lines = [str(fault) if isinstance(fault, (Wrong, AssertionError)) else "".join(traceback.format_exception_only(fault)).strip()]
    frames = [f for f in traceback.extract_tb(fault.__traceback__) if "/chapters/" in f.filename]
    if frames:
        lines.append(f"at {os.path.basename(frames[-1].filename)}:{frames[-1].lineno}: {frames[-1].line}")
    for account in getattr(fault, "servers", []):
        lines += account
    lines.append(f"seed {seed}")
    return "\n".join(lines)


def child(test, seed, long, pipe):
    """Run one test in this forked process and write the verdict: a word, a line end, and the report."""
    os.setpgrp()
    try:
        test.run(seed, long)
        verdict = "passed\n"
    except Absent as lack:
        verdict = f"absent\n{lack}"
    except BaseException as fault:  # noqa: BLE001: every end of a test is a verdict
        verdict = "failed\n" + report(fault, seed)
    data = verdict.encode("utf-8", "backslashreplace")
    while data:
        data = data[os.write(pipe, data):]
    os._exit(0)


class Runner:
    """Keeps up to `jobs` tests running and collects their verdicts. A test that wants the machine runs alone, last."""

    def __init__(self, tests, jobs, seed, long):
        self.waiting = sorted(tests, key=lambda t: (t.alone, -t.seconds))
        self.jobs, self.seed, self.long = jobs, seed, long
        self.running, self.passed, self.failed, self.absent, self.times = {}, [], [], [], []

    def begin(self, test):
        reader, writer = os.pipe()
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            os.close(reader)
            child(test, self.seed, self.long, writer)
        os.close(writer)
        self.running[reader] = [test, pid, time.monotonic(), b""]

    def finish(self, reader, verdict):
        test, pid, since, _ = self.running.pop(reader)
        try:
            os.killpg(pid, signal.SIGKILL)  # the test's own process group: itself and the servers that it started
        except ProcessLookupError:
            pass
        os.waitpid(pid, 0)
        os.close(reader)
        took = time.monotonic() - since
        self.times.append((took, test.name))
        word, _, text = verdict.partition("\n")
        {"passed": self.passed, "absent": self.absent}.get(word, self.failed).append(test.name)
        print(f"{word} {test.name} ({took:.1f} s)")
        if word == "absent":
            print(f"    not tried here: {text}")
        elif word != "passed":
            print(f"    promised: {test.sentence}")
            print("    " + text.replace("\n", "\n    "))

    def room(self):
        if not self.waiting or len(self.running) >= self.jobs:
            return False
        return not self.running or not (self.waiting[0].alone or any(r[0].alone for r in self.running.values()))

    def run(self):
        while self.waiting or self.running:
            while self.room():
                self.begin(self.waiting.pop(0))
            for reader in select.select(list(self.running), [], [], 0.1)[0]:
                data = os.read(reader, 1 << 16)
                if data:
                    self.running[reader][3] += data
                else:
                    self.finish(reader, self.running[reader][3].decode() or "failed\nthe test's process died")
            for reader, (test, _, since, _) in list(self.running.items()):
                limit = test.seconds * (6 if self.long else 2)
                if time.monotonic() - since > limit:
                    self.finish(reader, f"failed\nnot done after {limit} s")


def clear(folder):
    """Remove the run's folder, and the small disks that a test which was ended may have left mounted in it."""
    with open("/proc/mounts") as mounts:
        left = [words[1] for words in map(str.split, mounts) if words[1].startswith(folder + os.sep)]
    for place in left:
        subprocess.run(["umount", "-l", place], capture_output=True)
    shutil.rmtree(folder, ignore_errors=True)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rivulet", default=".build/release/rivulet", help="the command under test")
    options.add_argument("--only", action="append", default=[], metavar="PATTERN", help="names to run: a part of the name, or a pattern with *")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--seed", type=int, default=None)
    options.add_argument("--long", action="store_true", help="more rounds, and the tests that take minutes")
    options.add_argument("--list", action="store_true", help="print the names and sentences")
    options.add_argument("--slowest", type=int, default=0, metavar="N", help="print the N slowest tests at the end")
    given = options.parse_args()
    tests = [t for t in plan.find(chapters) if (given.long or not t.long or given.list)
             and (not given.only or any(o in t.name or fnmatch.fnmatchcase(t.name, o) for o in given.only))]
    if given.list:
        for test in tests:
            print(f"{test.name}: {test.sentence}")
        return 0
    binary = shutil.which(given.rivulet) if os.sep not in given.rivulet else os.path.abspath(given.rivulet)
    if not binary or not os.access(binary, os.X_OK):
        print(f"no such command: {given.rivulet}", file=sys.stderr)
        return 2
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    seed = given.seed if given.seed is not None else random.SystemRandom().randrange(1 << 31)
    sys.stdout.reconfigure(line_buffering=True)
    tempfile.tempdir = tempfile.mkdtemp(prefix="rivulet-acceptance-")
    os.chmod(tempfile.tempdir, 0o755)
    # A copy: other users may run it, wherever the checkout is, and a build meanwhile does not replace it.
    process.BINARY = shutil.copy(binary, os.path.join(tempfile.tempdir, "rivulet"))
    print(f"{len(tests)} tests, seed {seed}")
    runner = Runner(tests, given.jobs, seed, given.long)
    began = time.monotonic()
    try:
        runner.run()
    finally:
        clear(tempfile.tempdir)
    for took, name in sorted(runner.times, reverse=True)[:given.slowest]:
        print(f"{took:6.1f} s {name}")
    print(f"{time.monotonic() - began:.0f} s" + (f"; {len(runner.absent)} not tried here" if runner.absent else ""))
    if runner.failed:
        print("failed: " + " ".join(sorted(runner.failed)))
    print(f"{len(runner.passed)} passed, {len(runner.failed)} failed")
    return 1 if runner.failed else 0


if __name__ == "__main__":
    sys.exit(main())
