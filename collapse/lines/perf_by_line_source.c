/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */
/* Names of source files come from strangers: what they lead to is a regular file, and said if it is elsewhere. */
#include "collapse/lines/perf_by_line.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "common/base/diag.h"

enum { SOURCE_MOST = 16 << 20, SOURCE_PATH = 4096 }; /* bytes */

/* Files of a kind that is reported. */
struct source_note {
	uint64_t count;
	struct slice first;
};

struct lines_sources {
	const struct lines_options *options;
	struct intern paths;
	struct lines_source **at; /* by number of the path */
	size_t cap;
	struct arena arena;
	struct disassembler *disassembler;
	struct slice machine; /* of the disassembler */
	bool has_looked;      /* for one */
	struct source_note missing, outside, refused, newer, large;
	bool is_large; /* of the place that is looked for, a file was found */
};

struct lines_sources *lines_sources_new(const struct lines_options *options)
{
	struct lines_sources *sources = memory_clear(1, sizeof(*sources));

	sources->options = options;
	return sources;
}

void lines_sources_free(struct lines_sources *sources)
{
	size_t i;

	for (i = 0; i < sources->paths.count; i++)
		free(sources->at[i]->starts);
	free(sources->at);
	disassembler_free(sources->disassembler);
	intern_release(&sources->paths);
	arena_release(&sources->arena);
	free(sources);
}

static void source_count(struct source_note *note, struct slice path)
{
	if (note->count++ == 0)
		note->first = path;
}

/* ---- Paths ---- */

/* Append a path without its "." and ".."; those that lead above its beginning are dropped. */
static void source_normalize(struct buf *out, struct slice path)
{
	const bool is_absolute = slice_starts(path, SLICE("/"));
	const size_t start = out->len;
	struct slice part;
	bool goes_on = true;

	while (goes_on) {
		goes_on = slice_cut(&path, '/', &part);
		if (!goes_on)
			part = path;
		if (part.len == 0 || slice_equal(part, SLICE(".")))
			continue;
		if (slice_equal(part, SLICE(".."))) {
			while (out->len > start && out->ptr[--out->len] != '/') {
			}
			continue;
		}
		if (is_absolute || out->len > start)
			buf_add_char(out, '/');
		buf_add(out, part);
	}
}

/* True if a file's real path is in a folder; false if one of them does not exist. */
static bool source_is_below(const char *path, struct slice folder)
{
	char real[PATH_MAX], root[PATH_MAX], name[SOURCE_PATH];
	size_t len;

	if (folder.len == 0 || folder.len >= sizeof(name))
		return false;
	memcpy(name, folder.ptr, folder.len);
	name[folder.len] = '\0';
	if (!realpath(path, real) || !realpath(name, root))
		return false;
	len = strlen(root);
	return strncmp(real, root, len) == 0 && (real[len] == '/' || root[len - 1] == '/');
}

/* ---- Files ---- */

/* False: it is no regular file that can be read. */
static bool source_read(struct lines_sources *sources, const char *path, struct slice *text,
			struct stat *status)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	bool good = false;
	char *bytes;
	ssize_t n;
	size_t len = 0;

	if (fd < 0)
		return false;
	if (fstat(fd, status) != 0) {
		close(fd);
		return false;
	}
	if (S_ISREG(status->st_mode) && status->st_size <= SOURCE_MOST) {
		bytes = arena_alloc(&sources->arena, (size_t)status->st_size + 1);
		while ((n = read(fd, bytes + len, (size_t)status->st_size - len)) > 0)
			len += (size_t)n;
		good = n == 0;
		*text = slice_of(bytes, len);
	}
	sources->is_large |= S_ISREG(status->st_mode) && status->st_size > SOURCE_MOST;
	close(fd);
	return good;
}

/* Read a candidate; `path` is NUL-terminated then. */
static bool source_try(struct lines_sources *sources, struct buf *path, struct slice *text,
		       struct stat *status)
{
	buf_add_char(path, '\0');
	return path->len <= SOURCE_PATH && memchr(path->ptr, '\0', path->len - 1) == NULL &&
	       source_read(sources, path->ptr, text, status);
}

/* Below --source, by as much of the path as there is; what a link leads out of it is refused. */
static bool source_in_folder(struct lines_sources *sources, struct slice name, struct slice folder,
			     struct buf *path, struct slice *text, struct stat *status)
{
	struct buf plain = {0};
	struct slice rest, part;
	bool found = false;

	source_normalize(&plain, name);
	rest = buf_slice(&plain);
	slice_skip(&rest, SLICE("/"));
	while (!found && rest.len > 0) {
		buf_reset(path);
		buf_add(path, folder);
		buf_add_char(path, '/');
		buf_add(path, rest);
		found = source_try(sources, path, text, status);
		if (found && !source_is_below(path->ptr, folder)) {
			source_count(&sources->refused, name);
			found = false;
		}
		if (!slice_cut(&rest, '/', &part))
			rest.len = 0;
	}
	buf_release(&plain);
	return found;
}

/* By --source-map: the first that fits. */
static bool source_mapped(struct lines_sources *sources, struct slice name, struct buf *path,
			  struct slice *text, struct stat *status)
{
	const struct opt_list *maps = &sources->options->maps;
	size_t i;

	for (i = 0; i < maps->count; i++) {
		struct slice to = maps->at[i], from, rest = name;

		slice_cut(&to, '=', &from);
		if (!slice_skip(&rest, from) ||
		    (rest.len > 0 && rest.ptr[0] != '/' && !slice_ends(from, SLICE("/"))))
			continue;
		buf_reset(path);
		buf_add(path, to);
		if (slice_ends(from, SLICE("/")) && !slice_ends(to, SLICE("/")))
			buf_add_char(path, '/');
		buf_add(path, rest);
		if (source_try(sources, path, text, status))
			return true;
	}
	return false;
}

