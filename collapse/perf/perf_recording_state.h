/* SPDX-License-Identifier: MIT */
/*
 * perf_recording_state.h - perf's own recordings (perf.data) instead of the text that perf script makes
 * of them. A sample gives the same stack as its text would.
 */
/* clang-format off */
/*
 *   perf_recording            files and streams; which parts of them workers fold; names that exist
 *                             only when the recording has ended
 *   perf_spans                who woke whom, the path that bounded the time
 *   perf_wall                 the time of threads: their states, stacks that are charged later
 *   perf_fold                 one sample: is it wanted, was its stack there before?
 *   perf_unwind               the user part of a chain from registers and a copy of the stack; from branches
 *   perf_chain                a chain that is new: the frames of its addresses
 *   perf_repair               stacks that lack callers: what cut them; their places, when the recording has ended
 *   perf_recording_messages   messages, header and statistics of a whole recording
 */
/* clang-format on */
#ifndef FLAMBEAU_PERF_RECORDING_STATE_H
#define FLAMBEAU_PERF_RECORDING_STATE_H

#include <inttypes.h>

#include "collapse/perf/perf_state.h"
#include "collapse/perfdata/perfdata_scan.h"
#include "collapse/perfdata/tracepoint.h"
#include "common/debuginfo/dwarf_file.h"
#include "common/profile/function_kinds.h"

extern const struct collapse_recordings perf_recordings;
bool perf_recording_is_file(const char *path); /* perf_recordings.is_file */

/* ---- perf.c: for another program that reads recordings with these options ---- */

extern const struct opt perf_sample_rows[]; /* which samples, and where their symbols are */
extern const size_t perf_sample_row_count;

/* Functions of its struct collapser. */
bool perf_prepare(struct collapse_setup *setup);
void perf_describe(const struct collapse_setup *setup, const struct ingest_run *run,
		   struct header *header);
void perf_report(const struct collapse_setup *setup, const struct ingest_run *run);
void perf_explain(const struct collapse_setup *setup);
void perf_release(struct collapse_setup *setup);

extern const struct note_kind perf_recording_kinds[]; /* PERF_NOTES of them */

/* A recording that is being read; const while workers fold its parts. */
struct perf_recording {
	const struct perfdata *data;
	const struct perfdata_scan *scan;
	const struct perfdata_world *world;
	struct perfdata_dsos *dsos;
	bool swapped;
	bool names_late;                     /* programs may still be running: perf_recording.c */
	uint64_t number;                     /* among all that are read */
	const struct perfdata_event *events; /* of the recording */
	size_t event_count;
	const struct perfdata_field *fields; /* --weight: by number of the event; NULL: not given */
	struct perf_wall *wall; /* samples are charged with time: perf_wall.h; NULL: they are not */
};

struct perf_unwinder;    /* rows of call frame information: perf_unwind.c */
struct perf_cuts;        /* stacks that lack callers: perf_repair.h */
struct perf_label_cache; /* sets of labels: perf_fold.c */
struct perf_addresses;   /* addresses and their frames: perf_chain.c */

/* Addresses whose names are looked up when the recording has ended: perf_recording.c. */
struct perf_pending_names {
	struct perf_late_place {
		struct perfdata_dso *dso;
		uint64_t ip, time;  /* struct perfdata_address */
		uint64_t recording; /* its number */
		bool in_java;       /* in a Java process */
	} * at;
	size_t count, cap;
};

/* Callers that were found from registers, by how; stacks that end where none of these leads on. */
struct perf_unwind_steps {
	uint64_t rows;     /* by call frame information */
	uint64_t pointers; /* by a frame pointer, in code without */
	uint64_t walked;   /* by the kernel, behind the copy */
	uint64_t lost;     /* stacks; a larger copy would not help */
	uint64_t absent;   /* stacks whose copy is smaller than wanted, and too small */
	uint64_t chains;   /* samples with a chain of the kernel beside the copy */
};

enum { PERF_LATE_LONGEST = 80 }; /* bytes of a placeholder */

/* The placeholder of an address, in `room`, of PERF_LATE_LONGEST bytes. No name has a line feed in it. */
static inline struct slice perf_late_placeholder(char *room, const struct perf_late_place *place)
{
	return slice_of(room, (size_t)snprintf(room, PERF_LATE_LONGEST,
					       "\n%c%" PRIx64 ":%" PRIxPTR ":%" PRIx64 ":%" PRIx64,
					       place->in_java ? 'j' : '-', place->recording,
					       (uintptr_t)place->dso, place->ip, place->time));
}

