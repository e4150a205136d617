/* SPDX-License-Identifier: MIT */
/* SFrame, rewritten as programs of call frame information: one function, and rows at offsets in it. */
#include "common/debuginfo/sframe.h"

enum {
	MAGIC = 0xdee2,
	HEADER = 28, /* bytes, without the auxiliary header */
	FUNCTION = 20,
	ROW_LEAST = 2,
	FLAG_RELATIVE = 4, /* starts of functions are relative to their field, not to the section */

	ABI_AARCH64_BIG = 1,
	ABI_AARCH64 = 2,
	ABI_X86_64 = 3,

	/* the info of a function: bits */
	INFO_START_SIZE = 0xf, /* 1 << it: bytes of a row's start */
	INFO_MASKED = 0x10,    /* rows repeat: PCMASK */

	/* the info of a row */
	ROW_BY_SP = 1,
	ROW_SIGNED = 0x80,
};

/* DW_CFA_*: DWARF 5, 7.24. */
enum {
	ADVANCE_4 = 0x04,
	UNDEFINED = 0x07,
	SAME_VALUE = 0x08,
	OFFSET_SIGNED = 0x11,
	DEFINE_FRAME_SIGNED = 0x12,
	NEGATE_SIGNED = 0x2d,
};

struct sframe_header {
	bool is_aarch64, is_relative;
	unsigned sp, fp, back; /* registers, by DWARF's numbers */
	int8_t fixed_back; /* the return address's offset from the frame's address; 0: rows have it */
	uint32_t functions, rows;
	size_t functions_at, rows_at; /* offsets in the section */
};

/* What a row says; offsets from the frame's address. */
struct sframe_row {
	uint32_t start; /* bytes from the function's */
	bool by_sp, is_signed, has_frame, has_back, has_fp;
	int32_t frame, back, fp;
};

struct sframe_writer {
	const struct cfi_section *section;
	struct sframe_header header;
	struct buf *out;
};

unsigned sframe_version(const struct cfi_section *section)
{
	struct cfi_reader reader = cfi_reader_at(section, 0);
	const uint64_t magic = dwarf_read(&reader.in, 2);
	const uint64_t version = dwarf_read(&reader.in, 1);

	return reader.in.failed || magic != MAGIC ? 0 : (unsigned)version;
}

static bool sframe_read_header(const struct cfi_section *section, struct sframe_header *header)
{
	struct cfi_reader reader = cfi_reader_at(section, 3);
	const uint64_t flags = dwarf_read(&reader.in, 1), abi = dwarf_read(&reader.in, 1);
	uint64_t more, functions_at, rows_at;

	dwarf_read(&reader.in, 1); /* of the frame pointer, which no processor has */
	header->fixed_back = (int8_t)dwarf_read(&reader.in, 1);
	more = dwarf_read(&reader.in, 1);
	header->functions = (uint32_t)dwarf_read(&reader.in, 4);
	header->rows = (uint32_t)dwarf_read(&reader.in, 4);
	dwarf_read(&reader.in, 4); /* bytes of rows */
	functions_at = HEADER + more + dwarf_read(&reader.in, 4);
	rows_at = HEADER + more + dwarf_read(&reader.in, 4);
	if (reader.in.failed || abi < ABI_AARCH64_BIG || abi > ABI_X86_64 ||
	    functions_at > section->size || rows_at > section->size ||
	    header->functions > (section->size - functions_at) / FUNCTION)
		return false;
	header->is_aarch64 = abi != ABI_X86_64;
	header->is_relative = flags & FLAG_RELATIVE;
	header->sp = header->is_aarch64 ? 31 : 7;
	header->fp = header->is_aarch64 ? 29 : 6;
	header->back = header->is_aarch64 ? 30 : 16;
	header->functions_at = (size_t)functions_at;
	header->rows_at = (size_t)rows_at;
	return true;
}

/* ---- .debug_frame ---- */

static void sframe_put(struct sframe_writer *writer, uint64_t value, unsigned size)
{
	unsigned i;

	for (i = 0; i < size; i++)
		buf_add_char(
			writer->out,
			(char)(value >> 8 * (writer->section->is_big_endian ? size - 1 - i : i)));
}

static void sframe_put_signed(struct sframe_writer *writer, int64_t value)
{
	for (; value < -64 || value > 63; value >>= 7)
		sframe_put(writer, (uint64_t)(value & 0x7f) | 0x80, 1);
	sframe_put(writer, (uint64_t)(value & 0x7f), 1);
}

static void sframe_put_rule(struct sframe_writer *writer, unsigned code, unsigned number,
			    int32_t offset)
{
	sframe_put(writer, code, 1);
	sframe_put(writer, number, 1);
	if (code == OFFSET_SIGNED || code == DEFINE_FRAME_SIGNED)
		sframe_put_signed(writer, offset);
}

/* Write the length of the entry that began at an offset. */
static void sframe_end_entry(struct sframe_writer *writer, size_t begin)
{
	const size_t end = writer->out->len;

	writer->out->len = begin;
	sframe_put(writer, end - begin - 4, 4);
	writer->out->len = end;
}

static void sframe_put_common(struct sframe_writer *writer)
{
	const size_t begin = writer->out->len;

	sframe_put(writer, 0, 4);
	sframe_put(writer, UINT32_MAX, 4);
	sframe_put(writer, 1, 1); /* version */
	sframe_put(writer, 0, 1); /* no augmentation */
	sframe_put(writer, 1, 1); /* units of addresses, and of offsets */
	sframe_put(writer, 1, 1);
	sframe_put(writer, writer->header.back, 1);
	sframe_end_entry(writer, begin);
}

