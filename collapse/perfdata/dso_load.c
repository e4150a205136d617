/* SPDX-License-Identifier: MIT */
/* Files are looked for when a sample hits them. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collapse/perfdata/dso_origin.h"
#include "collapse/perfdata/dso_state.h"
#include "common/base/context.h"
#include "common/base/search.h"
#include "common/debuginfo/rooted.h"
#include "common/system/os.h"

/* The reference symbol of the kernel's map: "[kernel.kallsyms]_text" -> "_text". */
static struct slice dso_kind_reference(struct slice name)
{
	return slice_skip(&name, SLICE("[kernel.kallsyms]")) ? name : SLICE("");
}

bool dso_kind_is_dump(struct slice name, int32_t pid)
{
	char end[32];

	snprintf(end, sizeof(end), "/jit-%d.dump", (int)pid);
	return slice_ends(name, slice_from(end));
}

/* True for "/tmp/jitted-12-3.so", which perf inject makes of such a dump. */
static bool dso_kind_is_injected(struct slice name, int32_t pid)
{
	char start[32];

	snprintf(start, sizeof(start), "/jitted-%d-", (int)pid);
	return slice_contains(name, slice_from(start)) && slice_ends(name, SLICE(".so"));
}

/* Files and perf maps of this machine are used if they are those of the recording. */

/* NULL, or the folder that has the dso's path; `room` of DSO_PROCESS_ROOT bytes. */
static const char *dso_proof_root(const struct perfdata_dso *dso, char *room)
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
	fd = rooted_open(dso_proof_root(dso, room), buf_cstring(&path));
	buf_release(&path);
	return fd;
}

/* Read the stamp of the file that the dso's path has now; false if there is none. */
static bool dso_proof_stamp(const struct perfdata_dso *dso, struct file_stamp *stamp)
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
	    !dso_proof_is_needed(dsos) || !perfdata_facts(dsos->recording)->is_stream ||
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

/* A map within the same hundredth may be later than the time of day. */
static uint32_t moment_before(int64_t start, int64_t time)
{
	const uint32_t moment = dso_origin_moment_of(start, time);

	return moment - (moment > 0);
}

