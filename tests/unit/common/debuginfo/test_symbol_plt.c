/* SPDX-License-Identifier: MIT */
/* Names of the slots of a PLT, and of damaged files. */
#include "common/debuginfo/symbol_file.h"

#include "tests/unit/check.h"
#include "tests/unit/common/debuginfo/elf_maker.h"
#include "tests/unit/common/debuginfo/mini_sample.h"
#include "tests/unit/scratch.h"

struct plt_maker {
	struct elf_maker elf;
	unsigned dynamic, relocations, plt;
};

static struct plt_maker plt_maker_of(unsigned kind, unsigned machine)
{
	struct plt_maker maker = {.elf = {.word = kind & 1 ? 8 : 4, .is_big_endian = kind & 2}};
	const bool has_addends = kind & 1;
	unsigned text;

	maker.elf.machine = machine;
	text = elf_maker_add(&maker.elf, ".text", 1, 0x9000);
	maker.dynamic = elf_maker_add_symbols(&maker.elf, ELF_SECTION_DYNSYM);
	elf_maker_symbol(&maker.elf, maker.dynamic,
			 &(struct elf_maker_symbol){"one", 0, 0, 1, 2, 0});
	elf_maker_symbol(&maker.elf, maker.dynamic,
			 &(struct elf_maker_symbol){"two", 0, 0, 1, 2, 0});
	elf_maker_symbol(&maker.elf, maker.dynamic,
			 &(struct elf_maker_symbol){"chosen", 0x9000, 8, 1, 10, text});
	maker.relocations = elf_maker_add(&maker.elf, has_addends ? ".rela.plt" : ".rel.plt",
					  has_addends ? ELF_SECTION_RELA : ELF_SECTION_REL, 0);
	maker.elf.sections[maker.relocations].link = maker.dynamic;
	maker.plt = elf_maker_add(&maker.elf, ".plt", 1, 0x2000);
	return maker;
}

static void add_relocation(struct plt_maker *maker, uint64_t entry, unsigned type, unsigned symbol,
			   uint64_t addend)
{
	struct buf *out = elf_maker_content(&maker->elf, maker->relocations);
	const unsigned word = maker->elf.word;

	elf_put(&maker->elf, out, entry, word);
	elf_put(&maker->elf, out, word == 8 ? (uint64_t)symbol << 32 | type : symbol << 8 | type,
		word);
	if (maker->elf.sections[maker->relocations].type == ELF_SECTION_RELA)
		elf_put(&maker->elf, out, addend, word);
}

/*
 * `size` bytes that begin with `code`; the jump is by an entry of the global offset table, relative
 * to `address`.
 */
static void add_slot(struct plt_maker *maker, unsigned section, struct slice code, uint64_t entry,
		     size_t size)
{
	struct buf *out = elf_maker_content(&maker->elf, section);
	const size_t before = out->len;
	const uint64_t next = maker->elf.sections[section].address + before + code.len + 4;

	buf_add(out, code);
	elf_put(&maker->elf, out, maker->elf.machine == ELF_X86_64 ? entry - next : entry, 4);
	while (out->len < before + size)
		buf_add_char(out, '\x90');
}

static struct symbol_file *write_file(struct slice bytes)
{
	scratch_write("program", bytes);
	return symbol_file_new(scratch_folder, SLICE("/program"), SLICE(""));
}

static struct symbol_file *write_plt(struct plt_maker *maker)
{
	return write_file(elf_maker_finish(&maker->elf));
}

static bool is_slot(struct symbol_file *file, uint64_t address, const char *name)
{
	struct symbol symbol = {.name = SLICE("")};
	bool good;

	symbol_file_find(file, address, &symbol);
	good = slice_equal(symbol.name, slice_from(name));
	if (!good)
		fprintf(stderr, "%llx: %.*s\n", (unsigned long long)address,
			SLICE_ARG(symbol.name));
	return good;
}

static void done_with(struct plt_maker *maker, struct symbol_file *file)
{
	symbol_file_free(file);
	elf_maker_release(&maker->elf);
}

