#pragma once
#include <zlib.h>

/* deflateInit2 is a macro, which Swift does not import. A window of 32 KiB, and gzip's frame around the data: its header
   holds no name and no time, so that equal bytes give equal bytes. */
static inline int rivulet_gzip_open(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
