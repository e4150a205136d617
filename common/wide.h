/* SPDX-License-Identifier: MIT */
/*
 * wide.h - products of two counts, which 64 bits do not hold.
 */
#ifndef FLAMBEAU_WIDE_H
#define FLAMBEAU_WIDE_H

#include "common/base.h"

/* high * 2^64 + low */
struct wide {
	uint64_t high, low;
};

struct wide wide_multiply(uint64_t a, uint64_t b);

/* Divides *number by anything but 0, and returns the remainder. */
uint64_t wide_divide(struct wide *number, uint64_t by);

#endif