/* A worker's state for recordings; a zeroed struct is empty. */
struct perfdata_worker {
	const struct perf_recording *recording; /* the recording of the caches; NULL: none */
	uint64_t generation;                    /* of its maps */
	struct perf_addresses *addresses;
	struct perf_unwinder *unwinder;
	struct perf_label_cache *labels;
	struct perf_cuts *cuts; /* NULL: none */
	struct perf_unwind_steps steps;
	uint64_t outside; /* samples of processes outside of perf's pid namespace */
	struct perf_pending_names late;
	const struct perfdata_event *event; /* of the latest sample */
	struct perf_verdict *verdict;       /* on this event */
	struct perf_verdict **verdicts;     /* by number of the event; NULL: not asked for yet */
	struct perf_process { /* the latest names of processes, by where they are kept */
		const char *comm;
		uint32_t pid, tid;
		frame_id root;
		bool is_known;
	} processes[64];
	struct buf key, text, chain;          /* scratch: the key of a stack, names, addresses */
	const struct perfdata_charge *charge; /* of the sample; NULL: samples have none */
	uint64_t number;                      /* of the sample, where it has one */
	unsigned char *
		states; /* by frame: what it waits for, an enum thread_state + 1; 0: not looked at */
	size_t state_cap;
	struct dwarf_frames frames; /* scratch, of --lines */
};

/* NULL: does nothing. */
void perfdata_worker_free(struct perfdata_worker *worker);

/* Count the samples of a part. */
void perf_fold_part(struct ingest_run *run, const struct perf_recording *recording,
		    const struct perfdata_part *part);

/* Count what was charged to kept stacks, and to none, since the parts before. One thread. */
void perf_fold_kept(struct ingest_run *run, const struct perf_recording *recording);
void perf_fold_unsampled(struct ingest_run *run, const struct perf_recording *recording);

/* The stack of a thread without samples: its process and a frame that says so. */
struct perf_kept_stack;
void perf_fold_name_thread(struct ingest_run *run, const struct perf_recording *recording,
			   const struct perfdata_span *span, struct perf_kept_stack *of,
			   frame_id frames[2]);

/*
 * Count time of a stack in a state, as far as options select them: in each bin of --labels time what
 * lies in it. Of more than ten thousand bins several are counted in the first of them.
 */
struct perf_counted_span {
	const struct perf_kept_stack *of; /* labels are of it */
	const frame_id *frames;
	uint32_t depth;
	enum thread_state state;
	uint64_t from, to;
	struct slice thread; /* the only label, beside the state; empty: all that of has */
};
void perf_fold_span(struct ingest_run *run, const struct perf_recording *recording,
		    const struct perf_counted_span *counted);

/* ---- perf_spans.c ---- */

/* Before parts are folded: take the spans that have ended. */
void perf_spans_take(struct ingest_run *run, const struct perf_recording *recording);

/* When parts have been folded: count the spans whose stacks are known. */
void perf_spans_count(struct ingest_run *run, const struct perf_recording *recording);

/* When all is read: count the others, too, by their threads. */
void perf_spans_end(struct ingest_run *run, const struct perf_recording *recording);

/* --critical-path, when all is read. False, after a message: there is no such thread. */
bool perf_spans_find_path(struct ingest_run *run, const char *name,
			  const struct perf_recording *recording);

/* ---- perf_recording_messages.c ---- */

/*
 * Report what is missing from the recording. False, after a message, if nothing can be made of it:
 * it has no samples but a processor's trace, or reading it failed.
 */
bool perf_recording_report(struct ingest_run *run, const char *name,
			   const struct perf_recording *recording, uint64_t samples);

/* Facts that a whole recording lacks and that another one could have. */
struct perf_lacks {
	struct perf_cuts *cuts;
	struct perf_unwind_steps steps;
	uint64_t outside; /* samples of processes outside of perf's pid namespace */
};

void perf_recording_report_lacks(const char *name, const struct perf_recording *recording,
				 const struct perf_lacks *lacks);

/* True if record-stacks recorded it. */
bool perf_recording_is_by_stacks(const struct perf_recording *recording);

/*
 * Report which programs read a recording of perf sched, of perf trace, of branches alone. False: it
 * is none of these, or has call chains of events that options chose.
 */
bool perf_recording_report_readers(const char *name, const struct perf_recording *recording,
				   bool is_chosen);

/* How the callers of most events' samples were found: enum thin_stacks_by. */
int perf_recording_callers_by(const struct perf_recording *recording);

/* Host, command, frequency, lost records, stacks that lack callers. */
void perf_recording_describe(struct ingest_run *run, const struct perf_recording *recording,
			     const struct perf_lacks *lacks);

/* For --stats: how many records of which kind, how callers were found, where symbols came from. */
void perf_recording_list(const char *name, const struct perf_recording *recording,
			 const struct perf_unwind_steps *steps);

#endif
