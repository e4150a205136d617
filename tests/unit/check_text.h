/* SPDX-License-Identifier: MIT */
/* check_text.h - a text that was made, beside the one that should be. */
#ifndef FLAMBEAU_CHECK_TEXT_H
#define FLAMBEAU_CHECK_TEXT_H

#include "common/base/buf.h"
#include "tests/unit/check.h"

/* True if `got` has this text. Releases `got`. */
static inline bool check_is(struct buf *got, const char *wanted)
{
	const bool same = slice_equal(buf_slice(got), slice_from(wanted));

	if (!same)
		fprintf(stderr, "%.*s, not %s\n", SLICE_ARG(buf_slice(got)), wanted);
	buf_release(got);
	return same;
}

#endif