/* Maps of before the file was changed get another dso, whose file is gone. */
static void dso_divide(struct perfdata_dso *dso, const struct file_record *record, int64_t start,
		       bool is_remote)
{
	const uint32_t made = moment_before(start, file_made_at(&dso->stamp));
	uint32_t since = dso_origin_moment_of(start, file_valid_since(&dso->stamp));
	uint32_t untouched = dso_origin_moment_of(start, file_untouched_since(&dso->stamp));

	if (record->is_foreign || record->time == FILE_TIME_UNKNOWN || is_one_file(dso, record))
		return;
	if (dso_origin_is_never_early(&dso->of->origin) && (dso->latest >= made || !is_remote)) {
		since = made;
		untouched = moment_before(start, dso->stamp.changed);
	}
	if (record->id == FILE_ID_NONE)
		dso->untouched = untouched;
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

/*
 * False, with `trouble` set, if the path has another file than the recorded one. `*wanted` gets the
 * stamp of the only file to use, zero: any file with the build id. `loading` is locked.
 */
static bool dso_proof_of_file(struct perfdata_dso *dso, struct file_stamp *wanted)
{
	int64_t start = 0;
	const struct file_record record = dso_record_of(dso, &start);
	enum file_verdict verdict;
	const int fd = open_path(dso);
	bool is_remote;

	if (fd < 0 && dso->build_id.len == 0)
		dso->trouble = errno == EISDIR ? DSO_DAMAGED : DSO_MISSING;
	if (fd < 0 || !file_stamp_read(&dso->stamp, fd)) /* copies of its build may exist */
		return dso->build_id.len > 0;
	is_remote = os_is_remote(fd);
	verdict = judge(dso, &record, fd);
	dso->trouble = trouble_of(verdict);
	if (dso->trouble == DSO_FINE && verdict != FILE_OTHER_BUILD) {
		dso_divide(dso, &record, start, is_remote);
		*wanted = dso->stamp;
	}
	return dso->trouble == DSO_FINE;
}

/*
 * Open a dump that is the recording's: the caller's to close; -1 without, or after setting
 * `trouble`. `loading` is locked.
 */
static int dso_proof_open_dump(struct perfdata_dso *dso)
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

/*
 * True if a perf map that was last written at this time (ns since 1970) may be of the recorded
 * process: the number of a process is used again.
 */
static bool dso_proof_of_map(struct perfdata_dso *dso, int64_t written_ns)
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

/* False, after setting `trouble`, if perf maps of this machine are not the recording's. */
static bool dso_proof_may_have_map(struct perfdata_dso *dso)
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

/*
 * Dumps of just-in-time compilers. A compiler maps its dump, so that a recording has the path;
 * where the recording and the dump use one clock, code is known by the time of a sample.
 */

enum { MONOTONIC = 1 }; /* CLOCK_MONOTONIC of Linux */

/* Dumps that one process mapped. */
struct dso_process_dumps {
	uint32_t life; /* perfdata_dso.life */
	UT_hash_handle hh;
	struct dso_dump {
		struct perfdata_dso *file;
		struct dso_dump *next;
	} * untried, **last;    /* in the order of their maps */
	struct dso_code *found; /* the first that has names; NULL: none that was tried */
};

/* True if times of samples are of the clock that dumps use. */
static bool has_times(const struct perfdata_dsos *dsos)
{
	size_t count;
	const struct perfdata_event *events = perfdata_events(dsos->recording, &count);

	return count > 0 && events[0].clock == MONOTONIC;
}

/* ---- Files ---- */

/*
 * Read a perf map or a dump; one file is read once, whatever number of dsos it is opened for.
 * `loading` is locked.
 */
static struct dso_code *dso_code_use(struct perfdata_dsos *dsos, int fd, bool is_dump)
{
	struct dso_code_key key = {.is_dump = is_dump};
	const bool is_stamped = file_stamp_read(&key.stamp, fd);
	struct dso_code *code = NULL;

	if (is_stamped)
		HASH_FIND(hh, dsos->codes, &key, sizeof(key), code);
	if (!code) {
		code = memory_clear(1, sizeof(*code));
		code->key = key;
		code->map = is_dump ? perf_map_read_dump(fd, has_times(dsos)) : perf_map_read(fd);
		if (is_dump && code->map)
			code->frames = cfi_code_new(perf_map_unwinding(code->map));
		HASH_ADD(hh, dsos->codes, key, sizeof(code->key), code);
	}
	code->users++;
	return code;
}

/* NULL: does nothing. */
static void dso_code_leave(struct perfdata_dsos *dsos, struct dso_code *code)
{
	if (!code || --code->users > 0)
		return;
	HASH_DELETE(hh, dsos->codes, code);
	cfi_code_free(code->frames);
	perf_map_free(code->map);
	free(code);
}

/* ---- Dumps ---- */

void dso_dump_see(struct perfdata_dsos *dsos, struct perfdata_dso *dso)
{
	struct dso_process_dumps *dumps;
	struct dso_dump *dump;

	if (dso->kind != DSO_FILE || !dso_kind_is_dump(dso->name, dso->pid))
		return;
	HASH_FIND(hh, dsos->dumps.by_life, &dso->life, sizeof(dso->life), dumps);
	if (!dumps) {
		dumps = arena_alloc(&dsos->arena, sizeof(*dumps));
		*dumps = (struct dso_process_dumps){.life = dso->life, .last = &dumps->untried};
		HASH_ADD(hh, dsos->dumps.by_life, life, sizeof(dumps->life), dumps);
	}
	dump = arena_alloc(&dsos->arena, sizeof(*dump));
	*dump = (struct dso_dump){.file = dso};
	*dumps->last = dump;
	dumps->last = &dump->next;
	dsos->dumps.has_changes = false;
}

/* Read the dumps of a process up to the first that has names. */
static struct dso_code *dump_of(struct perfdata_dsos *dsos, struct dso_process_dumps *dumps)
{
	while (!dumps->found && dumps->untried) {
		const int fd = dso_proof_open_dump(dumps->untried->file);

		dumps->untried = dumps->untried->next;
		if (!dumps->untried)
			dumps->last = &dumps->untried;
		if (fd < 0)
			continue;
		dumps->found = dso_code_use(dsos, fd, true);
		close(fd);
		if (!dumps->found->map) {
			dso_code_leave(dsos, dumps->found);
			dumps->found = NULL;
		}
	}
	return dumps->found;
}

/* Find the dump of the process of some code; NULL: it has none. `loading` is locked. */
static struct dso_code *dso_dump_use(struct perfdata_dso *code)
{
	struct dso_process_dumps *dumps;
	struct dso_code *found;

	HASH_FIND(hh, code->of->dumps.by_life, &code->life, sizeof(code->life), dumps);
	found = dumps ? dump_of(code->of, dumps) : NULL;
	if (found)
		found->users++;
	return found;
}

void dso_dumps_release(struct perfdata_dsos *dsos)
{
	struct dso_process_dumps *dumps, *next;

	HASH_ITER(hh, dsos->dumps.by_life, dumps, next)
	{
		HASH_DELETE(hh, dsos->dumps.by_life, dumps);
		dso_code_leave(dsos, dumps->found);
	}
	free(dsos->dumps.changes);
}

/* ---- Times ---- */

static void read_changes(struct perfdata_dsos *dsos)
{
	struct dso_dumps *dumps = &dsos->dumps;
	struct dso_process_dumps *of, *next;
	struct dso_code *code, *after;
	size_t cap = 0;

	free(dumps->changes);
	dumps->changes = NULL;
	dumps->change_count = 0;
	HASH_ITER(hh, dumps->by_life, of, next)
	{
		dump_of(dsos, of);
	}
	HASH_ITER(hh, dsos->codes, code, after)
	{
		const struct perf_map *map = code->map;

		if (!map || !code->key.is_dump)
			continue;
		MEMORY_NEED(dumps->changes, dumps->change_count + perf_map_changes(map, NULL), cap);
		dumps->change_count += perf_map_changes(map, dumps->changes + dumps->change_count);
	}
	SORT(dumps->changes, dumps->change_count, u64_compare);
}

uint64_t perfdata_dsos_code_time(struct perfdata_dsos *dsos, uint64_t time)
{
	struct dso_dumps *dumps = &dsos->dumps;
	size_t count;

	if (!dumps->by_life || !has_times(dsos))
		return PERFDATA_ANY_TIME;
	if (perfdata_is_arriving(dsos->recording)) /* its dumps are not complete */
		return time;
	if (!__atomic_load_n(&dumps->has_changes, __ATOMIC_ACQUIRE)) {
		pthread_mutex_lock(&dsos->loading);
		if (!dumps->has_changes) {
			read_changes(dsos);
			__atomic_store_n(&dumps->has_changes, true, __ATOMIC_RELEASE);
		}
		pthread_mutex_unlock(&dsos->loading);
	}
	if (dumps->change_count == 0)
		return PERFDATA_ANY_TIME;
	count = search_up_to(dumps->changes, dumps->change_count, sizeof(*dumps->changes), time);
	return count > 0 ? dumps->changes[count - 1] : 0;
}

/* ---- Objects: files that were opened ---- */

static struct dso_object *add_object(const struct perfdata_dso *dso, const char *root,
				     struct slice name, const struct file_stamp *stamp)
{
	struct dso_object *object = memory_clear(1, sizeof(*object));

	object->file = symbol_file_new(root, name, dso->build_id);
	symbol_file_look_in(object->file, dso->of->options.places);
	symbol_file_code_at(object->file, dso->code_at);
	if (stamp->inode != 0)
		symbol_file_expect(object->file, stamp);
	object->stamp = *stamp;
	object->frames = cfi_file_new();
	object->debug = dwarf_file_new(dso->of->options.with_lines, dso->of->options.with_scopes);
	return object;
}

/*
 * One file is read once, whatever number of paths lead to it: links, "//", "/./", processes of one
 * container.
 */
static struct dso_object *share_object(const struct perfdata_dso *dso,
				       const struct file_stamp *wanted)
{
	struct dso_object_key key = {.compares = wanted->inode != 0};
	struct file_stamp now = *wanted;
	struct dso_object *object, *other;
	struct slice name = dso->name;
	char room[DSO_PROCESS_ROOT];
	size_t i;

	if (wanted->inode == 0 && !dso_proof_stamp(dso, &now))
		key.path = (uint64_t)dso->path->number + 1;
	key.major = now.major;
	key.minor = now.minor;
	key.inode = now.inode;
	for (i = 0; i < dso->build_id.len && i < ELF_BUILD_ID; i++)
		key.build_id[i] = (unsigned char)dso->build_id.ptr[i];
	HASH_FIND(hh, dso->of->objects, &key, sizeof(key), other);
	if (other && file_stamp_equal(&other->stamp, wanted))
		return other;
	if (dso->has_own_id) /* the same build may be at its path again */
		slice_drop(&name, SLICE(" (deleted)"));
	object = add_object(dso, dso_proof_root(dso, room), name, wanted);
	object->key = key;
	object->is_in_table = !other; /* else the file was changed in place meanwhile */
	if (object->is_in_table)
		HASH_ADD(hh, dso->of->objects, key, sizeof(object->key), object);
	return object;
}

static void use_object(struct perfdata_dso *dso, struct dso_object *object)
{
	object->users++;
	dso->object = object;
	dso->file = object->file;
	dso->frames = object->frames;
	dso->debug = object->debug;
}

static void leave_object(struct perfdata_dso *dso)
{
	struct dso_object *object = dso->object;

	if (!object || --object->users > 0)
		return;
	if (object->is_in_table)
		HASH_DELETE(hh, dso->of->objects, object);
	symbol_file_free(object->file);
	cfi_file_free(object->frames);
	dwarf_file_free(object->debug);
	free(object);
}

/* ---- Files ---- */

/*
 * Where no file is at the path copies are looked for by the build id, in many places: not for more
 * paths of one build than a recording has that was not made to have them.
 */
enum { BUILD_PATHS = 64 };

static void load_file(struct perfdata_dso *dso)
{
	struct file_stamp wanted = {.inode = 0}, now;

	dso->trouble = dso->facts.is_crowd ? DSO_CROWDED : DSO_FINE;
	dso->stamp = wanted;
	dso->opened = dso_origin_now();
	if (dso->facts.is_crowd ||
	    (!dso->has_own_id && dso_proof_is_needed(dso->of) && !dso_proof_of_file(dso, &wanted)))
		return;
	if (dso->path->namesakes >= BUILD_PATHS && !dso_proof_stamp(dso, &now)) {
		dso->trouble = DSO_MISSING;
		return;
	}
	use_object(dso, share_object(dso, &wanted));
}

/* ---- Perf maps ---- */

/* /tmp is everybody's: what another user wrote there is not believed. */
static bool is_owned(const struct stat *status, uint32_t user)
{
	return status->st_uid == 0 || status->st_uid == geteuid() || status->st_uid == user;
}

/* -1 without, or after setting `trouble`. */
static int open_map(struct perfdata_dso *dso)
{
	const char *symfs = dso->of->options.symfs;
	const bool judges = dso_proof_is_needed(dso->of);
	struct dso_process process = {.pid = (uint32_t)dso->pid};
	char path[48], root[DSO_PROCESS_ROOT];
	struct stat status;
	int fd;

	if (judges && !dso_proof_may_have_map(dso))
		return -1;
	if (dso->of->is_local)
		dso_process_find(dso->pid, dso_origin_end(&dso->of->origin), &process);
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)process.pid);
	if (symfs)
		return rooted_open(symfs, path);
	if (process.files != 0)
		fd = rooted_open(dso_process_root(root, dso->pid), path);
	else
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd < 0)
		return -1;
	if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || !is_owned(&status, process.user))
		dso->trouble = DSO_NOT_OURS;
	else if (judges && !dso_proof_of_map(dso, os_written(&status)))
		dso->trouble = DSO_STALE;
	else
		return fd;
	close(fd);
	return -1;
}

