/* SPDX-License-Identifier: MIT */
/* Which symbols of an ELF file are kept, where they end, and which of several names an address. */
#include "common/debuginfo/symbol_table.h"

#include "common/debuginfo/demangle.h"
#include "tests/unit/check.h"
#include "tests/unit/common/debuginfo/elf_maker.h"
#include "tests/unit/scratch.h"

enum { LOCAL, GLOBAL, WEAK };
enum { UNTYPED, OBJECT, FUNCTION, SECTION, TLS = 6, INDIRECT = 10 };
enum { TEXT = 1, BSS, DATA, OTHER };

static struct elf_maker maker_of(unsigned kind)
{
	struct elf_maker maker = {.word = kind & 1 ? 8 : 4, .is_big_endian = kind & 2};

	elf_maker_add(&maker, ".text", 1, 0x1000);
	elf_maker_add(&maker, ".bss", ELF_SECTION_NOBITS, 0x5000);
	elf_maker_add(&maker, ".rodata", 1, 0x4000);
	elf_maker_add(&maker, ".init", 1, 0x3000);
	return maker;
}

/* The table of a file that has these symbols. */
static void table_of(struct symbol_table *table, struct elf_maker *maker,
		     const struct elf_maker_symbol *symbols, size_t count)
{
	const unsigned section = elf_maker_add_symbols(maker, ELF_SECTION_SYMTAB);
	struct elf_file elf;
	size_t i;

	for (i = 0; i < count; i++)
		elf_maker_symbol(maker, section, &symbols[i]);
	*table = (struct symbol_table){0};
	if (elf_file_open_bytes(&elf, elf_maker_finish(maker))) {
		symbol_table_read(table, &elf, ELF_SECTION_SYMTAB);
		elf_file_close(&elf);
	}
	symbol_table_finish(table);
	elf_maker_release(maker);
}

static bool is_at(const struct symbol_table *table, uint64_t address, const char *name)
{
	const struct symbol_entry *entry = symbol_table_find(table, address);
	struct buf found = {0};
	bool good;

	if (entry)
		symbol_table_name(&found, entry);
	good = slice_equal(buf_slice(&found), slice_from(name));
	if (!good)
		fprintf(stderr, "%llx: %.*s\n", (unsigned long long)address,
			SLICE_ARG(buf_slice(&found)));
	buf_release(&found);
	return good;
}

static void only_code_data_and_their_labels_are_kept(unsigned kind)
{
	static const struct elf_maker_symbol symbols[] = {
		{"function", 0x1000, 8, GLOBAL, FUNCTION, TEXT},
		{"indirect", 0x1010, 8, GLOBAL, INDIRECT, TEXT},
		{"object", 0x5020, 8, LOCAL, OBJECT, BSS},
		{"text_label", 0x1030, 8, LOCAL, UNTYPED, TEXT},
		{"data_label", 0x4040, 8, LOCAL, UNTYPED, DATA},
		{"other_label", 0x3050, 8, LOCAL, UNTYPED, OTHER},
		{"undefined", 0x1060, 8, GLOBAL, FUNCTION, 0},
		{"absolute", 0x1070, 8, GLOBAL, FUNCTION, 0xfff1},
		{"section", 0x1080, 8, LOCAL, SECTION, TEXT},
		{"tls", 0x1090, 8, LOCAL, TLS, DATA},
		{"", 0x10a0, 8, GLOBAL, FUNCTION, TEXT},
		{"$x", 0x10b0, 8, LOCAL, UNTYPED, TEXT},
		{"nowhere", 0x10c0, 8, LOCAL, UNTYPED, 99},
	};
	struct elf_maker maker = maker_of(kind);
	struct symbol_table table;

	table_of(&table, &maker, symbols, ARRAY_LEN(symbols));
	CHECK(table.count == 6);
	CHECK(is_at(&table, 0xfff, ""));
	CHECK(is_at(&table, 0x1007, "function"));
	CHECK(is_at(&table, 0x1008, ""));
	CHECK(is_at(&table, 0x1010, "indirect"));
	CHECK(is_at(&table, 0x5020, "object"));
	CHECK(is_at(&table, 0x1030, "text_label"));
	CHECK(is_at(&table, 0x4040, "data_label"));
	CHECK(is_at(&table, 0x10b0, "$x"));
	symbol_table_release(&table);
}

