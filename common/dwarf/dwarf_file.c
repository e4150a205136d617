/* SPDX-License-Identifier: MIT */
#include "common/dwarf/dwarf_file.h"

#include "common/base/lock.h"
#include "common/dwarf/dwarf_names.h"

enum state { UNREAD, NONE, READ };

struct dwarf_file {
	struct lock lock;
	enum state state; /* atomic */
	struct dwarf_units units;
	struct dwarf_names names;
};

struct dwarf_file *dwarf_file_new(void)
{
	struct dwarf_file *file = memory_clear(1, sizeof(*file));

	lock_init(&file->lock);
	return file;
}

void dwarf_file_free(struct dwarf_file *file)
{
	if (!file)
		return;
	if (file->state == READ)
		dwarf_units_release(&file->units);
	dwarf_names_release(&file->names);
	lock_release(&file->lock);
	free(file);
}

/* ---- Where it is ---- */

static bool read_units(struct dwarf_units *units, struct elf_file *elf)
{
	const bool is_read = dwarf_units_open(units, elf);

	elf_file_close(elf);
	return is_read;
}

static enum state open_file(struct dwarf_units *units, const struct symbol_search *program)
{
	struct symbol_search search = *program;
	struct elf_file elf;
	bool found;

	if (symbol_search_program(&search, &elf) != SYMBOL_FILE_GOOD)
		return NONE;
	found = read_units(units, &elf);
	while (!found && symbol_search_next(&search, &elf))
		found = read_units(units, &elf);
	return found ? READ : NONE;
}

/* ---- Names ---- */

/* The names of a call and of those that it is in. */
static void set_names(struct dwarf_file *file, const struct dwarf_function *function,
		      struct dwarf_call *call)
{
	const struct dwarf_call *at = call;
	struct slice *names;
	uint32_t levels = 1;

	for (; at->into != DWARF_NOTHING; at = &function->calls[at->into])
		levels++;
	names = arena_alloc(&file->names.arena, levels * sizeof(*names));
	call->names = names;
	for (at = call; levels > 0; levels--) {
		const struct slice name = dwarf_names_find(&file->names, &file->units, at->offset);

		if (name.len > 0)
			names[call->count++] = name;
		if (at->into != DWARF_NOTHING)
			at = &function->calls[at->into];
	}
}

static size_t find(struct dwarf_file *file, uint64_t address, const struct slice **names)
{
	struct dwarf_units *units = &file->units;
	struct dwarf_unit *unit = dwarf_units_at(units, address);
	struct dwarf_function *function;
	struct dwarf_call *call;

	if (!unit)
		return 0;
	dwarf_units_prepare(units, unit);
	if (!unit->functions)
		unit->functions = dwarf_functions_read(&units->data, unit);
	call = dwarf_functions_find(unit->functions, &units->data, unit, address, &function);
	if (!call)
		return 0;
	if (!call->names)
		set_names(file, function, call);
	*names = call->names;
	return call->count;
}

size_t dwarf_file_inlined(struct dwarf_file *file, const struct symbol_search *program,
			  uint64_t address, const struct slice **names)
{
	size_t count = 0;

	if (__atomic_load_n(&file->state, __ATOMIC_ACQUIRE) == NONE)
		return 0;
	lock_take(&file->lock);
	if (file->state == UNREAD)
		__atomic_store_n(&file->state, open_file(&file->units, program), __ATOMIC_RELEASE);
	if (file->state == READ)
		count = find(file, address, names);
	lock_leave(&file->lock);
	return count;
}
