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

TEST(sampling)
{
	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
		one_event_of_a_ring_is_the_source_of_deferred_chains();
	if (sampling_can_dump())
		copies_leave_out_the_chain_unless_it_is_asked_for();
	return check_done();
}
