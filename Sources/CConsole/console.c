#include "CConsole.h"

/* One array a file; the build follows the files named here. */
static const unsigned char index_html[] = {
#embed "../../public/index.html"
};

static const unsigned char api_js[] = {
#embed "../../public/api.js"
};

static const unsigned char app_js[] = {
#embed "../../public/app.js"
};

static const unsigned char cell_js[] = {
#embed "../../public/cell.js"
};

static const unsigned char cursor_js[] = {
#embed "../../public/cursor.js"
};

static const unsigned char dialog_css[] = {
#embed "../../public/dialog.css"
};

static const unsigned char dialog_js[] = {
#embed "../../public/dialog.js"
};

static const unsigned char dom_js[] = {
#embed "../../public/dom.js"
};

static const unsigned char empty_js[] = {
#embed "../../public/empty.js"
};

static const unsigned char favicon_svg[] = {
#embed "../../public/favicon.svg"
};

static const unsigned char fieldrow_js[] = {
#embed "../../public/fieldrow.js"
};

static const unsigned char fields_js[] = {
#embed "../../public/fields.js"
};

static const unsigned char form_js[] = {
#embed "../../public/form.js"
};

static const unsigned char frames_js[] = {
#embed "../../public/frames.js"
};

static const unsigned char json_js[] = {
#embed "../../public/json.js"
};

static const unsigned char layout_css[] = {
#embed "../../public/layout.css"
};

static const unsigned char light_js[] = {
#embed "../../public/light.js"
};

static const unsigned char live_js[] = {
#embed "../../public/live.js"
};

static const unsigned char models_js[] = {
#embed "../../public/models.js"
};

static const unsigned char panels_css[] = {
#embed "../../public/panels.css"
};

static const unsigned char picker_js[] = {
#embed "../../public/picker.js"
};

static const unsigned char query_css[] = {
#embed "../../public/query.css"
};

static const unsigned char query_js[] = {
#embed "../../public/query.js"
};

static const unsigned char querybar_js[] = {
#embed "../../public/querybar.js"
};

static const unsigned char removal_js[] = {
#embed "../../public/removal.js"
};

static const unsigned char schema_js[] = {
#embed "../../public/schema.js"
};

static const unsigned char schemaview_js[] = {
#embed "../../public/schemaview.js"
};

static const unsigned char share_js[] = {
#embed "../../public/share.js"
};

static const unsigned char shortcuts_js[] = {
#embed "../../public/shortcuts.js"
};

static const unsigned char style_css[] = {
#embed "../../public/style.css"
};

static const unsigned char table_css[] = {
#embed "../../public/table.css"
};

static const unsigned char table_js[] = {
#embed "../../public/table.js"
};

static const unsigned char theme_js[] = {
#embed "../../public/theme.js"
};

static const rivulet_console_file files[] = {
    {"/index.html", index_html, sizeof index_html},
    {"/api.js", api_js, sizeof api_js},
    {"/app.js", app_js, sizeof app_js},
    {"/cell.js", cell_js, sizeof cell_js},
    {"/cursor.js", cursor_js, sizeof cursor_js},
    {"/dialog.css", dialog_css, sizeof dialog_css},
    {"/dialog.js", dialog_js, sizeof dialog_js},
    {"/dom.js", dom_js, sizeof dom_js},
    {"/empty.js", empty_js, sizeof empty_js},
    {"/favicon.svg", favicon_svg, sizeof favicon_svg},
    {"/fieldrow.js", fieldrow_js, sizeof fieldrow_js},
    {"/fields.js", fields_js, sizeof fields_js},
    {"/form.js", form_js, sizeof form_js},
    {"/frames.js", frames_js, sizeof frames_js},
    {"/json.js", json_js, sizeof json_js},
    {"/layout.css", layout_css, sizeof layout_css},
    {"/light.js", light_js, sizeof light_js},
    {"/live.js", live_js, sizeof live_js},
    {"/models.js", models_js, sizeof models_js},
    {"/panels.css", panels_css, sizeof panels_css},
    {"/picker.js", picker_js, sizeof picker_js},
    {"/query.css", query_css, sizeof query_css},
    {"/query.js", query_js, sizeof query_js},
    {"/querybar.js", querybar_js, sizeof querybar_js},
    {"/removal.js", removal_js, sizeof removal_js},
    {"/schema.js", schema_js, sizeof schema_js},
    {"/schemaview.js", schemaview_js, sizeof schemaview_js},
    {"/share.js", share_js, sizeof share_js},
    {"/shortcuts.js", shortcuts_js, sizeof shortcuts_js},
    {"/style.css", style_css, sizeof style_css},
    {"/table.css", table_css, sizeof table_css},
    {"/table.js", table_js, sizeof table_js},
    {"/theme.js", theme_js, sizeof theme_js},
};

const rivulet_console_file *rivulet_console_files(void) { return files; }

size_t rivulet_console_file_count(void) { return sizeof files / sizeof files[0]; }
