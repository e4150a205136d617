/* SPDX-License-Identifier: MIT */
/*
 * From the addresses of a call chain to frames: address -> map -> symbol -> the line of its
 * function -> frames. The frames of an address are cached by its maps and the address: samples of
 * one process hit the same ones.
 */
#include "collapse/perf/perf_chain.h"

#include <inttypes.h>

#include "collapse/perf/perf_frame.h"
#include "collapse/perf/perf_repair.h"
#include "collapse/perf/perf_sample.h"
#include "collapse/perf/perf_sites.h"

enum { LINES_MOST = 8 << 20 }; /* bytes */
enum {
	ADDRESS_BITS = 17, /* a cache has 2 to the power of these entries */
	PLACE_BITS = 14,
	SYMBOL_BITS = 13,
	INLINED_BITS = 15,
	NAME_BITS = 12,
};

#define MARKER(number) ((uint64_t)(-(int64_t)(number)))

enum {
	CONTEXT_HV = 32,
	CONTEXT_USER_DEFERRED = 640,
};

/*
 * How to look up an address: a caller's inlined functions are found at its call, which is before
 * the return address, or is given itself.
 */
enum lookup_kind { LOOKUP_EXACT, LOOKUP_CALLER, LOOKUP_CALL };

struct address_entry {
	uintptr_t maps; /* struct perfdata_maps, and a kind: their addresses are multiples of 4 */
	uint64_t ip;
	const struct perf_line *line; /* NULL: a free entry */
};

/* Processes that run one program have its functions at addresses of their own. */
struct place_entry {
	uintptr_t dso;  /* struct perfdata_dso, and a kind */
	uint64_t place; /* perfdata_dso_place() */
	const struct perf_line *line;
};

struct symbol_entry {
	struct slice name;
	const char *module;
	const struct perf_line *line;
};

/* Inlined functions. Many addresses of a function have the same ones. */
struct inlined_entry {
	const void *call;                      /* perfdata_dso_call() */
	const struct perf_line *symbol, *line; /* without and with them */
};

struct inlined_name_entry {
	const struct dwarf_name *name;
	const struct perf_line *line;
};

enum chain_marker {
	MARKER_BEGUN, /* in the place of callers that are missing */
	MARKER_CUT,
	MARKER_INTERRUPTED,
	MARKER_SHOWN,
	MARKER_MAIN, /* whose stack it is: of a process's first thread, or of another one */
	MARKER_THREAD,
	MARKERS,
};

/*
 * Two huge pages. With small pages each would be read before it is written, which costs two faults,
 * and the second one interrupts all other threads.
 */
struct perf_addresses {
	struct address_entry at[1 << ADDRESS_BITS];
	struct place_entry places[1 << PLACE_BITS];
	struct symbol_entry symbols[1 << SYMBOL_BITS];
	struct inlined_name_entry names[1 << NAME_BITS];
	struct inlined_entry *inlined; /* NULL: there were none */
	struct arena arena;            /* of lines of addresses with inlined functions */
	struct {
		struct perf_line line; /* without frames: not asked for yet */
		frame_id frame;
	} markers[MARKERS]; /* perf_repair.h */
	struct leaf_count {
		struct perfdata_dso *dso;
		uint64_t samples, nameless;
		bool is_partial; /* perfdata_dso_is_partial() */
	} leaves[16];            /* not counted in the dso yet */
};

/* The slot of a direct-mapped cache of 2^bits entries. */
static inline size_t chain_slot(uint64_t key, unsigned bits)
{
	return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - bits));
}

/* Add samples whose leaf was in a dso to its counts. */
static void chain_flush_leaves(const struct leaf_count *leaves)
{
	if (leaves->dso)
		perfdata_dso_hit(leaves->dso, leaves->samples, leaves->nameless);
}

