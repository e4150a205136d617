/* SPDX-License-Identifier: MIT */
/*
 * Inlined functions from DWARF, by elfutils' libdw.
 *
 * A unit of compilation is read once, when the first address of it is asked for: its functions by
 * address, and the classes and namespaces that names are made of. libdw's own ways to both walk
 * the unit again for every address.
 */
#include "collapse/symbols/inline.h"
#include "collapse/symbols/inline_spans.h"

#ifdef HAVE_LIBDW
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <errno.h>

#include "collapse/symbols/elf_module.h"

enum {
	MOST_NESTING = 256, /* of entries in a unit */
	MOST_ORIGINS = 16,  /* entries that refer to one another for a name */
};

/* A namespace, class or function. */
struct scope {
	Dwarf_Die die;
	size_t parent; /* SLICE_NONE without */
};

struct unit {
	Dwarf_CU *cu;
	Dwarf_Die lines; /* has the table of lines */
	Dwarf_Die root;  /* has the functions: another one where they are in a .dwo file */
	bool read;
	struct scope *scopes; /* as they stand in the file: die.addr rises */
	size_t scope_count, scope_cap;
	struct inline_spans functions; /* index: of a scope */
};

struct inline_dwarf {
	struct elf_module elf;
	struct unit *units;
	size_t unit_count, unit_cap;
	struct inline_spans spans; /* index: of a unit */
};

bool inline_dwarf_is_built(void)
{
	return true;
}

/* ---- Memory: errno was set to 0 before the library was asked ---- */

/* What libdw calls instead of ending the program in its own words. */
__attribute__((noreturn)) static void out_of_memory(void)
{
	memory_die();
}

/* ---- Addresses ---- */

static void add_spans(struct inline_spans *spans, Dwarf_Die *die, size_t index)
{
	Dwarf_Addr base, begin, end;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &begin, &end)) > 0) {
		inline_spans_add(spans, begin, end, index);
	}
}

/* ---- Units ---- */

static void read_units(struct inline_dwarf *dwarf, Dwarf *info)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Die die;

	while (dwarf_get_units(info, cu, &cu, NULL, NULL, &die, NULL) == 0) {
		dwarf->units = memory_grow(dwarf->units, &dwarf->unit_cap, dwarf->unit_count + 1,
					   sizeof(*dwarf->units));
		dwarf->units[dwarf->unit_count] = (struct unit){
			.cu = cu, .lines = die, .root = die};
		add_spans(&dwarf->spans, &die, dwarf->unit_count++);
	}
	inline_spans_sort(&dwarf->spans);
}

static bool is_class(int tag)
{
	return tag == DW_TAG_class_type || tag == DW_TAG_structure_type ||
	       tag == DW_TAG_union_type || tag == DW_TAG_interface_type ||
	       tag == DW_TAG_enumeration_type;
}

static bool is_scope(int tag)
{
	return is_class(tag) || tag == DW_TAG_namespace || tag == DW_TAG_subprogram;
}

static size_t add_scope(struct unit *unit, const Dwarf_Die *die, size_t parent)
{
	unit->scopes = memory_grow(unit->scopes, &unit->scope_cap, unit->scope_count + 1,
				   sizeof(*unit->scopes));
	unit->scopes[unit->scope_count] = (struct scope){*die, parent};
	return unit->scope_count++;
}

/* `last` is the end of what has been seen: damaged files may lead back. */
static void read_scopes(struct unit *unit, Dwarf_Die *die, size_t parent, const void **last,
			unsigned depth)
{
	Dwarf_Die child;

	if (depth > MOST_NESTING || dwarf_child(die, &child) != 0)
		return;
	do {
		int tag = dwarf_tag(&child);
		size_t scope = parent;

		if ((const char *)child.addr <= (const char *)*last)
			return;
		*last = child.addr;
		if (is_scope(tag))
			scope = add_scope(unit, &child, parent);
		if (tag == DW_TAG_subprogram)
			add_spans(&unit->functions, &child, scope);
		if (is_scope(tag) || tag == DW_TAG_lexical_block)
			read_scopes(unit, &child, scope, last, depth + 1);
	} while (dwarf_siblingof(&child, &child) == 0);
}

static void read_unit(struct unit *unit)
{
	const void *last;
	uint8_t type = 0;
	Dwarf_Die split;

	if (unit->read)
		return;
	unit->read = true;
	if (dwarf_cu_info(unit->cu, NULL, &type, NULL, &split, NULL, NULL, NULL) == 0 &&
	    type == DW_UT_skeleton && dwarf_tag(&split) == DW_TAG_compile_unit)
		unit->root = split;
	last = unit->root.addr;
	read_scopes(unit, &unit->root, SLICE_NONE, &last, 0);
	inline_spans_sort(&unit->functions);
}

static void release_unit(struct unit *unit)
{
	free(unit->scopes);
	inline_spans_release(&unit->functions);
}

