/* SPDX-License-Identifier: MIT */
/*
 * text.h - a format that is read line by line. It sees lines, pushes frames and counts stacks;
 * names become fit to be frames here, and what every format notes has its words here.
 *
 *     static void line(struct ingest_run *run, struct slice line)
 *     {
 *             if (is_count(line, &value))
 *                     text_finish(run, TEXT_LEAF_FIRST, value);
 *             else
 *                     text_push(run, name_of(line));
 *     }
 *
 *     static const struct text_format format = {.line = line, .end = end};
 *     const struct collapser collapse_NAME = {.name = "NAME", ..., .text = &format};
 */
#ifndef FLAMBEAU_TEXT_H
#define FLAMBEAU_TEXT_H

#include "collapse/cache/line_cache.h"
#include "collapse/collapse.h"

#include "common/base/diag.h"
#include "common/io/unused.h"

/* Notes of any format; kinds of a format's own are counted from TEXT_NOTES on. */
enum text_note {
	TEXT_BAD_LINE,   /* looks like one of the format's lines and is none */
	TEXT_JUMP,       /* a row more than one level below the one before it */
	TEXT_UNFINISHED, /* a stack without an end, or without a count */
	TEXT_SKIPPED,    /* a sample of a kind that cannot be drawn: a histogram, a negative time */
	TEXT_NO_COLUMN,  /* a table without what is to be counted */
	TEXT_EARLY,      /* before the time 0, where times are labels */
	TEXT_DEEP,
	TEXT_HUGE,
	TEXT_LEFT_OUT, /* a stack beyond the budget */
	TEXT_UNNAMED,  /* a name beyond it */
	TEXT_UNUSED,   /* what is not known, by text_tell_unused() */
	TEXT_NOTES,
};

/* The first rows of every table of kinds. */
#define TEXT_NOTE_ROWS                                                                             \
	[TEXT_BAD_LINE] = {.message = "not understood",                                            \
			   .one = "line not understood",                                           \
			   .many = "lines not understood",                                         \
			   .fails_strict = true},                                                  \
	[TEXT_JUMP] = {.message = "more than one level below the row before it",                   \
		       .one = "row that skips levels",                                             \
		       .many = "rows that skip levels",                                            \
		       .fails_strict = true},                                                      \
	[TEXT_UNFINISHED] = {.message = "a stack that does not end",                               \
			     .one = "unfinished stack",                                            \
			     .many = "unfinished stacks",                                          \
			     .fails_strict = true},                                                \
	[TEXT_SKIPPED] = {.message = "cannot be counted",                                          \
			  .one = "value that cannot be counted",                                   \
			  .many = "values that cannot be counted",                                 \
			  .fails_strict = true},                                                   \
	[TEXT_NO_COLUMN] = {.message = "no column with the values to count",                       \
			    .one = "table without that column",                                    \
			    .many = "tables without that column",                                  \
			    .fails = NOTE_FAILS},                                                  \
	[TEXT_EARLY] = {.one = "sample earlier than time 0, labelled 0",                           \
			.many = "samples earlier than time 0, labelled 0",                         \
			.fails = NOTE_KEPT},                                                       \
	[TEXT_DEEP] = {.message = "stack is too deep, cut at the leaf",                            \
		       .one = "stack cut at the leaf",                                             \
		       .many = "stacks cut at the leaf",                                           \
		       .fails_strict = true,                                                       \
		       .fails = NOTE_KEPT},                                                        \
	[TEXT_HUGE] = {.message = "count is too large",                                            \
		       .one = "count that is too large",                                           \
		       .many = "counts that are too large",                                        \
		       .fails = NOTE_FAILS},                                                       \
	[TEXT_LEFT_OUT] = {.one = "stack beyond what the size of the input allows",                \
			   .many = "stacks beyond what the size of the input allows",              \
			   .fails_strict = true},                                                  \
	[TEXT_UNNAMED] = {.one = "name beyond what the size of the input allows",                  \
			  .many = "names beyond what the size of the input allows",                \
			  .fails_strict = true},                                                   \
	[TEXT_UNUSED] = {.message = ""}

/* What a terminal prints for Ctrl-C, in front of what a program prints then. */
#define TEXT_INTERRUPT SLICE("^C")

/* In the struct of a format `.kinds =` this: its table, with its length. */
#define TEXT_KINDS(table) (table), .kind_count = ARRAY_LEN(table)

/* Memory that a member of a format's state holds: freed with the state. */
struct text_owned {
	enum {
		TEXT_OWNS_NOTHING, /* the end of the list */
		TEXT_OWNS_ARRAY,   /* a pointer for free() */
		TEXT_OWNS_BUF,
		TEXT_OWNS_LINES, /* struct line_cache */
		TEXT_OWNS_ARENA,
	} kind;
	size_t offset;
};

/* TEXT_OWNS(BUF, struct gdb, thread) */
#define TEXT_OWNS(kind, structure, member)                                                         \
	{                                                                                          \
		TEXT_OWNS_##kind, offsetof(structure, member)                                      \
	}

