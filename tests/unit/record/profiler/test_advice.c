/* SPDX-License-Identifier: MIT */
#include "record/profiler/advice.h"

#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

static const struct advice_machine plain = {.paranoid = 1, .install = "apt-get install x"};

/* A graph that is fine. */
static const struct advice_result fine = {
	.samples = 10000, .seconds = 10, .freq = 997, .by_perf = true};

static bool says(struct advice_machine machine, struct advice_result result, const char *text)
{
	struct buf lines = {0};
	bool found;

	advice_on_result(&lines, &machine, &result);
	found = text[0] == '\0' ? lines.len == 0
				: slice_contains(buf_slice(&lines), slice_from(text));
	buf_release(&lines);
	return found;
}

CASE(a_fine_graph_needs_no_advice)
{
	CHECK(says(plain, fine, ""));
}

CASE(few_samples_have_a_reason)
{
	struct advice_result result = fine;

	result.samples = 0;
	result.seconds = 0.5;
	CHECK(says(plain, result, "no samples: the run was too short"));
	result.samples = 1;
	CHECK(says(plain, result, "only 1 sample: the run was too short"));
	result.samples = 99;
	CHECK(says(plain, result, "only 99 samples: the run was too short"));
	result.seconds = 20;
	CHECK(says(plain, result, "in 20 s: the program mostly waited"));
	result.samples = 100;
	CHECK(says(plain, result, ""));
	result.samples = 3;
	result.has_waits = true;
	CHECK(says(plain, result, ""));
}

CASE(the_kernel_may_be_left_out)
{
	struct advice_machine machine = plain;
	struct advice_result result = fine;

	result.samples = 5;
	CHECK(!says(machine, result, "perf_event_paranoid"));
	machine.paranoid = 2;
	CHECK(says(machine, result, "kernel.perf_event_paranoid is 2: what happens in the kernel"));
	result.by_perf = false;
	CHECK(!says(machine, result, "perf_event_paranoid"));
	result.by_perf = machine.has_perfmon = true;
	CHECK(!says(machine, result, "perf_event_paranoid"));
}

CASE(missing_callers_depend_on_how_they_are_found)
{
	struct advice_result result = fine;

	result.shallow = 0.9;
	CHECK(says(plain, result, "90% of the samples have no callers: the program has no"));
	result.by_frame_pointers = true;
	CHECK(says(plain, result, "there are no frame pointers"));
	CHECK(says(plain, result, "--call-graph=auto"));
	result.by_perf = false;
	CHECK(says(plain, result, "-fno-omit-frame-pointer"));
	CHECK(!says(plain, result, "--call-graph"));
	result.shallow = 0.2;
	CHECK(says(plain, result, ""));
}

CASE(missing_names_are_stripped_or_elsewhere)
{
	struct advice_machine machine = plain;
	struct advice_result result = fine;

	result.unknown = 0.5;
	CHECK(says(machine, result, "50% of the samples are in functions without a name"));
	CHECK(!says(machine, result, "container"));
	machine.is_container = result.is_of_others = true;
	CHECK(says(machine, result, "container"));
}

CASE(nameless_code_of_a_compiler_is_not_stripped)
{
	struct advice_result result = fine;

	result.unknown = result.shallow = 0.5;
	result.largest = "perf-7.map";
	result.runtime = "ask it";
	CHECK(says(plain, result, "made by a just-in-time compiler (perf-7.map): ask it"));
	CHECK(!says(plain, result, "stripped"));
	CHECK(!says(plain, result, "frame-pointer"));
	result.lack = SLICE("it has none");
	CHECK(says(plain, result, "it has none\n"));
	CHECK(!says(plain, result, "just-in-time"));
	result = fine;
	result.shallow = 0.5;
	result.has_runtime = true;
	result.runtime = "start it so";
	CHECK(says(plain, result, "have no callers: start it so"));
	CHECK(!says(plain, result, "frame-pointer"));
}

CASE(the_largest_file_has_a_package)
{
	struct advice_result result = fine;

	result.unknown = 0.5;
	result.largest = "libx.so.1";
	CHECK(says(plain, result, "most of them in libx.so.1: it is stripped"));
	CHECK(advice_needs_package(&result));
	result.package = "libx1-dbgsym";
	CHECK(says(plain, result,
		   "in libx.so.1: install its debugging symbols, the package libx1-dbgsym"));
	result.largest = "perf-7.map";
	CHECK(!advice_needs_package(&result));
}

