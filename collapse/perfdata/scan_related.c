/* SPDX-License-Identifier: MIT */
/*
 * What records besides a sample's own say about it: sorted lists, searched by the sample's order.
 */
#include "collapse/perfdata/scan_related.h"

#include "common/base/memory.h"
#include "common/base/search.h"

void scan_groups_release(struct scan_groups *groups)
{
	free(groups->members);
	free(groups->groups);
	id_things_release(&groups->values);
	*groups = (struct scan_groups){0};
}

static void add_member(struct scan_groups *groups, const struct perfdata_event *event, uint64_t id,
		       uint64_t value)
{
	uint64_t *last = id_things_of(&groups->values, id, sizeof(*last));
	const uint64_t before = *last; /* 0 for a new id */

	*last = value;
	if (value <= before)
		return;
	MEMORY_ROOM(groups->members, groups->member_count, groups->member_cap);
	groups->members[groups->member_count++] = (struct perfdata_member){
		.event = event, .period = value - before};
}

/* nr, [time enabled], [time running], nr times value, id, [lost] */
static void add_members(struct scan_groups *groups, const struct perfdata *recording,
			const struct perfdata_event *leader, const struct perfdata_sample *sample)
{
	enum { ENABLED = 1, RUNNING = 2, LOST = 16 };
	const bool swapped = perfdata_facts(recording)->is_swapped;
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
	MEMORY_ROOM(groups->groups, groups->count, groups->cap);
	groups->groups[groups->count++] = group;
}

