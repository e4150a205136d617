/* SPDX-License-Identifier: MIT */
#include "collapse/dtrace_avx2.h"

#include "tests/unit/check.h"

#if defined(HAVE_AVX2)
enum { ROOM = DTRACE_FRONT + 2 * 64 + DTRACE_SHORT };

/* A text of `size` bytes among other ones. */
static char *text_of(char room[ROOM], size_t size)
{
	size_t i;

	for (i = 0; i < ROOM; i++)
		room[i] = (char)(i < DTRACE_FRONT ? ' ' : 'a' + i % 23);
	room[DTRACE_FRONT + size] = '\n';
	return room + DTRACE_FRONT;
}

static void hashes_are_those_of_other_processors(void)
{
	struct dtrace_table table;
	char room[ROOM], *text;
	size_t size;

	dtrace_table_init(&table);
	for (size = 0; size <= DTRACE_MIDDLE; size++) {
		text = text_of(room, size);
		CHECK(dtrace_hash_avx2(&table, text, size) == dtrace_hash(&table, text, size));
	}
	dtrace_table_release(&table);
}

static void every_byte_is_compared(void)
{
	const frame_id frame = 7;
	const struct dtrace_line line = {&frame, 1, 7};
	struct dtrace_table table;
	char room[ROOM], *text;
	size_t size, i;

	dtrace_table_init(&table);
	for (size = 1; size <= DTRACE_MIDDLE; size++) {
		const struct dtrace_entry *entry;
		struct slice name = slice_of(text_of(room, size), size);
		const uint32_t hash = dtrace_hash(&table, name.ptr, size);

		dtrace_table_add(&table, name, &line);
		entry = dtrace_fetch_entry_avx2(&table, hash, size);
		CHECK(entry == dtrace_table_fetch_entry(&table, hash, size));
		CHECK(entry && dtrace_entry_is_avx2(&table, entry, name));
		text = room + DTRACE_FRONT;
		memset(room, '\t', DTRACE_FRONT);
		text[size] = 'x';
		CHECK(dtrace_entry_is_avx2(&table, entry, name));
		CHECK(!dtrace_entry_is_avx2(&table, entry, slice_of(text, size - 1)));
		for (i = 0; i < size; i++) {
			text[i] ^= 1;
			CHECK(!dtrace_entry_is_avx2(&table, entry, name));
			text[i] ^= 1;
		}
	}
	dtrace_table_release(&table);
}

/* Those whose slots are the last, too. */
static void what_is_there_is_found(void)
{
	struct dtrace_table table;
	char room[ROOM];
	struct slice name = slice_of(text_of(room, 16), 16);
	frame_id number;

	dtrace_table_init(&table);
	for (number = 0; number < 400; number++) {
		memcpy(room + DTRACE_FRONT, &number, sizeof(number));
		dtrace_table_add(&table, name, &(struct dtrace_line){&number, 1, number});
	}
	for (number = 0; number < 800; number++) {
		const struct dtrace_entry *entry;

		memcpy(room + DTRACE_FRONT, &number, sizeof(number));
		entry = dtrace_fetch_entry_avx2(&table, dtrace_hash(&table, name.ptr, 16), 16);
		CHECK(number >= 400 || (entry && (entry->frame == number ||
						  !dtrace_entry_is_avx2(&table, entry, name))));
	}
	dtrace_table_release(&table);
}
#endif

int main(void)
{
#if defined(HAVE_AVX2)
	if (processor_has_avx2()) {
		hashes_are_those_of_other_processors();
		every_byte_is_compared();
		what_is_there_is_found();
	}
#endif
	return check_done();
}
