/* SPDX-License-Identifier: MIT */
/*
 * Names and addresses from ELF files of both sizes of words and both orders of bytes, whole and
 * damaged.
 */
#include "common/debuginfo/elf_symbols.h"

#include "common/debuginfo/elf_file.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

/* A file in the making. */
struct maker {
	struct buf out;
	unsigned word; /* bytes */
	bool is_big_endian;
};

static void put(struct maker *maker, uint64_t value, unsigned size)
{
	unsigned i;

	for (i = 0; i < size; i++)
		buf_add_char(&maker->out,
			     (char)(value >> 8 * (maker->is_big_endian ? size - 1 - i : i)));
}

static void put_word(struct maker *maker, uint64_t value)
{
	put(maker, value, maker->word);
}

/*
 * The functions: binding (0 local, 1 global, 2 weak), type (0 none, 1 object, 2 function), section.
 */
static const struct {
	const char *name;
	uint64_t address, size;
	unsigned binding, type, section;
} functions[] = {
	{"", 0, 0, 0, 0, 0},
	{"__alias", 0x1000, 0x20, 1, 2, 1},
	{"alias", 0x1000, 0x20, 2, 2, 1},
	{"outer", 0x1020, 0x40, 1, 2, 1},
	{"inner@@V_1", 0x1030, 8, 0, 2, 1},
	{"entry", 0x1040, 0, 1, 2, 1},
	{"object", 0x1060, 8, 1, 1, 1},
	{"label", 0x1068, 0, 1, 0, 1},
	{"typeless", 0x1070, 8, 1, 0, 1},
	{"sizeless", 0x1080, 0, 1, 2, 1},
	{"next", 0x1090, 8, 1, 2, 1},
	{"last", 0x10f0, 0, 1, 2, 1},
	{"elsewhere", 0x10f8, 8, 1, 2, 0},
	{"$x", 0x10fc, 4, 1, 2, 1},
	{"endless", 0x2000, UINT32_MAX, 1, 2, 1},
};

static const char id[] = "12345678";

static void put_symbols(struct maker *maker)
{
	uint64_t name = 0;
	size_t i;

	for (i = 0; i < ARRAY_LEN(functions); i++) {
		put(maker, name, 4);
		if (maker->word == 4) {
			put(maker, functions[i].address, 4);
			put(maker, functions[i].size, 4);
		}
		put(maker, functions[i].binding << 4 | functions[i].type, 1);
		put(maker, 0, 1);
		put(maker, functions[i].section, 2);
		if (maker->word == 8) {
			put(maker, functions[i].address, 8);
			put(maker, functions[i].size, 8);
		}
		name += strlen(functions[i].name) + 1;
	}
}

static void put_texts(struct maker *maker)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(functions); i++) {
		buf_add_text(&maker->out, functions[i].name);
		buf_add_char(&maker->out, '\0');
	}
}

/* One that is not wanted, and the one that is. */
static void put_notes(struct maker *maker)
{
	put(maker, 3, 4);
	put(maker, 1, 4);
	put(maker, 3, 4);
	buf_add(&maker->out, SLICE("Go\0\0x\0\0\0"));
	put(maker, 4, 4);
	put(maker, strlen(id), 4);
	put(maker, 3, 4);
	buf_add(&maker->out, SLICE("GNU\0"));
	buf_add_text(&maker->out, id);
}

static void put_section(struct maker *maker, unsigned type, uint64_t address, uint64_t offset,
			uint64_t size, unsigned link)
{
	put(maker, 0, 4);
	put(maker, type, 4);
	put_word(maker, 0);
	put_word(maker, address);
	put_word(maker, offset);
	put_word(maker, size);
	put(maker, link, 4);
	put(maker, 0, 4);
	put_word(maker, 0);
	put_word(maker, 0);
}

static void put_segment(struct maker *maker, unsigned type, uint64_t offset, uint64_t address,
			uint64_t size)
{
	put(maker, type, 4);
	if (maker->word == 8)
		put(maker, 0, 4);
	put_word(maker, offset);
	put_word(maker, address);
	put_word(maker, 0);
	put_word(maker, size);
	put_word(maker, size);
	if (maker->word == 4)
		put(maker, 0, 4);
	put_word(maker, 0);
}

static void put_header(struct maker *maker, uint64_t sections)
{
	buf_add(&maker->out, SLICE("\177ELF"));
	put(maker, maker->word / 4, 1);
	put(maker, maker->is_big_endian ? 2 : 1, 1);
	put(maker, 1, 8);
	put(maker, 0, 2);
	put(maker, 3, 2);
	put(maker, 62, 2);
	put(maker, 1, 4);
	put_word(maker, 0);
	put_word(maker, 40 + 3 * maker->word); /* the segments follow */
	put_word(maker, sections);
	put(maker, 0, 4);
	put(maker, 40 + 3 * maker->word, 2);
	put(maker, 8 + 6 * maker->word, 2);
	put(maker, 2, 2);
	put(maker, 16 + 6 * maker->word, 2);
	put(maker, 5, 2);
	put(maker, 0, 2);
}

