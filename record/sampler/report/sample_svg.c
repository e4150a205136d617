/* SPDX-License-Identifier: MIT */
/*
 * A report as a picture, which the program flamegraph draws: the one that was installed with this
 * library, else the one in PATH. It reads and writes files without names, so neither side ever
 * waits for, or writes into, a pipe without a reader.
 */
#define _GNU_SOURCE /* dladdr */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/system/child.h"
#include "common/system/quiet.h"
#include "record/sampler/report/sample_report.h"

extern char **environ;

/* "../bin/flamegraph" from the folder with the library if that is there, else "flamegraph". */
static void add_program(struct buf *path)
{
	static const char anchor;
	const struct slice beside = SLICE("/../bin/flamegraph");
	Dl_info info;
	size_t slash;

	buf_reset(path);
	if (dladdr(&anchor, &info) != 0 && info.dli_fname) {
		slash = slice_rfind(slice_from(info.dli_fname), '/');
		if (slash != SLICE_NONE) {
			buf_add(path, slice_of(info.dli_fname, slash));
			buf_add(path, beside);
			buf_add_char(path, '\0');
			if (access(path->ptr, X_OK) == 0)
				return;
			buf_reset(path);
		}
	}
	buf_add(path, SLICE("flamegraph"));
	buf_add_char(path, '\0');
}

/*
 * The environment without what would have the other program sampled too; the array is the caller's.
 */
static char **clean_environment(void)
{
	size_t count = 0, kept = 0, i;
	char **clean;

	while (environ[count])
		count++;
	clean = memory_resize(NULL, count + 1, sizeof(*clean));
	for (i = 0; i < count; i++) {
		struct slice entry = slice_from(environ[i]);

		if (!slice_starts(entry, SLICE("LD_PRELOAD=")) &&
		    !slice_starts(entry, SLICE("FLAMESAMPLE_")))
			clean[kept++] = environ[i];
	}
	clean[kept] = NULL;
	return clean;
}

static int nameless_file(void)
{
	const char *dir = getenv("TMPDIR");
	char path[1024];
	int fd;

	snprintf(path, sizeof(path), "%s/flamesample-XXXXXX", dir ? dir : "/tmp");
	fd = mkstemp(path);
	if (fd < 0)
		return -1;
	unlink(path);
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	return fd;
}

static bool sample_svg_write_all(int fd, struct slice text)
{
	while (text.len > 0) {
		const struct quiet quiet = quiet_begin();
		const ssize_t n = write(fd, text.ptr, text.len);

		quiet_end(&quiet, n);
		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0)
			text = slice_tail(text, (size_t)n);
	}
	return lseek(fd, 0, SEEK_SET) == 0;
}

static bool sample_svg_read_all(int fd, struct buf *out)
{
	ssize_t n;

	if (lseek(fd, 0, SEEK_SET) != 0)
		return false;
	while ((n = read(fd, buf_reserve(out, 1 << 16), 1 << 16)) > 0)
		out->len += (size_t)n;
	return n == 0;
}

/* 0, or the errno of why it could not be started. */
static int sample_svg_run(const char *program, const char *subtitle, int in, int out)
{
	const char *arguments[] = {program, "-q", "--subtitle", subtitle, "-", NULL};
	char **environment = clean_environment();
	posix_spawn_file_actions_t actions;
	pid_t child;
	int error = posix_spawn_file_actions_init(&actions);

	if (error != 0)
		goto done;
	error = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	if (error == 0)
		error = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	if (error == 0)
		error = posix_spawnp(&child, program, &actions, NULL, (char *const *)arguments,
				     environment);
	posix_spawn_file_actions_destroy(&actions);
	if (error == 0)
		child_wait(
			child); /* where others take its exit code, the picture shows the result */
done:
	free(environment);
	return error;
}

static int sample_svg_draw(const struct flamesample_report *report, int in, int out,
			   struct buf *picture)
{
	struct buf text = {0}, program = {0};
	char subtitle[512];
	size_t begin = picture->len;
	int error, result = FLAMESAMPLE_OK;

	report_add_folded(report, &text);
	flamesample_report_summary(report, subtitle, sizeof(subtitle));
	add_program(&program);
	if (!sample_svg_write_all(in, buf_slice(&text))) {
		result = problem_set(FLAMESAMPLE_NO_SYSTEM, "temporary file: %s", strerror(errno));
	} else if ((error = sample_svg_run(program.ptr, subtitle, in, out)) != 0) {
		result = problem_set(FLAMESAMPLE_NO_PROGRAM, "%s: %s", program.ptr,
				     strerror(error));
	} else if (!sample_svg_read_all(out, picture) ||
		   !slice_ends(slice_tail(buf_slice(picture), begin), SLICE("</svg>\n"))) {
		result = problem_set(FLAMESAMPLE_NO_PROGRAM, "%s did not finish", program.ptr);
	}
	buf_release(&text);
	buf_release(&program);
	return result;
}

int report_add_svg(const struct flamesample_report *report, struct buf *out)
{
	int from = nameless_file(), to = nameless_file();
	int result = from < 0 || to < 0 ? problem_set(FLAMESAMPLE_NO_SYSTEM, "temporary file: %s",
						      strerror(errno))
					: sample_svg_draw(report, from, to, out);

	if (from >= 0)
		close(from);
	if (to >= 0)
		close(to);
	return result;
}
