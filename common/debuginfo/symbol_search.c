/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/symbol_search.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/context.h"
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/base/shared_object.h"
#include "common/base/system.h"
#include "common/debuginfo/rooted.h"

enum { CHUNK = 1 << 16 };

static void debug_link_read(struct debug_link *link, const struct elf_file *elf)
{
	const struct elf_section *section = elf_file_find(elf, SLICE(".gnu_debuglink"));
	unsigned char *bytes = section ? elf_file_read(elf, section) : NULL;
	struct slice name = bytes ? slice_from((const char *)bytes) : SLICE("");
	const size_t at = (name.len + 1 + 3) / 4 * 4;

	*link = (struct debug_link){.name = ""};
	if (name.len > 0 && name.len < sizeof(link->name) && slice_find(name, '/') == SLICE_NONE &&
	    section->size >= at + 4) {
		const unsigned char *checksum = bytes + at;

		memcpy(link->name, name.ptr, name.len);
		link->checksum = (uint32_t)elf_file_take(elf, &checksum, 4);
	}
	free(bytes);
}

/* CRC-32 (ISO 3309), the bits reversed. */
static uint32_t checksum_of(uint32_t sum, struct slice bytes)
{
	uint32_t table[256], i;
	size_t at;
	unsigned bit;

	for (i = 0; i < ARRAY_LEN(table); i++) {
		table[i] = i;
		for (bit = 0; bit < 8; bit++)
			table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320 : 0);
	}
	sum = ~sum;
	for (at = 0; at < bytes.len; at++)
		sum = table[(sum ^ (unsigned char)bytes.ptr[at]) & 0xff] ^ sum >> 8;
	return ~sum;
}

/* Reads all of the file. */
static bool debug_link_fits(const struct debug_link *link, const struct elf_file *file)
{
	char *chunk = memory_get(CHUNK);
	uint64_t at, size;
	uint32_t sum = 0;

	for (at = 0; at < file->size; at += size) {
		size = file->size - at < CHUNK ? file->size - at : CHUNK;
		if (!elf_file_get(file, chunk, size, at))
			break;
		sum = checksum_of(sum, slice_of(chunk, (size_t)size));
	}
	free(chunk);
	return at >= file->size && sum == link->checksum;
}

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
	for (i = 0; i < ARRAY_LEN(fatal) && !context()->hosted; i++) {
		sigaction(fatal[i], NULL, &before[i]);
		if (before[i].sa_handler == SIG_DFL)
			sigaction(fatal[i], &action, NULL);
	}
}

static void release_signals(const struct sigaction *before)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(fatal) && !context()->hosted; i++)
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

void symbol_places_add(struct symbol_places *places, struct slice folder)
{
	char *copy = arena_alloc_bytes(&places->arena, folder.len + 1);

	memcpy(copy, folder.ptr, folder.len);
	copy[folder.len] = '\0';
	MEMORY_ROOM(places->folders, places->count, places->cap);
	places->folders[places->count++] = copy;
}

/* debuginfod_find_debuginfo(3), "Cache" */
void symbol_places_add_caches(struct symbol_places *places)
{
	static const struct {
		const char *variable, *below;
	} caches[] = {
		{"DEBUGINFOD_CACHE_PATH", ""},
		{"XDG_CACHE_HOME", "/debuginfod_client"},
		{"HOME", "/.cache/debuginfod_client"},
		{"HOME", "/.debuginfod_client_cache"},
	};
	struct buf path = {0};
	struct stat status;
	size_t i;

	for (i = 0; i < ARRAY_LEN(caches); i++) {
		const char *folder = getenv(caches[i].variable);

		if (!folder || folder[0] != '/')
			continue;
		buf_reset(&path);
		buf_printf(&path, "%s%s", folder, caches[i].below);
		if (stat(buf_cstring(&path), &status) == 0 && S_ISDIR(status.st_mode))
			symbol_places_add(places, buf_slice(&path));
	}
	buf_release(&path);
}

void symbol_places_release(struct symbol_places *places)
{
	free(places->folders);
	arena_release(&places->arena);
	*places = (struct symbol_places){.count = 0};
}

/* ---- Forms ---- */

/* xx/yyyy... */
static bool add_hex(struct buf *out, struct slice id, const char *after_first)
{
	size_t i;

	for (i = 0; i < id.len; i++)
		buf_printf(out, "%02x%s", (unsigned char)id.ptr[i], i == 0 ? after_first : "");
	return id.len > 1;
}

static bool add_text(struct buf *out, struct slice text)
{
	buf_add(out, text);
	return text.len > 0;
}

static bool add_home(struct buf *out)
{
	const char *home = getenv("HOME");

	return home && home[0] == '/' && add_text(out, slice_from(home));
}

