#pragma once
/* What the programs of this folder share: time, histograms, the processor time and memory of other processes,
 * loopback sockets. Nothing here talks to anything but 127.0.0.1 and /proc. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Prints a message and ends the program with status 1: a measurement is either right or absent. */
__attribute__((noreturn, format(printf, 1, 2))) void fail(const char *format, ...);

/* Nanoseconds of the monotonic clock. */
int64_t now_ns(void);

/* The processor time that this process has used, in seconds. */
double own_cpu(void);

/* Memory that is there, or the end of the program. */
void *allocate(size_t count, size_t size);

/* Latencies in nanoseconds, in buckets that are at most 1/64 wide of their value. */
struct histogram {
    uint64_t count, max;
    uint64_t buckets[64 * 40];
};
void histogram_add(struct histogram *h, int64_t ns);
/* The upper edge of the bucket that holds the quantile, in microseconds; 0 when nothing was added. */
double histogram_us(const struct histogram *h, double quantile);

/* Adds a figure to the program's result, which result_end prints as one line of JSON. */
void result(const char *name, double value);
void result_end(void);

/* Processes whose cost is measured. */
struct processes {
    int count;
    pid_t ids[32];
};
/* Reads "12,345". */
struct processes processes_read(const char *list);
/* User and system time of all of them and their ended threads, in seconds; the kernel counts in ticks of 10 ms. */
double processes_cpu(const struct processes *p);
/* Resident memory of all of them, in KiB. */
long processes_rss(const struct processes *p);

/* A number that an option carries, or the end of the program. */
double number(const char *text, double low, double high);

/* A connected, non-blocking socket to 127.0.0.1. It closes by reset, so that no run leaves ports waiting. */
int dial(int port);

/* A listening socket on 127.0.0.1 and a free port, which is stored. */
int listen_loopback(int *port);

/* Text in which every '@' stands for a ten-digit number. */
struct template {
    char *text;
    size_t length;
    int count;
    size_t places[8];
};
/* Numbers begin here, so that ten digits are also a JSON number. */
enum { FIRST_NUMBER = 1000000000 };
struct template template_make(const char *text);
struct template template_copy(const struct template *t);
void template_fill(struct template *t, int64_t number);

/* A whole HTTP/1.1 request with a template as path and, unless it is NULL, another as body. */
struct template request_make(const char *method, const char *path, const char *accept, const char *type,
                             const char *body);
