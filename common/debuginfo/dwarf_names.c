/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_names.h"

#include "common/debuginfo/demangle.h"
#include "common/debuginfo/dwarf_others.h"
#include "common/debuginfo/dwarf_units.h"

enum {
	MOST_ORIGINS = 16,    /* entries that refer to one another */
	MOST_SCOPES = 64,     /* scopes in scopes */
	LONGEST_SCOPE = 4096, /* bytes; a damaged file may repeat a long name in each */
	LONGEST_NAME = 1 << 16,
	SCOPE_TEXTS = 64 << 20, /* bytes of all names with scopes */
};

static const uint64_t of_linkage = UINT64_MAX;

void dwarf_names_release(struct dwarf_names *names)
{
	HASH_CLEAR(hh, names->known);
	intern_release(&names->scopes);
	arena_release(&names->arena);
	*names = (struct dwarf_names){.known = NULL};
}

static struct slice demangled(struct dwarf_names *names, struct slice linkage)
{
	struct slice name = linkage;
	struct buf text = {0};

	if (demangle(&text, linkage))
		name = arena_copy(&names->arena, buf_slice(&text));
	buf_release(&text);
	return name;
}

static struct slice scoped(struct dwarf_names *names, struct slice scope, struct slice source)
{
	struct buf text = {0};
	struct slice name;

	if (scope.len == 0 || source.len > LONGEST_NAME || names->arena.size > SCOPE_TEXTS)
		return source;
	buf_add(&text, scope);
	buf_add(&text, source);
	name = arena_copy(&names->arena, buf_slice(&text));
	buf_release(&text);
	return name;
}

/* `scope`: a number, or of_linkage. */
static const struct dwarf_name *dwarf_names_name_of(struct dwarf_names *names, struct slice text,
						    uint64_t scope)
{
	const struct dwarf_name_key key = {text.ptr, scope};
	struct dwarf_name *known;

	HASH_FIND(hh, names->known, &key, sizeof(key), known);
	if (known)
		return known;
	known = arena_alloc(&names->arena, sizeof(*known));
	known->key = key;
	if (scope == of_linkage)
		known->name = demangled(names, text);
	else if (scope == 0)
		known->name = text;
	else
		known->name = scoped(names, intern_name(&names->scopes, (frame_id)scope), text);
	HASH_ADD(hh, names->known, key, sizeof(known->key), known);
	return known;
}

/* ---- From entry to entry ---- */

/* An entry of a file. */
struct entry_place {
	struct dwarf_units *units;
	struct dwarf_unit *unit;
	uint64_t offset;
	struct dwarf_values values;
};

/* False if there is no such entry. */
static bool read_values(struct entry_place *place)
{
	place->unit = dwarf_units_holding(place->units, place->offset);
	if (!place->unit)
		return false;
	dwarf_units_prepare(place->units, place->unit);
	return dwarf_entry_at(&place->units->data, place->unit, place->offset, &place->values);
}

/*
 * Go to what the entry was declared or inlined by; false: there is nothing more, or it is in a file
 * that is not there.
 */
static bool dwarf_names_follow(struct entry_place *place, enum dwarf_kept which, bool *is_lost)
{
	const struct dwarf_value *value = &place->values.at[which];

	if (value->form != DW_FORM_GNU_ref_alt && value->form != DW_FORM_ref_sup4 &&
	    value->form != DW_FORM_ref_sup8)
		return dwarf_value_reference(place->unit, value, &place->offset);
	place->units = dwarf_others_alt(place->units);
	place->offset = value->number;
	*is_lost |= !place->units;
	return place->units;
}

/* ---- Scopes ---- */

static bool names_find(struct dwarf_names *names, struct entry_place *place, unsigned depth,
		       const struct dwarf_name **name);

/* The scope of an entry that was read; NULL: none. */
static struct dwarf_scope *scope_around(const struct entry_place *place)
{
	struct dwarf_unit *unit = place->unit;

	if (!unit || !dwarf_scopes_exist(unit))
		return NULL;
	if (!unit->scopes) {
		dwarf_units_prepare(place->units, unit);
		unit->scopes = dwarf_scopes_read(&place->units->data, unit);
	}
	return dwarf_scopes_around(unit->scopes, place->offset);
}

static uint32_t names_add_text(struct dwarf_names *names, struct slice outer, struct slice name)
{
	struct buf text = {0};
	uint32_t number = 0;

	if (outer.len + name.len <= LONGEST_SCOPE) {
		buf_add(&text, outer);
		buf_add(&text, name);
		buf_add(&text, SLICE("::"));
		number = intern_add(&names->scopes, buf_slice(&text));
	}
	buf_release(&text);
	return number;
}

/*
 * The number of the text of the scope around an entry that was read. `of`: the entry's name, by
 * which a class without a name is recognised as a lambda.
 */
static uint32_t scope_of(struct dwarf_names *names, const struct entry_place *place,
			 struct slice of, unsigned depth)
{
	struct dwarf_scope *scope = scope_around(place);
	struct entry_place at = {.units = place->units};
	const struct dwarf_name *name;
	struct slice outer;
	uint32_t number;

