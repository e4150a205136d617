/* SPDX-License-Identifier: MIT */
/* libflamesample, loaded into the program by the dynamic loader; each process writes a file. */
#include "record/profiler/profiler.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/base/slice.h"
#include "common/io/locate.h"
#include "record/profiler/recorder.h"
#include "record/session/target.h"

enum {
	HEAD = 4096,   /* bytes; linkers write the program headers after the file header */
	PT_INTERP = 3, /* the program header that names the dynamic loader */
};

/* Positions of fields in the ELF header: elf(5). */
struct layout {
	size_t table, table_size, entry_size, count;
};

static const struct layout layout_32 = {28, sizeof(uint32_t), 42, 44};
static const struct layout layout_64 = {32, sizeof(uint64_t), 54, 56};

/* A number in the byte order of this machine; 0 beyond the end. */
static uint64_t number_at(struct slice head, size_t at, size_t size)
{
	uint16_t two;
	uint32_t four;
	uint64_t eight;

	if (at > head.len || head.len - at < size)
		return 0;
	switch (size) {
	case sizeof(two): memcpy(&two, head.ptr + at, size); return two;
	case sizeof(four): memcpy(&four, head.ptr + at, size); return four;
	default: memcpy(&eight, head.ptr + at, size); return eight;
	}
}

static bool is_elf_of_this_order(struct slice head)
{
	static const union {
		uint16_t number;
		char first;
	} one = {1};

	return head.len > 64 && slice_starts(head, SLICE("\177ELF")) &&
	       head.ptr[5] == (one.first == 1 ? 1 : 2);
}

/* Also a position independent program is static if no loader is named. */
static bool is_static(struct slice head)
{
	const struct layout *layout;
	uint64_t table, size, count, i;

	if (!is_elf_of_this_order(head))
		return false;
	layout = head.ptr[4] == 2 ? &layout_64 : &layout_32;
	table = number_at(head, layout->table, layout->table_size);
	size = number_at(head, layout->entry_size, sizeof(uint16_t));
	count = number_at(head, layout->count, sizeof(uint16_t));
	if (table >= head.len || size * count > head.len - table)
		return false; /* not all of it is here */
	for (i = 0; i < count; i++) {
		if (number_at(head, (size_t)(table + i * size), sizeof(uint32_t)) == PT_INTERP)
			return false;
	}
	return count > 0;
}

COLD const char *preloadable_obstacle(const char *path)
{
	char head[HEAD];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status = {0};
	ssize_t n = -1;

	if (fd >= 0 && fstat(fd, &status) == 0)
		n = read(fd, head, sizeof(head));
	if (fd >= 0)
		close(fd);
	if (((status.st_mode & S_ISUID) != 0 && status.st_uid != geteuid()) ||
	    ((status.st_mode & S_ISGID) != 0 && status.st_gid != getegid()))
		return "runs as another user or group, so that no library can be preloaded";
	if (n > 0 && is_static(slice_of(head, (size_t)n)))
		return "is linked statically, so that no library can be preloaded";
	return NULL;
}

static const char library[] = "libflamesample.so.1";

/* From the folder of the programs. */
static const char *const folders[] = {
	"../lib/",
	"../lib64/",
#ifdef FLAMBEAU_MULTIARCH
	"../lib/" FLAMBEAU_MULTIARCH "/",
#endif
};

/* Find it in the folder of the programs, or at the path in the environment. */
static bool find_file(struct buf *path, const char *argv0)
{
	const char *given = getenv("FLAMESAMPLE_LIB");
	struct buf folder = {0};
	bool found = false;
	size_t i;

	if (given && given[0] != '\0') {
		buf_printf(path, "%s", given);
		buf_add_char(path, '\0');
		return access(path->ptr, R_OK) == 0;
	}
	locate_folder(&folder, argv0);
	for (i = 0; i < ARRAY_LEN(folders) && !found && folder.len > 0; i++) {
		buf_reset(path);
		buf_printf(path, "%.*s%s%s", SLICE_ARG(buf_slice(&folder)), folders[i], library);
		buf_add_char(path, '\0');
		found = access(path->ptr, R_OK) == 0;
	}
	buf_release(&folder);
	return found;
}

/*
 * True if the loader finds it by its name. A program into which it cannot be loaded prints a
 * message.
 */
