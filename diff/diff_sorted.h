/* SPDX-License-Identifier: MIT */
/*
 * diff_sorted.h - two profiles that are sorted already as one, without keeping their stacks.
 *
 * Collapsers write their stacks sorted, each once. Such files are read twice: the first time to see
 * whether that is so, and nothing in them needs a word or a change; then they are merged, in memory
 * that does not grow with them. The text is that of diff_read() and folded_write(). Files of fewer
 * bytes than DIFF_SORTED_LEAST are not worth two readings.
 */
#ifndef FLAMBEAU_DIFF_SORTED_H
#define FLAMBEAU_DIFF_SORTED_H

#include "diff/diff.h"

#ifndef DIFF_SORTED_LEAST /* fuzzers have none: their inputs are small */
#define DIFF_SORTED_LEAST (16 << 10)
#endif

enum diff_sorted {
	DIFF_SORTED_NOT, /* nothing was written or said: it has to be done by diff_read() */
	DIFF_SORTED_WRITTEN,
	DIFF_SORTED_FAILED, /* after a message */
};

/*
 * Write both sides as one, to a path as of output_open(). The files are regular and not compressed.
 * With `normalizes`, as diff_normalize() does it.
 */
enum diff_sorted diff_sorted_write(const struct diff_options *options, bool normalizes,
				   struct slice output);

#endif
