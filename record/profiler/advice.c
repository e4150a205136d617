/* SPDX-License-Identifier: MIT */
#include "record/profiler/advice.h"

#include <unistd.h>

#include "common/base/system.h"
#include "common/cli/thin_stacks.h"
#include "record/child/pipeline.h"

enum {
	FEW = 100, /* samples: a share is known to some ten points */
};

static const double long_run = 5.0;   /* seconds; a profiler's own beginning and end are in it */
static const double much = 0.3;       /* share of the samples that is worth a word */
static const double busy_from = 0.05; /* share of the time on a CPU; below it, it waits */

/* ID or ID_LIKE of os-release(5) -> what installs perf there. */
static const struct {
	const char *system, *install;
} installs[] = {
	{"ubuntu", "apt-get install linux-tools-generic"},
	{"debian", "apt-get install linux-perf"},
	{"fedora", "dnf install perf"},
	{"rhel", "dnf install perf"},
	{"suse", "zypper install perf"},
	{"opensuse", "zypper install perf"},
	{"arch", "pacman -S perf"},
	{"alpine", "apk add perf"},
	{"gentoo", "emerge dev-util/perf"},
};

static bool advice_read_file(const char *root, const char *name, struct buf *text)
{
	struct buf path = {0};
	bool good;

	buf_printf(&path, "%s%s", root, name);
	good = buf_add_file(text, buf_cstring(&path));
	buf_release(&path);
	return good;
}

static const char *find_install(struct slice release)
{
	struct slice rest, line, word;
	size_t i;

	for (rest = release; slice_line(&rest, &line);) {
		if (!slice_skip(&line, SLICE("ID=")) && !slice_skip(&line, SLICE("ID_LIKE=")))
			continue;
		slice_skip(&line, SLICE("\""));
		slice_drop(&line, SLICE("\""));
		while (slice_word(&line, &word)) {
			for (i = 0; i < ARRAY_LEN(installs); i++) {
				if (slice_equal(word, slice_from(installs[i].system)))
					return installs[i].install;
			}
		}
	}
	return "install perf, of the kernel's tools";
}

COLD void advice_look(struct advice_machine *machine, const char *root)
{
	struct buf text = {0};
	struct slice level;
	uint64_t value;

	*machine = (struct advice_machine){.paranoid = ADVICE_NO_LEVEL,
					   .has_perfmon = user_has_perfmon()};
	if (advice_read_file(root, "/proc/sys/kernel/perf_event_paranoid", &text)) {
		bool negative;

		level = buf_slice(&text);
		slice_drop(&level, SLICE("\n"));
		negative = slice_skip(&level, SLICE("-"));
		if (slice_to_u64(level, &value) && value < 10)
			machine->paranoid = negative ? -(int)value : (int)value;
	}
	buf_reset(&text);
	machine->is_container = advice_read_file(root, "/.dockerenv", &text) ||
				advice_read_file(root, "/run/.containerenv", &text);
	buf_reset(&text);
	advice_read_file(root, "/etc/os-release", &text);
	machine->install = find_install(buf_slice(&text));
	buf_release(&text);
}

static void add_container(struct buf *lines, const struct advice_machine *machine)
{
	if (machine->is_container)
		buf_add_text(
			lines,
			"this looks like a container, which by default may not use perf: start "
			"it with --cap-add=PERFMON and a seccomp profile that allows "
			"perf_event_open, or take --profiler=sampler\n");
}

/* `enough` is the level that allows it. */
static void advice_add_level(struct buf *lines, const struct advice_machine *machine,
			     const char *what, int enough)
{
	buf_printf(lines,
		   "kernel.perf_event_paranoid is %d: %s; as root: sysctl "
		   "kernel.perf_event_paranoid=%d\n",
		   machine->paranoid, what, enough);
}

/* There are few samples, or none. */
static void add_few(struct buf *lines, const struct advice_machine *machine,
		    const struct advice_result *result)
{
	double expected = result->seconds * (double)result->freq;
	bool waits = result->seconds >= long_run && (double)result->samples < busy_from * expected;

	if (result->samples == 0)
		buf_add_text(lines, "no samples");
	else
		buf_printf(lines, "only %llu sample%s", (unsigned long long)result->samples,
			   result->samples == 1 ? "" : "s");
	if (waits)
		buf_printf(lines,
			   " in %.0f s: the program mostly waited, and only time on a CPU is "
			   "sampled; --off-cpu shows what it waited for\n",
			   result->seconds);
	else
		buf_add_text(lines,
			     ": the run was too short, or mostly waiting; let it run longer, "
			     "or raise --freq\n");
	if (result->by_perf && machine->paranoid >= 2 && !machine->has_perfmon)
		advice_add_level(lines, machine, "what happens in the kernel is not sampled", 1);
	if (result->by_perf && result->samples == 0 && waits)
		add_container(lines, machine);
}

/* True if the file is the code that a compiler made, which has no file. */
static bool advice_is_made(const char *file)
{
	return thin_stacks_is_made(slice_from(file));
}

static void advice_add_shallow(struct buf *lines, const struct advice_result *result)
{
	if (result->has_runtime)
		thin_stacks_add_shallow_why(lines, result->shallow, slice_from(result->runtime));
	else if (result->by_frame_pointers || result->by_perf)
		thin_stacks_add_shallow(lines, result->shallow,
					result->by_frame_pointers ? THIN_BY_FRAME_POINTERS
								  : THIN_BY_COPIES,
					result->by_perf ? "--call-graph=" : NULL, "auto");
}

