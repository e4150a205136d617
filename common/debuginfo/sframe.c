/* SPDX-License-Identifier: MIT */
/* SFrame, rewritten as programs of call frame information: one function, and rows at offsets in it. */
#include "common/debuginfo/sframe.h"

enum {
	MAGIC = 0xdee2,
	HEADER = 28,     /* bytes, without the auxiliary header */
	FUNCTION_2 = 20, /* bytes of an entry, by the version */
	FUNCTION_3 = 16,
	FUNCTION_ATTRIBUTES = 5, /* version 3 */
	ROW_LEAST = 2,
	WORDS_MOST =
		6, /* of a row: two each for the frame, the return address, the frame pointer */
	FLAG_RELATIVE = 4, /* starts of functions are relative to their field, not to the section */

	ABI_AARCH64_BIG = 1,
	ABI_AARCH64 = 2,
	ABI_X86_64 = 3,

	/* the info of a function: bits */
	INFO_START_SIZE = 0xf, /* 1 << it: bytes of a row's start */
	INFO_MASKED = 0x10,    /* rows repeat: PCMASK */
	INFO_SIGNAL = 0x80,    /* version 3 */
	INFO_KIND = 0x1f,      /* of the second info, version 3 */
	KIND_USUAL = 0,
	KIND_FLEXIBLE = 1,

	/* the info of a row */
	ROW_BY_SP = 1,
	ROW_SIGNED = 0x80,

	/* the first word of a rule of a flexible function; 0: there is no rule, nor a second word */
	RULE_REGISTER = 1, /* not the frame's address, but a register, is the base */
	RULE_READ = 2,     /* the value is in memory, at base + offset */
	RULE_NUMBER = 3,   /* the register's number is above so many bits */
	REGISTERS = 32,    /* that an expression can name in one byte */
};

/* DW_CFA_*: DWARF 5, 7.24. */
enum {
	ADVANCE_4 = 0x04,
	UNDEFINED = 0x07,
	SAME_VALUE = 0x08,
	DEFINE_FRAME_EXPRESSION = 0x0f,
	EXPRESSION = 0x10,
	OFFSET_SIGNED = 0x11,
	DEFINE_FRAME_SIGNED = 0x12,
	VALUE_EXPRESSION = 0x16,
	NEGATE_SIGNED = 0x2d,
};

/* DW_OP_*: DWARF 5, 7.7.1. */
enum { DEREF = 0x06, BREG_0 = 0x70 };

struct sframe_header {
	unsigned version;
	bool is_aarch64, is_relative;
	unsigned sp, fp, back; /* registers, by DWARF's numbers */
	int8_t fixed_back; /* the return address's offset from the frame's address; 0: rows have it */
	uint32_t functions, rows;
	size_t functions_at, rows_at; /* offsets in the section */
};

struct sframe_rule {
	enum { SFRAME_SAME, SFRAME_BY_FRAME, SFRAME_BY_REGISTER } base;
	unsigned number; /* of the register */
	int32_t offset;
	bool is_read; /* the value is in memory there */
};

struct sframe_row {
	uint32_t start; /* bytes from the function's */
	bool is_signed;
	struct sframe_rule frame; /* SFRAME_SAME: the function is outermost */
	struct sframe_rule back, fp;
};

struct sframe_function {
	uint64_t start;
	uint32_t size, rows, rows_at;
	unsigned info, kind;
};

struct sframe_writer {
	const struct cfi_section *section;
	struct sframe_header header;
	struct buf *out;
	size_t common,
		signal; /* offsets of the common entries, of functions and of signal frames */
};

unsigned sframe_version(const struct cfi_section *section)
{
	struct cfi_reader reader = cfi_reader_at(section, 0);
	const uint64_t magic = dwarf_read(&reader.in, 2);
	const uint64_t version = dwarf_read(&reader.in, 1);

	return reader.in.failed || magic != MAGIC ? 0 : (unsigned)version;
}

bool sframe_is_known(const struct cfi_section *section)
{
	const unsigned version = sframe_version(section);

	return version == 2 || version == 3;
}

static bool sframe_read_header(const struct cfi_section *section, struct sframe_header *header)
{
	const unsigned version = sframe_version(section);
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
	    header->functions >
		    (section->size - functions_at) / (version == 3 ? FUNCTION_3 : FUNCTION_2))
		return false;
	header->version = version;
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

/* Write the block of an expression: a register + offset, and the word there. */
static void sframe_put_block(struct sframe_writer *writer, const struct sframe_rule *rule,
			     bool is_read)
{
	const size_t begin = writer->out->len;
	size_t end;

	sframe_put(writer, 0, 1);
	sframe_put(writer, BREG_0 + rule->number, 1);
	sframe_put_signed(writer, rule->offset);
	if (is_read)
		sframe_put(writer, DEREF, 1);
	end = writer->out->len;
	writer->out->len = begin;
	sframe_put(writer, end - begin - 1, 1);
	writer->out->len = end;
}

