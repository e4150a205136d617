/* SPDX-License-Identifier: MIT */
#include "common/dwarf/dwarf_file.h"

#include "common/base/lock.h"

enum state { UNREAD, NONE, READ };

struct dwarf_file {
	struct lock lock;
	enum state state; /* atomic */
	bool with_lines;
	struct dwarf_inlines inlines;
};

struct dwarf_file *dwarf_file_new(bool with_lines)
{
	struct dwarf_file *file = memory_clear(1, sizeof(*file));

	file->with_lines = with_lines;
	lock_init(&file->lock);
	return file;
}

void dwarf_file_free(struct dwarf_file *file)
{
	if (!file)
		return;
	if (file->state == READ)
		dwarf_inlines_release(&file->inlines);
	lock_release(&file->lock);
	free(file);
}

/* ---- Where it is ---- */

static bool read_units(struct dwarf_file *file, struct elf_file *elf)
{
	const bool is_read = dwarf_units_open(&file->inlines.units, elf, file->with_lines);

	elf_file_close(elf);
	return is_read;
}

static enum state open_file(struct dwarf_file *file, const struct symbol_search *program)
{
	struct symbol_search search = *program;
	struct elf_file elf;
	bool found;

	if (symbol_search_program(&search, &elf) != SYMBOL_FILE_GOOD)
		return NONE;
	found = read_units(file, &elf);
	while (!found && symbol_search_next(&search, &elf))
		found = read_units(file, &elf);
	return found ? READ : NONE;
}

/* With the lock held, or by the only thread. */
static enum state open_once(struct dwarf_file *file, const struct symbol_search *program)
{
	if (file->state == UNREAD)
		__atomic_store_n(&file->state, open_file(file, program), __ATOMIC_RELEASE);
	return file->state;
}

/* ---- Questions ---- */

size_t dwarf_file_inlined(struct dwarf_file *file, const struct symbol_search *program,
			  uint64_t address, const struct slice **names)
{
	const enum state state = __atomic_load_n(&file->state, __ATOMIC_ACQUIRE);
	struct dwarf_question question = {.address = address};

	if (state == NONE)
		return 0;
	if (state == UNREAD || !dwarf_inlines_find(&file->inlines, &question)) {
		question.may_read = true;
		lock_take(&file->lock);
		if (open_once(file, program) == READ)
			dwarf_inlines_find(&file->inlines, &question);
		lock_leave(&file->lock);
	}
	*names = question.names;
	return question.count;
}

bool dwarf_file_is_there(struct dwarf_file *file, const struct symbol_search *program)
{
	return open_once(file, program) == READ;
}

void dwarf_file_frames(struct dwarf_file *file, const struct symbol_search *program,
		       uint64_t address, struct dwarf_frames *frames)
{
	frames->count = 0;
	if (open_once(file, program) == READ)
		dwarf_frames_find(frames, &file->inlines, address);
}
