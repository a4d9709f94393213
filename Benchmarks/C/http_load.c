/* http_load: an HTTP load client. N keep-alive connections on one epoll thread, one request in flight on each.
 *
 * Every answer is checked: its status, and that its body names the number that the request carried, if it carried one.
 * A wrong answer, a closed connection or a missing answer ends the program with status 1, so a printed figure is a
 * figure of right answers. Prints one line of JSON. */
#define _GNU_SOURCE
#include "response.h"
#include "support.h"
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static const char usage[] =
    "usage: http_load -p PORT [-c CONNECTIONS] [-d SECONDS | -n REQUESTS] [-w WARM-UP SECONDS] [-m METHOD] [-u PATH]\n"
    "                 [-b BODY] [-t TYPE] [-s STATUS] [-k KEYS] [-f FIRST] [-i PID,PID] [-o FILE]\n"
    "An @ in PATH or BODY is a ten-digit number: a random one of KEYS, or, without -k, the next after FIRST.\n"
    "-o writes the body of the first answer to a file.";

struct options {
    int port, connections, status;
    double seconds, warm_up;
    int64_t requests, keys, first;
    const char *method, *path, *body, *type, *save;
    struct processes servers;
};

struct connection {
    int fd;
    struct template request;
    size_t sent;
    int64_t begun;
    bool busy;
    size_t body_bytes;
    char body_start[512];
    struct response response;
};

struct load {
    struct options options;
    int poller;
    struct connection *connections;
    int64_t issued, answered;
    uint64_t random;
    FILE *save;
    /* What is counted: from the end of the warm-up to the deadline. */
    enum { WARMING, COUNTING, DRAINING } phase;
    int64_t started, deadline, last, counted;
    double server_cpu, client_cpu;
    uint64_t body_bytes;
    struct histogram latency;
};

static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static struct options read_options(int count, char **arguments) {
    struct options o = {
        .connections = 1, .status = 200, .seconds = 1, .method = "GET", .path = "/", .type = "application/json"};
    int option;
    while ((option = getopt(count, arguments, "p:c:d:n:w:m:u:b:t:s:k:f:i:o:")) >= 0) {
        switch (option) {
        case 'p': o.port = (int)number(optarg, 1, 65535); break;
        case 'c': o.connections = (int)number(optarg, 1, 10000); break;
        case 'd': o.seconds = number(optarg, 0.01, 600); break;
        case 'n': o.requests = (int64_t)number(optarg, 1, 1e9); break;
        case 'w': o.warm_up = number(optarg, 0, 60); break;
        case 'm': o.method = optarg; break;
        case 'u': o.path = optarg; break;
        case 'b': o.body = optarg; break;
        case 't': o.type = optarg; break;
        case 's': o.status = (int)number(optarg, 100, 599); break;
        case 'k': o.keys = (int64_t)number(optarg, 1, 1e9); break;
        case 'f': o.first = (int64_t)number(optarg, 0, 1e9); break;
        case 'i': o.servers = processes_read(optarg); break;
        case 'o': o.save = optarg; break;
        default: fail("%s", usage);
        }
    }
    if (o.port == 0 || optind != count) fail("%s", usage);
    return o;
}

static void push(struct connection *c) {
    while (c->sent < c->request.length) {
        ssize_t n = send(c->fd, c->request.text + c->sent, c->request.length - c->sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EAGAIN) fail("the server does not take requests"); /* they fit any socket buffer */
        if (n < 0) fail("send: %s", strerror(errno));
        c->sent += (size_t)n;
    }
}

static void issue(struct load *l, struct connection *c) {
    if (c->request.count > 0) {
        int64_t key = l->options.keys > 0 ? (int64_t)(next_random(&l->random) % (uint64_t)l->options.keys) : l->issued;
        template_fill(&c->request, FIRST_NUMBER + l->options.first + key);
    }
    l->issued++;
    c->sent = 0;
    c->body_bytes = 0;
    c->busy = true;
    response_reset(&c->response);
    c->begun = now_ns();
    push(c);
}

struct body_context {
    struct load *load;
    struct connection *connection;
};

static void take_body(void *context, const char *bytes, size_t count) {
    struct body_context *b = context;
    struct connection *c = b->connection;
    if (c->body_bytes < sizeof c->body_start) {
        size_t room = sizeof c->body_start - c->body_bytes;
        memcpy(c->body_start + c->body_bytes, bytes, count < room ? count : room);
    }
    c->body_bytes += count;
    if (b->load->save != NULL && b->load->answered == 0) fwrite(bytes, 1, count, b->load->save);
}

static void check(const struct load *l, const struct connection *c) {
    size_t kept = c->body_bytes < sizeof c->body_start ? c->body_bytes : sizeof c->body_start;
    if (c->response.status != l->options.status)
        fail("status %d instead of %d: %.*s", c->response.status, l->options.status, (int)kept, c->body_start);
    if (c->request.count > 0 && memmem(c->body_start, kept, c->request.text + c->request.places[0], 10) == NULL)
        fail("an answer does not name %.10s: %.*s", c->request.text + c->request.places[0], (int)kept, c->body_start);
    if (c->response.closes) fail("the server closes its connections");
}

