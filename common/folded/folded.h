/* SPDX-License-Identifier: MIT */
/*
 * folded.h - profile <-> folded text, `frame;frame;frame count[ count]` a line: see folded(5).
 * The one reader and the one writer of it.
 */
#ifndef FLAMBEAU_FOLDED_H
#define FLAMBEAU_FOLDED_H

#include "common/folded/folded_grammar.h"
#include "common/io/output.h"
#include "common/profile/ingest.h"
#include "common/profile/profile.h"
#include "common/table/name_table.h"

/*
 * The text of a stack, "a;b;c", as the ids of its frames. Folded files are
 * mostly sorted, so a stack is compared with the one before it, and only the frames in which they
 * differ are looked up.
 */

/* Owns its arrays and its table, but not the text. */
struct folded_frames {
	frame_id *ids;       /* root first */
	struct slice *names; /* as in the text */
	size_t *ends;        /* bytes of the text up to the end of each frame */
	uint32_t depth;
	size_t id_cap, name_cap, end_cap;
	struct slice text;       /* of the stack */
	struct slice unnamed;    /* the name of an empty frame */
	bool joined;             /* folded_options.joined */
	struct slice readable;   /* the memory around the text: the chunk */
	struct name_table table; /* names that were seen before */
};

/* Frames without a name get the one that `unnamed` is. */
void folded_frames_init(struct folded_frames *frames, struct slice unnamed);
void folded_frames_release(struct folded_frames *frames);

/*
 * Split the text of a stack; names that are new are added. The text has to stay as it is until the
 * next stack was split or folded_frames_begin() called. False if the stack has more than
 * LIMIT_DEPTH frames: the others are left out.
 */
bool folded_frames_split(struct folded_frames *frames, struct intern *names, struct slice stack);

/* Changes to stacks as they are read; given as ingest_run.options, NULL for none. */
struct folded_options {
	bool no_repeats; /* a frame that repeats the one before it is left out (recursive) */
	bool no_loops;   /* drop the frames of a cycle: from a frame's previous occurrence on */
	/*
	 * The frames behind the second are one, "c;d;e", for who needs no names: finding one long
	 * name takes a fraction of the time, but all texts are kept.
	 */
	bool joined;
	enum folded_labels_are {
		LABELS_TAKEN_OFF,
		LABELS_KEPT,
		LABELS_TIMES, /* times and states are kept, the others taken off */
		LABELS_FRAMES,
	} labels;
};

/* Each has its grammar: folded(5), folded(5) with one count, and inferno-diff-folded's. */
extern const struct ingest_format folded_format, folded_one_column_format, folded_rust_diff_format;

/*
 * Split a line by the grammar. False if it has no stack: it was noted, or is a comment, whose
 * header is in the run's profile then.
 */
bool folded_split(struct ingest_run *run, const struct folded_grammar *grammar, struct slice line,
		  struct folded_line *parts);

/*
 * Rename roots that would make a stack's line a comment, `#` and a blank: `_` replaces the blank,
 * or is appended to a root `#`. With `labels`, `_` is prepended to a root that would be a label,
 * `@NAME=VALUE`. Call it before folded_overflowed(), because renamed stacks may merge. Ids of names
 * stay the same.
 */
void folded_escape_roots(struct profile *profile, bool labels);

/*
 * Append what folded_escape_roots() makes of the root of a stack of so many frames. False, and
 * nothing appended, if the root may stay as it is.
 */
bool folded_escape_root(struct slice root, uint32_t depth, bool labels, struct buf *out);

/*
 * The profile's header, then all stacks, sorted by text, one per line. With a `unit` above 1 counts
 * are divided by it and rounded half up; stacks of which nothing remains are left out: how many.
 * Lines that readers would leave out, longer than INPUT_MAX_RECORD, are left out with a warning.
 */
size_t folded_write(const struct profile *profile, uint64_t unit, struct output *output);

/* folded_write() that rounds a half to the even neighbour, as printf() rounds a double. */
size_t folded_write_even(const struct profile *profile, uint64_t unit, struct output *output);

/*
 * True if a stack's count has passed 2^64-1, after a message that names the stack: then nothing of
 * the profile may be used.
 */
bool folded_overflowed(const struct profile *profile);

/* One stack's text without its count. */
void folded_add_stack(struct buf *buf, const struct profile *profile, const struct stack *stack);

#endif
