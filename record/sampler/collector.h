/* SPDX-License-Identifier: MIT */
/*
 * collector.h - the data written by the signal handler: the table, the temporary file, the list of
 * objects, the counters, in one block of memory that is allocated before the first signal.
 * Processes made by fork() share it until pthread_atfork() handlers give them one of their own.
 */
#ifndef FLAMBEAU_COLLECTOR_H
#define FLAMBEAU_COLLECTOR_H

#include "record/sampler/flamesample.h"
#include "record/sampler/sample_store.h"
#include "record/sampler/timers.h"
#include "record/sampler/walk.h"

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

#endif
