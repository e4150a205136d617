/* SPDX-License-Identifier: MIT */
/*
 * elf_maker.h - small ELF files of 32 and 64 bits and both orders of bytes, made section by
 * section.
 */
#ifndef FLAMBEAU_ELF_MAKER_H
#define FLAMBEAU_ELF_MAKER_H

#include "common/base/buf.h"
#include "common/debuginfo/elf_symbols.h"

struct elf_maker_section {
	const char *name;
	unsigned type, link;
	uint64_t address, offset;
	uint64_t flags; /* SHF_* */
	struct buf content;
};

/* Zeroed but for the first three it is a file without sections and segments. */
struct elf_maker {
	unsigned word; /* bytes */
	bool is_big_endian;
	unsigned machine;
	struct elf_maker_section sections[24]; /* the first stays empty */
	unsigned section_count;
	struct elf_segment segments[4];
	unsigned segment_count;
	struct buf out;
};

static inline void elf_put(const struct elf_maker *maker, struct buf *out, uint64_t value,
			   unsigned size)
{
	unsigned i;

	for (i = 0; i < size; i++)
		buf_add_char(out, (char)(value >> 8 * (maker->is_big_endian ? size - 1 - i : i)));
}

/* Its number. */
static inline unsigned elf_maker_add(struct elf_maker *maker, const char *name, unsigned type,
				     uint64_t address)
{
	if (maker->section_count == 0)
		maker->section_count = 1;
	maker->sections[maker->section_count] = (struct elf_maker_section){
		.name = name, .type = type, .address = address};
	return maker->section_count++;
}

static inline struct buf *elf_maker_content(struct elf_maker *maker, unsigned section)
{
	return &maker->sections[section].content;
}

/* A table of symbols, and the section of their texts after it. */
static inline unsigned elf_maker_add_symbols(struct elf_maker *maker, unsigned type)
{
	const bool is_dynamic = type == ELF_SECTION_DYNSYM;
	const unsigned table = elf_maker_add(maker, is_dynamic ? ".dynsym" : ".symtab", type, 0);
	const unsigned texts = elf_maker_add(maker, is_dynamic ? ".dynstr" : ".strtab", 3, 0);
	unsigned i;

	maker->sections[table].link = texts;
	buf_add_char(elf_maker_content(maker, texts), '\0');
	for (i = 0; i < 8 + 2 * maker->word; i++)
		buf_add_char(elf_maker_content(maker, table), '\0');
	return table;
}

struct elf_maker_symbol {
	const char *name;
	uint64_t address, size;
	unsigned binding, type, section;
};

static inline void elf_maker_symbol(struct elf_maker *maker, unsigned table,
				    const struct elf_maker_symbol *symbol)
{
	struct buf *rows = elf_maker_content(maker, table);
	struct buf *texts = elf_maker_content(maker, maker->sections[table].link);

	elf_put(maker, rows, texts->len, 4);
	buf_add_text(texts, symbol->name);
	buf_add_char(texts, '\0');
	if (maker->word == 4) {
		elf_put(maker, rows, symbol->address, 4);
		elf_put(maker, rows, symbol->size, 4);
	}
	elf_put(maker, rows, symbol->binding << 4 | symbol->type, 1);
	elf_put(maker, rows, 0, 1);
	elf_put(maker, rows, symbol->section, 2);
	if (maker->word == 8) {
		elf_put(maker, rows, symbol->address, 8);
		elf_put(maker, rows, symbol->size, 8);
	}
}

static inline void elf_maker_build_id(struct elf_maker *maker, struct slice id)
{
	const unsigned section = elf_maker_add(maker, ".note.gnu.build-id", ELF_SECTION_NOTE, 0);
	struct buf *out = elf_maker_content(maker, section);

	elf_put(maker, out, 4, 4);
	elf_put(maker, out, id.len, 4);
	elf_put(maker, out, 3, 4);
	buf_add(out, slice_of("GNU", 4));
	buf_add(out, id);
}

/* A load segment. */
static inline void elf_maker_load(struct elf_maker *maker, uint64_t offset, uint64_t address,
				  uint64_t size, bool is_executable)
{
	maker->segments[maker->segment_count++] = (struct elf_segment){
		.type = ELF_SEGMENT_LOAD,
		.is_executable = is_executable,
		.offset = offset,
		.address = address,
		.size = size,
	};
}

