/* SPDX-License-Identifier: MIT */
/* Files and perf maps of this machine are used if they are those of the recording. */
#include <errno.h>
#include <unistd.h>

#include "collapse/perfdata/dso/dso_process.h"
#include "collapse/perfdata/dso/dso_table.h"
#include "common/symbols/rooted.h"

const char *dso_proof_root(const struct perfdata_dso *dso, char *room)
{
	return dso->is_contained ? dso_process_root(room, dso->pid) : dso->of->options.symfs;
}

/* -1: it cannot be opened. */
static int open_path(const struct perfdata_dso *dso)
{
	char room[DSO_PROCESS_ROOT];
	struct buf path = {0};
	int fd;

	buf_add(&path, dso->name);
	buf_add_char(&path, '\0');
	fd = rooted_open(dso_proof_root(dso, room), path.ptr);
	buf_release(&path);
	return fd;
}

bool dso_proof_stamp(const struct perfdata_dso *dso, struct file_stamp *stamp)
{
	const int fd = open_path(dso);
	const bool is_read = fd >= 0 && file_stamp_read(stamp, fd);

	if (fd >= 0)
		close(fd);
	return is_read;
}

bool dso_proof_is_needed(const struct perfdata_dsos *dsos)
{
	return !dsos->options.symfs && !dsos->options.trusts_files;
}

bool dso_proof_has_changed(const struct perfdata_dso *dso, uint32_t moment)
{
	struct perfdata_dsos *dsos = dso->of;
	struct file_stamp stamp = {.inode = 0};
	int64_t start;

	if (!dso->is_loaded || dso->kind != DSO_FILE || dso->has_own_id || dso->facts.is_crowd ||
	    !dso_proof_is_needed(dsos) || !perfdata_is_stream(dsos->recording) ||
	    !dso_origin_start(&dsos->origin, &start) ||
	    moment < dso_origin_moment_of(start, dso->opened))
		return false;
	dso_proof_stamp(dso, &stamp);
	return !file_stamp_equal(&stamp, &dso->stamp);
}

/* True if the file is the recorded one for all maps or for none. */
static bool is_one_file(const struct perfdata_dso *dso, const struct file_record *record)
{
	return record->is_written_later || dso->may_be_code;
}

/* Both are of one device; an inode that is used again has another generation. */
static bool are_two_inodes(const struct dso_facts *a, const struct dso_facts *b)
{
	return a->major == b->major && a->minor == b->minor && a->inode != 0 && b->inode != 0 &&
	       (a->inode != b->inode ||
		(a->generation != 0 && b->generation != 0 && a->generation != b->generation));
}

/* The first moment after its maps at which another inode of the device was mapped; 0: none. */
static uint32_t superseded_at(const struct perfdata_dso *dso)
{
	const struct perfdata_dso *other;
	uint32_t moment = 0;

	for (other = dso->path->first; other; other = other->next) {
		if (are_two_inodes(&other->facts, &dso->facts) && other->earliest > dso->latest &&
		    (moment == 0 || other->earliest < moment))
			moment = other->earliest;
	}
	return moment;
}

/* `start` gets the time of day of moment 0, if it is known. */
static struct file_record dso_record_of(const struct perfdata_dso *dso, int64_t *start)
{
	struct dso_origin *origin = &dso->of->origin;
	const uint32_t superseded = superseded_at(dso);
	const bool is_injected = dso_kind_is_injected(dso->name, dso->pid);
	struct file_record record = {
		.id = dso->build_id.len > 0 ? FILE_ID_OF_TABLE : FILE_ID_NONE,
		.major = dso->facts.major,
		.minor = dso->facts.minor,
		.inode = dso->facts.inode,
		/* perf inject writes 1 for every file */
		.generation = is_injected ? 0 : dso->facts.generation,
		.offset = dso->facts.offset,
		.size = dso->facts.size,
		.time = FILE_TIME_UNKNOWN,
		.superseded = FILE_TIME_UNKNOWN,
		.is_foreign = dso_origin_is_foreign(origin),
		.is_written_later = dso_kind_is_dump(dso->name, dso->pid) || is_injected,
	};

	if (!dso_origin_start(origin, start))
		return record;
	if (superseded > 0) {
		record.last = dso_origin_time_of(*start, dso->latest);
		record.superseded = dso_origin_time_of(*start, superseded);
	}
	/* an older file is excluded by dso_divide(), for each map by itself */
	record.time = is_one_file(dso, &record) ? dso_origin_time_of(*start, dso->earliest)
						: INT64_MAX;
	return record;
}

/* Take the descriptor, which may be -1. */
static enum file_verdict judge(const struct perfdata_dso *dso, const struct file_record *record,
			       int fd)
{
	struct file_found found = {.stamp = dso->stamp, .page = (uint64_t)sysconf(_SC_PAGESIZE)};
	enum file_verdict verdict;
	struct elf_file elf;

	if (!elf_file_open_fd(&elf, fd))
		return file_judge(record, &found);
	found.is_elf = elf.segment_count > 0;
	found.segments = elf.segments;
	found.segment_count = elf.segment_count;
	found.has_id = dso->build_id.len > 0 && symbol_search_fits(&elf, dso->build_id);
	verdict = file_judge(record, &found);
	elf_file_close(&elf);
	return verdict;
}

