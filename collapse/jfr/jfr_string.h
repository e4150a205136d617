/* SPDX-License-Identifier: MIT */
/*
 * jfr_string.h - strings of Java's recordings: a byte of encoding, then the text in it.
 */
#ifndef FLAMBEAU_JFR_STRING_H
#define FLAMBEAU_JFR_STRING_H

#include "collapse/jfr/jfr_cursor.h"
#include "common/base/buf.h"

enum jfr_encoding {
	JFR_NULL,
	JFR_EMPTY,
	JFR_IN_POOL, /* the id of an entry of java.lang.String's pool follows */
	JFR_UTF8,    /* size and bytes */
	JFR_UTF16,   /* count and units, a number each */
	JFR_LATIN1,  /* size and bytes */
};

/* Pass over a string; false if it is damaged. */
bool jfr_skip_string(struct jfr_cursor *cursor);

/*
 * Append the text in UTF-8. *encoding is what the string had: of JFR_IN_POOL, nothing is appended
 * and *id is the entry's. False if it is damaged, with the text in an undefined state.
 */
bool jfr_take_string(struct jfr_cursor *cursor, struct buf *text, enum jfr_encoding *encoding,
		     uint64_t *id);

#endif
