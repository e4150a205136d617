/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_file.h"

#include "common/base/parallel.h"

void dwarf_inlines_init(struct dwarf_inlines *inlines)
{
	*inlines = (struct dwarf_inlines){.names = {.known = NULL}};
	dwarf_chains_init(&inlines->chains);
}

void dwarf_inlines_release(struct dwarf_inlines *inlines)
{
	dwarf_units_release(&inlines->units);
	dwarf_others_release(&inlines->others);
	dwarf_names_release(&inlines->names);
	dwarf_chains_release(&inlines->chains);
}

/* ---- What is read once ---- */

/*
 * The unit of an address, its functions, what was inlined into one of them; false, NULL: that is
 * not known yet, and may not be read. One thread at a time reads.
 */
static bool dwarf_inlines_home(struct dwarf_inlines *inlines, uint64_t address, bool may_read,
			       struct dwarf_home *home)
{
	struct dwarf_unit *unit = dwarf_units_at(&inlines->units, address);
	struct dwarf_split *split;

	*home = (struct dwarf_home){unit, &inlines->units, unit};
	if (!unit || !unit->is_skeleton)
		return true;
	split = dwarf_others_split(&inlines->units, unit, may_read);
	if (split && split->unit) {
		home->units = split->units;
		home->unit = split->unit;
	}
	return split;
}

static const struct dwarf_functions *dwarf_inlines_functions(const struct dwarf_home *home,
							     bool may_read)
{
	struct dwarf_functions *functions = __atomic_load_n(&home->unit->functions,
							    __ATOMIC_ACQUIRE);

	if (functions || !may_read)
		return functions;
	dwarf_units_prepare(home->units, home->unit);
	functions = dwarf_functions_read(&home->units->data, home->unit);
	__atomic_store_n(&home->unit->functions, functions, __ATOMIC_RELEASE);
	return functions;
}

static const struct dwarf_calls *dwarf_inlines_calls(const struct dwarf_home *home,
						     struct dwarf_function *function, bool may_read)
{
	struct dwarf_calls *calls = __atomic_load_n(&function->calls, __ATOMIC_ACQUIRE);

	if (calls || !may_read)
		return calls;
	dwarf_units_prepare(home->units, home->unit);
	calls = dwarf_calls_read(&home->units->data, home->unit, function->offset);
	__atomic_store_n(&function->calls, calls, __ATOMIC_RELEASE);
	return calls;
}

/* ---- Names ---- */

static const char *entry_of(const struct dwarf_home *home, const struct dwarf_calls *calls,
			    const struct dwarf_call *call)
{
	return home->units->data.at[DWARF_INFO].ptr + calls->offset + call->entry;
}

/* Add a call to what it was inlined into. */
static const struct dwarf_chain *add_link(struct dwarf_inlines *inlines,
					  const struct dwarf_home *home, const char *entry,
					  const struct dwarf_chain *outer)
{
	const char *info = home->units->data.at[DWARF_INFO].ptr;
	struct dwarf_chain chain = {.entry = entry, .outer = outer};

	if ((outer && outer->name == &dwarf_chains_lost) ||
	    !dwarf_names_find(&inlines->names, home->units, (uint64_t)(entry - info), &chain.name))
		chain.name = &dwarf_chains_lost; /* a part of the truth would be wrong */
	return dwarf_chains_add(&inlines->chains, &chain);
}

/* The chain of a call, and of those that it is in, if need be. */
static const struct dwarf_chain *make_chain(struct dwarf_inlines *inlines,
					    const struct dwarf_home *home,
					    const struct dwarf_calls *calls,
					    const struct dwarf_call *call)
{
	const struct dwarf_call *missing[DWARF_DEPTH + 1];
	const struct dwarf_chain *chain = NULL;
	size_t count = 0;

	for (; call; call = dwarf_calls_outer(calls, call)) {
		chain = dwarf_chains_find(&inlines->chains, entry_of(home, calls, call));
		if (chain)
			break;
		missing[count++] = call;
	}
	while (count > 0)
		chain = add_link(inlines, home, entry_of(home, calls, missing[--count]), chain);
	return chain;
}

/* ---- Questions ---- */

/* False: it is not known yet. */
static bool dwarf_inlines_find_in(struct dwarf_inlines *inlines, struct dwarf_question *question,
				  const struct dwarf_home *home,
				  const struct dwarf_functions *functions)
{
	struct dwarf_function *function = dwarf_functions_find(functions, question->address);
	const struct dwarf_calls *calls;
	const struct dwarf_call *call;

	if (!function)
		return true;
	calls = dwarf_inlines_calls(home, function, question->may_read);
	if (!calls)
		return false;
	call = dwarf_calls_find(calls, question->address);
	if (!call)
		return true;
	question->call = entry_of(home, calls, call);
	if (question->only_call)
		return true;
	question->chain = dwarf_chains_find(&inlines->chains, question->call);
	if (!question->chain && question->may_read)
		question->chain = make_chain(inlines, home, calls, call);
	return question->chain;
}

