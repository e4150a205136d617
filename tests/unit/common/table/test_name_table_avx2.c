/* SPDX-License-Identifier: MIT */
#include "common/table/name_table_avx2.h"

#include "tests/unit/check.h"

#if defined(HAVE_AVX2)
enum { ROOM = NAME_FRONT + 2 * 64 + NAME_SHORT };

/* A text of `size` bytes among other ones. */
static char *text_of(char room[ROOM], size_t size)
{
	size_t i;

	for (i = 0; i < ROOM; i++)
		room[i] = (char)(i < NAME_FRONT ? ' ' : 'a' + i % 23);
	room[NAME_FRONT + size] = '\n';
	return room + NAME_FRONT;
}

static void hashes_are_those_of_other_processors(void)
{
	struct name_table table;
	char room[ROOM], *text;
	size_t size;

	name_table_init(&table);
	for (size = 0; size <= NAME_MIDDLE; size++) {
		text = text_of(room, size);
		CHECK(name_hash_avx2(&table, text, size) == name_hash(&table, text, size));
	}
	name_table_release(&table);
}

static void every_byte_is_compared(void)
{
	const frame_id frame = 7;
	const struct name_frames line = {&frame, 1, 7};
	struct name_table table;
	char room[ROOM], *text;
	size_t size, i;

	for (size = 1; size <= NAME_MIDDLE; size++) {
		const struct name_entry *entry;
		struct slice name = slice_of(text_of(room, size), size);
		uint32_t hash;

		name_table_init(&table); /* alone there, so that no other name has its slot */
		name_table_add(&table, name, &line);
		hash = name_hash(&table, name.ptr, size);
		entry = name_fetch_entry_avx2(&table, hash, size);
		CHECK(entry == name_table_fetch_entry(&table, hash, size));
		CHECK(entry && name_entry_is_avx2(&table, entry, name));
		text = room + NAME_FRONT;
		memset(room, '\t', NAME_FRONT);
		text[size] = 'x';
		CHECK(name_entry_is_avx2(&table, entry, name));
		CHECK(!name_entry_is_avx2(&table, entry, slice_of(text, size - 1)));
		for (i = 0; i < size; i++) {
			text[i] ^= 1;
			CHECK(!name_entry_is_avx2(&table, entry, name));
			text[i] ^= 1;
		}
		name_table_release(&table);
	}
}

/* Includes names in the last slots. */
static void kept_names_are_found(void)
{
	struct name_table table;
	char room[ROOM];
	struct slice name = slice_of(text_of(room, 16), 16);
	frame_id number;

	name_table_init(&table);
	for (number = 0; number < 400; number++) {
		memcpy(room + NAME_FRONT, &number, sizeof(number));
		name_table_add(&table, name, &(struct name_frames){&number, 1, number});
	}
	for (number = 0; number < 800; number++) {
		const struct name_entry *entry;

		memcpy(room + NAME_FRONT, &number, sizeof(number));
		entry = name_fetch_entry_avx2(&table, name_hash(&table, name.ptr, 16), 16);
		CHECK(number >= 400 || (entry && (entry->frame == number ||
						  !name_entry_is_avx2(&table, entry, name))));
	}
	name_table_release(&table);
}
#endif

TEST(name_table_avx2)
{
#if defined(HAVE_AVX2)
	if (processor_has_avx2()) {
		hashes_are_those_of_other_processors();
		every_byte_is_compared();
		kept_names_are_found();
	}
#endif
	return check_done();
}