CASE(mapping_symbols_and_thumb_bits_are_of_arm)
{
	static const struct elf_maker_symbol symbols[] = {
		{"$a", 0x1000, 8, LOCAL, UNTYPED, TEXT},
		{"$t.1", 0x1010, 8, LOCAL, UNTYPED, TEXT},
		{"$other", 0x1020, 8, LOCAL, UNTYPED, TEXT},
		{"thumb", 0x1031, 8, GLOBAL, FUNCTION, TEXT},
	};
	struct elf_maker maker = maker_of(0);
	struct symbol_table table;

	maker.machine = ELF_ARM;
	table_of(&table, &maker, symbols, ARRAY_LEN(symbols));
	CHECK(table.count == 2);
	CHECK(is_at(&table, 0x1020, "$other"));
	CHECK(is_at(&table, 0x1030, "thumb"));
	CHECK(is_at(&table, 0x1038, ""));
	symbol_table_release(&table);
}

CASE(a_symbol_without_size_ends_at_the_next_one)
{
	static const struct elf_maker_symbol symbols[] = {
		{"first", 0x1000, 0, GLOBAL, FUNCTION, TEXT},
		{"object", 0x1100, 8, LOCAL, OBJECT, BSS},
		{"second", 0x1200, 0, GLOBAL, FUNCTION, TEXT},
		{"last", 0x1301, 0, GLOBAL, FUNCTION, TEXT},
	};
	struct elf_maker maker = maker_of(1);
	struct symbol_table table;

	table_of(&table, &maker, symbols, ARRAY_LEN(symbols));
	CHECK(is_at(&table, 0x10ff, "first"));
	CHECK(is_at(&table, 0x1100, "object"));
	CHECK(is_at(&table, 0x1108, ""));
	CHECK(is_at(&table, 0x1300, "second"));
	CHECK(is_at(&table, 0x2fff, "last")); /* to the end of its page and of the next one */
	CHECK(is_at(&table, 0x3000, ""));
	symbol_table_release(&table);
}

CASE(the_innermost_symbol_names_an_address)
{
	static const struct elf_maker_symbol symbols[] = {
		{"outer", 0x1000, 0x100, GLOBAL, FUNCTION, TEXT},
		{"inner", 0x1010, 0x40, GLOBAL, FUNCTION, TEXT},
		{"core", 0x1020, 8, GLOBAL, FUNCTION, TEXT},
		{"data", 0x1060, 8, GLOBAL, OBJECT, TEXT},
		{"late", 0x10f0, 0x20, GLOBAL, FUNCTION, TEXT},
		{"endless", 0x8000, UINT32_MAX, GLOBAL, FUNCTION, TEXT},
	};
	struct elf_maker maker = maker_of(1);
	struct symbol_table table;

	table_of(&table, &maker, symbols, ARRAY_LEN(symbols));
	CHECK(is_at(&table, 0x100f, "outer"));
	CHECK(is_at(&table, 0x1010, "inner"));
	CHECK(is_at(&table, 0x1027, "core"));
	CHECK(is_at(&table, 0x1028, "inner"));
	CHECK(is_at(&table, 0x1050, "outer"));
	CHECK(is_at(&table, 0x1060, "outer")); /* data hides nothing */
	CHECK(is_at(&table, 0x10f0, "late"));
	CHECK(is_at(&table, 0x110f, "late"));
	CHECK(is_at(&table, 0x1110, ""));
	CHECK(is_at(&table, 0x9000, "endless"));
	symbol_table_release(&table);
}

CASE(a_symbol_with_a_size_hides_those_without)
{
	static const struct elf_maker_symbol symbols[] = {
		{"sized", 0x1000, 0x40, LOCAL, FUNCTION, TEXT},
		{"start_label", 0x1000, 0, GLOBAL, UNTYPED, TEXT},
		{"label", 0x1010, 0, GLOBAL, UNTYPED, TEXT},
		{"local_label", 0x1018, 0, LOCAL, UNTYPED, TEXT},
		{"entry", 0x1020, 0, GLOBAL, FUNCTION, TEXT},
		{"weak", 0x1080, 0x20, WEAK, FUNCTION, TEXT},
		{"weak_label", 0x1080, 0, GLOBAL, UNTYPED, TEXT},
		{"behind", 0x10a0, 0, GLOBAL, UNTYPED, TEXT},
		{"typeless", 0x10c0, 0x20, GLOBAL, UNTYPED, TEXT},
		{"in_typeless", 0x10c8, 0, LOCAL, FUNCTION, TEXT},
		{"around", 0x1100, 0x40, LOCAL, FUNCTION, TEXT},
		{"typeless_inside", 0x1110, 0x10, GLOBAL, UNTYPED, TEXT},
	};
	struct elf_maker maker = maker_of(1);
	struct symbol_table table;

	table_of(&table, &maker, symbols, ARRAY_LEN(symbols));
	CHECK(is_at(&table, 0x1000, "sized"));
	CHECK(is_at(&table, 0x1010, "sized"));
	CHECK(is_at(&table, 0x1018, "sized"));
	CHECK(is_at(&table, 0x103f, "sized"));
	CHECK(is_at(&table, 0x1040, "entry")); /* after it, no symbol has a size */
	CHECK(is_at(&table, 0x1080, "weak"));
	CHECK(is_at(&table, 0x10a0, "behind"));
	CHECK(is_at(&table, 0x10c8, "typeless"));
	CHECK(is_at(&table, 0x1110, "around"));
	symbol_table_release(&table);
}

