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
static const struct slice *make_names(struct dwarf_file *file, const struct dwarf_calls *calls,
				      struct dwarf_call *call)
{
	const struct dwarf_call *at = call;
	struct slice *names;
	uint32_t levels = 1, count = 0;

	for (; at->into != DWARF_NOTHING; at = &calls->at[at->into])
		levels++;
	names = arena_alloc(&file->names.arena, levels * sizeof(*names));
	for (at = call; levels > 0; levels--) {
		const struct slice name = dwarf_names_find(&file->names, &file->units, at->offset);

		if (name.len > 0)
			names[count++] = name;
		if (at->into != DWARF_NOTHING)
			at = &calls->at[at->into];
	}
	call->count = count;
	__atomic_store_n(&call->names, names, __ATOMIC_RELEASE);
	return names;
}

/* What is looked up, and whether what is not known yet may be read: the lock is held. */
struct question {
	struct dwarf_file *file;
	uint64_t address;
	bool may_read;
	const struct slice *names; /* the answer */
	size_t count;
};

static const struct dwarf_functions *functions_of(const struct question *question,
						  struct dwarf_unit *unit)
{
	struct dwarf_units *units = &question->file->units;
	struct dwarf_functions *functions = __atomic_load_n(&unit->functions, __ATOMIC_ACQUIRE);

	if (functions || !question->may_read)
		return functions;
	dwarf_units_prepare(units, unit);
	functions = dwarf_functions_read(&units->data, unit);
	__atomic_store_n(&unit->functions, functions, __ATOMIC_RELEASE);
	return functions;
}

static const struct dwarf_calls *calls_of(const struct question *question, struct dwarf_unit *unit,
					  struct dwarf_function *function)
{
	struct dwarf_units *units = &question->file->units;
	struct dwarf_calls *calls = __atomic_load_n(&function->calls, __ATOMIC_ACQUIRE);

	if (calls || !question->may_read)
		return calls;
	dwarf_units_prepare(units, unit);
	calls = dwarf_calls_read(&units->data, unit, function->offset);
	__atomic_store_n(&function->calls, calls, __ATOMIC_RELEASE);
	return calls;
}

/* False: it is not known yet. */
static bool find_in(struct question *question, struct dwarf_unit *unit,
		    const struct dwarf_functions *functions)
{
	struct dwarf_function *function = dwarf_functions_find(functions, question->address);
	const struct dwarf_calls *calls;
	struct dwarf_call *call;

	if (!function)
		return true;
	calls = calls_of(question, unit, function);
	if (!calls)
		return false;
	call = dwarf_calls_find(calls, question->address);
	if (!call)
		return true;
	question->names = __atomic_load_n(&call->names, __ATOMIC_ACQUIRE);
	if (!question->names && question->may_read)
		question->names = make_names(question->file, calls, call);
	question->count = question->names ? call->count : 0;
	return question->names;
}

static bool find(struct question *question)
{
	struct dwarf_unit *unit = dwarf_units_at(&question->file->units, question->address);
	const struct dwarf_functions *functions;

	if (!unit)
		return true;
	functions = functions_of(question, unit);
	return functions && find_in(question, unit, functions);
}

size_t dwarf_file_inlined(struct dwarf_file *file, const struct symbol_search *program,
			  uint64_t address, const struct slice **names)
{
	const enum state state = __atomic_load_n(&file->state, __ATOMIC_ACQUIRE);
	struct question question = {.file = file, .address = address};

	if (state == NONE)
		return 0;
	if (state == UNREAD || !find(&question)) {
		question.may_read = true;
		lock_take(&file->lock);
		if (file->state == UNREAD)
			__atomic_store_n(&file->state, open_file(&file->units, program),
					 __ATOMIC_RELEASE);
		if (file->state == READ)
			find(&question);
		lock_leave(&file->lock);
	}
	*names = question.names;
	return question.count;
}
