/* SPDX-License-Identifier: MIT */
/* The time of day of a recording's records, and its machine. The recording is a stand-in. */
#include "collapse/perfdata/dso_origin.h"

#include <time.h>
#include <unistd.h>

#include "tests/unit/check.h"

#define SECOND INT64_C(1000000000)
#define UPTIME (200 * SECOND) /* a younger machine has no times as old as those of the tests */
#define TICK INT64_C(10000000)

struct perfdata {
	struct perfdata_clock clock;
	struct perfdata_facts facts;
	uint64_t last; /* of all records */
};

struct perfdata_clock perfdata_clock(const struct perfdata *recording)
{
	return recording->clock;
}

const struct perfdata_facts *perfdata_facts(const struct perfdata *recording)
{
	return &recording->facts;
}

uint64_t perfdata_last_time(const struct perfdata *recording)
{
	return recording->last;
}

static int64_t now(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (int64_t)time.tv_sec * SECOND + time.tv_nsec;
}

/* True if two times are equal but for the time that the test takes. */
static bool is_near(int64_t time, int64_t wanted)
{
	return time > wanted - 30 * SECOND && time < wanted + 30 * SECOND;
}

CASE(a_clock_with_a_time_of_day)
{
	const struct perfdata both = {.clock = {.id = 1, .has_both = true, .own = 5, .wall = 1000}},
			      real = {.clock = {.id = CLOCK_REALTIME}};
	struct dso_origin origin;
	int64_t start;

	dso_origin_init(&origin, &both);
	dso_origin_hear(&origin, 7, 9, false);
	CHECK(dso_origin_start(&origin, &start) && start == 1002);
	dso_origin_init(&origin, &real);
	dso_origin_hear(&origin, 7, 9, false);
	CHECK(dso_origin_start(&origin, &start) && start == 7);
}

/* It seems to be later, by the longest tick of the clock of files, but never earlier. */
CASE(a_file_ended_when_it_was_written)
{
	const struct perfdata file = {
		.clock = {.id = -1, .written = 5000 * SECOND},
		.last = 4 * (uint64_t)SECOND,
	};
	struct dso_origin origin;
	int64_t start;

	dso_origin_init(&origin, &file);
	dso_origin_hear(&origin, 1 * (uint64_t)SECOND, 2 * (uint64_t)SECOND, false);
	dso_origin_hear(&origin, 1 * (uint64_t)SECOND, 3 * (uint64_t)SECOND, true);
	CHECK(dso_origin_start(&origin, &start) && start == 4998 * SECOND + TICK);
	CHECK(dso_origin_end(&origin) == 5000);

	/* asked before the end is read, it looks for it */
	dso_origin_init(&origin, &file);
	dso_origin_hear(&origin, 1 * (uint64_t)SECOND, 2 * (uint64_t)SECOND, false);
	CHECK(dso_origin_start(&origin, &start) && start == 4997 * SECOND + TICK);
}

/* The times of a stream from `first` to `last` seconds before now. */
static bool stream(struct dso_origin *origin, int64_t first, int64_t last, int64_t *start)
{
	static const struct perfdata pipe = {.clock = {.id = -1}};
	const int64_t mono = now(CLOCK_MONOTONIC);

	dso_origin_init(origin, &pipe);
	dso_origin_hear(origin, (uint64_t)(mono - first * SECOND), (uint64_t)(mono - last * SECOND),
			false);
	return dso_origin_start(origin, start);
}

CASE(a_stream_that_is_recorded_ends_now)
{
	struct dso_origin origin;
	int64_t start;

	if (now(CLOCK_MONOTONIC) < UPTIME) {
		printf("skipped: this machine has just been started\n");
		return;
	}
	CHECK(stream(&origin, 0, 0, &start) && is_near(start, now(CLOCK_REALTIME)));
	CHECK(stream(&origin, 130, 0, &start) &&
	      is_near(start, now(CLOCK_REALTIME) - 130 * SECOND));
	CHECK(dso_origin_is_local(&origin));
}