CASE(a_function_without_size_goes_on_after_its_labels)
{
	static const struct elf_maker_symbol symbols[] = {
		{"assembled", 0x1000, 0, GLOBAL, FUNCTION, TEXT},
		{"assembled.loop", 0x1010, 0, LOCAL, UNTYPED, TEXT},
		{"another", 0x1040, 0, GLOBAL, UNTYPED, TEXT},
		{"another.loop", 0x1050, 0, LOCAL, UNTYPED, TEXT},
		{"last", 0x1080, 0, GLOBAL, FUNCTION, TEXT},
		{"last.loop", 0x1090, 0, LOCAL, UNTYPED, TEXT},
	};
	struct elf_maker maker = maker_of(1);
	struct symbol_table table;

	table_of(&table, &maker, symbols, ARRAY_LEN(symbols));
	CHECK(is_at(&table, 0x1010, "assembled"));
	CHECK(is_at(&table, 0x103f, "assembled"));
	CHECK(is_at(&table, 0x1040, "another")); /* a global label may begin a function */
	CHECK(is_at(&table, 0x1050, "another.loop"));
	CHECK(is_at(&table, 0x1098, "last"));
	CHECK(is_at(&table, 0x2fff, "last"));
	symbol_table_release(&table);
}

/* A chosen name without a size has the size of another name of the function. */
CASE(names_of_one_function_share_its_size)
{
	static const struct elf_maker_symbol symbols[] = {
		{"global", 0x1000, 0, GLOBAL, FUNCTION, TEXT},
		{"local", 0x1000, 0x40, LOCAL, FUNCTION, TEXT},
		{"label", 0x1010, 0, GLOBAL, UNTYPED, TEXT},
		{"first", 0x1100, 0, GLOBAL, FUNCTION, TEXT},
		{"other", 0x1100, 0, GLOBAL, FUNCTION, TEXT},
		{"sized", 0x1100, 0x40, WEAK, FUNCTION, TEXT},
		{"label", 0x1110, 0, GLOBAL, UNTYPED, TEXT},
	};
	struct elf_maker maker = maker_of(1);
	struct symbol_table table;

	table_of(&table, &maker, symbols, ARRAY_LEN(symbols));
	CHECK(is_at(&table, 0x1010, "global"));
	CHECK(is_at(&table, 0x103f, "global"));
	CHECK(is_at(&table, 0x1120, "first"));
	symbol_table_release(&table);
}

