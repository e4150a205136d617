/* SPDX-License-Identifier: MIT */
#include "collapse/dtrace/dtrace_repeats.h"

enum {
	FIRST_PATIENCE = 2048,
	HARDLY_ANY = 16, /* less than one in so many */
};

void dtrace_repeats_init(struct dtrace_repeats *repeats)
{
	*repeats = (struct dtrace_repeats){
		.looking = true,
		.patience = FIRST_PATIENCE,
	};
}

/* For as long as they were looked up in vain, the next time for twice as long. */
static void stop(struct dtrace_repeats *repeats)
{
	const uint64_t twice = 2 * repeats->rest;

	repeats->rest = twice > repeats->passed ? twice : repeats->passed;
	repeats->looking = false;
}

/* What came before may do so again, after as many as there are. */
static void start(struct dtrace_repeats *repeats, uint64_t distinct)
{
	repeats->patience = FIRST_PATIENCE + 2 * distinct;
	repeats->looking = true;
}

void dtrace_repeats_decide(struct dtrace_repeats *repeats, uint64_t all, uint64_t distinct)
{
	const uint64_t more = all - repeats->all, fresh = distinct - repeats->distinct;

	repeats->all = all;
	repeats->distinct = distinct;
	repeats->passed += more;
	if (repeats->passed < (repeats->looking ? repeats->patience : repeats->rest))
		return;
	if (!repeats->looking && fresh >= more / 2)
		return;
	if (!repeats->looking)
		start(repeats, distinct);
	else if (repeats->found < repeats->passed / HARDLY_ANY)
		stop(repeats);
	else
		repeats->rest = 0;
	repeats->passed = repeats->found = 0;
}

void dtrace_cut_sample(struct slice *records, struct queued_sample *sample)
{
	size_t size, last;

	if (records->ptr[0] == '\n') {
		sample->text = slice_head(*records, 1);
	} else if ((size = stack_queue_end(*records)) == SLICE_NONE) {
		sample->text = slice_head(*records, stack_queue_others(*records));
	} else {
		last = slice_rfind(slice_head(*records, size - 1), '\n');
		if (last != SLICE_NONE)
			sample->stack = slice_head(*records, last + 1);
		sample->text = slice_head(*records, size + 1);
	}
	*records = slice_tail(*records, sample->text.len);
}