static bool loader_finds(struct buf *path)
{
	struct arguments variables = {0};
	bool found;

	buf_reset(path);
	buf_add_text(path, library);
	arguments_printf(&variables, "LD_PRELOAD=%s", library);
	found = recorder_accepts(&variables);
	buf_add_char(path, '\0');
	arguments_release(&variables);
	return found;
}

COLD bool sampler_library_find(struct buf *path, const char *argv0, struct buf *why)
{
	if (find_file(path, argv0) || (!getenv("FLAMESAMPLE_LIB") && loader_finds(path)))
		return true;
	buf_printf(why, "%s is not installed", library);
	return false;
}

static const char stem[] = "sampled."; /* sampled.folded, of children sampled.PID.folded */

enum { REST = 5 }; /* seconds for processes of the command to write, too */

/* LD_PRELOAD=LIBRARY:what was there, FLAMESAMPLE_OUT, FLAMESAMPLE_HZ */
static void add_variables(struct arguments *variables, const struct session *session,
			  const char *path)
{
	const struct request *request = session->request;
	const char *before = getenv("LD_PRELOAD");
	struct slice more = slice_from(before ? before : "");
	size_t i;

	for (i = 0; i < request->env.count; i++) {
		struct slice variable = request->env.at[i];

		if (slice_skip(&variable, SLICE("LD_PRELOAD=")))
			more = variable;
	}
	arguments_printf(variables, "LD_PRELOAD=%s%s%.*s", path, more.len > 0 ? ":" : "",
			 SLICE_ARG(more));
	arguments_printf(variables, "FLAMESAMPLE_OUT=%s/%sfolded", session->work.ptr, stem);
	arguments_printf(variables, "FLAMESAMPLE_HZ=%llu",
			 (unsigned long long)profiler_rate(&profiler_sampler, session));
	if (!diag_shows(DIAG_WARNINGS))
		arguments_add_text(variables, "FLAMESAMPLE_QUIET=1");
}

static enum profiler_result profiler_sampler_run(struct session *session, const char *path)
{
	struct arguments arguments = {0}, variables = {0};
	struct child_end end = {0, 0};
	int error;

	add_variables(&variables, session, path);
	arguments_add_all(&arguments, session->command, session->command_count);
	child_adopt();
	error = recorder_run(session, &arguments, &variables, &end);
	if (!recorder_wait_for_rest(REST))
		diag_warn("the command left processes behind, which are not in the graph");
	if (error != 0)
		diag_error("profiler command failed: %s: %s", arguments.at[0],
			   child_problem(error));
	session->end = end;
	session->has_end = true;
	target_list(&session->recorded, &session->work, stem, ".folded");
	arguments_release(&arguments);
	arguments_release(&variables);
	return error == 0 ? PROFILER_DONE : PROFILER_FAILED;
}

/*
 * Known before the command runs, but it may start others. So it is a reason to take no other
 * profiler than this one only where this one was not asked for by its name.
 */
static void find_obstacle(struct session *session)
{
	const char *obstacle = NULL;
	struct buf path = {0};

	buf_reset(&session->obstacle);
	if (session_program(session, &path))
		obstacle = preloadable_obstacle(path.ptr);
	if (obstacle)
		buf_printf(&session->obstacle, "%s %s", session->command[0], obstacle);
	buf_release(&path);
}

static COLD enum profiler_result profiler_sampler_record(struct session *session, struct buf *why)
{
	struct buf path = {0};
	enum profiler_result result = PROFILER_UNUSABLE;

	find_obstacle(session);
	if (session->obstacle.len > 0 && session->request->profiler == REQUEST_AUTO)
		buf_add(why, buf_slice(&session->obstacle));
	else if (sampler_library_find(&path, session->request->argv0, why))
		result = profiler_sampler_run(session, path.ptr);
	buf_release(&path);
	return result;
}

static const char *const lacks[] = {"process",   "all-cpus",  "perfdata", "call-graph", "event",
				    "perf-args", "no-inline", "off-cpu",  "wall",       NULL};

const struct profiler profiler_sampler = {
	.kind = REQUEST_SAMPLER,
	.lacks = lacks,
	.rate = 249, /* its timers cannot be faster than the tick of most kernels */
	.event = "CPU time",
	.record = profiler_sampler_record,
};
