/* SPDX-License-Identifier: MIT */
/* Open a file, a folder or a stream. */
#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

#include "collapse/perfdata/perfdata_sample.h"
#include "collapse/perfdata/recording.h"
#include "collapse/perfdata/recording_state.h"
#include "common/base/buf.h"
#include "common/base/diag.h"
#include "common/base/memory.h"

/* perf record --threads: a folder with "data" and, for each thread that read, "data.N". */

COLD bool perfdata_is_directory(const char *path)
{
	struct buf full = {0};
	struct stat status;
	bool is = false;

	if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
		buf_printf(&full, "%s/data", path);
		is = stat(full.ptr, &status) == 0 && S_ISREG(status.st_mode);
	}
	buf_release(&full);
	return is;
}

/* "data.12": 12; as perf writes numbers, so not "data.012". */
static bool folder_number_of(struct slice name, unsigned *number)
{
	uint64_t value;

	if (!slice_skip(&name, SLICE("data.")) || !slice_to_u64(name, &value) ||
	    value > UINT32_MAX || (name.len > 1 && name.ptr[0] == '0'))
		return false;
	*number = (unsigned)value;
	return true;
}

static COLD int by_number(const void *a, const void *b)
{
	const unsigned *first = a, *second = b;

	return (*first > *second) - (*first < *second);
}

static bool recording_names_read(struct recording_names *names, const char *path)
{
	DIR *folder = opendir(path);
	const struct dirent *entry;
	unsigned number;

	if (!folder)
		return false;
	while ((entry = readdir(folder)) != NULL) {
		if (!folder_number_of(slice_from(entry->d_name), &number))
			continue;
		MEMORY_ROOM(names->numbers, names->count, names->capacity);
		names->numbers[names->count++] = number;
	}
	closedir(folder);
	SORT(names->numbers, names->count, by_number);
	return true;
}

enum { HEAD_SIZE = 16 };

static struct perfdata *new_recording(const char *name)
{
	struct perfdata *recording = memory_clear(1, sizeof(*recording));

	recording->name = name;
	return recording;
}

/* The header, of a file that is in memory; what follows are records. */
static bool recording_begin_file(struct perfdata *recording, struct slice file)
{
	uint64_t size;
	struct slice *left = &recording->walk.source.left;

	recording->begin = file;
	if (!recording_read_magic(recording, file, &size))
		return false;
	if (size != HEAD_SIZE)
		return recording_read_header(recording, file, left);
	recording->facts.is_stream = true;
	*left = slice_tail(file, HEAD_SIZE);
	return true;
}

static bool begin_stream(struct perfdata *recording)
{
	struct recording_source *source = &recording->walk.source;
	uint64_t size;

	if (!recording_source_has(source, HEAD_SIZE) && source->has_failed)
		return false;
	if (!recording_read_magic(recording, source->left, &size))
		return false;
	if (size == HEAD_SIZE) {
		recording->facts.is_stream = true;
		source->left = slice_tail(source->left, HEAD_SIZE);
		return true;
	}
	/* offsets of the header lead to the end of the file */
	return recording_source_spool(source) &&
	       recording_read_header(recording, source->left, &source->left);
}

/* True if there is a whole record, even if only one of perf's own. */
static bool has_records(const struct perfdata_counts *counts)
{
	uint64_t count = counts->unknown;
	size_t i;

	for (i = 0; i < ARRAY_LEN(counts->records); i++)
		count += counts->records[i];
	return count > 0;
}

/* Read up to the first piece: then attributes and names are known. False after a message. */
static bool read_first(struct perfdata *recording)
{
	recording->has_first = recording_walk_next(recording, &recording->first);
	if (recording->facts.counts.has_failed)
		return false;
	if (!has_records(&recording->facts.counts)) {
		diag_error_at(CODE_DATA, slice_from(recording->name), 0, "has no whole record");
		return false;
	}
	if (recording->events.count == 0) {
		diag_error_at(CODE_DATA, slice_from(recording->name), 0,
			      "has no attributes of events");
		return false;
	}
	return true;
}

/* `good`: the header was. NULL after a message. */
static struct perfdata *finish_opening(struct perfdata *recording, bool good)
{
	if (good && read_first(recording))
		return recording;
	perfdata_close(recording);
	return NULL;
}

COLD struct perfdata *perfdata_open_stream(const char *name, perfdata_read_fn *read, void *context)
{
	struct perfdata *recording = new_recording(name);

	recording->walk.source.read = read;
	recording->walk.source.context = context;
	return finish_opening(recording, begin_stream(recording));
}

/* fd -1: the file of the path. */
static struct recording_file *recording_add_file(struct perfdata *recording, const char *path,
						 int fd)
{
	struct recording_file *file;

	MEMORY_ROOM(recording->files, recording->file_count, recording->file_capacity);
	file = &recording->files[recording->file_count];
	if (fd < 0 && !guarded_map_open(&file->map, path))
		return NULL;
	if (fd >= 0 && !guarded_map_fd(&file->map, fd)) {
		diag_error_at(CODE_IO, slice_from(path), 0, "%s", strerror(errno));
		return NULL;
	}
	file->records = file->map.bytes;
	recording->facts.counts.bytes += file->map.bytes.len;
	recording->file_count++;
	return file;
}

static bool begin_path(struct perfdata *recording, const char *path, int fd)
{
	const struct recording_file *file = recording_add_file(recording, path, fd);

	if (!file)
		return false;
	recording->written = file->map.written;
	return recording_begin_file(recording, file->map.bytes);
}

