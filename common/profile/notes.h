/* SPDX-License-Identifier: MIT */
/*
 * notes.h - input that a parser did not use, or changed: every kind is counted, the first few lines
 * of the kinds that have a message are shown with file and line. Threads note for themselves;
 * merged notes are the same for every number of threads and every chunk size.
 */
#ifndef FLAMBEAU_NOTES_H
#define FLAMBEAU_NOTES_H

#include "common/base/arena.h"
#include "common/io/input.h"

enum {
	NOTES_TOO_LONG = 31, /* a record that the input leaves out; no format has a row for it */
	NOTES_KINDS,         /* formats may have one less */
};

/* The effect of notes of a kind on the run. */
enum note_failure {
	NOTE_FORGIVEN = false,
	NOTE_FAILS = true, /* it fails, without output */
	NOTE_LEAVES_GAP,   /* it fails, but what was complete is written */
	NOTE_KEPT,         /* nothing: it was used all the same, changed as note_kind.one says */
};

/* One row per kind of note. */
struct note_kind {
	/*
	 * "not a stack line"; NULL: lines of this kind are only counted; empty: the input has no
	 * lines, and the text is the whole message
	 */
	const char *message;
	const char *one;         /* in the summary: "unrecognised line"; NULL: not in the summary */
	const char *many;        /* "unrecognised lines" */
	int level;               /* shown from this enum diag_level on */
	bool fails_strict;       /* with --strict, one of these fails the run */
	enum note_failure fails; /* the effect of every such note */
};

struct note {
	size_t chunk, line; /* line counted from 0 in the chunk */
	size_t file;
	struct slice text;
};

struct notes_kind_state {
	uint64_t count;
	struct note first[LIMIT_EXAMPLES];
	size_t first_count;
};

struct notes {
	struct notes_kind_state kinds[NOTES_KINDS];
	uint64_t count;     /* of all kinds */
	struct arena arena; /* the texts */
	uint64_t *lines;    /* number of lines, by chunk index */
	size_t *files;      /* file of the chunk, by chunk index */
	size_t chunks, chunks_cap;
};

void notes_release(struct notes *notes);

/* A chunk with this many lines was read. */
void notes_chunk(struct notes *notes, const struct chunk *chunk, uint64_t lines);

/* `line` of the chunk, 0 the first, is of this kind; the text is copied if it may be shown. */
void notes_add(struct notes *notes, unsigned kind, const struct chunk *chunk, size_t line,
	       struct slice text);
void notes_count(struct notes *notes, unsigned kind, uint64_t count);

/*
 * Count what the recorder says that it lost: `number` in decimal digits, 2^64-1 if it is larger.
 * False if it is no number.
 */
bool notes_count_lost(struct notes *notes, unsigned kind, struct slice number);

/* Move `from` into `into`; `from` ends up empty. */
void notes_merge(struct notes *into, struct notes *from);

/* The lines, then one line that sums up; at most LIMIT_EXAMPLES a kind. */
void notes_print(const struct notes *notes, const struct note_kind *kinds, size_t kind_count,
		 const struct input *input);

/* True if a note was taken that allows no output. */
bool notes_fail(const struct notes *notes, const struct note_kind *kinds, size_t kind_count,
		bool strict);

/* True if something of the input is missing in the output. */
bool notes_incomplete(const struct notes *notes, const struct note_kind *kinds, size_t kind_count);

#endif