struct text_format {
	/* A line without its end (LF or CR LF) and without a byte order mark. */
	void (*line)(struct ingest_run *run, struct slice line);

	/*
	 * A file ends, or a chunk of whole records if there are such: count what is pending, forget
	 * the rest. May be NULL.
	 */
	void (*end)(struct ingest_run *run);

	/*
	 * The size of the state, a struct whose first member is a struct text; 0: struct text
	 * alone. Zeroed.
	 */
	size_t state_size;
	struct text_owned owns[8];
	/* free what the state holds besides its text and what `owns` lists; may be NULL */
	void (*release)(void *state);

	/*
	 * For formats whose records can be parsed independently, on several threads: a line, as
	 * line() gets it, starts a record; or each line is one. Neither: lines are parsed in order.
	 */
	bool (*starts_record)(struct slice line);
	bool lines_are_records;

	const struct note_kind *kinds; /* begins with TEXT_NOTE_ROWS; NULL: they are all */
	size_t kind_count;
};

/* The stack being read. */
struct text {
	const struct text_format *format;
	frame_id *frames;
	size_t count, cap;
	struct buf name;  /* for the format: a name being put together */
	struct buf clean; /* a name being made fit */
	struct line_cache known;
	struct waiting_stack waiting;
	bool may_wait; /* within parse() */
};

enum text_order { TEXT_ROOT_FIRST, TEXT_LEAF_FIRST };

static inline struct text *text_of(const struct ingest_run *run)
{
	return run->state;
}

/*
 * A name as a frame: `;` separates frames, so it becomes `:`; control characters become blanks; a
 * name of nothing is [unknown].
 */
frame_id text_frame(struct ingest_run *run, struct slice name);

/*
 * Like text_frame(), for a name that was a frame of folded text: only `;` and line ends are
 * replaced.
 */
frame_id text_folded_frame(struct ingest_run *run, struct slice name);

/*
 * Code without a name: "[module <0xaddress>]", the module without its folders, "[<0xaddress>]" if it
 * has no pointer, or is long and that of many frames. The address is hexadecimal, with or without 0x;
 * small letters, without zeros in front. Marks: "", "_[k]".
 */
frame_id text_unnamed(struct ingest_run *run, struct slice module, struct slice address,
		      const char *marks);
frame_id text_unnamed_at(struct ingest_run *run, struct slice module, uint64_t address,
			 const char *marks);

/* Append " (file:line)" to a name, without a line " (file)". */
void text_add_place(struct buf *name, struct slice file, struct slice line);
void text_add_place_at(struct buf *name, struct slice file, int64_t line); /* below 0: none */

/* The name as a frame; without one the number, if there is one: "tid 7", where `kind` is "tid ". */
frame_id text_thread_frame(struct ingest_run *run, struct slice name, const char *kind,
			   struct slice number);
void text_push_thread(struct ingest_run *run, struct slice name, const char *kind, uint64_t number);

/* Append the names of the bits that are set, with `between` between them; "" has no name. */
void text_add_names(struct buf *out, const char *const *names, unsigned bits, const char *between);

/* The next frame of the stack. */
void text_push(struct ingest_run *run, struct slice name);
static inline void text_push_frame(struct ingest_run *run, frame_id frame)
{
	struct text *text = text_of(run);

	assert(frame < run->profile.names.count);
	MEMORY_ROOM(text->frames, text->count, text->cap);
	text->frames[text->count++] = frame;
}

/* Push `count` frames, which the caller fills in at once: for stacks whose depth is known. */
static inline frame_id *text_push_room(struct ingest_run *run, size_t count)
{
	struct text *text = text_of(run);

	MEMORY_NEED(text->frames, text->count + count, text->cap);
	text->count += count;
	return text->frames + text->count - count;
}

/* A stack without frames has one from now on, which has no name. */
static inline void text_fill(struct ingest_run *run)
{
	if (text_of(run)->count == 0)
		text_push(run, SLICE(""));
}

/*
 * A cache for repeated lines: text_keep() keeps the last frame of the stack as the value of `line`,
 * text_push_known() pushes it again; false for a line that was never kept.
 */
bool text_push_known(struct ingest_run *run, struct slice line);
void text_keep(struct ingest_run *run, struct slice line);

void text_reverse(frame_id *frames, size_t count);

/* Forget the frames after the first `depth`. */
void text_cut(struct ingest_run *run, uint64_t depth);

/*
 * A row of an indented tree: forget what is not above it, then push. `depth` 0 is a root. A
 * row deeper than one level below the last is noted and taken as one level below.
 */
void text_row(struct ingest_run *run, uint64_t depth, struct slice name);

/*
 * True if a stack of so many frames may still be added: see struct stack_budget. Else it is noted as
 * left out. For stacks that the input refers to, before their frames are pushed; what the pushing
 * costs is spent when they are counted.
 */
bool text_affords(struct ingest_run *run, uint64_t depth);

/*
 * True if a name of so many bytes, which the input refers to, may be put together with others. Else
 * it is noted.
 */
bool text_affords_name(struct ingest_run *run, size_t length);

