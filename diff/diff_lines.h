/* SPDX-License-Identifier: MIT */
/*
 * diff_lines.h - folded lines as inferno-diff-folded reads them: whole counts behind the last
 * space, decimals dropped; the text before it is the stack as it is, empty frames included; what
 * is not UTF-8 becomes U+FFFD.
 */
#ifndef FLAMBEAU_DIFF_LINES_H
#define FLAMBEAU_DIFF_LINES_H

#include "common/profile/ingest.h"

extern const struct ingest_format diff_lines_format;

#endif
