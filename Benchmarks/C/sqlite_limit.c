/* sqlite_limit: what SQLite allows. A plain loop that inserts a record and a row of its change log in each step, in the
 * table layout and with the pragmas of a durable server: WAL, synchronous=FULL, one index. Prints one line of JSON. */
#define _GNU_SOURCE
#include "support.h"
#include <getopt.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] = "usage: sqlite_limit -f FILE [-b ROWS PER TRANSACTION] [-d SECONDS]";

static const char schema[] =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
    "CREATE TABLE Post (id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL, content TEXT, rating INTEGER, status TEXT,"
    " createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL, _version INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX byRating ON Post (rating);"
    "CREATE TABLE changes (seq INTEGER PRIMARY KEY AUTOINCREMENT, tx INTEGER, model TEXT, id TEXT, type TEXT, new "
    "TEXT) STRICT;";

static sqlite3 *database;

static void run(const char *sql) {
    char *message = NULL;
    if (sqlite3_exec(database, sql, NULL, NULL, &message) != SQLITE_OK) fail("%s", message);
}

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK)
        fail("%s", sqlite3_errmsg(database));
    return statement;
}

static void step(sqlite3_stmt *statement) {
    if (sqlite3_step(statement) != SQLITE_DONE) fail("%s", sqlite3_errmsg(database));
    sqlite3_reset(statement);
}

static void bind(sqlite3_stmt *statement, int place, const char *text) {
    sqlite3_bind_text(statement, place, text, -1, SQLITE_STATIC);
}

int main(int count, char **arguments) {
    const char *file = NULL;
    int option;
    long batch = 1;
    double seconds = 1;
    while ((option = getopt(count, arguments, "f:b:d:")) >= 0) {
        switch (option) {
        case 'f': file = optarg; break;
        case 'b': batch = (long)number(optarg, 1, 100000); break;
        case 'd': seconds = number(optarg, 0.01, 600); break;
        default: fail("%s", usage);
        }
    }
    if (file == NULL || optind != count) fail("%s", usage);
    if (access(file, F_OK) == 0) fail("%s is there already", file);
    if (sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK)
        fail("cannot open %s", file);
    run(schema);
    sqlite3_stmt *begin = prepare("BEGIN IMMEDIATE"), *commit = prepare("COMMIT");
    sqlite3_stmt *record = prepare("INSERT INTO Post VALUES (?1, ?2, ?3, ?4, 'draft', ?5, ?5, 1)");
    sqlite3_stmt *change =
        prepare("INSERT INTO changes (tx, model, id, type, new) VALUES (?1, 'Post', ?2, 'create', ?3)");
    const char *time = "2026-11-30T15:04:05.000000000Z";
    const char *content = "A record of ordinary size, so that a row costs what rows cost.";
    static struct histogram latency;
    int64_t begun = now_ns(), deadline = begun + (int64_t)(seconds * 1e9), end = begun;
    double cpu = own_cpu();
    long rows = 0;
    while (end < deadline) {
        int64_t start = end;
        step(begin);
        for (long i = 0; i < batch; i++, rows++) {
            char id[32], title[64], json[512];
            snprintf(id, sizeof id, "%lld", (long long)(FIRST_NUMBER + rows));
            snprintf(title, sizeof title, "Post number %ld", rows);
            snprintf(json, sizeof json,
                     "{\"id\":\"%s\",\"title\":\"%s\",\"content\":\"%s\",\"rating\":%ld,\"status\":\"draft\","
                     "\"createdAt\":\"%s\",\"updatedAt\":\"%s\",\"_version\":1}",
                     id, title, content, rows % 1000, time, time);
            bind(record, 1, id);
            bind(record, 2, title);
            bind(record, 3, content);
            sqlite3_bind_int64(record, 4, rows % 1000);
            bind(record, 5, time);
            step(record);
            sqlite3_bind_int64(change, 1, rows / batch);
            bind(change, 2, id);
            bind(change, 3, json);
            step(change);
        }
        step(commit);
        end = now_ns();
        histogram_add(&latency, end - start);
    }
    double spent = (double)(end - begun) / 1e9;
    result("counted", (double)rows);
    result("seconds", spent);
    result("rate", (double)rows / spent);
    result("p50_us", histogram_us(&latency, 0.5));
    result("p99_us", histogram_us(&latency, 0.99));
    result("server_cpu_us", (own_cpu() - cpu) / (double)rows * 1e6);
    result_end();
    return 0;
}