static bool failure(struct advice_machine machine, struct advice_failure what, const char *text)
{
	struct buf lines = {0};
	bool found;

	advice_on_failure(&lines, &machine, &what);
	found = text[0] == '\0' ? lines.len == 0
				: slice_contains(buf_slice(&lines), slice_from(text));
	buf_release(&lines);
	return found;
}

CASE(a_refusal_has_a_remedy)
{
	struct advice_failure limited = {SLICE("Access to performance monitoring is limited."),
					 false};
	struct advice_failure no_event = {SLICE("The cycles event is not supported."), false};
	struct advice_machine machine = plain;

	CHECK(failure(machine, limited, ""));
	machine.paranoid = 4;
	CHECK(failure(machine, limited, "kernel.perf_event_paranoid is 4: users may not record"));
	CHECK(failure(machine, limited, "sysctl kernel.perf_event_paranoid=1"));
	machine.paranoid = 2;
	CHECK(failure(machine, limited, "is 2: users may record their own programs only"));
	machine.has_perfmon = true;
	CHECK(failure(machine, limited, ""));
	machine.is_container = true;
	CHECK(failure(machine, limited, "--cap-add=PERFMON"));
	CHECK(failure(machine, no_event, "cpu-clock"));
	CHECK(!failure(machine, no_event, "container"));
}

CASE(all_processes_need_more_permission)
{
	struct advice_failure limited = {SLICE("Access to performance monitoring is limited."),
					 true};
	struct advice_machine machine = plain;

	machine.paranoid = 1;
	CHECK(failure(machine, limited, "sysctl kernel.perf_event_paranoid=0"));
	machine.paranoid = 0;
	CHECK(failure(machine, limited, ""));
}

CASE(only_refusals_mention_containers)
{
	const struct advice_failure gone = {SLICE("Couldn't create maps: No such process"), false};
	const struct advice_failure sandbox = {SLICE("Function not implemented"), false};
	struct advice_machine machine = plain;

	machine.is_container = true;
	machine.paranoid = 4;
	CHECK(failure(machine, gone, ""));
	CHECK(failure(machine, sandbox, "container"));
}

/* Look at a file below a folder that represents the whole machine. */
static void look(struct advice_machine *machine, const char *folder, const char *file,
		 struct slice text)
{
	struct buf root = {0};
	FILE *out;

	mkdir(scratch_path("etc"), 0777);
	mkdir(scratch_path("proc"), 0777);
	mkdir(scratch_path("proc/sys"), 0777);
	mkdir(scratch_path("proc/sys/kernel"), 0777);
	out = fopen(scratch_path(file), "w");
	fwrite(text.ptr, 1, text.len, out);
	fclose(out);
	buf_printf(&root, "%s", folder);
	buf_add_char(&root, '\0');
	advice_look(machine, root.ptr);
	buf_release(&root);
	unlink(scratch_path(file));
}

CASE(the_machine_is_looked_at)
{
	static const char level[] = "proc/sys/kernel/perf_event_paranoid",
			  release[] = "etc/os-release";
	struct advice_machine machine;

	look(&machine, scratch_folder, level, SLICE("-1\n"));
	CHECK(machine.paranoid == -1 && !machine.is_container);
	look(&machine, scratch_folder, level, SLICE("4\n"));
	CHECK(machine.paranoid == 4);
	look(&machine, scratch_folder, ".dockerenv", SLICE(""));
	CHECK(machine.paranoid == ADVICE_NO_LEVEL && machine.is_container);
	look(&machine, scratch_folder, release, SLICE("NAME=x\nID=debian\n"));
	CHECK(strcmp(machine.install, "apt-get install linux-perf") == 0);
	look(&machine, scratch_folder, release, SLICE("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"));
	CHECK(strcmp(machine.install, "apt-get install linux-tools-generic") == 0);
	look(&machine, scratch_folder, release,
	     SLICE("ID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\"\n"));
	CHECK(strcmp(machine.install, "zypper install perf") == 0);
	look(&machine, scratch_folder, release, SLICE("ID=nobody-knows"));
	CHECK(strncmp(machine.install, "install perf", 12) == 0);
	rmdir(scratch_path("proc/sys/kernel"));
	rmdir(scratch_path("proc/sys"));
	rmdir(scratch_path("proc"));
	rmdir(scratch_path("etc"));
}

TEST_SCRATCH(advice)
