#define _GNU_SOURCE
#include "CShims.h"
#include <arpa/inet.h>
#include <errno.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/sendfile.h>

const uint32_t shim_readable = EPOLLIN;
const uint32_t shim_writable = EPOLLOUT;
const uint32_t shim_failed = EPOLLERR | EPOLLHUP;

/* The result of a call, or its negated errno. */
#define RESULT(call)                   \
    ({                                 \
        __typeof__(call) r_ = (call);  \
        r_ < 0 ? -errno : r_;          \
    })

int shim_poller_open(void) { return RESULT(epoll_create1(EPOLL_CLOEXEC)); }

static int control(int poller, int operation, int fd, uint32_t interest, uint64_t token) {
    struct epoll_event event = {.events = interest, .data.u64 = token};
    return RESULT(epoll_ctl(poller, operation, fd, &event));
}

int shim_poller_add(int poller, int fd, uint32_t interest, uint64_t token) {
    return control(poller, EPOLL_CTL_ADD, fd, interest, token);
}

int shim_poller_change(int poller, int fd, uint32_t interest, uint64_t token) {
    return control(poller, EPOLL_CTL_MOD, fd, interest, token);
}

int shim_poller_remove(int poller, int fd) { return control(poller, EPOLL_CTL_DEL, fd, 0, 0); }

int shim_poller_take(int poller, struct shim_event *events, int capacity) {
    struct epoll_event ready[256];
    int count = RESULT(epoll_wait(poller, ready, capacity < 256 ? capacity : 256, 0));
    for (int i = 0; i < count; i++) {
        events[i].ready = ready[i].events;
        events[i].token = ready[i].data.u64;
    }
    return count;
}

int shim_socket(int family) {
    return RESULT(socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
}

int shim_accept(int listener, struct sockaddr_storage *peer) {
    socklen_t length = sizeof *peer;
    return RESULT(accept4(listener, (struct sockaddr *)peer, &length, SOCK_NONBLOCK | SOCK_CLOEXEC));
}

ssize_t shim_receive(int fd, void *bytes, size_t count) { return RESULT(recv(fd, bytes, count, MSG_DONTWAIT)); }

ssize_t shim_send(int fd, const void *bytes, size_t count) {
    return RESULT(send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT));
}

ssize_t shim_send_gather(int fd, struct iovec *parts, size_t count) {
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};
    return RESULT(sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT));
}

ssize_t shim_send_file(int fd, int file, int64_t *offset, size_t count) {
    off_t position = *offset;
    ssize_t sent = RESULT(sendfile(fd, file, &position, count));
    *offset = position;
    return sent;
}

int shim_finish_sending(int fd) { return RESULT(shutdown(fd, SHUT_WR)); }

static int set(int fd, int level, int option, int value) {
    return RESULT(setsockopt(fd, level, option, &value, sizeof value));
}

int shim_no_delay(int fd) { return set(fd, IPPROTO_TCP, TCP_NODELAY, 1); }
int shim_reuse_address(int fd) { return set(fd, SOL_SOCKET, SO_REUSEADDR, 1); }
int shim_user_timeout(int fd, int milliseconds) { return set(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, milliseconds); }
int shim_unsent_limit(int fd, int bytes) { return set(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, bytes); }

int shim_bind(int fd, const struct sockaddr_storage *address, socklen_t length) {
    return RESULT(bind(fd, (const struct sockaddr *)address, length));
}

int shim_listen(int fd, int backlog) { return RESULT(listen(fd, backlog)); }

int shim_local_address(int fd, struct sockaddr_storage *address) {
    socklen_t length = sizeof *address;
    return RESULT(getsockname(fd, (struct sockaddr *)address, &length));
}

socklen_t shim_address_parse(const char *text, uint16_t port, struct sockaddr_storage *address) {
    memset(address, 0, sizeof *address);
    struct sockaddr_in *four = (struct sockaddr_in *)address;
    if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons(port);
        return sizeof *four;
    }
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
    if (inet_pton(AF_INET6, text, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons(port);
        return sizeof *six;
    }
    return 0;
}

int shim_address_text(const struct sockaddr_storage *address, char *text, size_t capacity) {
    const void *bytes = NULL;
    int family = address->ss_family;
    if (family == AF_INET) {
        bytes = &((const struct sockaddr_in *)address)->sin_addr;
    } else if (family == AF_INET6) {
        const struct in6_addr *six = &((const struct sockaddr_in6 *)address)->sin6_addr;
        bytes = six;
        if (IN6_IS_ADDR_V4MAPPED(six)) {
            bytes = &six->s6_addr[12];
            family = AF_INET;
        }
    }
    if (bytes == NULL || inet_ntop(family, bytes, text, (socklen_t)capacity) == NULL) return -1;
    return 0;
}

uint16_t shim_address_port(const struct sockaddr_storage *address) {
    if (address->ss_family == AF_INET) return ntohs(((const struct sockaddr_in *)address)->sin_port);
    if (address->ss_family == AF_INET6) return ntohs(((const struct sockaddr_in6 *)address)->sin6_port);
    return 0;
}

void shim_return_blocks(int bytes) { (void)mallopt(M_MMAP_THRESHOLD, bytes); }

int64_t shim_raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -errno;
    if (limit.rlim_cur < limit.rlim_max) {
        struct rlimit raised = {.rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
    }
    return limit.rlim_cur > INT32_MAX ? INT32_MAX : (int64_t)limit.rlim_cur;
}
