/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/dso/dso_origin.h"

#include <time.h>
#include <unistd.h>

#include "collapse/perfdata/dso/dso_process.h"

#define SECOND INT64_C(1000000000)
#define OTHER_BOOT (600 * SECOND) /* records so far in the future are of another start */

enum { MOMENT = 10000000 }; /* ns */
enum { PERF_OWN = -1 };     /* perfdata_clock.id */

static int64_t now(clockid_t clock)
{
	struct timespec time;

	return clock_gettime(clock, &time) == 0 ? (int64_t)time.tv_sec * SECOND + time.tv_nsec : 0;
}

static int64_t difference(uint64_t a, uint64_t b)
{
	const uint64_t size = a > b ? a - b : b - a;
	const int64_t limited = size > INT64_MAX / 4 ? INT64_MAX / 4 : (int64_t)size;

	return a > b ? limited : -limited;
}

/* This machine's time of the clock that the records have times of. */
static int64_t own_now(const struct dso_origin *origin)
{
	const int id = perfdata_clock(origin->recording).id;

	return now(id == PERF_OWN ? CLOCK_MONOTONIC : (clockid_t)id);
}

void dso_origin_init(struct dso_origin *origin, const struct perfdata *recording)
{
	*origin = (struct dso_origin){.recording = recording, .begun = now(CLOCK_REALTIME)};
	if (gethostname(origin->host, sizeof(origin->host) - 1) != 0)
		origin->host[0] = '\0';
}

void dso_origin_hear(struct dso_origin *origin, uint64_t first, uint64_t last, bool is_whole)
{
	int64_t lag;

	origin->is_whole |= is_whole;
	if (first != 0 && !origin->is_fixed && (origin->first == 0 || first < origin->first))
		origin->first = first;
	if (last <= origin->last)
		return;
	origin->last = last;
	if (perfdata_clock(origin->recording).written != 0)
		return;
	lag = difference((uint64_t)own_now(origin), last);
	if (!origin->is_heard || lag < origin->lag)
		origin->lag = lag;
	origin->is_heard = true;
}

uint32_t dso_origin_moment(struct dso_origin *origin, uint64_t time)
{
	uint64_t after;

	origin->is_fixed |= time != 0;
	if (time <= origin->first)
		return 0;
	after = (time - origin->first) / MOMENT;
	return after < UINT32_MAX ? (uint32_t)after : UINT32_MAX;
}

/* ---- The time of day ---- */

static bool start_of_file(struct dso_origin *origin, int64_t written, int64_t *start)
{
	if (!origin->is_whole) {
		origin->last = perfdata_last_time(origin->recording);
		origin->is_whole = true;
	}
	*start = written - difference(origin->last, origin->first);
	return true;
}

/*
 * CLOCK_MONOTONIC and perf's clock may have drifted apart by this much since the machine started: by
 * what NTP has adjusted, and as much as two calibrations of one clock may differ (50 ppm). The last
 * record of a stream that is being recorded seems no older; one that does is of a kept stream.
 */
static int64_t most_drift(const struct dso_origin *origin)
{
	int64_t drift, adjusted = 0;

	if (perfdata_clock(origin->recording).id != PERF_OWN)
		return 0;
#ifdef CLOCK_MONOTONIC_RAW
	adjusted = now(CLOCK_MONOTONIC) - now(CLOCK_MONOTONIC_RAW);
#endif
	drift = 2 * SECOND + (adjusted < 0 ? -adjusted : adjusted) + own_now(origin) / 20000;
	return drift < 600 * SECOND ? drift : 600 * SECOND;
}

static bool start_of_stream(const struct dso_origin *origin, int64_t *start)
{
	const int64_t lag = origin->lag <= most_drift(origin) ? origin->lag : 0;

	*start = origin->begun;
	if (!origin->is_heard)
		return true;
	if (origin->lag < -OTHER_BOOT)
		return false;
	*start = now(CLOCK_REALTIME) - difference((uint64_t)own_now(origin), origin->first) + lag;
	return true;
}

bool dso_origin_start(struct dso_origin *origin, int64_t *start)
{
	const struct perfdata_clock clock = perfdata_clock(origin->recording);

	if (clock.has_both || clock.id == CLOCK_REALTIME) {
		*start = clock.has_both ? (int64_t)clock.wall + difference(origin->first, clock.own)
					: (int64_t)origin->first;
		return origin->first != 0;
	}
	if (clock.written != 0)
		return start_of_file(origin, clock.written, start);
	return start_of_stream(origin, start);
}

bool dso_origin_is_never_early(const struct dso_origin *origin)
{
	const struct perfdata_clock clock = perfdata_clock(origin->recording);

	return clock.has_both || clock.id != PERF_OWN || clock.written != 0 ||
	       (origin->is_heard && origin->lag <= most_drift(origin));
}

uint32_t dso_origin_moment_of(int64_t start, int64_t time)
{
	const uint64_t after = time > start ? (uint64_t)difference((uint64_t)time, (uint64_t)start)
					    : 0;
	const uint64_t moment = (after + MOMENT - 1) / MOMENT;

	return moment < UINT32_MAX ? (uint32_t)moment : UINT32_MAX;
}

int64_t dso_origin_time_of(int64_t start, uint32_t moment)
{
	return start + (int64_t)moment * MOMENT;
}

int64_t dso_origin_now(void)
{
	return now(CLOCK_REALTIME);
}

int64_t dso_origin_end(struct dso_origin *origin)
{
	const struct perfdata_clock clock = perfdata_clock(origin->recording);
	int64_t start;

	if (clock.written != 0)
		return clock.written / SECOND;
	return origin->last != 0 && dso_origin_start(origin, &start)
		       ? (start + difference(origin->last, origin->first)) / SECOND
		       : 0;
}

/* ---- The machine ---- */

bool dso_origin_is_foreign(const struct dso_origin *origin)
{
	const struct slice host = perfdata_text(origin->recording, PERFDATA_HOST);

	return perfdata_is_simpleperf(origin->recording) ||
	       (host.len > 0 && !slice_equal(host, slice_from(origin->host)));
}

bool dso_origin_is_of_this_start(const struct dso_origin *origin)
{
	const int64_t written = perfdata_clock(origin->recording).written;

	return written != 0 ? written / SECOND >= dso_process_boot()
			    : !origin->is_heard || origin->lag >= -OTHER_BOOT;
}

bool dso_origin_is_local(const struct dso_origin *origin)
{
	return !dso_origin_is_foreign(origin) && dso_origin_is_of_this_start(origin);
}