CASE(a_stream_that_was_kept_is_old)
{
	struct dso_origin origin;
	int64_t start;

	if (now(CLOCK_MONOTONIC) < UPTIME)
		return;
	CHECK(stream(&origin, 130, 100, &start) &&
	      is_near(start, now(CLOCK_REALTIME) - 130 * SECOND));
	CHECK(is_near(dso_origin_end(&origin) * SECOND, now(CLOCK_REALTIME) - 100 * SECOND));
}

CASE(times_to_come_are_of_another_start)
{
	struct dso_origin origin;
	int64_t start;

	CHECK(!stream(&origin, -2000, -2001, &start));
	CHECK(!dso_origin_is_local(&origin) && dso_origin_end(&origin) == 0);
}

CASE(a_stream_without_times_is_of_now)
{
	const struct perfdata pipe = {.clock = {.id = -1}};
	struct dso_origin origin;
	int64_t start;

	dso_origin_init(&origin, &pipe);
	dso_origin_hear(&origin, 0, 0, true);
	CHECK(dso_origin_start(&origin, &start) && is_near(start, now(CLOCK_REALTIME)));
	CHECK(dso_origin_is_local(&origin));
}

CASE(moments_are_hundredths_after_the_first_record)
{
	const struct perfdata pipe = {.clock = {.id = -1}};
	struct dso_origin origin;

	dso_origin_init(&origin, &pipe);
	dso_origin_hear(&origin, 100 * (uint64_t)SECOND, 100 * (uint64_t)SECOND, false);
	CHECK(dso_origin_moment(&origin, 0) == 0);
	dso_origin_hear(&origin, 50 * (uint64_t)SECOND, 100 * (uint64_t)SECOND, false);
	CHECK(dso_origin_moment(&origin, 51 * (uint64_t)SECOND) == 100);
	dso_origin_hear(&origin, 20 * (uint64_t)SECOND, 100 * (uint64_t)SECOND, false);
	CHECK(dso_origin_moment(&origin, 20 * (uint64_t)SECOND) == 0);
	CHECK(dso_origin_moment(&origin, UINT64_MAX) == UINT32_MAX);
	CHECK(dso_origin_moment_of(7 * SECOND, 8 * SECOND) == 100);
	CHECK(dso_origin_moment_of(7 * SECOND, 8 * SECOND + 1) == 101);
	CHECK(dso_origin_moment_of(7 * SECOND, 6 * SECOND) == 0);
	CHECK(dso_origin_moment_of(7 * SECOND, INT64_MAX) == UINT32_MAX);
	CHECK(dso_origin_time_of(7 * SECOND, 101) == 8 * SECOND + SECOND / 100);
}

CASE(another_host_is_another_machine)
{
	struct perfdata pipe = {.clock = {.id = -1}};
	struct dso_origin origin;
	char host[256] = "";

	CHECK(gethostname(host, sizeof(host) - 1) == 0);
	dso_origin_init(&origin, &pipe);
	CHECK(!dso_origin_is_foreign(&origin));
	pipe.facts.texts[PERFDATA_HOST] = slice_from(host);
	CHECK(!dso_origin_is_foreign(&origin));
	pipe.facts.texts[PERFDATA_HOST] = SLICE("no such host");
	CHECK(dso_origin_is_foreign(&origin) && !dso_origin_is_local(&origin));
	pipe = (struct perfdata){.clock = {.id = -1}, .facts.is_simpleperf = true};
	CHECK(dso_origin_is_foreign(&origin));
}

CASE(a_process_that_began_later_is_another_one)
{
	struct dso_process process;

	CHECK(dso_process_find((int32_t)getpid(), 0, &process));
	CHECK(process.files == 0 && process.user == geteuid() && process.pid > 0);
	CHECK(dso_process_boot() == 0 || !dso_process_find((int32_t)getpid(), 1, &process));
	CHECK(!dso_process_find(-1, 0, &process));
	CHECK(!dso_process_find(INT32_MAX, 0, &process));
}

TEST_CASES(dso_origin)
