/* SPDX-License-Identifier: MIT */
/*
 * perf_recording.h - perf's own recordings (perf.data) instead of the text that perf script makes
 * of them. A sample gives the same stack as its text would: symbols go through
 * perf_personality.split as perf script would have printed them.
 *
 *      perf_recording       files and streams; which parts of them workers fold
 *      perf_fold            one sample: is it wanted, was its chain there before?
 *      perf_unwind          the user part of a chain from registers and a copy of the stack
 *      perf_branches        the same from branches (LBR)
 *      perf_recording_say   messages, header and statistics of a whole recording
 *      perf_fold_chain      a chain that is new: the frames of its addresses
 *      perf_fold_inlined    functions inlined at one of them
 *      perf_late, perf_late_names    names that are there when the recording has ended
 */
#ifndef FLAMBEAU_PERF_RECORDING_H
#define FLAMBEAU_PERF_RECORDING_H

#include "collapse/perf/perf_state.h"
#include "collapse/perfdata/perfdata_scan.h"
#include "collapse/perfdata/tracepoint.h"

extern const struct collapse_recordings perf_recordings;
extern const struct note_kind perf_recording_kinds[]; /* PERF_NOTES of them */

/* A recording that is being read; const while workers fold its parts. */
struct perf_recording {
	const struct perfdata *data;
	const struct perfdata_scan *scan;
	const struct perfdata_world *world;
	struct perfdata_dsos *dsos;
	bool swapped;
	bool names_late;                     /* programs may still be running: perf_late.h */
	uint64_t number;                     /* among all that are read */
	const struct perfdata_event *events; /* of the recording */
	size_t event_count;
	const struct perfdata_field *fields; /* --weight: by number of the event; NULL: not given */
};

void perf_fold_release(struct perf_fold *fold);

/* Count the samples of a part. */
void perf_fold_part(struct ingest_run *run, const struct perf_recording *recording,
		    const struct perfdata_part *part);

/* In perf_fold_chain.c */

/* The address spaces of a sample. */
struct perf_spaces {
	const struct perfdata_maps *user, *kernel;
	uint64_t code_time; /* of code that programs make: perfdata_dsos_code_time() */
};

/* Context markers in a chain: perf_event.h of Linux, PERF_CONTEXT_*. */
#define PERF_CHAIN_MARKERS UINT64_C(0xfffffffffffff001) /* from here on */
#define PERF_CHAIN_KERNEL ((uint64_t)-128)
#define PERF_CHAIN_USER ((uint64_t)-512)

/* False: with this marker a chain ends, and what follows means nothing. */
bool perf_fold_marker(uint64_t marker, enum perfdata_mode *mode);

/* True if user code is in a sample's stack, or registers of it. */
bool perf_fold_has_user(const struct perfdata_sample *sample, bool swapped);

/*
 * True if there is an address in a sample's chain, or may be: a part of it is deferred. A chain
 * without is counted.
 */
bool perf_fold_has_address(struct ingest_run *run, const struct perfdata_sample *sample);

/*
 * The line for a symbol found at an address. It lives as long as the names of `run`, or its
 * addresses.
 */
const struct perf_line *perf_fold_line(struct ingest_run *run, const struct perfdata_symbol *found,
				       uint64_t ip);

enum { PERF_CHAIN_FRAMES = 127 }; /* the kernel's limit, unless it was set to another */

/* How many frames of a chain are taken. */
unsigned perf_fold_chain_limit(const struct perfdata_event *event);

/* True if a chain may have as many addresses as the kernel allowed. */
static inline bool perf_fold_may_be_full(const struct perfdata_event *event, uint64_t count)
{
	return count >= (event->max_stack > 0 ? event->max_stack : PERF_CHAIN_FRAMES);
}

/* Count such a chain if it has; the frames of the kernel and of the user share the limit. */
void perf_fold_see_full(struct ingest_run *run, const struct perfdata_event *event,
			const char *chain, uint64_t count);

/* Push the frames of a sample's chain, or of its address. */
void perf_fold_chain(struct ingest_run *run, const struct perfdata_event *event,
		     const struct perfdata_sample *sample, const struct perf_spaces *spaces,
		     uint64_t order);

/* The leaf is what a sample is counted for in messages about missing symbols. */
void perf_fold_hit(struct ingest_run *run, const struct perfdata_sample *sample,
		   const struct perf_spaces *spaces);

/* In perf_fold_inlined.c */

