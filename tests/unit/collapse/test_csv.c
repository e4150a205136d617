/* SPDX-License-Identifier: MIT */
#include "collapse/csv.h"

#include "tests/unit/check.h"

/*
 * The fields between bars, each with its indentation if there is one; "!" for quotes that do not
 * match.
 */
static bool gives(const char *row, const char *expected)
{
	struct csv csv = {0};
	struct buf out = {0};
	bool same;
	size_t i;

	if (!csv_split(&csv, slice_from(row), ','))
		buf_add_char(&out, '!');
	for (i = 0; i < csv.count; i++) {
		buf_add_char(&out, '|');
		if (csv.fields[i].indent > 0) {
			buf_add_u64(&out, csv.fields[i].indent);
			buf_add_char(&out, '>');
		}
		buf_add(&out, csv.fields[i].text);
	}
	same = slice_equal(buf_slice(&out), slice_from(expected));
	if (!same)
		fprintf(stderr, "%s: %.*s\n", row, SLICE_ARG(buf_slice(&out)));
	buf_release(&out);
	free(csv.fields);
	buf_release(&csv.text);
	return same;
}

CASE(fields_stand_between_separators)
{
	CHECK(gives("a,b,,c", "|a|b||c"));
	CHECK(gives("", "|"));
	CHECK(gives(",", "||"));
}

CASE(quotes_hold_separators_and_doubled_quotes)
{
	CHECK(gives("\"a,b\",c", "|a,b|c"));
	CHECK(gives("\"say \"\"hi\"\", now\",\"\"\"\",\"\"", "|say \"hi\", now|\"|"));
	CHECK(gives("\"a\"  ,b", "|a|b"));
	CHECK(gives("a\"b,c", "|a\"b|c"));
}

CASE(blanks_in_front_are_counted)
{
	CHECK(gives("  a, b", "|2>a|1>b"));
	CHECK(gives("  \" a,b\"", "|3>a,b"));
}

CASE(quotes_that_do_not_match_are_said)
{
	CHECK(gives("\"a,b", "!|a,b"));
	CHECK(gives("\"a\"b,c", "!|a|c"));
	CHECK(gives("\"a\"\"", "!|a\""));
}

CASE(headers_tell_the_separator)
{
	char separator = '\0';

	CHECK(csv_begins(SLICE("Level,Name"), SLICE("Level"), &separator) && separator == ',');
	CHECK(csv_begins(SLICE("\"Level\";Name"), SLICE("Level"), &separator) && separator == ';');
	CHECK(!csv_begins(SLICE("Levels,Name"), SLICE("Level"), &separator));
	CHECK(!csv_begins(SLICE("Level"), SLICE("Level"), &separator));
	CHECK(csv_has(SLICE("A\tLevel"), SLICE("Level"), &separator) && separator == '\t');
	CHECK(csv_has(SLICE("A,\"Level\",B"), SLICE("Level"), &separator) && separator == ',');
	CHECK(!csv_has(SLICE("A,Levels,B"), SLICE("Level"), &separator));
	CHECK(!csv_has(SLICE("A,B Level"), SLICE("Level"), &separator));
}

CASE(the_last_column_may_hold_separators)
{
	struct csv csv = {0};

	csv_split(&csv, SLICE("a,b,c, d"), ',');
	CHECK(slice_equal(csv_rest(&csv, 2, 3), SLICE("c, d")));
	CHECK(slice_equal(csv_text(&csv, 2), SLICE("c")));
	CHECK(csv_rest(&csv, 9, 10).len == 0);
	free(csv.fields);
	buf_release(&csv.text);
}

TEST_CASES(csv)