void perf_chain_forget(struct perfdata_worker *worker)
{
	size_t i;

	if (worker->addresses) {
		for (i = 0; i < ARRAY_LEN(worker->addresses->leaves); i++)
			chain_flush_leaves(&worker->addresses->leaves[i]);
		arena_release(&worker->addresses->arena);
		free(worker->addresses->inlined);
	}
	free(worker->addresses);
	worker->addresses = NULL;
}

static struct perf_addresses *addresses_of(struct perfdata_worker *worker)
{
	static_assert(sizeof(*worker->addresses) <= 2 * MEMORY_HUGE, "they are two huge pages");

	if (UNLIKELY(!worker->addresses)) {
		worker->addresses = memory_huge(2 * MEMORY_HUGE);
		memset(worker->addresses, 0, sizeof(*worker->addresses));
	}
	return worker->addresses;
}

/* ---- Symbols ---- */

/*
 * The line of a function. Names have no blanks at their ends and no line feeds, as in the text of
 * perf script.
 */
static const struct perf_line *chain_make_line(struct ingest_run *run, struct slice name,
					       struct slice module, uint64_t ip)
{
	struct perf_run *perf = perf_of(run);
	struct buf *text = &perf->worker->text;
	struct slice pc = SLICE("");
	char room[24], *feed;

	if (perf->options->addrs) /* as perf script prints it */
		pc = slice_of(room, (size_t)snprintf(room, sizeof(room), "%" PRIx64, ip));
	slice_drop(&module, SLICE(" (deleted)"));
	if (slice_find(name, '\n') != SLICE_NONE || slice_find(module, '\n') != SLICE_NONE) {
		buf_reset(text);
		buf_add(text, name);
		buf_add(text, module);
		for (feed = text->ptr;
		     (feed = memchr(feed, '\n', text->len - (size_t)(feed - text->ptr)));)
			*feed = ' ';
		name = slice_of(text->ptr, name.len);
		module = slice_of(text->ptr + name.len, module.len);
	}
	return perf_line_of_symbol(
		run, (struct perf_symbol){.pc = pc, .raw = slice_trim(name), .module = module});
}

/* A name that is known lies where it lay before. */
const struct perf_line *perf_chain_symbol_line(struct ingest_run *run,
					       const struct perfdata_symbol *found, uint64_t ip)
{
	const uint64_t key = (uintptr_t)found->name.ptr ^ (uintptr_t)found->module.ptr << 8;
	struct symbol_entry *entry =
		&addresses_of(perf_of(run)->worker)->symbols[chain_slot(key, SYMBOL_BITS)];

	if (!found->is_known)
		return chain_make_line(run, found->name, found->module, ip);
	if (entry->name.ptr != found->name.ptr || entry->name.len != found->name.len ||
	    entry->module != found->module.ptr)
		*entry = (struct symbol_entry){
			found->name, found->module.ptr,
			chain_make_line(run, found->name, found->module, ip)};
	return entry->line;
}

/* ---- Inlined functions: perf script prints a line for each, then the line of the symbol ---- */

enum { MOST_LINES = 256 }; /* as deep as debugging information is read, the symbol included */

static const struct perf_line *inlined_name_line(struct ingest_run *run,
						 const struct dwarf_name *name)
{
	struct inlined_name_entry *entry =
		&perf_of(run)->worker->addresses->names[chain_slot((uintptr_t)name, NAME_BITS)];

	if (entry->name != name)
		*entry = (struct inlined_name_entry){
			name, chain_make_line(run, name->name, SLICE("inlined"), 1)};
	return entry->line;
}

/* Marked as inlined, but for the last one that is shown: it is the frame of all. */
static const frame_id *inlined_frames(const struct perf_line *line, bool is_last)
{
	return line->marked && !is_last ? line->marked : line->frames;
}

static const struct perf_line *in_java(const struct perf_line *line)
{
	return line->java ? line->java : line;
}

