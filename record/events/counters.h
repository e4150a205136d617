/* SPDX-License-Identifier: MIT */
/*
 * counters.h - open events: one descriptor for each event, CPU and task, and a ring buffer for each
 * CPU, which all descriptors of that CPU share.
 */
#ifndef FLAMBEAU_COUNTERS_H
#define FLAMBEAU_COUNTERS_H

#include <linux/perf_event.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "common/base/base.h"
#include "common/base/buf.h"
#include "common/base/slice.h"
#include "record/events/sample_event.h"

/*
 * Numbers of CPUs, as the kernel and users write them: "0-3,8".
 */

struct cpu_list {
	unsigned *at; /* ascending, each once; the caller's to free */
	size_t count;
};

/* False, with an empty list, if the text is no such list or names a CPU above 65,535. */
bool cpu_list_parse(struct cpu_list *list, struct slice text);

/* The CPUs that are online; false, with an empty list and errno, if the kernel does not tell. */
bool cpu_list_online(struct cpu_list *list);

bool cpu_list_has(const struct cpu_list *list, unsigned cpu);

/*
 * Why the kernel does not let a program record, and what helps: facts in, a sentence
 * out.
 */

enum { REFUSAL_NO_LEVEL = -100 }; /* kernel.perf_event_paranoid cannot be read */

/* The target of the recording. */
enum refusal_scope {
	REFUSAL_COMMAND, /* a command that was started for it */
	REFUSAL_PROCESS, /* processes or threads that ran already */
	REFUSAL_MACHINE, /* all that runs */
};

struct refusal {
	int error;          /* errno */
	struct slice event; /* its name */
	bool is_tracepoint;
	bool needs_kernel; /* it is of no use without what happens in the kernel */
	enum refusal_scope scope;
	uint64_t descriptors; /* needed by the recording */

	/* the machine: refusal_look() */
	int paranoid;     /* kernel.perf_event_paranoid */
	bool is_filtered; /* system calls go through a filter (seccomp), as in containers */
	bool has_perfmon;
	uint64_t most_descriptors; /* RLIMIT_NOFILE */
	uint64_t locked_memory;    /* bytes, RLIMIT_MEMLOCK */
	uint64_t ring_memory;      /* bytes a CPU for users, kernel.perf_event_mlock_kb */
};

/* Fill in what this machine is like. */
void refusal_look(struct refusal *refusal);

/* Append what perf_event_open() refused, and what to do about it; one line without LF. */
void refusal_explain(struct buf *line, const struct refusal *refusal);

/* Explain why a ring buffer could not be mapped, like refusal_explain(). */
void refusal_explain_ring(struct buf *line, const struct refusal *refusal);

/*
 * The settings of sampling, and the perf_event_attr for the kernel.
 */

/* Bytes of perf_event_attr that are used and written: as of Linux 4.8. */
enum { SAMPLING_ATTR = 112 };

struct sampling {
	uint64_t period;    /* occurrences from one sample to the next; 0: `frequency` counts */
	uint64_t frequency; /* samples per second */
	bool has_rate;      /* it was asked for; else each occurrence of a tracepoint is sampled */
	uint32_t dump;      /* bytes of the stack in each sample; 0: none */
	bool walks;         /* the kernel finds callers by frame pointers */
	bool only_user, only_kernel;
	bool inherits; /* children and new threads are recorded, too */
	bool begins_by_exec;
	bool has_ids;      /* several events: samples identify their event */
	bool has_switches; /* threads that leave and come back are recorded */

	/*
	 * All states of threads: the first event samples threads that run, each occurrence of the
	 * others is sampled, in the kernel, too.
	 */
	bool is_wall;
	uint32_t switch_dump; /* bytes of the stack when a thread leaves its CPU; 0: none */

	/*
	 * Features that kernels may lack: given up one by one by counters_open(), and so is
	 * `walks` beside a copy.
	 */
	bool defers;      /* threads find their callers when they leave the kernel; Linux 6.19 */
	bool has_symbols; /* of BPF programs; Linux 5.1 */
	bool has_losses;  /* the kernel can be asked for losses; Linux 6.0 */
	unsigned precise; /* for events that do not set it */
};

/* The attributes for perf_event_open(). `is_first`: records of processes come with this event. */
struct perf_event_attr sampling_attr(const struct sampling *sampling,
				     const struct sample_event *event, bool is_first);

/*
 * True if maps that hold no code are recorded, too: perf unwinds a copy only if it has the map in
 * which the file's unwinding information lies. perf repeats the stacks of copies with chains anyway.
 */
bool sampling_maps_data(const struct sampling *sampling);