/* Reads what has come; true when the answer is whole. */
static bool pull(struct load *l, struct connection *c) {
    static char buffer[1 << 18];
    struct body_context context = {l, c};
    ssize_t n = recv(c->fd, buffer, sizeof buffer, 0);
    if (n < 0 && errno == EAGAIN) return false;
    if (n <= 0) fail("the server closed a connection: %s", n < 0 ? strerror(errno) : "end of stream");
    if (!c->busy) fail("an answer without a request");
    if (response_feed(&c->response, buffer, (size_t)n, take_body, &context) != (size_t)n) fail("more than one answer");
    if (c->response.state != RESPONSE_DONE) return false;
    check(l, c);
    c->busy = false;
    return true;
}

static void connect_all(struct load *l) {
    const struct options *o = &l->options;
    struct template request = request_make(o->method, o->path, "*/*", o->type, o->body);
    l->connections = allocate((size_t)o->connections, sizeof *l->connections);
    for (int i = 0; i < o->connections; i++) {
        struct connection *c = &l->connections[i];
        c->fd = dial(o->port);
        c->request = template_copy(&request);
        struct epoll_event interest = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        if (epoll_ctl(l->poller, EPOLL_CTL_ADD, c->fd, &interest) != 0) fail("epoll: %s", strerror(errno));
    }
}

static bool may_issue(const struct load *l) {
    return l->phase != DRAINING && (l->options.requests == 0 || l->issued < l->options.requests);
}

static void begin_counting(struct load *l, int64_t time) {
    l->phase = COUNTING;
    l->started = l->last = time;
    l->server_cpu = processes_cpu(&l->options.servers);
    l->client_cpu = own_cpu();
}

static void end_counting(struct load *l) {
    l->phase = DRAINING;
    l->server_cpu = processes_cpu(&l->options.servers) - l->server_cpu;
    l->client_cpu = own_cpu() - l->client_cpu;
}

static void note(struct load *l, const struct connection *c, int64_t time) {
    l->answered++;
    if (l->phase == WARMING && time >= l->started) {
        begin_counting(l, time);
    } else if (l->phase == COUNTING && time > l->deadline) {
        end_counting(l);
    } else if (l->phase == COUNTING) {
        l->counted++;
        l->body_bytes += c->body_bytes;
        l->last = time;
        histogram_add(&l->latency, time - c->begun);
    }
}

static void run(struct load *l) {
    const struct options *o = &l->options;
    struct epoll_event events[256];
    l->started = now_ns() + (int64_t)(o->warm_up * 1e9);
    l->deadline = o->requests > 0 ? INT64_MAX : l->started + (int64_t)(o->seconds * 1e9);
    if (o->warm_up == 0) begin_counting(l, l->started);
    for (int i = 0; i < o->connections && may_issue(l); i++)
        issue(l, &l->connections[i]);
    while (l->answered < l->issued) {
        int ready = epoll_wait(l->poller, events, 256, 10000);
        if (ready == 0) fail("no answer for ten seconds");
        for (int i = 0; i < ready; i++) {
            struct connection *c = &l->connections[events[i].data.u32];
            if (!pull(l, c)) continue;
            note(l, c, now_ns());
            if (may_issue(l)) issue(l, c);
        }
    }
    if (l->phase == COUNTING) end_counting(l);
    if (l->counted == 0) fail("nothing was answered in time");
}

int main(int count, char **arguments) {
    static struct load l = {.random = 1};
    l.options = read_options(count, arguments);
    const struct options *o = &l.options;
    l.poller = epoll_create1(EPOLL_CLOEXEC);
    if (o->save != NULL && (l.save = fopen(o->save, "w")) == NULL) fail("cannot write %s", o->save);
    connect_all(&l);
    run(&l);
    if (l.save != NULL && fclose(l.save) != 0) fail("cannot write %s", o->save);

    double seconds = (double)(l.last - l.started) / 1e9, counted = (double)l.counted;
    result("answered", (double)l.answered);
    result("counted", counted);
    result("seconds", seconds);
    result("rate", seconds > 0 ? counted / seconds : 0);
    result("p50_us", histogram_us(&l.latency, 0.5));
    result("p99_us", histogram_us(&l.latency, 0.99));
    result("p999_us", histogram_us(&l.latency, 0.999));
    result("max_us", (double)l.latency.max / 1e3);
    result("server_cpu_us", l.server_cpu / counted * 1e6);
    result("client_cpu_us", l.client_cpu / counted * 1e6);
    result("body_bytes", (double)l.body_bytes / counted);
    result("rss_kib", (double)processes_rss(&o->servers));
    result_end();
    return 0;
}
