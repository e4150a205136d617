/* SPDX-License-Identifier: MIT */
#include "collapse/perf/perf_fields.h"

#include "tests/unit/check.h"

static bool finds(const char *text, const char *address, const char *key)
{
	struct slice found, rest;

	if (!perf_fields_ip(slice_from(text), &found, &rest))
		return !address;
	return address && slice_equal(found, slice_from(address)) &&
	       slice_equal(slice_trim(rest), slice_from(key));
}

CASE(the_address_with_a_symbol_is_the_pointer)
{
	CHECK(finds("     55f4a1b2c1d0 leaf+0x1 (/x)", "55f4a1b2c1d0", "leaf+0x1 (/x)"));
	CHECK(finds(" ffffffff82345678 leaf", "ffffffff82345678", "leaf"));
	CHECK(finds("     7ffd1c7b3a50     55f4a1b2c1d0 (/x)", "55f4a1b2c1d0", "(/x)"));
	CHECK(finds("              10               0 ffffffff82345678 f (/x)", "ffffffff82345678",
		    "f (/x)"));
	CHECK(finds("     7ffd1c7b3a50 buf+0x1 (/x) ffffffff82345678 f (/x)", "ffffffff82345678",
		    "f (/x)"));
	CHECK(finds("     55f4a1b2c1d0 f (/x) =>     55f4a1b2c2d0 g (/x)", "55f4a1b2c1d0",
		    "f (/x)"));
	CHECK(finds("  call                      dead     55f4a1b2c1d0 f (/x)", "55f4a1b2c1d0",
		    "f (/x)"));
}

CASE(a_number_without_a_symbol_is_none)
{
	CHECK(finds("                0", NULL, NULL));
	CHECK(finds("     7ffd1c7b3a50      1e05080142 |OP LOAD|LVL L1 hit              7 ", NULL,
		    NULL));
	CHECK(finds("               7 /user.slice", NULL, NULL));
	CHECK(finds("      1a2b3c4d5e 4K N/A", NULL, NULL));
	CHECK(finds(" call_site=ffffffff82345678 ffffffff82345678 is text", NULL, NULL));
	CHECK(finds(" add more (text)", NULL, NULL));
}

static bool cuts(const char *key, const char *wanted)
{
	return slice_equal(slice_trim(perf_fields_cut(slice_from(key))), slice_from(wanted));
}

CASE(fields_after_the_module_are_cut)
{
	CHECK(cuts(" f (/x) insn: 55", "f (/x)"));
	CHECK(cuts(" f(int (*)(int))+0x1 (/a (old)/x) 0x1/0x2/P/-/-/1",
		   "f(int (*)(int))+0x1 (/a (old)/x)"));
	CHECK(cuts(" f(int) const ilen: 1 insn: 55", "f(int) const"));
	CHECK(cuts(" f       1a2b3c4d5e 4K 2M", "f"));
	CHECK(cuts(" f main+0x1/leaf+0x2/P/-/-/0", "f"));
	CHECK(cuts(" f(int) const", "f(int) const"));
	CHECK(cuts(" f (/without/end", "f (/without/end"));
}

CASE(lines_of_fields_are_known)
{
	CHECK(perf_fields_known(SLICE(" ABI:2    AX:0x1 ")));
	CHECK(perf_fields_known(SLICE(" insn: 48 83")));
	CHECK(perf_fields_known(SLICE(" \t IPC: 0.50 (10/20)")));
	CHECK(perf_fields_known(SLICE("      1a2b3c4d5e 4K")));
	CHECK(perf_fields_known(SLICE("\tmain+15:\tmain.c:4")));
	CHECK(perf_fields_known(SLICE("\tffffffff82345678\tinsn: 55")));
	CHECK(perf_fields_known(SLICE("\t\tadd %rax, %rbx")));
	CHECK(perf_fields_known(SLICE("|12     int x;")));
	CHECK(!perf_fields_known(SLICE("\tffffffff82345678 f")));
	CHECK(!perf_fields_known(SLICE("\t    55f4a1b2c1d0 f (/x)")));
	CHECK(!perf_fields_known(SLICE("     55f4a1b2c1d0 f (/x)")));
	CHECK(!perf_fields_known(SLICE("\t    55f4a1b2c1d0")));
	CHECK(!perf_fields_known(SLICE(" NEW: 1")));
}

TEST_CASES(perf_fields)
