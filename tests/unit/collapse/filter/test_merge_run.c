/* SPDX-License-Identifier: MIT */
#include "collapse/filter/merge_source.h"

#include "common/base/diag.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

enum { KEYS = 40, SIZE = 8 };

/* Keys of one source, sorted, as a run of a spool. */
struct keys {
	char text[KEYS][SIZE];
	size_t count;
};

static int compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Few letters, so that keys share beginnings, are each other's beginnings, and are equal. */
static void make_keys(struct keys *keys, uint64_t *state)
{
	size_t i, k;

	keys->count = scratch_below(state, KEYS + 1);
	for (i = 0; i < keys->count; i++) {
		const size_t size = 1 + scratch_below(state, SIZE - 1);

		for (k = 0; k < size; k++)
			keys->text[i][k] = (char)('a' + scratch_below(state, 2));
		keys->text[i][size] = '\0';
	}
	qsort(keys->text, keys->count, SIZE, compare);
}

static struct merge_run write_keys(struct spool *spool, const struct keys *keys, uint64_t source)
{
	struct merge_run run = {.begin = spool->size};
	size_t i;

	for (i = 0; i < keys->count; i++)
		merge_run_add(spool, slice_from(keys->text[i]),
			      &(struct weight){.count = {source, i}});
	run.end = spool->size;
	return run;
}

/* Whatever byte of the file is changed, or where it is cut: the run fails, and gives no wrong key. */
CASE(a_damaged_run_fails)
{
	uint64_t state = 7;
	int round;

	for (round = 0; round < 300; round++) {
		struct keys keys = {.count = 0};
		struct merge_source *source;
		struct merge_run run;
		struct spool spool;
		size_t seen = 0;
		uint64_t at;
		char byte;

		while (keys.count == 0)
			make_keys(&keys, &state);
		CHECK(spool_open(&spool));
		run = write_keys(&spool, &keys, 0);
		CHECK(spool_flush(&spool));
		at = scratch_below(&state, (size_t)run.end);
		CHECK(pread(spool.fd, &byte, 1, (off_t)at) == 1);
		byte = (char)(byte ^ (1 << scratch_below(&state, 8)));
		if (round % 4 == 0)
			CHECK(ftruncate(spool.fd, (off_t)at) == 0);
		else
			CHECK(pwrite(spool.fd, &byte, 1, (off_t)at) == 1);
		source = merge_source_of_run(&spool, run, 1 + scratch_below(&state, 64));
		for (; !source->text.has_ended; merge_source_next(source), seen++) {
			CHECK(slice_equal(source->text.key, slice_from(keys.text[seen])) &&
			      source->weight.count[1] == seen);
		}
		CHECK(source->failed && seen < keys.count);
		merge_source_free(source);
		spool_close(&spool);
	}
}

TEST(merge_run)
{
	diag_init("test");
	diag_set_level(DIAG_SILENT);
	check_cases();
	return check_done();
}
