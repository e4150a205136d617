/* SPDX-License-Identifier: MIT */
/* Build ids of files that other programs may have written, or replaced by something else. */
#include "record/events/running.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/system/os.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

/* An ELF file of 64 bits, little-endian, with one segment: the note of a build id of 4 bytes. */
static const unsigned char program[64 + 56 + 20] = {
	0x7F,      'E',        'L',       'F',         2,         1,        1, [16] = 2,
	[18] = 62, [20] = 1,   [32] = 64, [52] = 64,   [54] = 56, [56] = 1, /* the segment */
	[64] = 4,  [72] = 120, [96] = 20, [104] = 20,  [112] = 4,           /* the note */
	[120] = 4, [124] = 4,  [128] = 3, [132] = 'G', 'N',       'U',      0, 0xAB,
	0xCD,      0xEF,       0x01,
};

static struct build_id_file file_at(const char *path)
{
	struct stat status;

	CHECK(stat(path, &status) == 0);
	return (struct build_id_file){1, 2, (uint64_t)status.st_ino, 0};
}

static bool is_its_id(const void *bytes, size_t size)
{
	return size == 4 && memcmp(bytes, "\xAB\xCD\xEF\x01", 4) == 0;
}

static bool has_id(const char *path, struct build_id_file file)
{
	struct build_id_cache *cache = build_id_cache_new();
	const struct build_id_map map = {.process = getpid(),
					 .path = slice_from(path),
					 .file = file,
					 .time = BUILD_ID_ANY_TIME};
	const struct build_id *id = build_id_of(cache, &map);
	const bool found = id != NULL;

	CHECK(!found || is_its_id(id->bytes, id->size));
	build_id_cache_free(cache);
	return found;
}

CASE(only_the_mapped_file_is_read)
{
	const struct slice bytes = slice_of((const char *)program, sizeof(program));
	const char *path = scratch_write("program", bytes);
	struct build_id_file file = file_at(path);

	CHECK(has_id(path, file));
	CHECK(!has_id(scratch_path("missing"), file));
	CHECK(!has_id("program", file));
	file.inode++;
	CHECK(!has_id(path, file));
	scratch_files(true);
}

/* A FIFO does not wait for a writer either. */
CASE(only_regular_files_are_read)
{
	const char *path = scratch_path("pipe");

	CHECK(mkfifo(path, 0600) == 0);
	CHECK(!has_id(path, file_at(path)));
	CHECK(!has_id(scratch_folder, file_at(scratch_folder)));
	scratch_files(true);
}

CASE(damaged_files_have_no_build_id)
{
	size_t size;

	for (size = 0; size < sizeof(program); size++) {
		const char *path = scratch_write("program", slice_of((const char *)program, size));

		CHECK(!has_id(path, file_at(path)));
	}
	scratch_files(true);
}

/* A record MMAP2 as the kernel writes it: the trailer is pid and tid, time, cpu. */
struct map_record {
	struct perf_event_header header;
	uint32_t process, thread;
	uint64_t address, size, page;
	union {
		struct {
			uint32_t major, minor;
			uint64_t inode, generation;
		} file;
		struct {
			unsigned char size, zeros[3], bytes[20];
		} id;
	} of;
	uint32_t protection, flags;
	char path[256];
	uint64_t trailer[3];
};

enum { TRAILER = 24, MARK = PERF_RECORD_MISC_MMAP_BUILD_ID };

static struct map_record record_of(const char *path, uint64_t time, unsigned misc)
{
	const struct build_id_file file = file_at(path);
	struct map_record record = {
		.header = {PERF_RECORD_MMAP2, (uint16_t)misc, sizeof(record)},
		.process = (uint32_t)getpid(),
		.trailer = {0, time, 0},
	};

	record.of.file.major = 1;
	record.of.file.inode = file.inode;
	snprintf(record.path, sizeof(record.path), "%s", path);
	return record;
}

/* The file's last change, by the clock of recordings. */
static uint64_t changed_at(const char *path)
{
	struct timespec real, monotonic;
	struct stat status;

	CHECK(stat(path, &status) == 0);
	clock_gettime(CLOCK_REALTIME, &real);
	clock_gettime(CLOCK_MONOTONIC, &monotonic);
	return (uint64_t)(os_changed(&status) - os_nanoseconds(real) + os_nanoseconds(monotonic));
}

/* A file that was changed after it was mapped, or perhaps was, has another build id than the map. */
CASE(records_get_the_id_of_a_file_that_is_older)
{
	const struct slice bytes = slice_of((const char *)program, sizeof(program));
	const char *path = scratch_write("program", bytes);
	const uint64_t changed = changed_at(path), later = 1000000000;
	struct build_id_cache *cache = build_id_cache_new();
	struct map_record record = record_of(path, changed + later, 2);

	build_id_put(cache, (unsigned char *)&record, TRAILER);
	CHECK(record.header.misc == (2 | MARK) && record.header.size == sizeof(record));
	CHECK(is_its_id(record.of.id.bytes, record.of.id.size) && record.of.id.zeros[0] == 0);
	CHECK(record.of.id.bytes[4] == 0 && record.of.id.bytes[19] == 0);
	CHECK(strcmp(record.path, path) == 0 && record.trailer[1] == changed + later);

	record = record_of(path, changed, 2);
	build_id_put(cache, (unsigned char *)&record, TRAILER);
	CHECK(record.header.misc == 2 && record.of.file.major == 1);
	CHECK(record.of.file.inode == file_at(path).inode);
	build_id_cache_free(cache);
	scratch_files(true);
}

/* The kernel marks records of a recording without build ids if another recording has them. */
CASE(a_wrong_mark_is_removed)
{
	const char *path = scratch_write("text", SLICE("no program"));
	struct build_id_cache *cache = build_id_cache_new();
	struct map_record record = record_of(path, changed_at(path) + 1000000000, 2 | MARK);

	build_id_put(cache, (unsigned char *)&record, TRAILER);
	CHECK(record.header.misc == 2 && record.of.file.inode == file_at(path).inode);
	build_id_cache_free(cache);
	scratch_files(true);
}

/* A file that is written anew has the same inode, and its new id. */
CASE(a_file_that_was_changed_is_read_again)
{
	const struct timespec tick = {.tv_nsec = 20000000};
	const char *path = scratch_write("text", SLICE("no program"));
	struct build_id_cache *cache = build_id_cache_new();
	struct map_record record = record_of(path, changed_at(path) + 1000000000, 2);

	build_id_put(cache, (unsigned char *)&record, TRAILER);
	CHECK(record.header.misc == 2);
	nanosleep(&tick, NULL);
	path = scratch_write("text", slice_of((const char *)program, sizeof(program)));
	record = record_of(path, changed_at(path) + 1000000000, 2);
	build_id_put(cache, (unsigned char *)&record, TRAILER);
	CHECK(record.header.misc == (2 | MARK));
	build_id_cache_free(cache);
	scratch_files(true);
}

TEST_SCRATCH(build_ids)
