/* SPDX-License-Identifier: MIT */
#include "record/page_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/base/child.h"
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/base/system.h"

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

/* ---- Requests ---- */

/* A character of a token (RFC 9110, 5.6.2): names of methods and headers consist of them. */
static COLD bool request_char_is_token(char c)
{
	return char_is_alpha(c) || char_is_digit(c) || (c != '\0' && strchr("!#$%&'*+-.^_`|~", c));
}

static COLD bool request_char_is_visible(char c)
{
	return c > ' ' && c < 0x7f;
}

/* A character of a header's value: bytes above ASCII are opaque. */
static COLD bool request_char_is_value(char c)
{
	return c == '\t' || (unsigned char)c >= ' ';
}

/* Take a line with its CR LF off the text; false if it has none, or control characters. */
static bool request_line(struct slice *text, struct slice *line)
{
	const size_t end = slice_find(*text, '\n');

	if (end == SLICE_NONE)
		return false;
	*line = slice_head(*text, end);
	*text = slice_tail(*text, end + 1);
	return slice_drop(line, SLICE("\r")) && slice_all(*line, request_char_is_value);
}

/* "GET /path HTTP/1.1" */
static int request_read_first(struct slice line, struct page_request *request)
{
	struct slice method, target;

	if (!slice_cut(&line, ' ', &method) || !slice_cut(&line, ' ', &target) || method.len == 0 ||
	    !slice_all(method, request_char_is_token) || !slice_starts(line, SLICE("HTTP/")))
		return 400;
	if (!slice_equal(line, SLICE("HTTP/1.1")))
		return 505;
	if (!slice_equal(method, SLICE("GET")))
		return 405;
	if (!slice_starts(target, SLICE("/")) || !slice_all(target, request_char_is_visible))
		return 400;
	if (!slice_cut(&target, '?', &request->path))
		request->path = target;
	return PAGE_REQUEST_GOOD;
}

/* Two Host headers, or a body, could mean different things to different readers. */
static int request_read_header(struct slice line, struct page_request *request)
{
	struct slice name, value = line;

	if (!slice_cut(&value, ':', &name) || name.len == 0 ||
	    !slice_all(name, request_char_is_token))
		return 400;
	value = slice_trim(value);
	if (slice_equal_any_case(name, SLICE("host"))) {
		if (request->host.ptr || value.len == 0)
			return 400;
		request->host = value;
	} else if (slice_equal_any_case(name, SLICE("origin"))) {
		if (request->origin.ptr)
			return 400;
		request->origin = value;
	} else if (slice_equal_any_case(name, SLICE("transfer-encoding")) ||
		   (slice_equal_any_case(name, SLICE("content-length")) &&
		    !slice_equal(value, SLICE("0")))) {
		return 400;
	}
	return PAGE_REQUEST_GOOD;
}

COLD int page_request_read(struct slice text, struct page_request *request)
{
	const size_t end = slice_search(text, SLICE("\r\n\r\n"));
	const size_t first = slice_find(text, '\n');
	struct slice line = {0};
	int status;

	*request = (struct page_request){0};
	if ((first == SLICE_NONE ? text.len : first) > PAGE_REQUEST_LINE_MOST)
		return 414;
	if (end == SLICE_NONE || end + 4 > PAGE_REQUEST_MOST)
		return text.len < PAGE_REQUEST_MOST && end == SLICE_NONE ? PAGE_REQUEST_MORE : 431;
	text = slice_head(text, end + 2);
	status = request_line(&text, &line) ? request_read_first(line, request) : 400;
	while (status == PAGE_REQUEST_GOOD && text.len > 0)
		status = request_line(&text, &line) ? request_read_header(line, request) : 400;
	if (status == PAGE_REQUEST_GOOD && !request->host.ptr)
		status = 400;
	return status;
}

/* "localhost", "127.0.0.1" or "[::1]", with a port or without. */
static bool request_host_is_ours(struct slice host)
{
	static const struct slice ours[] = {
		SLICE_INIT("localhost"),
		SLICE_INIT("127.0.0.1"),
		SLICE_INIT("[::1]"),
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(ours); i++) {
		struct slice port;

		if (host.len < ours[i].len ||
		    !slice_equal_any_case(slice_head(host, ours[i].len), ours[i]))
			continue;
		port = slice_tail(host, ours[i].len);
		if (port.len == 0 || (slice_skip(&port, SLICE(":")) && slice_is_number(port)))
			return true;
	}
	return false;
}

