/* SPDX-License-Identifier: MIT */
/* Where and when a recording was made, and which of its processes still live. */
#include "collapse/perfdata/dso_origin.h"

#include <errno.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/base/slice.h"
#include "common/base/system.h"

int64_t dso_process_boot(void)
{
#ifdef CLOCK_BOOTTIME
	struct timespec now, up;

	if (clock_gettime(CLOCK_REALTIME, &now) == 0 && clock_gettime(CLOCK_BOOTTIME, &up) == 0)
		return (int64_t)now.tv_sec - (int64_t)up.tv_sec;
#endif
	return 0;
}

/* "mnt:[4026531841]" -> 4026531841; 0 if the link cannot be read. */
static uint64_t namespace_of(const char *path)
{
	char link[64];
	const ssize_t got = readlink(path, link, sizeof(link));
	struct slice text = slice_of(link, got > 0 ? (size_t)got : 0);
	uint64_t number;

	return slice_skip(&text, SLICE("mnt:[")) && slice_drop(&text, SLICE("]")) &&
			       slice_to_u64(text, &number)
		       ? number
		       : 0;
}

/* Field 22 of /proc/PID/stat is in ticks since the machine started. */
int64_t dso_process_start(int32_t pid)
{
	enum { FIELDS_AFTER_NAME = 20 }; /* the 22nd, and the name is the second */
	char path[48], bytes[1024];
	const long rate = sysconf(_SC_CLK_TCK);
	struct slice text, word = SLICE("");
	uint64_t ticks;
	size_t name;
	unsigned i;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	file_start(path, bytes, sizeof(bytes), &text);
	name = slice_rfind(text, ')'); /* it may contain any byte */
	if (name == SLICE_NONE || rate <= 0)
		return 0;
	text = slice_tail(text, name + 1);
	for (i = 0; i < FIELDS_AFTER_NAME; i++) {
		if (!slice_word(&text, &word))
			return 0;
	}
	return slice_to_u64(word, &ticks) ? dso_process_boot() + (int64_t)(ticks / (uint64_t)rate)
					  : 0;
}

/* "NSpid:\t1201101\t17": the last number; `pid` where there is none. */
static uint32_t innermost_pid(int32_t pid)
{
	char path[48], bytes[4096];
	struct slice text, line, word;
	uint64_t number;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	file_start(path, bytes, sizeof(bytes), &text);
	while (slice_line(&text, &line)) {
		if (slice_skip(&line, SLICE("NSpid:")) && slice_last_word(&line, &word) &&
		    slice_to_u64(word, &number) && number <= INT32_MAX)
			return (uint32_t)number;
	}
	return (uint32_t)pid;
}

/* True for threads of the kernel, and for what has ended: its number names another process now. */
static bool has_no_program(int32_t pid)
{
	char path[48], link[1];

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	return readlink(path, link, sizeof(link)) < 0 && errno == ENOENT;
}

bool dso_process_find(int32_t pid, int64_t time, struct dso_process *process)
{
	char path[48];
	struct stat status;
	uint64_t files;

	if (pid <= 0)
		return false;
	snprintf(path, sizeof(path), "/proc/%d", (int)pid);
	if (stat(path, &status) != 0 || has_no_program(pid) ||
	    (time > 0 && dso_process_start(pid) > time))
		return false;
	snprintf(path, sizeof(path), "/proc/%d/ns/mnt", (int)pid);
	files = namespace_of(path);
	*process = (struct dso_process){
		.files = files == namespace_of("/proc/self/ns/mnt") ? 0 : files,
		.pid = innermost_pid(pid),
		.user = (uint32_t)status.st_uid,
	};
	return true;
}

const char *dso_process_root(char *room, int32_t pid)
{
	snprintf(room, DSO_PROCESS_ROOT, "/proc/%d/root", (int)pid);
	return room;
}

#define SECOND INT64_C(1000000000)
#define OTHER_BOOT (600 * SECOND) /* records so far in the future are of another start */

enum { MOMENT = 10000000 }; /* ns */
enum { PERF_OWN = -1 };     /* perfdata_clock.id */

static int64_t now(clockid_t clock)
{
	return (int64_t)clock_nanoseconds(clock);
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

/* Times of files are those of the kernel's last tick, which is no longer ago than a moment. */
static bool start_of_file(struct dso_origin *origin, int64_t written, int64_t *start)
{
	if (!origin->is_whole) {
		origin->last = perfdata_last_time(origin->recording);
		origin->is_whole = true;
	}
	*start = written + MOMENT - difference(origin->last, origin->first);
	return true;
}

/*
 * CLOCK_MONOTONIC and perf's clock may have drifted apart by this much since the machine started:
 * by what NTP has adjusted, and as much as two calibrations of one clock may differ (50 ppm). The
 * last record of a stream that is being recorded seems no older; one that does is of a kept stream.
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
	const uint64_t own = (uint64_t)own_now(origin); /* first: the start is never too early */

	*start = origin->begun;
	if (!origin->is_heard)
		return true;
	if (origin->lag < -OTHER_BOOT)
		return false;
	*start = now(CLOCK_REALTIME) - difference(own, origin->first) + lag;
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
	const struct slice host = perfdata_facts(origin->recording)->texts[PERFDATA_HOST];

	return perfdata_facts(origin->recording)->is_simpleperf ||
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
