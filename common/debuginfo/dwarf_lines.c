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
	DW_LNE_define_file = 3,
	DW_LNE_set_discriminator = 4,
	DW_LNCT_path = 1,
	DW_LNCT_directory_index = 2,
	DW_LNCT_LLVM_source = 0x2001, /* https://wiki.dwarfstd.org/MD5_and_source.md; of LLVM */
};

enum { MOST_FORMATS = 16 };

/* What reads a header. */
struct table {
	struct dwarf_lines *lines;
	const struct dwarf_data *data;
	struct dwarf_unit unit; /* for reading forms */
	struct dwarf_reader reader;
};

/* The machine, which runs the whole program for its sequences, or a sequence for its rows. */
struct program {
	struct dwarf_lines *lines;
	const struct dwarf_line_header *header;
	struct dwarf_reader reader;
	struct dwarf_line_rows *rows; /* of the sequence; NULL: sequences are looked for */
	const unsigned char *code;    /* that begins the sequence */

	uint64_t address, file, line, discriminator;
	bool has_row; /* in this sequence */
	bool is_dead; /* the linker left this sequence's code out */
	uint64_t row_address;
	uint64_t low, high; /* of the sequence, when sequences are looked for */
};

static void dwarf_lines_free_rows(struct dwarf_line_rows *rows)
{
	if (!rows)
		return;
	dwarf_spans_release(&rows->spans);
	free(rows->at);
	free(rows);
}

void dwarf_lines_free(struct dwarf_lines *lines)
{
	size_t i;

	if (!lines)
		return;
	for (i = 0; i < lines->count; i++)
		dwarf_lines_free_rows(lines->at[i].rows);
	dwarf_spans_release(&lines->spans);
	free(lines->at);
	free(lines->files);
	free(lines->folders);
	free(lines->texts);
	free(lines);
}

/* ---- The header ---- */

