#define _GNU_SOURCE
#include "support.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

int64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

double own_cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void *allocate(size_t count, size_t size) {
    void *p = calloc(count, size);
    if (p == NULL) fail("out of memory");
    return p;
}

/* Below 64 ns a bucket is one nanosecond; above, each power of two has 64 buckets. */
static size_t bucket_of(uint64_t ns) {
    if (ns < 64) return ns;
    int power = 63 - __builtin_clzll(ns);
    size_t bucket = (size_t)(power - 5) * 64 + ((ns >> (power - 6)) & 63);
    size_t last = 64 * 40 - 1;
    return bucket < last ? bucket : last;
}

static uint64_t upper_edge(size_t bucket) {
    if (bucket < 64) return bucket;
    int shift = (int)(bucket / 64) - 1;
    return ((64 + bucket % 64 + 1) << shift) - 1;
}

void histogram_add(struct histogram *h, int64_t ns) {
    uint64_t value = ns < 0 ? 0 : (uint64_t)ns;
    h->count++;
    if (value > h->max) h->max = value;
    h->buckets[bucket_of(value)]++;
}

double histogram_us(const struct histogram *h, double quantile) {
    uint64_t wanted = (uint64_t)(quantile * (double)h->count), seen = 0;
    if (h->count == 0) return 0;
    if (wanted >= h->count) wanted = h->count - 1;
    for (size_t i = 0; i < sizeof h->buckets / sizeof *h->buckets; i++) {
        seen += h->buckets[i];
        if (seen > wanted) {
            uint64_t edge = upper_edge(i);
            return (double)(edge < h->max ? edge : h->max) / 1e3;
        }
    }
    return (double)h->max / 1e3;
}

static char results[4096] = "{";
static size_t results_length = 1;

void result(const char *name, double value) {
    size_t room = sizeof results - results_length;
    int n = snprintf(results + results_length, room, "%s\"%s\":%.10g", results_length > 1 ? "," : "", name, value);
    if (n < 0 || (size_t)n >= room) fail("too many results");
    results_length += (size_t)n;
}

void result_end(void) {
    printf("%s}\n", results);
}

double number(const char *text, double low, double high) {
    char *end;
    double value = strtod(text, &end);
    if (*text == 0 || *end != 0 || !(value >= low && value <= high))
        fail("%s is not a number from %g to %g", text, low, high);
    return value;
}

struct processes processes_read(const char *list) {
    struct processes p = {};
    while (*list != 0) {
        char *end;
        long id = strtol(list, &end, 10);
        if (end == list || id <= 0 || p.count == 32 || (*end != 0 && *end != ',')) fail("bad process list: %s", list);
        p.ids[p.count++] = (pid_t)id;
        list = *end == ',' ? end + 1 : end;
    }
    return p;
}

double processes_cpu(const struct processes *p) {
    double ticks = 0;
    for (int i = 0; i < p->count; i++) {
        char path[64], text[1024];
        snprintf(path, sizeof path, "/proc/%d/stat", p->ids[i]);
        FILE *file = fopen(path, "r");
        if (file == NULL) fail("process %d has ended", p->ids[i]);
        size_t length = fread(text, 1, sizeof text - 1, file);
        fclose(file);
        text[length] = 0;
        /* The name may hold anything, so fields are counted from its closing bracket: user and system are 14 and 15. */
        char *field = strrchr(text, ')');
        unsigned long user, system;
        if (field == NULL ||
            sscanf(field + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
            fail("cannot read %s", path);
        ticks += (double)(user + system);
    }
    return ticks / (double)sysconf(_SC_CLK_TCK);
}

long processes_rss(const struct processes *p) {
    long total = 0;
    for (int i = 0; i < p->count; i++) {
        char path[64], line[256];
        long kib = 0;
        snprintf(path, sizeof path, "/proc/%d/status", p->ids[i]);
        FILE *file = fopen(path, "r");
        if (file == NULL) fail("process %d has ended", p->ids[i]);
        while (fgets(line, sizeof line, file) != NULL)
            if (sscanf(line, "VmRSS: %ld", &kib) == 1) break;
        fclose(file);
        total += kib;
    }
    return total;
}

static struct sockaddr_in loopback(int port) {
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

int dial(int port) {
    struct sockaddr_in address = loopback(port);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    if (fd < 0) fail("socket: %s", strerror(errno));
    if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) fail("connect: %s", strerror(errno));
    struct linger reset = {.l_onoff = 1, .l_linger = 0};
    if (setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset) != 0 ||
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) != 0 || fcntl(fd, F_SETFL, O_NONBLOCK) != 0)
        fail("socket options: %s", strerror(errno));
    return fd;
}

int listen_loopback(int *port) {
    struct sockaddr_in address = loopback(0);
    socklen_t length = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 4096) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &length) != 0)
        fail("listen: %s", strerror(errno));
    *port = ntohs(address.sin_port);
    return fd;
}

struct template template_make(const char *text) {
    struct template t = {};
    size_t room = strlen(text);
    for (const char *c = text; *c != 0; c++)
        room += *c == '@' ? 10 : 0;
    t.text = allocate(room + 1, 1);
    for (const char *c = text; *c != 0; c++) {
        if (*c != '@') {
            t.text[t.length++] = *c;
            continue;
        }
        if (t.count == 8) fail("more than eight numbers in %s", text);
        t.places[t.count++] = t.length;
        memset(t.text + t.length, '0', 10);
        t.length += 10;
    }
    return t;
}

struct template template_copy(const struct template *t) {
    struct template copy = *t;
    copy.text = allocate(t->length + 1, 1);
    memcpy(copy.text, t->text, t->length);
    return copy;
}

void template_fill(struct template *t, int64_t number) {
    for (int i = 0; i < t->count; i++) {
        int64_t rest = number;
        for (size_t k = 10; k-- > 0; rest /= 10)
            t->text[t->places[i] + k] = (char)('0' + rest % 10);
    }
}

struct template request_make(const char *method, const char *path, const char *accept, const char *type,
                             const char *body) {
    char *text, *length = NULL;
    if (body != NULL) {
        struct template measured = template_make(body);
        if (asprintf(&length, "Content-Type: %s\r\nContent-Length: %zu\r\n", type, measured.length) < 0)
            fail("out of memory");
        free(measured.text);
    }
    if (asprintf(&text, "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: %s\r\n%s\r\n%s", method, path, accept,
                 length != NULL ? length : "", body != NULL ? body : "") < 0)
        fail("out of memory");
    struct template t = template_make(text);
    free(length);
    free(text);
    return t;
}
