/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_frames.h"

#include "common/debuginfo/dwarf_lines.h"

/* The place in the source of a function, or of a call that was inlined. */
struct place {
	struct slice path;
	uint64_t line;
};

static const struct dwarf_lines *lines_of(struct dwarf_units *units, struct dwarf_unit *unit)
{
	if (!unit->lines)
		unit->lines = dwarf_lines_read(&units->data, unit, &units->lines_left);
	return unit->lines;
}

static struct place dwarf_frames_place_of(const struct dwarf_lines *lines,
					  const struct dwarf_line *line)
{
	struct place place = {.path = SLICE("")};

	if (line && line->line > 0) {
		place.path = dwarf_lines_file(lines, line->file);
		place.line = line->line;
	}
	return place;
}

/* The call site, in the source, of the inlined call whose entry is at an offset. */
static struct place place_of_call(const struct dwarf_home *home, uint64_t offset,
				  const struct dwarf_lines *lines)
{
	struct dwarf_values values;
	struct dwarf_line line;

	dwarf_units_prepare(home->units, home->unit);
	if (!dwarf_entry_at(&home->units->data, home->unit, offset, &values))
		return dwarf_frames_place_of(NULL, NULL);
	line.file = values.at[DWARF_CALL_FILE].form != 0 ? values.at[DWARF_CALL_FILE].number
							 : UINT64_MAX;
	line.line = values.at[DWARF_CALL_LINE].form != 0 ? values.at[DWARF_CALL_LINE].number : 0;
	return dwarf_frames_place_of(lines, &line);
}

static void dwarf_frames_add(struct dwarf_frames *frames, const struct dwarf_name *name,
			     const struct place *place)
{
	if (!name)
		return;
	frames->at = memory_grow(frames->at, &frames->cap, frames->count + 1, sizeof(*frames->at));
	frames->at[frames->count++] = (struct dwarf_frame){name->name, place->path, place->line};
}

/*
 * The functions inlined at an address, and then the one that exists; false: a name is in a file
 * that is not there.
 */
static bool dwarf_frames_find_in(struct dwarf_frames *frames, struct dwarf_inlines *inlines,
				 const struct dwarf_home *home, uint64_t address)
{
	const struct dwarf_lines *lines = lines_of(&inlines->units, home->skeleton);
	struct dwarf_function *function = dwarf_functions_find(dwarf_inlines_functions(home, true),
							       address);
	struct place place = dwarf_frames_place_of(lines, dwarf_lines_find(lines, address));
	const struct dwarf_calls *calls;
	const struct dwarf_call *call;
	const struct dwarf_name *name;

	if (!function)
		return true;
	calls = dwarf_inlines_calls(home, function, true);
	for (call = dwarf_calls_find(calls, address); call; call = dwarf_calls_outer(calls, call)) {
		const uint64_t offset = calls->offset + call->entry;

		if (!dwarf_names_find(&inlines->names, home->units, offset, &name))
			return false;
		dwarf_frames_add(frames, name, &place);
		place = place_of_call(home, offset, lines);
	}
	if (!dwarf_names_find(&inlines->names, home->units, function->offset, &name))
		return false;
	dwarf_frames_add(frames, name, &place);
	return true;
}

void dwarf_frames_find(struct dwarf_frames *frames, struct dwarf_inlines *inlines, uint64_t address)
{
	struct dwarf_home home;

	frames->count = 0;
	dwarf_inlines_home(inlines, address, true, &home);
	if (home.skeleton && !dwarf_frames_find_in(frames, inlines, &home, address))
		frames->count = 0;
}
