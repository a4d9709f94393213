#include "CConsole.h"

/* One array a file; the build follows the files named here. */
static const unsigned char index_html[] = {
#embed "../../public/index.html"
};

static const rivulet_console_file files[] = {
    {"/index.html", index_html, sizeof index_html},
};

const rivulet_console_file *rivulet_console_files(void) { return files; }

size_t rivulet_console_file_count(void) { return sizeof files / sizeof files[0]; }
