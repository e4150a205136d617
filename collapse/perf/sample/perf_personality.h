/* SPDX-License-Identifier: MIT */
/*
 * perf_personality.h - the behaviour for perf's text: ours, the Perl script's or inferno's. It is
 * chosen once, by the name under which the program is called.
 */
#ifndef FLAMBEAU_PERF_PERSONALITY_H
#define FLAMBEAU_PERF_PERSONALITY_H

#include "collapse/perf/sample/perf_options.h"
#include "collapse/perf/sample/perf_symbol.h"
#include "common/base/buf.h"

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
	PERF_NO_LINE, /* the originals' grammars see no event line */
	PERF_CUT,
	PERF_CUT_STACK,     /* longer than its copy in the sample */
	PERF_FOREIGN_STACK, /* of a processor whose stacks are not unwound */

	PERF_NOTES,
};

/* One member a behaviour; a const record for each family. */
struct perf_personality {
	/* The grammar: one line without its LF; then the end of the records. */
	void (*line)(struct ingest_run *run, struct slice line);
	void (*end)(struct ingest_run *run);
	input_next_record_fn *next_record;
	const struct note_kind *kinds; /* PERF_NOTES of them */

	/*
	 * Parse an event line; false if it is not one. NULL: the facts of a recording's sample need
	 * no line.
	 */
	bool (*event)(struct slice line, struct perf_event *event);

	/*
	 * A stack line without the blanks in front, as "7f12 main+0x4 (/bin/x)"; false if it is
	 * none.
	 */
	bool (*split)(struct slice line, struct perf_symbol *symbol);
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
	bool filters_are_open; /* --event-filter leaves modifiers and units open: perf_filter.h */
	bool replaces_bad_utf8;
	bool last_event_counts; /* of several to keep */
	bool warns_of_events;   /* events not kept, in the words of the Perl script */
	bool names_rejected;    /* reports what options could have selected */
	bool semicolon_in_comm_splits;
	bool sources_are_next_lines; /* --srcline takes any line, so it hides where samples end */
	bool reads_chainless;        /* the function of a sample without a chain */
	bool inline_by_programs;     /* --inline always asks addr2line and nm */
};

extern const struct perf_personality perf_personality_own, perf_personality_perl,
	perf_personality_rust;

#endif
