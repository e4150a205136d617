/* SPDX-License-Identifier: MIT */
#include "common/profile/amount.h"
#include "common/profile/header.h"
#include "tests/unit/check_text.h"

/* The header of these lines, as it is written. */
static bool is(const struct header *header, const char *wanted)
{
	struct buf out = {0};

	header_write(header, &out);
	return check_is(&out, wanted);
}

static bool reads(const char *line, const char *wanted)
{
	struct header header = {0};
	bool same;

	header_read(&header, slice_from(line));
	same = is(&header, wanted);
	header_release(&header);
	return same;
}

CASE(lines_are_read)
{
	CHECK(reads("# flambeau: event=cpu-clock", "# flambeau: event=cpu-clock\n"));
	CHECK(reads("# flambeau: unit=ns samples=61\r",
		    "# flambeau: unit=ns\n# flambeau: samples=61\n"));
	CHECK(reads("# flambeau: colour=red unit=ns", "# flambeau: unit=ns\n"));
	CHECK(reads("# flambeau: command=\"a \\\"b\\\" \\\\ \\x0A \\q\"",
		    "# flambeau: command=\"a \\\"b\\\" \\\\ \\x0A q\"\n"));
}

CASE(other_lines_are_none)
{
	CHECK(reads("# flambeau:unit=ns", "") && reads("#flambeau: unit=ns", ""));
	CHECK(reads("# flambeau: ", "") && reads("# flambeau: unit", ""));
	CHECK(reads("# flambeau: unit=", "") && reads("# flambeau: event=\"a", ""));
	CHECK(reads("# flambeau: samples=many lost=-1", ""));
	CHECK(reads("# flambeau: idle=5 idle=7", "# flambeau: idle=12\n"));
	CHECK(reads("# flambeau: unnamed=2 cut=1 cut=3",
		    "# flambeau: cut=4\n# flambeau: unnamed=2\n"));
	CHECK(reads("# flambeau: unit=\"\\", "") && reads("# flambeau: event=\"\\x", ""));
}

CASE(values_that_are_too_long_are_ignored)
{
	struct header header = {0};
	char text[1025];

	memset(text, 'a', sizeof(text));
	header_add(&header, HEADER_EVENT, slice_of(text, sizeof(text)));
	CHECK(header_value(&header, HEADER_EVENT).len == 0);
	header_add(&header, HEADER_EVENT, slice_of(text, sizeof(text) - 1));
	CHECK(header_value(&header, HEADER_EVENT).len == sizeof(text) - 1);
	header_release(&header);
}

static struct header two_of(const char *unit, uint64_t samples)
{
	struct header header = {0};

	header_add(&header, HEADER_UNIT, slice_from(unit));
	header_add_number(&header, HEADER_SAMPLES, samples);
	return header;
}

CASE(values_that_agree_stay_and_samples_add_up)
{
	struct header all = two_of("ns", 3), same = two_of("ns", 4), none = {0};

	header_merge(&all, &same);
	header_merge(&all, &none);
	CHECK(is(&all, "# flambeau: unit=ns\n# flambeau: samples=7\n"));
	header_release(&all);
	header_release(&same);
}

/* In any order: what two of three agree on is not known either. */
CASE(values_that_differ_are_unknown_for_good)
{
	struct header a = two_of("ns", 1), b = two_of("bytes", 1), c = two_of("ns", 1);
	struct header into = {0};

	header_merge(&b, &c);
	header_merge(&into, &a);
	header_merge(&into, &b);
	header_add(&into, HEADER_UNIT, SLICE("ns"));
	CHECK(is(&into, "# flambeau: samples=3\n"));
	CHECK(into.values[HEADER_UNIT].differs);
	header_release(&a);
	header_release(&b);
	header_release(&c);
	header_release(&into);
}

CASE(sums_that_do_not_fit_are_unknown)
{
	struct header all = two_of("ns", UINT64_MAX), one = two_of("ns", 1);

	header_merge(&all, &one);
	header_merge(&all, &one);
	CHECK(is(&all, "# flambeau: unit=ns\n"));
	header_release(&all);
	header_release(&one);
}

/* Readers that do not know comments take a line that ends in a blank and a number for a stack. */
CASE(no_line_ends_in_a_blank_and_a_number)
{
	struct header header = {0};

	header_add(&header, HEADER_COMMAND, SLICE("sleep 10"));
	CHECK(is(&header, "# flambeau: command=\"sleep 10\"\n"));
	header_release(&header);
}

CASE(units_have_names_and_words)
{
	CHECK(slice_equal(unit_name(SLICE("nanoseconds")), SLICE("ns")));
	CHECK(slice_equal(unit_name(SLICE("faults")), SLICE("faults")));
	CHECK(unit_find(SLICE("us"))->size == 1000 && unit_find(SLICE("s"))->size == 1000000000);
	CHECK(unit_find(SLICE("bytes"))->kind == UNIT_MEMORY && !unit_find(SLICE("")));
}

TEST_CASES(header)
