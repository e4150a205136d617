/* SPDX-License-Identifier: MIT */
#include "collapse/dtrace_table.h"

#include "common/buf.h"
#include "tests/unit/check.h"

static const frame_id two[] = {7, 8};
static const struct dtrace_line odd = {two, 2, 8};

/* A line of one frame, which is called the same at the leaf. */
static struct dtrace_line plain(const frame_id *frame)
{
	return (struct dtrace_line){frame, 1, *frame};
}

/* The bytes of a long name, other ones for each number. */
static struct slice name_of(struct buf *buf, unsigned number, size_t size)
{
	buf_reset(buf);
	buf_printf(buf, "%u`", number);
	while (buf->len < size)
		buf_add_char(buf, 'a');
	return slice_head(buf_slice(buf), size);
}

static void names_of_all_sizes_are_found(void)
{
	struct dtrace_table table;
	struct dtrace_line found, line;
	struct buf name = {0};
	frame_id size;

	dtrace_table_init(&table);
	for (size = 2; size < 300; size++) {
		line = plain(&size);
		CHECK(!dtrace_table_find(&table, name_of(&name, 1, size), &found));
		dtrace_table_add(&table, buf_slice(&name), size % 3 ? &line : &odd);
	}
	for (size = 2; size < 300; size++) {
		CHECK(dtrace_table_find(&table, name_of(&name, 1, size), &found));
		CHECK(found.count == (size % 3 ? 1 : 2));
		CHECK(found.leaf == (size % 3 ? size : odd.leaf));
		CHECK(found.frames[0] == (size % 3 ? size : two[0]));
		name.ptr[size - 1] = 'b';
		CHECK(!dtrace_table_find(&table, buf_slice(&name), &found));
	}
	buf_release(&name);
	dtrace_table_release(&table);
}

static void zeros_are_bytes_like_others(void)
{
	struct dtrace_table table;
	struct dtrace_line found, line;
	const frame_id frame = 3;

	dtrace_table_init(&table);
	line = plain(&frame);
	dtrace_table_add(&table, SLICE("a\0"), &line);
	CHECK(dtrace_table_find(&table, SLICE("a\0"), &found));
	CHECK(!dtrace_table_find(&table, SLICE("a"), &found));
	CHECK(!dtrace_table_find(&table, SLICE("a\0\0"), &found));
	dtrace_table_release(&table);
}

static void what_follows_a_name_is_no_matter(void)
{
	char text[2 * DTRACE_SHORT];
	struct dtrace_table table;
	uint32_t hash;
	size_t size;

	dtrace_table_init(&table);
	for (size = 0; size <= DTRACE_SHORT; size++) {
		memset(text, 'a', sizeof(text));
		hash = dtrace_hash(&table, text, size);
		memset(text + size, 'b', sizeof(text) - size);
		CHECK(dtrace_hash(&table, text, size) == hash);
	}
	dtrace_table_release(&table);
}

static void a_full_table_keeps_what_it_has(void)
{
	struct dtrace_table table;
	struct dtrace_line found, line;
	struct buf name = {0};
	frame_id number, kept = 0;

	dtrace_table_init(&table);
	for (number = 0; number < 500; number++) {
		line = plain(&number);
		dtrace_table_add(&table, name_of(&name, number, DTRACE_LONGEST), &line);
	}
	for (number = 0; number < 500; number++) {
		if (!dtrace_table_find(&table, name_of(&name, number, DTRACE_LONGEST), &found))
			continue;
		CHECK(found.leaf == number);
		kept++;
	}
	CHECK(kept > 50 && kept < 500);
	CHECK(dtrace_table_size(&table) <= (size_t)DTRACE_BLOCKS * DTRACE_BLOCK * DTRACE_UNIT +
						   4096 + DTRACE_AHEAD * sizeof(uint32_t));
	line = plain(&kept);
	dtrace_table_add(&table, name_of(&name, 501, DTRACE_LONGEST + 1), &line);
	CHECK(!dtrace_table_find(&table, buf_slice(&name), &found));
	buf_release(&name);
	dtrace_table_release(&table);
}

static void many_names_are_found_however_often_the_table_grew(void)
{
	struct dtrace_table table;
	struct dtrace_line found, line;
	struct buf name = {0};
	frame_id number;

	dtrace_table_init(&table);
	for (number = 0; number < 50000; number++) {
		line = plain(&number);
		dtrace_table_add(&table, name_of(&name, number, 8 + number % 90), &line);
	}
	for (number = 0; number < 50000; number++) {
		CHECK(dtrace_table_find(&table, name_of(&name, number, 8 + number % 90), &found) &&
		      found.leaf == number);
	}
	buf_release(&name);
	dtrace_table_release(&table);
}

int main(void)
{
	names_of_all_sizes_are_found();
	zeros_are_bytes_like_others();
	what_follows_a_name_is_no_matter();
	a_full_table_keeps_what_it_has();
	many_names_are_found_however_often_the_table_grew();
	return check_done();
}