/* ---- Names ---- */

/* The unit an entry is in, most often `here`; NULL for one of another file. */
static struct unit *unit_of(struct inline_dwarf *dwarf, struct unit *here, const Dwarf_Die *die)
{
	size_t i;

	if (die->cu == here->root.cu)
		return here;
	for (i = 0; i < dwarf->unit_count; i++) {
		if (dwarf->units[i].cu == die->cu)
			return &dwarf->units[i];
	}
	return NULL;
}

/* The entry that an inlined or out-of-line function was declared by. */
static Dwarf_Die declaration_of(const Dwarf_Die *function)
{
	Dwarf_Die die = *function;
	Dwarf_Attribute attribute;
	int i;

	for (i = 0; i < MOST_ORIGINS; i++) {
		if (!dwarf_attr(&die, DW_AT_abstract_origin, &attribute) &&
		    !dwarf_attr(&die, DW_AT_specification, &attribute))
			break;
		if (!dwarf_formref_die(&attribute, &die))
			break;
	}
	return die;
}

static size_t find_scope(const struct unit *unit, const Dwarf_Die *die)
{
	size_t low = 0, high = unit->scope_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if ((const char *)unit->scopes[middle].die.addr < (const char *)die->addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low < unit->scope_count && unit->scopes[low].die.addr == die->addr ? low
										  : SLICE_NONE;
}

static void add_scope_name(struct buf *out, struct scope *scope)
{
	const char *text = dwarf_diename(&scope->die);
	struct slice name = text ? slice_from(text) : SLICE("");

	if (slice_starts(name, SLICE("<lambda")) && slice_drop(&name, SLICE(">"))) {
		/* as demanglers have it */
		buf_add_char(out, '{');
		buf_add(out, slice_tail(name, 1));
		buf_add_char(out, '}');
	} else if (name.len > 0) {
		buf_add(out, name);
	} else if (dwarf_tag(&scope->die) == DW_TAG_namespace) {
		buf_add(out, SLICE("(anonymous namespace)"));
	} else {
		buf_add(out, SLICE("{lambda}"));
	}
}

static void add_name(struct buf *out, struct inline_dwarf *dwarf, struct unit *here,
		     const Dwarf_Die *function, unsigned depth);

/* "geometry::Circle::". A function shows only where a class is local to it. */
static void add_scopes(struct buf *out, struct inline_dwarf *dwarf, struct unit *unit, size_t index,
		       unsigned depth)
{
	struct scope *scope = &unit->scopes[index], *parent;

	if (scope->parent == SLICE_NONE)
		return;
	parent = &unit->scopes[scope->parent];
	if (dwarf_tag(&parent->die) != DW_TAG_subprogram) {
		add_scopes(out, dwarf, unit, scope->parent, depth);
		add_scope_name(out, parent);
	} else if (is_class(dwarf_tag(&scope->die))) {
		add_name(out, dwarf, unit, &parent->die, depth + 1);
	} else {
		return;
	}
	buf_add(out, SLICE("::"));
}

static void add_name(struct buf *out, struct inline_dwarf *dwarf, struct unit *here,
		     const Dwarf_Die *function, unsigned depth)
{
	Dwarf_Die die = declaration_of(function);
	struct unit *unit = unit_of(dwarf, here, &die);
	const char *name = dwarf_diename(&die);
	size_t scope;

	if (unit && depth < MOST_ORIGINS) {
		read_unit(unit);
		scope = find_scope(unit, &die);
		if (scope != SLICE_NONE)
			add_scopes(out, dwarf, unit, scope, depth);
	}
	buf_add_text(out, name ? name : "{unnamed}");
}

/* ---- Source lines ---- */

static void add_source(struct buf *out, const char *path, uint64_t line)
{
	struct slice file;
	size_t slash;

	if (!path)
		return;
	file = slice_from(path);
	slash = slice_rfind(file, '/');
	buf_add(out, slash == SLICE_NONE ? file : slice_tail(file, slash + 1));
	buf_add_char(out, ':');
	buf_add_u64(out, line);
}

/* Of the innermost function. */
static void add_line(struct buf *out, struct unit *unit, Dwarf_Addr address)
{
	Dwarf_Line *line = dwarf_getsrc_die(&unit->lines, address);
	int number;

	if (line && dwarf_lineno(line, &number) == 0 && number > 0)
		add_source(out, dwarf_linesrc(line, NULL, NULL), (uint64_t)number);
}

/* Of a function that another one, `inlined`, was inlined into. */
static void add_call(struct buf *out, struct unit *unit, Dwarf_Die *inlined)
{
	Dwarf_Attribute attribute;
	Dwarf_Word file, line;
	Dwarf_Files *files;
	size_t count;

	if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &file) == 0 &&
	    dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &line) == 0 &&
	    dwarf_getsrcfiles(&unit->root, &files, &count) == 0 && file < count)
		add_source(out, dwarf_filesrc(files, (size_t)file, NULL, NULL), line);
}

