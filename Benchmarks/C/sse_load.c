/* sse_load: a load client for streams. N subscribers and the publisher that feeds them, on one epoll thread.
 *
 * The publisher writes by POST; each body carries "SQ" and a growing ten-digit number, which the server shows again in
 * its frames. It is checked that every subscriber gets every event once and in order (with -l, where a frame is a state
 * and may stand for several events: that numbers only grow and that everyone arrives at the last). A missing, repeated
 * or misplaced event ends the program with status 1. Prints "ready" when publishing starts, then one line of JSON. */
#define _GNU_SOURCE
#include "frames.h"
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
    "usage: sse_load -p PORT -u STREAM [-P PUBLISH -b BODY [-m METHOD] [-t TYPE] [-s STATUS]] [-n SUBSCRIBERS]\n"
    "                [-d SECONDS | -e EVENTS] [-w WINDOW] [-c PUBLISHERS] [-l] [-f FIRST] [-T TIME LIMIT]\n"
    "                [-i PID,PID]\n"
    "An @ in PUBLISH or BODY is a ten-digit number that grows from FIRST; BODY must have SQ@.\n"
    "WINDOW bounds the events that are published and not yet with every subscriber; 0 is no bound.\n"
    "-e 0 only connects and measures memory.";

/* Events past this are not published: their arrays are allocated beforehand. */
enum { EVENT_LIMIT = 4 << 20, CONNECTING = 256 };

/* Set in the epoll tag of a publisher. */
static const uint32_t PUBLISHER = 1u << 31;

struct options {
    int port, subscribers, publishers, status;
    int64_t events, window, first;
    double seconds, limit;
    bool states;
    const char *stream, *publish, *method, *type, *body;
    struct processes servers;
};

struct subscriber {
    int fd;
    bool ready;
    int64_t next; /* the event that must come now, or with states: the first that is not covered */
    struct frames frames;
    struct response response;
};

struct publisher {
    int fd;
    bool busy;
    int64_t begun;
    struct template request;
    struct response response;
};

struct load {
    struct options options;
    int poller, ready;
    struct subscriber *subscribers;
    struct publisher *publishers;
    int64_t published, acknowledged, complete; /* complete: with every subscriber, without a gap from the first */
    int64_t *begun;                            /* when an event was published */
    int32_t *deliveries;
    int64_t started, answered, finished; /* the first publishing, the last answer to it, the last delivery */
    uint64_t frames, frame_bytes;
    struct histogram each, last, acknowledgement;
};

static struct options read_options(int count, char **arguments) {
    struct options o = {.subscribers = 1,
                        .publishers = 1,
                        .status = 201,
                        .events = -1,
                        .window = 1,
                        .seconds = 1,
                        .limit = 60,
                        .method = "POST",
                        .type = "application/json"};
    int option;
    while ((option = getopt(count, arguments, "p:u:P:b:m:t:s:n:d:e:w:c:lf:T:i:")) >= 0) {
        switch (option) {
        case 'p': o.port = (int)number(optarg, 1, 65535); break;
        case 'u': o.stream = optarg; break;
        case 'P': o.publish = optarg; break;
        case 'b': o.body = optarg; break;
        case 'm': o.method = optarg; break;
        case 't': o.type = optarg; break;
        case 's': o.status = (int)number(optarg, 100, 599); break;
        case 'n': o.subscribers = (int)number(optarg, 1, 60000); break;
        case 'd': o.seconds = number(optarg, 0.01, 600); break;
        case 'e': o.events = (int64_t)number(optarg, 0, EVENT_LIMIT); break;
        case 'w': o.window = (int64_t)number(optarg, 0, EVENT_LIMIT); break;
        case 'c': o.publishers = (int)number(optarg, 1, 1000); break;
        case 'l': o.states = true; break;
        case 'f': o.first = (int64_t)number(optarg, 0, 1e9); break;
        case 'T': o.limit = number(optarg, 1, 600); break;
        case 'i': o.servers = processes_read(optarg); break;
        default: fail("%s", usage);
        }
    }
    if (o.port == 0 || o.stream == NULL || optind != count) fail("%s", usage);
    if (o.events != 0 && (o.publish == NULL || o.body == NULL || strstr(o.body, "SQ@") == NULL)) fail("%s", usage);
    if (o.publishers > 1 && !o.states) fail("several publishers have no order: only with -l");
    return o;
}

static void watch(struct load *l, int fd, uint32_t tag) {
    struct epoll_event interest = {.events = EPOLLIN, .data.u32 = tag};
    if (epoll_ctl(l->poller, EPOLL_CTL_ADD, fd, &interest) != 0) fail("epoll: %s", strerror(errno));
}