/* The frames of some lines as one line of an address in `symbol`. */
static struct perf_line *inlined_join(struct arena *arena, const struct perf_line *const *lines,
				      size_t count, const struct perf_line *symbol)
{
	struct perf_line *joined = arena_alloc_words(arena, sizeof(*joined));
	frame_id *frames;
	size_t i;

	*joined = (struct perf_line){.ends = lines[count - 1]->ends};
	for (i = 0; i < count; i++) {
		joined->count += lines[i]->count;
		joined->text += lines[i]->text;
	}
	frames = arena_alloc_words(arena, joined->count * sizeof(*frames));
	joined->frames = frames;
	for (i = 0; i < count; i++) {
		memcpy(frames, inlined_frames(lines[i], i + 1 == count),
		       lines[i]->count * sizeof(*frames));
		frames += lines[i]->count;
	}
	if (perf_has_many_inlined(joined))
		joined->symbol = symbol;
	return joined;
}

/* One line of several, innermost first, of an address in `symbol`. */
static struct perf_line *inlined_join_all(struct arena *arena, const struct perf_line **lines,
					  size_t count, const struct perf_line *symbol)
{
	struct perf_line *joined = inlined_join(arena, lines, count, symbol);
	bool has_java = false;
	size_t i;

	for (i = 0; i < count; i++)
		has_java |= lines[i]->java != NULL;
	for (i = 0; i < count && has_java; i++)
		lines[i] = in_java(lines[i]);
	if (has_java)
		joined->java = inlined_join(arena, lines, count, in_java(symbol));
	return joined;
}

/* One line for an address of `symbol`, at which functions were inlined. */
static const struct perf_line *inlined_line(struct ingest_run *run, struct arena *arena,
					    const struct dwarf_chain *chain,
					    const struct perf_line *symbol)
{
	const struct perf_line *lines[MOST_LINES];
	size_t used = 0;
	bool ends = false;

	for (; chain && used < MOST_LINES - 1 && !ends; chain = dwarf_chains_named(chain->outer)) {
		const struct perf_line *line = inlined_name_line(run, chain->name);

		if (line->count == 0)
			continue;
		lines[used++] = line;
		ends = line->ends;
	}
	if (!ends && symbol->count > 0)
		lines[used++] = symbol;
	return used == 0 ? symbol : inlined_join_all(arena, lines, used, symbol);
}

/* The line of an address, `found`, whose symbol has the line `symbol`. */
static const struct perf_line *inlined_at(struct ingest_run *run, struct perfdata_dso *dso,
					  const struct perfdata_symbol *found,
					  const struct perf_line *symbol)
{
	struct perf_addresses *addresses = perf_of(run)->worker->addresses;
	const void *call = perfdata_dso_call(dso, found->address);
	const uint64_t key = (uintptr_t)call ^ (uintptr_t)symbol << 8;
	const struct dwarf_chain *chain;
	struct inlined_entry *entry;

	if (!call)
		return symbol;
	if (!addresses->inlined)
		addresses->inlined = memory_touch((size_t)1 << INLINED_BITS,
						  sizeof(*addresses->inlined));
	entry = &addresses->inlined[chain_slot(key, INLINED_BITS)];
	if (entry->call == call && entry->symbol == symbol)
		return entry->line;
	chain = perfdata_dso_inlined(dso, found->address);
	*entry = (struct inlined_entry){call, symbol, symbol};
	if (chain)
		entry->line = inlined_line(run, &addresses->arena, chain, symbol);
	return entry->line;
}

/* ---- Lines of the source ---- */

/* The frame "name:file.c:12" of the frame "name"; a mark stays at the end. */
static frame_id placed_frame(struct ingest_run *run, frame_id frame,
			     const struct source_place *place)
{
	struct buf *text = &perf_of(run)->worker->text;
	struct slice name = intern_shared_name(&run->profile.names, frame);
	const bool is_marked = slice_drop(&name, SLICE("_[i]"));
	struct buf source = {0};

	source_place_add(&source, place);
	buf_reset(text);
	buf_add(text, name);
	buf_add_char(text, ':');
	tidy_add(text, buf_slice(&source));
	if (is_marked)
		buf_add(text, SLICE("_[i]"));
	buf_release(&source);
	return profile_frame(&run->profile, buf_slice(text));
}

