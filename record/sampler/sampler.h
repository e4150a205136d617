/* SPDX-License-Identifier: MIT */
/*
 * sampler.h - the single sampler of the process: its timers, what its signal handler does, and for
 * the files that read its data.
 */
#ifndef FLAMBEAU_SAMPLER_H
#define FLAMBEAU_SAMPLER_H

#include <signal.h>
#include <sys/time.h>
#include <time.h>

#include "common/base/base.h"
#include "record/sampler/flamesample.h"
#include "record/sampler/modules.h"
#include "record/sampler/sample_store.h"

/* ---- timers.c ---- */

/*
 * SIGPROF at a rate of the CPU time of the process, delivered to a running thread;
 * if asked for, also at a rate of each thread's CPU time. An older disposition and timer are kept.
 *
 * A timer of timer_create() ends with the program at exec, pending signals too; one of setitimer()
 * goes on and would end the next program before it has a handler. But before Linux 6.4 the first
 * sends all signals to the main thread.
 */

/*
 * SIGPROF at a rate of the CPU time of each thread, from its own timer. A single
 * process timer expires by the sum of CPU times, in the thread that a tick of the kernel finds
 * running. Threads take turns at ticks, so samples of a thread vary more than random ones would.
 * With its own timer the count of a thread is off by a sample or two, however long it runs.
 *
 * The library is not notified when a thread begins or ends. So the process timer stays armed: where
 * its signal meets a thread without a timer, it is a sample, and the thread gets a timer. Short
 * threads, threads without a place in the table and threads for which the system refuses a timer
 * are sampled at the same rate this way.
 *
 * The expected number of samples is the number of periods, for any length of a thread: signals of
 * the process count up to a fixed age of the thread, wherever in that time the first one came;
 * after it signals of its own timer count, the first of which comes anywhere in the first period.
 */

enum {
	THREAD_TIMERS_BUCKETS = 128,
	THREAD_TIMERS_PLACES = 8, /* for threads with equal numbers modulo BUCKETS */
	THREAD_TIMERS_MAX = THREAD_TIMERS_BUCKETS * THREAD_TIMERS_PLACES,
	THREAD_TIMERS_DEBT = 8, /* most expirations that are compensated at later ticks */
};

/* Written by the thread itself; times are CPU time of the thread, ns. */
struct thread_timer {
	uint64_t owner; /* atomic: the number of the thread, and of its timer; 0: none */
	uint64_t begin; /* from here on its timer alone counts; 0: it does */
	uint64_t due;   /* when it expires */
	bool is_behind; /* it is armed for the next tick, `due` is over */
};

struct thread_timers {
	uint64_t period; /* ns */
	uint64_t notice; /* average delay until the kernel notices that it has expired; ns */
	uint32_t made;   /* atomic */
	struct thread_timer table[THREAD_TIMERS_BUCKETS][THREAD_TIMERS_PLACES];
};

/* True if this system has such timers. */
bool thread_timers_work(void);

/*
 * Begin, with timers for all threads that exist; `is_alone`: for the calling one, there are no
 * others. What `timers` had before is forgotten: a child has none after a fork.
 */
void thread_timers_start(struct thread_timers *timers, unsigned hz, bool is_alone);

/* Delete them all. No thread is in a handler that looks at them. */
void thread_timers_stop(struct thread_timers *timers);

/* True for the signal of a thread's timer. */
bool thread_timers_sent(const struct thread_timers *timers, const siginfo_t *info);

/*
 * In the handler of such a signal: how many expirations are lost. A thread may run on unseen when
 * ticks find others, and expirations become one signal. As many as DEBT of them are samples at the
 * next ticks that find the thread.
 */
uint64_t thread_timers_late(struct thread_timers *timers, const siginfo_t *info);

/* An expiration that could not be used is compensated at a later tick. False: it is lost. */
bool thread_timers_repeat(struct thread_timers *timers);

/*
 * In the handler of another signal: is it a sample? False: the thread has a timer that counts
 * instead.
 */
bool thread_timers_lack(struct thread_timers *timers);

typedef void profil_timer_fn(int number, siginfo_t *info, void *context);

struct profil_timer {
	bool is_posix, by_thread;
	timer_t id; /* if it is */
	struct thread_timers threads;
	profil_timer_fn *handler;
	struct sigaction old_action;
	struct itimerval old_timer;
};

/* True if this kernel sends the signal of a timer of timer_create() to the running thread. */
bool profil_timer_posix_is_good(void);

/* False, with errno set, and nothing changed, if the system refuses. */
bool profil_timer_start(struct profil_timer *timer, unsigned hz, profil_timer_fn *handler);

/* In the child after a fork, which has no timers; the disposition is inherited. */
bool profil_timer_again(struct profil_timer *timer, unsigned hz);

/*
 * In the handler: is this signal a sample? It is not if the thread's own timer counts. *late is the
 * number of further expirations, which are lost.
 */
bool profil_timer_counts(struct profil_timer *timer, const siginfo_t *info, uint64_t *late);

/* In the handler: have this signal once more, at the next tick. False: that cannot be. */
bool profil_timer_repeat(struct profil_timer *timer, const siginfo_t *info);

