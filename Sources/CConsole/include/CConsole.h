#pragma once
#include <stddef.h>

/* A file of the web console, built into the binary. */
typedef struct {
    const char *path; /* as in the URL, "/index.html" */
    const unsigned char *bytes;
    size_t count;
} rivulet_console_file;

/* All files of `public/`. */
extern const rivulet_console_file rivulet_console_files[];
extern const size_t rivulet_console_file_count;