COLD int page_request_admit(const struct page_request *request)
{
	struct slice origin = request->origin;

	if (!request_host_is_ours(request->host))
		return 403;
	if (request->origin.ptr &&
	    (!slice_skip(&origin, SLICE("http://")) || !slice_equal(origin, request->host)))
		return 403;
	return PAGE_REQUEST_GOOD;
}

COLD bool page_token_equal(struct slice token, struct slice other)
{
	volatile unsigned char differs = 0;
	size_t i;

	if (token.len != other.len)
		return false;
	for (i = 0; i < token.len; i++)
		differs = (unsigned char)(differs | (token.ptr[i] ^ other.ptr[i]));
	return differs == 0;
}

/* ---- Connections ---- */

enum { TOKEN_BYTES = 16, TOKEN_LEN = 2 * TOKEN_BYTES };

enum connection_state {
	CONNECTION_READS,   /* its request */
	CONNECTION_WAITS,   /* for a document */
	CONNECTION_WRITES,  /* the answer */
	CONNECTION_STREAMS, /* events */
	CONNECTION_ENDS, /* all is written: what still comes is dropped until the other side ends */
	CONNECTION_GONE,
};

/* Seconds after which a connection is given up in its state, unless something moves. */
static const double connection_patience[] = {
	[CONNECTION_READS] = 5,    [CONNECTION_WAITS] = 60, [CONNECTION_WRITES] = 30,
	[CONNECTION_STREAMS] = 60, [CONNECTION_ENDS] = 1,
};

static const double heartbeat = 15; /* seconds between signs of life to those who listen */

/* A document, owned by the server and by the connections that send it. */
struct page_text {
	struct buf text;
	size_t owners;
};

struct connection {
	int fd;
	enum connection_state state;
	enum page_document document; /* which it waits for */
	double since;                /* when something moved */
	struct buf in;               /* the request */
	struct buf out;              /* not yet sent, then `body` */
	struct page_text *body;      /* or NULL */
	size_t sent;                 /* bytes of `out` and `body` together */
};

struct page_server {
	int listeners[2]; /* 127.0.0.1, ::1; -1: none */
	unsigned port;
	char token[TOKEN_LEN + 1];
	struct page_text *documents[PAGE_DOCUMENTS]; /* or NULL */
	struct buf event;                            /* the newest */
	double beat;                                 /* of the last sign of life */
	struct connection connections[PAGE_SERVER_CONNECTIONS];
	size_t count;
};

static void page_text_drop(struct page_text **text)
{
	if (*text && --(*text)->owners == 0) {
		buf_release(&(*text)->text);
		free(*text);
	}
	*text = NULL;
}

static void connection_enter(struct connection *connection, enum connection_state state)
{
	connection->state = state;
	connection->since = clock_seconds();
}

static void connection_release(struct connection *connection)
{
	close(connection->fd);
	buf_release(&connection->in);
	buf_release(&connection->out);
	page_text_drop(&connection->body);
}

/* No page of another site may show the answer in a frame, read it or learn of the address. */
static void connection_add_head(struct connection *connection, const char *status, const char *type)
{
	buf_printf(&connection->out,
		   "HTTP/1.1 %s\r\nContent-Type: %s; charset=utf-8\r\nCache-Control: no-store\r\n"
		   "Connection: close\r\nX-Content-Type-Options: nosniff\r\n"
		   "X-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n"
		   "Cross-Origin-Resource-Policy: same-origin\r\n"
		   "Cross-Origin-Opener-Policy: same-origin\r\n",
		   status, type);
}

static void connection_refuse(struct connection *connection, int status)
{
	static const struct {
		int status;
		const char *text;
	} texts[] = {
		{400, "400 Bad Request"},
		{403, "403 Forbidden"},
		{404, "404 Not Found"},
		{405, "405 Method Not Allowed"},
		{408, "408 Request Timeout"},
		{414, "414 URI Too Long"},
		{431, "431 Request Header Fields Too Large"},
		{503, "503 Service Unavailable"},
		{505, "505 HTTP Version Not Supported"},
	};
	size_t i = 0;

	while (texts[i].status != status)
		i++;
	connection_add_head(connection, texts[i].text, "text/plain");
	buf_printf(&connection->out, "%sContent-Length: %zu\r\n\r\n%s\n",
		   status == 405 ? "Allow: GET\r\n" : "", strlen(texts[i].text) + 1, texts[i].text);
	connection_enter(connection, CONNECTION_WRITES);
}

