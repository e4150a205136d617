/* SPDX-License-Identifier: MIT */
/* Build ids of files that other programs may have written, or replaced by something else. */
#include "record/events/running.h"

#include <sys/stat.h>
#include <unistd.h>

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
	return (struct build_id_file){1, 2, (uint64_t)status.st_ino};
}

static bool has_id(const char *path, struct build_id_file file)
{
	struct build_id_cache *cache = build_id_cache_new();
	const struct build_id *id = build_id_of(cache, getpid(), slice_from(path), file);
	const bool found = id != NULL;

	CHECK(!found || (id->size == 4 && memcmp(id->bytes, "\xAB\xCD\xEF\x01", 4) == 0));
	build_id_cache_free(cache);
	return found;
}

static void only_the_mapped_file_is_read(void)
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
static void only_regular_files_are_read(void)
{
	const char *path = scratch_path("pipe");

	CHECK(mkfifo(path, 0600) == 0);
	CHECK(!has_id(path, file_at(path)));
	CHECK(!has_id(scratch_folder, file_at(scratch_folder)));
	scratch_files(true);
}

static void damaged_files_have_no_build_id(void)
{
	size_t size;

	for (size = 0; size < sizeof(program); size++) {
		const char *path = scratch_write("program", slice_of((const char *)program, size));

		CHECK(!has_id(path, file_at(path)));
	}
	scratch_files(true);
}

TEST(build_ids)
{
	scratch_begin();
	only_the_mapped_file_is_read();
	only_regular_files_are_read();
	damaged_files_have_no_build_id();
	scratch_end();
	return check_done();
}
