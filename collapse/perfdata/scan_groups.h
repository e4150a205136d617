/* SPDX-License-Identifier: MIT */
/*
 * scan_groups.h - leader sampling: a sample with the values of a group of events is a sample of
 * each member whose value has grown since the sample before it in time.
 */
#ifndef FLAMBEAU_SCAN_GROUPS_H
#define FLAMBEAU_SCAN_GROUPS_H

#include "collapse/perfdata/container/perfdata_sample.h"
#include "common/table/hash.h"

/* The members of one sample: some of scan_groups.members. */
struct scan_group {
	uint64_t order;
	size_t first, count;
};

/* The last value of an id. */
struct scan_value {
	uint64_t id, value;
};

/* Zeroed it is empty. */
struct scan_groups {
	struct perfdata_member *members;
	size_t member_count, member_cap;
	struct scan_group *groups;
	size_t count, cap;
	struct scan_value *values;
	size_t value_count, value_cap;
	struct hash_slots ids; /* of values */
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

#endif
