/* SPDX-License-Identifier: MIT */
/* The store of libflamesample, without signals: the table, the temporary file. */
#define _GNU_SOURCE /* AT_EMPTY_PATH */

#include <sys/resource.h>

#include "record/sampler/sample_store.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

enum { DEPTH = 40, ENTRY = sizeof(struct stack_sample) + sizeof(uintptr_t) + SPILL_CHECK };

static bool fstat_fails;

/* Instead of the C library's. */
int fstat(int fd, struct stat *status)
{
	if (!fstat_fails)
		return fstatat(fd, "", status, AT_EMPTY_PATH);
	errno = EIO;
	return -1;
}

struct fixture {
	struct sample_table table;
	struct spill spill;
	struct stack_sample *sample;
	char *memory, *bucket;
};

static struct fixture begin(size_t buckets, uint64_t spill_size)
{
	struct fixture fixture = {.sample = memory_clear(1, stack_sample_size(DEPTH))};

	fixture.memory = memory_clear(1, table_size(buckets, DEPTH));
	fixture.bucket = memory_clear(1, table_size(1, DEPTH));
	sample_table_init(&fixture.table, buckets, DEPTH, fixture.memory);
	CHECK(spill_open(&fixture.spill, scratch_folder, spill_size));
	return fixture;
}

static void end(struct fixture *fixture)
{
	spill_close(&fixture->spill);
	free(fixture->memory);
	free(fixture->bucket);
	free(fixture->sample);
}

/* A stack that `number` alone decides. */
static enum table_answer add(struct fixture *fixture, uint64_t number)
{
	struct stack_sample *sample = fixture->sample;
	uint32_t i;

	*sample = (struct stack_sample){
		.count = 1,
		.depth = 1 + (uint32_t)(number % DEPTH),
		.tid = (int32_t)(number % 3),
	};
	for (i = 0; i < sample->depth; i++)
		sample->frames[i] = (uintptr_t)(number * 64 + i);
	snprintf(sample->thread, sizeof(sample->thread), "thread %u", (unsigned)(number % 5));
	return sample_table_add(&fixture->table, &fixture->spill, sample);
}

/* True for what add() has added. */
static bool is_as_added(const struct stack_sample *sample)
{
	const uint64_t number = sample->frames[0] / 64;
	uint32_t i;

	for (i = 0; i < sample->depth && sample->frames[i] == number * 64 + i; i++)
		;
	return i == sample->depth && i == 1 + number % DEPTH &&
	       sample->tid == (int32_t)(number % 3) &&
	       sample->thread[7] == (char)('0' + number % 5);
}

static void empty(struct fixture *fixture, struct store *store)
{
	struct stack_sample *room = (struct stack_sample *)(void *)fixture->bucket;
	size_t bucket, count, i;

	for (bucket = 0; bucket < fixture->table.buckets; bucket++) {
		count = sample_table_take(&fixture->table, bucket, fixture->bucket);
		for (i = 0; i < count; i++)
			store_add(store, (const struct stack_sample
						  *)(const void *)(fixture->bucket +
								   i * fixture->table.place_size));
	}
	while (spill_read(&fixture->spill, room, DEPTH))
		store_add(store, room);
}

static uint64_t sum(const struct store *store)
{
	uint64_t total = 0;
	size_t i;

	for (i = 0; i < store_count(store); i++)
		total += store->counts[i];
	return total;
}

CASE(no_stack_is_lost_however_many_there_are)
{
	struct fixture fixture = begin(3, 1 << 24);
	uint64_t added = 0, evicted = 0, i;
	struct store store = {0};

	for (i = 0; i < 20000; i++) {
		enum table_answer answer = add(&fixture, i % 7 == 0 ? 5 : i % 2000);

		CHECK(answer != TABLE_FULL);
		added++;
		evicted += answer == TABLE_EVICTED;
		if (i % 6000 == 0)
			empty(&fixture, &store);
	}
	empty(&fixture, &store);
	CHECK(evicted > 1000);
	CHECK(sum(&store) == added);
	CHECK(store_count(&store) == 2000);
	empty(&fixture, &store);
	CHECK(sum(&store) == added);
	store_release(&store);
	end(&fixture);
}

/* Whatever byte of the file is changed, or where it is cut: what comes back was added. */
CASE(a_damaged_file_gives_no_wrong_stacks)
{
	uint64_t state = 1;
	int round;

	for (round = 0; round < 200; round++) {
		struct fixture fixture = begin(1, 1 << 20);
		struct store store = {0};
		size_t i, at;
		char byte;

		for (i = 0; i < 20; i++)
			add(&fixture, i);
		at = scratch_below(&state, (size_t)fixture.spill.size);
		CHECK(pread(fixture.spill.fd, &byte, 1, (off_t)at) == 1);
		byte = (char)(byte ^ (1 << scratch_below(&state, 8)));
		if (round % 10 == 0)
			CHECK(ftruncate(fixture.spill.fd, (off_t)at) == 0);
		else
			CHECK(pwrite(fixture.spill.fd, &byte, 1, (off_t)at) == 1);
		empty(&fixture, &store);
		for (i = 0; i < store_count(&store); i++)
			CHECK(store.counts[i] == 1 && is_as_added(store_sample(&store, i)));
		CHECK(sum(&store) < 20);
		store_release(&store);
		end(&fixture);
	}
}

