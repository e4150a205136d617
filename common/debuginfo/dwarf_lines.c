/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_lines.h"

/* Opcodes, and kinds of content in the tables of version 5. */
enum {
	DW_LNS_extended = 0,
	DW_LNS_copy = 1,
	DW_LNS_advance_pc = 2,
	DW_LNS_advance_line = 3,
	DW_LNS_set_file = 4,
	DW_LNS_const_add_pc = 8,
	DW_LNS_fixed_advance_pc = 9,
	DW_LNE_end_sequence = 1,
	DW_LNE_set_address = 2,
	DW_LNCT_path = 1,
};

enum { MOST_FORMATS = 16, KNOWN_LENGTHS = 256 };

/* The header of a program, and its machine. */
struct program {
	struct dwarf_lines *lines;
	const struct dwarf_data *data;
	struct dwarf_unit unit; /* for reading forms of the header */
	struct dwarf_reader reader;
	uint64_t step; /* bytes of an instruction */
	int64_t line_base;
	uint64_t line_range, opcode_base;
	unsigned char lengths[KNOWN_LENGTHS]; /* numbers that follow an opcode */

	uint64_t address, file, line;
	bool has_row; /* in this sequence */
	uint64_t row_address;
};

void dwarf_lines_free(struct dwarf_lines *lines)
{
	if (!lines)
		return;
	dwarf_spans_release(&lines->spans);
	free(lines->at);
	free(lines->files);
	free(lines);
}

/* ---- The header ---- */

static void dwarf_lines_add_file(struct dwarf_lines *lines, struct slice path)
{
	lines->files = memory_grow(lines->files, &lines->file_cap, lines->file_count + 1,
				   sizeof(*lines->files));
	lines->files[lines->file_count++] = path;
}

/* Folders, then files, which are counted from 1. */
static void dwarf_lines_read_tables(struct program *program)
{
	struct dwarf_reader *reader = &program->reader;
	struct slice text;
	int i;

	while (dwarf_read_text(reader).len > 0) {
	}
	dwarf_lines_add_file(program->lines, SLICE(""));
	while ((text = dwarf_read_text(reader)).len > 0) {
		dwarf_lines_add_file(program->lines, text);
		for (i = 0; i < 3; i++) /* folder, time, size */
			dwarf_read_uleb(reader);
	}
}

/*
 * Read a table of version 5, whose rows describe their format; its paths are added if it is the
 * table of files.
 */
static void dwarf_lines_read_table(struct program *program, bool is_of_files)
{
	struct dwarf_reader *reader = &program->reader;
	struct dwarf_attribute formats[MOST_FORMATS];
	const uint64_t columns = dwarf_read(reader, 1);
	struct dwarf_value value;
	uint64_t i, count;

	if (columns > MOST_FORMATS) {
		reader->failed = true;
		return;
	}
	for (i = 0; i < columns; i++)
		dwarf_attribute_read(reader, &program->unit.sizes, &formats[i]);
	count = dwarf_read_uleb(reader);
	if (columns == 0)
		return;
	for (; count > 0 && !reader->failed; count--) {
		const unsigned char *row = reader->at;
		struct slice path = SLICE("");

		for (i = 0; i < columns; i++) {
			dwarf_value_read(reader, &program->unit.sizes, &formats[i], &value);
			if (formats[i].name == DW_LNCT_path)
				path = dwarf_value_text(program->data, &program->unit, &value);
		}
		if (is_of_files && !reader->failed)
			dwarf_lines_add_file(program->lines, path);
		if (reader->at == row)
			break; /* rows without bytes, of any number */
	}
}

/* False: there is no program that can be run. */
static bool dwarf_lines_read_header(struct program *program, const struct dwarf_unit *unit,
				    uint64_t *work)
{
	struct dwarf_reader *reader = &program->reader;
	unsigned offset_size;
	uint64_t length, version, i;
	const unsigned char *code;

	program->unit = *unit;
	length = dwarf_read_length(reader, &offset_size);
	if (!dwarf_has(reader, length) || length > *work)
		return false;
	*work -= length;
	reader->end = reader->at + length;
	version = dwarf_read(reader, 2);
	if (version < 2 || version > 5)
		return false;
	program->unit.sizes.offset = (uint8_t)offset_size;
	if (version == 5)
		dwarf_skip(reader, 2); /* sizes of addresses and of segments */
	length = dwarf_read(reader, offset_size);
	if (!dwarf_has(reader, length))
		return false;
	code = reader->at + length;
	program->step = dwarf_read(reader, 1);
	dwarf_skip(reader, version >= 4 ? 2 : 1); /* operations of an instruction, is_stmt */
	program->line_base = (int8_t)dwarf_read(reader, 1);
	program->line_range = dwarf_read(reader, 1);
	program->opcode_base = dwarf_read(reader, 1);
	for (i = 1; i < program->opcode_base; i++)
		program->lengths[i] = (unsigned char)dwarf_read(reader, 1);
	if (version == 5) {
		dwarf_lines_read_table(program, false);
		dwarf_lines_read_table(program, true);
	} else {
		dwarf_lines_read_tables(program);
	}
	reader->failed |= program->line_range == 0;
	if (!reader->failed)
		reader->at = code;
	return !reader->failed;
}

