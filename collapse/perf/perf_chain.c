/* SPDX-License-Identifier: MIT */
/*
 * From the addresses of a call chain to frames: address -> map -> symbol -> the line of its
 * function -> frames. The frames of an address are cached by its maps and the address: samples of
 * one process hit the same ones.
 */
#include "collapse/perf/perf_frame.h"
#include "collapse/perf/perf_recording.h"
#include "collapse/perf/perf_sample.h"
#include "collapse/perf/perf_unwind_cut.h"

/* ---- Inlined functions: perf script prints a line for each, then the line of the symbol ---- */

enum { MOST_LINES = 256 }; /* as deep as debugging information is read, the symbol included */

/* As perf script prints such a line; offset and address are any. */
static const struct perf_line *fold_inlined_line(struct ingest_run *run, struct slice name)
{
	struct perf_run *perf = perf_of(run);
	struct buf *text = &perf->fold.text;
	struct perf_symbol symbol = {0};

	buf_reset(text);
	buf_add(text, SLICE("1 "));
	buf_add(text, name);
	buf_add(text, SLICE("+0x0 (inlined)"));
	return perf->compat->split(buf_slice(text), &symbol) ? perf_line_of_symbol(run, symbol)
							     : NULL;
}

static const struct perf_line *line_of(struct ingest_run *run, struct perf_inlined *inlined,
				       const struct dwarf_name *name)
{
	const uint64_t hash = (uintptr_t)name * UINT64_C(0x9e3779b97f4a7c15);
	struct perf_inlined_name *known = &inlined->names[(hash >> 32) % PERF_INLINED_NAMES];

	if (known->name != name)
		*known = (struct perf_inlined_name){name, fold_inlined_line(run, name->name)};
	return known->line;
}

/* Marked as inlined, but for the last one that is shown: it is the frame of all. */
static const frame_id *frames_of(const struct perf_line *line, bool is_last)
{
	return line->marked && !is_last ? line->marked : line->frames;
}

static const struct perf_line *in_java(const struct perf_line *line)
{
	return line->java ? line->java : line;
}

/* The frames of some lines as one line of an address in `symbol`. */
static struct perf_line *fold_inlined_join(struct perf_inlined *inlined,
					   const struct perf_line *const *lines, size_t count,
					   const struct perf_line *symbol)
{
	struct perf_line *joined = arena_alloc_words(&inlined->arena, sizeof(*joined));
	frame_id *frames;
	size_t i;

	*joined = (struct perf_line){.ends = lines[count - 1]->ends};
	for (i = 0; i < count; i++) {
		joined->count += lines[i]->count;
		joined->text += lines[i]->text;
	}
	frames = arena_alloc_words(&inlined->arena, joined->count * sizeof(*frames));
	joined->frames = frames;
	for (i = 0; i < count; i++) {
		memcpy(frames, frames_of(lines[i], i + 1 == count),
		       lines[i]->count * sizeof(*frames));
		frames += lines[i]->count;
	}
	if (perf_has_many_inlined(joined))
		joined->symbol = symbol;
	return joined;
}

/* One line for an address of `symbol`, at which functions were inlined. */
static const struct perf_line *perf_fold_inlined(struct ingest_run *run,
						 struct perf_inlined *inlined,
						 const struct dwarf_chain *chain,
						 const struct perf_line *symbol)
{
	const struct perf_line *lines[MOST_LINES];
	struct perf_line *joined;
	size_t i, used = 0;
	bool has_java = false, ends = false;

	for (; chain && used < MOST_LINES - 1 && !ends; chain = dwarf_chains_named(chain->outer)) {
		const struct perf_line *line = line_of(run, inlined, chain->name);

		if (!line || line->count == 0)
			continue;
		lines[used++] = line;
		ends = line->ends;
	}
	if (!ends && symbol->count > 0)
		lines[used++] = symbol;
	if (used == 0)
		return symbol;
	for (i = 0; i < used; i++)
		has_java |= lines[i]->java != NULL;
	joined = fold_inlined_join(inlined, lines, used, symbol);
	for (i = 0; i < used && has_java; i++)
		lines[i] = in_java(lines[i]);
	if (has_java)
		joined->java = fold_inlined_join(inlined, lines, used, in_java(symbol));
	return joined;
}

/* ---- Addresses ---- */

enum { LINES_MOST = 8 << 20 }; /* bytes */
enum {
	ADDRESS_BITS = 17, /* a cache has 2 to the power of these entries */
	PLACE_BITS = 14,
	SYMBOL_BITS = 13,
	INLINED_BITS = 15,
};

