/* SPDX-License-Identifier: MIT */
/*
 * perf.h - what the files of the perf format share. A line goes through three rooms: the grammar
 * of a style (perf_own.c, perf_perl.c, perf_rust.c) sees lines and calls perf_event() and
 * perf_stack_line(); perf_sample.c keeps the sample; perf_frame.c makes frames of symbols.
 */
#ifndef FLAMBEAU_PERF_H
#define FLAMBEAU_PERF_H

#include "collapse/cache/line_window.h"
#include "collapse/cache/stack_queue.h"
#include "collapse/collapse.h"
#include "collapse/names/tidy.h"
#include "common/text/regex.h"

struct perf_times {
	bool given;
	uint64_t from, to;               /* nanoseconds; `to` is UINT64_MAX when open */
	bool from_relative, to_relative; /* to the first sample of the input */
};

struct perf_options {
	bool pid, tid, kernel, jit, all, addrs, inlined;
	bool inlines, context, srcline; /* --inline, --context, --srcline */
	bool list_events;
	int simplify;           /* enum tidy_simplify */
	struct opt_list events; /* --event-filter */
	struct opt_list skip_after;
	struct slice comm_pattern;
	struct opt_list pids, tids, cpus; /* texts */
	struct perf_times times;

	const struct perf_style *style; /* by personality */
	struct ingest_format format;    /* made of it */
	struct regex *comm_regex;       /* of comm_pattern, or NULL */
	bool selects;                   /* samples by one of these: perf_select.c */
};

/* Decisions that the first samples take for all. */
struct perf_findings {
	struct slice event; /* the only one kept, unless --event-filter chose */
	bool has_event;
	uint64_t first_time; /* nanoseconds */
	bool has_time;
	struct arena arena;
	struct perf_tables *tables; /* lines that workers share */
};

enum perf_note {
	PERF_UNRECOGNISED,
	PERF_WEIRD_EVENT, /* only the Rust grammar tells them apart */
	PERF_NOT_SAMPLE,
	PERF_OTHER_EVENT,
	PERF_NOT_SELECTED,
	PERF_SOURCE_LINE,
	PERF_PROCESS_NAME,
	PERF_WITHOUT_STACK,
	PERF_UNFINISHED,
	PERF_DEEP,
	PERF_HUGE,
	PERF_NOTES,
};

/* What one stack line stands for; lives in a line cache. */
struct perf_line {
	const frame_id *frames; /* leaf first: a line may name inlined functions, "a->b" */
	const frame_id *marked; /* the same, all marked _[i]; NULL where that is not asked for */
	uint32_t count;         /* of frames; 0: nothing to show */
	uint32_t found;         /* of them, the first ones that --inline found */
	const struct perf_line *java; /* what it is in a Java process, NULL: the same */
	struct slice function; /* the symbol without offset, parameters, templates, return type */
	bool inlined;          /* perf printed "(inlined)" as the module */
	bool ends;             /* --skip-after: callers are left out */
	bool uses_pc;          /* the address is part of a name: not to be cached */
};

/* A stack line of the current sample. */
struct perf_ref {
	const struct perf_line *line;
	uint32_t plain;  /* the frame + 1 where that is all there is to the line, else 0 */
	struct slice pc; /* in the chunk; blanks may stand in front */
};

/* A symbol as it stands on a stack line. */
struct perf_symbol {
	struct slice pc, raw, module;
};

/* The left part of an event line. */
struct perf_event {
	struct slice comm, pid, tid; /* pid may be empty: not printed */
	struct slice cpu;            /* "000", or empty */
	struct slice time;           /* "61873.402615", or empty */
	struct slice event;          /* where has_event */
	uint64_t period;
	bool has_event;
	bool other; /* no sample: PERF_RECORD_COMM and the like */
	bool huge;  /* the period passes 2^64-1 */
};

/* Bytes of the beginning and of the end of an event line that are remembered; how many of them. */
enum { PERF_HEAD = 47, PERF_HEADS = 512 };

/* "COMM PID/TID ", and where in it the three stand. */
struct perf_head {
	char text[PERF_HEAD];
	uint8_t len; /* 0: none */
	uint8_t comm, comm_len, pid, pid_len, tid, tid_len;
};

