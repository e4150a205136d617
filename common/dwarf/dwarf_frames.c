/* SPDX-License-Identifier: MIT */
#include "common/dwarf/dwarf_frames.h"

#include "common/dwarf/dwarf_lines.h"

/* The place in the source of a function, or of a call that was inlined. */
struct place {
	struct slice path;
	uint64_t line;
};

static const struct dwarf_lines *lines_of(struct dwarf_units *units, struct dwarf_unit *unit)
{
	if (!unit->lines)
		unit->lines = dwarf_lines_read(&units->data, unit);
	return unit->lines;
}

static struct place place_of(const struct dwarf_lines *lines, const struct dwarf_line *line)
{
	struct place place = {.path = SLICE("")};

	if (line && line->line > 0) {
		place.path = dwarf_lines_file(lines, line->file);
		place.line = line->line;
	}
	return place;
}

/* The call site of an inlined call, in the source. */
static struct place place_of_call(struct dwarf_units *units, struct dwarf_unit *unit,
				  const struct dwarf_call *call)
{
	struct dwarf_values values;
	struct dwarf_line line;

	dwarf_units_prepare(units, unit);
	if (!dwarf_entry_at(&units->data, unit, call->offset, &values))
		return place_of(NULL, NULL);
	line.file = values.at[DWARF_CALL_FILE].form != 0 ? values.at[DWARF_CALL_FILE].number
							 : UINT64_MAX;
	line.line = values.at[DWARF_CALL_LINE].form != 0 ? values.at[DWARF_CALL_LINE].number : 0;
	return place_of(lines_of(units, unit), &line);
}

/* False: its name is in another file. */
static bool add(struct dwarf_frames *frames, struct dwarf_inlines *inlines, uint64_t offset,
		const struct place *place)
{
	struct slice name;

	if (!dwarf_names_find(&inlines->names, &inlines->units, offset, &name))
		return false;
	if (name.len == 0)
		return true;
	frames->at = memory_grow(frames->at, &frames->cap, frames->count + 1, sizeof(*frames->at));
	frames->at[frames->count++] = (struct dwarf_frame){name, place->path, place->line};
	return true;
}

void dwarf_frames_find(struct dwarf_frames *frames, struct dwarf_inlines *inlines, uint64_t address)
{
	struct dwarf_units *units = &inlines->units;
	struct dwarf_unit *unit = dwarf_units_at(units, address);
	struct dwarf_function *function = NULL;
	const struct dwarf_calls *calls;
	const struct dwarf_call *call;
	struct place place;
	bool is_here = true;

	frames->count = 0;
	if (unit)
		function = dwarf_functions_find(dwarf_inlines_functions(inlines, unit, true),
						address);
	if (!function)
		return;
	calls = dwarf_inlines_calls(inlines, unit, function, true);
	place = place_of(lines_of(units, unit), dwarf_lines_find(lines_of(units, unit), address));
	call = dwarf_calls_find(calls, address);
	while (call && is_here) {
		is_here = add(frames, inlines, call->offset, &place);
		place = place_of_call(units, unit, call);
		call = call->into == DWARF_NOTHING ? NULL : &calls->at[call->into];
	}
	if (!is_here || !add(frames, inlines, function->offset, &place))
		frames->count = 0;
}
