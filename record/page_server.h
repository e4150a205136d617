/* SPDX-License-Identifier: MIT */
/*
 * page_server.h - a page for the browsers of this machine: an HTTP/1.1 server on a port of 127.0.0.1
 * and ::1. It answers GET with the documents it was given, each below a path that begins with a
 * random token, and nothing else: no file, no other method, no CORS. It runs in the caller's loop
 * around poll(), and never waits.
 *
 * A request is answered only if its Host header names this machine, so that a name of a stranger's
 * that leads here (DNS rebinding) gets nothing, and its token is right. A connection serves one
 * request.
 */
#ifndef FLAMBEAU_PAGE_SERVER_H
#define FLAMBEAU_PAGE_SERVER_H

#include <poll.h>

#include "common/base/buf.h"

/* A request, in the memory of its text. */
struct page_request {
	struct slice path;   /* without the query */
	struct slice host;   /* the Host header */
	struct slice origin; /* the Origin header, or empty */
};

enum {
	PAGE_REQUEST_MOST = 8192,      /* bytes of a request */
	PAGE_REQUEST_LINE_MOST = 4096, /* bytes of its first line */
};

/* Status of page_request_read() when more bytes are needed. */
enum { PAGE_REQUEST_MORE = 0, PAGE_REQUEST_GOOD = 200 };

/*
 * Read the bytes of a request so far. PAGE_REQUEST_GOOD: it is complete and well formed (RFC 9112);
 * or the status to refuse it with: 400, 405, 414, 431, 505. Stricter than the RFC: lines end with
 * CR LF, a request has no body, the target is a path.
 */
int page_request_read(struct slice text, struct page_request *request);

/*
 * PAGE_REQUEST_GOOD, or 403: the Host header does not name this machine, or the request comes from
 * the script of another site. The port is not compared: an ssh tunnel changes it.
 */
int page_request_admit(const struct page_request *request);

/* True if both are equal; takes equally long for all that have the same length. */
bool page_token_equal(struct slice token, struct slice other);

/* The documents, by the last part of their path: "", "file". */
enum page_document {
	PAGE_LIVE, /* the page that asks for more */
	PAGE_FILE, /* what is saved */
	PAGE_DOCUMENTS,
};

struct page_server;

/* Listen on the port, 0: any that is free. NULL after a message. */
struct page_server *page_server_open(unsigned port);
void page_server_free(struct page_server *server);

/* Append "http://127.0.0.1:PORT/TOKEN/". */
void page_server_add_address(const struct page_server *server, struct buf *out);

/* Descriptors to poll for; at most PAGE_SERVER_FILES. */
enum { PAGE_SERVER_CONNECTIONS = 32, PAGE_SERVER_FILES = 2 + PAGE_SERVER_CONNECTIONS };
size_t page_server_files(const struct page_server *server, struct pollfd *files);

/* Do what can be done now. `files` is what page_server_files() gave, after poll(). */
void page_server_serve(struct page_server *server, const struct pollfd *files);

/* True if a request waits for this document. */
bool page_server_is_asked(const struct page_server *server, enum page_document document);

/* Replace a document; takes the text. Requests that have begun get the one they began with. */
void page_server_set(struct page_server *server, enum page_document document, struct buf *text);

/* Answer the requests that wait for it with the newest one. */
void page_server_answer(struct page_server *server, enum page_document document);

/* Send an event (text/event-stream) to all who listen, and to those who come later. */
void page_server_tell(struct page_server *server, const char *event, uint64_t number);

/* How many connections are open. */
size_t page_server_connections(const struct page_server *server);

#endif
