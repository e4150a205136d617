/* SPDX-License-Identifier: MIT */
/*
 * shell_pattern.h - patterns as the shell has them for names of files: `*` matches any text, `?`
 * any byte, [a-z] one of a set, [!a-z] one that is not in it; `\` takes the special meaning from
 * the next byte. A `[` without its `]` is itself. Bytes, not characters, independent of the locale.
 */
#ifndef FLAMBEAU_SHELL_PATTERN_H
#define FLAMBEAU_SHELL_PATTERN_H

#include "common/base/slice.h"

/* True if the text has `*`, `?` or `[`: it may match other texts than itself. */
bool shell_pattern_is(struct slice text);

/* True if the whole text matches. Time: the product of both lengths at most. */
bool shell_pattern_matches(struct slice pattern, struct slice text);

#endif