static bool add_fact(struct buf *out, char which, const struct symbol_place *facts)
{
	const size_t slash = slice_rfind(facts->path, '/');
	const size_t name = slash == SLICE_NONE ? 0 : slash + 1;

	switch (which) {
	case 'p': return add_text(out, facts->path);
	case 'f': buf_add(out, slice_head(facts->path, name)); return true;
	case 'n': return add_text(out, slice_tail(facts->path, name));
	case 'l': return add_text(out, facts->link);
	case 'i': return add_hex(out, facts->build_id, "");
	case 'b': return add_hex(out, facts->build_id, "/");
	case 'r':
		return slice_find(facts->release, '/') == SLICE_NONE &&
		       add_text(out, facts->release);
	case 'h': return add_home(out);
	default: assert(false); return false;
	}
}

bool symbol_place_add(struct buf *out, const char *form, const struct symbol_place *facts)
{
	for (; *form != '\0'; form++) {
		if (*form != '%')
			buf_add_char(out, *form);
		else if (!add_fact(out, *++form, facts))
			return false;
	}
	buf_cstring(out);
	return true;
}

static struct slice own_id(const struct symbol_search *search)
{
	return slice_of((const char *)search->id, search->id_size);
}

/* ---- Places ---- */

/* This machine's places, which a root has too, but for homes (%h). */
static const char *const copies[] = {
	"%h/.debug/.build-id/%b/elf", "%h/.debug/.build-id/%b/vdso",
	"%h/.debug/.build-id/%b", /* by older perfs */
	"%h/.debug%p/%i/elf",     /* copies of the cache may have lost the links of .build-id */
};

static const char *const debug_files[] = {
	"%f%l",
	"%f.debug/%l",
	"/usr/lib/debug%f%l",
	"%h/.debug/.build-id/%b/elf",
	"%h/.debug/.build-id/%b/vdso",
	"%h/.debug/.build-id/%b",
	"%h/.debug/.build-id/%b/debug",
	"/usr/lib/debug%p.debug",           /* Fedora */
	"/usr/lib/debug%p",                 /* Ubuntu */
	"/usr/lib/debug/.build-id/%b.debug" /* Debian */
};

/* Below folders of struct symbol_places; a file of either kind may be asked for by the other one. */
static const char *const below[] = {
	"/.build-id/%b/elf",
	"/.build-id/%b/executable",
	"/.build-id/%b/vdso",
	"/.build-id/%b.debug",
	"/.build-id/%b/debuginfo",
	"/.build-id/%b/debug",
	"/.build-id/%b",
	"%p/%i/elf",
	"/[vdso]/%i/vdso",
	"/%i/executable",
	"/%i/debuginfo",
	"%f%l",
	"%f.debug/%l",
	"%p.debug",
	"%p",
};

static struct symbol_place facts_of(const struct symbol_search *search, struct slice build_id)
{
	return (struct symbol_place){
		.path = slice_from(search->path),
		.link = slice_from(search->link.name),
		.build_id = build_id,
	};
}

/* ---- Files ---- */

static void tell_opened(struct symbol_search *search, const char *path, bool is_outside)
{
	search->is_outside = is_outside;
	if (!search->opened)
		return;
	buf_reset(search->opened);
	buf_add_text(search->opened, path);
}

/* Open a file by the form of its path, below a folder ("" for the machine's or the root's own). */
static bool open_at(struct symbol_search *search, const char *folder, const char *form,
		    const struct symbol_place *facts, struct elf_file *file)
{
	struct buf path = {0};
	bool is_open = false;

	buf_add_text(&path, folder);
	if (symbol_place_add(&path, form, facts)) {
		is_open = elf_file_open_fd(file,
					   rooted_open(*folder ? NULL : search->root, path.ptr));
		if (is_open)
			tell_opened(search, path.ptr, *folder);
	}
	buf_release(&path);
	return is_open;
}

static bool open_own(struct symbol_search *search, const char *form,
		     const struct symbol_place *facts, struct elf_file *file)
{
	const bool is_of_home = form[0] == '%' && form[1] == 'h';

	return !(is_of_home && search->root) && open_at(search, "", form, facts, file);
}

bool symbol_search_fits(const struct elf_file *file, struct slice id)
{
	unsigned char bytes[ELF_BUILD_ID];
	const size_t size = elf_file_build_id(file, bytes);

	return size > 0 && slice_equal(slice_of((const char *)bytes, size), id);
}

/* Number `i` of the places besides the machine's own; false: it has no such file. */
static bool open_other(struct symbol_search *search, size_t i, const struct symbol_place *facts,
		       struct elf_file *file)
{
	const char *folder = search->places->folders[i / ARRAY_LEN(below)];

	return open_at(search, folder, below[i % ARRAY_LEN(below)], facts, file);
}

