/* SPDX-License-Identifier: MIT */
#include "record/events/workload.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

/* In the new process: wait, then become the command. Only calls that are safe after fork(). */
static _Noreturn void become(const char *const *words, int start, int problem)
{
	char byte;
	ssize_t n;
	int error;

	signal(SIGPIPE, SIG_DFL); /* record-stacks ignores it */
	do {
		n = read(start, &byte, 1);
	} while (n < 0 && errno == EINTR);
	if (n == 1) {
		execvp(words[0], (char *const *)words);
		error = errno;
		while (write(problem, &error, sizeof(error)) < 0 && errno == EINTR)
			;
	}
	_exit(127);
}

bool workload_prepare(struct workload *workload, const char *const *words)
{
	int start[2], problem[2];

	*workload = (struct workload){.release = -1, .problem = -1};
	if (!child_pipe(start))
		return false;
	if (!child_pipe(problem)) {
		close(start[0]);
		close(start[1]);
		return false;
	}
	workload->process = fork();
	if (workload->process == 0) {
		close(start[1]); /* the end of the recorder has to be seen */
		become(words, start[0], problem[1]);
	}
	close(start[0]);
	close(problem[1]);
	workload->release = start[1];
	workload->problem = problem[0];
	return workload->process > 0;
}

int workload_release(struct workload *workload)
{
	int error = 0;
	ssize_t n;

	if (write(workload->release, "", 1) != 1)
		error = errno;
	close(workload->release);
	workload->release = -1;
	do { /* the end is closed by exec */
		n = read(workload->problem, &error, sizeof(error));
	} while (n < 0 && errno == EINTR);
	close(workload->problem);
	workload->problem = -1;
	if (error != 0)
		workload_end(workload);
	return error;
}

bool workload_has_ended(struct workload *workload)
{
	if (workload->process > 0 && !workload->has_ended)
		workload->has_ended = child_has_ended(workload->process, &workload->end);
	return workload->has_ended;
}

void workload_end(struct workload *workload)
{
	if (workload->release >= 0)
		close(workload->release); /* it ends without having run */
	if (workload->problem >= 0)
		close(workload->problem);
	workload->release = workload->problem = -1;
	if (workload->process <= 0 || workload_has_ended(workload))
		return;
	kill(workload->process, SIGTERM);
	child_join(workload->process, &workload->end);
	workload->has_ended = true;
}