COLD void advice_on_result(struct buf *lines, const struct advice_machine *machine,
			   const struct advice_result *result)
{
	const bool is_made = result->unknown > much && result->largest &&
			     advice_is_made(result->largest);

	if (result->samples < FEW && !result->has_waits)
		add_few(lines, machine, result);
	if (result->lack.len > 0 && result->samples > 0)
		buf_printf(lines, "%.*s\n", SLICE_ARG(result->lack));
	if (result->unknown > much && (!is_made || result->lack.len == 0)) {
		/* Functions without a name: of a compiler, or of a file without symbols. */
		const struct slice largest = slice_from(result->largest ? result->largest : "");
		struct buf remedy = {0};

		if (result->largest && advice_is_made(result->largest) && result->runtime)
			buf_add_text(&remedy, result->runtime);
		else if (result->package)
			buf_printf(&remedy, "install its debugging symbols, the package %s",
				   result->package);
		thin_stacks_add_nameless(lines, result->unknown, largest, buf_slice(&remedy));
		buf_release(&remedy);
	}
	if (result->unknown > much && !is_made && machine->is_container && result->is_of_others)
		buf_add_text(lines, "this looks like a container, in which the files of "
				    "programs outside cannot be read: record where they "
				    "run\n");
	/* a compiler's code is not built again */
	if (result->shallow > much && !is_made && result->lack.len == 0)
		advice_add_shallow(lines, result);
}

COLD bool advice_needs_package(const struct advice_result *result)
{
	return result->unknown > much && result->largest && !advice_is_made(result->largest) &&
	       result->largest[0] != '[' && strcmp(result->largest, "unknown") != 0;
}

/* Packages whose symbols are not in one of their name and -dbgsym. */
static const struct {
	const char *start, *package; /* "%": the number of the version after the start */
} advice_packages[] = {
	{"libc6", "libc6-dbg"},
	{"openjdk-", "openjdk-%-dbg"},
	{"libpython", "python%-dbg"},
	{"python", "python%-dbg"},
};

static void advice_add_package(struct buf *name, struct slice package)
{
	struct slice rest, number;
	const char *c;
	size_t i;

	for (i = 0; i < ARRAY_LEN(advice_packages); i++) {
		rest = package;
		if (slice_skip(&rest, slice_from(advice_packages[i].start)))
			break;
	}
	if (i == ARRAY_LEN(advice_packages)) {
		buf_printf(name, "%.*s-dbgsym", SLICE_ARG(package));
		return;
	}
	number = rest;
	while (rest.len > 0 && (char_is_digit(rest.ptr[0]) || rest.ptr[0] == '.'))
		rest = slice_tail(rest, 1);
	number = slice_between(number.ptr, rest.ptr);
	for (c = advice_packages[i].package; *c; c++) {
		if (*c == '%')
			buf_add(name, number);
		else
			buf_add_char(name, *c);
	}
}

COLD const char *advice_find_package(struct buf *name, const char *file)
{
	static const struct child_place here = {0};
	struct buf pattern = {0}, said = {0};
	struct child_end end = {0, 0};
	struct slice rest, line, package;

	buf_printf(&pattern, "*/%s", file);
	capture(&here, (const char *const[]){"dpkg-query", "-S", buf_cstring(&pattern), NULL},
		STDOUT_FILENO, &said, &end);
	/* "libssl3:amd64: /usr/lib/x86_64-linux-gnu/libssl.so.3" */
	for (rest = buf_slice(&said); name->len == 0 && slice_line(&rest, &line);) {
		if (slice_ends(line, slice_tail(buf_slice(&pattern), 1)) &&
		    !slice_starts(line, SLICE("diversion ")) && slice_cut(&line, ':', &package))
			advice_add_package(name, package);
	}
	buf_release(&pattern);
	buf_release(&said);
	if (name->len == 0)
		return NULL;
	buf_add_char(name, '\0');
	return name->ptr;
}

COLD void advice_on_missing(struct buf *lines, const struct advice_machine *machine)
{
	buf_printf(lines, "perf is not installed: %s\n", machine->install);
}

COLD bool advice_is_refusal(struct slice reason)
{
	static const char *const signs[] = {"ermission", "not permitted", "Access to performance",
					    "not implemented"}; /* as sandboxes answer */
	size_t i;

	for (i = 0; i < ARRAY_LEN(signs); i++) {
		if (slice_contains(reason, slice_from(signs[i])))
			return true;
	}
	return false;
}

COLD void advice_on_failure(struct buf *lines, const struct advice_machine *machine,
			    const struct advice_failure *failure)
{
	int enough = failure->all_cpus ? 0 : 1;

	if (slice_contains(failure->reason, SLICE("not supported")) ||
	    slice_contains(failure->reason, SLICE("n't support"))) {
		buf_add_text(lines, "virtual machines have no events of the hardware; cpu-clock is "
				    "everywhere: --event=cpu-clock --call-graph=auto\n");
		return;
	}
	if (!advice_is_refusal(failure->reason))
		return;
	if (machine->paranoid > enough && !machine->has_perfmon)
		advice_add_level(lines, machine,
				 machine->paranoid >= 3
					 ? "users may not record"
					 : "users may record their own programs only",
				 enough);
	add_container(lines, machine);
}