static inline void elf_maker_put_header(struct elf_maker *maker, uint64_t sections)
{
	const unsigned word = maker->word;
	struct buf *out = &maker->out;

	buf_add(out, SLICE("\177ELF"));
	elf_put(maker, out, word / 4, 1);
	elf_put(maker, out, maker->is_big_endian ? 2 : 1, 1);
	elf_put(maker, out, maker->is_big_endian ? UINT64_C(1) << 56 : 1, 8);
	elf_put(maker, out, 0, 2);
	elf_put(maker, out, 3, 2);
	elf_put(maker, out, maker->machine, 2);
	elf_put(maker, out, 1, 4);
	elf_put(maker, out, 0, word);
	elf_put(maker, out, 40 + 3 * word, word); /* the segments follow */
	elf_put(maker, out, sections, word);
	elf_put(maker, out, 0, 4);
	elf_put(maker, out, 40 + 3 * word, 2);
	elf_put(maker, out, 8 + 6 * word, 2);
	elf_put(maker, out, maker->segment_count, 2);
	elf_put(maker, out, 16 + 6 * word, 2);
	elf_put(maker, out, maker->section_count, 2);
	elf_put(maker, out, maker->section_count > 0 ? maker->section_count - 1 : 0, 2);
}

static inline void elf_maker_put_segments(struct elf_maker *maker)
{
	struct buf *out = &maker->out;
	unsigned i;

	for (i = 0; i < maker->segment_count; i++) {
		const struct elf_segment *segment = &maker->segments[i];

		elf_put(maker, out, segment->type, 4);
		if (maker->word == 8)
			elf_put(maker, out, segment->is_executable, 4);
		elf_put(maker, out, segment->offset, maker->word);
		elf_put(maker, out, segment->address, maker->word);
		elf_put(maker, out, 0, maker->word);
		elf_put(maker, out, segment->size, maker->word);
		elf_put(maker, out, segment->size, maker->word);
		if (maker->word == 4)
			elf_put(maker, out, segment->is_executable, 4);
		elf_put(maker, out, 0, maker->word);
	}
}

static inline void elf_maker_put_sections(struct elf_maker *maker)
{
	const unsigned word = maker->word;
	struct buf *out = &maker->out;
	unsigned i, name = 1;

	for (i = 0; i < maker->section_count; i++) {
		const struct elf_maker_section *section = &maker->sections[i];

		elf_put(maker, out, section->name ? name : 0, 4);
		name += section->name ? (unsigned)strlen(section->name) + 1 : 0;
		elf_put(maker, out, section->type, 4);
		elf_put(maker, out, section->flags, word);
		elf_put(maker, out, section->address, word);
		elf_put(maker, out, section->offset, word);
		elf_put(maker, out, section->content.len, word);
		elf_put(maker, out, section->link, 4);
		elf_put(maker, out, 0, 4);
		elf_put(maker, out, 0, word);
		elf_put(maker, out, 0, word);
	}
}

/* The file; good until elf_maker_release(). */
static inline struct slice elf_maker_finish(struct elf_maker *maker)
{
	const unsigned names = elf_maker_add(maker, ".shstrtab", 3, 0);
	struct buf *texts = elf_maker_content(maker, names);
	uint64_t offset = 40 + 3 * maker->word + maker->segment_count * (8 + 6 * maker->word);
	unsigned i;

	buf_add_char(texts, '\0');
	for (i = 1; i < maker->section_count; i++) {
		buf_add_text(texts, maker->sections[i].name);
		buf_add_char(texts, '\0');
	}
	for (i = 1; i < maker->section_count; i++) {
		maker->sections[i].offset = offset;
		offset += maker->sections[i].content.len;
	}
	elf_maker_put_header(maker, offset);
	elf_maker_put_segments(maker);
	for (i = 1; i < maker->section_count; i++)
		buf_add(&maker->out, buf_slice(elf_maker_content(maker, i)));
	elf_maker_put_sections(maker);
	return buf_slice(&maker->out);
}

static inline void elf_maker_release(struct elf_maker *maker)
{
	unsigned i;

	for (i = 0; i < maker->section_count; i++)
		buf_release(&maker->sections[i].content);
	buf_release(&maker->out);
}

#endif
