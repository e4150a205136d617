/* SPDX-License-Identifier: MIT */
#include "record/events/record_stacks.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* A handler has no argument of ours. */
static volatile sig_atomic_t recorder;

static COLD void forward(int signal)
{
	int saved = errno;

	kill((pid_t)recorder, signal);
	errno = saved;
}

/* A process of a background group may give the terminal away if it does not get SIGTTOU for it. */
static void give_terminal(int terminal, pid_t group)
{
	sigset_t stop, before;

	sigemptyset(&stop);
	sigaddset(&stop, SIGTTOU);
	sigprocmask(SIG_BLOCK, &stop, &before);
	if (tcsetpgrp(terminal, group) != 0)
		errno = 0; /* the terminal is gone: nothing is left to be given */
	sigprocmask(SIG_SETMASK, &before, NULL);
}

/* Ctrl-Z stopped the recorder: the rest of the pipeline stops, and goes on with it. */
static void stop_with(int terminal, pid_t child)
{
	give_terminal(terminal, getpgrp());
	kill(0, SIGSTOP);
	give_terminal(terminal, child);
	kill(-child, SIGCONT);
}

static _Noreturn void foreground_wait_for(int terminal, pid_t child)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction action = {.sa_handler = forward, .sa_flags = SA_RESTART};
	int status = 0;
	size_t i;

	recorder = child;
	for (i = 0; i < ARRAY_LEN(signals); i++)
		sigaction(signals[i], &action, NULL);
	for (;;) {
		pid_t seen = waitpid(child, &status, WUNTRACED);

		if (seen < 0 && errno == EINTR)
			continue;
		if (seen < 0 || !WIFSTOPPED(status))
			break;
		stop_with(terminal, child);
	}
	give_terminal(terminal, getpgrp());
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
	}
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_DATA);
}

COLD void foreground_enter(void)
{
	int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	pid_t child, parent = getpid();

	if (terminal < 0)
		return;
	if (tcgetpgrp(terminal) == getpgrp() && (child = fork()) >= 0) {
		const pid_t group = child > 0 ? child : getpid();

		/* Both processes do it, since either may run first. */
		setpgid(group, group);
		if (child > 0)
			foreground_wait_for(terminal, child);
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (getppid() != parent)
			_exit(EXIT_DATA);
		give_terminal(terminal, group);
	}
	close(terminal);
}

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

COLD bool workload_prepare(struct workload *workload, const char *const *words)
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

COLD int workload_release(struct workload *workload)
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

COLD bool workload_has_ended(struct workload *workload)
{
	if (workload->process > 0 && !workload->has_ended)
		workload->has_ended = child_has_ended(workload->process, &workload->end);
	return workload->has_ended;
}

COLD void workload_end(struct workload *workload)
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
