/* SPDX-License-Identifier: MIT */
/*
 * meter OUT COMMAND [ARG...] - run it with standard output to the file OUT; print wall, user and
 * system seconds, the largest resident size in KiB, and the exit status (128 + signal).
 *
 * The wall clock ends with the command. The processor's seconds include descendants without a
 * waiting parent, such as the addr2line of perf script: on Linux the meter adopts them.
 *
 * A program of its own because what a child inherits counts: the peak of a child of a large
 * process is at least as large as that process.
 */
#include <fcntl.h>
#include <stdio.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double of_timeval(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* Descendants whose parents end become children of this process. */
static void adopt(void)
{
#ifdef __linux__
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
}

int main(int argc, char **argv)
{
	struct rusage usage;
	double start, wall;
	pid_t child;
	int out, status;

	if (argc < 3) {
		fprintf(stderr, "usage: meter OUT COMMAND [ARG...]\n");
		return 2;
	}
	out = open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0666);
	if (out < 0) {
		perror(argv[1]);
		return 1;
	}
	adopt();
	start = seconds();
	child = fork();
	if (child == 0) {
		dup2(out, STDOUT_FILENO);
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (child < 0 || waitpid(child, &status, 0) != child) {
		perror("meter");
		return 1;
	}
	wall = seconds() - start;
	while (wait(NULL) > 0)
		continue;
	if (getrusage(RUSAGE_CHILDREN, &usage)) {
		perror("meter");
		return 1;
	}
	printf("%.6f %.6f %.6f %ld %d\n", wall, of_timeval(usage.ru_utime),
	       of_timeval(usage.ru_stime), usage.ru_maxrss,
	       WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
	return 0;
}