/*
 * No signal of the timer arrives after this, and no thread is in profil_timer_counts(). A
 * disposition that is no longer ours is left alone.
 */
void profil_timer_stop(struct profil_timer *timer);

/* ---- walk.c ---- */

/*
 * From what a signal interrupted to the addresses of its stack. All of it is safe in a
 * signal handler, reads memory by peek_*() alone, and takes no lock that the loader has.
 */

/* One walk. */
struct walk {
	struct modules *modules;
	struct peek *peek;
	const void *context; /* the ucontext_t of the signal */
	uintptr_t *frames;   /* leaf first; callers: within the call */
	uint32_t depth, max;
	bool truncated; /* it ended before the root */
};

/* Registers of the context: where it was, its stack, its frame. */
struct walk_registers {
	uintptr_t pc, sp, fp;
};

/* Walk by frame pointers. */
void walk_frame_pointers(struct walk *walk);

/*
 * Load libunwind; not in a signal handler. False if it cannot be loaded: then `problem` (of `size`
 * bytes) has the reason. The result of the first call is kept.
 */
bool unwind_load(char *problem, size_t size);

/* Walk by libunwind, which is loaded. One thread at a time. */
void unwind_walk(struct walk *walk);

/* ---- collector.c ---- */

/*
 * The data written by the signal handler: the table, the temporary file, the list of
 * objects, the counters, in one block of memory that is allocated before the first signal.
 * Processes made by fork() share it until pthread_atfork() handlers give them one of their own.
 */

/* Counted since the start. */
struct collector_counters {
	uint64_t samples, truncated, evicted;
	uint64_t lost_busy, lost_full, lost_late;
	uint64_t cpu_start,
		cpu_now; /* of the process, nanoseconds; when the last sample was taken */
};

struct collector {
	size_t size; /* of the mapping that all of this is in */
	bool lock;   /* of collector_lock() */
	bool with_libunwind;
	unsigned hz;
	uint64_t spill_size;
	char spill_dir[1024];
	struct collector_counters counters;
	struct sample_table table;
	struct spill spill;
	struct walk walk;
	struct peek peek; /* of the walk */
	struct modules modules;
	struct stack_sample *sample; /* of the handler; of modules.depth frames */
	char *bucket;                /* of collector_take() */
	char *blocklist;             /* see modules.h */
};

/* Memory of its own, with a temporary file. NULL, with errno set, if none exists. */
struct collector *collector_new(const struct flamesample_options *options);
void collector_free(struct collector *collector);

/*
 * Another one, empty, with the settings and objects of `collector`, whose lock is held: before
 * fork(), since afterwards the parent goes on changing the memory that the child sees. It has no
 * temporary file until the child calls collector_open(), which frees it and returns NULL if there
 * can be none.
 */
struct collector *collector_fork(const struct collector *collector);
struct collector *collector_open(struct collector *collector);

/*
 * The holder of the lock waits for no other thread, but it may wait for the kernel: for a page, for
 * the mappings, for the temporary file; fork() is made with it. A handler waits for a limited time,
 * a fifth of a millisecond; all others block SIGPROF before they take it.
 */
void collector_lock(struct collector *collector);
void collector_unlock(struct collector *collector);

/* Ask the loader for new objects; not in a signal handler. SIGPROF is blocked. */
void collector_refresh(struct collector *collector);

/*
 * In the signal handler: record the stack that was interrupted; `late`: expirations that are lost.
 * False if another thread is recording: then nothing is counted.
 */
bool collector_sample(struct collector *collector, uint64_t late, const void *context);

/* So many were given up because of that. */
void collector_lose(struct collector *collector, uint64_t busy);

/*
 * Move all that was recorded to `take`, stack by stack, while recording goes on. SIGPROF is
 * blocked.
 */
void collector_take(struct collector *collector,
		    void (*take)(void *context, const struct stack_sample *sample), void *context);

/* CPU time of the process so far, nanoseconds. */
uint64_t collector_cpu_time(void);

/* ---- sampler.c ---- */

/*
 * The last error, for the caller: a result and a text per thread. An error that would
 * end a program of flambeau (out of memory) ends only the call in here.
 */

/* Keep the text for flamesample_problem(); returns `result`. */
int problem_set(enum flamesample_result result, const char *format, ...) PRINTF_LIKE(2, 3);

struct sampler_view {
	struct store *store;     /* all that was sampled */
	struct modules *modules; /* a copy, the reader's to free() */
	struct flamesample_stats stats;
};

/*
 * Calls of the API are one at a time: work(context) is the body of one, contained as
 * problem_contain() does it.
 */
int sampler_call(int (*work)(void *context), void *context);

/* Empty the collector into the store, and look at it; in a work of sampler_call(). */
int sampler_view(struct sampler_view *view);

/* The descriptor of the temporary file; -1: nothing is sampled. */
int sampler_spill_fd(void);

/*
 * In a process that shares the collector with one that has ended, in the middle of whatever it did:
 * sampling is over, reports can be made.
 */
void sampler_inherit(void);

#endif