/* Beginnings that came before, by their hashes, and the last end, "EVENT: ". */
struct perf_heads {
	struct perf_head at[PERF_HEADS];
	char tail[PERF_HEAD];
	size_t tail_len, event_len;
};

struct perf_run;

/* One member a behaviour; a const record for each family. */
struct perf_style {
	/* The grammar: one line without its LF; then the end of the records. */
	void (*line)(struct ingest_run *run, struct slice line);
	void (*end)(struct ingest_run *run);
	input_next_record_fn *next_record;
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
	bool groups_inlined;  /* "(inlined)" lines belong to a physical frame */
	bool modifiers_match; /* filter `cycles` also keeps `cycles:u` */
	bool replaces_bad_utf8;
	bool semicolon_in_comm_splits;
	bool sources_are_next_lines; /* --srcline takes any line, so samples cannot be told apart */
	bool inline_by_programs;     /* --inline always asks addr2line and nm */
};

extern const struct perf_style perf_style_own, perf_style_perl, perf_style_rust;

/*
 * A worker's lines and what they stand for. Lines of one function differ in their offsets: they
 * share a struct perf_line, so that names are made and kept once a function.
 */
struct perf_names {
	struct perf_tables *tables; /* of all workers; NULL: all below is its own */
	struct line_cache lines;    /* by the text behind the address */
	struct stack_cache stacks;  /* by the text of all of a stack's lines, addresses too */
	struct line_cache symbols;  /* by "SYMBOL\nMODULE" without the offset */
	bool as_java;               /* names are being made for a Java process */
	bool any_java;              /* one that was made is another there */
};

/* One worker's state. */
struct perf_run {
	const struct perf_options *options;
	struct perf_findings *findings;
	const struct perf_style *style;
	struct perf_names names;
	struct line_cache inlines;         /* what --inline found */
	struct inline_state *inline_state; /* NULL until something was looked up */

	/* perf_lines.c */
	struct stack_queue queue;
	struct line_window window;
	struct perf_told {
		struct fingerprint print;        /* behind a LINE_HEAD */
		frame_id *root;                  /* the queue's guess, to be corrected */
		struct stack_cache_entry *known; /* of a LINE_WHOLE */
	} stacks[LINE_WINDOW];                   /* beside the lines of the window */
	struct perf_told told;                   /* of the stack being read */
	bool is_told;        /* so far it is told by its lines, which the line cache knows */
	uint32_t told_lines; /* how many they are */

	struct perf_heads heads; /* perf_own.c */

	/* The current sample. */
	bool open; /* an event line was read and wanted */
	bool java;
	bool rejected; /* its event line was read and not wanted: its stack lines are passed over */
	bool source_due; /* a source line here would belong to the last ref */
	bool ended;      /* --skip-after matched: callers and process are left out */
	bool has_inlined;
	uint64_t period;
	struct buf name;       /* of the process */
	struct slice event;    /* for the root frame of several events */
	struct perf_ref *refs; /* leaf first */
	size_t ref_count, ref_cap;
	size_t sources_due; /* --srcline: lines that follow and belong to the last ref */
	struct stack_cache_entry *repeated; /* the text of its lines is that of this one; or NULL */

	frame_id *frames; /* scratch */
	size_t frame_cap;
	struct buf text, part, key; /* scratch */
	struct arena scratch;       /* for lines that are not cached; emptied with each chunk */
};

static inline struct perf_run *perf_of(const struct ingest_run *run)
{
	return run->state;
}

/* perf_sample.c */

/* Is the event kept? Settles the default filter; notes what is not. */
bool perf_wants_event(struct ingest_run *run, const struct perf_event *event);

/* A sample whose period does not fit: the run fails. */
void perf_huge(struct ingest_run *run, struct slice line);

/* Start a sample (perf_wants_event() and the selection allow it). */
void perf_start(struct ingest_run *run, const struct perf_event *event);

/* The only frame + 1 of a line of which nothing else is to be known, 0 for others. */
static inline uint32_t perf_plain(const struct perf_line *line)
{
	bool plain = line->count == 1 && !line->java && !line->inlined && !line->ends;

	return plain && line->frames[0] < UINT32_MAX ? line->frames[0] + 1 : 0;
}

