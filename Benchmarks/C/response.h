#pragma once
/* An HTTP/1.1 answer, read from bytes as they come: the client's half of RFC 9112 §6 that a benchmark needs. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum response_state {
    RESPONSE_HEAD,
    RESPONSE_LENGTH,     /* a body of known length */
    RESPONSE_CHUNK_SIZE, /* a chunked body: between the parts */
    RESPONSE_CHUNK,      /* inside a chunk */
    RESPONSE_TRAILER,    /* after the last chunk */
    RESPONSE_UNTIL_CLOSE,
    RESPONSE_DONE,
};

struct response {
    enum response_state state;
    int status;
    bool closes; /* the server will close the connection after this answer */
    uint64_t left;
    size_t line_length; /* of what is kept from earlier calls */
    char line[4096];
};

/* Called with each decoded piece of the body, in order. */
typedef void response_body(void *context, const char *bytes, size_t count);

/* Makes it ready for the next answer. */
void response_reset(struct response *r);

/* Takes bytes up to the end of the answer and returns how many it took; ends the program when they are no HTTP. */
size_t response_feed(struct response *r, const char *bytes, size_t count, response_body *body, void *context);