static uint32_t dwarf_lines_number(uint64_t value)
{
	return value <= UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

static void dwarf_lines_add_folder(struct dwarf_lines *lines, struct slice path)
{
	MEMORY_ROOM(lines->folders, lines->folder_count, lines->folder_cap);
	lines->folders[lines->folder_count++] = path;
}

static void dwarf_lines_add_file(struct dwarf_lines *lines, struct slice name, uint64_t folder)
{
	MEMORY_ROOM(lines->files, lines->file_count, lines->file_cap);
	lines->files[lines->file_count++] = (struct dwarf_source){name, dwarf_lines_number(folder)};
}

/* The latest file is embedded. */
static void dwarf_lines_add_text(struct dwarf_lines *lines, struct slice text)
{
	const size_t before = lines->text_cap;
	size_t i;

	if (text.len == 0)
		return;
	MEMORY_NEED(lines->texts, lines->file_count, lines->text_cap);
	for (i = before; i < lines->text_cap; i++)
		lines->texts[i] = SLICE("");
	lines->texts[lines->file_count - 1] = text;
}

/* A row of the table of files before version 5; false: its end. `lines` may be NULL. */
static bool dwarf_lines_read_file(struct dwarf_lines *lines, struct dwarf_reader *reader)
{
	const struct slice name = dwarf_read_text(reader);
	uint64_t folder;

	if (name.len == 0)
		return false;
	folder = dwarf_read_uleb(reader);
	dwarf_read_uleb(reader); /* time */
	dwarf_read_uleb(reader); /* size */
	if (lines)
		dwarf_lines_add_file(lines, name, folder);
	return true;
}

/* Folders and files, which are counted from 1; folder 0 is the unit's. */
static void dwarf_lines_read_tables(struct table *table)
{
	struct slice text;

	dwarf_lines_add_folder(table->lines, SLICE(""));
	while ((text = dwarf_read_text(&table->reader)).len > 0)
		dwarf_lines_add_folder(table->lines, text);
	dwarf_lines_add_file(table->lines, SLICE(""), 0);
	while (dwarf_lines_read_file(table->lines, &table->reader)) {
	}
}

/* Read a table of version 5, of folders or files, whose rows describe their format. */
static void dwarf_lines_read_table(struct table *table, bool is_of_files)
{
	struct dwarf_reader *reader = &table->reader;
	struct dwarf_attribute formats[MOST_FORMATS];
	const uint64_t columns = dwarf_read(reader, 1);
	struct dwarf_value value;
	uint64_t i, count;

	if (columns > MOST_FORMATS) {
		reader->failed = true;
		return;
	}
	for (i = 0; i < columns; i++)
		dwarf_attribute_read(reader, &table->unit.sizes, &formats[i]);
	count = dwarf_read_uleb(reader);
	if (columns == 0)
		return;
	for (; count > 0 && !reader->failed; count--) {
		const unsigned char *row = reader->at;
		struct slice path = SLICE(""), text = SLICE("");
		uint64_t folder = 0;

		for (i = 0; i < columns; i++) {
			dwarf_value_read(reader, &table->unit.sizes, &formats[i], &value);
			if (formats[i].name == DW_LNCT_path)
				path = dwarf_value_text(table->data, &table->unit, &value);
			else if (formats[i].name == DW_LNCT_directory_index)
				folder = value.number;
			else if (formats[i].name == DW_LNCT_LLVM_source)
				text = dwarf_value_text(table->data, &table->unit, &value);
		}
		if (!reader->failed && is_of_files) {
			dwarf_lines_add_file(table->lines, path, folder);
			dwarf_lines_add_text(table->lines, text);
		} else if (!reader->failed) {
			dwarf_lines_add_folder(table->lines, path);
		}
		if (reader->at == row)
			break; /* rows without bytes, of any number */
	}
}

/* False: there is no program that can be run. */
static bool dwarf_lines_read_header(struct table *table, uint64_t *work)
{
	struct dwarf_line_header *header = &table->lines->header;
	struct dwarf_reader *reader = &table->reader;
	unsigned offset_size;
	uint64_t length, version;
	const unsigned char *code;

	length = dwarf_read_length(reader, &offset_size);
	if (!dwarf_has(reader, length) || length > *work)
		return false;
	*work -= length;
	reader->end = reader->at + length;
	version = dwarf_read(reader, 2);
	if (version < 2 || version > 5)
		return false;
	table->unit.sizes.offset = (uint8_t)offset_size;
	if (version == 5)
		dwarf_skip(reader, 2); /* sizes of addresses and of segments */
	length = dwarf_read(reader, offset_size);
	if (!dwarf_has(reader, length))
		return false;
	code = reader->at + length;
	header->step = dwarf_read(reader, 1);
	dwarf_skip(reader, version >= 4 ? 2 : 1); /* operations of an instruction, is_stmt */
	header->line_base = (int8_t)dwarf_read(reader, 1);
	header->line_range = dwarf_read(reader, 1);
	header->opcode_base = dwarf_read(reader, 1);
	header->lengths = reader->at;
	dwarf_skip(reader, header->opcode_base > 0 ? header->opcode_base - 1 : 0);
	if (version == 5) {
		dwarf_lines_read_table(table, false);
		dwarf_lines_read_table(table, true);
	} else {
		dwarf_lines_read_tables(table);
	}
	reader->failed |= header->line_range == 0;
	header->reader = *reader;
	header->reader.at = code;
	return !reader->failed;
}

/* ---- The program ---- */

static void begin_sequence(struct program *program)
{
	program->code = program->reader.at;
	program->address = 0;
	program->file = 1;
	program->line = 1;
	program->discriminator = 0;
	program->has_row = false;
	program->is_dead = true; /* without an address */
}

static void add_sequence(struct program *program)
{
	struct dwarf_lines *lines = program->lines;

	if (program->low >= program->high || lines->count >= DWARF_NOTHING)
		return;
	dwarf_spans_add(&lines->spans, program->low, program->high, (uint32_t)lines->count);
	MEMORY_ROOM(lines->at, lines->count, lines->cap);
	lines->at[lines->count++] = (struct dwarf_sequence){.code = program->code};
}

/* The row before ends where this one begins. */
static void end_row(struct program *program)
{
	struct dwarf_line_rows *rows = program->rows;

	if (program->has_row)
		dwarf_spans_add(&rows->spans, program->row_address, program->address,
				(uint32_t)rows->count - 1);
}

/* Rows may be in any order. */
static void reach(struct program *program)
{
	if (!program->has_row)
		program->low = program->high = program->address;
	else if (program->address < program->low)
		program->low = program->address;
	else if (program->address > program->high)
		program->high = program->address;
}

static void end_sequence(struct program *program)
{
	if (program->rows) {
		end_row(program);
		program->reader.end = program->reader.at;
	} else if (program->has_row) {
		if (!program->is_dead)
			reach(program);
		add_sequence(program);
	}
	begin_sequence(program);
}

static void dwarf_lines_add_row(struct program *program)
{
	struct dwarf_line_rows *rows = program->rows;
	const struct dwarf_line row = {dwarf_lines_number(program->file),
				       dwarf_lines_number(program->line),
				       dwarf_lines_number(program->discriminator)};
	const struct dwarf_line *last = program->has_row ? &rows->at[rows->count - 1] : NULL;

	if (last && last->file == row.file && last->line == row.line &&
	    last->discriminator == row.discriminator)
		return;
	if (last &&
	    program->row_address == program->address) { /* the latest row of an address counts */
		rows->at[rows->count - 1] = row;
		return;
	}
	end_row(program);
	if (rows->count >= DWARF_NOTHING - 1)
		return;
	MEMORY_ROOM(rows->at, rows->count, rows->cap);
	rows->at[rows->count++] = row;
	program->has_row = true;
	program->row_address = program->address;
}

/* What the machine has is a row. */
static void take_row(struct program *program)
{
	if (!program->is_dead && program->rows) {
		dwarf_lines_add_row(program);
	} else if (!program->is_dead) {
		reach(program);
		program->has_row = true;
	}
	program->discriminator = 0;
}

/*
 * Linkers give code that they left out the address 0, or the largest one (DWARF issue 200609.1);
 * what follows in the sequence is not the code at such addresses.
 */
static void dwarf_lines_set_address(struct program *program, unsigned size)
{
	const uint64_t largest = size >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size) - 1;

	program->address = dwarf_read(&program->reader, size);
	program->is_dead = program->address == 0 || program->address >= largest - 1;
}

