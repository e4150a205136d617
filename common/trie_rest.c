/* SPDX-License-Identifier: MIT */
/* What has not grown: counted, not built. */
#include "common/parallel.h"
#include "common/trie_nodes.h"
#include "common/trie_sort.h"

struct counting {
	const struct trie *trie;
	unsigned threads;
	uint64_t *frames; /* by thread */
};

/* Frames in common are neighbours: each counts where it comes first. */
static uint64_t count_sorted(const struct trie_sorter *sorter)
{
	uint64_t frames = 0;
	size_t i, common;

	for (i = 0; i < sorter->count; i++) {
		struct slice text = sorter->at[i].text;

		common = i > 0 ? trie_common_bytes(sorter->at[i - 1].text, text) : 0;
		frames += sorter->at[i].entry->frames - slice_count(slice_head(text, common), ';');
	}
	return frames;
}

static void count_share(void *context, unsigned index)
{
	struct counting *counting = context;
	const struct trie *trie = counting->trie;
	struct trie_sorter sorter = {0};
	uint64_t frames = 0;
	uint32_t i;

	for (i = index; i < trie->count; i += counting->threads) {
		if (trie->nodes[i].lines == 0)
			continue;
		trie_sort_frames(&sorter, &trie->nodes[i]);
		frames += count_sorted(&sorter);
	}
	free(sorter.at);
	counting->frames[index] = frames;
}

uint64_t trie_count_rest(const struct trie *trie, unsigned threads)
{
	uint64_t frames[LIMIT_THREADS] = {0}, sum = 0;
	struct counting counting = {trie, threads < LIMIT_THREADS ? threads : LIMIT_THREADS,
				    frames};
	unsigned i;

	if (counting.threads < 1)
		counting.threads = 1;
	parallel_run(counting.threads, count_share, &counting);
	for (i = 0; i < counting.threads; i++)
		sum += frames[i];
	return sum;
}
