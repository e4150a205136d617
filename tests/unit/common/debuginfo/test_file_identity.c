/* SPDX-License-Identifier: MIT */
/* Facts of a record, facts of a file, and whether they are of one file. */
#include "common/debuginfo/file_identity.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

#define SECOND INT64_C(1000000000)
#define MAPPED (1000 * SECOND)

/* R, RX, R and RW, as linkers have them that divide segments by their rights. */
static const struct elf_segment divided[] = {
	{.type = ELF_SEGMENT_LOAD, .offset = 0, .size = 0x628, .address = 0, .memory_size = 0x628},
	{.type = ELF_SEGMENT_LOAD,
	 .is_executable = true,
	 .offset = 0x1000,
	 .size = 0x2185,
	 .address = 0x1000,
	 .memory_size = 0x2185},
	{.type = ELF_SEGMENT_LOAD,
	 .offset = 0x4000,
	 .size = 0xfc,
	 .address = 0x4000,
	 .memory_size = 0xfc},
	{.type = ELF_SEGMENT_LOAD,
	 .offset = 0x4dd0,
	 .size = 0x248,
	 .address = 0x5dd0,
	 .memory_size = 0x250},
};

/* Code first, data far after it. */
static const struct elf_segment joined[] = {
	{.type = ELF_SEGMENT_LOAD,
	 .is_executable = true,
	 .offset = 0,
	 .size = 0x2185,
	 .address = 0x400000,
	 .memory_size = 0x2185},
	{.type = ELF_SEGMENT_LOAD,
	 .offset = 0x2dd0,
	 .size = 0x248,
	 .address = 0x602dd0,
	 .memory_size = 0x2250},
};

enum shape { NO_ELF, DIVIDED, JOINED };

static struct file_found found_of(const struct file_stamp *stamp, enum shape shape, bool has_id)
{
	return (struct file_found){
		.stamp = *stamp,
		.has_id = has_id,
		.is_elf = shape != NO_ELF,
		.segments = shape == DIVIDED ? divided : joined,
		.segment_count = shape == DIVIDED ? ARRAY_LEN(divided) : ARRAY_LEN(joined),
		.page = 4096,
	};
}

/* clang-format off */
#define NEVER .superseded = FILE_TIME_UNKNOWN
#define ON(number, reuse) .major = 8, .minor = 1, .inode = (number), .generation = (reuse)