#define MARKER(number) ((uint64_t)(-(int64_t)(number)))

enum {
	CONTEXT_HV = 32,
	CONTEXT_USER_DEFERRED = 640,
};

/*
 * How to look up an address: a caller's inlined functions are found at its call, which is before
 * the return address.
 */
enum way { WAY_EXACT, WAY_CALLER };

struct address {
	uintptr_t maps; /* struct perfdata_maps, and a way: addresses of these are even */
	uint64_t ip;
	const struct perf_line *line; /* NULL: a free entry */
};

/* Processes that run one program have its functions at addresses of their own. */
struct place {
	uintptr_t dso;  /* struct perfdata_dso, and a way */
	uint64_t place; /* perfdata_dso_place() */
	const struct perf_line *line;
};

/* Inlined functions. Many addresses of a function have the same ones. */
struct inlined {
	const void *call;                      /* perfdata_dso_call() */
	const struct perf_line *symbol, *line; /* without and with them */
};

struct known {
	struct slice name;
	const char *module;
	const struct perf_line *line;
};

/*
 * Two huge pages. With small pages each would be read before it is written, which costs two faults,
 * and the second one interrupts all other threads.
 */
struct perf_addresses {
	struct address at[1 << ADDRESS_BITS];
	struct place places[1 << PLACE_BITS];
	struct known known[1 << SYMBOL_BITS];
	struct inlined *inlined;   /* NULL: there were none */
	struct perf_inlined lines; /* of addresses with inlined functions */
	struct perf_hits {
		struct perfdata_dso *dso;
		uint64_t samples, nameless;
		bool is_partial; /* perfdata_dso_is_partial() */
	} hits[16];              /* not counted in the dso yet */
};

/* Samples whose leaf was in a dso. */
static void tell_hits(const struct perf_hits *hits)
{
	if (!hits->dso)
		return;
	perfdata_dso_hit(hits->dso, hits->samples);
	if (hits->nameless > 0)
		perfdata_dso_add_nameless(hits->dso, hits->nameless);
}

void perf_fold_forget(struct perf_fold *fold)
{
	size_t i;

	if (fold->addresses) {
		for (i = 0; i < ARRAY_LEN(fold->addresses->hits); i++)
			tell_hits(&fold->addresses->hits[i]);
		arena_release(&fold->addresses->lines.arena);
		free(fold->addresses->inlined);
	}
	free(fold->addresses);
	fold->addresses = NULL;
}

static struct perf_addresses *addresses_of(struct perf_fold *fold)
{
	static_assert(sizeof(*fold->addresses) <= 2 * MEMORY_HUGE, "they are two huge pages");

	if (UNLIKELY(!fold->addresses)) {
		fold->addresses = memory_huge(2 * MEMORY_HUGE);
		memset(fold->addresses, 0, sizeof(*fold->addresses));
	}
	return fold->addresses;
}

/* In hexadecimal, and a blank. */
static void add_address(struct buf *text, uint64_t ip)
{
	int shift = 60;

	while (shift > 0 && ip >> shift == 0)
		shift -= 4;
	for (; shift >= 0; shift -= 4)
		buf_add_char(text, "0123456789abcdef"[ip >> shift & 15]);
	buf_add_char(text, ' ');
}

/* As perf script prints a symbol; the offset is any one. A line feed in a name is a blank. */
static void print_symbol(struct buf *text, const struct perfdata_symbol *symbol, uint64_t ip)
{
	char *feed;

	buf_reset(text);
	add_address(text, ip);
	buf_add(text, symbol->name);
	if (symbol->is_known)
		buf_add(text, SLICE("+0x0"));
	buf_add(text, SLICE(" ("));
	buf_add(text, symbol->module);
	buf_add_char(text, ')');
	for (feed = text->ptr; (feed = memchr(feed, '\n', text->len - (size_t)(feed - text->ptr)));)
		*feed = ' ';
}

static const struct perf_line *chain_make_line(struct ingest_run *run,
					       const struct perfdata_symbol *found, uint64_t ip)
{
	struct perf_run *perf = perf_of(run);
	struct perf_symbol symbol = {0};

	print_symbol(&perf->fold.text, found, ip);
	if (!perf->compat->split(buf_slice(&perf->fold.text), &symbol))
		symbol = (struct perf_symbol){.raw = SLICE("[unknown]"),
					      .module = SLICE("[unknown]")};
	return perf_line_of_symbol(run, symbol);
}

