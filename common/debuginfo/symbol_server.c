/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/symbol_server.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/base/shared_object.h"

/* elfutils/debuginfod.h of elfutils 0.178, which is not needed to build. */
struct debuginfod_client;
typedef int find_fn(struct debuginfod_client *client, const unsigned char *build_id, int size,
		    char **path);
typedef int progress_fn(struct debuginfod_client *client, long done, long all);

struct library {
	struct debuginfod_client *(*begin)(void);
	void (*end)(struct debuginfod_client *client);
	find_fn *find_debug, *find_program;
	void (*set_progress)(struct debuginfod_client *client, progress_fn *progress);
};

struct symbol_server {
	pthread_mutex_t lock;
	enum { NOT_TRIED, READY, OFF } state;
	struct library library;
	struct debuginfod_client *client;
	struct slice name; /* of what is downloaded */
	double start;
};

/*
 * A handler of signals, and the library's of progress, have no argument to reach a server by: one
 * download at a time in the process.
 */
static pthread_mutex_t one_download = PTHREAD_MUTEX_INITIALIZER;
static struct symbol_server *downloading;
static volatile sig_atomic_t caught; /* a signal that came meanwhile; 0: none */

struct symbol_server *symbol_server_new(void)
{
	struct symbol_server *server = memory_clear(1, sizeof(*server));

	pthread_mutex_init(&server->lock, NULL);
	return server;
}

void symbol_server_free(struct symbol_server *server)
{
	if (!server)
		return;
	if (server->client)
		server->library.end(server->client);
	pthread_mutex_destroy(&server->lock);
	free(server);
}

/* ---- The library ---- */

static bool server_load(struct library *library)
{
	const struct shared_function functions[] = {
		{"debuginfod_begin", &library->begin, sizeof(library->begin), NULL},
		{"debuginfod_end", &library->end, sizeof(library->end), NULL},
		{"debuginfod_find_debuginfo", &library->find_debug, sizeof(library->find_debug),
		 NULL},
		{"debuginfod_find_executable", &library->find_program,
		 sizeof(library->find_program), NULL},
		{"debuginfod_set_progressfn", &library->set_progress, sizeof(library->set_progress),
		 NULL},
	};

	return shared_object_load("libdebuginfod.so.1", functions, ARRAY_LEN(functions));
}

/* Called by the library a few times a second; the download ends if the result is not 0. */
static int show_progress(struct debuginfod_client *client, long done, long all)
{
	const struct symbol_server *server = downloading;

	(void)client;
	if (caught != 0)
		return 1;
	if (clock_seconds() - server->start < 1)
		return 0;
	if (all > 0)
		diag_status("downloading %.*s: %ld of %ld MB", SLICE_ARG(server->name),
			    done / 1000000, all / 1000000);
	else
		diag_status("downloading %.*s", SLICE_ARG(server->name));
	return 0;
}

static bool server_process_start(struct symbol_server *server)
{
	const char *urls = getenv("DEBUGINFOD_URLS");

	if (!urls || urls[strspn(urls, " ")] == '\0') {
		diag_warn("--debuginfod asks no server: DEBUGINFOD_URLS is not set");
		return false;
	}
	if (!server_load(&server->library) || !(server->client = server->library.begin())) {
		diag_warn("--debuginfod asks no server: libdebuginfod.so.1 is missing (package "
			  "libdebuginfod1 or elfutils-debuginfod-client)");
		return false;
	}
	server->library.set_progress(server->client, show_progress);
	return true;
}

/* ---- Downloads ---- */

static void catch_signal(int number)
{
	caught = number;
}

static const int fatal[] = {SIGINT, SIGTERM, SIGHUP};

/* A signal that would end the program waits until the library has removed its temporary files. */
static void hold_signals(struct sigaction *before)
{
	struct sigaction action = {.sa_handler = catch_signal, .sa_flags = SA_RESTART};
	size_t i;

	caught = 0;
	sigemptyset(&action.sa_mask);
	for (i = 0; i < ARRAY_LEN(fatal); i++) {
		sigaction(fatal[i], NULL, &before[i]);
		if (before[i].sa_handler == SIG_DFL)
			sigaction(fatal[i], &action, NULL);
	}
}

static void release_signals(const struct sigaction *before)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(fatal); i++)
		sigaction(fatal[i], &before[i], NULL);
	if (caught != 0)
		raise(caught);
}

/* The library's answer: a descriptor, or an error number below 0. */
static int ask(struct symbol_server *server, enum symbol_wanted wanted, struct slice build_id)
{
	struct library *library = &server->library;
	find_fn *find = wanted == SYMBOL_WANTED_DEBUG ? library->find_debug : library->find_program;
	struct sigaction before[ARRAY_LEN(fatal)];
	int answer;

	pthread_mutex_lock(&one_download);
	downloading = server;
	server->start = clock_seconds();
	hold_signals(before);
	answer = find(server->client, (const unsigned char *)build_id.ptr, (int)build_id.len, NULL);
	diag_status_end();
	release_signals(before);
	pthread_mutex_unlock(&one_download);
	return answer;
}

int symbol_server_open(struct symbol_server *server, enum symbol_wanted wanted,
		       struct slice build_id, struct slice name)
{
	int answer = -ENOENT;

	pthread_mutex_lock(&server->lock);
	if (server->state == NOT_TRIED)
		server->state = server_process_start(server) ? READY : OFF;
	if (server->state == READY && build_id.len > 0) {
		server->name = name;
		answer = ask(server, wanted, build_id);
	}
	if (answer < 0 && answer != -ENOENT) {
		diag_warn("no more files are downloaded: a server of DEBUGINFOD_URLS failed: %s",
			  strerror(-answer));
		server->state = OFF;
	}
	pthread_mutex_unlock(&server->lock);
	return answer >= 0 ? answer : -1;
}
