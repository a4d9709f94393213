/* least_server: what the machine allows. The least program that answers requests and feeds subscribers: one epoll
 * thread, one send an answer, one send a frame and subscriber; no store, no routing, nothing durable.
 *
 * GET /healthz answers a few bytes, any other GET opens a stream, POST sends its body to every stream as one frame. A
 * chunked stream costs six bytes more and nothing else, so streams here end with the connection. Prints
 * "listening on http://127.0.0.1:PORT". */
#define _GNU_SOURCE
#include "support.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { DESCRIPTORS = 65536, FRAME = 65536 };

static const char stream_head[] =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\r\n: ready\n\n";
static const char healthy[] =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{\"status\":\"ok\"}";
static const char accepted[] = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";

struct server {
    int poller, listener;
    long events;
    int subscribers[DESCRIPTORS];
    int count;
    int place[DESCRIPTORS]; /* of a descriptor among the subscribers, from 1; 0 when it is none */
};

static void drop(struct server *s, int fd) {
    if (s->place[fd] != 0) {
        int moved = s->subscribers[--s->count];
        s->subscribers[s->place[fd] - 1] = moved;
        s->place[moved] = s->place[fd];
        s->place[fd] = 0;
    }
    close(fd);
}

/* A client that does not read ends the measurement: with a bounded window that cannot happen. */
static void push(int fd, const char *bytes, size_t count) {
    ssize_t n = send(fd, bytes, count, MSG_NOSIGNAL);
    if (n != (ssize_t)count && !(n < 0 && (errno == EPIPE || errno == ECONNRESET))) fail("a send was cut short");
}

static void publish(struct server *s, const char *body, size_t count) {
    static char frame[FRAME + 64];
    int head = snprintf(frame, 64, "id: %ld\ndata: ", ++s->events);
    memcpy(frame + head, body, count);
    memcpy(frame + head + count, "\n\n", 2);
    for (int i = 0; i < s->count; i++)
        push(s->subscribers[i], frame, (size_t)head + count + 2);
}

static void accept_all(struct server *s) {
    for (;;) {
        int fd = accept4(s->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) return;
        if (fd >= DESCRIPTORS) fail("too many connections");
        struct epoll_event interest = {.events = EPOLLIN, .data.fd = fd};
        if (epoll_ctl(s->poller, EPOLL_CTL_ADD, fd, &interest) != 0) fail("epoll: %s", strerror(errno));
    }
}

static void serve(struct server *s, int fd) {
    static char buffer[FRAME];
    ssize_t n = recv(fd, buffer, sizeof buffer - 1, 0);
    if (n <= 0) {
        if (n == 0 || errno != EAGAIN) drop(s, fd);
        return;
    }
    buffer[n] = 0;
    if (strncmp(buffer, "GET /healthz ", 13) == 0) {
        push(fd, healthy, sizeof healthy - 1);
    } else if (strncmp(buffer, "GET ", 4) == 0) {
        push(fd, stream_head, sizeof stream_head - 1);
        s->subscribers[s->count++] = fd;
        s->place[fd] = s->count;
    } else if (strncmp(buffer, "POST ", 5) == 0) {
        /* The load client sends head and body at once; anything else is not measured here. */
        char *body = strstr(buffer, "\r\n\r\n"), *length = strstr(buffer, "Content-Length: ");
        if (body == NULL || length == NULL || atol(length + 16) != buffer + n - (body + 4))
            fail("a request came in parts");
        push(fd, accepted, sizeof accepted - 1);
        publish(s, body + 4, (size_t)(buffer + n - (body + 4)));
    } else {
        drop(s, fd);
    }
}

int main(void) {
    static struct server s;
    struct epoll_event events[256];
    int port;
    s.poller = epoll_create1(EPOLL_CLOEXEC);
    s.listener = listen_loopback(&port);
    struct epoll_event interest = {.events = EPOLLIN, .data.fd = s.listener};
    if (epoll_ctl(s.poller, EPOLL_CTL_ADD, s.listener, &interest) != 0) fail("epoll: %s", strerror(errno));
    printf("listening on http://127.0.0.1:%d\n", port);
    fflush(stdout);
    for (;;) {
        int ready = epoll_wait(s.poller, events, 256, -1);
        for (int i = 0; i < ready; i++) {
            if (events[i].data.fd == s.listener) {
                accept_all(&s);
            } else {
                serve(&s, events[i].data.fd);
            }
        }
    }
}
