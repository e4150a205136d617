/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/file_identity.h"

#include <sys/stat.h>

#include "common/system/os.h"

enum { LARGEST_PAGE = 1 << 16 }; /* bytes, of any machine */

/* Clocks differ, and the times of files are those of the last tick of the kernel's clock. */
#define SLACK INT64_C(2000000000)

/* ---- Stamps ---- */

COLD bool file_stamp_read(struct file_stamp *stamp, int fd)
{
	struct stat status;

	*stamp = (struct file_stamp){.inode = 0};
	if (fstat(fd, &status) != 0)
		return false;
	*stamp = (struct file_stamp){
		.major = os_major(status.st_dev),
		.minor = os_minor(status.st_dev),
		.inode = status.st_ino,
		.generation = os_generation(fd),
		.written = os_written(&status),
		.changed = os_changed(&status),
		.size = (uint64_t)status.st_size,
	};
	return true;
}

COLD bool file_stamp_equal(const struct file_stamp *stamp, const struct file_stamp *other)
{
	return stamp->major == other->major && stamp->minor == other->minor &&
	       stamp->inode == other->inode && stamp->generation == other->generation &&
	       stamp->written == other->written && stamp->changed == other->changed &&
	       stamp->size == other->size;
}

/* ---- Facts ---- */

/* Devices differ where a file system has several of them: then inodes cannot be compared. */
static bool has_its_device(const struct file_record *record, const struct file_stamp *stamp)
{
	return record->inode != 0 && record->major == stamp->major && record->minor == stamp->minor;
}

static bool are_known_and_differ(uint64_t a, uint64_t b)
{
	return a != 0 && b != 0 && a != b;
}

static bool is_another_inode(const struct file_record *record, const struct file_stamp *stamp)
{
	return has_its_device(record, stamp) &&
	       (record->inode != stamp->inode ||
		are_known_and_differ(record->generation, stamp->generation));
}

/* An inode that is used again has another generation. */
static bool is_its_inode(const struct file_record *record, const struct file_stamp *stamp)
{
	return has_its_device(record, stamp) && record->inode == stamp->inode &&
	       record->generation != 0 && record->generation == stamp->generation;
}

/*
 * Inodes of two maps can be compared where the file's has another device. If the file was made
 * between the maps, it is not that of the first one, however short the time was.
 */
static bool is_superseded(const struct file_record *record, const struct file_stamp *stamp)
{
	return record->superseded != FILE_TIME_UNKNOWN && !has_its_device(record, stamp) &&
	       stamp->changed > record->last - SLACK && stamp->changed < record->superseded + SLACK;
}

static uint64_t sum(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t round_down(uint64_t offset, uint64_t page)
{
	return offset / page * page;
}

static uint64_t round_up(uint64_t offset, uint64_t page)
{
	return round_down(sum(offset, page - 1), page);
}

/* Bytes from the first segment to the end of the last one, as they are loaded. */
static uint64_t span_of(const struct file_found *found, const struct elf_segment *first,
			uint64_t page)
{
	uint64_t end = first->address;
	size_t i;

	for (i = 0; i < found->segment_count; i++) {
		const struct elf_segment *segment = &found->segments[i];

		if (segment->type == ELF_SEGMENT_LOAD &&
		    sum(segment->address, segment->memory_size) > end)
			end = sum(segment->address, segment->memory_size);
	}
	return end - round_down(first->address, page);
}

/*
 * True if the file has code where the map was. Loaders map the first segment as long as the whole
 * program, to reserve the addresses, and the others over it: such a map may be longer.
 */
static bool has_code_of(const struct file_found *found, const struct file_record *record)
{
	const uint64_t page = record->is_foreign ? LARGEST_PAGE : found->page;
	const struct elf_segment *first = NULL;
	size_t i;

	for (i = 0; i < found->segment_count; i++) {
		const struct elf_segment *segment = &found->segments[i];
		const uint64_t begin = round_down(segment->offset, page);

		if (segment->type != ELF_SEGMENT_LOAD)
			continue;
		if (!first)
			first = segment;
		if (!segment->is_executable || record->offset < begin)
			continue;
		if (sum(record->offset, record->size) <=
		    round_up(sum(segment->offset, segment->size), page))
			return true;
		if (segment == first && record->offset == begin &&
		    round_up(record->size, page) == round_up(span_of(found, first, page), page))
			return true;
	}
	return false;
}

/* ---- Verdict ---- */

COLD int64_t file_made_at(const struct file_stamp *stamp)
{
	return stamp->written < stamp->changed ? stamp->written : stamp->changed;
}

COLD int64_t file_valid_since(const struct file_stamp *stamp)
{
	return file_made_at(stamp) - SLACK;
}

COLD int64_t file_untouched_since(const struct file_stamp *stamp)
{
	return stamp->changed - SLACK;
}

static enum file_verdict judge_by_time(const struct file_record *record,
				       const struct file_found *found)
{
	const struct file_stamp *stamp = &found->stamp;

	if (record->time == FILE_TIME_UNKNOWN)
		return record->id == FILE_ID_OF_TABLE || is_its_inode(record, stamp)
			       ? FILE_SAME
			       : FILE_UNPROVEN;
	if (record->is_written_later) /* unless an earlier program left it */
		return record->time - SLACK > stamp->written ? FILE_REPLACED : FILE_SAME;
	if (record->time < file_valid_since(stamp))
		return FILE_REPLACED;
	return record->id == FILE_ID_NONE && record->time < file_untouched_since(stamp)
		       ? FILE_TOUCHED
		       : FILE_SAME;
}

COLD enum file_verdict file_judge(const struct file_record *record, const struct file_found *found)
{
	if (record->id != FILE_ID_NONE && !found->has_id)
		return FILE_OTHER_BUILD;
	if (record->id == FILE_ID_OF_MAP)
		return FILE_SAME;
	if (record->is_foreign && record->id == FILE_ID_NONE)
		return FILE_FOREIGN;
	if (!record->is_foreign &&
	    (is_another_inode(record, &found->stamp) || is_superseded(record, &found->stamp)))
		return FILE_REPLACED;
	if (found->is_elf && record->size > 0 && !has_code_of(found, record))
		return FILE_OTHER_CODE;
	return record->is_foreign ? FILE_SAME : judge_by_time(record, found);
}
