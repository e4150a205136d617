/* SPDX-License-Identifier: MIT */
/*
 * Debugging information of strangers: the functions inlined at addresses are found, with their
 * lines, and the same ones the second time, when nothing is read any more. An input is a byte that
 * is not 0 where the highest byte comes first, the sizes of the sections in the order of enum
 * dwarf_section, 2 bytes each, and the sections.
 */
#include "common/dwarf/dwarf_frames.h"
#include "tests/fuzz/fuzz.h"

enum { HEAD = 1 + 2 * DWARF_SECTIONS, FIRST = 0x1000, END = 0x1200, STEP = 8 };

/* False: there are fewer bytes than the sizes say. */
static bool take_sections(struct dwarf_data *to, const uint8_t *data, size_t size)
{
	size_t kind, at = HEAD;

	*to = (struct dwarf_data){.is_big_endian = size > 0 && data[0] != 0};
	for (kind = 0; kind < DWARF_SECTIONS; kind++) {
		const size_t section = size < HEAD ? 0
						   : data[1 + 2 * kind] + 256u * data[2 + 2 * kind];
		char *copy;

		if (size < HEAD || section > size - at)
			return false;
		copy = memory_get(section + 1); /* the section ends with the memory */
		memcpy(copy + 1, data + at, section);
		to->decompressed[kind] = copy;
		to->at[kind] = slice_of(copy + 1, section);
		at += section;
	}
	return true;
}

/* Read, so that what is outside of its memory is found. */
static void check_text(struct slice text)
{
	static volatile char sink;
	size_t i;

	for (i = 0; i < text.len; i++)
		sink = text.ptr[i];
	(void)sink;
}

static void check_address(struct dwarf_inlines *inlines, uint64_t address)
{
	struct dwarf_question first = {.address = address, .may_read = true}, second = first;
	size_t i;

	second.may_read = false;
	if (!dwarf_inlines_find(inlines, &first) || !dwarf_inlines_find(inlines, &second) ||
	    first.count != second.count || first.names != second.names)
		abort();
	for (i = 0; i < first.count; i++) {
		if (first.names[i].len == 0)
			abort();
		check_text(first.names[i]);
	}
}

/*
 * Check the functions with lines: as many as were inlined, maybe with the one they were inlined
 * into.
 */
static void check_frames(struct dwarf_frames *frames, struct dwarf_inlines *inlines,
			 uint64_t address)
{
	struct dwarf_question question = {.address = address, .may_read = true};
	size_t i;

	dwarf_inlines_find(inlines, &question);
	dwarf_frames_find(frames, inlines, address);
	if (frames->count > 0 && frames->count != question.count &&
	    frames->count != question.count + 1)
		abort();
	for (i = 0; i < frames->count; i++) {
		check_text(frames->at[i].function);
		check_text(frames->at[i].path);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dwarf_inlines inlines = {.names = {.known = NULL}};
	struct dwarf_frames frames = {.count = 0};
	uint64_t address;

	if (take_sections(&inlines.units.data, data, size)) {
		dwarf_units_index(&inlines.units);
		for (address = FIRST; address < END; address += STEP) {
			check_address(&inlines, address);
			check_frames(&frames, &inlines, address);
		}
	}
	dwarf_inlines_release(&inlines);
	free(frames.at);
	return 0;
}
