/* SPDX-License-Identifier: MIT */
/* Functions of just-in-time compilers, from tidy, odd, overlapping and damaged maps. */
#include "common/debuginfo/perf_map.h"

#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

static struct perf_map *read_text(struct slice text)
{
	const int fd = open(scratch_write("map", text), O_RDONLY);
	struct perf_map *map = perf_map_read(fd);

	close(fd);
	return map;
}

/* True if this is the function at the address. NULL: there is none. */
static bool names(const struct perf_map *map, uint64_t address, const char *wanted)
{
	struct perf_map_function found;

	if (!perf_map_find(map, address, UINT64_MAX, &found))
		return !wanted;
	return wanted && slice_equal(found.name, slice_from(wanted)) && found.start <= address &&
	       address < found.end;
}

static const char list[] = "7fb3ed056000 f hot_loop\n"
			   "7fb3ed056040 20 LazyCompile:*outer /app/x.js:12:5\n"
			   "0x7fb3ed056100 0x20 void Foo::bar(int, List<T>)";

CASE(a_name_is_the_rest_of_the_line)
{
	struct perf_map *map = read_text(slice_from(list));

	CHECK(names(map, 0x7fb3ed056000, "hot_loop"));
	CHECK(names(map, 0x7fb3ed05600e, "hot_loop"));
	CHECK(names(map, 0x7fb3ed05600f, NULL));
	CHECK(names(map, 0x7fb3ed056050, "LazyCompile:*outer /app/x.js:12:5"));
	CHECK(names(map, 0x7fb3ed056100, "void Foo::bar(int, List<T>)"));
	CHECK(names(map, 0x7fb3ed056120, NULL));
	CHECK(names(map, 0, NULL));
	perf_map_free(map);
}

CASE(lines_that_do_not_parse_are_skipped)
{
	struct perf_map *map = read_text(SLICE("\n# c\n1000 f\n1000 f \n1000\tf\ttab\n"
					       "2000g 10 no\n2000 10x no\n20000000000000000 1 no\n"
					       "  3000 0X10 lead\n4000 0 empty\n5000 10  two "));

	CHECK(names(map, 0x1000, "tab"));
	CHECK(names(map, 0x2000, NULL));
	CHECK(names(map, 0x3000, "lead"));
	CHECK(names(map, 0x4000, NULL));
	CHECK(names(map, 0x5000, " two "));
	perf_map_free(map);
	CHECK(!read_text(SLICE("")));
	CHECK(!read_text(SLICE("nothing\n1000 10\n")));
	CHECK(!perf_map_read(-1));
}

CASE(the_last_line_that_covers_an_address_counts)
{
	struct perf_map *map = read_text(SLICE("1000 10 first\n2000 10 x\n1000 20 second\n"
					       "3000 0 empty\n3000 8 third\n"
					       "4000 20 a\n4000 8 b\n4000 0 c\n"
					       "5040 20 inner\n5000 100 outer\n"
					       "6000 100 old\n6080 100 over_its_end\n"
					       "fffffffffffffff0 ff wraps\n"));

	CHECK(names(map, 0x1008, "second"));
	CHECK(names(map, 0x1018, "second"));
	CHECK(names(map, 0x3004, "third"));
	CHECK(names(map, 0x4004, "b"));
	CHECK(names(map, 0x4010, "a")); /* as painted, what is not covered stays */
	CHECK(names(map, 0x5048, "outer"));
	CHECK(names(map, 0x607f, "old"));
	CHECK(names(map, 0x6080, "over_its_end"));
	CHECK(names(map, 0x617f, "over_its_end"));
	CHECK(names(map, 0x6180, NULL));
	CHECK(names(map, 0xfffffffffffffff8, "wraps"));
	perf_map_free(map);
}

/*
 * The answer for each address of many maps of few addresses is that of looking through all lines.
 */
CASE(any_nesting_gives_the_answer_of_a_search_through_all)
{
	uint64_t state = 1, at[12], size[12];
	unsigned round, i, address;

	for (round = 0; round < 400; round++) {
		struct buf text = {0};
		struct perf_map *map;

		for (i = 0; i < 12; i++) {
			at[i] = scratch_below(&state, 40);
			size[i] = scratch_below(&state, 20);
			buf_printf(&text, "%llx %llx f%u\n", (unsigned long long)at[i],
				   (unsigned long long)size[i], i);
		}
		map = read_text(buf_slice(&text));
		for (address = 0; address < 64; address++) {
			unsigned last = 12;
			char name[8];

			for (i = 0; i < 12; i++) {
				if (at[i] <= address && address < at[i] + size[i])
					last = i;
			}
			snprintf(name, sizeof(name), "f%u", last);
			CHECK(names(map, address, last == 12 ? NULL : name));
		}
		perf_map_free(map);
		buf_release(&text);
	}
}

TEST_SCRATCH(perf_map)