static void sframe_put_row(struct sframe_writer *writer, const struct sframe_row *row,
			   const struct sframe_row *last)
{
	const struct sframe_header *header = &writer->header;

	sframe_put(writer, ADVANCE_4, 1);
	sframe_put(writer, row->start - last->start, 4);
	if (!row->has_frame) { /* the outermost function */
		sframe_put_rule(writer, UNDEFINED, header->back, 0);
		return;
	}
	sframe_put_rule(writer, DEFINE_FRAME_SIGNED, row->by_sp ? header->sp : header->fp,
			row->frame);
	sframe_put_rule(writer, row->has_back ? OFFSET_SIGNED : SAME_VALUE, header->back,
			row->back);
	sframe_put_rule(writer, row->has_fp ? OFFSET_SIGNED : SAME_VALUE, header->fp, row->fp);
	if (row->is_signed != last->is_signed)
		sframe_put(writer, NEGATE_SIGNED, 1);
}

/* ---- Rows ---- */

static int32_t sframe_read_offset(struct cfi_reader *reader, unsigned size)
{
	const uint64_t value = dwarf_read(&reader->in, size);

	return size == 1 ? (int8_t)value : size == 2 ? (int16_t)value : (int32_t)(uint32_t)value;
}

/* False: damaged. */
static bool sframe_read_row(const struct sframe_header *header, struct cfi_reader *reader,
			    unsigned start_size, struct sframe_row *row)
{
	int32_t offsets[3] = {0};
	unsigned info, count, size, i, next = 1;

	*row = (struct sframe_row){.start = (uint32_t)dwarf_read(&reader->in, start_size)};
	info = (unsigned)dwarf_read(&reader->in, 1);
	count = info >> 1 & 0xf;
	size = 1u << (info >> 5 & 3);
	if (count > ARRAY_LEN(offsets) || size > 4)
		return false;
	for (i = 0; i < count; i++)
		offsets[i] = sframe_read_offset(reader, size);
	row->by_sp = info & ROW_BY_SP;
	row->is_signed = header->is_aarch64 && (info & ROW_SIGNED) != 0;
	row->has_frame = count > 0;
	row->frame = offsets[0];
	if (header->fixed_back != 0) {
		row->has_back = true;
		row->back = header->fixed_back;
	} else if (next < count) {
		row->has_back = true;
		row->back = offsets[next++];
	}
	row->has_fp = next < count;
	row->fp = next < count ? offsets[next] : 0;
	return !reader->in.failed;
}

struct sframe_function {
	uint64_t start;
	uint32_t size, rows, rows_at;
	unsigned info;
};

static struct sframe_function sframe_read_function(const struct sframe_writer *writer, uint32_t i)
{
	const size_t at = writer->header.functions_at + (size_t)i * FUNCTION;
	struct cfi_reader reader = cfi_reader_at(writer->section, at);
	const int32_t start = (int32_t)(uint32_t)dwarf_read(&reader.in, 4);
	struct sframe_function function = {
		.start = writer->section->address + (writer->header.is_relative ? at : 0) +
			 (uint64_t)(int64_t)start,
	};

	function.size = (uint32_t)dwarf_read(&reader.in, 4);
	function.rows_at = (uint32_t)dwarf_read(&reader.in, 4);
	function.rows = (uint32_t)dwarf_read(&reader.in, 4);
	function.info = (unsigned)dwarf_read(&reader.in, 1);
	return function;
}

/* Takes the rows that are read off `*left`. False, with nothing written: damaged, or too many. */
static bool sframe_put_function(struct sframe_writer *writer,
				const struct sframe_function *function, uint32_t *left)
{
	const unsigned start_size = 1u << (function->info & INFO_START_SIZE);
	const size_t begin = writer->out->len;
	struct cfi_reader reader = cfi_reader_at(
		writer->section, writer->header.rows_at + (uint64_t)function->rows_at);
	struct sframe_row row, last = {0};
	uint32_t i;

	if (start_size > 4 || function->rows > *left || reader.in.failed)
		return false;
	*left -= function->rows;
	sframe_put(writer, 0, 4);
	sframe_put(writer, 0, 4); /* the common entry is the first one */
	sframe_put(writer, function->start, 8);
	sframe_put(writer, function->size, 8);
	for (i = 0; i < function->rows; i++) {
		if (!sframe_read_row(&writer->header, &reader, start_size, &row) ||
		    row.start < last.start) {
			writer->out->len = begin;
			return false;
		}
		sframe_put_row(writer, &row, &last);
		last = row;
	}
	sframe_end_entry(writer, begin);
	return true;
}

size_t sframe_convert(const struct cfi_section *section, struct buf *out)
{
	struct sframe_writer writer = {.section = section, .out = out};
	uint32_t left, i;
	size_t count = 0;

	if (sframe_version(section) != SFRAME_VERSION ||
	    !sframe_read_header(section, &writer.header))
		return 0;
	left = writer.header.rows;
	if (left > (section->size - writer.header.rows_at) / ROW_LEAST)
		left = (uint32_t)((section->size - writer.header.rows_at) / ROW_LEAST);
	sframe_put_common(&writer);
	for (i = 0; i < writer.header.functions; i++) {
		const struct sframe_function function = sframe_read_function(&writer, i);

		if (function.info & INFO_MASKED || function.rows == 0)
			continue;
		if (!sframe_put_function(&writer, &function, &left))
			break;
		count++;
	}
	return count;
}
