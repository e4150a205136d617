/* SPDX-License-Identifier: MIT */
/*
 * perf_run.h - the state of the perf format. A line goes one way through the files that share it:
 *
 *  perf_lines splits records into lines, and recognises repeated stacks perf_own, perf_perl,
 * perf_rust the grammars: what kind of line is it? perf_select the event line: which sample is it,
 * is it wanted? perf_frame, perf_names, perf_inline the stack line: which frames does it have?
 * perf_sample, perf_groups the sample: its lines become a stack
 *
 * perf_lines calls the grammar through perf_personality.line; all other calls go down this list.
 */
#ifndef FLAMBEAU_PERF_RUN_H
#define FLAMBEAU_PERF_RUN_H

#include <stdatomic.h>

#include "collapse/cache/line_window.h"
#include "collapse/cache/stack_queue.h"
#include "collapse/cache/stack_repeats.h"
#include "collapse/names/tidy.h"
#include "collapse/perf/sample/perf_event.h"
#include "collapse/perf/sample/perf_personality.h"
#include "collapse/perf/sample/perf_symbol.h"
#include "common/base/parallel.h"
#include "common/profile/label_request.h"
#include "common/profile/tally.h"

/* Criteria that select samples. */
enum perf_choice {
	PERF_BY_EVENT,
	PERF_BY_PID,
	PERF_BY_TID,
	PERF_BY_CPU,
	PERF_BY_COMM,
	PERF_BY_WEIGHT,
	PERF_CHOICES,
};

/* Decisions that the first samples take for all. */
struct perf_findings {
	struct slice event; /* the only one kept, unless --event-filter chose */
	bool has_event;
	uint64_t first_time; /* nanoseconds */
	bool has_time;
	struct arena arena;
	struct perf_tables *tables; /* lines that workers share */

	/* One per --event-filter: an event has its very name, so it is no pattern. */
	struct perf_filter {
		atomic_bool is_event;
	} * filters;

	struct tally rejected[PERF_CHOICES]; /* values of samples that were not selected */
	struct tally kept;                   /* events that patterns kept, by their shown names */
	struct tally units;                  /* that are not in the shown names of what was kept */
	struct lock lock;                    /* guards them */

	/* For --header: perf_describe.c */
	bool has_sample;                        /* a sample was kept */
	bool has_periods;                       /* and it had a period */
	_Atomic uint64_t first_seen, last_seen; /* nanoseconds; UINT64_MAX and 0: none */

	/* For --no-idle: perf_idle.c */
	_Atomic uint64_t idle_maybe; /* samples that may be idle */
	atomic_bool idle_has_user;   /* a sample of process 0 has user code */

	/* Of recordings: how callers were found, and samples without a name that were explained */
	int callers_by; /* enum thin_stacks_by */
	uint64_t explained;
	uint64_t made;      /* samples in code that programs made */
	bool by_simpleperf; /* it recorded */

	bool has_readers;      /* other programs that read the recording have been named */
	atomic_bool lacks_cpu; /* a sample had no CPU, and --cpu asked for one */
};

/* When the samples of a worker were taken, in nanoseconds. */
struct perf_span {
	uint64_t first, last;
	bool is_known;
};

/* Decisions on events by their names: perf_filter.h. */
struct perf_verdicts {
	struct intern names;
	struct perf_verdict {
		struct slice event; /* its whole name */
		struct slice name;  /* that is shown: without the unit if that was left open */
		struct slice unit;  /* that was left open; empty: none */
		uint64_t samples;   /* not published yet */
		bool is_kept;
	} * *at;                          /* by id of the whole name */
	struct perf_verdict *last, *kept; /* the latest one asked for, and the latest kept */
	size_t cap;
	struct arena arena; /* they lie in it */
};

/*
 * A worker's lines and their frames. Lines of one function differ only in their offsets and share a
 * struct perf_line: its names are made once and stored once per function.
 */
struct perf_names {
	struct perf_tables *tables; /* of all workers; NULL: all below is its own */
	struct line_cache lines;    /* by the text after the address */
	struct stack_cache stacks;  /* by the text of all of a stack's lines, addresses too */
	struct line_cache symbols;  /* by "SYMBOL\nMODULE" without the offset */
	bool as_java;               /* names are being made for a Java process */
	bool any_java;              /* one that was made is another there */
};

