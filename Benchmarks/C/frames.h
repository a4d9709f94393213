#pragma once
/* Server-Sent Events, cut into frames as bytes come: as much of the event stream format (HTML, "Server-sent events") as
 * a check of deliveries needs. */
#include <stddef.h>
#include <stdint.h>

/* What an unfinished frame has so far. Nothing is allocated while frames come whole. */
struct frames {
    char *kept;
    size_t length, room;
};

/* Called with each whole frame that carries data, without the empty line that ends it. */
typedef void frames_take(void *context, const char *frame, size_t length);

void frames_feed(struct frames *f, const char *bytes, size_t count, frames_take *take, void *context);

/* The number after the first "SQ" of a frame, counted from FIRST_NUMBER; -1 when there is none. */
int64_t frames_mark(const char *frame, size_t length);
