/* SPDX-License-Identifier: MIT */
/* No shell between: arguments travel as they are. */
#include "diff/graph.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/folded.h"

extern char **environ;

static const char program[] = "flamegraph";

/* The path of the program, NUL-terminated: without a slash if it is to be looked up in PATH. */
static void find_program(struct buf *path, const char *argv0)
{
	const char *slash = argv0 ? strrchr(argv0, '/') : NULL;

	if (slash)
		buf_add(path, slice_between(argv0, slash + 1));
	buf_add_text(path, program);
	buf_add_char(path, '\0');
	if (slash && access(path->ptr, X_OK) == 0)
		return;
	buf_reset(path);
	buf_add_text(path, program);
	buf_add_char(path, '\0');
}

/* Close-on-exec, and above the standard streams even where those are closed. */
static bool lift(int *fd)
{
	int lifted = fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

	close(*fd);
	*fd = lifted;
	return lifted >= 0;
}

static bool open_pipe(int ends[2])
{
	bool first, second;

	if (pipe(ends) != 0)
		return false;
	first = lift(&ends[0]);
	second = lift(&ends[1]);
	if (first && second)
		return true;
	if (first)
		close(ends[0]);
	if (second)
		close(ends[1]);
	return false;
}

/* 0, or the errno that says why it could not be started. It reads from `in`. */
static int start(const char *const *arguments, int in, pid_t *child)
{
	posix_spawn_file_actions_t actions;
	int error = posix_spawn_file_actions_init(&actions);

	if (error != 0)
		return error;
	error = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	if (error == 0)
		error = posix_spawnp(child, arguments[0], &actions, NULL, (char *const *)arguments,
				     environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

/* Write to a program that may have ended already: that is no reason to die. */
static bool feed(const struct profile *joined, int fd)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
	struct output output = {.fd = fd};
	bool good;

	sigemptyset(&ignore.sa_mask);
	sigaction(SIGPIPE, &ignore, &old);
	buf_add(&output.path, slice_of(program, sizeof(program)));
	folded_write(joined, &output);
	good = output_commit(&output);
	sigaction(SIGPIPE, &old, NULL);
	return good;
}

static bool wait_for(pid_t child)
{
	int status = 0;
	pid_t ended;

	do {
		ended = waitpid(child, &status, 0);
	} while (ended < 0 && errno == EINTR);
	if (ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return true;
	if (ended == child && WIFEXITED(status))
		diag_error("%s failed with exit code %d", program, WEXITSTATUS(status));
	else
		diag_error("%s failed", program);
	return false;
}

static bool run(const struct profile *joined, const char *const *arguments)
{
	int ends[2], error;
	bool good = false;
	pid_t child;

	if (!open_pipe(ends)) {
		diag_error("cannot run %s: %s", program, strerror(errno));
		return false;
	}
	error = start(arguments, ends[0], &child);
	close(ends[0]);
	if (error != 0) {
		close(ends[1]);
		diag_error("cannot run %s: %s", program, strerror(error));
		return false;
	}
	good = feed(joined, ends[1]);
	return wait_for(child) && good;
}

bool graph_draw(const struct profile *joined, struct slice path, const char *argv0)
{
	const char *arguments[6] = {NULL, NULL, "--title=Differential Flame Graph"};
	struct buf command = {0}, option = {0};
	bool good;

	find_program(&command, argv0);
	buf_add_text(&option, "--output=");
	buf_add(&option, path);
	buf_add_char(&option, '\0');
	arguments[0] = command.ptr;
	arguments[1] = option.ptr;
	if (joined->total[0] != joined->total[1])
		arguments[3] = "--diff-normalize";
	good = run(joined, arguments);
	buf_release(&command);
	buf_release(&option);
	return good;
}
