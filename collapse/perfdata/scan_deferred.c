/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/scan_deferred.h"

#include "common/base/search.h"

/* The marker in front of a cookie. */
#define USER_DEFERRED ((uint64_t)-640)

void scan_deferred_release(struct scan_deferred *deferred)
{
	arena_release(&deferred->arena);
	free(deferred->chains);
	free(deferred->samples);
	free(deferred->cookies);
	hash_index_release(&deferred->index);
	*deferred = (struct scan_deferred){0};
}

/* The cookie at the end of a sample's chain. */
static bool cookie_of(const struct perfdata *recording, const struct perfdata_record *record,
		      struct perfdata_sample *sample, uint64_t *cookie)
{
	const bool swapped = perfdata_is_swapped(recording);
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

	while ((number = hash_index_next(&deferred->index, hash, &at)) != HASH_NONE) {
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
	deferred->cookies = memory_grow(deferred->cookies, &deferred->cookie_cap,
					deferred->cookie_count + 1, sizeof(*found));
	found = &deferred->cookies[deferred->cookie_count];
	*found = (struct scan_cookie){.cookie = cookie, .tid = tid};
	hash_index_add(&deferred->index, deferred_hash(cookie, tid),
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
		deferred->chains = memory_grow(deferred->chains, &deferred->chain_cap,
					       deferred->chain_count + 1,
					       sizeof(*deferred->chains));
		deferred->chains[deferred->chain_count] = (struct scan_chain){0};
		waiting->chain = deferred->chain_count++;
		waiting->waits = true;
	}
	deferred->samples = memory_grow(deferred->samples, &deferred->cap, deferred->count + 1,
					sizeof(*deferred->samples));
	deferred->samples[deferred->count++] = (struct scan_deferred_sample){
		.order = record->order, .chain = waiting->chain};
}

/* u64 cookie, nr; nr addresses and markers */
void scan_deferred_add_chain(struct scan_deferred *deferred, const struct perfdata *recording,
			     const struct perfdata_record *record)
{
	const bool swapped = perfdata_is_swapped(recording);
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

static int deferred_compare_orders(const void *a, const void *b)
{
	const struct scan_deferred_sample *left = a, *right = b;

	return (left->order > right->order) - (left->order < right->order);
}

void scan_deferred_sort(struct scan_deferred *deferred)
{
	if (deferred->count > 0)
		qsort(deferred->samples, deferred->count, sizeof(*deferred->samples),
		      deferred_compare_orders);
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
