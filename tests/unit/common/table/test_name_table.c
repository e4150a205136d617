/* SPDX-License-Identifier: MIT */
#include "common/table/name_table.h"

#include "common/base/buf.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

static const frame_id two[] = {7, 8};
static const struct name_frames odd = {two, 2, 8};

/* A line of one frame, which is called the same at the leaf. */
static struct name_frames plain(const frame_id *frame)
{
	return (struct name_frames){frame, 1, *frame};
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

CASE(names_of_all_sizes_are_found)
{
	struct name_table table;
	struct name_frames found, line;
	struct buf name = {0};
	frame_id size;

	name_table_init(&table);
	for (size = 2; size < 300; size++) {
		line = plain(&size);
		CHECK(!name_table_find(&table, name_of(&name, 1, size), &found));
		name_table_add(&table, buf_slice(&name), size % 3 ? &line : &odd);
	}
	for (size = 2; size < 300; size++) {
		CHECK(name_table_find(&table, name_of(&name, 1, size), &found));
		CHECK(found.count == (size % 3 ? 1 : 2));
		CHECK(found.leaf == (size % 3 ? size : odd.leaf));
		CHECK(found.frames[0] == (size % 3 ? size : two[0]));
		name.ptr[size - 1] = 'b';
		CHECK(!name_table_find(&table, buf_slice(&name), &found));
	}
	buf_release(&name);
	name_table_release(&table);
}

CASE(zeros_are_bytes_like_others)
{
	struct name_table table;
	struct name_frames found, line;
	const frame_id frame = 3;

	name_table_init(&table);
	line = plain(&frame);
	name_table_add(&table, SLICE("a\0"), &line);
	CHECK(name_table_find(&table, SLICE("a\0"), &found));
	CHECK(!name_table_find(&table, SLICE("a"), &found));
	CHECK(!name_table_find(&table, SLICE("a\0\0"), &found));
	name_table_release(&table);
}

CASE(bytes_after_a_name_are_ignored)
{
	char text[2 * NAME_SHORT];
	struct name_table table;
	uint32_t hash;
	size_t size;

	name_table_init(&table);
	for (size = 0; size <= NAME_SHORT; size++) {
		memset(text, 'a', sizeof(text));
		hash = name_hash(&table, text, size);
		memset(text + size, 'b', sizeof(text) - size);
		CHECK(name_hash(&table, text, size) == hash);
	}
	name_table_release(&table);
}

CASE(a_full_table_keeps_what_it_has)
{
	struct name_table table;
	struct name_frames found, line;
	struct buf name = {0};
	frame_id number, kept = 0;

	name_table_init(&table);
	for (number = 0; number < 500; number++) {
		line = plain(&number);
		name_table_add(&table, name_of(&name, number, NAME_LONGEST), &line);
	}
	for (number = 0; number < 500; number++) {
		if (!name_table_find(&table, name_of(&name, number, NAME_LONGEST), &found))
			continue;
		CHECK(found.leaf == number);
		kept++;
	}
	CHECK(kept > 50 && kept < 500);
	CHECK(name_table_size(&table) <=
	      (size_t)NAME_BLOCKS * NAME_BLOCK * NAME_UNIT + 4096 + NAME_AHEAD * sizeof(uint32_t));
	line = plain(&kept);
	name_table_add(&table, name_of(&name, 501, NAME_LONGEST + 1), &line);
	CHECK(!name_table_find(&table, buf_slice(&name), &found));
	buf_release(&name);
	name_table_release(&table);
}

CASE(many_names_are_found_however_often_the_table_grew)
{
	struct name_table table;
	struct name_frames found, line;
	struct buf name = {0};
	frame_id number;

	name_table_init(&table);
	for (number = 0; number < 50000; number++) {
		line = plain(&number);
		name_table_add(&table, name_of(&name, number, 8 + number % 90), &line);
	}
	for (number = 0; number < 50000; number++) {
		CHECK(name_table_find(&table, name_of(&name, number, 8 + number % 90), &found) &&
		      found.leaf == number);
	}
	buf_release(&name);
	name_table_release(&table);
}

/* With NAME_FRONT bytes in front of each and NAME_MIDDLE after. */
CASE(names_found_together_are_those_found_one_by_one)
{
	enum { NAMES = 300, ROOM = 256 };
	static char texts[NAMES][NAME_FRONT + ROOM + NAME_MIDDLE];
	struct slice names[NAMES];
	frame_id frames[NAMES];
	struct name_table table;
	struct name_frames found;
	uint64_t state = 3;
	size_t i, n;

	name_table_init(&table);
	for (i = 0; i < NAMES; i++) {
		for (n = 0; n < sizeof(texts[i]); n++)
			texts[i][n] = (char)('a' + scratch_random(&state) % 26);
		names[i] = slice_of(texts[i] + NAME_FRONT, 3 + i % (ROOM - 3));
		found.leaf = (frame_id)i;
		found.frames = &found.leaf;
		found.count = 1;
		if (i % 3 != 0 && !name_table_find(&table, names[i], &found))
			name_table_add(&table, names[i], &found);
	}
	name_table_find_all(&table, names, NAMES, frames);
	for (i = 0; i < NAMES; i++) {
		if (name_table_find(&table, names[i], &found))
			CHECK(frames[i] == found.leaf || frames[i] == NAME_INDIRECT);
		else
			CHECK(frames[i] == NAME_INDIRECT);
		n += frames[i] != NAME_INDIRECT;
	}
	CHECK(n >= sizeof(texts[0]) + NAMES / 2);
	name_table_release(&table);
}

TEST_CASES(name_table)
