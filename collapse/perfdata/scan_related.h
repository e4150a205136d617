/* SPDX-License-Identifier: MIT */
/*
 * scan_related.h - facts about a sample that other records give: members of a group, a call chain
 * that came later, how long its thread waited. The scan collects them in the order of time; workers
 * look them up by the sample's order.
 */
#ifndef FLAMBEAU_SCAN_RELATED_H
#define FLAMBEAU_SCAN_RELATED_H

#include "collapse/perfdata/perfdata_sample.h"
#include "common/base/arena.h"
#include "common/table/hash.h"

/*
 * Leader sampling: a sample with the values of a group of events is a sample of
 * each member whose value has grown since the sample before it in time.
 */

/* The members of one sample: some of scan_groups.members. */
struct scan_group {
	uint64_t order;
	size_t first, count;
};

/* Zeroed it is empty. */
struct scan_groups {
	struct perfdata_member *members;
	size_t member_count, member_cap;
	struct scan_group *groups;
	size_t count, cap;
	struct id_things values; /* uint64_t: the last one of each id */
};

void scan_groups_release(struct scan_groups *groups);

/* True if the samples of an event have the values of a group. */
static inline bool scan_groups_has(const struct perfdata_event *event)
{
	enum { READ = 1 << 4, ID = 1 << 2, GROUP = 1 << 3 };

	return (event->sample_type & READ) != 0 && (event->read_format & GROUP) != 0 &&
	       (event->read_format & ID) != 0;
}

/* Samples in the order of time. */
void scan_groups_add(struct scan_groups *groups, const struct perfdata *recording,
		     const struct perfdata_record *record);

/*
 * No samples will be added until the next call; those before `order` will not be asked for any
 * more.
 */
void scan_groups_sort(struct scan_groups *groups);
void scan_groups_forget(struct scan_groups *groups, uint64_t order);

/* NULL: no sample with this order was added. After scan_groups_sort(). */
const struct scan_group *scan_groups_find(const struct scan_groups *groups, uint64_t order);

/*
 * User call chains that the kernel takes later than the sample, on the way back
 * to the program: the sample's chain ends with a marker and a cookie, CALLCHAIN_DEFERRED has the
 * same cookie.
 */

/* A cookie of a thread. */
struct scan_cookie {
	uint64_t cookie;
	uint32_t tid;
	bool waits;   /* samples wait for its chain */
	size_t chain; /* number of that chain */
};

struct scan_chain {
	const char *chain; /* NULL: it has not come */
	uint64_t count;    /* numbers of the chain */
};

struct scan_deferred_sample {
	uint64_t order;
	size_t chain; /* number of its chain */
};

/* Zeroed it is empty. */
struct scan_deferred {
	struct arena arena; /* copies of chains */
	struct scan_chain *chains;
	size_t chain_count, chain_cap;
	struct scan_cookie *cookies;
	size_t cookie_count, cookie_cap;
	struct hash_slots index; /* of cookies */
	struct scan_deferred_sample *samples;
	size_t count, cap;
};

void scan_deferred_release(struct scan_deferred *deferred);

/* True if the chains of an event's samples may be deferred. */
static inline bool scan_deferred_has(const struct perfdata_event *event)
{
	return (event->flags >> 38 & 1) != 0;
}

/* True if the call stack of a sample is to be continued by a later record. */
bool scan_deferred_waits(const struct perfdata *recording, const struct perfdata_record *record);

/* Samples and CALLCHAIN_DEFERRED in the order of time. */
void scan_deferred_add_sample(struct scan_deferred *deferred, const struct perfdata *recording,
			      const struct perfdata_record *record);
void scan_deferred_add_chain(struct scan_deferred *deferred, const struct perfdata *recording,
			     const struct perfdata_record *record);

/* Nothing will be added. */
void scan_deferred_sort(struct scan_deferred *deferred);

/* NULL: it has not come. After scan_deferred_sort(). */
const struct scan_chain *scan_deferred_find(const struct scan_deferred *deferred, uint64_t order);

/*
 * Time off the processor, of simpleperf record --trace-offcpu: a thread waits from a
 * sample of sched:sched_switch to its next sample of any event.
 */

struct scan_wait {
	uint64_t order; /* of the sample */
	uint64_t time;  /* of it; after scan_waits_close() for how long, in nanoseconds */
	uint32_t tid;
	bool is_switch;
};

/* Zeroed it is empty. */
struct scan_waits {
	struct scan_wait *at; /* for free(); after scan_waits_close() by order */
	size_t count, cap;
};

/* Add a sample, in any order. */
void scan_waits_add(struct scan_waits *waits, const struct perfdata *recording,
		    const struct perfdata_record *record);

/* All samples were added: keep those that begin a wait. O(n log n). */
void scan_waits_close(struct scan_waits *waits);

/* How long the wait is that begins with the sample of this order, in nanoseconds; 0: none begins. */
uint64_t scan_waits_find(const struct scan_waits *waits, uint64_t order);

#endif