/* A name that is known lies where it lay before. */
const struct perf_line *perf_fold_line(struct ingest_run *run, const struct perfdata_symbol *found,
				       uint64_t ip)
{
	const uint64_t key = (uintptr_t)found->name.ptr ^ (uintptr_t)found->module.ptr << 8;
	const uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15);
	struct known *known = &addresses_of(&perf_of(run)->fold)->known[hash >> (64 - SYMBOL_BITS)];

	if (!found->is_known)
		return chain_make_line(run, found, ip);
	if (known->name.ptr != found->name.ptr || known->name.len != found->name.len ||
	    known->module != found->module.ptr)
		*known = (struct known){found->name, found->module.ptr,
					chain_make_line(run, found, ip)};
	return known->line;
}

/* The line of an address, `found`, whose symbol has the line `symbol`. */
static const struct perf_line *line_of_inlined(struct ingest_run *run, struct perfdata_dso *dso,
					       const struct perfdata_symbol *found,
					       const struct perf_line *symbol)
{
	struct perf_addresses *addresses = perf_of(run)->fold.addresses;
	const void *call = perfdata_dso_call(dso, found->address);
	const uint64_t key = (uintptr_t)call ^ (uintptr_t)symbol << 8;
	const uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15);
	const struct dwarf_chain *chain;
	struct inlined *known;

	if (!call)
		return symbol;
	if (!addresses->inlined)
		addresses->inlined = memory_touch((size_t)1 << INLINED_BITS,
						  sizeof(*addresses->inlined));
	known = &addresses->inlined[hash >> (64 - INLINED_BITS)];
	if (known->call == call && known->symbol == symbol)
		return known->line;
	chain = perfdata_dso_inlined(dso, found->address);
	*known = (struct inlined){call, symbol, symbol};
	if (chain)
		known->line = perf_fold_inlined(run, &addresses->lines, chain, symbol);
	return known->line;
}

/* With the functions that were inlined there. */
static const struct perf_line *line_in(struct ingest_run *run, const struct perfdata_map *map,
				       struct perfdata_address address, enum way way)
{
	struct perf_run *perf = perf_of(run);
	struct perfdata_symbol found;
	const struct perf_line *line;

	if (perf->fold.recording->names_late && perfdata_dso_is_code(map->dso))
		return perf_late_line(run, &perf->fold.addresses->lines.arena, map->dso, address);
	perfdata_dso_symbol(perfdata_dso_of(map), map, address, &found);
	line = perf_fold_line(run, &found, address.ip);
	if (!found.is_known || perf->options->no_inline)
		return line;
	if (way == WAY_CALLER && found.address > found.start)
		found.address--;
	return line_of_inlined(run, perfdata_dso_of(map), &found, line);
}

static const struct perf_line *look_up_in(struct ingest_run *run, const struct perfdata_map *map,
					  uint64_t ip, enum way way)
{
	const struct perf_run *perf = perf_of(run);
	const uintptr_t dso = (uintptr_t)perfdata_dso_of(map) | (uintptr_t)way;
	const uint64_t number = perfdata_dso_place(map->dso, map, ip);
	const uint64_t hash = (number ^ dso << 4) * UINT64_C(0x9e3779b97f4a7c15);
	struct place *place = &perf->fold.addresses->places[hash >> (64 - PLACE_BITS)];

	/* with --addrs a line shows the address where the function is not known */
	if (place->line && place->dso == dso && place->place == number && !perf->options->addrs)
		return place->line;
	*place = (struct place){
		dso, number,
		line_in(run, map, (struct perfdata_address){ip, PERFDATA_ANY_TIME}, way)};
	return place->line;
}

static const struct perf_line *chain_look_up(struct ingest_run *run,
					     const struct perfdata_maps *maps,
					     enum perfdata_mode mode, uint64_t ip, enum way way)
{
	const struct perfdata_map *map = perfdata_map_find(maps, ip);
	struct perfdata_symbol found;

	if (map)
		return look_up_in(run, map, ip, way);
	if (mode != PERFDATA_MODE_KERNEL ||
	    !perfdata_dsos_kernel_symbol(perf_of(run)->fold.recording->dsos, ip, &found))
		found = (struct perfdata_symbol){.name = SLICE("[unknown]"),
						 .module = SLICE("[unknown]")};
	return perf_fold_line(run, &found, ip);
}

/* The address space of a mode; NULL for a hypervisor's. */
static const struct perfdata_maps *maps_in(const struct perf_spaces *spaces,
					   enum perfdata_mode mode)
{
	return mode == PERFDATA_MODE_KERNEL ? spaces->kernel
	       : mode == PERFDATA_MODE_USER ? spaces->user
					    : NULL;
}

