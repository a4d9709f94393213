# What the scripts share; sourced by them, it does nothing by itself. Leaves the working folder at the project's root.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export SWIFT_BACKTRACE=${SWIFT_BACKTRACE:-enable=no}

SERVER=.build/release/rivulet

say() { printf '%s\n' "$*" >&2; }
die() { say "${0##*/}: $*"; exit 1; }

# The comment at the top of a script is its help.
usage() { sed -n '2,/^[^#]/{s/^# \{0,1\}//p}' "$0"; }

# swift_is_new: whether `swift` is there and at least 6.2.
swift_is_new() {
    local version
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
    [[ -n $version ]] || return 1
    local major=${version% *} minor=${version#* }
    ((major > 6 || (major == 6 && minor >= 2)))
}

# build_server: the release binary at $SERVER; runs setup first when something it needs is missing.
build_server() {
    if ! swift_is_new || ! pkg-config --exists sqlite3 zlib 2>/dev/null; then scripts/setup >&2; fi
    swift build -c release --product rivulet >&2
}

# python_with FILE: a Python with the packages of a requirements file, in a venv under .build/. Sets PYTHON.
python_with() {
    local requirements=$1 home
    home=.build/venv/$(basename "$requirements" .txt)
    PYTHON=$home/bin/python3
    if ! cmp -s "$requirements" "$home/installed.txt"; then
        rm -rf "$home"
        python3 -m venv "$home"
        "$PYTHON" -m pip install --quiet --disable-pip-version-check -r "$requirements" >&2
        cp "$requirements" "$home/installed.txt"
    fi
}

# start_server ARGUMENTS…: `rivulet serve ARGUMENTS` in the background, its log shown. Sets SERVER_PID and SERVER_URL once it listens.
start_server() {
    local pipe line
    pipe=$(mktemp -u)
    mkfifo "$pipe"
    "$SERVER" serve "$@" >"$pipe" &
    SERVER_PID=$!
    exec {SERVER_OUT}<"$pipe"
    rm -f "$pipe"
    IFS= read -r line <&"$SERVER_OUT" || true
    SERVER_URL=${line#listening on }
    if [[ $SERVER_URL != http* ]]; then
        wait "$SERVER_PID" || true
        die "the server did not start"
    fi
}

# wait_for_server: until it ends; SIGINT and SIGTERM are passed on to it and its exit code is ours.
wait_for_server() {
    local code=0
    trap 'kill -TERM "$SERVER_PID" 2>/dev/null || true' INT TERM
    wait "$SERVER_PID" || code=$?
    while kill -0 "$SERVER_PID" 2>/dev/null; do code=0; wait "$SERVER_PID" || code=$?; done
    return "$code"
}