static void sframe_put_frame(struct sframe_writer *writer, const struct sframe_rule *rule)
{
	if (rule->is_read) {
		sframe_put(writer, DEFINE_FRAME_EXPRESSION, 1);
		sframe_put_block(writer, rule, true);
		return;
	}
	sframe_put(writer, DEFINE_FRAME_SIGNED, 1);
	sframe_put(writer, rule->number, 1);
	sframe_put_signed(writer, rule->offset);
}

static void sframe_put_rule(struct sframe_writer *writer, const struct sframe_rule *rule,
			    unsigned number)
{
	const unsigned code = rule->base == SFRAME_SAME       ? SAME_VALUE
			      : rule->base == SFRAME_BY_FRAME ? OFFSET_SIGNED
			      : rule->is_read                 ? EXPRESSION
							      : VALUE_EXPRESSION;

	sframe_put(writer, code, 1);
	sframe_put(writer, number, 1);
	if (code == OFFSET_SIGNED)
		sframe_put_signed(writer, rule->offset);
	else if (code != SAME_VALUE)
		sframe_put_block(writer, rule, false);
}

/* Write the length of the entry that began at an offset. */
static void sframe_end_entry(struct sframe_writer *writer, size_t begin)
{
	const size_t end = writer->out->len;

	writer->out->len = begin;
	sframe_put(writer, end - begin - 4, 4);
	writer->out->len = end;
}

/* Returns its offset. */
static size_t sframe_put_common(struct sframe_writer *writer, struct slice augmentation)
{
	const size_t begin = writer->out->len;

	sframe_put(writer, 0, 4);
	sframe_put(writer, UINT32_MAX, 4);
	sframe_put(writer, 1, 1); /* version */
	buf_add(writer->out, augmentation);
	sframe_put(writer, 0, 1);
	sframe_put(writer, 1, 1); /* units of addresses, and of offsets */
	sframe_put(writer, 1, 1);
	sframe_put(writer, writer->header.back, 1);
	sframe_put(writer, 0, 1); /* bytes of the augmentation's data */
	sframe_end_entry(writer, begin);
	return begin;
}

static void sframe_put_row(struct sframe_writer *writer, const struct sframe_row *row,
			   const struct sframe_row *last)
{
	sframe_put(writer, ADVANCE_4, 1);
	sframe_put(writer, row->start - last->start, 4);
	if (row->frame.base == SFRAME_SAME) {
		sframe_put(writer, UNDEFINED, 1);
		sframe_put(writer, writer->header.back, 1);
		return;
	}
	sframe_put_frame(writer, &row->frame);
	sframe_put_rule(writer, &row->back, writer->header.back);
	sframe_put_rule(writer, &row->fp, writer->header.fp);
	if (row->is_signed != last->is_signed)
		sframe_put(writer, NEGATE_SIGNED, 1);
}

/* ---- Rows ---- */

static int32_t sframe_read_offset(struct cfi_reader *reader, unsigned size)
{
	const uint64_t value = dwarf_read(&reader->in, size);

	return size == 1 ? (int8_t)value : size == 2 ? (int16_t)value : (int32_t)(uint32_t)value;
}

static void sframe_read_usual(const struct sframe_header *header, const int32_t *words,
			      unsigned count, struct sframe_row *row)
{
	struct sframe_rule *const rules[] = {&row->back, &row->fp};
	unsigned i, next = 1;

	if (count > 0)
		row->frame.base = SFRAME_BY_REGISTER;
	row->frame.offset = words[0];
	for (i = header->fixed_back != 0; i < ARRAY_LEN(rules) && next < count; i++)
		*rules[i] = (struct sframe_rule){
			.base = SFRAME_BY_FRAME, .offset = words[next++], .is_read = true};
}

/* False: no such rule can be written. */
static bool sframe_read_rule(const int32_t *words, unsigned count, unsigned word_size,
			     unsigned *next, struct sframe_rule *rule)
{
	const uint32_t all = word_size == 4 ? UINT32_MAX : (UINT32_C(1) << 8 * word_size) - 1;
	uint32_t control;

	if (*next >= count)
		return true;
	control = (uint32_t)words[(*next)++] & all;
	if (control == 0)
		return true;
	if (*next >= count)
		return false;
	*rule = (struct sframe_rule){
		.base = control & RULE_REGISTER ? SFRAME_BY_REGISTER : SFRAME_BY_FRAME,
		.number = control & RULE_REGISTER ? control >> RULE_NUMBER : 0,
		.offset = words[(*next)++],
		.is_read = control & RULE_READ,
	};
	return rule->number < REGISTERS && (rule->base == SFRAME_BY_REGISTER || rule->is_read);
}

static bool sframe_read_flexible(const int32_t *words, unsigned count, unsigned word_size,
				 struct sframe_row *row)
{
	unsigned next = 0;

	row->frame = (struct sframe_rule){.base = SFRAME_SAME};
	return sframe_read_rule(words, count, word_size, &next, &row->frame) &&
	       row->frame.base != SFRAME_BY_FRAME &&
	       sframe_read_rule(words, count, word_size, &next, &row->back) &&
	       sframe_read_rule(words, count, word_size, &next, &row->fp) && next == count;
}