/* After the header and segments come the symbols, their texts, the notes, the sections. */
static void put_file(struct maker *maker, uint64_t sections)
{
	size_t symbols, texts, notes;

	buf_reset(&maker->out);
	put_header(maker, sections);
	put_segment(maker, 4, 0, 0x7000, 0x1000);
	put_segment(maker, 1, 0x400, 0x1400, 0x800);
	symbols = maker->out.len;
	put_symbols(maker);
	texts = maker->out.len;
	put_texts(maker);
	notes = maker->out.len;
	put_notes(maker);
	if (sections == 0) {
		put_file(maker, maker->out.len);
		return;
	}
	put_section(maker, 0, 0, 0, 0, 0);
	put_section(maker, 1, 0x1000, 0, 0x100, 0);
	put_section(maker, 2, 0, symbols, texts - symbols, 3);
	put_section(maker, 3, 0, texts, notes - texts, 0);
	put_section(maker, 7, 0, notes, sections - notes, 0);
}

static bool is_at(const struct elf_symbols *symbols, uint64_t address, const char *name)
{
	struct slice found = elf_symbols_find(symbols, address);
	bool good = slice_equal(found, slice_from(name));

	if (!good)
		fprintf(stderr, "%llx: %.*s\n", (unsigned long long)address, SLICE_ARG(found));
	return good;
}

static void functions_are_found(const char *path)
{
	struct elf_symbols *symbols = elf_symbols_open(path, SLICE(""));

	CHECK(symbols && !elf_symbols_is_empty(symbols));
	if (!symbols)
		return;
	CHECK(is_at(symbols, 0xfff, ""));
	CHECK(is_at(symbols, 0x1000, "alias"));
	CHECK(is_at(symbols, 0x101f, "alias"));
	CHECK(is_at(symbols, 0x1020, "outer"));
	CHECK(is_at(symbols, 0x1030, "inner@@V_1"));
	CHECK(is_at(symbols, 0x1038, "outer")); /* which goes on where the inner one has ended */
	CHECK(is_at(symbols, 0x1040, "outer")); /* what has no size names nothing inside of it */
	CHECK(is_at(symbols, 0x1060, ""));
	CHECK(is_at(symbols, 0x1068, ""));
	CHECK(is_at(symbols, 0x1070, "typeless"));
	CHECK(is_at(symbols, 0x108f, "sizeless"));
	CHECK(is_at(symbols, 0x1098, ""));
	CHECK(is_at(symbols, 0x10ff, "last"));
	CHECK(is_at(symbols, 0x1100, "")); /* another section */
	CHECK(is_at(symbols, 0x2fff, "endless"));
	elf_symbols_close(symbols);
}

static void offsets_in_the_file_are_addresses(const char *path)
{
	struct elf_symbols *symbols = elf_symbols_open(path, SLICE(""));
	uint64_t address = 0;

	if (!symbols)
		return;
	CHECK(!elf_symbols_address(symbols, 0x3ff, &address)); /* in what is not loaded */
	CHECK(elf_symbols_address(symbols, 0x400, &address) && address == 0x1400);
	CHECK(elf_symbols_address(symbols, 0xbff, &address) && address == 0x1bff);
	CHECK(!elf_symbols_address(symbols, 0xc00, &address));
	elf_symbols_close(symbols);
}

static void another_build_is_another_file(const char *path)
{
	struct elf_symbols *symbols = elf_symbols_open(path, slice_from(id));

	CHECK(symbols != NULL);
	elf_symbols_close(symbols);
	CHECK(elf_symbols_open(path, SLICE("12345679")) == NULL);
	CHECK(elf_symbols_open(path, SLICE("1234567")) == NULL);
}

static void ask(struct slice file)
{
	struct elf_symbols *symbols = elf_symbols_open(scratch_write("damaged", file), SLICE(""));
	uint64_t address;

	if (!symbols)
		return;
	for (address = 0xff0; address < 0x2010; address += 8)
		elf_symbols_find(symbols, address);
	elf_symbols_address(symbols, 0x400, &address);
	elf_symbols_close(symbols);
}

/* Sanitizers see what is read where it should not be. */
static void damage_is_no_danger(struct maker *maker)
{
	uint64_t state = 1;
	size_t i;

	for (i = 0; i < maker->out.len; i += 3)
		ask(slice_head(buf_slice(&maker->out), i));
	for (i = 0; i < 300; i++) {
		size_t at = scratch_below(&state, maker->out.len);
		char old = maker->out.ptr[at];

		maker->out.ptr[at] = (char)scratch_random(&state);
		ask(buf_slice(&maker->out));
		maker->out.ptr[at] = old;
	}
}

CASE(other_files_are_not_opened)
{
	CHECK(elf_symbols_open("/nowhere/at all", SLICE("")) == NULL);
	CHECK(elf_symbols_open("/dev/null", SLICE("")) == NULL);
	CHECK(elf_symbols_open("/", SLICE("")) == NULL);
	CHECK(elf_symbols_open(scratch_write("text", SLICE("#!/bin/sh\n# some text")), SLICE("")) ==
	      NULL);
}

TEST(elf_symbols)
{
	unsigned kind;

	scratch_begin();
	for (kind = 0; kind < 4; kind++) {
		struct maker maker = {.word = kind & 1 ? 8 : 4, .is_big_endian = kind & 2};
		const char *path;

		put_file(&maker, 0);
		path = scratch_write("elf", buf_slice(&maker.out));
		functions_are_found(path);
		offsets_in_the_file_are_addresses(path);
		another_build_is_another_file(path);
		damage_is_no_danger(&maker);
		buf_release(&maker.out);
	}
	check_cases();
	scratch_end();
	return check_done();
}
