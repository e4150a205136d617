/* SPDX-License-Identifier: MIT */
/*
 * Dumps of just-in-time compilers. A compiler maps its dump, so that a recording has the path;
 * where the recording and the dump use one clock, code is known by the time of a sample.
 */
#include <unistd.h>

#include "collapse/perfdata/dso/dso_table.h"
#include "common/base/search.h"

enum { MONOTONIC = 1 }; /* CLOCK_MONOTONIC of Linux */

void dso_dump_see(struct perfdata_dsos *dsos, struct perfdata_dso *dso)
{
	struct dso_dumps *dumps = &dsos->dumps;

	if (dso->kind != DSO_FILE || !dso_kind_is_dump(dso->name, dso->pid))
		return;
	dumps->at = memory_grow(dumps->at, &dumps->cap, dumps->count + 1, sizeof(*dumps->at));
	dumps->at[dumps->count++] = (struct dso_dump){.file = dso};
	dumps->has_changes = false;
}

/* True if times of samples are of the clock that dumps use. */
static bool has_times(const struct perfdata_dsos *dsos)
{
	size_t count;
	const struct perfdata_event *events = perfdata_events(dsos->recording, &count);

	return count > 0 && events[0].clock == MONOTONIC;
}

static struct perf_map *read_dump(const struct perfdata_dsos *dsos, struct dso_dump *dump)
{
	int fd;

	if (dump->is_read)
		return dump->map;
	dump->is_read = true;
	fd = dso_proof_open_dump(dump->file);
	if (fd >= 0) {
		dump->map = perf_map_read_dump(fd, has_times(dsos));
		close(fd);
	}
	if (dump->map)
		dump->frames = cfi_code_new(perf_map_unwinding(dump->map));
	return dump->map;
}

bool dso_dump_use(struct perfdata_dso *code)
{
	struct perfdata_dsos *dsos = code->of;
	size_t i;

	for (i = 0; i < dsos->dumps.count; i++) {
		struct dso_dump *dump = &dsos->dumps.at[i];

		if (dump->file->pid != code->pid || !read_dump(dsos, dump))
			continue;
		code->dump = dump->map;
		code->dump_frames = dump->frames;
		return true;
	}
	return false;
}

void dso_dumps_release(struct dso_dumps *dumps)
{
	size_t i;

	for (i = 0; i < dumps->count; i++) {
		cfi_code_free(dumps->at[i].frames);
		perf_map_free(dumps->at[i].map);
	}
	free(dumps->at);
	free(dumps->changes);
	*dumps = (struct dso_dumps){0};
}

/* ---- Times ---- */

static void read_changes(struct perfdata_dsos *dsos)
{
	struct dso_dumps *dumps = &dsos->dumps;
	size_t i, cap = 0;

	free(dumps->changes);
	dumps->changes = NULL;
	dumps->change_count = 0;
	for (i = 0; i < dumps->count; i++) {
		const struct perf_map *map = read_dump(dsos, &dumps->at[i]);

		if (!map)
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

	if (dumps->count == 0 || !has_times(dsos))
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
