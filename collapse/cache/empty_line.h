/* SPDX-License-Identifier: MIT */
/* empty_line.h - where records end that an empty line separates. */
#ifndef FLAMBEAU_EMPTY_LINE_H
#define FLAMBEAU_EMPTY_LINE_H

#include "common/base/slice.h"

/* Bytes before the first empty line: where the second of two LFs stands. SLICE_NONE without. */
size_t empty_line_find(struct slice text);

/* The same on any processor. */
size_t empty_line_find_portable(struct slice text);

#endif