bool dwarf_inlines_find(struct dwarf_inlines *inlines, struct dwarf_question *question)
{
	const struct dwarf_functions *functions;
	struct dwarf_home home;

	if (!dwarf_inlines_home(inlines, question->address, question->may_read, &home))
		return false;
	if (!home.skeleton)
		return true;
	functions = dwarf_inlines_functions(&home, question->may_read);
	return functions && dwarf_inlines_find_in(inlines, question, &home, functions);
}

/* ---- Lines ---- */

static struct dwarf_lines *lines_of(struct dwarf_units *units, struct dwarf_unit *unit)
{
	struct dwarf_values values;
	struct slice base = SLICE("");

	if (unit->lines)
		return unit->lines;
	dwarf_units_prepare(units, unit);
	if (dwarf_entry_at(&units->data, unit, unit->first, &values))
		dwarf_others_text(units, unit, &values.at[DWARF_COMP_DIR], &base);
	unit->lines = dwarf_lines_read(&units->data, unit, base, &units->lines_left);
	return unit->lines;
}

/* A number of an entry that fits into 32 bits; else `otherwise`. */
static uint32_t dwarf_frames_number(const struct dwarf_value *value, uint32_t otherwise)
{
	return value->form != 0 && value->number <= UINT32_MAX ? (uint32_t)value->number
							       : otherwise;
}

/*
 * The call site, in the source, of the inlined call whose entry is at an offset. Numbers of files
 * are those of the skeleton's lines: what is split off has none, or a copy of that table.
 */
static struct source_place place_of_call(const struct dwarf_home *home, uint64_t offset,
					 const struct dwarf_lines *lines)
{
	struct dwarf_values values;
	struct dwarf_line line = {.line = 0};

	dwarf_units_prepare(home->units, home->unit);
	if (dwarf_entry_at(&home->units->data, home->unit, offset, &values))
		line = (struct dwarf_line){
			.file = dwarf_frames_number(&values.at[DWARF_CALL_FILE], UINT32_MAX),
			.line = dwarf_frames_number(&values.at[DWARF_CALL_LINE], 0),
			.discriminator = dwarf_frames_number(&values.at[DWARF_CALL_DISCRIMINATOR],
							     0),
		};
	return dwarf_lines_place(lines, &line);
}

static void dwarf_frames_add(struct dwarf_frames *frames, const struct dwarf_frame *frame)
{
	MEMORY_ROOM(frames->at, frames->count, frames->cap);
	frames->at[frames->count++] = *frame;
}

/*
 * The functions inlined at an address, and then the one that exists; none, if a name is in a file
 * that is not there: a part of the truth would be wrong.
 */
static void dwarf_frames_find_in(struct dwarf_frames *frames, struct dwarf_inlines *inlines,
				 const struct dwarf_home *home, uint64_t address)
{
	const struct dwarf_line no_line = {.line = 0};
	struct dwarf_lines *lines = lines_of(&inlines->units, home->skeleton);
	const struct dwarf_line *line = dwarf_lines_find(lines, address);
	struct dwarf_function *function = dwarf_functions_find(dwarf_inlines_functions(home, true),
							       address);
	struct dwarf_frame frame = {.place = dwarf_lines_place(lines, line ? line : &no_line)};
	const struct dwarf_calls *calls;
	const struct dwarf_call *call;
	bool is_lost = false;

	frames->outermost = frame.place;
	if (!function)
		return;
	calls = dwarf_inlines_calls(home, function, true);
	for (call = dwarf_calls_find(calls, address); call; call = dwarf_calls_outer(calls, call)) {
		const uint64_t offset = calls->offset + call->entry;

		is_lost |= !dwarf_names_find(&inlines->names, home->units, offset, &frame.name);
		if (!is_lost && frame.name) {
			frame.start = dwarf_names_line(home->units, offset);
			dwarf_frames_add(frames, &frame);
		}
		frame.place = place_of_call(home, offset, lines);
	}
	frames->outermost = frame.place;
	frames->inlined = frames->count;
	is_lost |= !dwarf_names_find(&inlines->names, home->units, function->offset, &frame.name);
	if (!is_lost && frame.name) {
		frame.start = dwarf_names_line(home->units, function->offset);
		dwarf_frames_add(frames, &frame);
	}
	if (is_lost)
		frames->count = frames->inlined = 0;
}

void dwarf_frames_find(struct dwarf_frames *frames, struct dwarf_inlines *inlines, uint64_t address)
{
	struct dwarf_home home;

	dwarf_frames_reset(frames);
	dwarf_inlines_home(inlines, address, true, &home);
	if (home.skeleton)
		dwarf_frames_find_in(frames, inlines, &home, address);
}

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

bool dwarf_file_available(struct dwarf_file *file, const struct symbol_search *program)
{
	return open_once(file, program) == READ;
}

void dwarf_file_frames(struct dwarf_file *file, const struct symbol_search *program,
		       uint64_t address, struct dwarf_frames *frames)
{
	dwarf_frames_reset(frames);
	lock_take(&file->lock);
	if (open_once(file, program) == READ)
		dwarf_frames_find(frames, &file->inlines, address);
	lock_leave(&file->lock);
}