static void run_extended(struct program *program)
{
	struct dwarf_reader *reader = &program->reader;
	const uint64_t length = dwarf_read_uleb(reader);
	const unsigned char *end;

	if (!dwarf_has(reader, length) || length == 0)
		return;
	end = reader->at + length;
	switch (dwarf_read(reader, 1)) {
	case DW_LNE_end_sequence:
		reader->at = end;
		end_sequence(program);
		return;
	case DW_LNE_set_address:
		if (length > 1 && length <= 9)
			dwarf_lines_set_address(program, (unsigned)length - 1);
		break;
	case DW_LNE_define_file:
		dwarf_lines_read_file(program->rows ? NULL : program->lines, reader);
		break;
	case DW_LNE_set_discriminator: program->discriminator = dwarf_read_uleb(reader); break;
	default: break;
	}
	if (!reader->failed)
		reader->at = end;
}

static void run_special(struct program *program, uint64_t opcode)
{
	const struct dwarf_line_header *header = program->header;
	const uint64_t adjusted = opcode - header->opcode_base;

	program->address += adjusted / header->line_range * header->step;
	program->line += (uint64_t)(header->line_base + (int64_t)(adjusted % header->line_range));
}

static void run_standard(struct program *program, uint64_t opcode)
{
	const struct dwarf_line_header *header = program->header;
	struct dwarf_reader *reader = &program->reader;
	unsigned i;

	switch (opcode) {
	case DW_LNS_extended: run_extended(program); return;
	case DW_LNS_copy: take_row(program); return;
	case DW_LNS_advance_pc: program->address += dwarf_read_uleb(reader) * header->step; return;
	case DW_LNS_advance_line: program->line += (uint64_t)dwarf_read_sleb(reader); return;
	case DW_LNS_set_file: program->file = dwarf_read_uleb(reader); return;
	case DW_LNS_const_add_pc:
		program->address += (255 - header->opcode_base) / header->line_range * header->step;
		return;
	case DW_LNS_fixed_advance_pc: program->address += dwarf_read(reader, 2); return;
	default:
		for (i = 0; i < header->lengths[opcode - 1]; i++)
			dwarf_read_uleb(reader);
	}
}

