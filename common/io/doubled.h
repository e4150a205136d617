/* SPDX-License-Identifier: MIT */
/*
 * doubled.h - text in which each line has an empty line behind it that it did not have: bug
 * trackers, mail and some terminals make that of what is pasted. Formats get it without those.
 *
 * An empty line of the text itself is doubled, too: so between two others there is an odd number
 * of empty ones.
 */
#ifndef FLAMBEAU_DOUBLED_H
#define FLAMBEAU_DOUBLED_H

#include "common/base/slice.h"

enum { DOUBLED_HEAD = 16 << 10 }; /* bytes of the beginning that decide */

enum doubled {
	DOUBLED_NOT,
	DOUBLED_UNSURE, /* more of the beginning has to be seen */
	DOUBLED_PARTLY, /* some lines are, or seem so: which ones is not certain */
	DOUBLED_YES,
};

/* The verdict on the beginning of a text. `whole`: no more of it will be seen. */
enum doubled doubled_look(struct slice head, bool whole);

/* Where in a doubled text we are; zeroed at its beginning. */
struct doubled_place {
	bool within;     /* a line */
	bool is_next;    /* the next line is the one to be left out, if it is empty */
	bool has_single; /* a line had none */
};

/* Take the empty lines out of the next bytes of the text; how many bytes are left. */
size_t doubled_leave_out(struct doubled_place *place, char *text, size_t size);

#endif