static const frame_id *placed_frames(struct ingest_run *run, const frame_id *frames, uint32_t count,
				     const struct source_place *place)
{
	struct arena *arena = &perf_of(run)->worker->addresses->arena;
	frame_id *placed;

	if (!frames)
		return NULL;
	placed = arena_alloc_words(arena, count * sizeof(*placed));
	memcpy(placed, frames, count * sizeof(*placed));
	placed[0] = placed_frame(run, frames[0], place);
	return placed;
}

/* The line of a function with its place; itself, if that is not known. */
static const struct perf_line *placed_line(struct ingest_run *run, const struct perf_line *line,
					   const struct source_place *place)
{
	struct arena *arena = &perf_of(run)->worker->addresses->arena;
	struct perf_line *placed;

	if (place->name.len == 0 || line->count == 0)
		return line;
	placed = arena_alloc_words(arena, sizeof(*placed));
	*placed = *line;
	placed->frames = placed_frames(run, line->frames, line->count, place);
	placed->marked = placed_frames(run, line->marked, line->count, place);
	placed->text += place->name.len;
	if (line->java)
		placed->java = placed_line(run, line->java, place);
	return placed;
}

/*
 * The line of an address with the place of each of its functions; only of the innermost one, if
 * that is what --lines asks for.
 */
static const struct perf_line *lined_at(struct ingest_run *run, struct perfdata_dso *dso,
					const struct perfdata_symbol *found,
					const struct perf_line *symbol)
{
	struct perf_run *perf = perf_of(run);
	struct arena *arena = &perf->worker->addresses->arena;
	const bool is_leaf = perf->options->lines == PERF_LINES_OF_LEAF;
	struct dwarf_frames *frames = &perf->worker->frames;
	const struct perf_line *lines[MOST_LINES];
	size_t i, used = 0;
	bool ends = false;

	perfdata_dso_frames(dso, found->address, frames);
	if (perf->options->no_inline)
		frames->inlined = 0;
	for (i = 0; i < frames->inlined && used < MOST_LINES - 1 && !ends; i++) {
		const struct perf_line *line = inlined_name_line(run, frames->at[i].name);

		if (line->count == 0)
			continue;
		if (!is_leaf || used == 0)
			line = placed_line(run, line, &frames->at[i].place);
		lines[used++] = line;
		ends = line->ends;
	}
	if (!ends && symbol->count > 0) {
		lines[used] = is_leaf && used > 0 ? symbol
						  : placed_line(run, symbol, &frames->outermost);
		used++;
	}
	if (used == 0)
		return symbol;
	return used == 1 ? lines[0] : inlined_join_all(arena, lines, used, symbol);
}

/* ---- Placeholders for names that are looked up when the recording has ended: perf_recording.c ---- */

static const struct perf_line *late_make_line(struct ingest_run *run, struct arena *arena,
					      const struct perf_late_place *place)
{
	struct perf_pending_names *late = &perf_of(run)->worker->late;
	struct perf_line *line = arena_alloc(arena, sizeof(*line));
	frame_id *frame = arena_alloc(arena, sizeof(*frame));
	const size_t before = run->profile.names.count;
	char room[PERF_LATE_LONGEST];

	*frame = profile_frame(&run->profile, perf_late_placeholder(room, place));
	*line = (struct perf_line){.frames = frame, .count = 1};
	if (*frame >= before) {
		MEMORY_ROOM(late->at, late->count, late->cap);
		late->at[late->count++] = *place;
	}
	return line;
}

/* A line whose only frame is a placeholder. */
static const struct perf_line *late_line(struct ingest_run *run, struct perfdata_dso *dso,
					 struct perfdata_address address)
{
	const struct perfdata_worker *worker = perf_of(run)->worker;
	struct arena *arena = &worker->addresses->arena;
	struct perf_late_place place = {
		.dso = dso,
		.ip = address.ip,
		.time = address.time,
		.recording = worker->recording->number,
	};
	struct perf_line *line = arena_alloc(arena, sizeof(*line));