/* False: damaged. */
static bool sframe_read_row(const struct sframe_header *header, struct cfi_reader *reader,
			    const struct sframe_function *function, struct sframe_row *row)
{
	int32_t words[WORDS_MOST] = {0};
	unsigned info, count, size, i;

	*row = (struct sframe_row){
		.start = (uint32_t)dwarf_read(&reader->in,
					      1u << (function->info & INFO_START_SIZE)),
	};
	info = (unsigned)dwarf_read(&reader->in, 1);
	count = info >> 1 & 0xf;
	size = 1u << (info >> 5 & 3);
	if (count > (function->kind == KIND_USUAL ? 3 : ARRAY_LEN(words)) || size > 4)
		return false;
	for (i = 0; i < count; i++)
		words[i] = sframe_read_offset(reader, size);
	row->is_signed = header->is_aarch64 && (info & ROW_SIGNED) != 0;
	row->frame.number = info & ROW_BY_SP ? header->sp : header->fp;
	if (header->fixed_back != 0)
		row->back = (struct sframe_rule){
			.base = SFRAME_BY_FRAME, .offset = header->fixed_back, .is_read = true};
	if (function->kind == KIND_USUAL)
		sframe_read_usual(header, words, count, row);
	else if (!sframe_read_flexible(words, count, size, row))
		return false;
	return !reader->in.failed;
}

/* A function of version 3 has its attributes in front of its rows. */
static struct sframe_function sframe_read_function(const struct sframe_writer *writer, uint32_t i)
{
	const struct sframe_header *header = &writer->header;
	const bool is_3 = header->version == 3;
	const size_t at = header->functions_at + (size_t)i * (is_3 ? FUNCTION_3 : FUNCTION_2);
	struct cfi_reader reader = cfi_reader_at(writer->section, at);
	uint64_t start = dwarf_read(&reader.in, is_3 ? 8 : 4);
	struct sframe_function function = {.size = (uint32_t)dwarf_read(&reader.in, 4)};

	if (!is_3)
		start = (uint64_t)(int64_t)(int32_t)(uint32_t)start;
	function.start = writer->section->address + (header->is_relative ? at : 0) + start;
	function.rows_at = (uint32_t)dwarf_read(&reader.in, 4);
	if (is_3)
		reader = cfi_reader_at(writer->section,
				       header->rows_at + (uint64_t)function.rows_at);
	function.rows = (uint32_t)dwarf_read(&reader.in, is_3 ? 2 : 4);
	function.info = (unsigned)dwarf_read(&reader.in, 1);
	if (is_3) {
		function.kind = (unsigned)dwarf_read(&reader.in, 1) & INFO_KIND;
		function.rows_at += FUNCTION_ATTRIBUTES;
	}
	return function;
}

/* Takes the rows that are read off `*left`. False, with nothing written: damaged, or too many. */
static bool sframe_put_function(struct sframe_writer *writer,
				const struct sframe_function *function, uint32_t *left)
{
	const bool is_signal = writer->header.version == 3 && (function->info & INFO_SIGNAL) != 0;
	const size_t begin = writer->out->len;
	struct cfi_reader reader = cfi_reader_at(
		writer->section, writer->header.rows_at + (uint64_t)function->rows_at);
	struct sframe_row row, last = {0};
	uint32_t i;

	if ((function->info & INFO_START_SIZE) > 2 || function->rows > *left || reader.in.failed)
		return false;
	*left -= function->rows;
	sframe_put(writer, 0, 4);
	sframe_put(writer, is_signal ? writer->signal : writer->common, 4);
	sframe_put(writer, function->start, 8);
	sframe_put(writer, function->size, 8);
	sframe_put(writer, 0, 1); /* bytes of the augmentation's data */
	if (function->rows == 0)  /* it is outermost */
		sframe_put_row(writer, &last, &last);
	for (i = 0; i < function->rows; i++) {
		if (!sframe_read_row(&writer->header, &reader, function, &row) ||
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

static bool sframe_can_put(const struct sframe_header *header,
			   const struct sframe_function *function)
{
	return (function->info & INFO_MASKED) == 0 && function->kind <= KIND_FLEXIBLE &&
	       (function->rows > 0 || (header->version == 3 && function->kind == KIND_USUAL));
}

size_t sframe_convert(const struct cfi_section *section, struct buf *out)
{
	struct sframe_writer writer = {.section = section, .out = out};
	uint32_t left, i;
	size_t count = 0;

	if (!sframe_is_known(section) || !sframe_read_header(section, &writer.header))
		return 0;
	left = writer.header.rows;
	if (left > (section->size - writer.header.rows_at) / ROW_LEAST)
		left = (uint32_t)((section->size - writer.header.rows_at) / ROW_LEAST);
	writer.common = sframe_put_common(&writer, SLICE("z"));
	writer.signal = sframe_put_common(&writer, SLICE("zS"));
	for (i = 0; i < writer.header.functions; i++) {
		const struct sframe_function function = sframe_read_function(&writer, i);

		if (!sframe_can_put(&writer.header, &function))
			continue;
		if (!sframe_put_function(&writer, &function, &left))
			break;
		count++;
	}
	return count;
}