static void load_map(struct perfdata_dso *dso)
{
	const enum dso_trouble of_file = dso->trouble;
	int fd;

	dso->code = dso_dump_use(dso);
	if (dso->code)
		return;
	dso->trouble = dso->kind == DSO_CODE_FILE && !slice_starts(dso->name, SLICE("/memfd:"))
			       ? DSO_GONE
			       : DSO_NO_MAP;
	fd = open_map(dso);
	if (fd < 0 && of_file != DSO_FINE)
		dso->trouble = of_file;
	if (fd < 0)
		return;
	dso->code = dso_code_use(dso->of, fd, false);
	dso->trouble = dso->code->map ? DSO_FINE : DSO_DAMAGED;
	close(fd);
}

/* ---- The vdso ---- */

/* "~/.debug/[vdso]/BUILDID/vdso"; false if it is not there. */
static bool find_cached_vdso(const struct perfdata_dso *dso, struct buf *path)
{
	const char *home = getenv("HOME");
	size_t i;

	if (!home || home[0] != '/' || dso->build_id.len == 0)
		return false;
	buf_printf(path, "%s/.debug/[vdso]/", home);
	for (i = 0; i < dso->build_id.len; i++)
		buf_printf(path, "%02x", (unsigned char)dso->build_id.ptr[i]);
	buf_add_text(path, "/vdso");
	return access(buf_cstring(path), R_OK) == 0;
}