	*line = *late_make_line(run, arena, &place);
	place.in_java = true;
	line->java = late_make_line(run, arena, &place);
	return line;
}

/* ---- Addresses ---- */

/* The address space of a mode; NULL for a hypervisor's. */
static const struct perfdata_maps *chain_maps(const struct perf_spaces *spaces,
					      enum perfdata_mode mode)
{
	return mode == PERFDATA_MODE_KERNEL ? spaces->kernel
	       : mode == PERFDATA_MODE_USER ? spaces->user
					    : NULL;
}

/* The line of an address of a map, with the functions that were inlined there. */
static const struct perf_line *chain_line_in(struct ingest_run *run, const struct perfdata_map *map,
					     struct perfdata_address address, enum lookup_kind kind)
{
	struct perf_run *perf = perf_of(run);
	struct perfdata_symbol found;
	const struct perf_line *line;

	if (perf->worker->recording->names_late && perfdata_dso_is_code(map->dso))
		return late_line(run, map->dso, address);
	perfdata_dso_symbol(perfdata_dso_of(map), map, address, &found);
	line = perf_chain_symbol_line(run, &found, address.ip);
	if (UNLIKELY(perf->options->sites != NULL) && line->count > 0)
		return perf_sites_line(run, &perf->worker->addresses->arena,
				       &(struct perf_site_key){perfdata_dso_of(map), map,
							       address.ip, kind == LOOKUP_CALLER},
				       &found,
				       intern_shared_name(&run->profile.names, line->frames[0]));
	if (!found.is_known || (perf->options->no_inline && !perf->options->lines))
		return line;
	if (kind == LOOKUP_CALLER && found.address > found.start)
		found.address--;
	if (perf->options->lines == PERF_LINES_OF_ALL ||
	    (perf->options->lines == PERF_LINES_OF_LEAF && kind == LOOKUP_EXACT))
		return lined_at(run, perfdata_dso_of(map), &found, line);
	if (perf->options->no_inline)
		return line;
	return inlined_at(run, perfdata_dso_of(map), &found, line);
}

/*
 * The line of an address that the cache of addresses has not. `*depends_on_time`: another time may
 * have another line.
 */
static const struct perf_line *chain_look_up(struct ingest_run *run,
					     const struct perf_spaces *spaces,
					     enum perfdata_mode mode, uint64_t ip,
					     enum lookup_kind kind, bool *depends_on_time)
{
	struct perf_run *perf = perf_of(run);
	const struct perfdata_map *map = perfdata_map_find(chain_maps(spaces, mode), ip);
	struct perfdata_symbol found;
	struct place_entry *entry;
	uint64_t place;
	uintptr_t dso;

	*depends_on_time = false;
	if (!map) {
		if (mode != PERFDATA_MODE_KERNEL ||
		    !perfdata_dsos_kernel_symbol(perf->worker->recording->dsos, ip, &found))
			found = (struct perfdata_symbol){.name = SLICE("[unknown]"),
							 .module = SLICE("[unknown]")};
		return perf_chain_symbol_line(run, &found, ip);
	}
	if (spaces->code_time != PERFDATA_ANY_TIME && mode == PERFDATA_MODE_USER &&
	    perfdata_dso_is_code(map->dso)) {
		*depends_on_time = true;
		return chain_line_in(run, map, (struct perfdata_address){ip, spaces->code_time},
				     kind);
	}
	dso = (uintptr_t)perfdata_dso_of(map) | (uintptr_t)kind;
	place = perfdata_dso_place(map->dso, map, ip);
	entry = &perf->worker->addresses->places[chain_slot(place ^ dso << 4, PLACE_BITS)];
	/* with --addrs a line shows the address where the function is not known */
	if (!entry->line || entry->dso != dso || entry->place != place || perf->options->addrs)
		*entry = (struct place_entry){
			dso, place,
			chain_line_in(run, map, (struct perfdata_address){ip, PERFDATA_ANY_TIME},
				      kind)};
	return entry->line;
}

