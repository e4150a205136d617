/* SPDX-License-Identifier: MIT */
/*
 * perf_state.h - the state of the perf format. A line of text goes one way through the files:
 */
/* clang-format off */
/*
 *   perf_lines                           splits records into lines; recognizes repeated stacks
 *   perf_own, perf_perl, perf_rust       the grammars: which kind of line is it?
 *   perf_event, perf_fields, perf_select the event line: which sample is it, is it wanted?
 *   perf_frame, perf_inline              the stack line: which frames does it have?
 *   perf_sample                          the sample: its lines become a stack
 *
 * perf_lines calls the grammar through perf_personality.line; all other calls go down this list. A
 * recording has samples instead of lines: perf_recording_state.h.
 */
/* clang-format on */
#ifndef FLAMBEAU_PERF_STATE_H
#define FLAMBEAU_PERF_STATE_H

#include <stdatomic.h>

#include "collapse/cache/line_cache.h"
#include "collapse/cache/stack_cache.h"
#include "collapse/collapse.h"
#include "collapse/names/tidy.h"
#include "collapse/perf/perf_event.h"
#include "collapse/perfdata/dso.h"
#include "common/base/buf.h"
#include "common/base/parallel.h"
#include "common/base/regex.h"
#include "common/profile/label_request.h"
#include "common/profile/tally.h"
#include "common/table/intern.h"

/* The frames of one stack line; lives in a line cache. */
struct perf_line {
	const frame_id *frames;       /* leaf first: a line may name inlined functions, "a->b" */
	const frame_id *marked;       /* the frames marked _[i]; NULL if that is not asked for */
	uint32_t count;               /* of frames; 0: nothing to show */
	uint32_t found;               /* of them, the first ones that --inline found */
	const struct perf_line *java; /* the line in a Java process, NULL: the same */
	/*
	 * The line of the symbol alone, for a line with inlined functions of debugging information;
	 * NULL: they are as few as any line may have.
	 */
	const struct perf_line *symbol;
	uint64_t text;         /* bytes of the names of its frames */
	struct slice function; /* the symbol without offset, parameters, templates, return type */
	bool inlined;          /* perf printed "(inlined)" as the module */
	bool ends;             /* --skip-after: callers are left out */
	unsigned char idle;    /* with --no-idle: perf_idle.h */
	bool nameless;         /* perf printed [unknown] */
	bool uses_pc;          /* the address is part of a name: not to be cached */
	bool has_source;       /* a line of the source is part of a name */
};

/* A stack line of the current sample. */
struct perf_ref {
	const struct perf_line *line;
	uint32_t plain;  /* the frame + 1 where that is all there is to the line, else 0 */
	struct slice pc; /* in the chunk; may have blanks before it */
};

/* A symbol as printed on a stack line. */
struct perf_symbol {
	struct slice pc, raw, module;
};

/* ---- Options ---- */

struct perf_options;
struct perf_personality;

struct perf_times {
	bool given;
	uint64_t from, to;               /* nanoseconds; `to` is UINT64_MAX when open */
	bool from_relative, to_relative; /* to the first sample of the input */
};

/* ---- Behaviour: ours, the Perl script's or inferno's, by the name of the program ---- */

enum perf_note {
	PERF_UNRECOGNISED,
	/* only the own grammar counts the next four */
	PERF_NO_FRAME,      /* an indented line that is neither a frame nor a known field */
	PERF_FIELD_LINE,    /* registers, branches and the like */
	PERF_UNKNOWN_FIELD, /* between thread and time */
	PERF_DECODER_ERROR, /* of a processor's trace */
	PERF_WEIRD_EVENT,   /* only the Rust grammar distinguishes them */
	PERF_NOT_SAMPLE,
	PERF_OTHER_EVENT,
	PERF_NOT_SELECTED,
	PERF_SOURCE_LINE,
	PERF_PROCESS_NAME,
	PERF_WITHOUT_STACK,
	PERF_WITHOUT_CHAIN, /* only the own grammar counts them: the function is on the event line */
	PERF_UNREAD,        /* ... or seems to be there */
	PERF_UNFINISHED,
	PERF_DEEP,
	PERF_LESS_INLINED, /* functions that debugging information names are left out */
	PERF_HUGE,
	PERF_NO_WEIGHT,       /* --weight: the sample has no such field */
	PERF_NEGATIVE_WEIGHT, /* ... or one below 0 */
	PERF_IS_IDLE,         /* --no-idle leaves it out */
	PERF_EARLY,           /* before the first sample in the input, where times are labels */

