/* SPDX-License-Identifier: MIT */
/*
 * faults - each allocation of each call fails in turn: the call says so, the process goes
 * on, and what was got is given back (the sanitizers and valgrind say if not). Counted are those of
 * libflambeau alone (faults_malloc.c).
 *
 * ctest: library.faults LEAKS short fault sanitize NEEDS library RUN
 */
#include <flambeau.h>

#include <stdio.h>
#include <stdlib.h>

#include "tests/system/library/faults.h"

static const char perf[] = "a 1 1.0: 1 cpu-clock:\n\t1 leaf (x)\n\t2 root (x)\n\n"
			   "b 2 2.0: 1 cpu-clock:\n\t3 other (x)\n\t2 root (x)\n\n";

static int failures;

static void complain(const char *what, long number, const char *why)
{
	printf("%s, allocation %ld: %s\n", what, number, why);
	failures++;
}

/* ---- The calls ---- */

static flambeau_profile *sample(void)
{
	flambeau_profile *profile = flambeau_profile_new();
	const flambeau_slice frames[] = {flambeau_text("main"), flambeau_text("work")};
	flambeau_error error;

	if (!profile || !flambeau_add(profile, frames, 2, 3, &error) ||
	    !flambeau_collapse(profile, "folded", flambeau_from_memory("a;b 1\n", 6), NULL, &error))
		abort();
	return profile;
}

struct subject {
	flambeau_profile *one, *other;
	const char *format;
};

static bool collapse(struct subject *subject, flambeau_error *error)
{
	return flambeau_collapse(subject->one, subject->format,
				 flambeau_from_memory(perf, sizeof(perf) - 1), NULL, error);
}

static bool add(struct subject *subject, flambeau_error *error)
{
	const flambeau_slice labels[][2] = {{flambeau_text("thread"), flambeau_text("x")}};
	const flambeau_slice frames[] = {flambeau_text("@a=b"), flambeau_text("new;name")};

	return flambeau_add_labeled(subject->one, frames, 2, labels, 1, 7, error);
}

static bool diff(struct subject *subject, flambeau_error *error)
{
	flambeau_profile *made = flambeau_diff(subject->one, subject->other, NULL, error);

	flambeau_profile_free(made);
	return made != NULL;
}

static bool report(struct subject *subject, flambeau_error *error)
{
	char *text;
	size_t len;
	bool good = flambeau_report(subject->one, subject->other, NULL,
				    flambeau_to_memory(&text, &len), error);

	flambeau_free(text);
	return good;
}

static bool write_as(struct subject *subject, flambeau_error *error)
{
	char *text;
	size_t len;
	bool good = flambeau_write(subject->one, subject->format, NULL,
				   flambeau_to_memory(&text, &len), error);

	flambeau_free(text);
	return good;
}

static bool set(struct subject *subject, flambeau_error *error)
{
	flambeau_options *options = flambeau_options_new("flamegraph");
	bool good;

	(void)subject;
	if (!options) {
		error->code = FLAMBEAU_MEMORY;
		return false;
	}
	good = flambeau_options_set(options, "title", "x", error);
	flambeau_options_free(options);
	return good;
}

static void count_option(void *context, const char *name, const char *value, const char *help)
{
	(void)name;
	(void)value;
	(void)help;
	++*(int *)context;
}

static bool each(struct subject *subject, flambeau_error *error)
{
	int count = 0;

	(void)subject;
	return flambeau_options_each("collapse-perf", count_option, &count, error);
}

/* ---- Each allocation in turn ---- */

/* True if the call succeeded and its number-th allocation was not made to fail. */
static bool try(const char *what, bool (*call)(struct subject *, flambeau_error *),
		const char *format, long number)
{
	struct subject subject = {sample(), sample(), format};
	flambeau_error error = {0};
	bool good, failed;

	faults_begin(number);
	good = call(&subject, &error);
	failed = faults_end();
	if (!good && !failed)
		complain(what, number, error.message);
	if (!good && error.code != FLAMBEAU_MEMORY && error.code != FLAMBEAU_IO)
		complain(what, number, error.message);
	flambeau_profile_free(subject.one);
	flambeau_profile_free(subject.other);
	return good && !failed;
}

static void fail_each(const char *what, bool (*call)(struct subject *, flambeau_error *),
		      const char *format, long most)
{
	long number = 1;

	while (number < most && !try(what, call, format, number))
		number++;
	printf("%s %s: %ld allocations\n", what, format ? format : "", number - 1);
	if (number == most)
		complain(what, number, "no end");
}

int main(void)
{
	const long most = 100000;
	size_t i;

	fail_each("collapse", collapse, "perf", most);
	fail_each("collapse", collapse, NULL, most);
	fail_each("add", add, NULL, most);
	fail_each("diff", diff, NULL, most);
	fail_each("report", report, NULL, most);
	fail_each("options", set, NULL, most);
	fail_each("each", each, NULL, most);
	for (i = 0; flambeau_format_out(i); i++)
		fail_each("write", write_as, flambeau_format_out(i), most);
	return failures > 0;
}
