#include "CConsole.h"

/* One array a file; the build follows the files named here. */
static const unsigned char index_html[] = {
#embed "../../public/index.html"
};

const rivulet_console_file rivulet_console_files[] = {
    {"/index.html", index_html, sizeof index_html},
};

const size_t rivulet_console_file_count = sizeof rivulet_console_files / sizeof rivulet_console_files[0];
