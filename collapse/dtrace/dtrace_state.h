/* SPDX-License-Identifier: MIT */
/*
 * dtrace_state.h - what the files of the dtrace format share. The input is stacks, leaf first, each
 * with its count below. The grammar of a personality (dtrace_grammars.c) distinguishes counts from
 * frames; dtrace_lines.c cuts chunks into lines and stacks; dtrace_stack.c keeps the current stack.
 */
#ifndef FLAMBEAU_DTRACE_STATE_H
#define FLAMBEAU_DTRACE_STATE_H

#include "collapse/cache/line_cache.h"
#include "collapse/cache/stack_cache.h"
#include "collapse/collapse.h"
#include "common/table/name_table.h"

/* The end of the header of the whole input, for personalities that have only one. */
struct dtrace_findings {
	uint64_t header_lines; /* skipped so far */
	bool header_ended;
};

struct dtrace_options {
	bool include_offset;

	const struct dtrace_personality *compat; /* by personality */
	struct ingest_format format;             /* made of it */
	struct dtrace_findings *findings;        /* of all workers; made by prepare() */
};

enum dtrace_note {
	DTRACE_HEADER,
	DTRACE_NO_FRAMES,
	DTRACE_UNFINISHED,
	DTRACE_DEEP,
	DTRACE_HUGE,
	DTRACE_MESSAGE, /* only the own grammar knows them */
	DTRACE_LOST,    /* likewise */
	DTRACE_NOTES,
};

/* A part of "a->b->c". */
struct dtrace_part {
	struct slice text;
	size_t index; /* 0: what the others were inlined into */
	bool alone;   /* there is no other */
	bool keep_offset;
};

/* A line with a count, and its position. */
struct dtrace_count {
	struct chunk chunk;
	size_t line; /* in the chunk */
	struct slice text;
};

/*
 * The open ends of one chunk, or of several consecutive ones. Chunks begin at counts, because no
 * other line of a stack shows where the stack begins: so the frames at the end of a chunk wait for
 * the count at the start of the next one.
 */
struct dtrace_piece {
	size_t first, last; /* indices of the chunks */
	bool has_text;      /* not only chunks without a record start */
	bool has_head;
	struct dtrace_count head; /* waits for its frames */
	struct slice tail;        /* lines of frames that wait for their count */
	bool has_gap;             /* they were left out, with their record */
};

/* One member per behaviour; one const record per family. */
struct dtrace_personality {
	/* The part of a line that is a number where the line is a count. */
	struct slice (*number)(struct slice line);
	/* True for a message of dtrace itself, at column 0; NULL: no line is one. */
	bool (*is_message)(struct slice line);
	/* Note what the message says that dtrace lost; NULL likewise. False if it says something
	 * else. */
	bool (*note_lost)(struct ingest_run *run, struct slice message);
	/* Take lines of a header off the front of the chunk, counting run->line up. */
	void (*skip_header)(struct ingest_run *run, struct slice *text);
	/* The line of a frame without the blanks that are not part of its name. */
	struct slice (*trim)(struct slice line);
	/* The whole name, before it is split at `->`; empty: no frame. A part of the text, unless it
	 * had to be made in the room, which is empty. */
	struct slice (*tidy)(struct buf *room, struct slice text, bool keep_offset);
	/* Append the part between arrows, without Java's L. */
	void (*add_part)(struct buf *out, const struct dtrace_part *part);
	/* Take the offset off a finished name with which a stack ends. */
	void (*strip_leaf)(struct buf *name);
	struct input_records records;  /* at a count */
	const struct note_kind *kinds; /* DTRACE_NOTES of them */

	const char *header_never_ends; /* the message then; NULL: none */
	bool files_have_headers;       /* each its own, not the whole input one */
	bool cuts_arrows_in_brackets;  /* `->` separates functions anywhere */
	bool replaces_bad_utf8;
	bool counts_no_frames; /* a count without frames is one of the stack without a name */
};

extern const struct dtrace_personality dtrace_personality_own, dtrace_personality_perl,
	dtrace_personality_rust;

/* The next lines of a chunk, looked up together: see dtrace_lines.c. */
enum { DTRACE_WINDOW = 128 };

enum dtrace_kind {
	DTRACE_FRAME, /* of a shape that most have */
	DTRACE_COUNT,
	DTRACE_EMPTY,
	DTRACE_TEXT,  /* anything else */
	DTRACE_STACK, /* not a line: a whole stack follows */
	DTRACE_KNOWN, /* not a line: all lines of a known stack, each with its LF; its count follows */
};