/* The lines of the current chunk on their way to the grammar: perf_lines.h. */
struct perf_lines {
	struct stack_repeats repeats;
	struct stack_queue queue;
	struct line_window window;
	struct perf_stack_key {
		struct fingerprint print;        /* of the lines after a LINE_HEAD */
		frame_id *root;                  /* the queue's guess, to be corrected */
		struct stack_cache_entry *known; /* of a LINE_WHOLE */
	} stacks[LINE_WINDOW];                   /* parallel to the lines of the window */
	struct perf_stack_key key;               /* of the stack being read */
	bool is_cacheable;    /* all lines of the stack so far are in the line cache */
	uint32_t stack_lines; /* lines of the stack so far */
};

/* The sample that is being read: perf_sample.h. */
struct perf_sample {
	bool open; /* an event line was read and wanted */
	bool java;
	bool may_idle; /* --no-idle, and it is of process 0 without user code: perf_idle.h */
	unsigned char idle_after; /* what lines after --skip-after say */
	bool rejected;   /* its event line was read and not wanted: its stack lines are ignored */
	bool source_due; /* a source line here would belong to the last ref */
	bool ended;      /* --skip-after matched: callers and process are left out */
	bool has_inlined;
	uint64_t period;
	struct buf name;       /* of the process */
	struct slice event;    /* for the root frame of several events */
	struct perf_ref *refs; /* leaf first */
	size_t ref_count, ref_cap;
	size_t sources_due; /* --srcline: lines that follow and belong to the last ref */
	struct slice pc,
		key; /* the function on the event line, if no stack follows; pc empty: none */
	struct perf_event
		waiting; /* if is_waiting: of a line that is an event line if a stack follows */
	struct slice waiting_line;
	size_t waiting_at; /* its number in the chunk */
	bool is_waiting;
	struct stack_cache_entry *repeated; /* the stack with the same text, or NULL */
};

struct perfdata_event;
struct perf_recording;
struct perf_unwinder; /* rows of call frame information: perf_unwind.c */
struct perf_cuts;
struct perf_label_cache; /* labels of recordings: perf_fold_label.c */
struct perf_addresses;   /* the addresses of recordings, and their frames: perf_fold_chain.c */

struct perfdata_dso;

/* Addresses whose names are looked up when the recording has ended: perf_late.c. */
struct perf_late {
	struct perf_late_place {
		struct perfdata_dso *dso;
		uint64_t ip, time;  /* struct perfdata_address */
		uint64_t recording; /* its number */
		bool in_java;       /* in a Java process */
	} * at;
	size_t count, cap;
};

/* A worker's state for recordings only; a zeroed struct is empty. */
struct perf_fold {
	const struct perf_recording *recording; /* the recording of the caches */
	uint64_t generation;                    /* of its maps */
	struct perf_addresses *addresses;
	struct perf_unwinder *unwinder;
	struct perf_label_cache *labels;
	struct perf_cuts *cuts; /* stacks that lack callers; NULL: none */
	uint64_t outside;       /* samples of processes outside of perf's pid namespace */
	struct perf_late late;
	const struct perfdata_event *event; /* of the latest sample */
	struct perf_verdict *verdict;       /* on this event */
	struct perf_verdict **verdicts;     /* by number of the event; NULL: not asked for yet */
	struct perf_process { /* the latest names of processes, by where they are kept */
		const char *comm;
		uint32_t pid, tid;
		frame_id root;
		bool is_known;
	} processes[64];
	struct buf said, key, text,
		chain; /* scratch: an event line, what a stack is known by, a stack line, addresses */
};

/* One worker's state. */
struct perf_run {
	const struct perf_options *options;
	struct perf_findings *findings;
	const struct perf_personality *compat;
	struct perf_lines lines;
	struct perf_sample sample;
	struct perf_names names;
	struct perf_verdicts events;
	struct perf_span span;               /* for --header, --time */
	struct tally rejected[PERF_CHOICES]; /* of the chunk: perf_rejected.h */
	struct {
		uint64_t maybe; /* samples of the chunk */
		bool has_user;
	} idle;                            /* perf_idle.h */
	struct line_cache inlines;         /* inlined functions found by --inline */
	struct inline_state *inline_state; /* NULL until something was looked up */
	struct perf_fold fold;             /* of recordings */

	frame_id *frames; /* scratch */
	size_t frame_cap;
	struct label_sets label_sets; /* of event lines that came before */
	struct buf text, part, key;   /* scratch */
	struct arena scratch;         /* for lines that are not cached; emptied with each chunk */
};

static inline struct perf_run *perf_of(const struct ingest_run *run)
{
	return run->state;
}

#endif
