/* SPDX-License-Identifier: MIT */
/*
 * json.h - JSON that arrives in pieces, as events. One value may follow another, between blanks,
 * line ends or byte order marks, so files can be joined. Memory: the longest string,
 * and a byte for each level.
 */
#ifndef FLAMBEAU_JSON_H
#define FLAMBEAU_JSON_H

#include "common/base/buf.h"

enum json_event {
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER, /* its text, so nothing is rounded */
	JSON_STRING, /* decoded; bytes that are not UTF-8 stay */
	JSON_KEY,
	JSON_OBJECT,
	JSON_OBJECT_END,
	JSON_ARRAY,
	JSON_ARRAY_END,
	JSON_VALUE_END, /* of a value that is inside of no other */
};

/* The text is good until the function returns. */
typedef void json_see_fn(void *context, enum json_event event, struct slice text);

struct json;

/* False, after a message, if the library that reads JSON is missing. */
bool json_available(void);

/* NULL without the library. */
struct json *json_new(json_see_fn *see, void *context);
void json_free(struct json *json);

/* Parse the next piece; false, and no events from there on, if it is not JSON. */
bool json_feed(struct json *json, struct slice piece);

/* The text ends; false if it was not JSON, or ends inside of a value. The next one may begin. */
bool json_end(struct json *json);

/* The problem, after a function here returned false; valid until the next call. */
struct slice json_problem(const struct json *json);

/* Line ends, and bytes, in the latest piece, up to the event that is being seen, or to its end. */
size_t json_lines(struct json *json);
size_t json_bytes(const struct json *json);

/*
 * Bytes after the latest event: for example of an incomplete string. The parser scans it from its
 * beginning with every piece, so the next piece should be as long.
 */
size_t json_unfinished(const struct json *json);

#endif