CASE(stacks_come_back_unchanged)
{
	struct fixture fixture = begin(1, 1 << 20);
	const struct stack_sample *found;
	struct store store = {0};
	size_t i, seen = 0;

	for (i = 0; i < 100; i++)
		add(&fixture, 39);
	for (i = 0; i < 50; i++)
		add(&fixture, i * DEPTH + 7);
	empty(&fixture, &store);
	for (i = 0; i < store_count(&store); i++) {
		found = store_sample(&store, i);
		if (found->depth != 40)
			continue;
		seen++;
		CHECK(found->count == 100 && found->frames[0] == 39 * 64);
		CHECK(found->frames[39] == 39 * 64 + 39);
		CHECK(strcmp(found->thread, "thread 4") == 0 && found->tid == 0);
	}
	CHECK(seen == 1);
	store_release(&store);
	end(&fixture);
}

CASE(a_stack_that_had_another_hash_is_one_all_the_same)
{
	struct fixture fixture = begin(2, 1 << 20);
	struct store store = {0};
	size_t place, i, round;

	for (round = 0; round < 4; round++) {
		for (i = 0; i < 3; i++)
			CHECK(add(&fixture, i) != TABLE_FULL);
		for (place = 0; place < 2 * TABLE_PLACES; place++)
			fixture.table.heads[place].hash ^= 0x5555u << round;
	}
	empty(&fixture, &store);
	CHECK(store_count(&store) == 3 && sum(&store) == 12);
	for (i = 0; i < 3; i++)
		CHECK(store.counts[i] == 4);
	store_release(&store);
	end(&fixture);
}

CASE(a_full_file_is_said_and_keeps_what_it_has)
{
	struct fixture fixture = begin(1, 3000);
	uint64_t added = 0, refused = 0, i;
	struct store store = {0};

	for (i = 0; i < 1000; i++) {
		if (add(&fixture, i) == TABLE_FULL)
			refused++;
		else
			added++;
	}
	CHECK(refused > 900 && added > TABLE_PLACES && added + refused == 1000);
	empty(&fixture, &store);
	CHECK(sum(&store) == added);
	store_release(&store);
	end(&fixture);
}

CASE(a_descriptor_of_somebody_else_is_not_written_to)
{
	struct fixture fixture = begin(1, 1 << 20);
	int other = open(scratch_path("other"), O_RDWR | O_CREAT | O_TRUNC, 0600);
	uint64_t i;

	CHECK(other >= 0 && dup2(other, fixture.spill.fd) >= 0);
	for (i = 0; i < 10; i++)
		CHECK(add(&fixture, i) == (i < TABLE_PLACES ? TABLE_ADDED : TABLE_FULL));
	CHECK(lseek(other, 0, SEEK_END) == 0);
	close(fixture.spill.fd);
	close(other);
	end(&fixture);
}

static int open_files(void)
{
	int fd, count = 0;

	for (fd = 0; fd < 300; fd++)
		count += fcntl(fd, F_GETFD) >= 0;
	return count;
}

CASE(a_file_that_cannot_be_had_leaves_no_descriptor)
{
	int before = open_files();
	struct spill spill;

	fstat_fails = true;
	CHECK(!spill_open(&spill, scratch_folder, 1 << 20) && errno == EIO);
	fstat_fails = false;
	CHECK(spill.fd == -1 && open_files() == before);
}

/* At its end the system sends SIGXFSZ, which ends the program. */
CASE(the_largest_file_that_the_process_may_write_is_not_exceeded)
{
	const rlim_t sizes[] = {0, 2 * ENTRY, 4096};
	struct rlimit before, low;
	size_t i;

	CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
	for (i = 0; i < ARRAY_LEN(sizes); i++) {
		struct fixture fixture;
		enum table_answer answer = TABLE_ADDED;
		char byte = 1, copy = 0;
		uint64_t number;

		low = (struct rlimit){sizes[i], before.rlim_max};
		CHECK(setrlimit(RLIMIT_FSIZE, &low) == 0);
		fixture = begin(1, 1 << 20);
		for (number = 0; number < 100; number++)
			answer = add(&fixture, number * DEPTH);
		CHECK(answer == TABLE_FULL);
		CHECK(fixture.spill.size == sizes[i] - sizes[i] % ENTRY);
		CHECK(spill_copy(&fixture.spill, (uintptr_t)&byte, &copy, 1) ==
		      (fixture.spill.size < sizes[i]));
		CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
		end(&fixture);
	}
}

/* The signal would end the process, or come when it is not blocked any more. */
CASE(a_limit_that_is_lowered_later_raises_no_signal)
{
	const rlim_t size = 2 * ENTRY;
	struct fixture fixture = begin(1, 1 << 20);
	enum table_answer answer = TABLE_ADDED;
	struct rlimit before, low;
	char byte = 1, copy = 0;
	sigset_t pending;
	uint64_t number;

	CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
	low = (struct rlimit){size, before.rlim_max};
	CHECK(setrlimit(RLIMIT_FSIZE, &low) == 0);
	for (number = 0; number < 100; number++)
		answer = add(&fixture, number * DEPTH);
	CHECK(answer == TABLE_FULL && fixture.spill.size == size);
	CHECK(!spill_copy(&fixture.spill, (uintptr_t)&byte, &copy, 1));
	CHECK(sigpending(&pending) == 0 && !sigismember(&pending, SIGXFSZ));
	CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
	end(&fixture);
}

CASE(sizes_beyond_memory_are_known)
{
	CHECK(table_size(SIZE_MAX / 16, 512) == SIZE_MAX);
	CHECK(table_size(2, 512) == 2 * table_size(1, 512));
	CHECK(table_size(1, 512) >= TABLE_PLACES * stack_sample_size(512));
}

TEST_SCRATCH(sampler_table)
