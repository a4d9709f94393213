"""Runs the console's browser tests.

    python3 Tests/Acceptance/console/run.py --rivulet .build/release/rivulet [--only live] [--headed]

Needs Chromium (`apt-get install chromium`; another one with --chromium). Playwright and axe come from PyPI into
.build/console-venv at the first run. The last line is `N passed, N failed`; the exit status is 1 when one failed.
"""
import argparse
import os
import subprocess
import sys
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(HERE, "..", "..", "..", ".build", "console-venv")
PACKAGES = ["playwright==1.*", "axe-playwright-python==0.1.*"]


def ensure_packages():
    """Continues this program in an environment that has Playwright and axe; makes that environment when needed."""
    try:
        import axe_playwright_python.sync_playwright  # noqa: F401
        import playwright.sync_api  # noqa: F401
        return
    except ImportError:
        pass
    python = os.path.join(VENV, "bin", "python")
    if os.path.realpath(sys.prefix) == os.path.realpath(VENV):
        sys.exit(f"{VENV} lacks {PACKAGES}; remove it and run again")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    os.execv(python, [python, *sys.argv])


def arguments():
    parser = argparse.ArgumentParser(description="The console's browser tests")
    parser.add_argument("--rivulet", required=True, help="the server's binary")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--only", default="", help="run the tests whose name contains this")
    parser.add_argument("--headed", action="store_true", help="show the browser")
    parser.add_argument("--screenshots", help="a folder for a picture of each failed test")
    return parser.parse_args()


def main():
    options = arguments()
    ensure_packages()
    import harness
    import test_console

    tests = [(name, value) for name, value in vars(test_console).items() if name.startswith("test_") and options.only in name]
    passed = failed = 0
    with harness.browser(options.chromium, options.headed) as chromium:
        for name, test in tests:
            started = time.monotonic()
            try:
                with harness.Console(chromium, options.rivulet, name, options.screenshots) as console:
                    test(console)
                passed += 1
                print(f"ok    {name} ({time.monotonic() - started:.1f} s)", flush=True)
            except Exception:
                failed += 1
                print(f"FAIL  {name}: {(test.__doc__ or '').strip()}", flush=True)
                traceback.print_exc()
    if not tests:
        print(f"no test has {options.only!r} in its name", file=sys.stderr)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
