/* SPDX-License-Identifier: MIT */
#include "record/profiler/launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "record/session/target.h"

enum { LEAST_FD = 100, EXIT_NOT_FOUND = 127 };

bool launcher_make(struct launcher *launcher, const struct session *session)
{
	char program[PATH_MAX];
	const ssize_t n = readlink("/proc/self/exe", program, sizeof(program) - 1);

	*launcher = (struct launcher){.output = -1};
	if (n <= 0)
		return false;
	program[n] = '\0';
	target_in(&launcher->path, &session->work, LAUNCHER_NAME);
	unlink(launcher->path.ptr); /* that of another event */
	if (symlink(program, launcher->path.ptr) == 0)
		launcher->output = fcntl(STDOUT_FILENO, F_DUPFD, LEAST_FD);
	if (launcher->output < 0)
		launcher_remove(launcher);
	return launcher->output >= 0;
}

void launcher_remove(struct launcher *launcher)
{
	if (launcher->path.len > 0)
		unlink(launcher->path.ptr);
	if (launcher->output >= 0)
		close(launcher->output);
	launcher->output = -1;
	buf_release(&launcher->path);
}

void launcher_add(struct arguments *arguments, const struct launcher *launcher)
{
	struct buf number = {0};

	buf_add_u64(&number, (uint64_t)launcher->output);
	arguments_add_text(arguments, launcher->path.ptr);
	arguments_add(arguments, buf_slice(&number));
	buf_release(&number);
}

bool launcher_is(int argc, char **argv)
{
	return argc > 2 && slice_ends(slice_from(argv[0]), SLICE("/" LAUNCHER_NAME));
}

int launcher_run(char **argv)
{
	uint64_t output;

	if (slice_to_u64(slice_from(argv[1]), &output) && output <= INT_MAX &&
	    dup2((int)output, STDOUT_FILENO) >= 0)
		close((int)output);
	execvp(argv[2], argv + 2);
	fprintf(stderr, "flamegraph-record: %s: %s\n", argv[2], child_problem(errno));
	return EXIT_NOT_FOUND;
}