static bool begin_directory(struct perfdata *recording, const char *path)
{
	struct recording_names names = {0};
	struct buf full = {0};
	bool good;
	size_t i;

	recording->facts.is_directory = true;
	buf_printf(&full, "%s/data", path);
	good = begin_path(recording, full.ptr, -1);
	if (good && !recording_names_read(&names, path)) {
		diag_error_at(CODE_IO, slice_from(path), 0, "the folder cannot be read");
		good = false;
	}
	for (i = 0; good && i < names.count; i++) {
		buf_reset(&full);
		buf_printf(&full, "%s/data.%u", path, names.numbers[i]);
		good = recording_add_file(recording, full.ptr, -1) != NULL;
	}
	free(names.numbers);
	buf_release(&full);
	return good;
}

COLD struct perfdata *perfdata_open(const char *path)
{
	struct perfdata *recording = new_recording(path);
	struct stat status;
	bool is_directory = stat(path, &status) == 0 && S_ISDIR(status.st_mode);

	return finish_opening(recording, is_directory ? begin_directory(recording, path)
						      : begin_path(recording, path, -1));
}

COLD struct perfdata *perfdata_open_fd(const char *name, int fd)
{
	struct perfdata *recording = new_recording(name);

	return finish_opening(recording, begin_path(recording, name, fd));
}

COLD bool perfdata_has_next(const struct perfdata *recording)
{
	return recording_next(recording).len > 0;
}

COLD struct perfdata *perfdata_open_next(struct perfdata *recording, const char *name)
{
	struct perfdata *next = new_recording(name);
	struct recording_source *source = &next->walk.source;
	bool good;

	*source = recording->walk.source;
	source->left = recording_next(recording);
	source->bytes = source->left.len;
	next->files = recording->files;
	next->file_count = recording->file_count;
	next->written = recording->written;
	recording->walk.source = (struct recording_source){.read = NULL};
	recording->files = NULL;
	recording->file_count = 0;
	perfdata_close(recording);
	good = source->read ? begin_stream(next) : recording_begin_file(next, source->left);
	return finish_opening(next, good);
}

/* Release all that was read from the files. */
static void release_read(struct perfdata *recording)
{
	recording_walk_release(&recording->walk);
	free(recording->build_ids);
	recording_events_release(&recording->events);
	recording_named_release(&recording->named);
	arena_release(&recording->memory);
}

COLD void perfdata_close(struct perfdata *recording)
{
	size_t i;

	if (!recording)
		return;
	if (recording->has_first)
		perfdata_piece_release(&recording->first);
	release_read(recording);
	for (i = 0; i < recording->file_count; i++)
		guarded_map_close(&recording->files[i].map);
	free(recording->files);
	free(recording);
}

COLD bool perfdata_next_piece(struct perfdata *recording, struct perfdata_piece *piece)
{
	if (!recording->has_first)
		return recording_walk_next(recording, piece);
	recording->has_first = false;
	*piece = recording->first;
	return true;
}

COLD void perfdata_piece_forget(const struct perfdata_piece *piece)
{
	if (piece->is_mapped)
		guarded_map_forget(piece->records.ptr, piece->records.ptr + piece->records.len);
}

COLD void perfdata_piece_release(struct perfdata_piece *piece)
{
	perfdata_piece_forget(piece);
	free(piece->memory);
	piece->memory = NULL;
	piece->is_mapped = false;
	piece->records = slice_of(NULL, 0);
}

COLD const struct perfdata_event *perfdata_events(const struct perfdata *recording, size_t *count)
{
	*count = recording->events.count;
	return recording->events.events;
}

COLD const struct perfdata_build_id *perfdata_build_ids(const struct perfdata *recording,
							size_t *count)
{
	*count = recording->build_id_count;
	return recording->build_ids;
}

COLD const struct perfdata_facts *perfdata_facts(const struct perfdata *recording)
{
	return &recording->facts;
}

COLD struct perfdata_clock perfdata_clock(const struct perfdata *recording)
{
	struct perfdata_clock clock = recording->clock;

	clock.id = recording->events.count > 0 ? recording->events.events[0].clock : -1;
	clock.written = recording->written;
	return clock;
}

/* The latest time of the records of a piece, if it is later than `latest`. */
static uint64_t latest_in(const struct perfdata *recording, const struct perfdata_piece *piece,
			  uint64_t latest)
{
	const struct perfdata_event *event;
	struct perfdata_sample sample;
	struct perfdata_record record;
	struct slice rest;
	size_t at = 0;

	while (perfdata_next_record(recording->facts.is_swapped, piece, &at, &record)) {
		sample.has_time = false;
		if (record.type == PERFDATA_SAMPLE)
			perfdata_sample_glance(recording, &record, &event, &sample);
		else if (record.type < PERFDATA_USER_TYPES)
			perfdata_trailer(recording, &record, &sample, &rest);
		if (sample.has_time && sample.time < PERFDATA_TIMELESS && sample.time > latest)
			latest = sample.time;
	}
	return latest;
}

COLD uint64_t perfdata_last_time(const struct perfdata *recording)
{
	struct perfdata again = {
		.name = recording->name,
		.facts.is_directory = recording->facts.is_directory,
		.files = recording->files,
		.file_count = recording->file_count,
	};
	struct perfdata_piece piece;
	uint64_t latest = 0;

	if (recording->file_count == 0 || !recording_begin_file(&again, recording->begin))
		return 0;
	while (recording_walk_next(&again, &piece)) {
		latest = latest_in(recording, &piece, latest);
		perfdata_piece_release(&piece);
	}
	release_read(&again);
	return latest;
}

COLD bool perfdata_is_arriving(const struct perfdata *recording)
{
	return recording->facts.is_stream && recording->walk.source.read;
}

COLD bool perfdata_has_times(const struct perfdata *recording)
{
	return (recording->events.events[0].flags & FLAG_SAMPLE_ID_ALL) != 0;
}
