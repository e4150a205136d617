/* SPDX-License-Identifier: MIT */
/*
 * ratio.h - a part of a whole on another scale, exactly, for counts up to 2^64-1.
 * `part` is at most `whole`, and `whole` is not 0; so the result is at most `scale`.
 */
#ifndef FLAMBEAU_RATIO_H
#define FLAMBEAU_RATIO_H

#include "common/base/base.h"

/* part * scale / whole, rounded down, up, or to the nearest integer (halves up). */
uint64_t ratio_floor(uint64_t part, uint64_t whole, uint64_t scale);
uint64_t ratio_ceil(uint64_t part, uint64_t whole, uint64_t scale);
uint64_t ratio_round(uint64_t part, uint64_t whole, uint64_t scale);

#endif
