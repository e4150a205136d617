/* SPDX-License-Identifier: MIT */
#include "common/base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/system/os.h"

extern char **environ;

/* Close-on-exec, and above the standard streams even where those are closed. */
static bool lift(int *fd)
{
	int lifted = fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

	close(*fd);
	*fd = lifted;
	return lifted >= 0;
}

COLD bool child_pipe(int ends[2])
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

static int child_spawn(const char *const *arguments, const struct child_streams *streams,
		       const struct child_place *where, pid_t *child)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int error = posix_spawn_file_actions_init(&actions), stream;

	if (error != 0)
		return error;
	error = posix_spawnattr_init(&attributes);
	if (error != 0) {
		posix_spawn_file_actions_destroy(&actions);
		return error;
	}
	if (where && where->is_apart)
		error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
	for (stream = 0; stream < 3 && error == 0; stream++)
		error = place(&actions, streams->fds[stream], stream);
	if (error == 0)
		error = posix_spawnp(
			child, arguments[0], &actions, &attributes, (char *const *)arguments,
			where && where->environment ? (char *const *)where->environment : environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

/* dup2() or open() to the stream, in the new process. */
static bool child_redirect(int fd, int stream)
{
	if (fd == CHILD_SHARES)
		return true;
	if (fd == CHILD_NULL)
		fd = open("/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY);
	return fd >= 0 && dup2(fd, stream) >= 0;
}

/*
 * In the new process, only calls that are safe after fork(): become the program. The parent may end
 * before that is asked for; its handler of SIGTERM must not run here.
 */
static void child_become(const char *const *arguments, const struct child_streams *streams,
			 const struct child_place *where, pid_t parent)
{
	struct sigaction term;
	bool good = true;
	int stream;

	if (sigaction(SIGTERM, NULL, &term) == 0 && term.sa_handler != SIG_IGN)
		signal(SIGTERM, SIG_DFL);
	os_end_with_parent();
	if (getppid() != parent)
		_exit(EXIT_DATA);
	if (where->is_apart)
		good = setpgid(0, 0) == 0;
	for (stream = 0; stream < 3 && good; stream++)
		good = child_redirect(streams->fds[stream], stream);
	if (good)
		os_exec(arguments[0], (char *const *)arguments,
			where->environment ? (char *const *)where->environment : environ);
}

/* child_spawn() of a child that ends with this process, which posix_spawn() cannot do. */
static int child_start_bound(const char *const *arguments, const struct child_streams *streams,
			     const struct child_place *where, pid_t *child)
{
	const pid_t parent = getpid();
	int problem[2], error = 0;
	struct child_end end;
	ssize_t n;

	if (!child_pipe(problem))
		return errno;
	*child = fork();
	if (*child == 0) {
		child_become(arguments, streams, where, parent);
		error = errno;
		n = write(problem[1], &error, sizeof(error));
		_exit(n < 0 ? EXIT_DATA : EXIT_DONE);
	}
	if (*child < 0)
		error = errno;
	close(problem[1]);
	while (*child > 0 && (n = read(problem[0], &error, sizeof(error))) < 0 && errno == EINTR)
		; /* its end is closed by exec */
	close(problem[0]);
	if (error != 0 && *child > 0)
		child_join(*child, &end);
	return error;
}

COLD int child_start(const char *const *arguments, const struct child_streams *streams,
		     pid_t *child)
{
	return child_spawn(arguments, streams, NULL, child);
}

COLD int child_start_in(const struct child_place *where, const char *const *arguments,
			const struct child_streams *streams, pid_t *child)
{
	int here = -1, error = 0;

	if (where->directory) {
		here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (here < 0)
			return errno;
		error = chdir(where->directory) == 0 ? 0 : errno;
	}
	if (error == 0)
		error = where->ends_with_us ? child_start_bound(arguments, streams, where, child)
					    : child_spawn(arguments, streams, where, child);
	if (here >= 0) {
		if (fchdir(here) != 0 && error == 0)
			error = errno;
		close(here);
	}
	return error;
}

/*
 * waitpid(), with the ending in one shape; what is not a child of ours any more has ended somehow.
 */
static bool wait_for(pid_t child, int options, struct child_end *end)
{
	int status = 0;
	pid_t ended;

	do {
		ended = waitpid(child, &status, options);
	} while (ended < 0 && errno == EINTR);
	*end = (struct child_end){-1, 0};
	if (ended == child && WIFEXITED(status))
		end->code = WEXITSTATUS(status);
	else if (ended == child && WIFSIGNALED(status))
		end->signal = WTERMSIG(status);
	return ended != 0;
}

COLD const char *child_problem(int error)
{
	return error == ENOENT ? "not found" : strerror(error);
}

COLD bool child_has_ended(pid_t child, struct child_end *end)
{
	return wait_for(child, WNOHANG, end);
}

COLD void child_join(pid_t child, struct child_end *end)
{
	wait_for(child, 0, end);
}

COLD void child_adopt(void)
{
	os_adopt();
}

COLD bool child_reap(void)
{
	pid_t ended;

	do {
		ended = waitpid(-1, NULL, WNOHANG);
	} while (ended > 0 || (ended < 0 && errno == EINTR));
	return ended == 0;
}

COLD void child_read(int fd, struct buf *out)
{
	enum { STEP = 1 << 16 };
	ssize_t n;

	do {
		n = read(fd, buf_reserve(out, STEP), STEP);
		if (n > 0)
			out->len += (size_t)n;
	} while (n > 0 || (n < 0 && errno == EINTR));
}

COLD int child_wait(pid_t child)
{
	struct child_end end;

	wait_for(child, 0, &end);
	return end.code;
}