/* The folder of a path, without its slash. */
static struct slice source_folder(struct slice path)
{
	const size_t slash = slice_rfind(path, '/');

	return slice_head(path, slash == SLICE_NONE ? 0 : slash);
}

static bool source_at_home(struct lines_sources *sources, const struct perf_site_frame *place,
			   struct buf *path, struct slice *text, struct stat *status)
{
	buf_reset(path);
	buf_add(path, place->path);
	if (place->path.ptr[0] != '/' || !source_try(sources, path, text, status))
		return false;
	if (!source_is_below(path->ptr, place->folder))
		source_count(&sources->outside, place->path);
	return true;
}

/* Whether the file is newer than the program. */
static void source_check_time(struct lines_sources *sources, struct slice name, struct slice module,
			      const struct stat *status)
{
	struct buf path = {0};
	struct stat program;

	buf_add(&path, module);
	if (stat(buf_cstring(&path), &program) == 0 && status->st_mtime > program.st_mtime)
		source_count(&sources->newer, name);
	buf_release(&path);
}

/* Set the text; false: it was not found. */
static bool source_open(struct lines_sources *sources, const struct perf_site_frame *place,
			struct slice module, struct slice *text)
{
	const struct slice folder = sources->options->source;
	struct buf path = {0};
	struct stat status;
	bool found = source_mapped(sources, place->path, &path, text, &status) ||
		     (folder.len > 0 &&
		      source_in_folder(sources, place->path, folder, &path, text, &status)) ||
		     source_at_home(sources, place, &path, text, &status);

	if (!found && place->text.len > 0) {
		*text = place->text;
		buf_release(&path);
		return true;
	}
	if (!found && source_folder(module).len > 0)
		found = source_in_folder(sources, place->path, source_folder(module), &path, text,
					 &status);
	if (found)
		source_check_time(sources, place->path, module, &status);
	buf_release(&path);
	return found;
}

static void source_cut(struct lines_source *source)
{
	const struct slice text = source->text;
	size_t cap = 0, at = 0, end;

	while (at < text.len) {
		end = slice_find(slice_tail(text, at), '\n');
		MEMORY_NEED(source->starts, source->count + 2, cap);
		source->starts[source->count++] = at;
		at = end == SLICE_NONE ? text.len : at + end + 1;
		source->starts[source->count] = at;
	}
}

const struct lines_source *lines_source_find(struct lines_sources *sources,
					     const struct perf_site_frame *place,
					     struct slice module)
{
	const size_t count = sources->paths.count;
	const frame_id number = intern_add(&sources->paths, place->path);
	struct lines_source *source;

	if (number < count)
		return sources->at[number];
	MEMORY_ROOM(sources->at, count, sources->cap);
	source = arena_alloc(&sources->arena, sizeof(*source));
	*source = (struct lines_source){.text = SLICE("")};
	sources->at[number] = source;
	if (place->path.len == 0)
		return source;
	sources->is_large = false;
	if (source_open(sources, place, module, &source->text))
		source_cut(source);
	else
		source_count(sources->is_large ? &sources->large : &sources->missing, place->path);
	return source;
}

struct slice lines_source_line(const struct lines_source *source, uint32_t line)
{
	struct slice text;

	if (line == 0 || line > source->count)
		return SLICE("");
	text = slice_of(source->text.ptr + source->starts[line - 1],
			source->starts[line] - source->starts[line - 1]);
	slice_drop(&text, SLICE("\n"));
	slice_drop(&text, SLICE("\r"));
	return text;
}

struct disassembler *lines_sources_disassembler(struct lines_sources *sources, struct slice machine)
{
	struct utsname here;

	if (machine.len == 0 && uname(&here) == 0)
		machine = slice_from(here.machine);
	if (!sources->has_looked) {
		sources->has_looked = true;
		sources->machine = arena_copy(&sources->arena, machine);
		sources->disassembler = disassembler_new(machine);
		if (!sources->disassembler)
			diag_warn(
				"no disassembler of %.*s: --asm shows bytes; libcapstone (4 or 5) "
				"has one of x86 and AArch64",
				SLICE_ARG(machine));
	}
	return slice_equal(sources->machine, machine) ? sources->disassembler : NULL;
}

static void source_say(const struct source_note *note, const char *one, const char *many)
{
	if (note->count > 0)
		diag_warn("%llu %s; the first: '%.*s'", (unsigned long long)note->count,
			  note->count == 1 ? one : many, SLICE_ARG(note->first));
}

void lines_sources_say(const struct lines_sources *sources)
{
	source_say(
		&sources->missing,
		"source file was not found, its lines have no text; try --source or --source-map",
		"source files were not found, their lines have no text; try --source or "
		"--source-map");
	source_say(&sources->large, "source file is larger than 16 MiB, its lines have no text",
		   "source files are larger than 16 MiB, their lines have no text");
	source_say(&sources->newer, "source file is newer than its program: lines may have moved",
		   "source files are newer than their programs: lines may have moved");
	source_say(&sources->outside,
		   "source file lies outside of the folder that its program was compiled in",
		   "source files lie outside of the folders that their programs were compiled in");
	source_say(
		&sources->refused,
		"source file is left out: a link leads out of the folder that it was looked for in",
		"source files are left out: links lead out of the folders that they were looked for "
		"in");
}