static void connection_answer(struct connection *connection, struct page_text *document)
{
	connection->body = document;
	document->owners++;
	connection_add_head(connection, "200 OK", "text/html");
	buf_printf(&connection->out, "Content-Length: %zu\r\n\r\n", document->text.len);
	connection_enter(connection, CONNECTION_WRITES);
}

static void connection_stream(const struct page_server *server, struct connection *connection)
{
	connection_add_head(connection, "200 OK", "text/event-stream");
	buf_add(&connection->out, SLICE("\r\n"));
	buf_add(&connection->out, buf_slice(&server->event));
	connection_enter(connection, CONNECTION_STREAMS);
}

/* A wrong token and a wrong path get the same answer. */
static void connection_route(const struct page_server *server, struct connection *connection,
			     const struct page_request *request)
{
	struct slice rest = slice_tail(request->path, 1), token;

	if (!slice_cut(&rest, '/', &token) ||
	    !page_token_equal(token, slice_of(server->token, TOKEN_LEN))) {
		connection_refuse(connection, 404);
	} else if (slice_equal(rest, SLICE("events"))) {
		connection_stream(server, connection);
	} else if (rest.len == 0 || slice_equal(rest, SLICE("file"))) {
		connection->document = rest.len == 0 ? PAGE_LIVE : PAGE_FILE;
		connection_enter(connection, CONNECTION_WAITS);
	} else {
		connection_refuse(connection, 404);
	}
}

static void connection_read(const struct page_server *server, struct connection *connection)
{
	struct page_request request;
	ssize_t n;
	int status;

	n = recv(connection->fd, buf_reserve(&connection->in, PAGE_REQUEST_MOST), PAGE_REQUEST_MOST,
		 0);
	if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
		return;
	if (n <= 0) {
		connection->state = CONNECTION_GONE;
		return;
	}
	if (connection->state != CONNECTION_READS)
		return; /* more than one request: not looked at */
	connection->in.len += (size_t)n;
	status = page_request_read(buf_slice(&connection->in), &request);
	if (status == PAGE_REQUEST_GOOD)
		status = page_request_admit(&request);
	if (status == PAGE_REQUEST_GOOD)
		connection_route(server, connection, &request);
	else if (status != PAGE_REQUEST_MORE)
		connection_refuse(connection, status);
	if (status != PAGE_REQUEST_MORE)
		buf_release(&connection->in);
}

/* What is to be sent next; empty: nothing. */
static struct slice connection_rest(const struct connection *connection)
{
	if (connection->sent < connection->out.len)
		return slice_tail(buf_slice(&connection->out), connection->sent);
	if (!connection->body)
		return SLICE("");
	return slice_tail(buf_slice(&connection->body->text),
			  connection->sent - connection->out.len);
}