/* Bytes at the end of each record that is not a sample (perf_event_open(2), struct sample_id). */
size_t sampling_trailer(const struct sampling *sampling);

/* True if this machine can dump stacks: the registers of its processor are known. */
bool sampling_can_dump(void);

/*
 * The ring buffer that the kernel fills with the records of one CPU, mapped into
 * this process (perf_event_open(2), "MMAP layout"). Its records are ordered by time, except records
 * of interrupts, and are read in place.
 */

struct event_ring {
	int fd; /* of the event that it was mapped by */
	struct perf_event_mmap_page *page;
	unsigned char *data;
	uint64_t size; /* bytes of `data`, a power of two */
	uint64_t tail; /* bytes read since the beginning */
	uint64_t head; /* bytes written by the kernel at event_ring_look() */
	uint64_t time; /* of the last record that event_ring_count() saw; 0: none */
	uint64_t lost; /* records, as far as PERF_RECORD_LOST has said so by then */
};

/* Totals from records, for the messages at the end. */
struct event_tally {
	uint64_t samples, lost, throttled;
	uint64_t switches; /* records of threads that leave a CPU or come back */
	uint64_t gaps; /* nanoseconds from the record before lost ones to the one after, all CPUs */
};

/* Load the kernel's position into ring->head; false if there is nothing to read. */
bool event_ring_look(struct event_ring *ring);

/* Count the records from tail to head. `trailer` is sampling_trailer(). */
void event_ring_count(struct event_ring *ring, struct event_tally *tally, size_t trailer);

/* The time of the record at the tail, which must be below head. */
uint64_t event_ring_time(const struct event_ring *ring, size_t trailer);

/* The bytes from the tail to the next record of the type, or to head. */
uint64_t event_ring_until(const struct event_ring *ring, uint32_t type);

/* So many bytes from the tail on: one part, or two where they wrap around. Returns how many parts. */
int event_ring_parts(const struct event_ring *ring, uint64_t length, struct iovec parts[2]);

/* The header of the record at the tail; tail must be below head. */
struct perf_event_header event_ring_header(const struct event_ring *ring);

/*
 * The record at the tail in one piece: in place, or copied to `spare` of 64 KiB where it wraps
 * around.
 */
const unsigned char *event_ring_record(const struct event_ring *ring, unsigned char *spare);

/* Read 8 bytes at an offset of the record at the tail. */
uint64_t event_ring_word(const struct event_ring *ring, uint64_t offset);

/* Go on to the next record; the kernel learns of it by event_ring_release(). */
void event_ring_skip(struct event_ring *ring, uint64_t size);

/* Release the records before the tail, which have been read: the kernel may overwrite them. */
void event_ring_release(struct event_ring *ring);

/* The counters to open. */
struct counters_wish {
	const struct sample_event *events;
	size_t event_count;
	const struct cpu_list *cpus;
	const pid_t *tasks; /* threads; one that is -1: all that runs */
	size_t task_count;
	uint64_t ring_size; /* bytes a CPU, a power of two; less if the limits do not allow it */
};

struct counter {
	int fd;
	size_t event;
};

struct counters {
	struct counter *at;
	size_t count, cap;
	size_t lasting;           /* of these, how many do not end with a task that is recorded */
	struct event_ring *rings; /* one a CPU */
	size_t ring_count;
	uint64_t ring_size; /* of the smallest one */
};

enum counters_result {
	COUNTERS_DONE,
	COUNTERS_NO_EVENT, /* with refusal->error: refusal_explain() */
	COUNTERS_NO_RING,  /* likewise: refusal_explain_ring() */
};

/*
 * Open the counters, disabled. Features that the kernel lacks are given up in `sampling`; so is
 * sampling of the kernel (only_user), if only that is forbidden and refusal->needs_kernel is not
 * set. `refusal` describes the machine and the recording. Release the counters in any case.
 */
enum counters_result counters_open(struct counters *counters, const struct counters_wish *wish,
				   struct sampling *sampling, struct refusal *refusal);
void counters_release(struct counters *counters);

/* Switch all on or off. */
void counters_enable(const struct counters *counters);
void counters_disable(const struct counters *counters);

/*
 * Records that did not fit into the rings and of which no PERF_RECORD_LOST has come, since it comes
 * with the next record that fits. They are added to the tally, and the time until `now`. 0 where the
 * kernel cannot be asked.
 */
uint64_t counters_unsaid(const struct counters *counters, struct event_tally *tally, uint64_t now);

/* The number by which samples refer to their event; false if the kernel does not tell it. */
bool counters_id(const struct counter *counter, uint64_t *id);

#endif
