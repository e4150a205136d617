/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* SIGEV_THREAD_ID, setitimer */

#include "record/sampler/sampler.h"

#include <dirent.h>
#include <errno.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "common/base/slice.h"

/*
 * Timers by the system calls: the C library's functions are not documented as safe in signal
 * handlers, and some allocate. A timer outlives its thread. The number of a thread that has ended
 * may be reused for another one, and the number of a timer is not reused at once.
 */

#if defined(__linux__) && defined(SIGEV_THREAD_ID) && defined(SYS_timer_create) &&                 \
	(defined(SYS_timer_settime64) || UINTPTR_MAX == UINT64_MAX)

#ifdef SYS_timer_settime64 /* where time_t once had 32 bits */
#define SETTIME SYS_timer_settime64
#define GETTIME SYS_timer_gettime64
#else
#define SETTIME SYS_timer_settime
#define GETTIME SYS_timer_gettime
#endif

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static const uint64_t second = 1000000000;

/* struct itimerspec of the system calls */
struct kernel_timer {
	int64_t interval[2], value[2]; /* seconds, ns */
};

static uint64_t owner_of(int thread, int timer)
{
	return (uint64_t)(uint32_t)thread << 32 | (uint32_t)timer;
}

static int thread_of(uint64_t owner)
{
	return (int)(owner >> 32);
}

static int timer_of(uint64_t owner)
{
	return (int)(uint32_t)owner;
}

enum { NONE = -1 }; /* a timer that is being made */

static int this_thread(void)
{
	return (int)syscall(SYS_gettid);
}

/* The CPU clock of any thread of the process, as the kernel numbers them. */
static clockid_t clock_of(int thread)
{
	return (clockid_t)((~(unsigned)thread << 3) | 6U);
}

static uint64_t age_of(int thread)
{
	struct timespec now = {0};

	clock_gettime(clock_of(thread), &now);
	return (uint64_t)now.tv_sec * second + (uint64_t)now.tv_nsec;
}

static void set_time(int64_t *time, uint64_t nanoseconds)
{
	time[0] = (int64_t)(nanoseconds / second);
	time[1] = (int64_t)(nanoseconds % second);
}

/*
 * The phase of the next timer, from 1 to the period: multiples of the golden ratio are evenly
 * spread for any number of timers.
 */
static uint64_t next_phase(struct thread_timers *timers)
{
	uint32_t part = __atomic_fetch_add(&timers->made, 1, __ATOMIC_RELAXED) * 2654435769U;

	return timers->period - (timers->period * part >> 32);
}

static bool timers_arm(const struct thread_timers *timers, int timer, uint64_t delay)
{
	struct kernel_timer rate;

	set_time(rate.interval, timers->period);
	set_time(rate.value, delay);
	return syscall(SETTIME, timer, 0, &rate, NULL) == 0;
}

/* A timer that expires `delay` from now, and then in every period; NONE, if that fails. */
static int timers_make(struct thread_timers *timers, int thread, uint64_t delay)
{
	struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGPROF};
	int timer = NONE;

	event.sigev_value.sival_ptr = timers;
	event.sigev_notify_thread_id = thread;
	if (syscall(SYS_timer_create, clock_of(thread), &event, &timer) != 0)
		return NONE;
	if (timers_arm(timers, timer, delay))
		return timer;
	syscall(SYS_timer_delete, timer);
	return NONE;
}

/*
 * True if the timer's thread is alive. A timer without its thread has no time left until it
 * expires.
 */
static bool is_alive(int timer)
{
	struct kernel_timer left = {0};

	return syscall(GETTIME, timer, &left) == 0 && (left.value[0] != 0 || left.value[1] != 0);
}

static bool timers_has_ended(int thread)
{
	return syscall(SYS_tgkill, getpid(), thread, 0) != 0 && errno == ESRCH;
}

static struct thread_timer *bucket_of(struct thread_timers *timers, int thread)
{
	return timers->table[(unsigned)thread % THREAD_TIMERS_BUCKETS];
}

/* NULL: it has none. */
static struct thread_timer *timers_find(struct thread_timers *timers, int thread)
{
	struct thread_timer *timer = bucket_of(timers, thread);
	size_t i;

	for (i = 0; i < THREAD_TIMERS_PLACES; i++, timer++) {
		if (thread_of(__atomic_load_n(&timer->owner, __ATOMIC_ACQUIRE)) == thread)
			return timer;
	}
	return NULL;
}