	if (!scope || depth > MOST_SCOPES || scope->is_elsewhere ||
	    (scope->tag == DW_TAG_namespace && place->values.is_external)) /* extern "C" */
		return 0;
	if (scope->text > 0)
		return scope->text;
	at.offset = scope->start;
	if (!names_find(names, &at, depth + 1, &name))
		return 0;
	if (name)
		return scope->text = names_add_text(names, SLICE(""), name->name);
	at = (struct entry_place){.units = place->units, .offset = scope->start};
	if (!read_values(&at))
		return 0;
	number = scope_of(names, &at, SLICE(""), depth + 1);
	outer = intern_name(&names->scopes, number);
	if (scope->tag == DW_TAG_namespace)
		return scope->text = names_add_text(names, outer, SLICE("(anonymous namespace)"));
	return names_add_text(names, outer,
			      slice_equal(of, SLICE("operator()")) ? SLICE("{lambda}")
								   : SLICE("{unnamed type}"));
}

/* ---- Names ---- */

/* dwarf_names_find() for an entry in `depth` scopes that were asked for, which is read. */
static bool names_find(struct dwarf_names *names, struct entry_place *place, unsigned depth,
		       const struct dwarf_name **name)
{
	struct slice text, source = SLICE("");
	bool is_lost = false, is_last = false; /* `place` is the last entry */
	int i;

	*name = NULL;
	for (i = 0; i < MOST_ORIGINS && !is_last && read_values(place); i++) {
		struct entry_place next;

		if (!dwarf_others_text(place->units, place->unit,
				       &place->values.at[DWARF_LINKAGE_NAME], &text))
			return false;
		if (text.len > 0) {
			*name = dwarf_names_name_of(names, text, of_linkage);
			return true;
		}
		if (!dwarf_others_text(place->units, place->unit, &place->values.at[DWARF_NAME],
				       &text))
			return false;
		if (source.len == 0)
			source = text;
		next = *place;
		is_last = !dwarf_names_follow(&next, DWARF_ORIGIN, &is_lost) &&
			  (is_lost || !dwarf_names_follow(&next, DWARF_SPECIFICATION, &is_lost));
		if (!is_last)
			*place = next;
	}
	if (source.len > 0 && !is_lost)
		*name = dwarf_names_name_of(
			names, source,
			names->with_scopes && is_last ? scope_of(names, place, source, depth) : 0);
	return !is_lost;
}

bool dwarf_names_find(struct dwarf_names *names, struct dwarf_units *units, uint64_t offset,
		      const struct dwarf_name **name)
{
	struct entry_place place = {.units = units, .offset = offset};

	if (names->scopes.count == 0)
		intern_add(&names->scopes, SLICE(""));
	return names_find(names, &place, 0, name);
}

uint32_t dwarf_names_line(struct dwarf_units *units, uint64_t offset)
{
	struct entry_place place = {.units = units, .offset = offset};
	bool is_lost = false, goes_on = true;
	int i;

	for (i = 0; i < MOST_ORIGINS && goes_on && read_values(&place); i++) {
		const struct dwarf_value *line = &place.values.at[DWARF_DECL_LINE];

		if (line->form != 0)
			return line->number <= UINT32_MAX ? (uint32_t)line->number : 0;
		goes_on = dwarf_names_follow(&place, DWARF_ORIGIN, &is_lost) ||
			  (!is_lost && dwarf_names_follow(&place, DWARF_SPECIFICATION, &is_lost));
	}
	return 0;
}

enum { BLOCK = 1 << 8 }; /* chains that are allocated together, as they must not move */

const struct dwarf_name dwarf_chains_lost = {.name = SLICE_INIT("")};

void dwarf_chains_init(struct dwarf_chains *chains)
{
	lock_init(&chains->lock);
}

void dwarf_chains_release(struct dwarf_chains *chains)
{
	uint32_t i;

	for (i = 0; i < chains->count; i += BLOCK)
		free(chains->blocks[i / BLOCK]);
	free(chains->blocks);
	hash_ids_release(&chains->numbers);
	lock_release(&chains->lock);
}

static struct dwarf_chain *chain_at(const struct dwarf_chains *chains, uint32_t number)
{
	return &chains->blocks[number / BLOCK][number % BLOCK];
}

static uint32_t hash_of(const char *entry)
{
	return hash_bytes(&entry, sizeof(entry));
}

static uint32_t dwarf_chains_hash_again(const void *things, uint32_t number)
{
	return hash_of(chain_at(things, number)->entry);
}

static const struct dwarf_chain *dwarf_chain_of(const struct dwarf_chains *chains,
						const char *entry)
{
	const uint32_t hash = hash_of(entry);
	size_t at = hash;
	uint32_t number;

	while ((number = hash_ids_next(&chains->numbers, hash, &at)) != HASH_NONE) {
		const struct dwarf_chain *chain = chain_at(chains, number);

		if (chain->entry == entry)
			return chain;
	}
	return NULL;
}

const struct dwarf_chain *dwarf_chains_find(struct dwarf_chains *chains, const char *entry)
{
	const struct dwarf_chain *chain;

	lock_take(&chains->lock);
	chain = dwarf_chain_of(chains, entry);
	lock_leave(&chains->lock);
	return chain;
}

const struct dwarf_chain *dwarf_chains_add(struct dwarf_chains *chains,
					   const struct dwarf_chain *chain)
{
	struct dwarf_chain *added;

	lock_take(&chains->lock);
	if (chains->count % BLOCK == 0) {
		MEMORY_NEED(chains->blocks, chains->count / BLOCK + 1, chains->block_cap);
		chains->blocks[chains->count / BLOCK] = memory_get(BLOCK *
								   sizeof(**chains->blocks));
	}
	added = chain_at(chains, chains->count);
	*added = *chain;
	hash_ids_add(&chains->numbers, hash_of(chain->entry), chains->count,
		     dwarf_chains_hash_again, chains);
	chains->count++;
	lock_leave(&chains->lock);
	return added;
}