static const struct perf_line *chain_line_at(struct ingest_run *run,
					     const struct perf_spaces *spaces,
					     enum perfdata_mode mode, uint64_t ip,
					     enum lookup_kind kind)
{
	const uintptr_t maps = (uintptr_t)chain_maps(spaces, mode) | (uintptr_t)kind;
	struct address_entry *entry =
		&addresses_of(perf_of(run)->worker)->at[chain_slot(ip ^ maps << 4, ADDRESS_BITS)];
	const struct perf_line *line;
	bool depends_on_time;

	if (entry->line && entry->ip == ip && entry->maps == maps)
		return entry->line;
	line = chain_look_up(run, spaces, mode, ip, kind, &depends_on_time);
	if (!depends_on_time)
		*entry = (struct address_entry){maps, ip, line};
	return line;
}

/* ---- Chains ---- */

bool perf_chain_marker(uint64_t marker, enum perfdata_mode *mode)
{
	if (marker == MARKER(CONTEXT_HV))
		*mode = PERFDATA_MODE_HYPERVISOR;
	else if (marker == PERF_CHAIN_KERNEL)
		*mode = PERFDATA_MODE_KERNEL;
	else if (marker == PERF_CHAIN_USER || marker == MARKER(CONTEXT_USER_DEFERRED))
		*mode = PERFDATA_MODE_USER;
	else
		return false;
	return true;
}

bool perf_chain_has_user(const struct perfdata_sample *sample, bool swapped)
{
	enum perfdata_mode mode = sample->mode;
	bool has_address = false;
	uint64_t i, ip;

	if (sample->user_abi != 0)
		return true;
	for (i = 0; sample->has_chain && i < sample->chain_count; i++) {
		ip = perfdata_u64(swapped, sample->chain + 8 * i);
		if (LIKELY(ip < PERF_CHAIN_MARKERS)) {
			if (mode == PERFDATA_MODE_USER)
				return true;
			has_address = true;
		} else if (ip == MARKER(CONTEXT_USER_DEFERRED)) {
			return true;
		} else if (!perf_chain_marker(ip, &mode)) {
			break;
		}
	}
	return !has_address && sample->mode == PERFDATA_MODE_USER;
}

bool perf_chain_has_address(struct ingest_run *run, const struct perfdata_sample *sample)
{
	const bool swapped = perf_of(run)->worker->recording->swapped;
	enum perfdata_mode mode;
	uint64_t i, ip;

	for (i = 0; i < sample->chain_count; i++) {
		ip = perfdata_u64(swapped, sample->chain + 8 * i);
		if (ip < PERF_CHAIN_MARKERS || ip == MARKER(CONTEXT_USER_DEFERRED))
			return true;
		if (!perf_chain_marker(ip, &mode)) {
			notes_count(&run->notes, PERF_BAD_CHAIN, 1);
			return false;
		}
	}
	notes_count(&run->notes, PERF_EMPTY_CHAIN, 1);
	return false;
}

unsigned perf_chain_limit(const struct perfdata_event *event)
{
	return event->max_stack > PERF_CHAIN_FRAMES ? event->max_stack : PERF_CHAIN_FRAMES;
}

void perf_chain_count_full(struct ingest_run *run, const struct perfdata_event *event,
			   const char *chain, uint64_t count)
{
	struct perfdata_worker *worker = perf_of(run)->worker;
	const unsigned limit = event->max_stack > 0 ? event->max_stack : PERF_CHAIN_FRAMES;
	uint64_t addresses = 0, i, ip;

	for (i = 0; i < count; i++) {
		ip = perfdata_u64(worker->recording->swapped, chain + 8 * i);
		if (ip == MARKER(CONTEXT_USER_DEFERRED))
			break; /* the user's part has the limit for itself */
		addresses += ip < PERF_CHAIN_MARKERS;
	}
	if (addresses < limit)
		return;
	perf_cuts_add_full(&worker->cuts, PERF_LIMIT_KERNEL, limit);
	notes_count(&run->notes, PERF_CUT_STACK, 1);
}

