/* SPDX-License-Identifier: MIT */
/* Placeholders for names that are looked up when the recording has ended. */
#include <inttypes.h>

#include "collapse/perf/recording/perf_recording.h"

/* No name has a line feed in it. */
struct slice perf_late_placeholder(char *room, const struct perf_late_place *place)
{
	return slice_of(room, (size_t)snprintf(room, PERF_LATE_LONGEST,
					       "\n%c%" PRIx64 ":%" PRIxPTR ":%" PRIx64 ":%" PRIx64,
					       place->in_java ? 'j' : '-', place->recording,
					       (uintptr_t)place->dso, place->ip, place->time));
}

static const struct perf_line *late_make_line(struct ingest_run *run, struct arena *arena,
					      const struct perf_late_place *place)
{
	struct perf_late *late = &perf_of(run)->fold.late;
	struct perf_line *line = arena_alloc(arena, sizeof(*line));
	frame_id *frame = arena_alloc(arena, sizeof(*frame));
	const size_t before = run->profile.names.count;
	char room[PERF_LATE_LONGEST];

	*frame = profile_frame(&run->profile, perf_late_placeholder(room, place));
	*line = (struct perf_line){.frames = frame, .count = 1};
	if (*frame >= before) {
		late->at = memory_grow(late->at, &late->cap, late->count + 1, sizeof(*late->at));
		late->at[late->count++] = *place;
	}
	return line;
}

const struct perf_line *perf_late_line(struct ingest_run *run, struct arena *arena,
				       struct perfdata_dso *dso, struct perfdata_address address)
{
	const struct perf_recording *recording = perf_of(run)->fold.recording;
	struct perf_late_place place = {
		.dso = dso,
		.ip = address.ip,
		.time = address.time,
		.recording = recording->number,
	};
	struct perf_line *line = arena_alloc(arena, sizeof(*line));

	*line = *late_make_line(run, arena, &place);
	place.in_java = true;
	line->java = late_make_line(run, arena, &place);
	return line;
}
