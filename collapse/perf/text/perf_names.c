/* SPDX-License-Identifier: MIT */
/*
 * A worker's lines: its own, or shared by all workers. When shared tables are full the first worker
 * to notice makes new ones, and the others switch to them with their next chunk.
 */
#include "collapse/perf/text/perf_names.h"

#include "collapse/perf/text/perf_lines.h"

#include "common/system/lock.h"

struct perf_tables {
	struct lock lock;                 /* guards all below */
	struct line_cache lines, symbols; /* views of the newest, so that they stay */
	unsigned users;
};

static void init_lines(struct line_cache *lines)
{
	*lines = (struct line_cache){.front = PERF_KEY_AT, .is_front = perf_is_address};
}

static void perf_names_enter(struct perf_names *names)
{
	line_cache_share(&names->tables->lines, &names->lines);
	line_cache_share(&names->tables->symbols, &names->symbols);
}

/* Release lines before symbols: the lines' frames live in the arenas of the symbols. */
static void perf_names_release_lines(struct line_cache *lines, struct line_cache *symbols)
{
	line_cache_release(lines);
	line_cache_release(symbols);
}

static struct perf_tables *new_tables(void)
{
	struct perf_tables *tables = memory_get(sizeof(*tables));

	*tables = (struct perf_tables){0};
	init_lines(&tables->lines);
	lock_init(&tables->lock);
	return tables;
}

void perf_names_init(struct perf_run *perf, unsigned threads)
{
	const struct perf_options *options = perf->options;
	struct perf_names *names = &perf->names;

	stack_cache_init(&names->stacks, threads == 1);
	init_lines(&names->lines);
	if (threads == 1 || options->inlines || options->srcline || !options->format.shares_names)
		return;
	if (!perf->findings->tables)
		perf->findings->tables = new_tables();
	names->tables = perf->findings->tables;
	names->tables->users++;
	perf_names_enter(names);
}

void perf_names_release(struct perf_run *perf)
{
	struct perf_names *names = &perf->names;
	struct perf_tables *tables = names->tables;

	perf_names_release_lines(&names->lines, &names->symbols);
	stack_cache_release(&names->stacks);
	if (!tables || --tables->users > 0)
		return;
	perf_names_release_lines(&tables->lines, &tables->symbols);
	lock_release(&tables->lock);
	free(tables);
	perf->findings->tables = NULL;
}

static bool perf_names_is_full(const struct perf_names *names)
{
	return line_cache_size(&names->lines) + line_cache_size(&names->symbols) > LINE_CACHE_SIZE;
}

static bool renew_shared(struct perf_names *names)
{
	struct perf_tables *tables = names->tables;
	bool renewed;

	lock_take(&tables->lock);
	if (perf_names_is_full(names) && tables->lines.shared == names->lines.shared)
		perf_names_release_lines(&tables->lines,
					 &tables->symbols); /* perf_names_enter() makes new ones */
	renewed = tables->lines.shared != names->lines.shared;
	if (renewed) {
		perf_names_release_lines(&names->lines, &names->symbols);
		perf_names_enter(names);
	}
	lock_leave(&tables->lock);
	return renewed;
}

bool perf_names_trim(struct perf_run *perf)
{
	struct perf_names *names = &perf->names;
	const bool forgets = !names->tables && perf_names_is_full(names);

	stack_cache_trim(&names->stacks);
	if (names->tables)
		return renew_shared(names);
	if (forgets)
		perf_names_release_lines(&names->lines, &names->symbols);
	return forgets;
}
