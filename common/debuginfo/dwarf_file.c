/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_file.h"

#include "common/base/lock.h"

enum state { UNREAD, NONE, READ };

struct dwarf_file {
	struct lock lock;
	enum state state; /* atomic */
	enum dwarf_kind kind;
	struct dwarf_inlines inlines;
};

struct dwarf_file *dwarf_file_new(bool with_lines, bool with_scopes)
{
	struct dwarf_file *file = memory_clear(1, sizeof(*file));

	file->kind = with_lines ? DWARF_FUNCTIONS_AND_LINES : DWARF_FUNCTIONS;
	lock_init(&file->lock);
	dwarf_inlines_init(&file->inlines);
	file->inlines.names.with_scopes = with_scopes;
	return file;
}

void dwarf_file_free(struct dwarf_file *file)
{
	if (!file)
		return;
	dwarf_inlines_release(&file->inlines);
	lock_release(&file->lock);
	free(file);
}

/* ---- Where it is ---- */

static bool read_units(struct dwarf_file *file, struct elf_file *elf)
{
	const bool is_read = dwarf_units_open(&file->inlines.units, elf, file->kind);

	elf_file_close(elf);
	return is_read;
}

static enum state dwarf_file_open_file(struct dwarf_file *file, const struct symbol_search *program)
{
	struct symbol_search search = *program;
	struct buf path = {0};
	struct elf_file elf;
	bool found = false;

	search.opened = &path;
	search.may_download = true;
	if (symbol_search_program(&search, &elf) == SYMBOL_FILE_GOOD) {
		found = read_units(file, &elf);
		while (!found && symbol_search_next(&search, &elf))
			found = read_units(file, &elf);
	}
	if (found) {
		dwarf_others_init(&file->inlines.others, &search, buf_slice(&path));
		file->inlines.units.others = &file->inlines.others;
	}
	buf_release(&path);
	return found ? READ : NONE;
}

/* With the lock held, or by the only thread. */
static enum state open_once(struct dwarf_file *file, const struct symbol_search *program)
{
	if (file->state == UNREAD)
		__atomic_store_n(&file->state, dwarf_file_open_file(file, program),
				 __ATOMIC_RELEASE);
	return file->state;
}

/* ---- Questions ---- */

const struct dwarf_chain *dwarf_file_inlined(struct dwarf_file *file,
					     const struct symbol_search *program, uint64_t address)
{
	const enum state state = __atomic_load_n(&file->state, __ATOMIC_ACQUIRE);
	struct dwarf_question question = {.address = address};

	if (state == NONE)
		return NULL;
	if (state == UNREAD || !dwarf_inlines_find(&file->inlines, &question)) {
		question.may_read = true;
		lock_take(&file->lock);
		if (open_once(file, program) == READ)
			dwarf_inlines_find(&file->inlines, &question);
		lock_leave(&file->lock);
	}
	return dwarf_chains_named(question.chain);
}

bool dwarf_file_call(struct dwarf_file *file, uint64_t address, const char **call)
{
	const enum state state = __atomic_load_n(&file->state, __ATOMIC_ACQUIRE);
	struct dwarf_question question = {.address = address, .only_call = true};
	const bool is_known = state == NONE ||
			      (state == READ && dwarf_inlines_find(&file->inlines, &question));

	*call = question.call;
	return is_known;
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
