/* SPDX-License-Identifier: MIT */
/*
 * Dumps of just-in-time compilers. A compiler maps its dump, so that a recording has the path;
 * where the recording and the dump use one clock, code is known by the time of a sample.
 */
#include <unistd.h>

#include "collapse/perfdata/dso/dso_table.h"
#include "common/base/search.h"

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

struct dso_code *dso_code_use(struct perfdata_dsos *dsos, int fd, bool is_dump)
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

void dso_code_leave(struct perfdata_dsos *dsos, struct dso_code *code)
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

struct dso_code *dso_dump_use(struct perfdata_dso *code)
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
		dumps->changes = memory_grow(dumps->changes, &cap,
					     dumps->change_count + perf_map_changes(map, NULL),
					     sizeof(*dumps->changes));
		dumps->change_count += perf_map_changes(map, dumps->changes + dumps->change_count);
	}
	if (dumps->change_count > 0)
		qsort(dumps->changes, dumps->change_count, sizeof(*dumps->changes), u64_compare);
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
