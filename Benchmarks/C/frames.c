#define _GNU_SOURCE
#include "frames.h"
#include "support.h"
#include <stdlib.h>
#include <string.h>

enum { FRAME_LIMIT = 16 << 20 };

static bool carries_data(const char *frame, size_t length) {
    return (length >= 5 && memcmp(frame, "data:", 5) == 0) || memmem(frame, length, "\ndata:", 6) != NULL;
}

static void keep(struct frames *f, const char *bytes, size_t count) {
    if (f->length + count > FRAME_LIMIT) fail("a frame is too long");
    if (f->length + count > f->room) {
        f->room = (f->length + count) * 2;
        f->kept = realloc(f->kept, f->room);
        if (f->kept == NULL) fail("out of memory");
    }
    memcpy(f->kept + f->length, bytes, count);
    f->length += count;
}

/* Hands on what is whole in the text and returns how much that was. */
static size_t cut(const char *text, size_t count, size_t from, frames_take *take, void *context) {
    const char *begin = text, *search = text + from, *end = text + count, *gap;
    while ((gap = memmem(search, (size_t)(end - search), "\n\n", 2)) != NULL) {
        if (carries_data(begin, (size_t)(gap - begin))) take(context, begin, (size_t)(gap - begin));
        begin = search = gap + 2;
    }
    return (size_t)(begin - text);
}

void frames_feed(struct frames *f, const char *bytes, size_t count, frames_take *take, void *context) {
    if (f->length == 0) {
        size_t whole = cut(bytes, count, 0, take, context);
        keep(f, bytes + whole, count - whole);
        return;
    }
    size_t before = f->length;
    keep(f, bytes, count);
    size_t whole = cut(f->kept, f->length, before - 1, take, context);
    memmove(f->kept, f->kept + whole, f->length - whole);
    f->length -= whole;
}

int64_t frames_mark(const char *frame, size_t length) {
    const char *mark = memmem(frame, length, "SQ1", 3);
    if (mark == NULL || (size_t)(frame + length - mark) < 12) return -1;
    int64_t value = 0;
    for (int i = 2; i < 12; i++)
        value = value * 10 + (mark[i] - '0');
    return value - FIRST_NUMBER;
}