static void connection_write(struct connection *connection)
{
	struct slice rest;

	while ((rest = connection_rest(connection)).len > 0) {
		const ssize_t n = send(connection->fd, rest.ptr, rest.len, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return;
		if (n < 0) {
			connection->state = CONNECTION_GONE;
			return;
		}
		connection->sent += (size_t)n;
		connection->since = clock_seconds();
	}
	if (connection->state == CONNECTION_STREAMS) {
		buf_reset(&connection->out);
		connection->sent = 0;
	} else if (connection->state == CONNECTION_WRITES) {
		/* close() at once would take back what the other side has not read (RST) */
		shutdown(connection->fd, SHUT_WR);
		connection_enter(connection, CONNECTION_ENDS);
	}
}

/* Time is over: a request that is not complete is told so, all else is closed. */
static void connection_see_time(struct connection *connection, double now)
{
	if (now - connection->since < connection_patience[connection->state])
		return;
	if (connection->state == CONNECTION_READS)
		connection_refuse(connection, 408);
	else if (connection->state == CONNECTION_WAITS)
		connection_refuse(connection, 503);
	else
		connection->state = CONNECTION_GONE;
}

/* ---- The server ---- */

static void remove_gone(struct page_server *server)
{
	size_t i, kept = 0;

	for (i = 0; i < server->count; i++) {
		if (server->connections[i].state == CONNECTION_GONE)
			connection_release(&server->connections[i]);
		else
			server->connections[kept++] = server->connections[i];
	}
	server->count = kept;
}

/*
 * Room for one more. Connections that have not shown the token cannot keep others out: the one that
 * has been silent for longest is closed.
 */
static bool make_room(struct page_server *server)
{
	struct connection *oldest = NULL;
	size_t i;

	for (i = 0; i < server->count && server->count == PAGE_SERVER_CONNECTIONS; i++) {
		struct connection *connection = &server->connections[i];

		if ((connection->state == CONNECTION_READS ||
		     connection->state == CONNECTION_ENDS) &&
		    (!oldest || connection->since < oldest->since))
			oldest = connection;
	}
	if (oldest) {
		oldest->state = CONNECTION_GONE;
		remove_gone(server);
	}
	return server->count < PAGE_SERVER_CONNECTIONS;
}

static bool socket_prepare(int fd)
{
#ifdef SO_NOSIGPIPE
	const int on = 1;

	if (setsockopt(fd, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof(on)) != 0)
		return false;
#endif
	return fcntl(fd, F_SETFL, O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

static void accept_all(struct page_server *server, int listener)
{
	int fd;

	while ((fd = accept(listener, NULL, NULL)) >= 0) {
		if (!socket_prepare(fd) || !make_room(server)) {
			close(fd);
			continue;
		}
		server->connections[server->count] = (struct connection){.fd = fd};
		connection_enter(&server->connections[server->count++], CONNECTION_READS);
	}
}

/* A listening socket on a port of this machine alone; -1 with errno. */
static int listen_at(const struct sockaddr *address, socklen_t size)
{
	const int on = 1;
	int fd = socket(address->sa_family, SOCK_STREAM, 0);
	bool good = fd >= 0 && socket_prepare(fd) &&
		    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) == 0;
	int saved;

	if (good && size == sizeof(struct sockaddr_in6))
		good = setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on)) == 0;
	if (good && bind(fd, address, size) == 0 && listen(fd, PAGE_SERVER_CONNECTIONS) == 0)
		return fd;
	saved = errno;
	if (fd >= 0)
		close(fd);
	errno = saved;
	return -1;
}

static int listen_4(unsigned port)
{
	const struct sockaddr_in address = {.sin_family = AF_INET,
					    .sin_port = htons((uint16_t)port),
					    .sin_addr = {htonl(INADDR_LOOPBACK)}};

	return listen_at((const struct sockaddr *)&address, sizeof(address));
}

static int listen_6(unsigned port)
{
	const struct sockaddr_in6 address = {.sin6_family = AF_INET6,
					     .sin6_port = htons((uint16_t)port),
					     .sin6_addr = IN6ADDR_LOOPBACK_INIT};

	return listen_at((const struct sockaddr *)&address, sizeof(address));
}

static unsigned port_of(int fd)
{
	struct sockaddr_in address = {0};
	socklen_t size = sizeof(address);

	return getsockname(fd, (struct sockaddr *)&address, &size) == 0 ? ntohs(address.sin_port)
									: 0;
}

/*
 * Both sockets on one port: somebody else who listens at the other address would be asked by
 * browsers that try it first. A machine may be without IPv6.
 */
static bool listen_both(struct page_server *server, unsigned port)
{
	server->listeners[0] = listen_4(port);
	if (server->listeners[0] < 0)
		return false;
	server->port = port_of(server->listeners[0]);
	server->listeners[1] = listen_6(server->port);
	if (server->listeners[1] >= 0 || errno != EADDRINUSE)
		return true;
	close(server->listeners[0]);
	server->listeners[0] = -1;
	errno = EADDRINUSE;
	return false;
}

enum { PORT_TRIES = 16 };

COLD struct page_server *page_server_open(unsigned port)
{
	struct page_server *server = memory_clear(1, sizeof(*server));
	unsigned char secret[TOKEN_BYTES];
	bool good = random_secret(secret, sizeof(secret));
	size_t i;

	server->listeners[0] = server->listeners[1] = -1;
	if (!good) {
		diag_error("--html: the system gives no random numbers for the page's address");
		page_server_free(server);
		return NULL;
	}
	for (i = 0; i < TOKEN_BYTES; i++) {
		server->token[2 * i] = "0123456789abcdef"[secret[i] >> 4];
		server->token[2 * i + 1] = "0123456789abcdef"[secret[i] & 15];
	}
	good = listen_both(server, port);
	for (i = 1; i < PORT_TRIES && !good && port == 0; i++)
		good = listen_both(server, port);
	if (good)
		return server;
	diag_error("cannot listen on port %u of this machine: %s%s", port, strerror(errno),
		   errno == EADDRINUSE ? "; choose another one by --port" : "");
	page_server_free(server);
	return NULL;
}