void scan_groups_sort(struct scan_groups *groups)
{
	SORT(groups->groups, groups->count, u64_compare);
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
		MEMORY_NEED(members, count + group.count, cap);
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

/* The marker in front of a cookie. */
#define USER_DEFERRED ((uint64_t)-640)

void scan_deferred_release(struct scan_deferred *deferred)
{
	arena_release(&deferred->arena);
	free(deferred->chains);
	free(deferred->samples);
	free(deferred->cookies);
	hash_slots_release(&deferred->index);
	*deferred = (struct scan_deferred){0};
}

/* The cookie at the end of a sample's chain. */
static bool cookie_of(const struct perfdata *recording, const struct perfdata_record *record,
		      struct perfdata_sample *sample, uint64_t *cookie)
{
	const bool swapped = perfdata_facts(recording)->is_swapped;
	const struct perfdata_event *event;
	const char *end;

	if (perfdata_sample_decode(recording, record, &event, sample) != PERFDATA_GOOD ||
	    !sample->has_chain || sample->chain_count < 2)
		return false;
	end = sample->chain + 8 * sample->chain_count;
	*cookie = perfdata_u64(swapped, end - 8);
	return perfdata_u64(swapped, end - 16) == USER_DEFERRED;
}

bool scan_deferred_waits(const struct perfdata *recording, const struct perfdata_record *record)
{
	struct perfdata_sample sample;
	uint64_t cookie;

	return cookie_of(recording, record, &sample, &cookie);
}

static uint32_t deferred_hash(uint64_t cookie, uint32_t tid)
{
	const uint64_t key[2] = {cookie, tid};

	return hash_bytes(key, sizeof(key));
}

/* NULL: no sample of this thread had it. */
static struct scan_cookie *find_cookie(const struct scan_deferred *deferred, uint64_t cookie,
				       uint32_t tid)
{
	const uint32_t hash = deferred_hash(cookie, tid);
	size_t at = hash;
	uint32_t number;

	while ((number = hash_slots_next(&deferred->index, hash, &at)) != HASH_NONE) {
		struct scan_cookie *found = &deferred->cookies[number];

		if (found->cookie == cookie && found->tid == tid)
			return found;
	}
	return NULL;
}

static struct scan_cookie *get_cookie(struct scan_deferred *deferred, uint64_t cookie, uint32_t tid)
{
	struct scan_cookie *found = find_cookie(deferred, cookie, tid);

	if (found)
		return found;
	MEMORY_ROOM(deferred->cookies, deferred->cookie_count, deferred->cookie_cap);
	found = &deferred->cookies[deferred->cookie_count];
	*found = (struct scan_cookie){.cookie = cookie, .tid = tid};
	hash_slots_add(&deferred->index, deferred_hash(cookie, tid),
		       (uint32_t)deferred->cookie_count++);
	return found;
}

void scan_deferred_add_sample(struct scan_deferred *deferred, const struct perfdata *recording,
			      const struct perfdata_record *record)
{
	struct perfdata_sample sample;
	struct scan_cookie *waiting;
	uint64_t cookie;

	if (!cookie_of(recording, record, &sample, &cookie))
		return;
	waiting = get_cookie(deferred, cookie, sample.has_tid ? sample.tid : 0);
	if (!waiting->waits) {
		MEMORY_ROOM(deferred->chains, deferred->chain_count, deferred->chain_cap);
		deferred->chains[deferred->chain_count] = (struct scan_chain){0};
		waiting->chain = deferred->chain_count++;
		waiting->waits = true;
	}
	MEMORY_ROOM(deferred->samples, deferred->count, deferred->cap);
	deferred->samples[deferred->count++] = (struct scan_deferred_sample){
		.order = record->order, .chain = waiting->chain};
}

/* u64 cookie, nr; nr addresses and markers */
void scan_deferred_add_chain(struct scan_deferred *deferred, const struct perfdata *recording,
			     const struct perfdata_record *record)
{
	const bool swapped = perfdata_facts(recording)->is_swapped;
	struct perfdata_sample trailer;
	struct scan_cookie *waiting;
	struct scan_chain *chain;
	struct slice body;
	uint64_t count;

	perfdata_trailer(recording, record, &trailer, &body);
	if (body.len < 16)
		return;
	count = perfdata_u64(swapped, body.ptr + 8);
	waiting = find_cookie(deferred, perfdata_u64(swapped, body.ptr),
			      trailer.has_tid ? trailer.tid : 0);
	if (!waiting || !waiting->waits || count > (body.len - 16) / 8)
		return;
	chain = &deferred->chains[waiting->chain];
	chain->chain = arena_copy(&deferred->arena, slice_of(body.ptr + 16, (size_t)count * 8)).ptr;
	chain->count = count;
	waiting->waits = false;
}

void scan_deferred_sort(struct scan_deferred *deferred)
{
	SORT(deferred->samples, deferred->count, u64_compare);
}

const struct scan_chain *scan_deferred_find(const struct scan_deferred *deferred, uint64_t order)
{
	size_t count = SEARCH_UP_TO(deferred->samples, deferred->count, order, order);
	const struct scan_chain *chain;

	if (count == 0 || deferred->samples[count - 1].order != order)
		return NULL;
	chain = &deferred->chains[deferred->samples[count - 1].chain];
	return chain->chain ? chain : NULL;
}

void scan_waits_add(struct scan_waits *waits, const struct perfdata *recording,
		    const struct perfdata_record *record)
{
	const struct perfdata_event *event;
	struct perfdata_sample sample;

	if (perfdata_sample_decode(recording, record, &event, &sample) != PERFDATA_GOOD ||
	    !sample.has_time || !sample.has_tid ||
	    sample.tid == 0) /* the idle threads of all processors, which do not wait */
		return;
	MEMORY_ROOM(waits->at, waits->count, waits->cap);
	waits->at[waits->count++] = (struct scan_wait){
		.order = record->order,
		.time = sample.time,
		.tid = sample.tid,
		.is_switch = event->type == PERFDATA_TRACEPOINT &&
			     slice_equal(event->name, PERFDATA_SWITCH),
	};
}

static int waits_compare_times(const void *a, const void *b)
{
	const struct scan_wait *left = a, *right = b;

	if (left->tid != right->tid)
		return left->tid < right->tid ? -1 : 1;
	if (left->time != right->time)
		return left->time < right->time ? -1 : 1;
	return left->order < right->order ? -1 : left->order > right->order;
}

void scan_waits_close(struct scan_waits *waits)
{
	size_t i, kept = 0;

	if (waits->count == 0)
		return;
	SORT(waits->at, waits->count, waits_compare_times);
	for (i = 0; i + 1 < waits->count; i++) {
		struct scan_wait wait = waits->at[i];
		const struct scan_wait *next = &waits->at[i + 1];

		if (!wait.is_switch || next->tid != wait.tid || next->time == wait.time)
			continue;
		wait.time = next->time - wait.time;
		waits->at[kept++] = wait;
	}
	waits->count = kept;
	SORT(waits->at, kept, u64_compare);
}

uint64_t scan_waits_find(const struct scan_waits *waits, uint64_t order)
{
	const size_t count = SEARCH_UP_TO(waits->at, waits->count, order, order);

	return count > 0 && waits->at[count - 1].order == order ? waits->at[count - 1].time : 0;
}