	/* of recordings */
	PERF_DAMAGED,
	PERF_NO_EVENT,
	PERF_GUEST,
	PERF_BAD_CHAIN,
	PERF_EMPTY_CHAIN,
	PERF_EMPTY_COPY,
	PERF_CUT,
	PERF_CUT_STACK,     /* longer than its copy in the sample */
	PERF_FOREIGN_STACK, /* of a processor whose stacks are not unwound */

	PERF_NOTES,
};

/* One member per behaviour; a const record for each family. */
struct perf_personality {
	/* The grammar: one line without its LF; then the end of the records. */
	void (*line)(struct ingest_run *run, struct slice line);
	void (*end)(struct ingest_run *run);
	struct input_records records;
	const struct note_kind *kinds; /* PERF_NOTES of them */

	bool (*strip_offset)(struct slice *raw);
	bool (*is_process_name)(struct slice raw); /* "(comm)" instead of a symbol */
	void (*tidy)(struct buf *out, struct slice part, const struct perf_options *options);
	bool (*is_kernel)(struct slice module);
	bool (*is_jit)(struct slice module);

	bool repairs_rust, any_rust_code;
	bool cuts_arrows_in_brackets; /* `->` separates functions anywhere */
	bool keeps_empty_arrow;       /* "f->" is f and an inlined function without a name */
	bool nameless_is_unknown;     /* a symbol or module without a name is [unknown] */
	bool unknown_is_kernel;       /* a module like [unknown_x] is the kernel's */
	bool drops_empty_samples;     /* without frames */
	bool zero_period_is_zero;
	bool groups_inlined;   /* "(inlined)" lines belong to a physical frame */
	bool scopes_inlined;   /* inlined functions of recordings have their namespaces, classes */
	bool filters_are_open; /* --event-filter leaves modifiers and units open: perf_select.h */
	bool replaces_bad_utf8;
	bool last_event_counts; /* of several to keep */
	bool warns_of_events;   /* events not kept, in the words of the Perl script */
	bool names_rejected;    /* reports what options could have selected */
	bool semicolon_in_comm_splits;
	bool sources_are_next_lines; /* --srcline takes any line, so it hides where samples end */
	bool reads_switches;         /* recordings of switches count the time of threads */
	bool reads_chainless;        /* the function of a sample without a chain */
	/*
	 * Threads of recordings are named as on an event line: without a process, and by the
	 * first number, be it a part of a name.
	 */
	bool names_by_event_line;
	bool inline_by_programs; /* --inline always asks addr2line and nm */
};

extern const struct perf_personality perf_personality_own, perf_personality_perl,
	perf_personality_rust;

/* ---- State ---- */

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

	/* For --header: perf_describe() */
	bool has_sample;                        /* a sample was kept */
	bool has_periods;                       /* and it had a period */
	bool counts_time;                       /* of threads, whatever the events are */
	_Atomic uint64_t first_seen, last_seen; /* nanoseconds; UINT64_MAX and 0: none */

	_Atomic uint64_t lost; /* records, by perf, as text says */

	/* For --no-idle: perf_idle.c */
	_Atomic uint64_t idle_maybe; /* samples that may be idle */
	atomic_bool idle_has_user;   /* a sample of process 0 has user code */

	/* Of recordings: how callers were found, and samples without a name that were explained */
	int callers_by; /* enum thin_stacks_by */
	uint64_t explained;
	uint64_t made;      /* samples in code that programs made */
	bool by_simpleperf; /* it recorded */
	bool by_stacks;     /* record-stacks did */

	bool has_readers;      /* other programs that read the recording have been named */
	atomic_bool lacks_cpu; /* a sample had no CPU, and --cpu asked for one */
};

/* --lines: which frames have their lines of the source. */
enum perf_lines_of { PERF_LINES_OF_NONE, PERF_LINES_OF_ALL, PERF_LINES_OF_LEAF };

