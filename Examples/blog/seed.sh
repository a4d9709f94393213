#!/usr/bin/env bash
# seed.sh [URL]: puts two authors, three posts and three comments into a server that serves this folder's schema.
# PUT creates or replaces, so it may run again; what is there already stays as it is and makes no event.
set -euo pipefail
url=${1:-http://127.0.0.1:8080}

put() { # put PATH JSON
    curl --silent --show-error --fail-with-body --output /dev/null \
        --request PUT "$url/models/$1" --header 'Content-Type: application/json' --data "$2"
    echo "$1"
}

# Parents first: a key must point at a record when it is written.
put Author/ada '{"name": "Ada Lovelace", "email": "ada@example.org"}'
put Author/grace '{"name": "Grace Hopper", "email": "grace@example.org"}'

put Post/engine '{"title": "Notes on the engine", "status": "PUBLISHED", "rating": 90, "tags": ["machines", "numbers"],
    "publishedAt": "1843-09-01T12:00:00Z", "authorID": "ada"}'
put Post/compiler '{"title": "A compiler in a week", "status": "PUBLISHED", "rating": 75, "tags": ["languages"],
    "publishedAt": "1952-05-02T09:30:00-05:00", "authorID": "grace"}'
put Post/moth '{"title": "The moth in relay 70", "body": "First actual case of bug being found.", "rating": 40,
    "tags": [], "authorID": "grace"}'

put Comment/c1 '{"content": "The table of operations is wonderful.", "postID": "engine"}'
put Comment/c2 '{"content": "Does it weave leaves, too?", "postID": "engine"}'
put Comment/c3 '{"content": "They said it could not be done.", "postID": "compiler"}'