/* The file is inode 11 of device 8:1, for the 7th time. */
static const struct row {
	const char *law;
	struct file_record record;
	int64_t written, changed; /* seconds after the map */
	bool has_id;
	enum shape shape;
	enum file_verdict verdict;
} rows[] = {
	{"nothing against it", {NEVER, .time = MAPPED}, -100, -100, false, NO_ELF, FILE_SAME},
	{"an id of the map decides",
	 {NEVER, .id = FILE_ID_OF_MAP, ON(12, 0), .time = MAPPED}, 9, 9, true, NO_ELF, FILE_SAME},
	{"also on another machine",
	 {NEVER, .id = FILE_ID_OF_MAP, .is_foreign = true}, 9, 9, true, NO_ELF, FILE_SAME},
	{"against the file",
	 {NEVER, .id = FILE_ID_OF_MAP, .time = MAPPED}, -9, -9, false, NO_ELF, FILE_OTHER_BUILD},
	{"an id of the table that differs",
	 {NEVER, .id = FILE_ID_OF_TABLE, .time = MAPPED}, -9, -9, false, NO_ELF, FILE_OTHER_BUILD},
	{"one that agrees",
	 {NEVER, .id = FILE_ID_OF_TABLE, .time = MAPPED}, -9, -9, true, NO_ELF, FILE_SAME},
	{"unless the inode is another one",
	 {NEVER, .id = FILE_ID_OF_TABLE, ON(12, 0), .time = MAPPED}, -9, -9, true, NO_ELF, FILE_REPLACED},
	{"or it was written later",
	 {NEVER, .id = FILE_ID_OF_TABLE, .time = MAPPED}, 9, 9, true, NO_ELF, FILE_REPLACED},
	{"its rights do not matter",
	 {NEVER, .id = FILE_ID_OF_TABLE, .time = MAPPED}, -9, 9, true, NO_ELF, FILE_SAME},
	{"nor inodes and times of another machine",
	 {NEVER, .id = FILE_ID_OF_TABLE, .is_foreign = true, ON(12, 0), .time = MAPPED}, 9, 9, true, DIVIDED, FILE_SAME},
	{"the inode", {NEVER, ON(11, 0), .time = MAPPED}, -9, -9, false, NO_ELF, FILE_SAME},
	{"another inode", {NEVER, ON(12, 0), .time = MAPPED}, -9, -9, false, NO_ELF, FILE_REPLACED},
	{"of another device",
	 {NEVER, .major = 0, .minor = 42, .inode = 12, .time = MAPPED}, -9, -9, false, NO_ELF, FILE_SAME},
	{"no inode is known",
	 {NEVER, .major = 8, .minor = 1, .time = MAPPED}, -9, -9, false, NO_ELF, FILE_SAME},
	{"of another device, and the file was made before another one was mapped",
	 {.minor = 42, .inode = 12, .time = MAPPED, .last = MAPPED, .superseded = MAPPED + SECOND}, 1, 1, false, NO_ELF,
	 FILE_REPLACED},
	{"or before both were", {.minor = 42, .inode = 12, .time = MAPPED, .last = MAPPED, .superseded = MAPPED + SECOND},
	 -9, -9, false, NO_ELF, FILE_SAME},
	{"of this device inodes decide",
	 {ON(11, 0), .time = MAPPED, .last = MAPPED, .superseded = MAPPED + SECOND}, 1, 1, false, NO_ELF, FILE_SAME},
	{"its generation", {NEVER, ON(11, 7), .time = MAPPED}, -9, -9, false, NO_ELF, FILE_SAME},
	{"another generation of the inode",
	 {NEVER, ON(11, 8), .time = MAPPED}, -9, -9, false, NO_ELF, FILE_REPLACED},
	{"its inode, written again",
	 {NEVER, ON(11, 7), .time = MAPPED}, 9, 9, false, NO_ELF, FILE_REPLACED},
	{"written later", {NEVER, .time = MAPPED}, 3, 3, false, NO_ELF, FILE_REPLACED},
	{"but hardly", {NEVER, .time = MAPPED}, 2, 2, false, NO_ELF, FILE_SAME},
	{"moved, or written by cp -p", {NEVER, .time = MAPPED}, -9, 3, false, NO_ELF, FILE_TOUCHED},
	{"given a time to come", {NEVER, .time = MAPPED}, 900, -9, false, NO_ELF, FILE_SAME},
	{"it is not known when",
	 {NEVER, .time = FILE_TIME_UNKNOWN}, -9, -9, false, NO_ELF, FILE_UNPROVEN},
	{"but which inode",
	 {NEVER, ON(11, 7), .time = FILE_TIME_UNKNOWN}, 9, 9, false, NO_ELF, FILE_SAME},
	{"an inode alone is used again",
	 {NEVER, ON(11, 0), .time = FILE_TIME_UNKNOWN}, -9, -9, false, NO_ELF, FILE_UNPROVEN},
	{"but which build",
	 {NEVER, .id = FILE_ID_OF_TABLE, .time = FILE_TIME_UNKNOWN}, 9, 9, true, NO_ELF, FILE_SAME},
	{"code of a segment",
	 {NEVER, .offset = 0x1000, .size = 0x3000, .time = MAPPED}, -9, -9, false, DIVIDED, FILE_SAME},
	{"a part of it",
	 {NEVER, .offset = 0x2000, .size = 0x1000, .time = MAPPED}, -9, -9, false, DIVIDED, FILE_SAME},
	{"more than it has",
	 {NEVER, .offset = 0x1000, .size = 0x4000, .time = MAPPED}, -9, -9, false, DIVIDED, FILE_OTHER_CODE},
	{"code of where data is",
	 {NEVER, .offset = 0, .size = 0x1000, .time = MAPPED}, -9, -9, false, DIVIDED, FILE_OTHER_CODE},
	{"also with the id of the table",
	 {NEVER, .id = FILE_ID_OF_TABLE, .offset = 0x4000, .size = 0x1000, .time = MAPPED}, -9, -9, true, DIVIDED, FILE_OTHER_CODE},
	{"all that overflows",
	 {NEVER, .offset = 0x1000, .size = UINT64_MAX, .time = MAPPED}, -9, -9, false, DIVIDED, FILE_OTHER_CODE},
	{"data", {NEVER, .offset = 0x4000, .time = MAPPED}, -9, -9, false, DIVIDED, FILE_SAME},
	{"addresses reserved for the whole program",
	 {NEVER, .offset = 0, .size = 0x206000, .time = MAPPED}, -9, -9, false, JOINED, FILE_SAME},
	{"and for another one",
	 {NEVER, .offset = 0, .size = 0x207000, .time = MAPPED}, -9, -9, false, JOINED, FILE_OTHER_CODE},
	{"another machine",
	 {NEVER, .is_foreign = true, .time = MAPPED}, -9, -9, false, NO_ELF, FILE_FOREIGN},
	{"also with that inode",
	 {NEVER, .is_foreign = true, ON(11, 7), .time = MAPPED}, -9, -9, false, NO_ELF, FILE_FOREIGN},
	{"a dump that is being written",
	 {NEVER, .is_written_later = true, .time = MAPPED}, 9, 9, false, NO_ELF, FILE_SAME},
	{"one that an earlier program left",
	 {NEVER, .is_written_later = true, .time = MAPPED}, -9, -9, false, NO_ELF, FILE_REPLACED},
};
/* clang-format on */

