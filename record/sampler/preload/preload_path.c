/* SPDX-License-Identifier: MIT */
#include "record/sampler/preload/preload_path.h"

#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/slice.h"

enum { NUMBERS = 10000 }; /* of files of one process */

static const char variable[] = "FLAMESAMPLE_RUN"; /* "PROCESS SECONDS NANOSECONDS OUT" */

/* True if a process before this one began the run. */
static bool join_run(struct preload_path *path, const char *out)
{
	const char *run = getenv(variable);
	long long seconds;
	int length = 0;

	if (!run || sscanf(run, "%ld %lld %ld %n", &path->first, &seconds, &path->since.tv_nsec,
			   &length) != 3)
		return false;
	path->since.tv_sec = (time_t)seconds;
	return length > 0 && strcmp(run + length, out) == 0;
}

static void begin_run(struct preload_path *path, const char *out)
{
	char run[sizeof(path->out) + 80];

	path->first = (long)getpid();
	clock_gettime(CLOCK_REALTIME, &path->since);
	snprintf(run, sizeof(run), "%ld %lld %ld %s", path->first, (long long)path->since.tv_sec,
		 path->since.tv_nsec, out);
	setenv(variable, run, 1); /* without it children take themselves for the first */
}

bool preload_path_init(struct preload_path *path, const char *out)
{
	char folder[sizeof(path->out)] = "";
	int length;

	if (*out != '/' && !getcwd(folder, sizeof(folder)))
		return false;
	length = snprintf(path->out, sizeof(path->out), "%s%s%s", folder,
			  *folder != '\0' ? "/" : "", out);
	path->folder = *folder != '\0' ? strlen(folder) + 1 : 0;
	if (length < 0 || (size_t)length >= sizeof(path->out) || !report_suffix(out))
		return false;
	if (!join_run(path, out))
		begin_run(path, out);
	return true;
}

static bool has_process(const struct preload_path *path)
{
	return strstr(path->out + path->folder, "%p") != NULL;
}

/* A name in the making. */
struct naming {
	char *name;
	size_t size, used;
	bool fits;
};

static void preload_path_add(struct naming *naming, const char *format, ...) PRINTF_LIKE(2, 3);

static void preload_path_add(struct naming *naming, const char *format, ...)
{
	size_t room = naming->size - naming->used;
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(naming->name + naming->used, room, format, arguments);
	va_end(arguments);
	naming->fits &= length >= 0 && (size_t)length < room;
	if (naming->fits)
		naming->used += (size_t)length;
}

/* The Nth name of a process; false if it is too long. */
static bool make_name(char *name, size_t size, const struct preload_path *path, long process,
		      unsigned number)
{
	const char *suffix = report_suffix(path->out);
	struct naming naming = {name, size, 0, true};
	struct slice rest = slice_between(path->out + path->folder, suffix);
	size_t at;

	preload_path_add(&naming, "%.*s", (int)path->folder, path->out);
	while ((at = slice_search(rest, SLICE("%p"))) != SLICE_NONE) {
		preload_path_add(&naming, "%.*s%ld", SLICE_ARG(slice_head(rest, at)), process);
		rest = slice_tail(rest, at + 2);
	}
	preload_path_add(&naming, "%.*s", SLICE_ARG(rest));
	if (!has_process(path) && (process != path->first || number > 1))
		preload_path_add(&naming, ".%ld", process);
	if (number > 1)
		preload_path_add(&naming, ".%u", number);
	preload_path_add(&naming, "%s", suffix);
	return naming.fits;
}

/* True if it existed before the run began. */
static bool is_old(const struct preload_path *path, const char *name)
{
	struct stat status;

	return stat(name, &status) == 0 && S_ISREG(status.st_mode) &&
	       (status.st_mtim.tv_sec < path->since.tv_sec ||
		(status.st_mtim.tv_sec == path->since.tv_sec &&
		 status.st_mtim.tv_nsec < path->since.tv_nsec));
}

bool preload_path_save(const struct preload_path *path, long process,
		       const struct flamesample_report *report, char *name, size_t size)
{
	bool is_given = process == path->first && !has_process(path), exists = true;
	unsigned number;

	for (number = 1; number <= NUMBERS && exists; number++) {
		bool replace;

		if (!make_name(name, size, path, process, number))
			return false;
		replace = number == 1 && is_given && is_old(path, name);
		if ((replace || access(name, F_OK) != 0) &&
		    report_save(report, name, replace, &exists) == FLAMESAMPLE_OK)
			return true;
	}
	return false;
}
