/* SPDX-License-Identifier: MIT */
/*
 * perfdata_scan.h - the first pass: brings records into the order of their times, builds the world,
 * and gives pieces out once everything that happened before their samples is known.
 */
#ifndef FLAMBEAU_PERFDATA_SCAN_H
#define FLAMBEAU_PERFDATA_SCAN_H

#include "collapse/perfdata/perfdata_sample.h"
#include "collapse/perfdata/process_table.h"
#include "collapse/perfdata/wall_clock.h"

/* A piece whose samples can be looked at, by any thread. */
struct perfdata_part {
	struct perfdata_piece piece;
	uint64_t delivered;    /* a sample that is older counts as of this time: it came too late */
	uint64_t first_sample; /* its number, for wall_clock_charge() */
};

struct perfdata_scan;

/* The recording and the world must outlive it. */
struct perfdata_scan *perfdata_scan_new(struct perfdata *recording, struct perfdata_world *world);
void perfdata_scan_free(struct perfdata_scan *scan);

/* Before the first parts: measure waits. Then all parts come at the end. */
void perfdata_scan_measure_waits(struct perfdata_scan *scan);

/*
 * Before the first parts: charge the time of threads to samples, if the recording says where it went
 * (wall_clock_has()). Parts are then given out in portions.
 */
void perfdata_scan_measure_wall(struct perfdata_scan *scan, const struct wall_options *options);

/* NULL: no time is charged. Decided with the first parts. */
struct wall_clock *perfdata_scan_wall(const struct perfdata_scan *scan);

/* From now on parts are given out as soon as they are ready, however few they are. */
void perfdata_scan_hurry(struct perfdata_scan *scan);

/*
 * The parts before must have been looked at: answers about them may be gone
 * (perfdata_world_forget()). The parts that are ready next, for any order of reading: all of a
 * mapped recording at once, unless what was mapped in it is much, of a stream those of some rounds
 * (as soon as about 8 MiB are). They are the caller's to release (perfdata_piece_release each, free
 * the array). False: there are no more.
 */
bool perfdata_scan_next(struct perfdata_scan *scan, struct perfdata_part **parts, size_t *count);

/*
 * The event of the first sample in order of time, and its time; NULL: there is none (yet). Guests'
 * samples and damaged ones do not count.
 */
const struct perfdata_event *perfdata_scan_first_event(const struct perfdata_scan *scan,
						       uint64_t *time);

/* When a sample counts; `time` 0 without one. The last number of all is not a time either. */
static inline struct perfdata_moment perfdata_moment_of(const struct perfdata_part *part,
							uint64_t time, uint64_t order)
{
	const bool is_late = time <= part->delivered || time == UINT64_MAX;

	return (struct perfdata_moment){is_late ? part->delivered : time, order};
}

/*
 * Samples that have values of several events (leader sampling): the members of the sample with this
 * order. False: it is not such a sample. Such a sample may have no members.
 */
bool perfdata_scan_members(const struct perfdata_scan *scan, uint64_t order,
			   const struct perfdata_member **members, size_t *count);

/*
 * The user part of a deferred chain for a sample of this order (section CALLCHAIN_DEFERRED); false
 * if it never came.
 */
bool perfdata_scan_deferred(const struct perfdata_scan *scan, uint64_t order, const char **chain,
			    uint64_t *count);

/*
 * How long the thread of a sample with this order waited from then on, in nanoseconds; 0: it did not, or
 * no later sample says until when.
 */
uint64_t perfdata_scan_wait(const struct perfdata_scan *scan, uint64_t order);

struct perfdata_scan_counts {
	uint64_t out_of_order, lost, throttled;
	uint64_t bad_maps; /* of length 0, or beyond the last address */
};
const struct perfdata_scan_counts *perfdata_scan_counts(const struct perfdata_scan *scan);

#endif
