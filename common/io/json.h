/* SPDX-License-Identifier: MIT */
/*
 * json.h - JSON that arrives in pieces, as events. One value may follow another, between blanks,
 * line ends or byte order marks, so files can be joined. Memory: the longest string,
 * and a byte for each level.
 */
#ifndef FLAMBEAU_JSON_H
#define FLAMBEAU_JSON_H

#include "common/io/piece_reader.h"

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

/* False, after a message, if the library that reads JSON is missing. */
bool json_available(void);

/* A reader; NULL without the library. */
struct piece_reader *json_new(json_see_fn *see, void *context);

/*
 * Called where something is no JSON, reader->problem says what. True: the text is passed over up to
 * the next line that begins with `{`; the function has appended what opens the places that such a
 * line is in, `[` for example, of which there are no events. Called again, with NULL, for each line
 * after the first that is passed over.
 */
typedef bool json_resume_fn(void *context, struct buf *opening);

/*
 * From now on the reader takes what many programs write in place of JSON: NaN and Infinity, which
 * become empty strings, backslashes in strings that escape nothing, and control bytes in them
 * other than line ends, which become blanks.
 */
void json_mend(struct piece_reader *reader, json_resume_fn *resume);
void json_free(struct piece_reader *reader);

#endif