static size_t count_others(const struct symbol_search *search)
{
	return search->places ? search->places->count * ARRAY_LEN(below) : 0;
}

/* Ask a server; false: none may be asked, or none has the file. */
static bool download(struct symbol_search *search, enum symbol_wanted wanted, struct slice build_id,
		     struct elf_file *file)
{
	struct symbol_server *server = search->places ? search->places->server : NULL;

	if (!server || !elf_file_open_fd(file, symbol_server_open(server, wanted, build_id,
								  slice_from(search->path))))
		return false;
	tell_opened(search, search->path, false);
	return true;
}

/* The program if it has the build id, which is known; else it is closed. */
static bool keep_if_it_fits(const struct symbol_search *search, struct elf_file *program)
{
	if (symbol_search_fits(program, search->build_id))
		return true;
	elf_file_close(program);
	return false;
}

static bool open_copy(struct symbol_search *search, struct elf_file *program)
{
	const struct symbol_place facts = facts_of(search, search->build_id);
	const size_t others = count_others(search);
	size_t i;

	if (search->build_id.len == 0)
		return false;
	for (i = 0; i < ARRAY_LEN(copies); i++) {
		if (open_own(search, copies[i], &facts, program) &&
		    keep_if_it_fits(search, program))
			return true;
	}
	for (i = 0; i < others; i++) {
		if (open_other(search, i, &facts, program) && keep_if_it_fits(search, program))
			return true;
	}
	return download(search, SYMBOL_WANTED_PROGRAM, search->build_id, program) &&
	       keep_if_it_fits(search, program);
}

/* It may have been replaced since it was found to be the right one. */
static bool is_stamped(const struct file_stamp *wanted, int fd)
{
	struct file_stamp stamp;

	return file_stamp_read(&stamp, fd) && file_stamp_equal(&stamp, wanted);
}

static enum symbol_file_state open_program(struct symbol_search *search, struct elf_file *program)
{
	const int fd = rooted_open(search->root, search->path);

	if (fd < 0)
		return errno == EISDIR ? SYMBOL_FILE_DAMAGED : SYMBOL_FILE_MISSING;
	if (search->stamp && !is_stamped(search->stamp, fd)) {
		close(fd);
		return SYMBOL_FILE_FOREIGN;
	}
	if (!elf_file_open_fd(program, fd))
		return SYMBOL_FILE_DAMAGED;
	tell_opened(search, search->path, false);
	if (search->build_id.len == 0 || symbol_search_fits(program, search->build_id))
		return SYMBOL_FILE_GOOD;
	elf_file_close(program);
	return SYMBOL_FILE_FOREIGN;
}

/* True if the file is of this build: by build id, or by checksum if the program has no build id. */
static bool belongs(const struct symbol_search *search, const struct elf_file *file)
{
	if (search->id_size > 0)
		return symbol_search_fits(file, own_id(search));
	return search->link.name[0] != '\0' && debug_link_fits(&search->link, file);
}

/* The next file of a place that exists; false: there are no more places. */
static bool open_next(struct symbol_search *search, struct elf_file *file)
{
	const struct symbol_place facts = facts_of(
		search, search->build_id.len > 0 ? search->build_id : own_id(search));
	const size_t own = ARRAY_LEN(debug_files), others = count_others(search);

	while (search->place < own + others) {
		const size_t place = search->place++;

		if (place < own ? open_own(search, debug_files[place], &facts, file)
				: open_other(search, place - own, &facts, file))
			return true;
	}
	if (!search->may_download || search->place > own + others)
		return false;
	search->place++;
	return download(search, SYMBOL_WANTED_DEBUG, facts.build_id, file);
}

bool symbol_search_next(struct symbol_search *search, struct elf_file *file)
{
	while (open_next(search, file)) {
		if (belongs(search, file))
			return true;
		elf_file_close(file);
	}
	return false;
}

/* A debug file whose program is nowhere. */
static bool open_debug_alone(struct symbol_search *search, struct elf_file *program)
{
	const bool may_download = search->may_download;
	bool found;

	if (search->build_id.len < 2 || search->build_id.len > sizeof(search->id))
		return false;
	memcpy(search->id, search->build_id.ptr, search->build_id.len);
	search->id_size = search->build_id.len;
	search->may_download = true;
	found = symbol_search_next(search, program);
	search->may_download = may_download;
	return found;
}

enum symbol_file_state symbol_search_program(struct symbol_search *search, struct elf_file *program)
{
	enum symbol_file_state state = open_program(search, program);

	if (state != SYMBOL_FILE_GOOD &&
	    (open_copy(search, program) || open_debug_alone(search, program)))
		state = SYMBOL_FILE_GOOD;
	if (state == SYMBOL_FILE_GOOD) {
		search->id_size = elf_file_build_id(program, search->id);
		debug_link_read(&search->link, program);
	}
	return state;
}
