#pragma once
#include <stddef.h>

/* A file of the web console, built into the binary. */
typedef struct {
    const char *path; /* as in the URL, "/index.html" */
    const unsigned char *bytes;
    size_t count;
} rivulet_console_file;

/* The files of `public/`, and how many there are. */
const rivulet_console_file *rivulet_console_files(void);
size_t rivulet_console_file_count(void);
