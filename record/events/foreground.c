/* SPDX-License-Identifier: MIT */
#include "record/events/foreground.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* A handler has no argument of ours. */
static volatile sig_atomic_t recorder;

static void forward(int signal)
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

void foreground_enter(void)
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
