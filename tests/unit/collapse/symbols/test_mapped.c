/* SPDX-License-Identifier: MIT */
/* The lines of /proc/PID/maps, and what is mapped at an address. */
#include "collapse/symbols/mapped.h"

#include "tests/unit/check.h"

static bool add(struct mapped *mapped, const char *line)
{
	return mapped_add(mapped, slice_from(line));
}

static bool is_at(struct mapped *mapped, uint64_t address, const char *path)
{
	const struct mapping *mapping = mapped_find(mapped, address);

	if (!mapping || !path)
		return !mapping && !path;
	return slice_equal(mapping->path, slice_from(path));
}

CASE(lines_of_the_list_are_read)
{
	struct mapped mapped = {0};

	CHECK(add(&mapped,
		  "00400000-00452000 r-xp 00001000 08:02 173521      /usr/bin/dbus daemon"));
	CHECK(mapped.count == 1);
	CHECK(mapped.at[0].start == 0x400000 && mapped.at[0].end == 0x452000);
	CHECK(mapped.at[0].offset == 0x1000 && mapped.at[0].inode == 173521);
	CHECK(slice_equal(mapped.at[0].path, SLICE("/usr/bin/dbus daemon")));
	CHECK(add(&mapped, "7f00-7f10 rw-p 00000000 00:00 0")); /* without a path */
	CHECK(mapped.count == 1);
	mapped_release(&mapped);
}

CASE(other_lines_are_not)
{
	static const char *const lines[] = {
		"",
		"7f00 rw-p 00000000 00:00 0 /a",
		"7f10-7f00 rw-p 00000000 00:00 0 /a", /* nothing, or less */
		"7f00-7f00 rw-p 00000000 00:00 0 /a",
		"7f00-7g10 rw-p 00000000 00:00 0 /a",
		"7f00-7f10 rw-p",
		"7f00-7f10 rw-p 00000000 00:00 x /a",
		"10000000000000000-20000000000000000 rw-p 00000000 00:00 0 /a", /* beyond 2^64-1 */
	};
	struct mapped mapped = {0};
	size_t i;

	for (i = 0; i < ARRAY_LEN(lines); i++)
		CHECK(!add(&mapped, lines[i]));
	CHECK(mapped.count == 0);
	mapped_release(&mapped);
}

CASE(addresses_are_found_between_start_and_end)
{
	struct mapped mapped = {0};

	CHECK(add(&mapped, "3000-4000 r-xp 0 08:02 2 /b"));
	CHECK(add(&mapped, "1000-2000 r-xp 0 08:02 1 /a"));
	CHECK(is_at(&mapped, 0xfff, NULL));
	CHECK(is_at(&mapped, 0x1000, "/a"));
	CHECK(is_at(&mapped, 0x1fff, "/a"));
	CHECK(is_at(&mapped, 0x2000, NULL));
	CHECK(is_at(&mapped, 0x3fff, "/b"));
	CHECK(add(&mapped, "2000-3000 r-xp 0 00:00 0 [heap]")); /* after a question */
	CHECK(is_at(&mapped, 0x2000, "[heap]"));
	CHECK(is_at(&mapped, UINT64_MAX, NULL));
	mapped_reset(&mapped);
	CHECK(is_at(&mapped, 0x1000, NULL));
	mapped_release(&mapped);
}

CASE(files_that_are_not_at_hand_have_no_functions)
{
	const struct pprof_line *lines;
	struct mapped mapped = {.symbols = MAPPED_ALWAYS};

	CHECK(add(&mapped, "1000-2000 r-xp 0 08:02 1 /nowhere/at all"));
	CHECK(mapped_lines(&mapped, mapped_find(&mapped, 0x1100), 0x1100, &lines) == 0);
	mapped_release(&mapped);
}

TEST_CASES(mapped)
