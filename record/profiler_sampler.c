/* SPDX-License-Identifier: MIT */
/* libflamesample, loaded into the program by the dynamic loader; each process writes a file. */
#include <dirent.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/io/locate.h"
#include "record/preloadable.h"
#include "record/profiler.h"
#include "record/recorder.h"
#include "record/target.h"

static const char library[] = "libflamesample.so.1";
static const char stem[] = "sampled."; /* sampled.folded, of children sampled.PID.folded */

enum { REST = 5 }; /* seconds for what the command left behind to write, too */

/* From the folder of the programs. */
static const char *const folders[] = {
	"../lib/",
	"../lib64/",
#ifdef FLAMBEAU_MULTIARCH
	"../lib/" FLAMBEAU_MULTIARCH "/",
#endif
};

/* The path of the library, or its name alone, which the loader looks up; NUL-terminated. */
static bool find_library(struct buf *path, const char *argv0)
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

/* Can the loader find it by its name? A program that it cannot be loaded into says so. */
static bool loader_finds(struct buf *path)
{
	struct words variables = {0};
	struct buf preload = {0};
	bool found;

	buf_reset(path);
	buf_add_text(path, library);
	buf_printf(&preload, "LD_PRELOAD=%s", library);
	words_add(&variables, buf_slice(&preload));
	found = recorder_accepts(&variables);
	buf_add_char(path, '\0');
	words_release(&variables);
	buf_release(&preload);
	return found;
}

/* LD_PRELOAD=LIBRARY:what was there, FLAMESAMPLE_OUT, FLAMESAMPLE_HZ */
static void add_variables(struct words *variables, const struct session *session, const char *path)
{
	const struct request *request = session->request;
	const char *before = getenv("LD_PRELOAD");
	struct slice more = slice_from(before ? before : "");
	struct buf value = {0};
	size_t i;

	for (i = 0; i < request->env.count; i++) {
		struct slice variable = request->env.at[i];

		if (slice_skip(&variable, SLICE("LD_PRELOAD=")))
			more = variable;
	}
	buf_printf(&value, "LD_PRELOAD=%s%s", path, more.len > 0 ? ":" : "");
	buf_add(&value, more);
	words_add(variables, buf_slice(&value));
	buf_reset(&value);
	buf_printf(&value, "FLAMESAMPLE_OUT=%s/%sfolded", session->work.ptr, stem);
	words_add(variables, buf_slice(&value));
	buf_reset(&value);
	buf_printf(&value, "FLAMESAMPLE_HZ=%llu",
		   (unsigned long long)profiler_rate(&profiler_sampler, request));
	words_add(variables, buf_slice(&value));
	if (!diag_shows(DIAG_WARNINGS))
		words_add_text(variables, "FLAMESAMPLE_QUIET=1");
	buf_release(&value);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The files of all processes, in the order of their names; those that are empty are none. */
static void collect(struct session *session)
{
	DIR *folder = opendir(session->work.ptr);
	const struct dirent *entry;
	struct buf path = {0};

	while (folder && (entry = readdir(folder)) != NULL) {
		struct slice name = slice_from(entry->d_name);

		target_in(&path, &session->work, entry->d_name);
		if (slice_starts(name, slice_from(stem)) && slice_ends(name, SLICE(".folded")) &&
		    target_size(path.ptr) > 0)
			words_add_text(&session->recorded, path.ptr);
	}
	if (folder)
		closedir(folder);
	if (session->recorded.count > 0)
		qsort(session->recorded.at, session->recorded.count, sizeof(*session->recorded.at),
		      by_name);
	buf_release(&path);
}

static enum profiler_result run(struct session *session, const char *path)
{
	struct words words = {0}, variables = {0};
	struct child_end end = {0, 0};
	int error;

	add_variables(&variables, session, path);
	words_add_all(&words, session->command, session->command_count);
	child_adopt();
	error = recorder_run(session, &words, &variables, &end);
	if (!recorder_wait_for_rest(REST))
		diag_warn("the command left processes behind, which are not in the graph");
	if (error != 0)
		diag_error("profiler command failed: %s: %s", words.at[0], child_problem(error));
	session->end = end;
	session->has_end = true;
	collect(session);
	words_release(&words);
	words_release(&variables);
	return error == 0 ? PROFILER_DONE : PROFILER_FAILED;
}

/*
 * Known before the command runs, but it may start others. So it is a reason to take no other profiler than
 * this one only where this one was not asked for by its name.
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

static enum profiler_result record(struct session *session, struct buf *why)
{
	struct buf path = {0};
	enum profiler_result result = PROFILER_UNUSABLE;

	find_obstacle(session);
	if (session->obstacle.len > 0 && session->request->profiler == REQUEST_AUTO)
		buf_add(why, buf_slice(&session->obstacle));
	else if (find_library(&path, session->request->argv0) ||
		 (!getenv("FLAMESAMPLE_LIB") && loader_finds(&path)))
		result = run(session, path.ptr);
	else
		buf_printf(why, "%s is not installed", library);
	buf_release(&path);
	return result;
}

static const char *const lacks[] = {"process", "all-cpus",  "perfdata",  "call-graph",
				    "event",   "perf-args", "no-inline", NULL};

const struct profiler profiler_sampler = {
	.kind = REQUEST_SAMPLER,
	.lacks = lacks,
	.rate = 249, /* its timers cannot be faster than the tick of most kernels */
	.event = "CPU time",
	.record = record,
};
