/* SPDX-License-Identifier: MIT */
#include "record/events/counters.h"

#include "common/base/buf.h"
#include "tests/unit/check.h"

/* The numbers of the list with blanks between; "-" if it is none. */
static bool is(const char *text, const char *wanted)
{
	struct cpu_list list;
	struct buf found = {0};
	bool good;
	size_t i;

	if (!cpu_list_parse(&list, slice_from(text)))
		buf_add_text(&found, "-");
	for (i = 0; i < list.count; i++)
		buf_printf(&found, "%s%u", i > 0 ? " " : "", list.at[i]);
	good = slice_equal(buf_slice(&found), slice_from(wanted));
	free(list.at);
	buf_release(&found);
	return good;
}

CASE(lists_are_numbers_and_ranges)
{
	CHECK(is("0", "0"));
	CHECK(is("0-3", "0 1 2 3"));
	CHECK(is("8,0-2,1", "0 1 2 8"));
	CHECK(is(" 0 - 1 , 3", "0 1 3"));
	CHECK(is("65535", "65535"));
}

CASE(other_text_is_refused)
{
	CHECK(is("", "-"));
	CHECK(is("3-1", "-"));
	CHECK(is("0,", "-"));
	CHECK(is("a", "-"));
	CHECK(is("0-65536", "-"));
	CHECK(is("0-99999999999999999999", "-"));
}

CASE(this_machine_has_a_processor)
{
	struct cpu_list list;

	CHECK(cpu_list_online(&list) && list.count > 0);
	CHECK(cpu_list_has(&list, list.at[0]) && !cpu_list_has(&list, 70000));
	free(list.at);
}

TEST_CASES(cpu_list)
