/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/tracepoint.h"

#include "tests/unit/check.h"

static const struct slice format = SLICE_INIT(
	"name: read__return\nID: 1500\nformat:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\n"
	"\tfield:s32 ret;\toffset:8;\tsize:4;\tsigned:1;\n"
	"\tfield:char comm[16];\toffset:12;\tsize:16;\tsigned:0;\n"
	"\tfield:__data_loc char[] path;\toffset:28;\tsize:4;\tsigned:1;\n"
	"\tfield:__rel_loc u32 list;\toffset:28;\tsize:4;\tsigned:1;\n"
	"\tfield:const char *ptr;\toffset:32;\tsize:8;\tsigned:0;\n"
	"\tfield:struct odd thing;\toffset:40;\tsize:12;\tsigned:0;\n"
	"\tfield:u8 old;\toffset:52;\tsize:1;\n"
	"\tfield:u64 huge;\toffset:18446744073709551615;\tsize:8;\tsigned:0;\n"
	"\nprint fmt: \"field:int no;\toffset:0;\tsize:4;\tsigned:1;\"\n");

static bool find(const char *name, struct perfdata_field *field)
{
	return perfdata_field_find(format, slice_from(name), field);
}

CASE(fields_have_names_places_and_kinds)
{
	struct perfdata_field field;

	CHECK(find("common_type", &field) && field.offset == 0 && field.size == 2 &&
	      !field.is_signed && field.is_number);
	CHECK(find("ret", &field) && field.offset == 8 && field.size == 4 && field.is_signed &&
	      field.is_number);
	CHECK(find("ptr", &field) && field.offset == 32 && field.is_number);
	CHECK(find("old", &field) && field.size == 1 && !field.is_signed && field.is_number);
}

CASE(texts_and_arrays_are_no_numbers)
{
	struct perfdata_field field;

	CHECK(find("comm", &field) && !field.is_number);
	CHECK(find("path", &field) && !field.is_number);
	CHECK(find("list", &field) && !field.is_number);
	CHECK(find("thing", &field) && !field.is_number);
}

CASE(other_lines_are_no_fields)
{
	struct perfdata_field field;

	CHECK(!find("no", &field));
	CHECK(!find("", &field));
	CHECK(!find("name", &field));
	CHECK(!perfdata_field_find(SLICE("field:int a;offset:1;"), SLICE("a"), &field));
	CHECK(!perfdata_field_find(SLICE("field:int a;offset:x;size:4;"), SLICE("a"), &field));
	CHECK(!perfdata_field_find(SLICE("field:;offset:1;size:4;"), SLICE(""), &field));
	CHECK(!perfdata_field_find(slice_of(NULL, 0), SLICE("a"), &field));
	CHECK(perfdata_field_find(SLICE("field:int a;offset:1;size:4;"), SLICE("a"), &field));
}

static uint64_t value_of(uint64_t size, bool is_signed, bool swapped)
{
	const char raw[] = "\xff\xfe\x00\x00\x00\x00\x00\x80";
	const struct perfdata_sample sample = {.raw = raw, .raw_size = 8};
	const struct perfdata_field field = {.size = size, .is_signed = is_signed};
	uint64_t value = 0;

	CHECK(perfdata_field_value(&field, &sample, swapped, &value));
	return value;
}

CASE(values_keep_their_sign)
{
	const bool is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

	CHECK(value_of(1, false, is_big) == 255);
	CHECK(value_of(1, true, is_big) == UINT64_MAX);
	CHECK(value_of(2, false, is_big) == 0xfeff);
	CHECK(value_of(2, true, is_big) == UINT64_MAX - 0x100);
	CHECK(value_of(4, true, is_big) == 0xfeff);
	CHECK(value_of(8, true, is_big) == UINT64_C(0x800000000000feff));
	CHECK(value_of(2, false, !is_big) == 0xfffe);
	CHECK(value_of(4, true, !is_big) == UINT64_C(0xfffffffffffe0000));
}

CASE(values_beyond_the_sample_are_none)
{
	const char raw[16] = {0};
	const struct perfdata_sample sample = {.raw = raw, .raw_size = 16}, none = {.raw = NULL};
	struct perfdata_field field = {.offset = 9, .size = 8};
	uint64_t value;

	CHECK(!perfdata_field_value(&field, &sample, false, &value));
	field.offset = 8;
	CHECK(perfdata_field_value(&field, &sample, false, &value));
	CHECK(!perfdata_field_value(&field, &none, false, &value));
	CHECK(find("huge", &field) && !perfdata_field_value(&field, &sample, false, &value));
}

TEST_CASES(perfdata_field)
