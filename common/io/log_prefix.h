/* SPDX-License-Identifier: MIT */
/*
 * log_prefix.h - text each of whose lines has in front of it what a log puts there: its time, and
 * what wrote it. Formats get it without those.
 *
 *     2026-11-28T10:00:00.123Z "main" #1 prio=5           docker logs -t, kubectl logs --timestamps
 *     Nov 28 10:00:00 host java[123]: "main" #1 prio=5    journalctl, syslog
 */
#ifndef FLAMBEAU_LOG_PREFIX_H
#define FLAMBEAU_LOG_PREFIX_H

#include "common/base/slice.h"

enum log_prefix {
	LOG_PREFIX_NONE,
	LOG_PREFIX_TIME,   /* ends with the first blank */
	LOG_PREFIX_WRITER, /* ends with the first colon before a blank */
};

/* The prefix that all lines of the beginning of a text have. */
enum log_prefix log_prefix_look(struct slice head);

/* Where in such a text we are; all but the form zeroed at its beginning. */
struct log_prefix_place {
	enum log_prefix form;
	bool within;      /* a line */
	bool is_prefix;   /* within its prefix */
	bool after_colon; /* of the prefix */
};

/*
 * Take the prefixes out of the next bytes of the text; how many bytes are left. A line that begins
 * otherwise, such as one that a log has broken, stays as it is.
 */
size_t log_prefix_leave_out(struct log_prefix_place *place, char *text, size_t size);

#endif