static void push(int fd, const char *bytes, size_t count) {
    ssize_t n = send(fd, bytes, count, MSG_NOSIGNAL);
    if (n != (ssize_t)count) fail("send: %s", n < 0 ? strerror(errno) : "cut short");
}

/* ---- Subscribers */

struct delivery {
    struct load *load;
    struct subscriber *subscriber;
    int64_t time;
};

static void delivered(struct load *l, int64_t event, int64_t time) {
    if (++l->deliveries[event] < l->options.subscribers) return;
    histogram_add(&l->last, time - l->begun[event]);
    while (l->complete < l->published && l->deliveries[l->complete] == l->options.subscribers)
        l->complete++;
    l->finished = time;
}

static void take_frame(void *context, const char *frame, size_t length) {
    struct delivery *d = context;
    struct load *l = d->load;
    struct subscriber *s = d->subscriber;
    int64_t event = frames_mark(frame, length) - l->options.first;
    if (l->options.states) {
        if (!s->ready) { /* the first state has come */
            s->ready = true;
            l->ready++;
        }
        if (event < 0) return; /* a list without a record of ours */
    }
    l->frames++;
    l->frame_bytes += length + 2;
    if (event >= l->published) fail("an event that was not published: %.*s", (int)(length < 300 ? length : 300), frame);
    if (!l->options.states && event != s->next)
        fail("subscriber %td got event %lld instead of %lld: %.*s", s - l->subscribers, (long long)event,
             (long long)s->next, (int)(length < 300 ? length : 300), frame);
    if (event + 1 < s->next) fail("a state before %lld came after it", (long long)s->next - 1);
    if (event >= s->next) histogram_add(&l->each, d->time - l->begun[event]);
    for (; s->next <= event; s->next++)
        delivered(l, s->next, d->time);
}

static void take_stream(void *context, const char *bytes, size_t count) {
    struct delivery *d = context;
    frames_feed(&d->subscriber->frames, bytes, count, take_frame, d);
}

static void pull_stream(struct load *l, struct subscriber *s) {
    static char buffer[1 << 18];
    ssize_t n = recv(s->fd, buffer, sizeof buffer, 0);
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) fail("the server closed a stream: %s", n < 0 ? strerror(errno) : "end of stream");
    struct delivery d = {l, s, now_ns()};
    response_feed(&s->response, buffer, (size_t)n, take_stream, &d);
    if (s->response.state == RESPONSE_DONE) fail("a stream ended: %.200s", buffer);
    if (s->response.state == RESPONSE_HEAD || s->ready) return;
    if (s->response.status != 200)
        fail("status %d for a stream: %.*s", s->response.status, (int)(n < 600 ? n : 600), buffer);
    if (!l->options.states) {
        s->ready = true;
        l->ready++;
    }
}

/* ---- Publishers */

static bool may_publish(const struct load *l, int64_t deadline) {
    const struct options *o = &l->options;
    if (l->published == (o->events >= 0 ? o->events : EVENT_LIMIT)) return false;
    if (o->window > 0 && l->published - l->complete >= o->window) return false;
    return o->events >= 0 || now_ns() < deadline;
}

static void publish(struct load *l, int64_t deadline) {
    for (int i = 0; i < l->options.publishers; i++) {
        struct publisher *p = &l->publishers[i];
        if (p->busy || !may_publish(l, deadline)) continue;
        template_fill(&p->request, FIRST_NUMBER + l->options.first + l->published);
        response_reset(&p->response);
        p->busy = true;
        p->begun = l->begun[l->published++] = now_ns();
        push(p->fd, p->request.text, p->request.length);
    }
}

static void ignore(void *, const char *, size_t) {}

static void pull_answer(struct load *l, struct publisher *p) {
    char buffer[16384];
    ssize_t n = recv(p->fd, buffer, sizeof buffer, 0);
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) fail("the server closed the publisher: %s", n < 0 ? strerror(errno) : "end of stream");
    if (!p->busy) fail("an answer without a request");
    if (response_feed(&p->response, buffer, (size_t)n, ignore, NULL) != (size_t)n) fail("more than one answer");
    if (p->response.state != RESPONSE_DONE) return;
    if (p->response.status != l->options.status)
        fail("status %d instead of %d: %.*s", p->response.status, l->options.status, (int)(n < 600 ? n : 600), buffer);
    l->answered = now_ns();
    histogram_add(&l->acknowledgement, l->answered - p->begun);
    p->busy = false;
    l->acknowledged++;
}

/* ---- The run */

static void turn(struct load *l, int milliseconds) {
    struct epoll_event events[512];
    int ready = epoll_wait(l->poller, events, 512, milliseconds);
    for (int i = 0; i < ready; i++) {
        uint32_t tag = events[i].data.u32;
        if ((tag & PUBLISHER) != 0) {
            pull_answer(l, &l->publishers[tag & ~PUBLISHER]);
        } else {
            pull_stream(l, &l->subscribers[tag]);
        }
    }
}

