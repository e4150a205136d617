/* SPDX-License-Identifier: MIT */
/* The attributes of events, by how callers are found. */
#include "record/events/counters.h"

#include "tests/unit/check.h"

#define DEFER_CALLCHAIN (UINT64_C(1) << 38)
#define DEFER_OUTPUT (UINT64_C(1) << 39)

static const struct sample_event event;

static struct perf_event_attr attr_of(uint32_t dump, bool walks, bool defers, bool is_first)
{
	const struct sampling sampling = {
		.frequency = 997, .dump = dump, .walks = walks, .defers = defers};

	return sampling_attr(&sampling, &event, is_first);
}

static uint64_t flags_of(const struct perf_event_attr *attr)
{
	uint64_t flags;

	memcpy(&flags, (const char *)attr + 40, sizeof(flags));
	return flags;
}

static void copies_leave_out_the_chain_unless_it_is_asked_for(void)
{
	const uint64_t copied = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
	struct perf_event_attr attr = attr_of(0, true, false, true);

	CHECK((attr.sample_type & copied) == 0 && !attr.exclude_callchain_user);
	attr = attr_of(512, true, false, true);
	CHECK((attr.sample_type & copied) == copied && !attr.exclude_callchain_user);
	CHECK(attr.sample_stack_user == 512);
	attr = attr_of(512, false, false, true);
	CHECK((attr.sample_type & copied) == copied && attr.exclude_callchain_user);
	CHECK((attr.sample_type & PERF_SAMPLE_CALLCHAIN) != 0);
}

static void one_event_of_a_ring_is_the_source_of_deferred_chains(void)
{
	struct perf_event_attr attr = attr_of(0, true, false, true);
	const uint64_t flags = flags_of(&attr);

	CHECK((flags & (DEFER_CALLCHAIN | DEFER_OUTPUT)) == 0);
	attr = attr_of(0, true, true, true);
	CHECK(flags_of(&attr) == (flags | DEFER_CALLCHAIN | DEFER_OUTPUT));
	attr = attr_of(0, true, true, false);
	CHECK((flags_of(&attr) & (DEFER_CALLCHAIN | DEFER_OUTPUT)) == DEFER_CALLCHAIN);
}

static void changes_of_threads_are_sampled_each_and_in_the_kernel(void)
{
	const struct sampling sampling = {.frequency = 997,
					  .has_rate = true,
					  .walks = true,
					  .dump = 8192,
					  .switch_dump = 2048,
					  .precise = 2,
					  .only_user = true,
					  .has_ids = true,
					  .has_switches = true,
					  .is_wall = true};
	const struct sample_event switches = {.type = PERF_TYPE_SOFTWARE,
					      .config = PERF_COUNT_SW_CONTEXT_SWITCHES};
	const struct sample_event wakings = {.type = PERF_TYPE_TRACEPOINT};
	struct perf_event_attr attr = sampling_attr(&sampling, &event, true);

	CHECK(attr.freq && attr.sample_freq == 997 && attr.exclude_kernel && attr.context_switch);
	CHECK(attr.sample_stack_user == 8192 && attr.precise_ip == 2);
	attr = sampling_attr(&sampling, &switches, false);
	CHECK(!attr.freq && attr.sample_period == 1 && !attr.exclude_kernel &&
	      !attr.context_switch);
	CHECK(attr.exclude_callchain_kernel && attr.precise_ip == 0);
	CHECK(attr.sample_stack_user == 2048 && (attr.sample_type & PERF_SAMPLE_IDENTIFIER));
	attr = sampling_attr(&sampling, &wakings, false);
	CHECK(!attr.freq && attr.sample_period == 1 && !attr.exclude_kernel);
	CHECK(attr.sample_stack_user == 0 && (attr.sample_type & PERF_SAMPLE_STACK_USER) == 0);
	CHECK((attr.sample_type & PERF_SAMPLE_RAW) && (attr.sample_type & PERF_SAMPLE_CALLCHAIN));
}

TEST(sampling)
{
	changes_of_threads_are_sampled_each_and_in_the_kernel();
	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
		one_event_of_a_ring_is_the_source_of_deferred_chains();
	if (sampling_can_dump())
		copies_leave_out_the_chain_unless_it_is_asked_for();
	return check_done();
}
