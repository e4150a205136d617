/* SPDX-License-Identifier: MIT */
#include "record/events/sample_event.h"

#include <linux/perf_event.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/check.h"

static bool finds(const char *name, uint32_t type, uint64_t config)
{
	struct buf problem = {0};
	struct sample_event event;
	bool good = sample_event_find(&event, slice_from(name), "/nowhere", &problem) &&
		    event.type == type && event.config == config &&
		    slice_equal(event.name, slice_from(name));

	buf_release(&problem);
	return good;
}

/* True if there is no such event, for a reason with these words. */
static bool lacks(const char *name, const char *tracing, const char *words)
{
	struct buf problem = {0};
	struct sample_event event;
	bool good = !sample_event_find(&event, slice_from(name), tracing, &problem) &&
		    slice_contains(buf_slice(&problem), slice_from(words));

	buf_release(&problem);
	return good;
}

CASE(names_are_those_of_the_kernel)
{
	CHECK(finds("cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES));
	CHECK(finds("cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK));
	CHECK(finds("faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS));
	CHECK(finds("r1a8", PERF_TYPE_RAW, 0x1a8));
	CHECK(finds("LLC-load-misses", PERF_TYPE_HW_CACHE,
		    PERF_COUNT_HW_CACHE_LL | PERF_COUNT_HW_CACHE_RESULT_MISS << 16));
	CHECK(finds("dTLB-stores", PERF_TYPE_HW_CACHE,
		    PERF_COUNT_HW_CACHE_DTLB | PERF_COUNT_HW_CACHE_OP_WRITE << 8));
}

CASE(letters_behind_a_colon_choose_what_counts)
{
	struct sample_event event;
	struct buf problem = {0};

	CHECK(sample_event_find(&event, SLICE("cycles:upp"), NULL, &problem));
	CHECK(!event.exclude_user && event.exclude_kernel && event.exclude_hypervisor);
	CHECK(event.precise == 2);
	CHECK(sample_event_find(&event, SLICE("cycles:ppp"), NULL, &problem));
	CHECK(!event.exclude_user && !event.exclude_kernel && event.precise == 3);
	CHECK(sample_event_find(&event, SLICE("cpu-clock:k"), NULL, &problem));
	CHECK(event.exclude_user && !event.exclude_kernel);
	buf_release(&problem);
}

CASE(unknown_events_are_refused)
{
	CHECK(lacks("cpu-clok", NULL, "did you mean cpu-clock?"));
	CHECK(lacks("", NULL, "no such event"));
	CHECK(lacks("r", NULL, "no such event"));
	CHECK(lacks("r12345678901234567", NULL, "no such event"));
	CHECK(lacks("LLC-", NULL, "no such event"));
	CHECK(lacks("cycles:", NULL, "no such event"));
	CHECK(lacks("a:b", "/nowhere", "mount -t tracefs"));
	CHECK(lacks("sched_switch", NULL, "no such event"));
	CHECK(lacks("../..:etc", "/nowhere", "no such event"));
	CHECK(lacks("a:../../etc", "/nowhere", "no such event"));
}

CASE(tracepoints_have_their_number_in_tracefs)
{
	char root[] = "/tmp/test_sample_event.XXXXXX", path[128];
	struct sample_event event;
	struct buf problem = {0};
	FILE *file;

	CHECK(mkdtemp(root));
	snprintf(path, sizeof(path), "%s/events", root);
	CHECK(mkdir(path, 0700) == 0);
	snprintf(path, sizeof(path), "%s/events/sched", root);
	CHECK(mkdir(path, 0700) == 0);
	snprintf(path, sizeof(path), "%s/events/sched/sched_switch", root);
	CHECK(mkdir(path, 0700) == 0);
	snprintf(path, sizeof(path), "%s/events/sched/sched_switch/id", root);
	file = fopen(path, "w");
	CHECK(file && fputs("316\n", file) >= 0 && fclose(file) == 0);
	CHECK(sample_event_find(&event, SLICE("sched:sched_switch"), root, &problem));
	CHECK(event.type == PERF_TYPE_TRACEPOINT && event.config == 316);
	CHECK(sample_event_is_tracepoint(&event));
	CHECK(sample_event_find(&event, SLICE("sched:sched_switch:u"), root, &problem));
	CHECK(event.config == 316 && event.exclude_kernel);
	CHECK(lacks("sched:sched_swich", root, "no such tracepoint"));
	unlink(path);
	for (int i = 0; i < 3; i++) {
		*strrchr(path, '/') = '\0';
		rmdir(path);
	}
	rmdir(root);
	buf_release(&problem);
}

TEST_CASES(sample_event)