struct dtrace_window_line {
	struct slice text; /* without its LF; of a frame without the blanks in front, too */
	union {
		const struct name_entry *likely; /* a frame's; NULL: look it up */
		struct stack_cache_entry *known; /* of a DTRACE_KNOWN */
	};
	uint32_t hash; /* of a frame's text */
	enum dtrace_kind kind;
};

struct dtrace_window {
	struct dtrace_window_line lines[DTRACE_WINDOW];
	struct fingerprint prints[DTRACE_WINDOW]; /* the fingerprint of each DTRACE_STACK */
	size_t count;
};

/* One worker's state. */
struct dtrace_run {
	const struct dtrace_options *options;
	struct dtrace_findings *findings;
	const struct dtrace_personality *compat;
	struct name_table table;       /* never a count */
	size_t lines_known, lines_new; /* of the chunk: those found in it, and the others */
	struct line_cache symbols;     /* lines by their tidied name; its arena holds the lines */
	struct dtrace_window window;

	struct stack_repeats repeats;
	struct stack_cache stacks; /* by the text of all of a stack's lines */
	struct stack_queue queue;

	/* The current stack: its frames, root first, are the last `depth` ones of the array. */
	frame_id *frames;
	size_t depth, frame_cap;
	bool begun;              /* it has a line */
	size_t start_line;       /* of the chunk, of its first line */
	struct slice start_text; /* the line, or its end */
	const char *text_end; /* if the count line starts here, the text since text_line is all */
	size_t text_line;     /* of the chunk */
	struct fingerprint print;        /* of that text */
	struct stack_cache_entry *entry; /* with the same text; NULL: not cached */

	struct waiting_stack waiting;

	struct dtrace_piece *pieces; /* of the chunks parsed here, in their order */
	size_t piece_count, piece_cap;
	struct arena pieces_arena; /* texts of the pieces */

	struct buf room, name, clean; /* scratch */
};

static inline struct dtrace_run *dtrace_of(const struct ingest_run *run)
{
	return run->state;
}

/* Most blanks are spaces, and many. */
static inline struct slice dtrace_number(const struct dtrace_personality *compat, struct slice line)
{
	while (line.len >= 8 && slice_load(line.ptr) == UINT64_C(0x2020202020202020))
		line = slice_tail(line, 8);
	return compat->number(line);
}

static inline bool dtrace_is_count(const struct dtrace_personality *compat, struct slice line)
{
	return slice_is_number(dtrace_number(compat, line));
}

/* Add the stacks of the text; returns the text after the last count. */
struct slice dtrace_take_lines(struct ingest_run *run, struct slice text);

/* A frame of the current stack, `index` lines into the chunk, with or without the blanks. */
void dtrace_push_text(struct ingest_run *run, struct slice line, size_t index);
/* A whole line of the current stack. False if it is a message of dtrace, which is no frame. */
bool dtrace_push_line(struct ingest_run *run, struct slice line, size_t index);

/* Push the frames of a line; before dtrace_begin(). */
void dtrace_push(struct dtrace_run *dtrace, const struct name_frames *known);

/* Room for one more frame. */
void dtrace_make_room(struct dtrace_run *dtrace);

static inline void dtrace_push_frame(struct dtrace_run *dtrace, frame_id frame)
{
	if (UNLIKELY(dtrace->depth == dtrace->frame_cap))
		dtrace_make_room(dtrace);
	dtrace->depth++;
	dtrace->frames[dtrace->frame_cap - dtrace->depth] = frame;
}

/* Its first line, if there was none yet. */
static inline void dtrace_begin(struct dtrace_run *dtrace, struct slice line, size_t index)
{
	if (dtrace->begun)
		return;
	dtrace->begun = true;
	dtrace->start_line = index;
	dtrace->start_text = line;
}

/* The current stack ends: add it to the profile. */
void dtrace_finish(struct ingest_run *run, const struct dtrace_count *count);
void dtrace_forget(struct ingest_run *run);

/* Keep what is open at the edges of a chunk, or join it to what came before it. No stack may be
 * current. The text of the tail has to be in the arena. */
void dtrace_add_piece(struct ingest_run *run, const struct dtrace_piece *piece);

#endif
