#define _GNU_SOURCE
#include "response.h"
#include "support.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void response_reset(struct response *r) {
    r->state = RESPONSE_HEAD;
    r->status = 0;
    r->closes = false;
    r->left = 0;
    r->line_length = 0;
}

/* The value of a field if the line is that field, else NULL. */
static const char *field(const char *line, const char *name) {
    size_t length = strlen(name);
    if (strncasecmp(line, name, length) != 0 || line[length] != ':') return NULL;
    for (line += length + 1; *line == ' '; line++) {}
    return line;
}

static void read_head(struct response *r, char *head) {
    bool chunked = false, sized = false;
    if (strncmp(head, "HTTP/1.1 ", 9) != 0) fail("not an HTTP/1.1 answer: %.60s", head);
    r->status = atoi(head + 9);
    for (char *line = strstr(head, "\r\n"); line != NULL && line[2] != '\r'; line = strstr(line, "\r\n")) {
        line += 2;
        const char *value;
        if ((value = field(line, "Content-Length")) != NULL) {
            sized = true;
            r->left = strtoull(value, NULL, 10);
        } else if ((value = field(line, "Transfer-Encoding")) != NULL) {
            chunked = strncasecmp(value, "chunked", 7) == 0;
        } else if ((value = field(line, "Connection")) != NULL) {
            r->closes = strncasecmp(value, "close", 5) == 0;
        }
    }
    if (r->status == 204 || r->status == 304 || (!chunked && sized && r->left == 0)) {
        r->state = RESPONSE_DONE;
    } else {
        r->state = chunked ? RESPONSE_CHUNK_SIZE : sized ? RESPONSE_LENGTH : RESPONSE_UNTIL_CLOSE;
    }
}

/* Collects bytes until `end` stands in them; then the text, ended by NUL, is in `line` and the return value counts the
 * bytes taken. Otherwise all are kept and `whole` is false. */
static size_t collect(struct response *r, const char *bytes, size_t count, const char *end, bool *whole) {
    size_t length = strlen(end), before = r->line_length;
    size_t take = count < sizeof r->line - 1 - before ? count : sizeof r->line - 1 - before;
    memcpy(r->line + before, bytes, take);
    size_t from = before > length ? before - length : 0;
    char *found = memmem(r->line + from, before + take - from, end, length);
    *whole = found != NULL;
    if (found == NULL) {
        if (take < count) fail("an answer's head is too long");
        r->line_length = before + take;
        return count;
    }
    size_t total = (size_t)(found - r->line) + length;
    r->line[total] = 0;
    r->line_length = 0;
    return total - before;
}

size_t response_feed(struct response *r, const char *bytes, size_t count, response_body *body, void *context) {
    const char *p = bytes, *end = bytes + count;
    while (p < end && r->state != RESPONSE_DONE) {
        bool whole;
        size_t part;
        switch (r->state) {
        case RESPONSE_HEAD:
            p += collect(r, p, (size_t)(end - p), "\r\n\r\n", &whole);
            if (whole) read_head(r, r->line);
            break;
        case RESPONSE_CHUNK_SIZE:
            p += collect(r, p, (size_t)(end - p), "\r\n", &whole);
            if (!whole || r->line[0] == '\r') break; /* the CRLF that ends the chunk before */
            char *after;
            r->left = strtoull(r->line, &after, 16);
            if (after == r->line) fail("bad chunk size: %.20s", r->line);
            r->state = r->left == 0 ? RESPONSE_TRAILER : RESPONSE_CHUNK;
            break;
        case RESPONSE_TRAILER:
            p += collect(r, p, (size_t)(end - p), "\r\n", &whole);
            if (whole && r->line[0] == '\r') r->state = RESPONSE_DONE;
            break;
        case RESPONSE_LENGTH:
        case RESPONSE_CHUNK:
            part = (uint64_t)(end - p) < r->left ? (size_t)(end - p) : (size_t)r->left;
            body(context, p, part);
            p += part;
            r->left -= part;
            if (r->left == 0) r->state = r->state == RESPONSE_LENGTH ? RESPONSE_DONE : RESPONSE_CHUNK_SIZE;
            break;
        case RESPONSE_UNTIL_CLOSE:
            body(context, p, (size_t)(end - p));
            p = end;
            break;
        case RESPONSE_DONE: break;
        }
    }
    return (size_t)(p - bytes);
}
