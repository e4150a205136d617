/* SPDX-License-Identifier: MIT */
#include "common/table/name_table_avx2.h"

/*
 * Many names at once: the look-ups wait for memory together.
 *
 * Speed: name_table_find() of each name takes 3.00 x the time on "unique" of tests/bench, 1.34 x on
 * "repeated" (flamegraph), 2.54 x on two files "unique" (difffolded). That function is the plain
 * version; tests/unit/common/table/test_name_table.c compares both.
 */

enum { AT_ONCE = 64 };

typedef uint32_t hash_fn(const struct name_table *table, const char *text, size_t size);

typedef const struct name_entry *fetch_fn(const struct name_table *table, uint32_t hash,
					  size_t size);

typedef bool entry_is_fn(const struct name_table *table, const struct name_entry *entry,
			 struct slice text);

static ALWAYS_INLINE void find_some(const struct name_table *table, const struct slice *names,
				    size_t count, frame_id *frames, hash_fn *hash, fetch_fn *fetch,
				    entry_is_fn *is)
{
	const struct name_entry *likely[AT_ONCE];
	uint32_t hashes[AT_ONCE];
	size_t i;

	for (i = 0; i < count; i++) {
		hashes[i] = hash(table, names[i].ptr, names[i].len);
		name_table_fetch(table, hashes[i]);
	}
	for (i = 0; i < count; i++)
		likely[i] = fetch(table, hashes[i], names[i].len);
	for (i = 0; i < count; i++)
		frames[i] = likely[i] && is(table, likely[i], names[i]) ? likely[i]->frame
									: NAME_INDIRECT;
}

static void find_portable(const struct name_table *table, const struct slice *names, size_t count,
			  frame_id *frames)
{
	find_some(table, names, count, frames, name_hash, name_table_fetch_entry, name_entry_is);
}

#if defined(HAVE_AVX2)
WITH_AVX2 static void find_avx2(const struct name_table *table, const struct slice *names,
				size_t count, frame_id *frames)
{
	find_some(table, names, count, frames, name_hash_any_avx2, name_fetch_entry_avx2,
		  name_entry_is_any_avx2);
}
#endif

void name_table_find_all(const struct name_table *table, const struct slice *names, size_t count,
			 frame_id *frames)
{
	size_t done, n;

	for (done = 0; done < count; done += n) {
		n = count - done < AT_ONCE ? count - done : AT_ONCE;
#if defined(HAVE_AVX2)
		if (processor_has_avx2()) {
			find_avx2(table, names + done, n, frames + done);
			continue;
		}
#endif
		find_portable(table, names + done, n, frames + done);
	}
}
