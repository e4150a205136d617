/* SPDX-License-Identifier: MIT */
/*
 * inclusive.h - a call tree printed as indented rows whose counts include the rows below them. What
 * a row's own rows leave of its count is its own: that is added to the profile when the row is
 * left.
 */
#ifndef FLAMBEAU_INCLUSIVE_H
#define FLAMBEAU_INCLUSIVE_H

#include "collapse/text.h"

/* Zeroed it is empty; part of a format's state. */
struct inclusive {
	uint64_t *left; /* of the count of the row at each depth of the stack */
	size_t cap;
	enum text_order order; /* rows below are callees (root first) or callers (leaf first) */

	/*
	 * True if this row's own count means nothing (a waiting thread) and is dropped. NULL: all
	 * are counted.
	 */
	bool (*is_idle)(const struct ingest_run *run);
};

/*
 * A row. Rows that sum up to more than the row above are noted as TEXT_SKIPPED: its own count is 0.
 */
void inclusive_row(struct ingest_run *run, struct inclusive *tree, size_t depth, struct slice name,
		   uint64_t count);

/* The tree ends. */
void inclusive_end(struct ingest_run *run, struct inclusive *tree);

void inclusive_release(struct inclusive *tree);

#endif