/* The map of code that depends on the time; its lines are not cached by address. NULL: another. */
static const struct perfdata_map *timed_code_at(const struct perf_spaces *spaces,
						enum perfdata_mode mode, uint64_t ip)
{
	const struct perfdata_map *map = NULL;

	if (spaces->code_time != PERFDATA_ANY_TIME && mode == PERFDATA_MODE_USER)
		map = perfdata_map_find(spaces->user, ip);
	return map && perfdata_dso_is_code(map->dso) ? map : NULL;
}

static const struct perf_line *line_at(struct ingest_run *run, const struct perf_spaces *spaces,
				       enum perfdata_mode mode, uint64_t ip, enum way way)
{
	const struct perfdata_maps *maps = maps_in(spaces, mode);
	const uintptr_t space = (uintptr_t)maps | (uintptr_t)way;
	const uint64_t hash = (ip ^ space << 4) * UINT64_C(0x9e3779b97f4a7c15);
	struct address *address =
		&addresses_of(&perf_of(run)->fold)->at[hash >> (64 - ADDRESS_BITS)];
	const struct perfdata_map *map;

	if (address->line && address->ip == ip && address->maps == space)
		return address->line;
	map = timed_code_at(spaces, mode, ip);
	if (map)
		return line_in(run, map, (struct perfdata_address){ip, spaces->code_time}, way);
	*address = (struct address){space, ip, chain_look_up(run, maps, mode, ip, way)};
	return address->line;
}

bool perf_fold_marker(uint64_t marker, enum perfdata_mode *mode)
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

bool perf_fold_has_user(const struct perfdata_sample *sample, bool swapped)
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
		} else if (!perf_fold_marker(ip, &mode)) {
			break;
		}
	}
	return !has_address && sample->mode == PERFDATA_MODE_USER;
}

bool perf_fold_has_address(struct ingest_run *run, const struct perfdata_sample *sample)
{
	const bool swapped = perf_of(run)->fold.recording->swapped;
	enum perfdata_mode mode;
	uint64_t i, ip;

	for (i = 0; i < sample->chain_count; i++) {
		ip = perfdata_u64(swapped, sample->chain + 8 * i);
		if (ip < PERF_CHAIN_MARKERS || ip == MARKER(CONTEXT_USER_DEFERRED))
			return true;
		if (!perf_fold_marker(ip, &mode)) {
			notes_count(&run->notes, PERF_BAD_CHAIN, 1);
			return false;
		}
	}
	notes_count(&run->notes, PERF_EMPTY_CHAIN, 1);
	return false;
}

unsigned perf_fold_chain_limit(const struct perfdata_event *event)
{
	return event->max_stack > PERF_CHAIN_FRAMES ? event->max_stack : PERF_CHAIN_FRAMES;
}

void perf_fold_see_full(struct ingest_run *run, const struct perfdata_event *event,
			const char *chain, uint64_t count)
{
	struct perf_fold *fold = &perf_of(run)->fold;
	const unsigned limit = event->max_stack > 0 ? event->max_stack : PERF_CHAIN_FRAMES;
	uint64_t addresses = 0, i, ip;

	for (i = 0; i < count; i++) {
		ip = perfdata_u64(fold->recording->swapped, chain + 8 * i);
		if (ip == MARKER(CONTEXT_USER_DEFERRED))
			break; /* the user's part has the limit for itself */
		addresses += ip < PERF_CHAIN_MARKERS;
	}
	if (addresses < limit)
		return;
	perf_cuts_add_full(&fold->cuts, PERF_LIMIT_KERNEL, limit);
	notes_count(&run->notes, PERF_CUT_STACK, 1);
}

struct walk {
	const struct perf_spaces *spaces;
	enum perfdata_mode mode;
	unsigned left; /* frames that are taken */
	bool swapped;
	bool has_calls; /* callers are given by where they call, not by where they return to */
	bool is_caller; /* a frame of the user was taken */
	bool is_bad;    /* a marker is not known */
};

static void chain_push(struct ingest_run *run, struct walk *walk, uint64_t ip)
{
	const bool is_user = walk->mode == PERFDATA_MODE_USER;
	const enum way way = is_user && walk->is_caller && !walk->has_calls ? WAY_CALLER
									    : WAY_EXACT;

	walk->is_caller |= is_user;
	perf_push(perf_of(run), line_at(run, walk->spaces, walk->mode, ip, way), SLICE(""));
}

