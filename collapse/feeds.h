/* SPDX-License-Identifier: MIT */
/*
 * feeds.h - where the lines of a text end. Many are found before the first is needed: else each
 * line waits for the one before it.
 */
#ifndef FLAMBEAU_FEEDS_H
#define FLAMBEAU_FEEDS_H

#include "common/slice.h"

/* More than were asked for that may be found. */
enum { FEEDS_MORE = 64 };

/*
 * Where the first LFs are, in bytes from the beginning; how many. At least `wanted`, if there are
 * so many in the first 2 GiB; at most FEEDS_MORE more, for which there must be room.
 */
size_t feeds_find(struct slice text, size_t wanted, uint32_t *feeds);

/* The same on any processor. */
size_t feeds_find_portable(struct slice text, size_t wanted, uint32_t *feeds);

#endif