/* ---- The program ---- */

static void begin_sequence(struct program *program)
{
	program->address = 0;
	program->file = 1;
	program->line = 1;
	program->has_row = false;
}

/* The row before ends where this one begins. */
static void end_row(struct program *program)
{
	struct dwarf_lines *lines = program->lines;

	if (program->has_row && program->row_address != 0)
		dwarf_spans_add(&lines->spans, program->row_address, program->address,
				(uint32_t)lines->count - 1);
}

static void dwarf_lines_add_row(struct program *program)
{
	struct dwarf_lines *lines = program->lines;

	end_row(program);
	if (lines->count >= DWARF_NOTHING - 1)
		return;
	lines->at = memory_grow(lines->at, &lines->cap, lines->count + 1, sizeof(*lines->at));
	lines->at[lines->count++] = (struct dwarf_line){program->file, program->line};
	program->has_row = true;
	program->row_address = program->address;
}

static void run_extended(struct program *program)
{
	struct dwarf_reader *reader = &program->reader;
	const uint64_t length = dwarf_read_uleb(reader);
	const unsigned char *end;
	uint64_t opcode;

	if (!dwarf_has(reader, length) || length == 0)
		return;
	end = reader->at + length;
	opcode = dwarf_read(reader, 1);
	if (opcode == DW_LNE_end_sequence) {
		end_row(program);
		begin_sequence(program);
	} else if (opcode == DW_LNE_set_address && length <= 9) {
		program->address = dwarf_read(reader, (unsigned)length - 1);
	}
	reader->at = end;
}

static void run_special(struct program *program, uint64_t opcode)
{
	const uint64_t adjusted = opcode - program->opcode_base;

	program->address += adjusted / program->line_range * program->step;
	program->line += (uint64_t)(program->line_base + (int64_t)(adjusted % program->line_range));
}

static void run_standard(struct program *program, uint64_t opcode)
{
	struct dwarf_reader *reader = &program->reader;
	unsigned i;

	switch (opcode) {
	case DW_LNS_extended: run_extended(program); return;
	case DW_LNS_copy: dwarf_lines_add_row(program); return;
	case DW_LNS_advance_pc: program->address += dwarf_read_uleb(reader) * program->step; return;
	case DW_LNS_advance_line: program->line += (uint64_t)dwarf_read_sleb(reader); return;
	case DW_LNS_set_file: program->file = dwarf_read_uleb(reader); return;
	case DW_LNS_const_add_pc:
		program->address += (255 - program->opcode_base) / program->line_range *
				    program->step;
		return;
	case DW_LNS_fixed_advance_pc: program->address += dwarf_read(reader, 2); return;
	default:
		for (i = 0; i < program->lengths[opcode]; i++)
			dwarf_read_uleb(reader);
	}
}

static void dwarf_lines_run(struct program *program)
{
	struct dwarf_reader *reader = &program->reader;

	begin_sequence(program);
	while (reader->at < reader->end && !reader->failed) {
		const uint64_t opcode = dwarf_read(reader, 1);

		if (opcode >= program->opcode_base) {
			run_special(program, opcode);
			dwarf_lines_add_row(program);
		} else {
			run_standard(program, opcode);
		}
	}
}

struct dwarf_lines *dwarf_lines_read(const struct dwarf_data *data, const struct dwarf_unit *unit,
				     uint64_t *work)
{
	struct program program = {
		.lines = memory_clear(1, sizeof(*program.lines)),
		.data = data,
		.reader = dwarf_data_reader(data, DWARF_LINE, unit->stmt_list),
	};

	if (dwarf_lines_read_header(&program, unit, work))
		dwarf_lines_run(&program);
	dwarf_spans_finish(&program.lines->spans);
	return program.lines;
}

/* ---- Questions ---- */

const struct dwarf_line *dwarf_lines_find(const struct dwarf_lines *lines, uint64_t address)
{
	const uint32_t i = dwarf_spans_find(&lines->spans, address);

	return i == DWARF_NOTHING ? NULL : &lines->at[i];
}

struct slice dwarf_lines_file(const struct dwarf_lines *lines, uint64_t number)
{
	return number < lines->file_count ? lines->files[number] : SLICE("");
}
