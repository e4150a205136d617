/* SPDX-License-Identifier: MIT */
/*
 * Callers from the branches that a processor keeps of calls which have not returned (--call-graph
 * lbr).
 */
#include "collapse/perf/recording/perf_recording.h"

#define CALL_STACK (UINT64_C(1) << 11) /* PERF_SAMPLE_BRANCH_CALL_STACK */

enum { BRANCH = 24 }; /* bytes: from, to, flags */

bool perf_branches_has(const struct perfdata_event *event, const struct perfdata_sample *sample)
{
	return event->branch_sample_type & CALL_STACK && sample->has_chain &&
	       sample->branch_count > 0;
}

static void branches_add_word(struct buf *chain, bool swapped, uint64_t word)
{
	word = perfdata_u64(swapped, &word);
	buf_add(chain, slice_of((const char *)&word, sizeof(word)));
}

/* The user address at which a chain's user part begins, if it has one after the kernel's. */
static bool find_user_leaf(const struct perfdata_sample *sample, bool swapped, uint64_t marker,
			   uint64_t *leaf)
{
	if (marker + 1 >= sample->chain_count)
		return false;
	*leaf = perfdata_u64(swapped, sample->chain + 8 * (marker + 1));
	return *leaf < PERF_CHAIN_MARKERS &&
	       perfdata_u64(swapped, sample->chain + 8 * marker) == PERF_CHAIN_USER;
}

void perf_branches_take(struct ingest_run *run, struct perfdata_sample *sample)
{
	struct perf_fold *fold = &perf_of(run)->fold;
	const bool swapped = fold->recording->swapped;
	uint64_t i = 0, frames = 0, ip = 0, leaf = 0;
	enum perfdata_mode mode;

	buf_reset(&fold->chain);
	for (; i < sample->chain_count; i++) { /* the kernel's part */
		ip = perfdata_u64(swapped, sample->chain + 8 * i);
		if (ip == PERF_CHAIN_USER)
			break;
		if (ip >= PERF_CHAIN_MARKERS && !perf_fold_marker(ip, &mode)) {
			notes_count(&run->notes, PERF_BAD_CHAIN, 1);
			break;
		}
		frames += ip < PERF_CHAIN_MARKERS;
		branches_add_word(&fold->chain, swapped, ip);
	}
	branches_add_word(&fold->chain, swapped, PERF_CHAIN_USER);
	if (frames == 0 && sample->mode == PERFDATA_MODE_USER)
		branches_add_word(&fold->chain, swapped, sample->ip);
	else if (find_user_leaf(sample, swapped, i, &leaf))
		branches_add_word(&fold->chain, swapped, leaf);
	for (i = 0; i < sample->branch_count; i++)
		branches_add_word(&fold->chain, swapped,
				  perfdata_u64(swapped, sample->branches + BRANCH * i));
	sample->chain = fold->chain.ptr;
	sample->chain_count = fold->chain.len / 8;
	sample->has_calls = true;
}
