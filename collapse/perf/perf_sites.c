/* SPDX-License-Identifier: MIT */
#include "collapse/perf/perf_sites.h"

#include <inttypes.h>

#include "collapse/perf/perf_recording_state.h"
#include "common/base/parallel.h"
#include "common/table/hash.h"

enum { CODE_MOST = 1 << 16 }; /* bytes of a symbol whose code is kept */

/* What tells a site from another one. Without padding. */
struct site_key {
	uint64_t dso, place, is_caller;
};

struct site_slot {
	struct site_key key;
	uint32_t number;
	UT_hash_handle hh;
};

struct perf_sites {
	struct lock lock; /* of all that follows */
	struct site_slot *known;
	struct perf_site **at;
	size_t count, cap;
	struct intern texts;
	struct arena arena;
	bool with_code;
	struct code_slot {
		struct perf_code code;    /* first: perf_sites_find_lines() */
		struct site_key key;      /* of the symbol */
		struct perfdata_dso *dso; /* NULL: lines have been found, or will not be */
		struct code_slot *next;
		UT_hash_handle hh;
	} * codes, *old_codes; /* of this recording; of those before */
	size_t code_count;
	struct dwarf_frames frames; /* scratch */
	struct buf text;            /* scratch */
};

struct perf_sites *perf_sites_new(bool with_code)
{
	struct perf_sites *sites = memory_clear(1, sizeof(*sites));

	sites->with_code = with_code;
	lock_init(&sites->lock);
	return sites;
}

void perf_sites_free(struct perf_sites *sites)
{
	if (!sites)
		return;
	perf_sites_forget(sites, true);
	for (; sites->old_codes; sites->old_codes = sites->old_codes->next)
		free(sites->old_codes->code.lines);
	free(sites->at);
	free(sites->frames.at);
	buf_release(&sites->text);
	intern_release(&sites->texts);
	arena_release(&sites->arena);
	lock_release(&sites->lock);
	free(sites);
}

/* Copied once, however often it comes. */
static struct slice site_text(struct perf_sites *sites, struct slice text)
{
	return text.len == 0 ? SLICE("")
			     : intern_name(&sites->texts, intern_add(&sites->texts, text));
}

static void site_set_place(struct perf_sites *sites, struct perf_site_frame *frame,
			   const struct source_place *place)
{
	if (place->name.len == 0)
		return;
	buf_reset(&sites->text);
	source_place_add_path(&sites->text, place);
	frame->path = site_text(sites, buf_slice(&sites->text));
	frame->folder = site_text(sites, place->base);
	frame->text = site_text(sites, place->text);
	frame->line = place->line;
	frame->discriminator = place->discriminator;
}

/* The frames of a site: what was inlined, and the symbol, whose name is `name`. */
static void site_set_frames(struct ingest_run *run, struct perf_site *site, struct slice symbol,
			    struct slice name)
{
	const struct perf_run *perf = perf_of(run);
	struct perf_sites *sites = perf->options->sites;
	const struct dwarf_frames *found = &sites->frames;
	struct perf_site_frame *frames = arena_alloc(&sites->arena,
						     (found->inlined + 1) * sizeof(*frames));
	struct perf_site_frame *last = &frames[found->inlined];
	size_t i;

	memset(frames, 0, (found->inlined + 1) * sizeof(*frames));
	for (i = 0; i < found->inlined; i++) {
		const struct dwarf_frame *frame = &found->at[i];
		const struct slice linkage = dwarf_name_linkage(frame->name);

		buf_reset(&sites->text);
		perf->compat->tidy(&sites->text, frame->name->name, perf->options);
		frames[i].function = site_text(sites, buf_slice(&sites->text));
		frames[i].linkage = site_text(sites, linkage.len > 0 ? linkage : frame->name->name);
		frames[i].start = frame->start;
		site_set_place(sites, &frames[i], &frame->place);
	}
	last->function = site_text(sites, name);
	last->linkage = site_text(sites, symbol);
	if (found->count > found->inlined) {
		const struct dwarf_frame *frame = &found->at[found->inlined];
		const struct slice linkage = dwarf_name_linkage(frame->name);

		last->linkage = site_text(sites, linkage.len > 0 ? linkage : frame->name->name);
		last->start = frame->start;
	}
	site_set_place(sites, last, &found->outermost);
	site->frames = frames;
	site->count = (uint32_t)found->inlined + 1;
}

/* ---- Code ---- */

/* The line of each instruction: where the line of a byte is another one than that before it. */
static void code_find_lines(struct perf_sites *sites, struct code_slot *slot)
{
	const uint64_t start = slot->key.place;
	struct perf_code *code = &slot->code;
	uint64_t address;

	for (address = start; address < start + code->bytes.len; address++) {
		struct perf_code_line *last = code->line_count > 0
						      ? &code->lines[code->line_count - 1]
						      : NULL;
		const struct source_place *place;
		struct perf_code_line line = {.address = address, .path = SLICE("")};

		perfdata_dso_frames(slot->dso, address, &sites->frames);
		place = sites->frames.count > 0 ? &sites->frames.at[0].place
						: &sites->frames.outermost;
		if (place->name.len > 0) {
			buf_reset(&sites->text);
			source_place_add_path(&sites->text, place);
			line.path = site_text(sites, buf_slice(&sites->text));
			line.line = place->line;
		}
		if (last && last->line == line.line && slice_equal(last->path, line.path))
			continue;
		MEMORY_ROOM(code->lines, code->line_count, code->line_cap);
		code->lines[code->line_count++] = line;
	}
	slot->dso = NULL;
}

