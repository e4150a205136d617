/* SPDX-License-Identifier: MIT */
/*
 * dwarf_lines.h - the lines of one unit's source by address (DWARF 5, chapter 6.2).
 */
#ifndef FLAMBEAU_DWARF_LINES_H
#define FLAMBEAU_DWARF_LINES_H

#include "common/debuginfo/dwarf_entry.h"
#include "common/debuginfo/dwarf_ranges.h"

struct dwarf_line {
	uint64_t file; /* number of a file of the unit */
	uint64_t line;
};

struct dwarf_lines {
	struct dwarf_spans spans; /* index: of a line */
	struct dwarf_line *at;
	size_t count, cap;
	struct slice *files; /* paths, which lie in the sections */
	size_t file_count, file_cap;
};

/*
 * Read the lines at `unit->stmt_list`; there may be none. `work` is how many bytes of programs may
 * still be read, so that units of a damaged file which share a long one do not take quadratic time;
 * it is lowered.
 */
struct dwarf_lines *dwarf_lines_read(const struct dwarf_data *data, const struct dwarf_unit *unit,
				     uint64_t *work);
void dwarf_lines_free(struct dwarf_lines *lines);

/* NULL: none. */
const struct dwarf_line *dwarf_lines_find(const struct dwarf_lines *lines, uint64_t address);

/* The path of a file; empty if the number has none. */
struct slice dwarf_lines_file(const struct dwarf_lines *lines, uint64_t number);

#endif