COLD void page_server_free(struct page_server *server)
{
	size_t i;

	if (!server)
		return;
	for (i = 0; i < server->count; i++)
		connection_release(&server->connections[i]);
	for (i = 0; i < ARRAY_LEN(server->listeners); i++) {
		if (server->listeners[i] >= 0)
			close(server->listeners[i]);
	}
	for (i = 0; i < PAGE_DOCUMENTS; i++)
		page_text_drop(&server->documents[i]);
	buf_release(&server->event);
	free(server);
}

COLD void page_server_add_address(const struct page_server *server, struct buf *out)
{
	buf_printf(out, "http://127.0.0.1:%u/%s/", server->port, server->token);
}

COLD size_t page_server_files(const struct page_server *server, struct pollfd *files)
{
	size_t i;

	for (i = 0; i < 2; i++)
		files[i] = (struct pollfd){.fd = server->listeners[i], .events = POLLIN};
	for (i = 0; i < server->count; i++) {
		const struct connection *connection = &server->connections[i];
		const bool has_more = connection_rest(connection).len > 0;

		files[2 + i] = (struct pollfd){
			.fd = connection->fd,
			.events = (short)(has_more ? POLLIN | POLLOUT : POLLIN),
		};
	}
	return 2 + server->count;
}

COLD void page_server_serve(struct page_server *server, const struct pollfd *files)
{
	const double now = clock_seconds();
	const bool beats = now - server->beat > heartbeat;
	size_t i;

	if (beats)
		server->beat = now;
	for (i = 0; i < server->count; i++) {
		struct connection *connection = &server->connections[i];

		if (files[2 + i].revents & (POLLIN | POLLHUP | POLLERR))
			connection_read(server, connection);
		if (connection->state == CONNECTION_GONE)
			continue;
		if (beats && connection->state == CONNECTION_STREAMS)
			buf_add(&connection->out, SLICE(":\n\n"));
		connection_see_time(connection, now);
		connection_write(connection);
	}
	remove_gone(server);
	for (i = 0; i < ARRAY_LEN(server->listeners); i++) {
		if (server->listeners[i] >= 0 && files[i].revents & POLLIN)
			accept_all(server, server->listeners[i]);
	}
}

COLD bool page_server_is_asked(const struct page_server *server, enum page_document document)
{
	size_t i;

	for (i = 0; i < server->count; i++) {
		if (server->connections[i].state == CONNECTION_WAITS &&
		    server->connections[i].document == document)
			return true;
	}
	return false;
}

COLD void page_server_set(struct page_server *server, enum page_document document, struct buf *text)
{
	page_text_drop(&server->documents[document]);
	server->documents[document] = memory_clear(1, sizeof(struct page_text));
	*server->documents[document] = (struct page_text){.text = *text, .owners = 1};
	*text = (struct buf){0};
}

COLD void page_server_answer(struct page_server *server, enum page_document document)
{
	size_t i;

	for (i = 0; i < server->count && server->documents[document]; i++) {
		struct connection *connection = &server->connections[i];

		if (connection->state == CONNECTION_WAITS && connection->document == document) {
			connection_answer(connection, server->documents[document]);
			connection_write(connection);
		}
	}
}

enum { EVENTS_MOST = 16 << 10 }; /* bytes that a listener may leave unread */

COLD void page_server_tell(struct page_server *server, const char *event, uint64_t number)
{
	size_t i;

	buf_reset(&server->event);
	buf_printf(&server->event, "event: %s\ndata: %llu\n\n", event, (unsigned long long)number);
	for (i = 0; i < server->count; i++) {
		struct connection *connection = &server->connections[i];

		if (connection->state != CONNECTION_STREAMS)
			continue;
		if (connection->out.len > EVENTS_MOST)
			connection->state = CONNECTION_GONE;
		else
			buf_add(&connection->out, buf_slice(&server->event));
	}
}

COLD size_t page_server_connections(const struct page_server *server)
{
	return server->count;
}
