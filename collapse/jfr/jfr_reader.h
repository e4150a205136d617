/* SPDX-License-Identifier: MIT */
/*
 * jfr_reader.h - a chunk read: its pools, and its events counted. One thread at a time; chunks
 * are independent, so that each thread may have a reader.
 */
#ifndef FLAMBEAU_JFR_READER_H
#define FLAMBEAU_JFR_READER_H

#include "collapse/jfr/jfr_plan.h"
#include "collapse/jfr/jfr_pools.h"
#include "collapse/jfr/jfr_rows.h"
#include "common/profile/label_request.h"

/*
 * Results hold until the next chunk; those in the second half add up. A zeroed struct with a
 * request is good.
 */
struct jfr_reader {
	const struct jfr_request *request;
	const struct label_request *labels; /* labels by which rows differ; NULL: none */
	uint64_t
		base; /* ns since 1970 that request.from and .to, and times of labels, count from */
	struct jfr_metadata metadata;
	struct jfr_plan *plans; /* by index of the type */
	struct jfr_pools pools;
	struct jfr_rows rows;
	uint8_t *states;            /* by index of the state: what it is */
	bool is_async;              /* async-profiler's, by its frame types */
	bool has_clock;             /* it is known when the chunk's events were */
	int64_t from_tick, to_tick; /* from the chunk's start on */

	uint64_t samples;            /* events that were wanted, before any filter */
	uint64_t seen;               /* a bit for each part with an event, before any filter */
	uint8_t units[JFR_PARTS];    /* masks of what was added */
	uint64_t counted[JFR_PARTS]; /* events that were added */
	uint64_t early[JFR_PARTS]; /* of them: before `base`, where rows have times from there on */
	struct jfr_damages damages;
};

/* Read a chunk whose version is known. False: it has no metadata and is left out. */
bool jfr_reader_take(struct jfr_reader *reader, const struct jfr_chunk *chunk);
void jfr_reader_release(struct jfr_reader *reader);

#endif
