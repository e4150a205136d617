/* SPDX-License-Identifier: MIT */
#include "collapse/formats/java_names.h"

#include "tests/unit/check.h"

static const struct example {
	struct slice whole;
	const char *shorter, *bare;
} examples[] = {
	{SLICE_INIT("java.lang.Thread.run"), "j.l.Thread.run", "Thread.run"},
	{SLICE_INIT("java/lang/Thread.run"), "j/l/Thread.run", "Thread.run"},
	{SLICE_INIT("java.base/java.lang.Thread.run"), "j.b/j.l.Thread.run", "Thread.run"},
	{SLICE_INIT("java.base@17.0.1/java.lang.Thread.run"), "j.b@1.0.1/j.l.Thread.run",
	 "Thread.run"},
	{SLICE_INIT("java.base@17.0.1/Main.run"), "j.b@1.0.1/Main.run", "Main.run"},
	{SLICE_INIT("app//com.acme.Mod.go"), "a//c.a.Mod.go", "Mod.go"},
	{SLICE_INIT("Main.main"), "Main.main", "Main.main"},
	{SLICE_INIT("main"), "main", "main"},
	{SLICE_INIT(""), "", ""},
	{SLICE_INIT("."), ".", "."},
	{SLICE_INIT("/"), "/", ""},
	{SLICE_INIT("a.b.D.<init>"), "a.b.D.<init>", "D.<init>"},
	{SLICE_INIT("aa.bb.D$$Lambda$12/0x0000000800c03000.apply"),
	 "a.b.D$$Lambda$12/0x0000000800c03000.apply", "D$$Lambda$12/0x0000000800c03000.apply"},
	{SLICE_INIT("aa/bb/D$$Lambda$12/0x0000000800c03000.apply"),
	 "a/b/D$$Lambda$12/0x0000000800c03000.apply", "D$$Lambda$12/0x0000000800c03000.apply"},
	{SLICE_INIT("my_pkg.a1$b2.C.d"), "m.a$b.C.d", "C.d"},
	{SLICE_INIT("gr\xC3\xB6\xC3\x9F\x65.\xC3\xA4rger.C.d"), "g.\xC3\xA4.C.d", "C.d"},
};

static bool becomes(struct slice name, enum java_packages packages, struct slice expected)
{
	struct buf out = {0};
	bool same;

	java_shorten(&out, name, packages);
	same = slice_equal(buf_slice(&out), expected);
	if (!same)
		fprintf(stderr, "'%.*s' became '%.*s'\n", SLICE_ARG(name),
			SLICE_ARG(buf_slice(&out)));
	buf_release(&out);
	return same;
}

CASE(packages_become_initials_or_go)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(examples); i++) {
		const struct example *example = &examples[i];

		CHECK(becomes(example->whole, JAVA_WHOLE, example->whole));
		CHECK(becomes(example->whole, JAVA_SHORT, slice_from(example->shorter)));
		CHECK(becomes(example->whole, JAVA_NONE, slice_from(example->bare)));
	}
}

CASE(short_names_stay_unchanged)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(examples); i++) {
		struct slice shorter = slice_from(examples[i].shorter);
		struct slice bare = slice_from(examples[i].bare);

		CHECK(becomes(shorter, JAVA_SHORT, shorter));
		CHECK(becomes(shorter, JAVA_NONE, bare));
		CHECK(becomes(bare, JAVA_NONE, bare));
	}
}

static bool loses_number(struct slice thread, const char *expected)
{
	return slice_equal(java_drop_number(thread), slice_from(expected));
}

CASE(a_thread_loses_its_number_and_nothing_else)
{
	CHECK(loses_number(SLICE("pool-1-thread-12"), "pool-1-thread"));
	CHECK(loses_number(SLICE("pool-1-thread-"), "pool-1-thread-"));
	CHECK(loses_number(SLICE("worker12"), "worker12"));
	CHECK(loses_number(SLICE("12"), "12"));
	CHECK(loses_number(SLICE("-12"), ""));
	CHECK(loses_number(SLICE(""), ""));
}

CASE(a_call_is_a_name_in_front_of_a_parenthesis)
{
	CHECK(slice_equal(java_name_of_call(SLICE("a.B.c(B.java:12(Compiled Code))")),
			  SLICE("a.B.c")));
	CHECK(slice_equal(java_name_of_call(SLICE("a.B.c (Native Method)")), SLICE("a.B.c")));
	CHECK(slice_equal(java_name_of_call(SLICE("a.B.c")), SLICE("a.B.c")));
	CHECK(java_name_of_call(SLICE("(x)")).len == 0);
}

CASE(the_last_switch_counts)
{
	int given = JAVA_UNSET;

	CHECK(java_is_on(given, true) && !java_is_on(given, false));
	java_switch_off(SLICE(""), &given, NULL);
	CHECK(!java_is_on(given, true));
	java_switch_on(SLICE(""), &given, NULL);
	CHECK(java_is_on(given, false));
}

TEST_CASES(java_names)
