/* SPDX-License-Identifier: MIT */
#include "record/events/stream/preamble.h"

#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* Numbers of the features of perf.data (tools/perf/util/header.h). */
enum {
	FEATURE_HOSTNAME = 3,
	FEATURE_OSRELEASE = 4,
	FEATURE_ARCH = 6,
	FEATURE_NRCPUS = 7,
	FEATURE_CMDLINE = 11,
	FEATURE_COMPRESSED = 27,
	FEATURE_CLOCK_DATA = 29,
};

enum { UPDATE_NAME = 2 }; /* a kind of event update */

static bool fits(size_t ids)
{
	return ids <= (STREAM_RECORD - sizeof(struct perf_event_header) - SAMPLING_ATTR) / 8;
}

bool preamble_event(struct record_stream *stream, const struct preamble_event *event)
{
	size_t i;

	if (!fits(event->id_count))
		return false;
	record_stream_open(stream, STREAM_HEADER_ATTR, 0);
	buf_add(&stream->own, slice_of((const char *)&event->attr, SAMPLING_ATTR));
	for (i = 0; i < event->id_count; i++)
		record_stream_add_u64(stream, event->ids[i]);
	record_stream_close(stream);

	record_stream_open(stream, STREAM_EVENT_UPDATE, 0);
	record_stream_add_u64(stream, UPDATE_NAME);
	record_stream_add_u64(stream, event->id_count > 0 ? event->ids[0] : 0);
	record_stream_add_name(stream, event->name);
	record_stream_close(stream);
	return true;
}

/* A text of a feature: its length, then the text, padded. */
static void add_string(struct record_stream *stream, struct slice text)
{
	record_stream_add_u32(stream, (uint32_t)(text.len / 8 * 8 + 8));
	record_stream_add_name(stream, text);
}

static void open_feature(struct record_stream *stream, uint64_t feature)
{
	record_stream_open(stream, STREAM_HEADER_FEATURE, 0);
	record_stream_add_u64(stream, feature);
}

static void write_string(struct record_stream *stream, uint64_t feature, const char *text)
{
	open_feature(stream, feature);
	add_string(stream, slice_from(text));
	record_stream_close(stream);
}

static uint64_t preamble_now(clockid_t clock)
{
	struct timespec time = {0};

	clock_gettime(clock, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* One moment in the time of day and in that of the records. */
static void write_clock(struct record_stream *stream)
{
	open_feature(stream, FEATURE_CLOCK_DATA);
	record_stream_add_u32(stream, 1); /* version */
	record_stream_add_u32(stream, CLOCK_MONOTONIC);
	record_stream_add_u64(stream, preamble_now(CLOCK_REALTIME));
	record_stream_add_u64(stream, preamble_now(CLOCK_MONOTONIC));
	record_stream_close(stream);
}

void preamble_machine(struct record_stream *stream, char **argv, uint32_t compressed)
{
	struct utsname machine;
	uint32_t count = 0, i;

	if (uname(&machine) == 0) {
		write_string(stream, FEATURE_HOSTNAME, machine.nodename);
		write_string(stream, FEATURE_OSRELEASE, machine.release);
		write_string(stream, FEATURE_ARCH, machine.machine);
	}
	open_feature(stream, FEATURE_NRCPUS);
	record_stream_add_u32(stream, (uint32_t)sysconf(_SC_NPROCESSORS_CONF));
	record_stream_add_u32(stream, (uint32_t)sysconf(_SC_NPROCESSORS_ONLN));
	record_stream_close(stream);

	write_clock(stream);
	while (argv[count])
		count++;
	open_feature(stream, FEATURE_CMDLINE);
	record_stream_add_u32(stream, count);
	for (i = 0; i < count; i++)
		add_string(stream, slice_from(argv[i]));
	record_stream_close(stream);

	if (compressed > 0) {
		open_feature(stream, FEATURE_COMPRESSED);
		record_stream_add_u32(stream, 1); /* version */
		record_stream_add_u32(stream, 1); /* zstd */
		record_stream_add_u32(stream, 1); /* level */
		record_stream_add_u32(stream, 1); /* ratio: not known yet */
		record_stream_add_u32(stream, compressed);
		record_stream_close(stream);
	}
}