struct chain_walk {
	const struct perf_spaces *spaces;
	enum perfdata_mode mode;
	unsigned left; /* frames that are taken */
	bool swapped;
	bool has_calls; /* callers are given by where they call, not by where they return to */
	bool is_caller; /* a frame of the user was taken */
	bool is_bad;    /* a marker is not known */
};

/* Push the frames up to an unknown marker. False: the rest of the chain comes from elsewhere. */
static bool chain_walk(struct ingest_run *run, struct chain_walk *walk, const char *chain,
		       uint64_t count)
{
	enum lookup_kind kind;
	uint64_t i, ip;
	bool is_user;

	for (i = 0; i < count; i++) {
		ip = perfdata_u64(walk->swapped, chain + 8 * i);
		if (UNLIKELY(ip >= PERF_CHAIN_MARKERS)) {
			if (ip == MARKER(CONTEXT_USER_DEFERRED))
				return false;
			if (perf_chain_marker(ip, &walk->mode))
				continue;
			notes_count(&run->notes, PERF_BAD_CHAIN, 1);
			walk->is_bad = true;
			return true;
		}
		if (walk->left == 0)
			continue;
		walk->left--;
		is_user = walk->mode == PERFDATA_MODE_USER;
		kind = !is_user || !walk->is_caller ? LOOKUP_EXACT
		       : walk->has_calls            ? LOOKUP_CALL
						    : LOOKUP_CALLER;
		walk->is_caller |= is_user;
		perf_push(perf_of(run), chain_line_at(run, walk->spaces, walk->mode, ip, kind),
			  SLICE(""));
	}
	return true;
}

/*
 * Lines of addresses with inlined functions are made again: there may be millions of these
 * addresses.
 */
static void chain_limit_lines(struct perf_addresses *addresses)
{
	if (LIKELY(addresses->arena.size <= LINES_MOST))
		return;
	arena_release(&addresses->arena);
	memset(addresses->at, 0, sizeof(addresses->at));
	memset(addresses->places, 0, sizeof(addresses->places));
	if (addresses->inlined)
		memset(addresses->inlined, 0, sizeof(*addresses->inlined) << INLINED_BITS);
}

static void chain_push_marker(struct ingest_run *run, enum chain_marker marker)
{
	static const struct slice names[MARKERS] = {
		[MARKER_BEGUN] = SLICE_INIT(PERF_REPAIR_BEGUN),
		[MARKER_CUT] = SLICE_INIT(PERF_REPAIR_CUT),
		[MARKER_INTERRUPTED] = SLICE_INIT(PERF_REPAIR_INTERRUPTED),
		[MARKER_SHOWN] = SLICE_INIT(PERF_REPAIR_MARK),
		[MARKER_MAIN] = SLICE_INIT(PERF_REPAIR_MAIN),
		[MARKER_THREAD] = SLICE_INIT(PERF_REPAIR_THREAD),
	};
	struct perf_run *perf = perf_of(run);
	struct perf_addresses *addresses = perf->worker->addresses;
	struct perf_line *line = &addresses->markers[marker].line;

	if (line->count == 0) {
		addresses->markers[marker].frame = profile_frame(&run->profile, names[marker]);
		*line = (struct perf_line){.frames = &addresses->markers[marker].frame, .count = 1};
	}
	perf_push(perf, line, SLICE(""));
}

/* Push what is in the place of callers that are missing, if something is. */
static void chain_push_missing(struct ingest_run *run, const struct perfdata_sample *sample)
{
	const struct perf_options *options = perf_of(run)->options;
	const enum chain_marker marker = sample->is_begun         ? MARKER_BEGUN
					 : !options->repair_cut   ? MARKER_SHOWN
					 : sample->is_interrupted ? MARKER_INTERRUPTED
								  : MARKER_CUT;

	if (marker == MARKER_BEGUN ? options->live_period == 0
				   : options->mark_cut || options->repair_cut)
		chain_push_marker(run, marker);
}