/* Maps of before the file was changed get another dso, whose file is gone. */
static void dso_divide(struct perfdata_dso *dso, const struct file_record *record, int64_t start)
{
	uint32_t made = dso_origin_moment_of(start, file_made_at(&dso->stamp));
	uint32_t since = dso_origin_moment_of(start, file_valid_since(&dso->stamp));

	if (record->is_foreign || record->time == FILE_TIME_UNKNOWN || is_one_file(dso, record))
		return;
	if (record->id == FILE_ID_NONE)
		dso->untouched = dso_origin_moment_of(start, file_untouched_since(&dso->stamp));
	made -= made > 0; /* a map within the same hundredth may be later */
	if (dso->latest >= made && dso_origin_is_never_early(&dso->of->origin))
		since = made;
	if (since > 0 && !dso->front.earlier) {
		dso->front.earlier = arena_alloc(&dso->of->arena, sizeof(*dso));
		*dso->front.earlier = *dso;
		dso->front.earlier->front.earlier = NULL;
		dso->front.earlier->hits = 0;
		dso->front.earlier->trouble = DSO_REPLACED;
		dso->front.earlier->is_loaded = true;
	}
	__atomic_store_n(&dso->front.since, since, __ATOMIC_RELEASE);
}

static enum dso_trouble trouble_of(enum file_verdict verdict)
{
	static const enum dso_trouble troubles[] = {
		[FILE_SAME] = DSO_FINE,         [FILE_TOUCHED] = DSO_FINE,
		[FILE_OTHER_BUILD] = DSO_FINE, /* symbol_file_state() will tell */
		[FILE_REPLACED] = DSO_REPLACED, [FILE_OTHER_CODE] = DSO_REPLACED,
		[FILE_FOREIGN] = DSO_ELSEWHERE, [FILE_UNPROVEN] = DSO_UNPROVEN,
	};

	return troubles[verdict];
}

bool dso_proof_of_file(struct perfdata_dso *dso, struct file_stamp *wanted)
{
	int64_t start = 0;
	const struct file_record record = dso_record_of(dso, &start);
	enum file_verdict verdict;
	const int fd = open_path(dso);

	if (fd < 0 && dso->build_id.len == 0)
		dso->trouble = errno == EISDIR ? DSO_DAMAGED : DSO_MISSING;
	if (fd < 0 || !file_stamp_read(&dso->stamp, fd)) /* copies of its build may exist */
		return dso->build_id.len > 0;
	verdict = judge(dso, &record, fd);
	dso->trouble = trouble_of(verdict);
	if (dso->trouble == DSO_FINE && verdict != FILE_OTHER_BUILD) {
		dso_divide(dso, &record, start);
		*wanted = dso->stamp;
	}
	return dso->trouble == DSO_FINE;
}

int dso_proof_open_dump(struct perfdata_dso *dso)
{
	int64_t start = 0;
	const struct file_record record = dso_record_of(dso, &start);
	const int fd = open_path(dso);

	if (fd < 0 || !dso_proof_is_needed(dso->of))
		return fd;
	if (file_stamp_read(&dso->stamp, fd)) {
		const struct file_found found = {.stamp = dso->stamp};

		dso->trouble = trouble_of(file_judge(&record, &found));
		if (dso->trouble == DSO_FINE)
			return fd;
	}
	close(fd);
	return -1;
}

/* ---- Perf maps ---- */

/*
 * True if the map was written after the process of the code had ended, or before that of the last
 * one with its number had: by another process.
 */
static bool is_of_another_life(const struct perfdata_dso *dso, int64_t written_ns, int64_t start)
{
	const int64_t exact = 10000000, inexact = 2000000000; /* ns */
	const struct perfdata_dso *before = dso->next;
	const bool is_used_again = dso->path->first != dso;
	int64_t slack = dso_origin_is_never_early(&dso->of->origin) ? exact : inexact;

	if (before && before->ended != DSO_LIVES &&
	    written_ns < dso_origin_time_of(start, before->ended))
		return true;
	if (is_used_again)
		slack = -slack;
	return dso->ended != DSO_LIVES &&
	       written_ns > dso_origin_time_of(start, dso->ended) + slack;
}

bool dso_proof_of_map(struct perfdata_dso *dso, int64_t written_ns)
{
	const int64_t end = dso_origin_end(&dso->of->origin), slack = 2;
	const int64_t written = written_ns / 1000000000;
	int64_t begun, start;

	if (dso_origin_start(&dso->of->origin, &start) &&
	    ((dso->earliest > 0 &&
	      written + slack < dso_origin_time_of(start, dso->earliest) / 1000000000) ||
	     is_of_another_life(dso, written_ns, start)))
		return false;
	if (end == 0)
		return true;
	if (!dso_origin_is_of_this_start(
		    &dso->of->origin)) /* no process of the recording lives on */
		return written <= end + slack;
	begun = dso_process_start(dso->pid);
	return begun <= end + slack || written < begun;
}

bool dso_proof_may_have_map(struct perfdata_dso *dso)
{
	int64_t start;

	if (dso_origin_is_foreign(&dso->of->origin))
		dso->trouble = DSO_ELSEWHERE;
	else if (!dso_origin_start(&dso->of->origin, &start))
		dso->trouble = DSO_UNPROVEN;
	else
		return true;
	return false;
}
