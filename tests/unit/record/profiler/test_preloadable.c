/* SPDX-License-Identifier: MIT */
#include "record/profiler/profiler.h"

#include <sys/stat.h>

#include "common/base/base.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

enum { LOAD = 1, INTERP = 3 }; /* types of program headers */

/* An ELF file in the byte order of this machine. */
struct elf {
	bool is_64, is_swapped, is_cut;
	uint32_t types[2]; /* of its program headers */
};

static void put(char *at, uint64_t value, size_t size)
{
	uint16_t two = (uint16_t)value;
	uint32_t four = (uint32_t)value;

	memcpy(at, size == 2 ? (void *)&two : size == 4 ? (void *)&four : (void *)&value, size);
}

static const char *obstacle_of(struct elf elf)
{
	static const uint16_t one = 1;
	char file[256] = "\177ELF";
	const char *path = scratch_path("program"), *obstacle;
	FILE *out = fopen(path, "w");
	size_t i;

	file[4] = elf.is_64 ? 2 : 1;
	file[5] = (*(const char *)&one == 1) != elf.is_swapped ? 1 : 2;
	put(file + (elf.is_64 ? 32 : 28), 64, elf.is_64 ? 8 : 4);
	put(file + (elf.is_64 ? 54 : 42), 56, 2);
	put(file + (elf.is_64 ? 56 : 44), ARRAY_LEN(elf.types), 2);
	for (i = 0; i < ARRAY_LEN(elf.types); i++)
		put(file + 64 + 56 * i, elf.types[i], 4);
	fwrite(file, 1, elf.is_cut ? 100 : sizeof(file), out);
	fclose(out);
	obstacle = preloadable_obstacle(path);
	unlink(path);
	return obstacle;
}

CASE(a_program_without_a_loader_is_static)
{
	CHECK(obstacle_of((struct elf){.is_64 = true, .types = {LOAD, LOAD}}));
	CHECK(obstacle_of((struct elf){.is_64 = false, .types = {LOAD, LOAD}}));
	CHECK(!obstacle_of((struct elf){.is_64 = true, .types = {LOAD, INTERP}}));
	CHECK(!obstacle_of((struct elf){.is_64 = false, .types = {INTERP, LOAD}}));
}

CASE(unknown_files_are_no_obstacle)
{
	const char *path = scratch_path("script");
	FILE *out = fopen(path, "w");

	CHECK(!obstacle_of((struct elf){.is_64 = true, .is_swapped = true, .types = {LOAD}}));
	CHECK(!obstacle_of((struct elf){.is_64 = true, .is_cut = true, .types = {LOAD, LOAD}}));
	fputs("#!/bin/sh\n", out);
	fclose(out);
	CHECK(!preloadable_obstacle(path));
	unlink(path);
	CHECK(!preloadable_obstacle(path));
}

TEST_SCRATCH(preloadable)
