/* SPDX-License-Identifier: MIT */
#include "collapse/names/tidy.h"

#include "common/base/utf8.h"
#include "tests/unit/check.h"

#define HASH "h0123456789abcdef"

static bool repaired_as(struct slice name, bool any_code, const char *expected)
{
	struct buf out = {0};
	bool same = tidy_rust(&out, name, any_code) &&
		    slice_equal(buf_slice(&out), slice_from(expected));

	if (!same)
		fprintf(stderr, "'%.*s' became '%.*s' instead of '%s'\n", SLICE_ARG(name),
			SLICE_ARG(buf_slice(&out)), expected);
	buf_release(&out);
	return same;
}

static bool is_left_alone(struct slice name)
{
	struct buf out = {0};
	bool alone;

	buf_add_text(&out, "before");
	alone = !tidy_rust(&out, name, true) && slice_equal(buf_slice(&out), SLICE("before"));
	buf_release(&out);
	return alone;
}

CASE(a_rust_hash_is_dropped_with_its_colons)
{
	CHECK(repaired_as(SLICE("core::fmt::write::" HASH), false, "core::fmt::write"));
	CHECK(repaired_as(SLICE("core::fmt::write" HASH), false, "core::fmt::write"));
	CHECK(repaired_as(SLICE("a::::" HASH), false, "a::"));
	CHECK(repaired_as(SLICE("a::hABCDEFabcdef0123"), false, "a"));
	CHECK(repaired_as(SLICE(HASH), false, ""));
	CHECK(repaired_as(SLICE("::" HASH), false, ""));
}

CASE(names_without_a_hash_are_left_alone)
{
	static const struct slice names[] = {
		SLICE_INIT(""),
		SLICE_INIT("main"),
		SLICE_INIT("core::fmt::write"),
		SLICE_INIT("h0123456789abcde"),
		SLICE_INIT("a::h0123456789abcde"),
		SLICE_INIT("a::h0123456789abcdeg"),
		SLICE_INIT("a::H0123456789abcdef"),
		SLICE_INIT("a::0123456789abcdef0"),
		SLICE_INIT("a::h0123456789abcdef.llvm.1"),
		SLICE_INIT("_$LT$a$GT$"),
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(names); i++)
		CHECK(is_left_alone(names[i]));
	CHECK(is_left_alone((struct slice){0}));
}

CASE(every_escape_of_the_table_is_spelled_out)
{
	static const struct {
		const char *code, *text;
	} rows[] = {
		{"$SP$", "@"},  {"$BP$", "*"},  {"$RF$", "&"},  {"$LT$", "<"},  {"$GT$", ">"},
		{"$LP$", "("},  {"$RP$", ")"},  {"$C$", ","},   {"$u7e$", "~"}, {"$u20$", " "},
		{"$u27$", "'"}, {"$u3d$", "="}, {"$u5b$", "["}, {"$u5d$", "]"}, {"$u7b$", "{"},
		{"$u7d$", "}"}, {"$u3b$", ";"}, {"$u2b$", "+"}, {"$u21$", "!"}, {"$u22$", "\""},
	};
	struct buf name = {0}, expected = {0};
	size_t i;
	int any;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		for (any = 0; any < 2; any++) {
			buf_reset(&name);
			buf_reset(&expected);
			buf_printf(&name, "a%sb%s::" HASH, rows[i].code, rows[i].code);
			buf_printf(&expected, "a%sb%s", rows[i].text, rows[i].text);
			buf_add_char(&expected, '\0');
			CHECK(repaired_as(buf_slice(&name), any, expected.ptr));
		}
	}
	buf_release(&name);
	buf_release(&expected);
}

CASE(other_codes_are_read_only_where_asked_for)
{
	CHECK(repaired_as(SLICE("a$u2a$b::" HASH), true, "a*b"));
	CHECK(repaired_as(SLICE("a$u2a$b::" HASH), false, "a$u2a$b"));
	CHECK(repaired_as(SLICE("$ue9$$u20ac$$u1f525$::" HASH), true,
			  "\xc3\xa9\xe2\x82\xac\xf0\x9f\x94\xa5"));
	CHECK(repaired_as(SLICE("$u2A$::" HASH), true, "*"));
	CHECK(repaired_as(SLICE("$u10ffff$::" HASH), true, "\xf4\x8f\xbf\xbf"));
}

CASE(codes_of_no_character_end_the_repair)
{
	CHECK(repaired_as(SLICE("$u110000$$LT$::" HASH), true, "$u110000$$LT$"));
	CHECK(repaired_as(SLICE("$ud800$$LT$::" HASH), true, "$ud800$$LT$"));
	CHECK(repaired_as(SLICE("$u0$$LT$::" HASH), true, "$u0$$LT$"));
	CHECK(repaired_as(SLICE("$ua$$LT$::" HASH), true, "$ua$$LT$"));
	CHECK(repaired_as(SLICE("$u$$LT$::" HASH), true, "$u$$LT$"));
	CHECK(repaired_as(SLICE("$u2g$$LT$::" HASH), true, "$u2g$$LT$"));
	CHECK(repaired_as(SLICE("$u00000002a$$LT$::" HASH), true, "$u00000002a$$LT$"));
}