enum { PERF_INLINED_NAMES = 1 << 12 };

/* Lines of names, the last ones that were made; those of addresses lie in the arena. */
struct perf_inlined {
	struct arena arena;
	struct perf_inlined_name {
		const struct dwarf_name *name;
		const struct perf_line *line;
	} names[PERF_INLINED_NAMES];
};

/* Forget the addresses: the lines or maps that they refer to go. */
void perf_fold_forget(struct perf_fold *fold);

/* The source of a sample's labels. */
struct perf_labelled {
	const struct perfdata_event *event;
	const struct perfdata_sample *sample;
	struct slice comm; /* of its process */
	struct perfdata_moment moment;
};

/*
 * In perf_unwind.c: chains of samples with registers and a copy of the top of the stack
 * (--call-graph dwarf).
 */

/* True if the sample has a chain, registers and a copy of the stack. */
static inline bool perf_unwind_has(const struct perfdata_sample *sample)
{
	return sample->user_abi != 0 && sample->user_stack_size > 0 && sample->has_chain;
}

/*
 * Append the user part to the chain of such a sample: a marker and at most 127 addresses; the
 * address of a caller is its call. The new chain is valid until the next call with this `run`.
 */
void perf_unwind(struct ingest_run *run, const struct perfdata_event *event,
		 const struct perf_spaces *spaces, struct perfdata_sample *sample);

/* Forget rows, which refer to maps. */
void perf_unwind_forget(struct perf_fold *fold);

/* In perf_branches.c */

/* True if a sample's call stack is its branch stack. */
bool perf_branches_has(const struct perfdata_event *event, const struct perfdata_sample *sample);

/* Make them its chain, which lies in perf_fold.chain. */
void perf_branches_take(struct ingest_run *run, struct perfdata_sample *sample);

/*
 * In perf_late.c: names of code that a running program compiles (perf-PID.map, jit-PID.dump). The
 * program may write them at its end, long after the code ran, and a recording that comes through a
 * pipe is read before that. Frames at such addresses get placeholders for names, which are replaced
 * when the recording has ended.
 */

/* A line whose only frame is a placeholder; it lives in `arena`. */
const struct perf_line *perf_late_line(struct ingest_run *run, struct arena *arena,
				       struct perfdata_dso *dso, struct perfdata_address address);

enum { PERF_LATE_LONGEST = 80 }; /* bytes of a placeholder */

/* In perf_late_names.c: what placeholders stand for. A zeroed struct is empty. */
struct perf_late_names {
	struct arena arena;
	struct perf_late_name *at;
	size_t count, cap;
};

/*
 * Look up the placeholders of `worker`, which forgets them, by means of `run`, one of the workers.
 * One thread, after all samples.
 */
void perf_late_find(struct perf_late_names *names, struct ingest_run *run,
		    const struct ingest_run *worker);

/*
 * Replace placeholders in a profile that all workers were merged into. `keeps_root`: --skip-after
 * leaves the root.
 */
void perf_late_apply(const struct perf_late_names *names, struct profile *profile, bool keeps_root);

void perf_late_release(struct perf_late_names *names);

/*
 * In perf_recording_say.c: what there is to say about a whole recording, in messages, in the
 * header, in statistics.
 */

/*
 * Report what is missing from the recording. False, after a message, if nothing can be made of it:
 * it has no samples but a processor's trace, or reading it failed.
 */
bool perf_recording_say(struct ingest_run *run, const char *name,
			const struct perf_recording *recording, uint64_t samples);

/* Facts that a whole recording lacks and that another one could have. */
struct perf_lacks {
	struct perf_cuts *cuts;
	uint64_t outside; /* samples of processes outside of perf's pid namespace */
};

void perf_recording_say_lacks(const char *name, const struct perf_lacks *lacks);

/*
 * Report which programs read a recording of perf sched, of perf trace, of branches alone. False: it
 * is none of these, or has call chains of events that options chose.
 */
bool perf_recording_say_readers(const char *name, const struct perf_recording *recording,
				bool is_chosen);

/* How the callers of most events' samples were found: enum thin_stacks_by. */
int perf_recording_callers_by(const struct perf_recording *recording);

/* Host, command, frequency, lost records. */
void perf_recording_describe(struct ingest_run *run, const struct perf_recording *recording);

/* For --stats: how many records of which kind, and where symbols came from. */
void perf_recording_list(const char *name, const struct perf_recording *recording,
			 const struct perfdata_dsos *dsos);

#endif