void perf_sites_find_lines(struct perf_sites *sites, const struct perf_code *code)
{
	struct code_slot *slot = (struct code_slot *)code; /* of the sites */

	if (slot->dso)
		code_find_lines(sites, slot);
}

/* The code of a symbol in a file; NULL: it is not known. */
static const struct perf_code *code_of(struct ingest_run *run, const struct perf_site_key *key,
				       const struct perfdata_symbol *symbol)
{
	const struct perfdata *recording = perf_of(run)->worker->recording->data;
	struct perf_sites *sites = perf_of(run)->options->sites;
	const struct site_key where = {(uintptr_t)key->dso, symbol->start, 0};
	const uint64_t size = symbol->end - symbol->start;
	struct code_slot *slot;
	unsigned char *bytes;

	HASH_FIND(hh, sites->codes, &where, sizeof(where), slot);
	if (slot || size == 0 || size > CODE_MOST || symbol->end < symbol->start)
		return slot && slot->code.bytes.len > 0 ? &slot->code : NULL;
	slot = arena_alloc(&sites->arena, sizeof(*slot));
	*slot = (struct code_slot){.key = where, .code.number = sites->code_count++};
	bytes = arena_alloc(&sites->arena, (size_t)size);
	if (perfdata_dso_code(key->dso, key->map, key->ip + (symbol->end - symbol->address), bytes,
			      (size_t)size)) {
		slot->code.bytes = slice_of((const char *)bytes, (size_t)size);
		slot->code.machine = site_text(sites,
					       perfdata_facts(recording)->texts[PERFDATA_ARCH]);
		slot->dso = key->dso;
	}
	HASH_ADD(hh, sites->codes, key, sizeof(slot->key), slot);
	return slot->code.bytes.len > 0 ? &slot->code : NULL;
}

static void site_make(struct ingest_run *run, struct perf_site *site,
		      const struct perf_site_key *key, const struct perfdata_symbol *symbol,
		      struct slice name)
{
	struct perf_sites *sites = perf_of(run)->options->sites;
	const struct perfdata_map *map = key->map;

	*site = (struct perf_site){
		.address = key->ip,
		.map = map->start,
		.map_end = map->end,
		.map_offset = map->offset,
		.module = site_text(sites, symbol->module),
		.build_id = site_text(sites, perfdata_dso_build_id(key->dso)),
		.is_known = symbol->is_known,
		.is_file = symbol->is_known && perfdata_dso_is_file(key->dso),
		.is_caller = key->is_caller,
	};
	dwarf_frames_reset(&sites->frames);
	if (site->is_file) {
		const bool is_inside = symbol->address > symbol->start;

		site->address = symbol->address;
		site->map = symbol->address - (key->ip - map->start);
		site->map_end = site->map + (map->end - map->start);
		site->start = symbol->start;
		perfdata_dso_frames(key->dso, symbol->address - (key->is_caller && is_inside),
				    &sites->frames);
	}
	site_set_frames(run, site, symbol->name, name);
	if (site->is_file && sites->with_code && !site->is_caller)
		site->code = code_of(run, key, symbol);
}

static uint32_t site_number(struct ingest_run *run, const struct perf_site_key *key,
			    const struct perfdata_symbol *symbol, struct slice name)
{
	struct perf_sites *sites = perf_of(run)->options->sites;
	const struct site_key where = {(uintptr_t)key->dso,
				       perfdata_dso_place(key->dso, key->map, key->ip),
				       key->is_caller};
	struct site_slot *slot;

	HASH_FIND(hh, sites->known, &where, sizeof(where), slot);
	if (slot)
		return slot->number;
	slot = arena_alloc(&sites->arena, sizeof(*slot));
	slot->key = where;
	slot->number = (uint32_t)sites->count;
	MEMORY_ROOM(sites->at, sites->count, sites->cap);
	sites->at[sites->count] = arena_alloc(&sites->arena, sizeof(**sites->at));
	site_make(run, sites->at[sites->count++], key, symbol, name);
	HASH_ADD(hh, sites->known, key, sizeof(slot->key), slot);
	return slot->number;
}

const struct perf_line *perf_sites_line(struct ingest_run *run, struct arena *arena,
					const struct perf_site_key *key,
					const struct perfdata_symbol *symbol, struct slice name)
{
	struct perf_sites *sites = perf_of(run)->options->sites;
	struct perf_line *line = arena_alloc(arena, sizeof(*line));
	frame_id *frame = arena_alloc(arena, sizeof(*frame));
	char room[24];
	uint32_t number;

	lock_take(&sites->lock);
	number = site_number(run, key, symbol, name);
	lock_leave(&sites->lock);
	/* no name has a line feed in it */
	*frame = profile_frame(
		&run->profile,
		slice_of(room, (size_t)snprintf(room, sizeof(room), "\n%" PRIu32, number)));
	*line = (struct perf_line){.frames = frame, .count = 1};
	return line;
}

const struct perf_site *perf_sites_of_frame(const struct perf_sites *sites, struct slice name)
{
	uint64_t number;

	return slice_skip(&name, SLICE("\n")) && slice_to_u64(name, &number) &&
			       number < sites->count
		       ? sites->at[number]
		       : NULL;
}

void perf_sites_forget(struct perf_sites *sites, bool is_last)
{
	struct code_slot *slot, *next;

	if (!sites)
		return;
	HASH_CLEAR(hh, sites->known);
	for (slot = sites->codes; slot; slot = next) {
		next = slot->hh.next;
		if (!is_last)
			perf_sites_find_lines(sites, &slot->code);
		slot->dso = NULL;
		slot->next = sites->old_codes;
		sites->old_codes = slot;
	}
	HASH_CLEAR(hh, sites->codes);
}
