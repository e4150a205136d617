/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* setitimer */

#include "record/sampler/timers/profil_timer.h"

#include <errno.h>
#include <sys/utsname.h>

#include "common/base/slice.h"

bool profil_timer_posix_is_good(void)
{
	struct utsname name;
	struct slice release, part;
	uint64_t major, minor;

	if (uname(&name) != 0 || strcmp(name.sysname, "Linux") != 0)
		return false;
	release = slice_from(name.release);
	if (!slice_cut(&release, '.', &part) || !slice_to_u64(part, &major))
		return false;
	part = release;
	part.len = 0;
	while (part.len < release.len && char_is_digit(release.ptr[part.len]))
		part.len++;
	return slice_to_u64(part, &minor) && (major > 6 || (major == 6 && minor >= 4));
}

static bool arm_process(struct profil_timer *timer, unsigned hz)
{
	const long second = 1000000000;
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF};
	struct itimerspec rate = {.it_interval = {hz == 1, hz == 1 ? 0 : second / (long)hz}};
	struct itimerval old_rate = {.it_interval = {hz == 1, hz == 1 ? 0 : 1000000 / (long)hz}};

	if (!timer->is_posix) {
		old_rate.it_value = old_rate.it_interval;
		return setitimer(ITIMER_PROF, &old_rate, NULL) == 0;
	}
	rate.it_value = rate.it_interval;
	if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer->id) != 0)
		return false;
	if (timer_settime(timer->id, 0, &rate, NULL) == 0)
		return true;
	timer_delete(timer->id);
	return false;
}

static void disarm(struct profil_timer *timer)
{
	if (timer->is_posix)
		timer_delete(timer->id);
	else
		setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
	if (timer->by_thread)
		thread_timers_stop(&timer->threads);
}

/* Arm timers of threads first: the process timer makes them for threads that have none. */
static bool profil_arm(struct profil_timer *timer, unsigned hz, bool is_alone)
{
	int error;

	if (timer->by_thread)
		thread_timers_start(&timer->threads, hz, is_alone);
	if (arm_process(timer, hz))
		return true;
	error = errno;
	if (timer->by_thread)
		thread_timers_stop(&timer->threads);
	errno = error;
	return false;
}

/* Drop pending signals by ignoring the signal once: the old disposition may end the program. */
static void restore_action(const struct profil_timer *timer)
{
	struct sigaction now, ignore = {.sa_handler = SIG_IGN};

	if (sigaction(SIGPROF, NULL, &now) != 0 || !(now.sa_flags & SA_SIGINFO) ||
	    now.sa_sigaction != timer->handler)
		return;
	sigemptyset(&ignore.sa_mask);
	sigaction(SIGPROF, &ignore, NULL);
	sigaction(SIGPROF, &timer->old_action, NULL);
}

bool profil_timer_start(struct profil_timer *timer, unsigned hz, profil_timer_fn *handler)
{
	struct sigaction action = {.sa_sigaction = handler,
				   .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
	int error;

	timer->handler = handler;
	sigfillset(&action.sa_mask);
	if (setitimer(ITIMER_PROF, &(struct itimerval){0}, &timer->old_timer) != 0)
		return false;
	if (sigaction(SIGPROF, &action, &timer->old_action) != 0)
		goto no_action;
	if (profil_arm(timer, hz, false))
		return true;
	error = errno;
	restore_action(timer);
	errno = error;
no_action:
	error = errno;
	setitimer(ITIMER_PROF, &timer->old_timer, NULL);
	errno = error;
	return false;
}

bool profil_timer_again(struct profil_timer *timer, unsigned hz)
{
	return profil_arm(timer, hz, true);
}

/*
 * Count samples. A timer has at most one pending signal, which has the number of further
 * expirations.
 */
bool profil_timer_counts(struct profil_timer *timer, const siginfo_t *info, uint64_t *late)
{
	if (timer->by_thread && thread_timers_sent(&timer->threads, info)) {
		*late = thread_timers_late(&timer->threads, info);
		return true;
	}
	*late = info->si_code == SI_TIMER && info->si_overrun > 0 ? (uint64_t)info->si_overrun : 0;
	return !timer->by_thread || thread_timers_lack(&timer->threads);
}

bool profil_timer_repeat(struct profil_timer *timer, const siginfo_t *info)
{
	return timer->by_thread && thread_timers_sent(&timer->threads, info) &&
	       thread_timers_repeat(&timer->threads);
}

void profil_timer_stop(struct profil_timer *timer)
{
	disarm(timer);
	restore_action(timer);
	setitimer(ITIMER_PROF, &timer->old_timer, NULL);
}
