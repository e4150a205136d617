/* SPDX-License-Identifier: MIT */
/*
 * moment.h - the order of a recording's records.
 */
#ifndef FLAMBEAU_MOMENT_H
#define FLAMBEAU_MOMENT_H

#include <stdbool.h>
#include <stdint.h>

/* A moment: records of one time are distinguished by their order in the recording. */
struct perfdata_moment {
	uint64_t time; /* effective: never before what was delivered when the record came */
	uint64_t order;
};

static inline bool perfdata_is_before(struct perfdata_moment a, struct perfdata_moment b)
{
	return a.time != b.time ? a.time < b.time : a.order < b.order;
}

#endif