static bool chain_push_frames(struct ingest_run *run, const struct perfdata_event *event,
			      const struct perfdata_sample *sample,
			      const struct perf_spaces *spaces, uint64_t order)
{
	struct perf_run *perf = perf_of(run);
	const struct perf_recording *recording = perf->worker->recording;
	struct chain_walk walk = {
		.spaces = spaces,
		.mode = PERFDATA_MODE_USER,
		.left = perf_chain_limit(event) + (unsigned)sample->unwound,
		.swapped = recording->swapped,
		.has_calls = sample->has_calls,
	};
	const unsigned left = walk.left;
	bool is_determined = true;
	const char *deferred;
	uint64_t count;

	chain_limit_lines(addresses_of(perf->worker));
	if (sample->has_chain && !chain_walk(run, &walk, sample->chain, sample->chain_count)) {
		is_determined = false;
		walk.mode = PERFDATA_MODE_USER;
		if (perfdata_scan_deferred(recording->scan, order, &deferred, &count)) {
			chain_walk(run, &walk, deferred, count);
			if (perf_chain_may_be_full(event, count))
				perf_chain_count_full(run, event, deferred, count);
		}
	}
	if (UNLIKELY(sample->is_cut || sample->is_begun))
		chain_push_missing(run, sample);
	if (walk.left < left || (sample->has_chain && !perf->compat->reads_chainless))
		return is_determined;
	if (sample->has_chain)
		notes_count(&run->notes, PERF_EMPTY_CHAIN, !walk.is_bad);
	perf_push(perf, chain_line_at(run, spaces, sample->mode, sample->ip, LOOKUP_EXACT),
		  SLICE(""));
	return is_determined;
}

bool perf_chain_push(struct ingest_run *run, const struct perfdata_event *event,
		     const struct perfdata_sample *sample, const struct perf_spaces *spaces,
		     uint64_t order)
{
	const bool is_determined = chain_push_frames(run, event, sample, spaces, order);

	if (UNLIKELY(perf_of(run)->options->repair_cut))
		chain_push_marker(run, sample->pid == sample->tid ? MARKER_MAIN : MARKER_THREAD);
	return is_determined;
}

/* The first address of a chain, or else the sample's, and where it is. */
static uint64_t chain_leaf(const struct perfdata_sample *sample, bool swapped,
			   enum perfdata_mode *mode)
{
	uint64_t i, ip;

	*mode = PERFDATA_MODE_USER;
	for (i = 0; sample->has_chain && i < sample->chain_count; i++) {
		ip = perfdata_u64(swapped, sample->chain + 8 * i);
		if (ip < PERF_CHAIN_MARKERS)
			return ip;
		if (!perf_chain_marker(ip, mode))
			break;
	}
	*mode = sample->mode;
	return sample->ip;
}

void perf_chain_count_leaf(struct ingest_run *run, const struct perfdata_sample *sample,
			   const struct perf_spaces *spaces)
{
	struct perfdata_worker *worker = perf_of(run)->worker;
	struct perf_addresses *addresses = addresses_of(worker);
	enum perfdata_mode mode;
	const uint64_t ip = chain_leaf(sample, worker->recording->swapped, &mode);
	const struct perfdata_map *map = perfdata_map_find(chain_maps(spaces, mode), ip);
	struct perfdata_dso *dso = map ? perfdata_dso_seen_of(map) : NULL;
	struct leaf_count *leaves;

	if (!dso)
		return;
	leaves = &addresses->leaves[((uintptr_t)dso >> 5) % ARRAY_LEN(addresses->leaves)];
	if (leaves->dso != dso) {
		chain_flush_leaves(leaves);
		*leaves = (struct leaf_count){.dso = dso,
					      .is_partial = perfdata_dso_is_partial(dso)};
	}
	leaves->samples++;
	if (UNLIKELY(leaves->is_partial))
		leaves->nameless += chain_line_at(run, spaces, mode, ip, LOOKUP_EXACT)->nameless;
}
