/* SPDX-License-Identifier: MIT */
/*
 * scan_deferred.h - user call chains that the kernel takes later than the sample, on the way back
 * to the program: the sample's chain ends with a marker and a cookie, CALLCHAIN_DEFERRED has the
 * same cookie.
 */
#ifndef FLAMBEAU_SCAN_DEFERRED_H
#define FLAMBEAU_SCAN_DEFERRED_H

#include "collapse/perfdata/container/perfdata_sample.h"
#include "common/base/arena.h"
#include "common/table/hash.h"

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

#endif
