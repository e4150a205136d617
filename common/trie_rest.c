/* SPDX-License-Identifier: MIT */
#include "common/trie_rest.h"

#include <pthread.h>

#include "common/parallel.h"
#include "common/trie_entries.h"
#include "common/trie_nodes.h"
#include "common/trie_sort.h"

enum {
	SHARE = 16, /* nodes that are claimed together */
	AHEAD = 8,  /* entries whose text is asked for before it is needed */
};

struct counting {
	const struct trie *trie;
	trie_rest_fn *each;
	void *context;

	pthread_mutex_t lock; /* guards all below */
	uint32_t claimed;     /* nodes */
	uint64_t frames;
};

/* One a thread. */
struct counter {
	const struct counting *counting;
	struct trie_groups groups;
	struct trie_sorter sorter;
	uint64_t frames;
};

/* How many of the first frames two stacks have in common. */
static size_t common_frames(struct slice a, struct slice b)
{
	size_t common = trie_common_bytes(a, b);
	bool whole = (common == a.len || a.ptr[common] == ';') &&
		     (common == b.len || b.ptr[common] == ';');

	return slice_count(slice_head(a, common), ';') + whole;
}

/* Frames in common are neighbours: each counts where it comes first. */
static uint64_t count_sorted(const struct trie_sorter *sorter)
{
	uint64_t frames = 0;
	size_t i;

	for (i = 0; i < sorter->count; i++) {
		frames += trie_entry_frames(sorter->at[i].entry);
		if (i > 0)
			frames -= common_frames(sorter->at[i - 1].text, sorter->at[i].text);
	}
	return frames;
}

/* A group is of one name nearly always. */
static void give(const struct counter *counter, uint32_t node, const struct trie_group *group)
{
	const struct counting *counting = counter->counting;
	const struct trie_sorted *first = counter->sorter.at, *last = first + group->lines - 1;

	if (slice_equal(trie_entry_name(first->entry), trie_entry_name(last->entry))) {
		counting->each(counting->context, node, first->entry, group->count);
		return;
	}
	for (; first <= last; first++)
		counting->each(counting->context, node, first->entry, first->entry->count);
}

static void count_group(struct counter *counter, uint32_t node, const struct trie_group *group)
{
	const struct counting *counting = counter->counting;
	const struct trie_entry **at = counter->groups.at + group->first;

	if (group->lines == 1) {
		counter->frames += trie_entry_frames(at[0]);
		counting->each(counting->context, node, at[0], at[0]->count);
		return;
	}
	trie_sort_frames(&counter->sorter, at, group->lines);
	counter->frames += count_sorted(&counter->sorter);
	give(counter, node, group);
}

static void count_node(struct counter *counter, uint32_t node)
{
	struct trie_groups *groups = &counter->groups;
	size_t i, k;

	trie_groups_find(groups, counter->counting->trie->nodes[node].blocks, true);
	trie_groups_order(groups);
	for (i = 0; i < groups->count; i++) {
		const struct trie_group *group = &groups->groups[i];
		size_t ahead = group->first + AHEAD, end = ahead + group->lines;

		for (k = ahead; k < end && k < groups->lines; k++)
			__builtin_prefetch(groups->at[k]->text);
		count_group(counter, node, group);
	}
}

static uint32_t claim(struct counting *counting)
{
	uint32_t node;

	pthread_mutex_lock(&counting->lock);
	node = counting->claimed;
	if (node < counting->trie->count)
		counting->claimed += SHARE;
	pthread_mutex_unlock(&counting->lock);
	return node;
}

static void work(void *context, unsigned index)
{
	struct counting *counting = context;
	const struct trie *trie = counting->trie;
	struct counter counter = {.counting = counting};
	uint32_t from, i;

	(void)index;
	while ((from = claim(counting)) < trie->count) {
		for (i = from; i < trie->count && i < from + SHARE; i++) {
			if (trie->nodes[i].lines > 0)
				count_node(&counter, i);
		}
	}
	trie_groups_release(&counter.groups);
	free(counter.sorter.at);
	pthread_mutex_lock(&counting->lock);
	counting->frames += counter.frames;
	pthread_mutex_unlock(&counting->lock);
}

uint64_t trie_count_rest(const struct trie *trie, unsigned threads, trie_rest_fn *each,
			 void *context)
{
	struct counting counting = {
		.trie = trie,
		.each = each,
		.context = context,
		.lock = PTHREAD_MUTEX_INITIALIZER,
	};

	parallel_run(trie_threads(trie, threads), work, &counting);
	pthread_mutex_destroy(&counting.lock);
	return counting.frames;
}