/* Lazy: a header, then slots in the order of the table; relocations in any order. */
CASE(slots_of_x86_64)
{
	struct plt_maker maker = plt_maker_of(1, ELF_X86_64);
	const unsigned got = elf_maker_add(&maker.elf, ".plt.got", 1, 0x3000);
	struct symbol_file *file;

	add_relocation(&maker, 0x7008, 7, 2, 0);
	add_relocation(&maker, 0x7000, 7, 1, 0);
	add_relocation(&maker, 0x7010, 37, 0, 0x9000);
	add_relocation(&maker, 0x7018, 37, 0, 0x9004);
	add_relocation(&maker, 0x7020, 6, 2, 0);
	add_relocation(&maker, 0x7028, 8, 1, 0); /* of another kind */
	add_slot(&maker, maker.plt, SLICE("\xff\x35"), 0, 16);
	add_slot(&maker, maker.plt, SLICE("\xff\x25"), 0x7000, 16);
	add_slot(&maker, maker.plt, SLICE("\xf2\xff\x25"), 0x7008, 16);
	add_slot(&maker, maker.plt, SLICE("\xff\x25"), 0x7010, 16);
	add_slot(&maker, maker.plt, SLICE("\xff\x25"), 0x7018, 16);
	add_slot(&maker, got, SLICE("\xff\x25"), 0x7020, 8);
	add_slot(&maker, got, SLICE("\xff\x25"), 0x7028, 8);
	file = write_plt(&maker);
	CHECK(is_slot(file, 0x200f, ".plt"));
	CHECK(is_slot(file, 0x2010, "one@plt"));
	CHECK(is_slot(file, 0x202f, "two@plt"));
	CHECK(is_slot(file, 0x2030, "chosen@plt"));
	CHECK(is_slot(file, 0x2040, "offset_0x2040@plt"));
	CHECK(is_slot(file, 0x2050, ""));
	CHECK(is_slot(file, 0x3007, "two@plt"));
	CHECK(is_slot(file, 0x3008, ""));
	done_with(&maker, file);
}

/* With marks for indirect branches calls go to .plt.sec; slots of .plt push a number. */
CASE(slots_with_marks)
{
	struct plt_maker maker = plt_maker_of(1, ELF_X86_64);
	const unsigned second = elf_maker_add(&maker.elf, ".plt.sec", 1, 0x3000);
	const unsigned got = elf_maker_add(&maker.elf, ".plt.got", 1, 0x4000);
	struct symbol_file *file;

	add_relocation(&maker, 0x7000, 7, 1, 0);
	add_relocation(&maker, 0x7008, 7, 2, 0);
	add_slot(&maker, maker.plt, SLICE("\xff\x35"), 0, 16);
	add_slot(&maker, maker.plt, SLICE("\xf3\x0f\x1e\xfa\x68"), 0, 16);
	add_slot(&maker, maker.plt, SLICE("\xf3\x0f\x1e\xfa\x68"), 1, 16);
	add_slot(&maker, second, SLICE("\xf3\x0f\x1e\xfa\xff\x25"), 0x7008, 16);
	add_slot(&maker, second, SLICE("\xf3\x0f\x1e\xfa\xf2\xff\x25"), 0x7000, 16);
	add_slot(&maker, got, SLICE("\xf3\x0f\x1e\xfa\xff\x25"), 0x7008, 16);
	file = write_plt(&maker);
	CHECK(is_slot(file, 0x2010, "one@plt"));
	CHECK(is_slot(file, 0x2020, "two@plt"));
	CHECK(is_slot(file, 0x3000, "two@plt"));
	CHECK(is_slot(file, 0x301f, "one@plt"));
	CHECK(is_slot(file, 0x400f, "two@plt"));
	done_with(&maker, file);
}

/* Static programs have no header and slots of 8 bytes. */
CASE(slots_of_static_programs)
{
	struct plt_maker maker = plt_maker_of(1, ELF_X86_64);
	struct symbol_file *file;

	add_relocation(&maker, 0x7008, 37, 0, 0x9000);
	add_relocation(&maker, 0x7000, 37, 0, 0x9999);
	add_slot(&maker, maker.plt, SLICE("\xff\x25"), 0x7008, 8);
	add_slot(&maker, maker.plt, SLICE("\xff\x25"), 0x7000, 8);
	file = write_plt(&maker);
	CHECK(is_slot(file, 0x2000, "chosen@plt"));
	CHECK(is_slot(file, 0x2008, "offset_0x2008@plt"));
	done_with(&maker, file);
}