CASE(an_unknown_escape_copies_the_rest)
{
	CHECK(repaired_as(SLICE("a$LT$b$XX$c..d$GT$::" HASH), true, "a<b$XX$c..d$GT$"));
	CHECK(repaired_as(SLICE("a$LT$b$c..d::" HASH), true, "a<b$c..d"));
	CHECK(repaired_as(SLICE("a$$b..c::" HASH), true, "a$$b..c"));
	CHECK(repaired_as(SLICE("a$::" HASH), true, "a$"));
}

CASE(two_dots_are_colons_and_one_stays)
{
	CHECK(repaired_as(SLICE("a..b.c...d....e::" HASH), false, "a::b.c::.d::::e"));
}

CASE(the_underscore_before_an_escape_goes)
{
	CHECK(repaired_as(SLICE("_$LT$a..B$u20$as$u20$c..D$GT$::f::" HASH), false,
			  "<a::B as c::D>::f"));
	CHECK(repaired_as(SLICE("__$LT$a$GT$::" HASH), false, "__<a>"));
	CHECK(repaired_as(SLICE("_a::" HASH), false, "_a"));
	CHECK(repaired_as(SLICE("a::_$LT$b$GT$::" HASH), false, "a::_<b>"));
}

CASE(characters_are_not_cut)
{
	CHECK(repaired_as(SLICE("\xc3\xa9..\xe2\x82\xac::" HASH), false, "\xc3\xa9::\xe2\x82\xac"));
	CHECK(repaired_as(SLICE("\xff\xfe::" HASH), false, "\xff\xfe"));
}

CASE(semicolons_become_colons)
{
	struct buf out = {0};

	buf_add_text(&out, "x;y ");
	tidy_add(&out, SLICE(";a;;b;"));
	tidy_add(&out, (struct slice){0});
	CHECK(slice_equal(buf_slice(&out), SLICE("x;y :a::b:")));
	buf_release(&out);
}

/* The parts of `name`, each in brackets. */
static bool splits_as(const char *name, bool own, const char *expected)
{
	struct slice rest = slice_from(name), part;
	struct buf out = {0};
	bool same;

	while (tidy_next_inlined(&rest, own, &part)) {
		buf_add_char(&out, '[');
		buf_add(&out, part);
		buf_add_char(&out, ']');
	}
	same = slice_equal(buf_slice(&out), slice_from(expected));
	if (!same)
		fprintf(stderr, "'%s' was split as %.*s instead of %s\n", name,
			SLICE_ARG(buf_slice(&out)), expected);
	buf_release(&out);
	return same;
}

CASE(arrows_separate_inlined_functions)
{
	int own;

	for (own = 0; own < 2; own++) {
		CHECK(splits_as("a", own, "[a]"));
		CHECK(splits_as("a->b->c", own, "[a][b][c]"));
		CHECK(splits_as("a->->b", own, "[a][][b]"));
		CHECK(splits_as("a->", own, "[a][]"));
		CHECK(splits_as("->a", own, "[][a]"));
		CHECK(splits_as("", own, "[]"));
		CHECK(splits_as("a-b>c", own, "[a-b>c]"));
		CHECK(splits_as("a-", own, "[a-]"));
		CHECK(splits_as("LFoo;::bar->LBaz;::qux", own, "[LFoo;::bar][LBaz;::qux]"));
	}
}

CASE(our_own_split_leaves_operators_and_brackets_alone)
{
	CHECK(splits_as("A::operator->", true, "[A::operator->]"));
	CHECK(splits_as("A::operator->*", true, "[A::operator->*]"));
	CHECK(splits_as("A::operator->->b", true, "[A::operator->][b]"));
	CHECK(splits_as("b->A::operator->", true, "[b][A::operator->]"));
	CHECK(splits_as("f<decltype(a->b)>->c", true, "[f<decltype(a->b)>][c]"));
	CHECK(splits_as("<fn() -> T as U>::f->g", true, "[<fn() -> T as U>::f][g]"));
	CHECK(splits_as("{a->b}[c->d](e->f)", true, "[{a->b}[c->d](e->f)]"));
	CHECK(splits_as("f(auto)::{lambda(int)->int#1}->g", true,
			"[f(auto)::{lambda(int)->int#1}][g]"));
	CHECK(splits_as("a)->b", true, "[a)][b]"));
}

CASE(the_originals_split_at_every_arrow)
{
	CHECK(splits_as("A::operator->", false, "[A::operator][]"));
	CHECK(splits_as("f<a->b>", false, "[f<a][b>]"));
}

CASE(nothing_has_no_parts)
{
	struct slice rest = {0}, part;

	CHECK(!tidy_next_inlined(&rest, true, &part));
	CHECK(!tidy_next_inlined(&rest, false, &part));
}

TEST_CASES(tidy)
