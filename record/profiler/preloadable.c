/* SPDX-License-Identifier: MIT */
#include "record/profiler/preloadable.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/slice.h"

enum {
	HEAD = 4096,   /* bytes; linkers write the program headers after the file header */
	PT_INTERP = 3, /* the program header that names the dynamic loader */
};

/* Positions of fields in the ELF header: elf(5). */
struct layout {
	size_t table, table_size, entry_size, count;
};

static const struct layout layout_32 = {28, sizeof(uint32_t), 42, 44};
static const struct layout layout_64 = {32, sizeof(uint64_t), 54, 56};

/* A number in the byte order of this machine; 0 beyond the end. */
static uint64_t number_at(struct slice head, size_t at, size_t size)
{
	uint16_t two;
	uint32_t four;
	uint64_t eight;

	if (at > head.len || head.len - at < size)
		return 0;
	switch (size) {
	case sizeof(two): memcpy(&two, head.ptr + at, size); return two;
	case sizeof(four): memcpy(&four, head.ptr + at, size); return four;
	default: memcpy(&eight, head.ptr + at, size); return eight;
	}
}

static bool is_elf_of_this_order(struct slice head)
{
	static const union {
		uint16_t number;
		char first;
	} one = {1};

	return head.len > 64 && slice_starts(head, SLICE("\177ELF")) &&
	       head.ptr[5] == (one.first == 1 ? 1 : 2);
}

/* Also a position independent program is static if no loader is named. */
static bool is_static(struct slice head)
{
	const struct layout *layout;
	uint64_t table, size, count, i;

	if (!is_elf_of_this_order(head))
		return false;
	layout = head.ptr[4] == 2 ? &layout_64 : &layout_32;
	table = number_at(head, layout->table, layout->table_size);
	size = number_at(head, layout->entry_size, sizeof(uint16_t));
	count = number_at(head, layout->count, sizeof(uint16_t));
	if (table >= head.len || size * count > head.len - table)
		return false; /* not all of it is here */
	for (i = 0; i < count; i++) {
		if (number_at(head, (size_t)(table + i * size), sizeof(uint32_t)) == PT_INTERP)
			return false;
	}
	return count > 0;
}

const char *preloadable_obstacle(const char *path)
{
	char head[HEAD];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status = {0};
	ssize_t n = -1;

	if (fd >= 0 && fstat(fd, &status) == 0)
		n = read(fd, head, sizeof(head));
	if (fd >= 0)
		close(fd);
	if (((status.st_mode & S_ISUID) != 0 && status.st_uid != geteuid()) ||
	    ((status.st_mode & S_ISGID) != 0 && status.st_gid != getegid()))
		return "runs as another user or group, so that no library can be preloaded";
	if (n > 0 && is_static(slice_of(head, (size_t)n)))
		return "is linked statically, so that no library can be preloaded";
	return NULL;
}