/* Replace owner `before`, which is none or has ended, by `thread`. */
static bool claim(struct thread_timer *timer, uint64_t before, int thread)
{
	if (!__atomic_compare_exchange_n(&timer->owner, &before, owner_of(thread, NONE), false,
					 __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
		return false;
	if (before != 0)
		syscall(SYS_timer_delete, timer_of(before));
	return true;
}

/* A free place, else one of a thread that has ended; NULL: none. */
static struct thread_timer *take_place(struct thread_timers *timers, int thread)
{
	struct thread_timer *bucket = bucket_of(timers, thread);
	uint64_t owner;
	size_t i;

	for (i = 0; i < THREAD_TIMERS_PLACES; i++) {
		if (__atomic_load_n(&bucket[i].owner, __ATOMIC_RELAXED) == 0 &&
		    claim(&bucket[i], 0, thread))
			return &bucket[i];
	}
	for (i = 0; i < THREAD_TIMERS_PLACES; i++) {
		owner = __atomic_load_n(&bucket[i].owner, __ATOMIC_RELAXED);
		if (owner != 0 && timer_of(owner) != NONE && timers_has_ended(thread_of(owner)) &&
		    claim(&bucket[i], owner, thread))
			return &bucket[i];
	}
	return NULL;
}

/*
 * In a place that is the thread's: a timer that alone counts from `begin` on, an age of the thread
 * or 0 for what it is now.
 */
static void timers_fill(struct thread_timers *timers, struct thread_timer *place, int thread,
			uint64_t begin)
{
	uint64_t age = age_of(thread), phase = next_phase(timers);
	int timer;

	place->begin = begin > age ? begin : 0;
	place->due = (begin > age ? begin : age) + phase;
	place->due -= place->due - age > timers->notice ? timers->notice : place->due - age - 1;
	place->is_behind = false;
	timer = timers_make(timers, thread, place->due - age);
	__atomic_store_n(&place->owner, timer == NONE ? 0 : owner_of(thread, timer),
			 __ATOMIC_RELEASE);
}

/*
 * A timer of the process that expires in every period, late by a tick of the kernel, meets a thread
 * that runs alone within two.
 */
static void meet(struct thread_timers *timers, struct thread_timer *place, int thread)
{
	timers_fill(timers, place, thread, 2 * timers->period);
}

static void timers_add(struct thread_timers *timers, int thread)
{
	struct thread_timer *place = take_place(timers, thread);

	if (place)
		timers_fill(timers, place, thread, 0);
}

static void add_all(struct thread_timers *timers)
{
	DIR *folder = opendir("/proc/self/task");
	const struct dirent *entry;
	uint64_t thread;

	while (folder && (entry = readdir(folder)) != NULL) {
		if (slice_to_u64(slice_from(entry->d_name), &thread))
			timers_add(timers, (int)thread);
	}
	if (folder)
		closedir(folder);
}

bool thread_timers_work(void)
{
	return true;
}

void thread_timers_start(struct thread_timers *timers, unsigned hz, bool is_alone)
{
	struct timespec tick = {0};

	memset(timers, 0, sizeof(*timers));
	timers->period = second / hz;
	/* Half of a tick: the coarse clock goes by ticks. */
	clock_getres(CLOCK_MONOTONIC_COARSE, &tick);
	timers->notice = ((uint64_t)tick.tv_sec * second + (uint64_t)tick.tv_nsec) / 2;
	if (is_alone)
		timers_add(timers, this_thread());
	else
		add_all(timers);
}

void thread_timers_stop(struct thread_timers *timers)
{
	struct thread_timer *timer = timers->table[0];
	size_t i;

	for (i = 0; i < THREAD_TIMERS_MAX; i++, timer++) {
		if (timer->owner != 0)
			syscall(SYS_timer_delete, timer_of(timer->owner));
		timer->owner = 0;
	}
}

bool thread_timers_sent(const struct thread_timers *timers, const siginfo_t *info)
{
	return info->si_code == SI_TIMER && info->si_value.sival_ptr == timers;
}

uint64_t thread_timers_late(struct thread_timers *timers, const siginfo_t *info)
{
	const uint64_t debt = THREAD_TIMERS_DEBT * timers->period;
	int thread = this_thread();
	struct thread_timer *place = timers_find(timers, thread);
	uint64_t now, late = 0;

	if (!place)
		return 0;
	place->due += timers->period;
	if (info->si_overrun == 0 && !place->is_behind)
		return 0;
	now = age_of(thread);
	if (place->due + debt < now)
		late = (now - place->due - debt) / timers->period;
	place->due += late * timers->period;
	place->is_behind = place->due <= now;
	timers_arm(timers, timer_of(place->owner), place->is_behind ? 1 : place->due - now);
	return late;
}

bool thread_timers_repeat(struct thread_timers *timers)
{
	struct thread_timer *place = timers_find(timers, this_thread());

	if (!place)
		return false;
	place->due -= timers->period;
	place->is_behind = true;
	return timers_arm(timers, timer_of(place->owner), 1);
}

bool thread_timers_lack(struct thread_timers *timers)
{
	int thread = this_thread();
	struct thread_timer *place = timers_find(timers, thread);
	uint64_t owner;

	if (!place) {
		place = take_place(timers, thread);
		if (place)
			meet(timers, place, thread);
		return true;
	}
	owner = __atomic_load_n(&place->owner, __ATOMIC_RELAXED);
	if (timer_of(owner) == NONE) /* not yet started */
		return true;
	if (!is_alive(timer_of(owner))) {
		if (claim(place, owner, thread))
			meet(timers, place, thread);
		return true;
	}
	if (place->begin > 0 && age_of(thread) < place->begin)
		return true;
	place->begin = 0;
	return false;
}

#else

bool thread_timers_work(void)
{
	return false;
}

void thread_timers_start(struct thread_timers *timers, unsigned hz, bool is_alone)
{
	(void)timers;
	(void)hz;
	(void)is_alone;
}

void thread_timers_stop(struct thread_timers *timers)
{
	(void)timers;
}

bool thread_timers_sent(const struct thread_timers *timers, const siginfo_t *info)
{
	(void)timers;
	(void)info;
	return false;
}

uint64_t thread_timers_late(struct thread_timers *timers, const siginfo_t *info)
{
	(void)timers;
	(void)info;
	return 0;
}

bool thread_timers_repeat(struct thread_timers *timers)
{
	(void)timers;
	return false;
}

bool thread_timers_lack(struct thread_timers *timers)
{
	(void)timers;
	return true;
}

#endif

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
	const long nanoseconds = 1000000000; /* in a second */
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF};
	struct itimerspec rate = {.it_interval = {hz == 1, hz == 1 ? 0 : nanoseconds / (long)hz}};
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
	if (timer->is_posix)
		timer_delete(timer->id);
	else
		setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
	if (timer->by_thread)
		thread_timers_stop(&timer->threads);
	restore_action(timer);
	setitimer(ITIMER_PROF, &timer->old_timer, NULL);
}