CASE(slots_of_i386)
{
	struct plt_maker maker = plt_maker_of(0, ELF_I386);
	struct symbol_file *file;

	elf_maker_add(&maker.elf, ".got.plt", 1, 0x7000);
	add_relocation(&maker, 0x700c, 7, 1, 0);
	add_relocation(&maker, 0x7010, 7, 2, 0);
	add_slot(&maker, maker.plt, SLICE("\xff\xb3"), 4, 16);
	add_slot(&maker, maker.plt, SLICE("\xff\xa3"), 0x10, 16);
	add_slot(&maker, maker.plt, SLICE("\xff\x25"), 0x700c, 16);
	file = write_plt(&maker);
	CHECK(is_slot(file, 0x2000, ".plt"));
	CHECK(is_slot(file, 0x2010, "two@plt"));
	CHECK(is_slot(file, 0x2020, "one@plt"));
	done_with(&maker, file);
}

/* Slots are matched by the order of the relocations alone. */
static void slots_of_arms(unsigned kind)
{
	const bool is_wide = kind & 1;
	const unsigned header = is_wide ? 32 : 20, slot = is_wide ? 16 : 12;
	struct plt_maker maker = plt_maker_of(kind, is_wide ? ELF_AARCH64 : ELF_ARM);
	struct symbol_file *file;

	add_relocation(&maker, 0x7010, is_wide ? 1026 : 22, 2, 0);
	add_relocation(&maker, 0x7008, is_wide ? 1026 : 22, 1, 0);
	add_slot(&maker, maker.plt, SLICE(""), 0, header + 2 * slot);
	file = write_plt(&maker);
	CHECK(is_slot(file, 0x2000 + header - 1, ".plt"));
	CHECK(is_slot(file, 0x2000 + header, "one@plt"));
	CHECK(is_slot(file, 0x2000 + header + slot, "two@plt"));
	CHECK(is_slot(file, 0x2000 + header + 2 * slot, ""));
	done_with(&maker, file);
}

/* ---- Damage ---- */

static struct slice sample_file(struct elf_maker *maker, unsigned kind)
{
	struct plt_maker plt = plt_maker_of(kind, kind & 1 ? ELF_X86_64 : ELF_I386);
	const unsigned table = elf_maker_add_symbols(&plt.elf, ELF_SECTION_SYMTAB);
	const unsigned link = elf_maker_add(&plt.elf, ".gnu_debuglink", 1, 0);
	const unsigned data = elf_maker_add(&plt.elf, ".gnu_debugdata", 1, 0);

	elf_maker_symbol(&plt.elf, table, &(struct elf_maker_symbol){"main", 0x9000, 8, 1, 2, 1});
	elf_maker_symbol(&plt.elf, table, &(struct elf_maker_symbol){"_main", 0x9000, 0, 1, 0, 1});
	buf_add(elf_maker_content(&plt.elf, link), SLICE("link\0\0\0\0\1\2\3\4"));
	buf_add(elf_maker_content(&plt.elf, data), slice_of((const char *)mini, sizeof(mini)));
	elf_maker_build_id(&plt.elf, SLICE("12345678"));
	elf_maker_load(&plt.elf, 0, 0x1000, 0x8000, true);
	add_relocation(&plt, 0x7000, 7, 1, 0);
	add_relocation(&plt, 0x7008, kind & 1 ? 37 : 42, 0, 0x9000);
	add_slot(&plt, plt.plt, SLICE("\xff\x35"), 0, 16);
	add_slot(&plt, plt.plt, SLICE("\xff\x25"), 0x7000, 16);
	add_slot(&plt, plt.plt, SLICE("\xff\x25"), 0x7008, 16);
	*maker = plt.elf;
	return elf_maker_finish(maker);
}

/* A file whose tables are cut off says so. */
CASE(a_cut_file_is_damaged)
{
	struct elf_maker maker;
	struct slice whole = sample_file(&maker, 1);
	struct symbol_file *file = write_file(slice_head(whole, whole.len - 100));
	struct symbol symbol;

	CHECK(!symbol_file_find(file, 0x9000, &symbol));
	CHECK(symbol_file_state(file) == SYMBOL_FILE_DAMAGED);
	symbol_file_free(file);
	elf_maker_release(&maker);
}

TEST(symbol_plt)
{
	unsigned kind;

	scratch_begin();
	check_cases();
	for (kind = 0; kind < 4; kind++)
		slots_of_arms(kind);
	scratch_end();
	return check_done();
}