/* `plain` as told by perf_plain(): then the line itself is not looked at. */
static inline void perf_push_ref(struct perf_run *perf, const struct perf_ref *ref)
{
	if (UNLIKELY(perf->ref_count == perf->ref_cap))
		perf->refs = memory_grow(perf->refs, &perf->ref_cap, perf->ref_count + 1,
					 sizeof(*perf->refs));
	perf->refs[perf->ref_count++] = *ref;
}

/* Add what one stack line stands for; ignored without a sample. */
static inline void perf_push(struct perf_run *perf, const struct perf_line *line, struct slice pc)
{
	if (!perf->open || perf->ended || line->count == 0)
		return;
	if (UNLIKELY(line->java) && perf->java)
		line = line->java;
	perf_push_ref(perf, &(struct perf_ref){.line = line, .pc = pc});
	perf->has_inlined |= line->inlined;
	perf->ended = line->ends;
}

/* --srcline: add the text of a source line to frame `index` (0 the leaf) of the last line. */
void perf_append_source(struct ingest_run *run, struct slice source, size_t index);

/* The lines of the sample, which the stack cache does not know yet, tell what the stack is. */
void perf_remember(struct ingest_run *run, const struct perf_told *told, uint32_t lines);

/* Count a sample whose lines are those of the entry, if the process is, and forget it. */
bool perf_repeat(struct ingest_run *run, struct stack_cache_entry *entry);

/* Count the sample and forget it. */
void perf_finish(struct ingest_run *run);
void perf_forget(struct ingest_run *run);

/* perf_frame.c */

/* The line for a symbol, from the cache where `key` (the text after the address) is known. */
const struct perf_line *perf_line_of(struct ingest_run *run, const struct perf_symbol *symbol,
				     struct slice key);

/* NULL if the text after the address, `key`, is new; then split it and call perf_line_of(). */
const struct perf_line *perf_line_known(struct ingest_run *run, struct slice key);

/* perf_symbol.c */

bool perf_is_kernel_module(struct slice module); /* [kernel.kallsyms], vmlinux-5.4, ext4.ko */
bool perf_strip_offset_any(struct slice *raw);   /* "+0x" and hexadecimal digits of either case */

/* perf_names.c */

void perf_names_init(struct perf_run *perf, unsigned threads); /* that read */
void perf_names_release(struct perf_run *perf);

/* Forget the lines if they have become many. No sample may be open. */
void perf_names_trim(struct perf_run *perf);

/* perf_lines.c: all lines of the records. */

/* Where perf prints a stack line's key: behind a tab and an address of this width. */
enum { PERF_ADDRESS = 16, PERF_KEY_AT = PERF_ADDRESS + 1 };

/* Are the first PERF_KEY_AT bytes of the line these two? */
bool perf_is_address(const char *line);

void perf_take_lines(struct ingest_run *run, struct slice records);

/* perf_cut.c: the samples of the stack queue. */
void perf_cut_sample(struct slice *records, struct queued_sample *sample);

/* perf_heads.c */

/* An event line that differs from others in its numbers alone; false: the grammar has to see it. */
bool perf_heads_find(struct perf_heads *heads, struct slice line, struct perf_event *event,
		     struct slice *text);

/* How the grammar split a line. */
void perf_heads_learn(struct perf_heads *heads, struct slice line, const struct perf_event *event);

/* perf_select.c: --comm, --pid-filter, --tid-filter, --cpu, --time */
bool perf_select_prepare(struct perf_options *options);
bool perf_selected(struct ingest_run *run, const struct perf_event *event);
void perf_note_time(struct ingest_run *run, const struct perf_event *event); /* of any sample */
bool perf_parse_times(struct slice text, void *field, struct buf *problem);
bool perf_parse_time(struct slice text, uint64_t *nanoseconds);

/* perf_groups.c: the frames of all refs, leaf first, into run's frames; returns how many. */
size_t perf_group_frames(struct perf_run *perf);

/* perf_inline.c: --inline */

/* The functions inlined at the symbol's address; NULL where there is nothing to add. */
const struct perf_line *perf_inline(struct ingest_run *run, const struct perf_symbol *symbol);
void perf_inline_release(struct perf_run *perf);

enum probe perf_probe(struct slice head, bool whole); /* perf_probe.c */

#endif
