/* SPDX-License-Identifier: MIT */
/*
 * regex.h - a PCRE2 pattern, compiled once, matched on slices. Patterns see bytes;
 * matching is safe from several threads, and gives up (no match) past a fixed effort.
 */
#ifndef FLAMBEAU_REGEX_H
#define FLAMBEAU_REGEX_H

#include "common/slice.h"

struct regex;

/* NULL if the pattern is wrong: then `problem` (of `size` bytes) says why. Free with regex_free(). */
struct regex *regex_new(struct slice pattern, char *problem, size_t size);
void regex_free(struct regex *regex);

/* Does the pattern match anywhere in `subject`? */
bool regex_matches(const struct regex *regex, struct slice subject);

#endif
