#pragma once
/* What Linux offers and Swift's Glibc module does not export.

   The functions answer their system call's result, or the negated errno: one value carries both, so that nothing can
   run between the call and the reading of errno. */
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

/* -- epoll: interest and readiness are plain bit sets, a token of 64 bits comes back with each event */

extern const uint32_t shim_readable;
extern const uint32_t shim_writable;
extern const uint32_t shim_failed;

struct shim_event {
    uint32_t ready;
    uint64_t token;
};

int shim_poller_open(void);
int shim_poller_add(int poller, int fd, uint32_t interest, uint64_t token);
int shim_poller_change(int poller, int fd, uint32_t interest, uint64_t token);
int shim_poller_remove(int poller, int fd);
/* What is ready now, without waiting. At most `capacity` events, never more than 256. */
int shim_poller_take(int poller, struct shim_event *events, int capacity);

/* -- sockets: never blocking, never a signal, never inherited by another program */

int shim_socket(int family);
int shim_accept(int listener, struct sockaddr_storage *peer);
ssize_t shim_receive(int fd, void *bytes, size_t count);
ssize_t shim_send(int fd, const void *bytes, size_t count);
ssize_t shim_send_gather(int fd, struct iovec *parts, size_t count);
/* Sends a part of a file; `offset` moves with it. */
ssize_t shim_send_file(int fd, int file, int64_t *offset, size_t count);
/* Ends the sending side: the peer reads the end after all that was sent. */
int shim_finish_sending(int fd);

int shim_no_delay(int fd);
int shim_reuse_address(int fd);
/* How long what was sent may stay unacknowledged before the connection is given up. */
int shim_user_timeout(int fd, int milliseconds);
/* How much may wait in the kernel unsent before a send is told to try again later. */
int shim_unsent_limit(int fd, int bytes);
int shim_bind(int fd, const struct sockaddr_storage *address, socklen_t length);
int shim_listen(int fd, int backlog);
/* The local address of a bound socket. */
int shim_local_address(int fd, struct sockaddr_storage *address);

/* -- addresses */

/* Fills `address` from the numeric text of an address and a port; answers its length, or 0 if the text is none. */
socklen_t shim_address_parse(const char *text, uint16_t port, struct sockaddr_storage *address);
/* Writes the numeric text of an address, without port; an IPv4 address in IPv6 form is written as IPv4. */
int shim_address_text(const struct sockaddr_storage *address, char *text, size_t capacity);
uint16_t shim_address_port(const struct sockaddr_storage *address);

/* -- memory */

/* Has freed blocks of so many bytes and more go back to the system, always. glibc would raise that bound by itself once
   it has seen larger blocks freed, and keep what many slow clients had waiting for them. */
void shim_return_blocks(int bytes);

/* -- descriptors */

/* Raises the soft limit of descriptors to the hard one; answers the limit that holds now. */
int64_t shim_raise_descriptor_limit(void);