/* ---- Functions at an address ---- */

/* From a function that exists down to the innermost one inlined into it. */
struct path {
	Dwarf_Die *at;
	size_t count, cap;
	const void *last; /* as in read_scopes() */
};

static void add_to_path(struct path *path, const Dwarf_Die *die)
{
	path->at = memory_grow(path->at, &path->cap, path->count + 1, sizeof(*path->at));
	path->at[path->count++] = *die;
}

static bool is_block(int tag)
{
	return tag == DW_TAG_lexical_block || tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

/* Add the functions inlined at the address below `die`; false without. Blocks may overlap: the
 * first that leads to a function counts. */
static bool descend(struct path *path, Dwarf_Die *die, Dwarf_Addr address, unsigned depth)
{
	Dwarf_Die child;

	if (depth > MOST_NESTING || dwarf_child(die, &child) != 0)
		return false;
	do {
		int tag = dwarf_tag(&child);
		bool inlined = tag == DW_TAG_inlined_subroutine;

		if ((const char *)child.addr <= (const char *)path->last)
			return false;
		path->last = child.addr;
		if ((!inlined && !is_block(tag)) || dwarf_haspc(&child, address) <= 0)
			continue;
		if (inlined)
			add_to_path(path, &child);
		if (descend(path, &child, address, depth + 1) || inlined)
			return true;
	} while (dwarf_siblingof(&child, &child) == 0);
	return false;
}

/* The function that exists, then those inlined into it. */
static bool find_path(struct unit *unit, Dwarf_Addr address, struct path *path)
{
	size_t function;
	Dwarf_Die die;

	read_unit(unit);
	function = inline_spans_find(&unit->functions, address);
	if (function == SLICE_NONE)
		return false;
	die = unit->scopes[function].die;
	path->last = die.addr;
	add_to_path(path, &die);
	descend(path, &die, address, 0);
	return true;
}

bool inline_dwarf_functions(struct inline_dwarf *dwarf, uint64_t address,
			    struct inline_functions *functions)
{
	size_t index = inline_spans_find(&dwarf->spans, address), i;
	struct buf name = {0}, source = {0};
	struct path path = {0};

	inline_reset(functions);
	errno = 0;
	if (index == SLICE_NONE || !find_path(&dwarf->units[index], address, &path))
		return false;
	for (i = path.count; i-- > 0; buf_reset(&name), buf_reset(&source)) {
		add_name(&name, dwarf, &dwarf->units[index], &path.at[i], 0);
		if (i + 1 == path.count)
			add_line(&source, &dwarf->units[index], address);
		else
			add_call(&source, &dwarf->units[index], &path.at[i + 1]);
		inline_add(functions, buf_slice(&name), buf_slice(&source));
	}
	elf_module_check_memory();
	buf_release(&name);
	buf_release(&source);
	free(path.at);
	return true;
}

/* ---- The module ---- */

struct inline_dwarf *inline_dwarf_open(const char *path)
{
	struct inline_dwarf *dwarf;
	struct elf_module elf;
	Dwarf_Addr bias;
	Dwarf *info;

	if (!elf_module_open(&elf, path))
		return NULL;
	dwarf = memory_get(sizeof(*dwarf));
	*dwarf = (struct inline_dwarf){.elf = elf};
	errno = 0;
	info = dwfl_module_getdwarf(elf.module, &bias);
	elf_module_check_memory();
	if (info)
		dwarf_new_oom_handler(info, out_of_memory);
	if (!info || bias != 0) {
		inline_dwarf_close(dwarf);
		return NULL;
	}
	read_units(dwarf, info);
	elf_module_check_memory();
	return dwarf;
}

void inline_dwarf_close(struct inline_dwarf *dwarf)
{
	size_t i;

	if (!dwarf)
		return;
	for (i = 0; i < dwarf->unit_count; i++)
		release_unit(&dwarf->units[i]);
	free(dwarf->units);
	inline_spans_release(&dwarf->spans);
	elf_module_close(&dwarf->elf);
	free(dwarf);
}

void inline_dwarf_symbols(struct inline_dwarf *dwarf, struct inline_symbols *symbols)
{
	int count, i;

	errno = 0;
	count = dwfl_module_getsymtab(dwarf->elf.module);
	elf_module_check_memory();
	for (i = 1; i < count; i++) {
		GElf_Sym symbol;
		GElf_Addr start;
		GElf_Word section;
		const char *name = dwfl_module_getsym_info(dwarf->elf.module, i, &symbol, &start,
							   &section, NULL, NULL);
		int type = GELF_ST_TYPE(symbol.st_info);

		if (name && *name && section != SHN_UNDEF &&
		    (type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE))
			inline_symbols_add(symbols, slice_from(name), start, symbol.st_size);
	}
}
#endif
