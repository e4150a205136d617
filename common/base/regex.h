/* SPDX-License-Identifier: MIT */
/*
 * regex.h - a PCRE2 pattern, compiled once, matched on slices. Patterns match bytes. Matching is
 * thread-safe. The work for all names together is limited by their bytes; where that is not enough,
 * a name does not match, with one warning. So the order of the names must not depend on threads;
 * where it may, regex_set_alone().
 */
#ifndef FLAMBEAU_REGEX_H
#define FLAMBEAU_REGEX_H

#include "common/base/buf.h"
#include "common/base/slice.h"

/*
 * Patterns as the shell has them for names of files: `*` matches any text, `?`
 * any byte, [a-z] one of a set, [!a-z] one that is not in it; `\` takes the special meaning from
 * the next byte. A `[` without its `]` is itself. Bytes, not characters, independent of the locale.
 */

/* True if the text has `*`, `?` or `[`: it may match other texts than itself. */
bool shell_pattern_is(struct slice text);

/* True if the whole text matches. Time: the product of both lengths at most. */
bool shell_pattern_matches(struct slice pattern, struct slice text);

struct regex;

/*
 * NULL if the pattern is invalid: then `problem` (of `size` bytes) has the reason. Free with
 * regex_free().
 */
struct regex *regex_new(struct slice pattern, char *problem, size_t size);
void regex_free(struct regex *regex);

/* From now on the work is limited for each name by itself, whatever was matched before. */
void regex_set_alone(struct regex *regex);

/* True if the pattern matches anywhere in `subject`. */
bool regex_matches(const struct regex *regex, struct slice subject);

/*
 * Append `subject` with its first match replaced: $1 and ${name} are groups, empty where they took
 * no part, $$ is a dollar. False, and nothing added, if it does not match.
 */
bool regex_replace(const struct regex *regex, struct slice subject, struct slice replacement,
		   struct buf *out);

/* True if the replacement is valid for this valid pattern. If not, `problem` has the reason. */
bool regex_can_replace(struct slice pattern, struct slice replacement, char *problem, size_t size);

#endif
