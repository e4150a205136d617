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

/* Zeroed no document is being read. */
struct json_lines {
	struct piece_reader *reader; /* NULL: of no document */
	struct ingest_run *run;
	json_lines_fn *see;
	const struct json_lines_place *places;
	size_t place_count;
	struct unused unused;
	struct buf path;
	size_t *lengths; /* of the path at each level */
	size_t depth, cap;
};

/* A document begins with the next line; false without the library. `places` may be NULL. */
bool json_lines_begin(struct json_lines *json, json_lines_fn *see,
		      const struct json_lines_place *places, size_t place_count);

/*
 * A line of the document. False after the end of it, and where it is no JSON: then `*problem` is what
 * is wrong, good until the next call, else empty. The reader is gone then.
 */
bool json_lines_feed(struct json_lines *json, struct ingest_run *run, struct slice line,
		     struct slice *problem);

/* Forget the document, which need not have ended. */
void json_lines_stop(struct json_lines *json);

void json_lines_release(struct json_lines *json);

#endif