/* Each pair has one start; the first name of it wins in either order. */
static const struct {
	struct elf_maker_symbol better, worse;
	bool first_wins; /* of two that differ in nothing else */
} pairs[] = {
	{{"local", 0x1000, 8, LOCAL, FUNCTION, TEXT},
	 {"weak_and_longer", 0x1000, 8, WEAK, FUNCTION, TEXT},
	 false},
	{{"func", 0x1000, 8, LOCAL, FUNCTION, TEXT},
	 {"notype", 0x1000, 8, GLOBAL, UNTYPED, TEXT},
	 false},
	{{"notype", 0x1000, 8, LOCAL, UNTYPED, TEXT},
	 {"weak_func", 0x1000, 8, WEAK, FUNCTION, TEXT},
	 false},
	{{"global", 0x1000, 0, GLOBAL, FUNCTION, TEXT},
	 {"longer_local", 0x1000, 8, LOCAL, FUNCTION, TEXT},
	 false},
	{{"plain", 0x1000, 8, GLOBAL, FUNCTION, TEXT},
	 {"_under1", 0x1000, 8, GLOBAL, FUNCTION, TEXT},
	 false},
	{{"_under1", 0x1000, 8, GLOBAL, FUNCTION, TEXT},
	 {"__under22", 0x1000, 8, GLOBAL, FUNCTION, TEXT},
	 false},
	{{"longer_name", 0x1000, 0, GLOBAL, FUNCTION, TEXT},
	 {"short", 0x1000, 8, GLOBAL, FUNCTION, TEXT},
	 false},
	{{"sys_foo", 0x1000, 8, GLOBAL, FUNCTION, TEXT},
	 {"SyS_foo", 0x1000, 8, GLOBAL, FUNCTION, TEXT},
	 false},
	{{"object_loses", 0x1000, 8, LOCAL, FUNCTION, TEXT},
	 {"to_any_function", 0x1000, 8, GLOBAL, OBJECT, TEXT},
	 false},
	{{"zzz", 0x1000, 8, GLOBAL, FUNCTION, TEXT},
	 {"aaa", 0x1000, 8, GLOBAL, FUNCTION, TEXT},
	 true},
	/* by their demangled names: abc::de, ab::c, a::bcd */
	{{"_ZN3abc2de17h0123456789abcdefE", 0x1000, 8, GLOBAL, FUNCTION, TEXT},
	 {"_ZN2ab1c17h0123456789abcdefE", 0x1000, 8, GLOBAL, FUNCTION, TEXT},
	 false},
	{{"abcdefgh", 0x1000, 8, GLOBAL, FUNCTION, TEXT},
	 {"_ZN1a3bcd17h0123456789abcdefE", 0x1000, 8, GLOBAL, FUNCTION, TEXT},
	 false},
	{{"_ZN1a3bcd17h0123456789abcdefE", 0x1000, 8, GLOBAL, FUNCTION, TEXT},
	 {"short", 0x1000, 16, GLOBAL, FUNCTION, TEXT},
	 false},
};

static bool wins(const struct elf_maker_symbol *first, const struct elf_maker_symbol *second,
		 const struct elf_maker_symbol *winner)
{
	const struct elf_maker_symbol both[] = {*first, *second};
	struct elf_maker maker = maker_of(1);
	struct buf name = {0};
	struct symbol_table table;
	bool good;

	table_of(&table, &maker, both, 2);
	demangle(&name, slice_from(winner->name));
	if (name.len == 0)
		buf_add_text(&name, winner->name);
	buf_add_char(&name, '\0');
	good = is_at(&table, 0x1000, name.ptr);
	buf_release(&name);
	symbol_table_release(&table);
	return good;
}

CASE(one_symbol_of_each_start_is_chosen)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(pairs); i++) {
		CHECK(wins(&pairs[i].better, &pairs[i].worse, &pairs[i].better));
		CHECK(wins(&pairs[i].worse, &pairs[i].better,
			   pairs[i].first_wins ? &pairs[i].worse : &pairs[i].better));
	}
}

/* The ends of one that is chosen are its own, whatever the other's were. */
CASE(sizes_of_others_are_forgotten)
{
	static const struct elf_maker_symbol symbols[] = {
		{"longer_name", 0x1000, 8, GLOBAL, FUNCTION, TEXT},
		{"short", 0x1000, 0x100, GLOBAL, FUNCTION, TEXT},
	};
	struct elf_maker maker = maker_of(1);
	struct symbol_table table;

	table_of(&table, &maker, symbols, ARRAY_LEN(symbols));
	CHECK(is_at(&table, 0x1007, "longer_name"));
	CHECK(is_at(&table, 0x1008, ""));
	symbol_table_release(&table);
}

static uint64_t brute(const struct symbol_table *table, uint64_t address)
{
	uint64_t start = 0;
	size_t i;

	for (i = 0; i < table->count; i++) {
		if (table->at[i].start <= address && address < table->at[i].end)
			start = table->at[i].start;
	}
	return start;
}

/* Random symbols that overlap in all ways: the answer is that of a search of all of them. */
CASE(all_ways_to_overlap)
{
	uint64_t state = 7, address;
	unsigned run, i;

	for (run = 0; run < 200; run++) {
		struct symbol_table table = {0};

		for (i = 0; i < 20; i++) {
			const uint64_t start = 1 + scratch_below(&state, 100);
			const struct symbol_entry entry = {.start = start,
							   .end = start + 1 +
								  scratch_below(&state, 40),
							   .name = "x"};

			symbol_table_add(&table, &entry);
		}
		symbol_table_finish(&table);
		for (address = 0; address < 150; address++) {
			const struct symbol_entry *entry = symbol_table_find(&table, address);

			CHECK((entry ? entry->start : 0) == brute(&table, address));
		}
		symbol_table_release(&table);
	}
}

TEST(symbol_table)
{
	unsigned kind;

	for (kind = 0; kind < 4; kind++)
		only_code_data_and_their_labels_are_kept(kind);
	check_cases();
	return check_done();
}
