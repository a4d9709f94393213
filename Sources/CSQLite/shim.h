#pragma once
#include <sqlite3.h>

/* The two destructor constants are casts, which Swift does not import. */
static inline sqlite3_destructor_type rivulet_sqlite_transient(void) { return SQLITE_TRANSIENT; }

/* sqlite3_db_config is variadic; only switches are needed. */
static inline int rivulet_sqlite_switch(sqlite3 *db, int what, int on) { return sqlite3_db_config(db, what, on, (int *)0); }
