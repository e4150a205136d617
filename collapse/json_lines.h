/* SPDX-License-Identifier: MIT */
/*
 * json_lines.h - JSON in the input of a format that is read line by line. Values come with the path to
 * them: "threads[].stack[]" is a string of a list in an object of a list. A document is fed a line at a
 * time, and ends where its outermost value does.
 */
#ifndef FLAMBEAU_JSON_LINES_H
#define FLAMBEAU_JSON_LINES_H

#include "collapse/text.h"

#include "common/io/json.h"

/*
 * The path of a value, of the beginning or the end of an object or list. Of the latter the path is that
 * of what is inside, without a dot at its end: "threads[]" for each of the threads.
 */
typedef void json_lines_fn(struct ingest_run *run, enum json_event event, struct slice path,
			   struct slice text);

/* Objects at `path`, and, between blanks, their members: others are noted. */
struct json_lines_place {
	struct slice path, members;
};

/* The documents of a format. */
struct json_lines_format {
	struct slice opens; /* what they begin with: "[" */
	json_lines_fn *see;
	const struct json_lines_place *places;
	size_t place_count;
	unsigned broken;                       /* the note that the rest of one cannot be read */
	void (*begin)(struct ingest_run *run); /* may be NULL */
	void (*end)(struct ingest_run *run);   /* it ends, whole or not */
};

/* Zeroed no document is being read. */
struct json_lines {
	struct piece_reader *reader; /* NULL: of no document */
	const struct json_lines_format *format;
	struct ingest_run *run;
	struct unused unused;
	struct buf path;
	size_t *lengths; /* of the path at each level */
	size_t depth, cap;
};

/* Read a line; false if it is of no document, or without the library. */
bool json_lines_take(struct json_lines *json, const struct json_lines_format *format,
		     struct ingest_run *run, struct slice line);

/* The input ends: a document that has not ended is noted. */
void json_lines_finish(struct json_lines *json, struct ingest_run *run);

void json_lines_release(struct json_lines *json);

#endif