struct perf_options {
	bool pid, tid, kernel, jit, all, addrs, inlined;
	bool inlines, context, srcline; /* --inline, --context, --srcline */
	int lines;                      /* enum perf_lines_of */
	bool list_events;
	bool no_advice;
	bool no_idle, idle; /* --no-idle; --idle, the default */
	bool mark_cut, repair_cut;
	bool names_tid;       /* a thread is named with its number alone: "vi-1234" */
	bool latency, wakers; /* --latency, --wakers */
	struct slice
		critical_path; /* --critical-path: a thread; empty: the first; NULL: not given */
	unsigned states;       /* --states: bits of enum thread_state; 0: all */
	bool off_cpu; /* --off-cpu: events are PERFDATA_SWITCH, and how long threads waited counts */
	bool header;  /* --header: times are looked at */
	bool has_unit;          /* the first sample kept tells whether counts are periods */
	int simplify;           /* enum tidy_simplify */
	struct opt_list events; /* --event-filter */
	struct slice weight;    /* --weight: a field; empty: periods count */
	struct opt_list skip_after;
	struct slice comm_pattern, launcher;
	struct opt_list pids, tids, cpus; /* texts */
	struct perf_times times;
	struct slice code_processes; /* --code-processes: a file */
	struct slice symfs, kallsyms, vmlinux;
	struct opt_list debug_dirs;
	bool debuginfod;
	bool no_inline, trusts_files;
	uint64_t live_period, live_window; /* ms; 0: not given */

	struct perf_sites *sites; /* frames are addresses: perf_sites.h; NULL: they are functions */
	/* With sites: all stacks are known, and the dsos of the last recording are still there. */
	void (*end_sites)(const struct perf_options *options, const struct profile *profile);

	const struct perf_personality *compat; /* by personality */
	struct ingest_format format;           /* made of it */
	struct regex *comm_regex;              /* of comm_pattern, or NULL */
	struct perfdata_dso_options dsos;      /* of symfs, kallsyms, vmlinux */
	bool selects;                          /* samples by one of these: perf_select.c */
	bool has_patterns;                     /* among events: perf_select.c */

	struct perf_findings *findings; /* of all workers; made by prepare() */
};

/* When the samples of a worker were taken, in nanoseconds. */
struct perf_span {
	uint64_t first, last;
	bool is_known;
};

/* Decisions on events by their names: perf_select.h. */
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

/* The lines of the current chunk on their way to the grammar: perf_lines.c. */
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
	struct slice
		user; /* --inline: the address of the innermost frame of the user; empty: none */
	size_t sources_due; /* --srcline: lines that follow and belong to the last ref */
	struct slice pc,
		key; /* the function on the event line, if no stack follows; pc empty: none */
	bool unread; /* one seems to be there, of another form */
	struct perf_event
		waiting; /* if is_waiting: of a line that is an event line if a stack follows */
	struct slice waiting_line;
	size_t waiting_at; /* its number in the chunk */
	bool is_waiting;
	bool only_frames; /* perf_finish() does not count: perf_run.frames has `depth` of them */
	uint32_t depth;
	struct stack_cache_entry *cached; /* gets the sample's stack: perf_cache_stack() */
	uint64_t notes;                   /* run->notes.count when it was offered */
};

struct perfdata_worker; /* what a worker knows of a recording: perf_recording_state.h */

/* What only the text of perf script needs. */
struct perf_script {
	struct perf_lines lines;
	struct line_cache inlines;         /* inlined functions found by --inline */
	struct inline_state *inline_state; /* NULL until something was looked up */
	struct label_sets label_sets;      /* of event lines that came before */
};

/* One worker's state. */
struct perf_run {
	const struct perf_options *options;
	struct perf_findings *findings;
	const struct perf_personality *compat;
	struct perf_script script;
	struct perfdata_worker *worker; /* NULL: the input is text */
	struct perf_sample sample;
	struct perf_names names;
	struct perf_verdicts events;
	struct perf_span span;               /* for --header, --time */
	struct tally rejected[PERF_CHOICES]; /* of the chunk: perf_select.h */
	struct {
		uint64_t maybe; /* samples of the chunk */
		bool has_user;
	} idle; /* perf_idle.h */

	struct waiting_stack waiting; /* none but while text is parsed */
	bool may_wait;

	frame_id *frames; /* scratch */
	size_t frame_cap;
	struct buf text, part, key; /* scratch */
	struct arena scratch;       /* for lines that are not cached; emptied with each chunk */
};

static inline struct perf_run *perf_of(const struct ingest_run *run)
{
	return run->state;
}

#endif
