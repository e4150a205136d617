/* SPDX-License-Identifier: MIT */
#include "common/child.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Close-on-exec, and above the standard streams even where those are closed. */
static bool lift(int *fd)
{
	int lifted = fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

	close(*fd);
	*fd = lifted;
	return lifted >= 0;
}

bool child_pipe(int ends[2])
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

static int place(posix_spawn_file_actions_t *actions, int fd, int stream)
{
	if (fd == CHILD_SHARES)
		return 0;
	if (fd == CHILD_NULL)
		return posix_spawn_file_actions_addopen(
			actions, stream, "/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY,
			0);
	return posix_spawn_file_actions_adddup2(actions, fd, stream);
}

int child_start(const char *const *arguments, const struct child_streams *streams, pid_t *child)
{
	posix_spawn_file_actions_t actions;
	int error = posix_spawn_file_actions_init(&actions), stream;

	if (error != 0)
		return error;
	for (stream = 0; stream < 3 && error == 0; stream++)
		error = place(&actions, streams->fds[stream], stream);
	if (error == 0)
		error = posix_spawnp(child, arguments[0], &actions, NULL, (char *const *)arguments,
				     environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

int child_wait(pid_t child)
{
	int status = 0;
	pid_t ended;

	do {
		ended = waitpid(child, &status, 0);
	} while (ended < 0 && errno == EINTR);
	return ended == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