/* Up to an unknown marker. False: the rest of the chain comes from elsewhere. */
static bool walk_chain(struct ingest_run *run, struct walk *walk, const char *chain, uint64_t count)
{
	uint64_t i, ip;

	for (i = 0; i < count; i++) {
		ip = perfdata_u64(walk->swapped, chain + 8 * i);
		if (ip == MARKER(CONTEXT_USER_DEFERRED))
			return false;
		if (ip >= PERF_CHAIN_MARKERS && !perf_fold_marker(ip, &walk->mode)) {
			perf_of(run)->sample.repeated = NULL; /* not cached: each is counted */
			notes_count(&run->notes, PERF_BAD_CHAIN, 1);
			walk->is_bad = true;
			return true;
		}
		if (ip < PERF_CHAIN_MARKERS && walk->left > 0) {
			walk->left--;
			chain_push(run, walk, ip);
		}
	}
	return true;
}

/*
 * Lines of addresses with inlined functions are made again: there may be millions of these
 * addresses.
 */
static void limit_lines(struct perf_addresses *addresses)
{
	if (LIKELY(addresses->lines.arena.size <= LINES_MOST))
		return;
	arena_release(&addresses->lines.arena);
	memset(addresses->at, 0, sizeof(addresses->at));
	memset(addresses->places, 0, sizeof(addresses->places));
	if (addresses->inlined)
		memset(addresses->inlined, 0, sizeof(*addresses->inlined) << INLINED_BITS);
}

void perf_fold_chain(struct ingest_run *run, const struct perfdata_event *event,
		     const struct perfdata_sample *sample, const struct perf_spaces *spaces,
		     uint64_t order)
{
	const struct perf_recording *recording = perf_of(run)->fold.recording;
	struct walk walk = {
		.spaces = spaces,
		.mode = PERFDATA_MODE_USER,
		.left = perf_fold_chain_limit(event) + (unsigned)sample->unwound,
		.swapped = recording->swapped,
		.has_calls = sample->has_calls,
	};
	const unsigned left = walk.left;
	const char *deferred;
	uint64_t count;

	limit_lines(addresses_of(&perf_of(run)->fold));
	if (!sample->has_chain) {
		walk.mode = sample->mode;
		chain_push(run, &walk, sample->ip);
		return;
	}
	if (!walk_chain(run, &walk, sample->chain, sample->chain_count)) {
		perf_of(run)->sample.repeated =
			NULL; /* not cached: the same cookie may mean another chain */
		walk.mode = PERFDATA_MODE_USER;
		if (perfdata_scan_deferred(recording->scan, order, &deferred, &count)) {
			walk_chain(run, &walk, deferred, count);
			if (perf_fold_may_be_full(event, count))
				perf_fold_see_full(run, event, deferred, count);
		}
	}
	if (walk.left == left && perf_of(run)->compat->reads_chainless) {
		perf_of(run)->sample.repeated = NULL; /* not cached: each is counted */
		notes_count(&run->notes, PERF_EMPTY_CHAIN, !walk.is_bad);
		walk.mode = sample->mode;
		chain_push(run, &walk, sample->ip);
	}
}

/* The first address of a chain, or else the sample's, and where it is. */
static uint64_t leaf_of(const struct perfdata_sample *sample, bool swapped,
			enum perfdata_mode *mode)
{
	uint64_t i, ip;

	*mode = PERFDATA_MODE_USER;
	for (i = 0; sample->has_chain && i < sample->chain_count; i++) {
		ip = perfdata_u64(swapped, sample->chain + 8 * i);
		if (ip < PERF_CHAIN_MARKERS)
			return ip;
		if (!perf_fold_marker(ip, mode))
			break;
	}
	*mode = sample->mode;
	return sample->ip;
}

void perf_fold_hit(struct ingest_run *run, const struct perfdata_sample *sample,
		   const struct perf_spaces *spaces)
{
	struct perf_fold *fold = &perf_of(run)->fold;
	struct perf_addresses *addresses = addresses_of(fold);
	enum perfdata_mode mode;
	const uint64_t ip = leaf_of(sample, fold->recording->swapped, &mode);
	const struct perfdata_map *map = perfdata_map_find(maps_in(spaces, mode), ip);
	struct perfdata_dso *dso = map ? perfdata_dso_seen_of(map) : NULL;
	struct perf_hits *hits;

	if (!dso)
		return;
	hits = &addresses->hits[((uintptr_t)dso >> 5) % ARRAY_LEN(addresses->hits)];
	if (hits->dso != dso) {
		tell_hits(hits);
		*hits = (struct perf_hits){.dso = dso, .is_partial = perfdata_dso_is_partial(dso)};
	}
	hits->samples++;
	if (UNLIKELY(hits->is_partial))
		hits->nameless += line_at(run, spaces, mode, ip, WAY_EXACT)->nameless;
}
