/* SPDX-License-Identifier: MIT */
#include "collapse/perf/perf_lines.h"
#include "common/base/buf.h"
#include "tests/unit/check.h"

struct tables {
	struct stack_cache stacks;
	struct stack_queue queue;
};

static void init(struct tables *tables)
{
	*tables = (struct tables){.queue.count = 0};
	stack_cache_init(&tables->stacks, false);
}

static struct queued_sample *next(struct tables *tables, struct slice *records)
{
	return stack_queue_next(&tables->queue, records, &tables->stacks, perf_cut_sample);
}

/* The sample's text, which is taken. */
static struct slice take(struct queued_sample *sample)
{
	struct slice text = sample->text;

	sample->text = slice_tail(text, text.len);
	return text;
}

CASE(samples_are_told_from_other_text)
{
	struct tables tables;
	struct slice records = SLICE("a\n\tb\n\tc\n\n\na\nb\n\n\tb\n\nlast\n\tb");
	const struct queued_sample *sample;

	init(&tables);
	sample = next(&tables, &records);
	CHECK(records.len == 0 && tables.queue.count == 5);
	CHECK(sample->stack.len > 0 && !sample->known);
	CHECK(slice_equal(sample->stack, SLICE("\tb\n\tc\n")));
	CHECK(slice_equal(take(next(&tables, &records)), SLICE("a\n\tb\n\tc\n\n")));
	CHECK(slice_equal(take(next(&tables, &records)), SLICE("\n")));
	CHECK(next(&tables, &records)->stack.len == 0);
	CHECK(slice_equal(take(next(&tables, &records)), SLICE("a\nb\n\n")));
	CHECK(next(&tables, &records)->stack.len == 0);
	CHECK(slice_equal(take(next(&tables, &records)), SLICE("\tb\n\n")));
	CHECK(next(&tables, &records)->stack.len == 0);
	CHECK(slice_equal(take(next(&tables, &records)), SLICE("last\n\tb")));
	CHECK(!next(&tables, &records));
	stack_cache_release(&tables.stacks);
}

CASE(a_stack_is_known_by_its_text_and_process)
{
	struct tables tables;
	struct slice text = SLICE("a 1\n\tb\n\tc\n\n"), same = SLICE("a 23\n\tb\n\tc\n\n");
	struct slice other = SLICE("a 1\n\tb\n\td\n\n"), process = SLICE("b 1\n\tb\n\tc\n\n");
	const struct queued_sample *sample;
	const struct stack_cache_entry *entry;
	const frame_id *root;

	init(&tables);
	sample = next(&tables, &text);
	CHECK(sample->stack.len > 0 && !sample->known);
	root = sample->root;
	*sample->root = 5;
	entry = stack_cache_add(&tables.stacks, &sample->print, 5, 2);
	take(next(&tables, &text));
	sample = next(&tables, &same);
	CHECK(sample->known == entry && *sample->root == 5);
	take(next(&tables, &same));
	CHECK(!next(&tables, &other)->known);
	take(next(&tables, &other));
	/* for one hash key of STACK_QUEUE_ROOTS it has the place of the first */
	sample = next(&tables, &process);
	CHECK(sample->known == (sample->root == root ? entry : NULL));
	stack_cache_release(&tables.stacks);
}

/* Without an empty line all is looked at once, and nothing of it is lost. */
CASE(long_text_without_empty_lines_is_cut_at_lines)
{
	struct tables tables;
	struct buf text = {0};
	struct queued_sample *sample;
	struct slice records;
	size_t total = 0;

	init(&tables);
	while (text.len < 20 * FINGERPRINT_LONGEST)
		buf_add(&text, SLICE("\tone line of many\r\n"));
	records = buf_slice(&text);
	while ((sample = next(&tables, &records))) {
		CHECK(sample->stack.len == 0 && sample->text.ptr == text.ptr + total);
		total += take(sample).len;
		CHECK(text.ptr[total - 1] == '\n');
	}
	CHECK(total == text.len);
	buf_release(&text);
	stack_cache_release(&tables.stacks);
}

TEST_CASES(stack_queue)
