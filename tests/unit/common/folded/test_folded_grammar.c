/* SPDX-License-Identifier: MIT */
#include "common/folded/folded_grammar.h"

#include "common/base/buf.h"
#include "tests/unit/check.h"

/* True if the grammar parses a line to "[STACK] BEFORE>AFTERe-SCALE~", or refuses it, "-". */
static bool reads(const struct folded_grammar *grammar, const char *line, const char *wanted)
{
	struct buf out = {0};
	struct folded_line parts;
	bool same;

	if (grammar->split(slice_from(line), &parts)) {
		buf_add_char(&out, '[');
		buf_add(&out, parts.stack);
		buf_add_text(&out, "] ");
		if (parts.weight.differential)
			buf_printf(&out, "%llu>", (unsigned long long)parts.weight.count[0]);
		else
			CHECK(parts.weight.count[0] == parts.weight.count[1]);
		buf_add_decimal(&out, parts.weight.count[1], 0);
		if (parts.weight.scale > 0)
			buf_printf(&out, "e-%u", parts.weight.scale);
		if (parts.rounded)
			buf_add_char(&out, '~');
	} else {
		buf_add_char(&out, '-');
	}
	same = slice_equal(buf_slice(&out), slice_from(wanted));
	if (!same)
		fprintf(stderr, "'%s' is read as %.*s, not %s\n", line, SLICE_ARG(buf_slice(&out)),
			wanted);
	buf_release(&out);
	return same;
}

CASE(the_grammars_differ_in_this)
{
	static const struct {
		const char *line, *own, *one, *perl, *rust, *diff;
	} rows[] = {
		{"a;b 5", "[a;b] 5", "[a;b] 5", "[a;b] 5", "[a;b] 5", "[a;b] 5"},
		{"a;b 0.5", "[a;b] 5e-1", "[a;b] 5e-1", "[a;b] 5e-1", "[a;b] 0~", "[a;b] 0~"},
		{"a;b 5.0", "[a;b] 5", "[a;b] 5", "[a;b] 5", "[a;b] 5", "[a;b] 5"},
		{"a;b 5.", "[a;b] 5", "[a;b] 5", "[a;b] 5", "[a;b] 5", "[a;b] 5"},
		{"a;b .5", "-", "-", "-", "-", "-"},
		{"a;b 1e3", "-", "-", "-", "-", "-"},
		{"a;b -5", "-", "-", "-", "-", "-"},
		{"a;b\t5", "[a;b] 5", "[a;b] 5", "[a;b] 5", "-", "-"},
		{"a;b  5", "[a;b] 5", "[a;b] 5", "[a;b ] 5", "[a;b] 5", "[a;b] 5"},
		{" 5", "-", "-", "[] 5", "-", "[] 5"},
		{"5", "-", "-", "-", "-", "-"},
		{"", "-", "-", "-", "-", "-"},
		{"a 5 ", "[a] 5", "[a] 5", "-", "-", "-"},
		{"a;b;; 5", "[a;b] 5", "[a;b] 5", "[a;b;;] 5", "[a;b;;] 5", "[a;b;;] 5"},
		{";; 5", "[] 5", "[] 5", "[;;] 5", "[;;] 5", "[;;] 5"},
		{" a;b  1.5 2 ", "[a;b] 15>20e-1", "[a;b  1.5] 2", "-", "-", "-"},
		{"a;b 3 5", "[a;b] 3>5", "[a;b 3] 5", "[a;b] 3>5", "[a;b] 3>5", "[a;b 3] 5"},
		{"a;b 3.5 5", "[a;b] 35>50e-1", "[a;b 3.5] 5", "[a;b] 35>50e-1", "[a;b] 3>5~",
		 "[a;b 3.5] 5"},
		{"a;b 3 5.25", "[a;b] 300>525e-2", "[a;b 3] 525e-2", "[a;b] 300>525e-2",
		 "[a;b] 3>5~", "[a;b 3] 5~"},
		{"a b 3 4 5", "[a b 3] 4>5", "[a b 3 4] 5", "[a b 3] 4>5", "[a b 3] 4>5",
		 "[a b 3 4] 5"},
		{"a 1; 5", "[a 1] 5", "[a 1] 5", "[a 1;] 5", "[a 1;] 5", "[a 1;] 5"},
		{"a 1.5.2", "-", "-", "-", "-", "-"},
		{"3 5", "[3] 5", "[3] 5", "[3] 5", "[3] 5", "[3] 5"},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		CHECK(reads(&folded_own, rows[i].line, rows[i].own));
		CHECK(reads(&folded_one_column, rows[i].line, rows[i].one));
		CHECK(reads(&folded_perl, rows[i].line, rows[i].perl));
		CHECK(reads(&folded_rust, rows[i].line, rows[i].rust));
		CHECK(reads(&folded_rust_diff, rows[i].line, rows[i].diff));
	}
}

/* For flamegraph.pl and inferno such a line has no count. */
CASE(only_own_grammars_read_counts_beyond_the_largest)
{
	static const char *const lines[] = {"a 18446744073709551616", "a 1844674407370955161.6",
					    "a 0.5 18446744073709551615",
					    "a 18446744073709551615 0.5"};
	struct folded_line parts;
	size_t i;

	for (i = 0; i < ARRAY_LEN(lines); i++) {
		CHECK(folded_own.split(slice_from(lines[i]), &parts) && parts.weight.overflow);
		CHECK(!folded_perl.split(slice_from(lines[i]), &parts));
	}
	CHECK(!folded_rust.split(slice_from(lines[0]), &parts));
	CHECK(!folded_rust_diff.split(slice_from(lines[0]), &parts));
}

TEST_CASES(folded_grammar)
