/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pwritev() */

#include "record/sampler/sample_store.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "common/base/quiet.h"
#include "common/table/hash.h"

enum { SPILL_FD = 200 }; /* at least: out of the way of programs that count on low numbers */

static int open_nameless(const char *dir)
{
	char path[4096];
	int fd, length = snprintf(path, sizeof(path), "%s/flamesample-XXXXXX", dir);

	if (length < 0 || (size_t)length >= sizeof(path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	fd = mkstemp(path);
	if (fd >= 0)
		unlink(path);
	return fd;
}

bool spill_open(struct spill *spill, const char *dir, uint64_t limit)
{
	struct rlimit files = {.rlim_cur = RLIM_INFINITY};
	struct stat status;
	int fd = open_nameless(dir);

	getrlimit(RLIMIT_FSIZE, &files);
	*spill = (struct spill){
		.fd = -1,
		.limit = limit < files.rlim_cur ? limit : files.rlim_cur,
		.largest = files.rlim_cur,
	};
	if (fd < 0)
		return false;
	if (fstat(fd, &status) == 0) {
		spill->fd = fcntl(fd, F_DUPFD_CLOEXEC, SPILL_FD);
		if (spill->fd < 0)
			spill->fd = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
		spill->device = status.st_dev;
		spill->inode = status.st_ino;
	}
	close(fd);
	return spill->fd >= 0;
}

static bool is_ours(const struct spill *spill)
{
	struct stat status;

	return spill->fd >= 0 && fstat(spill->fd, &status) == 0 && status.st_dev == spill->device &&
	       status.st_ino == spill->inode;
}

void spill_close(const struct spill *spill)
{
	if (is_ours(spill))
		close(spill->fd);
}

/* RLIMIT_FSIZE may be lower by now than it was: then a signal would end the program. */
static bool write_at(const struct spill *spill, const struct iovec *parts, int count, uint64_t at)
{
	const struct quiet quiet = quiet_begin();
	const ssize_t n = pwritev(spill->fd, parts, count, (off_t)at);
	size_t size = 0;

	while (count > 0)
		size += parts[--count].iov_len;
	quiet_end(&quiet, n);
	return n == (ssize_t)size;
}

/* The hash that follows a stack in the file; it shows whether bytes were changed there. */
static uint64_t check_of(const struct stack_sample *sample, uint64_t at)
{
	return at ^ hash_bytes(sample, stack_sample_size(sample->depth));
}

/*
 * False if it does not fit, or the file is no longer ours: programs close what they did not open.
 */
static bool spill_write(struct spill *spill, const struct stack_sample *sample)
{
	const size_t size = stack_sample_size(sample->depth);
	uint64_t check = check_of(sample, spill->size);
	struct iovec parts[] = {{(void *)(uintptr_t)sample, size}, {&check, sizeof(check)}};

	assert(spill->size <= spill->limit);
	if (size + sizeof(check) > spill->limit - spill->size || !is_ours(spill) ||
	    !write_at(spill, parts, ARRAY_LEN(parts), spill->size))
		return false;
	spill->size += size + sizeof(check);
	return true;
}

/* After the stacks: the next one is written over it. */
bool spill_copy(const struct spill *spill, uintptr_t from, void *to, size_t size)
{
	const struct iovec part = {(void *)from, size};

	return size <= spill->largest - spill->size && is_ours(spill) &&
	       write_at(spill, &part, 1, spill->size) &&
	       pread(spill->fd, to, size, (off_t)spill->size) == (ssize_t)size;
}

bool spill_read(struct spill *spill, struct stack_sample *sample, uint32_t depth)
{
	const off_t at = (off_t)spill->taken;
	struct iovec parts[2];
	uint64_t check;
	size_t rest;

	assert(spill->taken <= spill->size);
	if (spill->taken == spill->size || !is_ours(spill) ||
	    pread(spill->fd, sample, sizeof(*sample), at) != (ssize_t)sizeof(*sample) ||
	    sample->depth > depth)
		return false;
	rest = sample->depth * sizeof(uintptr_t);
	parts[0] = (struct iovec){sample->frames, rest};
	parts[1] = (struct iovec){&check, sizeof(check)};
	if (preadv(spill->fd, parts, 2, at + (off_t)sizeof(*sample)) !=
		    (ssize_t)(rest + sizeof(check)) ||
	    check != check_of(sample, spill->taken))
		return false;
	spill->taken += stack_sample_size(sample->depth) + sizeof(check);
	return true;
}

static size_t place_size(uint32_t depth)
{
	const size_t line = 64; /* of the processor's cache */

	return (stack_sample_size(depth) + line - 1) / line * line;
}

size_t table_size(size_t buckets, uint32_t depth)
{
	size_t bucket = TABLE_PLACES * (place_size(depth) + sizeof(struct table_head));

	return buckets > SIZE_MAX / bucket ? SIZE_MAX : buckets * bucket;
}

void sample_table_init(struct sample_table *table, size_t buckets, uint32_t depth, void *memory)
{
	assert(buckets > 0 && depth > 0 && (uintptr_t)memory % sizeof(uint64_t) == 0);
	*table = (struct sample_table){
		.heads = memory,
		.places = (char *)memory + buckets * TABLE_PLACES * sizeof(struct table_head),
		.place_size = place_size(depth),
		.buckets = buckets,
		.depth = depth,
	};
}

static struct stack_sample *place_of(const struct sample_table *table, size_t number)
{
	return (struct stack_sample *)(void *)(table->places + number * table->place_size);
}

static bool is_same(const struct stack_sample *a, const struct stack_sample *b)
{
	return a->depth == b->depth &&
	       memcmp(stack_sample_key(a), stack_sample_key(b), stack_sample_key_size(a)) == 0;
}

/* Make a place free: its stack goes to the spill, with all its count. */
static bool evict(const struct sample_table *table, struct spill *spill, size_t number)
{
	struct stack_sample *place = place_of(table, number);

	place->count = table->heads[number].count;
	return spill_write(spill, place);
}

enum table_answer sample_table_add(struct sample_table *table, struct spill *spill,
				   const struct stack_sample *sample)
{
	uint32_t hash = hash_bytes(stack_sample_key(sample), stack_sample_key_size(sample));
	size_t first = hash % table->buckets * TABLE_PLACES, least = first, i;
	struct table_head *heads = table->heads;
	enum table_answer answer = TABLE_ADDED;

	assert(sample->count > 0 && sample->depth <= table->depth);
	for (i = first; i < first + TABLE_PLACES; i++) {
		if (heads[i].count > 0 && heads[i].hash == hash &&
		    is_same(place_of(table, i), sample)) {
			heads[i].count += sample->count;
			return TABLE_ADDED;
		}
		if (heads[i].count < heads[least].count)
			least = i;
	}
	if (heads[least].count > 0) {
		if (!evict(table, spill, least))
			return TABLE_FULL;
		answer = TABLE_EVICTED;
	}
	memcpy(place_of(table, least), sample, stack_sample_size(sample->depth));
	heads[least] = (struct table_head){sample->count, hash};
	return answer;
}

size_t sample_table_take(struct sample_table *table, size_t bucket, char *into)
{
	size_t count = 0, i;

	assert(bucket < table->buckets);
	for (i = bucket * TABLE_PLACES; i < (bucket + 1) * TABLE_PLACES; i++) {
		struct stack_sample *taken;

		if (table->heads[i].count == 0)
			continue;
		taken = (struct stack_sample *)(void *)(into + count * table->place_size);
		memcpy(taken, place_of(table, i), stack_sample_size(place_of(table, i)->depth));
		taken->count = table->heads[i].count;
		table->heads[i].count = 0;
		count++;
	}
	return count;
}

void store_release(struct store *store)
{
	intern_release(&store->keys);
	free(store->room);
	free(store->counts);
	*store = (struct store){0};
}

/* The counts grow first: when memory is out nothing is half done. */
void store_add(struct store *store, const struct stack_sample *sample)
{
	struct slice key = slice_of(stack_sample_key(sample), stack_sample_key_size(sample));
	size_t before = store->keys.count;
	frame_id id;

	MEMORY_ROOM(store->counts, before, store->cap);
	id = intern_add(&store->keys, key);
	if (id == before)
		store->counts[id] = 0;
	store->counts[id] += sample->count;
}

const struct stack_sample *store_sample(struct store *store, size_t number)
{
	struct slice key = intern_name(&store->keys, (frame_id)number);

	assert(number < store_count(store) &&
	       key.len >= sizeof(struct stack_sample) - STACK_SAMPLE_KEY);
	store->room = memory_resize(store->room, 1, STACK_SAMPLE_KEY + key.len);
	memcpy((char *)store->room + STACK_SAMPLE_KEY, key.ptr, key.len);
	store->room->count = store->counts[number];
	return store->room;
}
