/* SPDX-License-Identifier: MIT */
#include "collapse/stack_queue.h"
#include "common/buf.h"
#include "tests/unit/check.h"

struct tables {
	struct line_cache lines;
	struct stack_cache stacks;
	struct stack_queue queue;
};

static void release(struct tables *tables)
{
	line_cache_release(&tables->lines);
	stack_cache_release(&tables->stacks);
}

static struct queued_sample *next(struct tables *tables, struct slice *records)
{
	return stack_queue_next(&tables->queue, records, &tables->lines, &tables->stacks);
}

/* The sample's text, which is taken. */
static struct slice take(struct queued_sample *sample)
{
	struct slice text = sample->text;

	sample->text = slice_tail(text, text.len);
	return text;
}

static void an_empty_line_is_found_wherever_it_stands(void)
{
	char text[600];
	uint32_t hash;
	size_t at, len;

	for (len = 1; len < sizeof(text); len += 7) {
		for (at = 1; at < len; at++) {
			memset(text, 'x', len);
			text[at - 1] = text[at] = '\n';
			CHECK(stack_queue_end(slice_of(text, len), &hash) == at);
			text[at - 1] = 'x';
			CHECK(stack_queue_end(slice_of(text, len), &hash) == SLICE_NONE);
		}
	}
}

static void the_hash_is_of_all_before_it_and_nothing_behind_it(void)
{
	char text[401], other[401];
	uint32_t hash, same, changed;
	size_t i;

	memset(text, 'x', sizeof(text));
	memcpy(text + 299, "\n\n", 2);
	CHECK(stack_queue_end(slice_of(text, 301), &hash) == 300);
	CHECK(stack_queue_end(slice_of(text, sizeof(text)), &same) == 300 && same == hash);
	for (i = 0; i < sizeof(text); i++) {
		if (i == 299 || i == 300)
			continue;
		memcpy(other, text, sizeof(text));
		other[i] = 'y';
		stack_queue_end(slice_of(other, sizeof(other)), &changed);
		CHECK((changed == hash) == (i > 300));
	}
}

static void samples_are_told_from_other_text(void)
{
	struct tables tables = {.stacks.part_size = STACK_CACHE_SIZE / STACK_CACHE_PARTS};
	struct slice records = SLICE("a\n\tb\n\tc\n\n\na\nb\n\n\tb\n\nlast\n\tb");
	const struct queued_sample *sample;

	sample = next(&tables, &records);
	CHECK(records.len == 0 && tables.queue.count == 5);
	CHECK(sample->head == 2 && sample->known == HASH_NONE);
	CHECK(slice_equal(stack_queue_stack(sample), SLICE("\tb\n\tc\n")));
	CHECK(slice_equal(take(next(&tables, &records)), SLICE("a\n\tb\n\tc\n\n")));
	CHECK(slice_equal(take(next(&tables, &records)), SLICE("\n")));
	CHECK(next(&tables, &records)->head == 0);
	CHECK(slice_equal(take(next(&tables, &records)), SLICE("a\nb\n\n")));
	CHECK(next(&tables, &records)->head == 0);
	CHECK(slice_equal(take(next(&tables, &records)), SLICE("\tb\n\n")));
	CHECK(next(&tables, &records)->head == 0);
	CHECK(slice_equal(take(next(&tables, &records)), SLICE("last\n\tb")));
	CHECK(!next(&tables, &records));
	release(&tables);
}

/* Add the lines "\tb" and "\tc" to the caches, as the stack with this text. */
static struct stack_cache_entry *learn(struct tables *tables, uint32_t hash)
{
	struct stack_cache_entry *entry;
	uint32_t numbers[2];

	line_cache_add(&tables->lines, SLICE("\tb"), tables);
	numbers[0] = tables->lines.last;
	line_cache_add(&tables->lines, SLICE("\tc"), tables);
	numbers[1] = tables->lines.last;
	entry = stack_cache_add(&tables->stacks, 1, numbers, 2);
	stack_cache_add_text(&tables->stacks, hash, entry);
	return entry;
}

static void a_stack_is_known_by_its_text(void)
{
	struct tables tables = {.stacks.part_size = STACK_CACHE_SIZE / STACK_CACHE_PARTS};
	struct slice text = SLICE("a\n\tb\n\tc\n\n"), same = text;
	const struct queued_sample *sample = next(&tables, &text);
	const struct stack_cache_entry *entry = learn(&tables, sample->hash);

	take(next(&tables, &text));
	sample = next(&tables, &same);
	CHECK(sample->known != HASH_NONE);
	CHECK(stack_cache_entry(&tables.stacks, sample->known) == entry);
	CHECK(stack_queue_is(stack_queue_stack(sample), &tables.lines, entry));
	CHECK(!stack_queue_is(SLICE("\tb\n"), &tables.lines, entry));
	CHECK(!stack_queue_is(SLICE("\tb\n\tc"), &tables.lines, entry));
	CHECK(!stack_queue_is(SLICE("\tb\n\td\n"), &tables.lines, entry));
	CHECK(!stack_queue_is(SLICE("\tb\n\tcc\n"), &tables.lines, entry));
	CHECK(!stack_queue_is(SLICE("\tb\n\tc\n\td\n"), &tables.lines, entry));
	release(&tables);
}

/* Without an empty line all is looked at once, and nothing of it is lost. */
static void long_text_without_empty_lines_is_cut_at_lines(void)
{
	struct tables tables = {.stacks.part_size = STACK_CACHE_SIZE / STACK_CACHE_PARTS};
	struct buf text = {0};
	struct queued_sample *sample;
	struct slice records;
	size_t total = 0;

	while (text.len < 20 * STACK_QUEUE_LONGEST)
		buf_add(&text, SLICE("\tone line of many\r\n"));
	records = buf_slice(&text);
	while ((sample = next(&tables, &records))) {
		CHECK(sample->head == 0 && sample->text.ptr == text.ptr + total);
		total += take(sample).len;
		CHECK(text.ptr[total - 1] == '\n');
	}
	CHECK(total == text.len);
	buf_release(&text);
	release(&tables);
}

int main(void)
{
	an_empty_line_is_found_wherever_it_stands();
	the_hash_is_of_all_before_it_and_nothing_behind_it();
	samples_are_told_from_other_text();
	a_stack_is_known_by_its_text();
	long_text_without_empty_lines_is_cut_at_lines();
	return check_done();
}
