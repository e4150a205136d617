/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/scan_groups.h"

#include "common/base/search.h"

void scan_groups_release(struct scan_groups *groups)
{
	free(groups->members);
	free(groups->groups);
	free(groups->values);
	hash_index_release(&groups->ids);
	*groups = (struct scan_groups){0};
}

/* The last value of an id, 0 for a new one. */
static uint64_t *groups_value_of(struct scan_groups *groups, uint64_t id)
{
	const uint32_t hash = hash_bytes(&id, sizeof(id));
	size_t at = hash;
	uint32_t number;

	while ((number = hash_index_next(&groups->ids, hash, &at)) != HASH_NONE) {
		if (groups->values[number].id == id)
			return &groups->values[number].value;
	}
	groups->values = memory_grow(groups->values, &groups->value_cap, groups->value_count + 1,
				     sizeof(*groups->values));
	groups->values[groups->value_count] = (struct scan_value){.id = id};
	hash_index_add(&groups->ids, hash, (uint32_t)groups->value_count);
	return &groups->values[groups->value_count++].value;
}

static void add_member(struct scan_groups *groups, const struct perfdata_event *event, uint64_t id,
		       uint64_t value)
{
	uint64_t *last = groups_value_of(groups, id), before = *last;

	*last = value;
	if (value <= before)
		return;
	groups->members = memory_grow(groups->members, &groups->member_cap,
				      groups->member_count + 1, sizeof(*groups->members));
	groups->members[groups->member_count++] = (struct perfdata_member){
		.event = event, .period = value - before};
}

/* nr, [time enabled], [time running], nr times value, id, [lost] */
static void add_members(struct scan_groups *groups, const struct perfdata *recording,
			const struct perfdata_event *leader, const struct perfdata_sample *sample)
{
	enum { ENABLED = 1, RUNNING = 2, LOST = 16 };
	const bool swapped = perfdata_is_swapped(recording);
	const size_t times = ((leader->read_format & ENABLED) ? 8u : 0u) +
			     ((leader->read_format & RUNNING) ? 8u : 0u);
	const size_t head = 8 + times, each = (leader->read_format & LOST) ? 24 : 16;
	const struct perfdata_event *event;
	uint64_t count, id;
	const char *at;

	if (!sample->read || sample->read_size < head)
		return;
	count = perfdata_u64(swapped, sample->read);
	if (count > (sample->read_size - head) / each)
		return;
	for (at = sample->read + head; count > 0; count--, at += each) {
		id = perfdata_u64(swapped, at + 8);
		event = perfdata_event_of(recording, id);
		if (event)
			add_member(groups, event, id, perfdata_u64(swapped, at));
	}
}

void scan_groups_add(struct scan_groups *groups, const struct perfdata *recording,
		     const struct perfdata_record *record)
{
	struct scan_group group = {.order = record->order, .first = groups->member_count};
	const struct perfdata_event *event;
	struct perfdata_sample sample;

	if (perfdata_sample_decode(recording, record, &event, &sample) != PERFDATA_GOOD)
		return;
	add_members(groups, recording, event, &sample);
	group.count = groups->member_count - group.first;
	groups->groups = memory_grow(groups->groups, &groups->cap, groups->count + 1,
				     sizeof(*groups->groups));
	groups->groups[groups->count++] = group;
}

static int groups_compare_orders(const void *a, const void *b)
{
	const struct scan_group *left = a, *right = b;

	return (left->order > right->order) - (left->order < right->order);
}

void scan_groups_sort(struct scan_groups *groups)
{
	if (groups->count > 0)
		qsort(groups->groups, groups->count, sizeof(*groups->groups),
		      groups_compare_orders);
}

void scan_groups_forget(struct scan_groups *groups, uint64_t order)
{
	struct perfdata_member *members = NULL;
	size_t count = 0, cap = 0, remaining = 0, i;

	/* few are left: those whose pieces wait for the next round */
	for (i = 0; i < groups->count; i++) {
		struct scan_group group = groups->groups[i];

		if (group.order < order)
			continue;
		members = memory_grow(members, &cap, count + group.count, sizeof(*members));
		if (group.count > 0)
			memcpy(members + count, groups->members + group.first,
			       group.count * sizeof(*members));
		group.first = count;
		count += group.count;
		groups->groups[remaining++] = group;
	}
	free(groups->members);
	groups->members = members;
	groups->member_count = count;
	groups->member_cap = cap;
	groups->count = remaining;
}

const struct scan_group *scan_groups_find(const struct scan_groups *groups, uint64_t order)
{
	size_t count = SEARCH_UP_TO(groups->groups, groups->count, order, order);

	return count > 0 && groups->groups[count - 1].order == order ? &groups->groups[count - 1]
								     : NULL;
}
