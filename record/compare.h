/* SPDX-License-Identifier: MIT */
/*
 * compare.h - two commands recorded one after the other: a graph of each, and of the difference.
 */
#ifndef FLAMBEAU_COMPARE_H
#define FLAMBEAU_COMPARE_H

#include "record/session/session.h"

/* A comparison and its results; paths are NUL-terminated. */
struct compare {
	struct session before, after;
	struct buf folded; /* the stacks of both, in two columns */
	struct buf diff;
	struct buf reverse; /* empty unless it was asked for */
};

/* Record both, draw before.svg, after.svg, diff.svg. False after a message. */
bool compare_run(struct compare *compare, const struct request *request);

enum compare_verdict { COMPARE_WITHIN, COMPARE_OVER, COMPARE_FAILED };

/*
 * Say what changed, as diffreport finds it: the totals, a sentence and the five largest changes; and
 * what to do for a job to fail. Before the release of a comparison that was good. The verdict is that
 * of --fail-over and --fail-over-total; it fails after a message.
 */
enum compare_verdict compare_say_changes(const struct compare *compare);

/* Write diffreport's Markdown to the file of --report, if there is one. False after a message. */
bool compare_write_report(const struct compare *compare);

/* Keeps or removes what was recorded. */
bool compare_release(struct compare *compare, bool done);

#endif
