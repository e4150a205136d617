/* SPDX-License-Identifier: MIT */
/*
 * dwarf_lines.h - the lines of one unit's source by address (DWARF 2 to 5, chapter 6.2). The program
 * of a unit is run once to find its sequences, each of which is the code of a function or a file;
 * their rows are read when an address in them is asked for.
 */
#ifndef FLAMBEAU_DWARF_LINES_H
#define FLAMBEAU_DWARF_LINES_H

#include "common/base/buf.h"
#include "common/debuginfo/dwarf_entry.h"
#include "common/debuginfo/dwarf_ranges.h"

struct dwarf_line {
	uint32_t file;          /* number of a file of the unit */
	uint32_t line;          /* 0: code that belongs to no line */
	uint32_t discriminator; /* of blocks that share a line */
};

/* A place in the source. Texts lie in the sections. */
struct source_place {
	struct slice name;   /* of the file; empty: the place is not known */
	struct slice folder; /* in which the name is, if it is relative; may be empty */
	struct slice base;   /* the unit's folder, in which `folder` is; may be empty */
	struct slice text;   /* the file itself, if it is embedded; else empty */
	uint32_t line, discriminator;
};

/* A zeroed struct is empty. */
struct dwarf_line_rows {
	struct dwarf_spans spans; /* index: of a row */
	struct dwarf_line *at;
	size_t count, cap;
};

struct dwarf_sequence {
	const unsigned char *code;    /* that begins it */
	struct dwarf_line_rows *rows; /* NULL: not read */
};

/* The header of a program. */
struct dwarf_line_header {
	struct dwarf_reader reader; /* from the first opcode */
	uint64_t step;              /* bytes of an instruction */
	int64_t line_base;
	uint64_t line_range, opcode_base;
	const unsigned char *lengths; /* numbers that follow an opcode, from opcode 1 */
};

struct dwarf_lines {
	struct slice base; /* DW_AT_comp_dir of the unit */
	struct dwarf_line_header header;
	struct dwarf_spans spans; /* index: of a sequence */
	struct dwarf_sequence *at;
	size_t count, cap;
	struct dwarf_source {
		struct slice name;
		uint32_t folder; /* number */
	} * files;
	size_t file_count, file_cap;
	struct slice *folders;
	size_t folder_count, folder_cap;
	struct slice *texts; /* of embedded files, by number; NULL: there are none */
	size_t text_cap;
};

/*
 * Find the lines at `unit->stmt_list`; there may be none. `base` is the unit's DW_AT_comp_dir.
 * `work` is how many bytes of programs may still be read, so that units of a damaged file which
 * share a long one do not take quadratic time; it is lowered.
 */
struct dwarf_lines *dwarf_lines_read(const struct dwarf_data *data, const struct dwarf_unit *unit,
				     struct slice base, uint64_t *work);
void dwarf_lines_free(struct dwarf_lines *lines);

/* NULL: none. Reads the rows of its sequence: no other thread may ask meanwhile. */
const struct dwarf_line *dwarf_lines_find(struct dwarf_lines *lines, uint64_t address);

/* The place of a line; one without a name if the line is 0 or its file is not in the table. */
struct source_place dwarf_lines_place(const struct dwarf_lines *lines,
				      const struct dwarf_line *line);

/* Append "file.c:12", without the file's folder; nothing if the place is not known. */
void source_place_add(struct buf *out, const struct source_place *place);

/* Append the path of a place's file: absolute, if the unit's folder is. */
void source_place_add_path(struct buf *out, const struct source_place *place);

#endif
