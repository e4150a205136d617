/* SPDX-License-Identifier: MIT */
/*
 * Debugging information of strangers: the functions inlined at addresses are found, with their
 * lines, and the same ones the second time, when nothing is read any more. An input is a byte of
 * flags, the sizes of the sections in the order of enum dwarf_section up to .debug_line_str, 2
 * bytes each, and the sections.
 *
 * fuzzer: dwarf common 2000 0
 */
#include "common/debuginfo/dwarf_data.h"
#include "common/debuginfo/dwarf_file.h"
#include "tests/fuzz/fuzz.h"

enum {
	SECTIONS = DWARF_LINE_STR + 1,
	HEAD = 1 + 2 * SECTIONS,
	FIRST = 0x1000,
	END = 0x1200,
	STEP = 8
};

/* Flags. */
enum {
	BIG_ENDIAN = 1,
	PACKAGE =
		2, /* what is for .debug_line is .debug_cu_index of a package, in which a unit is found */
	SHARED = 4, /* the file refers to itself as to another one */
};

#define DWO_ID UINT64_C(0x1122334455667788)

/* False: there are fewer bytes than the sizes say. */
static bool take_sections(struct dwarf_data *to, const uint8_t *data, size_t size)
{
	size_t kind, at = HEAD;

	*to = (struct dwarf_data){.is_big_endian = size > 0 && data[0] & BIG_ENDIAN};
	for (kind = 0; kind < SECTIONS; kind++) {
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

static void check_place(const struct source_place *place)
{
	struct buf path = {0};

	source_place_add_path(&path, place);
	check_text(buf_slice(&path));
	check_text(place->text);
	buf_release(&path);
}

static void check_address(struct dwarf_inlines *inlines, uint64_t address)
{
	struct dwarf_question first = {.address = address, .may_read = true}, second = first;
	const struct dwarf_chain *chain;

	second.may_read = false;
	if (!dwarf_inlines_find(inlines, &first) || !dwarf_inlines_find(inlines, &second) ||
	    first.chain != second.chain)
		abort();
	for (chain = dwarf_chains_named(first.chain); chain;
	     chain = dwarf_chains_named(chain->outer)) {
		if (chain->name->name.len == 0)
			abort();
		check_text(chain->name->name);
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
	const struct dwarf_chain *chain;
	size_t i, count = 0;

	dwarf_inlines_find(inlines, &question);
	for (chain = dwarf_chains_named(question.chain); chain;
	     chain = dwarf_chains_named(chain->outer))
		count++;
	dwarf_frames_find(frames, inlines, address);
	if (frames->count > 0 && frames->count != count && frames->count != count + 1)
		abort();
	for (i = 0; i < frames->count; i++) {
		check_text(frames->at[i].name->name);
		check_place(&frames->at[i].place);
	}
	check_place(&frames->outermost);
}

/* Replace the sections by the unit's parts of a package; their bytes are not moved. */
static void take_package(struct dwarf_data *data)
{
	struct dwarf_data package = *data, split;
	size_t kind;

	package.at[DWARF_CU_INDEX] = data->at[DWARF_LINE];
	if (!dwarf_package_find(&package, DWO_ID, &split))
		return;
	for (kind = 0; kind < DWARF_SECTIONS; kind++)
		data->at[kind] = split.at[kind];
	data->at[DWARF_ADDR] = package.at[DWARF_ADDR];
	data->at[DWARF_RANGES] = package.at[DWARF_RANGES];
}

static void share(struct dwarf_units *units)
{
	size_t kind;

	units->alt = memory_clear(1, sizeof(*units->alt));
	units->alt->data = units->data;
	for (kind = 0; kind < DWARF_SECTIONS; kind++)
		units->alt->data.decompressed[kind] = NULL;
	dwarf_units_index(units->alt);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dwarf_inlines inlines;
	struct dwarf_frames frames = {.count = 0};
	uint64_t address;

	dwarf_inlines_init(&inlines);
	inlines.names.with_scopes = true;
	if (take_sections(&inlines.units.data, data, size)) {
		if (data[0] & PACKAGE)
			take_package(&inlines.units.data);
		if (data[0] & SHARED)
			share(&inlines.units);
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
