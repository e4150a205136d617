/* SPDX-License-Identifier: MIT */
/*
 * document.h - a format that is JSON. A table describes the document: each row leads from a place,
 * an object or an array, to the place of a member or an element; members that no row names are
 * ignored, and told where the place has a row of those that are known. The format is called at the beginning and end of places, and for values.
 *
 *     enum { ROOT = DOCUMENT_TOP + 1, NODES, NODE, ID = 1 };
 *
 *     static const struct document_rule rules[] = {
 *             {DOCUMENT_TOP, .object = ROOT},
 *             {ROOT, SLICE_INIT("nodes"), .array = NODES},
 *             {NODES, .object = NODE},
 *             {NODE, SLICE_INIT("id"), .field = ID},
 *     };
 */
#ifndef FLAMBEAU_DOCUMENT_H
#define FLAMBEAU_DOCUMENT_H

#include "collapse/stream.h"
#include "collapse/text.h"

#include "common/io/json.h"

enum {
	DOCUMENT_NOWHERE,     /* nothing of interest */
	DOCUMENT_TOP,         /* outside of all values */
	DOCUMENT_PLACES = 48, /* of a format, at most */
};

struct document_rule {
	unsigned char in;            /* place */
	struct slice key;            /* of the member; none: every element of an array */
	bool any;                    /* every member of an object; document_key() is its name */
	unsigned char object, array; /* the place it is, if it is one */
	unsigned char field;         /* number of the field, if it is a value */
	/*
	 * Alone in a row: between blanks, the members that are not used, or that `any` takes. Others
	 * are noted then, as TEXT_UNUSED.
	 */
	struct slice known;
};

struct document_format {
	const struct document_rule *rules; /* rows of one place are adjacent */
	size_t rule_count;

	/* Any of these may be NULL. */
	void (*enter)(struct ingest_run *run, unsigned place);
	void (*leave)(struct ingest_run *run, unsigned place);
	void (*value)(struct ingest_run *run, unsigned field, enum json_event kind,
		      struct slice text);

	/* A document ends, complete or not: count what is pending, forget the rest. */
	void (*end)(struct ingest_run *run);

	/*
	 * Texts that only this format has, for probes: of each pair both, or the first, if that is
	 * alone. Without pairs the collapser has a function.
	 */
	struct slice signs[8][2];

	unsigned char may_be_cut; /* a file may end inside of lists of this place */

	/*
	 * What is no JSON inside of such a list costs an element: reading goes on at the next line
	 * that begins with `{`. NaN, odd escapes and control bytes are read: json_mend().
	 */
	bool is_mended;

	size_t state_size; /* of a struct whose first member is a struct document */
	void (*release)(void *state);

	const struct note_kind *kinds; /* begins with STREAM_NOTE_ROWS; NULL: they are all */
	size_t kind_count;
};

/* In a struct document_format `.rules =` this; in a struct collapser `.document =` that. */
#define DOCUMENT_RULES(table) (table), .rule_count = ARRAY_LEN(table)
#define DOCUMENT_READER(format)                                                                    \
	&(format), .read_document = document_ingest_format, .probe_document = document_probe,      \
		   .can_read = json_available

struct document_level;

/* A key that was seen, and what follows from it. */
struct document_known {
	const struct document_rule *rule; /* not for any member; NULL: the member is not used */
	unsigned char place, length;      /* place 0: none */
	char key[22];
};

enum { DOCUMENT_KEYS = 64 };

struct document {
	struct stream stream;
	const struct document_format *format;
	const struct document_rule *first[DOCUMENT_PLACES]; /* of each place */
	const struct document_rule *known[DOCUMENT_PLACES]; /* its row of members, or NULL */
	struct document_known keys[DOCUMENT_KEYS];          /* found by hashing */
	struct unused unused;
	struct document_level *levels;
	size_t depth, cap;
	size_t skip_depth;                  /* levels below the last one that are not looked at */
	const struct document_rule *member; /* of what comes next, in an object */
	struct buf key;
	unsigned inside;  /* of so many strings, by document_read() */
	bool in_document; /* something was seen of a document that has not ended */
};

static inline struct document *document_of(const struct ingest_run *run)
{
	return run->state;
}

/* The name of the member that was found by a rule for any. */
struct slice document_key(const struct ingest_run *run);

/*
 * Read text that is JSON, a string of the document, as an element of an array of `place`. False if
 * it is not, or if it is inside of more than one such text itself.
 */
bool document_read(struct ingest_run *run, struct slice text, unsigned place);

/* True if the text begins as JSON does. For probes. */
bool document_begins(struct slice head);

/* For the driver: the verdict by the format's signs, and the ingest_format that reads it. */
enum probe document_probe(const struct document_format *format, struct slice head);
struct ingest_format document_ingest_format(const struct document_format *format);

/*
 * A function in a document: its name, and where it is, in whatever order they come.
 */

/* Zeroed it is empty. */
struct location {
	struct buf name, file, line;
};

void location_reset(struct location *location);
void location_name(struct location *location, struct slice name);
void location_file(struct location *location, struct slice file);
void location_line(struct location *location, struct slice line); /* a number, counted from 1 */

/*
 * "name", or with `everything` "name (file:line)". A function without a name is "(anonymous)",
 * with its file, without the folders, and its line if they are known.
 */
frame_id location_frame(struct ingest_run *run, struct location *location, bool everything);

void location_release(struct location *location);

#endif