/*
 * Add the stack with its count to the profile; a sample. Nothing is added for a count of 0 or a
 * stack without frames. text_finish() then forgets the frames, text_count() keeps them.
 */
void text_count(struct ingest_run *run, enum text_order order, uint64_t count);
void text_finish(struct ingest_run *run, enum text_order order, uint64_t count);

/* Like text_finish(), for a count with decimals, which stay exact. */
void text_weigh(struct ingest_run *run, enum text_order order, const struct weight *weight);

/* text_weigh() for a stack of the format's own, root first, and a weight that is not 0. */
void text_add(struct ingest_run *run, const frame_id *frames, size_t depth,
	      const struct weight *weight);

/* A line of a list in place of stacks: a name with its number, 0 too. */
void text_list(struct ingest_run *run, struct slice name, uint64_t number);

/*
 * A whole number at the beginning of `text`, taken off. False if there is none; one beyond 2^64-1
 * is noted as TEXT_HUGE and read as 0.
 */
bool text_take_count(struct ingest_run *run, struct slice *text, uint64_t *count);

/* Like text_take_count() for "12", "12.5" or ".5", in units of 10^-digits, rounded half up. */
bool text_take_decimal(struct ingest_run *run, struct slice *text, unsigned digits,
		       uint64_t *value);

static inline void text_note(struct ingest_run *run, unsigned kind, struct slice line)
{
	ingest_note(run, kind, line);
}

/* Note what a file has that is not known, if there is any; empty then. */
void text_tell_unused(struct ingest_run *run, struct unused *unused);

/* For formats of other kinds that push frames here. */
void text_release(struct text *text);

/* For the driver: the ingest_format that reads a text format. */
struct ingest_format text_ingest_format(const struct text_format *text);

/*
 * Times of samples as text prints them, for labels: seconds since 1970, or the time
 * of day. A time of day that is half a day or more below the time before it is of the next day; one
 * that is 23 hours or more above it is of the day before, since samples are not quite in order. The
 * format must be read on one thread, in order. A zeroed struct has seen no time.
 */

struct text_clock {
	bool has_first;
	int64_t first; /* nanoseconds */
	uint64_t last; /* time of day */
	int64_t days;  /* that have passed since the first */
};

/* "12:34:56.789" in nanoseconds; false if `text` is something else. */
bool text_clock_read(struct ingest_run *run, struct slice text, uint64_t *time);

/*
 * Samples that are counted from now on have the time, in nanoseconds: since the first sample,
 * unless times are absolute. A time before that is 0, and noted with `text`.
 */
void text_clock_give(struct ingest_run *run, struct text_clock *clock, int64_t time,
		     struct slice text);

/* text_clock_give() for a time of day. */
void text_clock_give_day(struct ingest_run *run, struct text_clock *clock, uint64_t time,
			 struct slice text);

/*
 * A call tree printed as indented rows whose counts include the rows below them. What
 * a row's own rows leave of its count is its own: that is added to the profile when the row is
 * left.
 */

/* Zeroed it is empty; part of a format's state, which owns `left`. */
struct inclusive {
	uint64_t *left; /* of the count of the row at each depth of the stack */
	size_t cap;
	enum text_order order; /* rows below are callees (root first) or callers (leaf first) */

	/*
	 * True if this row's own count means nothing (a waiting thread) and is dropped. NULL: all
	 * are counted.
	 */
	bool (*is_idle)(const struct ingest_run *run);
};

/*
 * A row. Rows that sum up to more than the row above are noted as TEXT_SKIPPED: its own count is 0.
 */
void inclusive_row(struct ingest_run *run, struct inclusive *tree, size_t depth, struct slice name,
		   uint64_t count);

/* The tree ends. */
void inclusive_end(struct ingest_run *run, struct inclusive *tree);

/* Set the bit of a name, in any case of letters; false if there is none. */
bool text_find_name(const char *const *names, struct slice name, unsigned *bits);

/*
 * For opt.parse of --states: "gil,cpu", or ALL for every bit. `find` sets the bits of a name, in any case
 * of letters; false if there is no such state.
 */
bool text_parse_states(struct slice text, unsigned *bits,
		       bool (*find)(struct slice name, unsigned *bits), struct buf *problem);

/*
 * Helpers for formats to recognise their input by its beginning. Only complete lines are
 * considered.
 */

enum { PROBE_SIZE = 64 << 10 }; /* bytes of the beginning that are looked at */

/* Take the next line off `head`, without its end (LF or CR LF) and without a byte order mark; the
 * last one, without an end, only where the input is `whole`. */
bool probe_line(struct slice *head, bool whole, struct slice *line);

/* PROBE_YES if some line is so, PROBE_UNSURE if none is. */
enum probe probe_any(struct slice head, bool whole, bool (*is)(struct slice line));

/* PROBE_YES if each of the two is there. */
enum probe probe_both(struct slice head, bool whole, bool (*is)(struct slice line),
		      bool (*is_other)(struct slice line));

/* PROBE_YES if the first line that is not empty is so, PROBE_NO if not. */
enum probe probe_first(struct slice head, bool whole, bool (*is)(struct slice line));

#endif