CASE(facts_decide)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		const struct row *row = &rows[i];
		const struct file_stamp stamp = {
			.major = 8,
			.minor = 1,
			.inode = 11,
			.generation = 7,
			.written = MAPPED + row->written * SECOND,
			.changed = MAPPED + row->changed * SECOND,
		};
		const struct file_found found = found_of(&stamp, row->shape, row->has_id);
		const enum file_verdict verdict = file_judge(&row->record, &found);

		CHECK(verdict == row->verdict);
		if (verdict != row->verdict)
			printf("%s: %d instead of %d\n", row->law, (int)verdict, (int)row->verdict);
	}
}

/* The borders that file_valid_since() and file_untouched_since() give are those of file_judge(). */
CASE(borders_in_time_are_those_of_the_verdict)
{
	const struct file_stamp stamp = {.written = 50 * SECOND, .changed = 90 * SECOND};
	const struct file_found found = found_of(&stamp, NO_ELF, false);
	struct file_record record = {.time = file_valid_since(&stamp) - 1, NEVER};

	CHECK(file_judge(&record, &found) == FILE_REPLACED);
	record.time++;
	CHECK(file_judge(&record, &found) == FILE_TOUCHED);
	record.time = file_untouched_since(&stamp) - 1;
	CHECK(file_judge(&record, &found) == FILE_TOUCHED);
	record.time++;
	CHECK(file_judge(&record, &found) == FILE_SAME);
}

static bool read_stamp(struct file_stamp *stamp)
{
	const int fd = open(scratch_path("file"), O_RDONLY | O_CLOEXEC);
	const bool is_read = fd >= 0 && file_stamp_read(stamp, fd);

	if (fd >= 0)
		close(fd);
	return is_read;
}

CASE(a_stamp_changes_with_its_file)
{
	const struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000, .tv_nsec = 5}};
	struct file_stamp first, again, other;

	scratch_write("file", SLICE("one"));
	CHECK(read_stamp(&first) && read_stamp(&again));
	CHECK(first.inode != 0 && first.size == 3 && first.changed >= first.written);
	CHECK(file_stamp_equal(&first, &again));
	CHECK(utimensat(AT_FDCWD, scratch_path("file"), old, 0) == 0);
	CHECK(read_stamp(&other) && !file_stamp_equal(&first, &other));
	CHECK(other.written == 1000 * SECOND + 5 && other.inode == first.inode);
	CHECK(!file_stamp_read(&other, -1));
}

TEST_SCRATCH(file_identity)
