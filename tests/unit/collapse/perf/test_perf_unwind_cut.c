/* SPDX-License-Identifier: MIT */
#include "collapse/perf/perf_repair.h"

#include "tests/unit/check.h"

#define STACK UINT64_C(0x7ffd00000000)

CASE(whole_stacks_of_the_thread_tell_the_size)
{
	struct perf_cuts *cuts = NULL;

	perf_cuts_add_cut(&cuts, 1, STACK + 1000);
	CHECK(perf_cuts_count(cuts) == 1 && perf_cuts_size(cuts) == 0);
	perf_cuts_add_whole(&cuts, 2, STACK + 50000, STACK + 60000); /* another thread */
	CHECK(perf_cuts_size(cuts) == 0);
	perf_cuts_add_whole(&cuts, 1, STACK + 9000, STACK + 9900);
	CHECK(perf_cuts_size(cuts) == 9216); /* 8900 */
	perf_cuts_add_cut(&cuts, 1, STACK + 2000);
	CHECK(perf_cuts_size(cuts) == 9216);
	perf_cuts_add_cut(&cuts, 1, STACK + 600);
	CHECK(perf_cuts_count(cuts) == 3 && perf_cuts_size(cuts) == 10240);
	free(cuts);
}

CASE(stacks_of_programs_before_do_not_count)
{
	struct perf_cuts *cuts = NULL;

	perf_cuts_add_cut(&cuts, 1, STACK);
	perf_cuts_add_whole(&cuts, 1, 2 * STACK, 2 * STACK + 100);
	CHECK(perf_cuts_count(cuts) == 1 && perf_cuts_size(cuts) == 0);
	free(cuts);
}

CASE(workers_are_merged)
{
	struct perf_cuts *all = NULL, *first = NULL, *second = NULL;

	perf_cuts_merge(&all, NULL);
	CHECK(perf_cuts_count(all) == 0 && perf_cuts_size(all) == 0);
	perf_cuts_add_cut(&first, 1, STACK);
	perf_cuts_add_whole(&second, 1, STACK + 4000, STACK + 5000);
	perf_cuts_add_cut(&second, 2, STACK);
	perf_cuts_merge(&all, first);
	perf_cuts_merge(&all, second);
	CHECK(perf_cuts_count(all) == 2 && perf_cuts_size(all) == 5120);
	free(all);
}

CASE(stacks_at_a_limit_are_counted_by_limit)
{
	struct perf_cuts *all = NULL, *more = NULL;
	unsigned frames = 1;

	CHECK(perf_cuts_full(NULL, PERF_LIMIT_KERNEL, &frames) == 0 && frames == 0);
	perf_cuts_add_full(&all, PERF_LIMIT_KERNEL, 32);
	perf_cuts_add_full(&more, PERF_LIMIT_KERNEL, 127);
	perf_cuts_add_full(&more, PERF_LIMIT_UNWOUND, 99);
	perf_cuts_merge(&all, more);
	CHECK(perf_cuts_full(all, PERF_LIMIT_KERNEL, &frames) == 2 && frames == 127);
	CHECK(perf_cuts_full(all, PERF_LIMIT_UNWOUND, &frames) == 1 && frames == 99);
	CHECK(perf_cuts_count(all) == 0);
	free(all);
}

CASE(more_threads_than_are_followed_are_counted)
{
	struct perf_cuts *cuts = NULL;
	uint32_t tid;

	for (tid = 0; tid < 100000; tid++)
		perf_cuts_add_cut(&cuts, tid, STACK);
	CHECK(perf_cuts_count(cuts) == 100000);
	free(cuts);
}

TEST_CASES(perf_unwind_cut)
