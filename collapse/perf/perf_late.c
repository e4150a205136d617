/* SPDX-License-Identifier: MIT */
/* The names that placeholders stand for, and a profile that has them. */
#include "collapse/perf/perf_late.h"

#include "collapse/perf/perf_chain.h"
#include "common/profile/profile.h"

/* Frames of one address. */
struct perf_late_name {
	struct slice placeholder;
	const struct slice *frames; /* leaf first */
	uint32_t count;
	bool ends; /* --skip-after: callers are left out */
};

/* ---- Names ---- */

static void late_find_name(struct perf_late_names *names, struct ingest_run *run,
			   const struct perf_late_place *place)
{
	static const struct perfdata_map anywhere = {0}; /* code is known by its address alone */
	struct perf_late_name *name;
	struct perfdata_symbol found;
	const struct perf_line *line;
	struct slice *frames;
	char room[PERF_LATE_LONGEST];
	uint32_t i;

	perfdata_dso_symbol(place->dso, &anywhere,
			    (struct perfdata_address){place->ip, place->time}, &found);
	line = perf_chain_symbol_line(run, &found, place->ip);
	if (place->in_java && line->java)
		line = line->java;
	frames = arena_alloc(&names->arena, (line->count + 1) * sizeof(*frames));
	for (i = 0; i < line->count; i++)
		frames[i] = arena_copy(&names->arena,
				       intern_shared_name(&run->profile.names, line->frames[i]));
	MEMORY_ROOM(names->at, names->count, names->cap);
	name = &names->at[names->count++];
	*name = (struct perf_late_name){
		.placeholder = arena_copy(&names->arena, perf_late_placeholder(room, place)),
		.frames = frames,
		.count = line->count,
		.ends = line->ends,
	};
}

void perf_late_find(struct perf_late_names *names, struct ingest_run *run)
{
	struct perfdata_worker *worker = perf_of(run)->worker;
	size_t i;

	for (i = 0; worker && i < worker->late.count; i++)
		late_find_name(names, run, &worker->late.at[i]);
	if (worker)
		worker->late.count = 0;
}

void perf_late_release(struct perf_late_names *names)
{
	arena_release(&names->arena);
	free(names->at);
}

/* ---- Replacing ---- */

struct replacing {
	struct profile *into;
	const struct perf_late_name **by_id; /* NULL: no placeholder */
	bool keeps_root;
	frame_id *frames;
	size_t count, cap;
};

static void late_add_frame(struct replacing *replacing, frame_id id)
{
	MEMORY_ROOM(replacing->frames, replacing->count, replacing->cap);
	replacing->frames[replacing->count++] = id;
}

static void late_add_frames(struct replacing *replacing, const struct perf_late_name *name)
{
	uint32_t i;

	if (name->ends)
		replacing->count = replacing->keeps_root && replacing->count > 0 ? 1 : 0;
	for (i = name->count; i > 0; i--)
		late_add_frame(replacing, profile_frame(replacing->into, name->frames[i - 1]));
}

static struct stack *replace(void *context, const struct stack *old)
{
	struct replacing *replacing = context;
	uint32_t i;

	replacing->count = 0;
	for (i = 0; i < old->depth; i++) {
		const struct perf_late_name *name = replacing->by_id[old->frames[i]];

		if (name)
			late_add_frames(replacing, name);
		else
			late_add_frame(replacing, old->frames[i]);
	}
	if (replacing->count > LIMIT_DEPTH)
		replacing->count = LIMIT_DEPTH;
	return profile_find(replacing->into, replacing->frames, (uint32_t)replacing->count);
}

void perf_late_apply(const struct perf_late_names *names, struct profile *profile, bool keeps_root)
{
	struct profile named = {0};
	struct replacing replacing = {.into = &named, .keeps_root = keeps_root};
	const struct profile_editor editor = {.context = &replacing, .stack = replace};
	size_t i;

	if (names->count == 0 || profile->overflow)
		return;
	replacing.by_id = memory_clear(profile->names.count, sizeof(*replacing.by_id));
	for (i = 0; i < names->count; i++) {
		const frame_id id = intern_find(&profile->names, names->at[i].placeholder);

		if (id != HASH_NONE)
			replacing.by_id[id] = &names->at[i];
	}
	profile_begin_edited(&named, profile);
	profile_replace(profile, &named, &editor);
	free(replacing.frames);
	free(replacing.by_id);
}