/* Up to the reader's end; with rows, up to the end of the sequence. */
static void dwarf_lines_run(struct program *program)
{
	struct dwarf_reader *reader = &program->reader;
	const uint64_t opcode_base = program->header->opcode_base;

	begin_sequence(program);
	while (reader->at < reader->end && !reader->failed) {
		const uint64_t opcode = dwarf_read(reader, 1);

		if (opcode >= opcode_base) {
			run_special(program, opcode);
			take_row(program);
		} else {
			run_standard(program, opcode);
		}
	}
}

static void find_sequences(struct dwarf_lines *lines)
{
	struct program program = {
		.lines = lines,
		.header = &lines->header,
		.reader = lines->header.reader,
	};

	dwarf_lines_run(&program);
	if (program.has_row) /* of a sequence that is cut off */
		add_sequence(&program);
	dwarf_spans_finish(&lines->spans);
}

struct dwarf_lines *dwarf_lines_read(const struct dwarf_data *data, const struct dwarf_unit *unit,
				     struct slice base, uint64_t *work)
{
	struct table table = {
		.lines = memory_clear(1, sizeof(*table.lines)),
		.data = data,
		.unit = *unit,
		.reader = dwarf_data_reader(data, DWARF_LINE, unit->stmt_list),
	};

	table.lines->base = base;
	if (dwarf_lines_read_header(&table, work))
		find_sequences(table.lines);
	return table.lines;
}

/* ---- Questions ---- */

static struct dwarf_line_rows *read_rows(struct dwarf_lines *lines, const unsigned char *code)
{
	struct program program = {
		.lines = lines,
		.header = &lines->header,
		.reader = lines->header.reader,
		.rows = memory_clear(1, sizeof(*program.rows)),
	};

	program.reader.at = code;
	dwarf_lines_run(&program);
	dwarf_spans_finish(&program.rows->spans);
	return program.rows;
}

const struct dwarf_line *dwarf_lines_find(struct dwarf_lines *lines, uint64_t address)
{
	const uint32_t i = dwarf_spans_find(&lines->spans, address);
	struct dwarf_sequence *sequence = i == DWARF_NOTHING ? NULL : &lines->at[i];
	uint32_t row;

	if (!sequence)
		return NULL;
	if (!sequence->rows)
		sequence->rows = read_rows(lines, sequence->code);
	row = dwarf_spans_find(&sequence->rows->spans, address);
	return row == DWARF_NOTHING ? NULL : &sequence->rows->at[row];
}

struct source_place dwarf_lines_place(const struct dwarf_lines *lines,
				      const struct dwarf_line *line)
{
	struct source_place place = {
		.name = SLICE(""), .folder = SLICE(""), .base = lines->base, .text = SLICE("")};
	const struct dwarf_source *file;

	if (line->line == 0 || line->file >= lines->file_count)
		return place;
	file = &lines->files[line->file];
	place.name = file->name;
	if (file->folder < lines->folder_count)
		place.folder = lines->folders[file->folder];
	if (line->file < lines->text_cap)
		place.text = lines->texts[line->file];
	place.line = line->line;
	place.discriminator = line->discriminator;
	return place;
}

void source_place_add(struct buf *out, const struct source_place *place)
{
	const size_t slash = slice_rfind(place->name, '/');

	if (place->name.len == 0)
		return;
	buf_add(out, slash == SLICE_NONE ? place->name : slice_tail(place->name, slash + 1));
	buf_add_char(out, ':');
	buf_add_u64(out, place->line);
}

/* Append a path that is relative to what is there. */
static void source_place_join(struct buf *out, size_t start, struct slice path)
{
	if (slice_starts(path, SLICE("/")))
		out->len = start;
	else if (path.len > 0 && out->len > start && out->ptr[out->len - 1] != '/')
		buf_add_char(out, '/');
	buf_add(out, path);
}

void source_place_add_path(struct buf *out, const struct source_place *place)
{
	const size_t start = out->len;

	source_place_join(out, start, place->base);
	source_place_join(out, start, place->folder);
	source_place_join(out, start, place->name);
}