/*
 * Our own vdso is the recording's if it has its build id or, without a build id, if the kernel is
 * the same.
 */
static bool find_own_vdso(const struct perfdata_dso *dso, struct buf *path)
{
	const struct dso_kernel_key kernel = dso_kernel_key_of(dso->of);

	if (!slice_equal(dso->name, SLICE("[vdso]")) ||
	    (dso->build_id.len == 0 && !dso_kernel_is_running(&kernel)))
		return false;
	if (dso->of->vdso < 0)
		dso->of->vdso = os_vdso_copy();
	buf_reset(path);
	buf_printf(path, "/proc/self/fd/%d", dso->of->vdso);
	return dso->of->vdso >= 0;
}

static void load_vdso(struct perfdata_dso *dso)
{
	struct buf path = {0};

	if (!dso->of->options.symfs && (find_cached_vdso(dso, &path) || find_own_vdso(dso, &path)))
		use_object(dso, add_object(dso, NULL, buf_slice(&path), &dso->stamp));
	else if (dso->build_id.len > 0) /* the folders of options may have it by its build id */
		use_object(dso,
			   add_object(dso, dso->of->options.symfs, SLICE("/[vdso]"), &dso->stamp));
	buf_release(&path);
}

/* ---- All ---- */

void dso_load(struct perfdata_dso *dso)
{
	__atomic_store_n(&dso->used, dso->of->slot, __ATOMIC_RELAXED);
	if (__atomic_load_n(&dso->is_loaded, __ATOMIC_ACQUIRE))
		return;
	pthread_mutex_lock(&dso->of->loading);
	if (!dso->is_loaded) {
		if (dso->kind == DSO_FILE)
			load_file(dso);
		else if (dso->kind == DSO_VDSO)
			load_vdso(dso);
		if (dso->may_be_code)
			load_map(dso);
		__atomic_store_n(&dso->is_loaded, true, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&dso->of->loading);
}

struct perfdata_dso *perfdata_dso_of(const struct perfdata_map *map)
{
	if (map->dso->kind != DSO_FILE)
		return map->dso;
	dso_load(map->dso);
	if (UNLIKELY(map->moment < map->dso->untouched) && map->moment >= map->dso->front.since)
		__atomic_store_n(&map->dso->is_touched, true, __ATOMIC_RELAXED);
	return perfdata_dso_seen_of(map);
}

void dso_unload(struct perfdata_dso *dso)
{
	leave_object(dso);
	dso_code_leave(dso->of, dso->code);
	dso->object = NULL;
	dso->file = NULL;
	dso->frames = NULL;
	dso->debug = NULL;
	dso->code = NULL;
	dso->is_loaded = false;
}

struct dso_kernel_key dso_kernel_key_of(struct perfdata_dsos *dsos)
{
	const struct perfdata_dso *dso = __atomic_load_n(&dsos->kernel_dso, __ATOMIC_ACQUIRE);
	struct dso_kernel_key key = {
		.release = perfdata_facts(dsos->recording)->texts[PERFDATA_RELEASE],
		.symbols = perfdata_facts(dsos->recording)->texts[PERFDATA_KALLSYMS],
		.is_local = dso_origin_is_local(&dsos->origin),
		.is_foreign = dso_origin_is_foreign(&dsos->origin),
	};

	if (dso) {
		key.build_id = dso->build_id;
		key.reference = dso_kind_reference(dso->name);
		key.address = dso->offset;
	}
	return key;
}

static void *read_kernel(void *context)
{
	struct perfdata_dsos *dsos = context;

	if (__atomic_load_n(&dsos->is_kernel_loaded, __ATOMIC_ACQUIRE))
		return NULL;
	pthread_mutex_lock(&dsos->loading);
	if (!dsos->is_kernel_loaded) {
		const struct dso_kernel_key key = dso_kernel_key_of(dsos);

		dso_kernel_read(&dsos->kernel, &dsos->options, &key);
		__atomic_store_n(&dsos->is_kernel_loaded, true, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&dsos->loading);
	return NULL;
}

/* On the thread `reader`. */
static void *read_kernel_ahead(void *of)
{
	const struct perfdata_dsos *dsos = of;

	context_enter(dsos->caller);
	return read_kernel(of);
}

const struct dso_kernel *dso_load_kernel(struct perfdata_dsos *dsos)
{
	if (!__atomic_load_n(&dsos->is_kernel_asked, __ATOMIC_ACQUIRE)) {
		read_kernel(dsos);
		__atomic_store_n(&dsos->is_kernel_asked, true, __ATOMIC_RELEASE);
	}
	return &dsos->kernel;
}

const struct dso_kernel *dso_load_kernel_own(struct perfdata_dsos *dsos)
{
	if (!__atomic_load_n(&dsos->is_kernel_own, __ATOMIC_ACQUIRE)) {
		pthread_mutex_lock(&dsos->loading);
		if (!dsos->is_kernel_own)
			dso_kernel_read_own(&dsos->kernel);
		__atomic_store_n(&dsos->is_kernel_own, true, __ATOMIC_RELEASE);
		pthread_mutex_unlock(&dsos->loading);
	}
	return &dsos->kernel;
}

void perfdata_dsos_read_ahead(struct perfdata_dsos *dsos)
{
	if (dsos->has_reader || !dsos->options.reads_ahead || !dsos->kernel_dso ||
	    perfdata_facts(dsos->recording)->is_simpleperf ||
	    perfdata_facts(dsos->recording)->is_stream)
		return;
	dsos->caller = context();
	dsos->has_reader = pthread_create(&dsos->reader, NULL, read_kernel_ahead, dsos) == 0;
	dsos->options.reads_ahead = dsos->has_reader; /* once */
}