static void subscribe_all(struct load *l, int64_t end) {
    const struct options *o = &l->options;
    struct template request = request_make("GET", o->stream, "text/event-stream", NULL, NULL);
    for (int made = 0; l->ready < o->subscribers;) {
        /* In small groups, so that no listen queue overflows. */
        for (; made < o->subscribers && made - l->ready < CONNECTING; made++) {
            l->subscribers[made].fd = dial(o->port);
            watch(l, l->subscribers[made].fd, (uint32_t)made);
            push(l->subscribers[made].fd, request.text, request.length);
        }
        turn(l, 100);
        if (now_ns() > end) fail("%d of %d subscribers after the time limit", l->ready, o->subscribers);
    }
}

/* For this long nothing may come any more; also the time in which a server may put its memory in order. */
static void rest(struct load *l, double seconds) {
    for (int64_t until = now_ns() + (int64_t)(seconds * 1e9); now_ns() < until;)
        turn(l, 10);
}

/* Publishes until the time or the number is reached and everyone has everything. */
static void feed(struct load *l, int64_t end) {
    const struct options *o = &l->options;
    struct template request = request_make(o->method, o->publish, "*/*", o->type, o->body);
    for (int i = 0; i < o->publishers; i++) {
        l->publishers[i].fd = dial(o->port);
        l->publishers[i].request = template_copy(&request);
        watch(l, l->publishers[i].fd, PUBLISHER | (uint32_t)i);
    }
    puts("ready");
    fflush(stdout);
    l->started = l->answered = l->finished = now_ns();
    int64_t deadline = l->started + (int64_t)(o->seconds * 1e9);
    do {
        publish(l, deadline);
        turn(l, 100);
        if (now_ns() > end)
            fail("after the time limit: %lld published, %lld acknowledged, %lld with every subscriber",
                 (long long)l->published, (long long)l->acknowledged, (long long)l->complete);
    } while (l->complete < l->published || l->acknowledged < l->published || may_publish(l, deadline));
}

static double per(double amount, double count) {
    return count > 0 ? amount / count : 0;
}

int main(int count, char **arguments) {
    static struct load l;
    l.options = read_options(count, arguments);
    const struct options *o = &l.options;
    int64_t end = now_ns() + (int64_t)(o->limit * 1e9);
    l.poller = epoll_create1(EPOLL_CLOEXEC);
    l.subscribers = allocate((size_t)o->subscribers, sizeof *l.subscribers);
    l.publishers = allocate((size_t)o->publishers, sizeof *l.publishers);
    l.begun = allocate(EVENT_LIMIT, sizeof *l.begun);
    l.deliveries = allocate(EVENT_LIMIT, sizeof *l.deliveries);

    long rss_before = processes_rss(&o->servers);
    int64_t connecting = now_ns();
    subscribe_all(&l, end);
    result("connect_seconds", (double)(now_ns() - connecting) / 1e9);
    rest(&l, 0.2);
    result("rss_each", (double)(processes_rss(&o->servers) - rss_before) * 1024 / o->subscribers);

    if (o->events != 0) {
        l.frames = l.frame_bytes = 0;
        double server_cpu = processes_cpu(&o->servers), client_cpu = own_cpu();
        feed(&l, end);
        server_cpu = processes_cpu(&o->servers) - server_cpu;
        client_cpu = own_cpu() - client_cpu;
        double seconds = (double)(l.finished - l.started) / 1e9;
        double frames = (double)l.frames, events = (double)l.published;
        rest(&l, 0.05);
        result("events", events);
        result("frames", frames);
        result("frame_bytes", per((double)l.frame_bytes, (double)l.frames));
        result("seconds", seconds);
        result("rate", per(events, seconds));
        result("ack_rate", per(events, (double)(l.answered - l.started) / 1e9));
        result("behind_us", l.finished > l.answered ? (double)(l.finished - l.answered) / 1e3 : 0);
        result("frame_rate", per(frames, seconds));
        result("p50_us", histogram_us(&l.each, 0.5));
        result("p99_us", histogram_us(&l.each, 0.99));
        result("last_p50_us", histogram_us(&l.last, 0.5));
        result("last_p99_us", histogram_us(&l.last, 0.99));
        result("ack_p50_us", histogram_us(&l.acknowledgement, 0.5));
        result("ack_p99_us", histogram_us(&l.acknowledgement, 0.99));
        result("server_cpu_us", per(server_cpu * 1e6, frames));
        result("server_cpu_event_us", per(server_cpu * 1e6, events));
        result("client_cpu_us", per(client_cpu * 1e6, frames));
    }
    result("rss_kib", (double)processes_rss(&o->servers));
    result_end();
    return 0;
}
