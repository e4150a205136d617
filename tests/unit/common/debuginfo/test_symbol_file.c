/* SPDX-License-Identifier: MIT */
/* The symbols of a program: from which of its files, at which addresses. */
#define _GNU_SOURCE /* setenv() */
#include "common/debuginfo/symbol_file.h"

#include <pthread.h>

#include "tests/unit/check.h"
#include "tests/unit/common/debuginfo/elf_maker.h"
#include "tests/unit/common/debuginfo/mini_sample.h"
#include "tests/unit/scratch.h"

static const char id[] = "12345678";

/* ---- Files ---- */

static const char *const folders[] = {
	"root",
	"root/bin",
	"root/bin/.debug",
	"root/usr",
	"root/usr/lib",
	"root/usr/lib/debug",
	"root/usr/lib/debug/bin",
	"root/usr/lib/debug/.build-id",
	"root/usr/lib/debug/.build-id/31",
	"root/.debug",
	"root/.debug/.build-id",
	"root/.debug/.build-id/31",
	"root/.debug/.build-id/31/32333435363738",
};

static const char debian[] = "root/usr/lib/debug/.build-id/31/32333435363738.debug";
static const char cached[] = "root/.debug/.build-id/31/32333435363738/elf";

static void remove_written(const char *const *names, size_t count)
{
	while (count > 0)
		remove(scratch_path(names[--count]));
}

static struct elf_maker maker_of(unsigned kind)
{
	return (struct elf_maker){.word = kind & 1 ? 8 : 4, .is_big_endian = kind & 2};
}

/*
 * A file with one function at 0x1000 in the table of that type (0: none), an id and a link to
 * another file if given.
 */
static void write_elf(const char *path, unsigned type, const char *name, const char *build_id,
		      struct slice link)
{
	struct elf_maker maker = maker_of(1);
	const unsigned text = elf_maker_add(&maker, ".text", 1, 0x1000);
	unsigned section;

	elf_maker_load(&maker, 0, 0x1000, 0x1000, true);
	if (type != 0) {
		section = elf_maker_add_symbols(&maker, type);
		elf_maker_symbol(&maker, section,
				 &(struct elf_maker_symbol){name, 0x1000, 8, 1, 2, text});
	}
	if (build_id)
		elf_maker_build_id(&maker, slice_from(build_id));
	if (link.len > 0) {
		section = elf_maker_add(&maker, ".gnu_debuglink", 1, 0);
		buf_add(elf_maker_content(&maker, section), link);
	}
	scratch_write(path, elf_maker_finish(&maker));
	elf_maker_release(&maker);
}

static const struct slice no_link;

/*
 * True if /bin/program in the scratch folder's root has this name at 0x1000 (empty: none) and this
 * state.
 */
static bool is_named(struct slice build_id, const char *name, enum symbol_file_state state)
{
	struct symbol_file *file = symbol_file_new(scratch_path("root"), SLICE("/bin/program"),
						   build_id);
	struct symbol symbol = {.name = SLICE("")};
	bool good;

	good = symbol_file_state(file) == SYMBOL_FILE_UNREAD;
	symbol_file_find(file, 0x1000, &symbol);
	good = good && symbol_file_state(file) == state &&
	       slice_equal(symbol.name, slice_from(name));
	if (!good)
		fprintf(stderr, "%.*s, state %d\n", SLICE_ARG(symbol.name),
			(int)symbol_file_state(file));
	symbol_file_free(file);
	return good;
}

/* ---- Which file ---- */

CASE(the_program_itself)
{
	const char *const files[] = {"root/bin/program"};

	CHECK(is_named(SLICE(""), "", SYMBOL_FILE_MISSING));
	mkdir(scratch_path("root/bin/program"), 0777);
	CHECK(is_named(SLICE(""), "", SYMBOL_FILE_DAMAGED));
	rmdir(scratch_path("root/bin/program"));
	scratch_write("root/bin/program", SLICE(""));
	CHECK(is_named(SLICE(""), "", SYMBOL_FILE_DAMAGED));
	write_elf("root/bin/program", ELF_SECTION_SYMTAB, "own", id, no_link);
	CHECK(is_named(SLICE(""), "own", SYMBOL_FILE_GOOD));
	CHECK(is_named(slice_from(id), "own", SYMBOL_FILE_GOOD));
	CHECK(is_named(SLICE("1234567"), "", SYMBOL_FILE_FOREIGN));
	write_elf("root/bin/program", ELF_SECTION_DYNSYM, "dynamic", NULL, no_link);
	CHECK(is_named(SLICE(""), "dynamic", SYMBOL_FILE_GOOD));
	CHECK(is_named(slice_from(id), "", SYMBOL_FILE_FOREIGN)); /* it has none */
	write_elf("root/bin/program", 0, "", id, no_link);
	CHECK(is_named(slice_from(id), "", SYMBOL_FILE_STRIPPED));
	remove_written(files, ARRAY_LEN(files));
}

/* From the last place to the first: each hides those after it. */
CASE(debug_files_by_build_id)
{
	static const char *const files[] = {
		"root/bin/program",
		debian,
		"root/usr/lib/debug/bin/program",
		"root/usr/lib/debug/bin/program.debug",
		"root/usr/lib/debug/bin/link",
		"root/bin/.debug/link",
		"root/bin/link",
	};
	const char *before = "own";
	size_t i;

	write_elf("root/bin/program", ELF_SECTION_SYMTAB, before, id,
		  SLICE("link\0\0\0\0\0\0\0\0"));
	for (i = 1; i < ARRAY_LEN(files); i++) {
		write_elf(files[i], ELF_SECTION_SYMTAB, "foreign", "1234567x", no_link);
		CHECK(is_named(SLICE(""), before, SYMBOL_FILE_GOOD));
		write_elf(files[i], 0, "", id, no_link); /* no table in it */
		CHECK(is_named(SLICE(""), before, SYMBOL_FILE_GOOD));
		write_elf(files[i], ELF_SECTION_SYMTAB, files[i], id, no_link);
		CHECK(is_named(slice_from(id), files[i], SYMBOL_FILE_GOOD));
		before = files[i];
	}
	remove_written(files, ARRAY_LEN(files));
}

static uint32_t checksum(struct slice bytes)
{
	uint32_t sum = UINT32_MAX;
	size_t i;
	unsigned bit;

	for (i = 0; i < bytes.len; i++) {
		sum ^= (unsigned char)bytes.ptr[i];
		for (bit = 0; bit < 8; bit++)
			sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
	}
	return ~sum;
}

CASE(debug_files_by_checksum)
{
	static const char *const files[] = {"root/bin/program", "root/bin/debug.file",
					    "root/usr/lib/debug/bin/program"};
	struct buf bytes = {0};
	char link[16] = "debug.file\0\0";
	uint32_t sum;
	unsigned i;

	CHECK(checksum(SLICE("123456789")) == 0xcbf43926);
	write_elf(files[1], ELF_SECTION_SYMTAB, "linked", NULL, no_link);
	write_elf(files[2], ELF_SECTION_SYMTAB, "other", NULL, no_link);
	scratch_read(scratch_path(files[1]), &bytes);
	sum = checksum(buf_slice(&bytes));
	for (i = 0; i < 4; i++)
		link[12 + i] = (char)(sum >> 8 * i);
	write_elf(files[0], ELF_SECTION_SYMTAB, "own", NULL, slice_of(link, 16));
	CHECK(is_named(SLICE(""), "linked", SYMBOL_FILE_GOOD));
	link[12]++;
	write_elf(files[0], ELF_SECTION_SYMTAB, "own", NULL, slice_of(link, 16));
	CHECK(is_named(SLICE(""), "own", SYMBOL_FILE_GOOD));
	write_elf(files[0], ELF_SECTION_SYMTAB, "own", NULL, no_link); /* nothing to know it by */
	CHECK(is_named(SLICE(""), "own", SYMBOL_FILE_GOOD));
	buf_release(&bytes);
	remove_written(files, ARRAY_LEN(files));
}

/* In the caller's home, for programs that are gone or others now; not below a root. */
CASE(the_cache_of_build_ids)
{
	struct buf path = {0};
	struct symbol_file *file;
	struct symbol symbol;

	setenv("HOME", scratch_path("root"), 1);
	write_elf(cached, ELF_SECTION_SYMTAB, "cached", id, no_link);
	buf_printf(&path, "%s", scratch_path("root/bin/program"));
	file = symbol_file_new(NULL, buf_slice(&path), slice_from(id));
	CHECK(symbol_file_find(file, 0x1000, &symbol) && slice_equal(symbol.name, SLICE("cached")));
	symbol_file_free(file);
	file = symbol_file_new(NULL, SLICE("[vdso]"), slice_from(id));
	CHECK(symbol_file_find(file, 0x1000, &symbol) && slice_equal(symbol.name, SLICE("cached")));
	symbol_file_free(file);
	file = symbol_file_new(NULL, buf_slice(&path), SLICE(""));
	CHECK(!symbol_file_find(file, 0x1000, &symbol));
	CHECK(symbol_file_state(file) == SYMBOL_FILE_MISSING);
	symbol_file_free(file);
	setenv("HOME", "", 1); /* the same file, below the root */
	CHECK(is_named(slice_from(id), "", SYMBOL_FILE_MISSING));
	setenv("HOME", scratch_path("root"), 1);
	write_elf(cached, ELF_SECTION_SYMTAB, "cached", "1234567x", no_link);
	file = symbol_file_new(NULL, buf_slice(&path), slice_from(id));
	CHECK(!symbol_file_find(file, 0x1000, &symbol));
	symbol_file_free(file);
	remove(scratch_path(cached));
	buf_release(&path);
}

CASE(functions_of_mini_debug_data)
{
	static const char *const files[] = {"root/bin/program"};
	struct elf_maker maker = maker_of(1);
	const unsigned text = elf_maker_add(&maker, ".text", 1, 0x1000);
	const unsigned table = elf_maker_add_symbols(&maker, ELF_SECTION_DYNSYM);
	const unsigned data = elf_maker_add(&maker, ".gnu_debugdata", 1, 0);
	struct symbol_file *file;
	struct symbol symbol;

	elf_maker_symbol(&maker, table,
			 &(struct elf_maker_symbol){"dynamic", 0x1010, 8, 1, 2, text});
	buf_add(elf_maker_content(&maker, data), slice_of((const char *)mini, sizeof(mini)));
	scratch_write(files[0], elf_maker_finish(&maker));
	elf_maker_release(&maker);
	file = symbol_file_new(scratch_path("root"), SLICE("/bin/program"), SLICE(""));
	CHECK(symbol_file_find(file, 0x1010, &symbol) &&
	      slice_equal(symbol.name, SLICE("dynamic")));
	if (!symbol_file_lacks_xz(file))
		CHECK(symbol_file_find(file, 0x1000, &symbol) &&
		      slice_equal(symbol.name, SLICE("mini")));
	symbol_file_free(file);
	remove_written(files, ARRAY_LEN(files));
}

/* ---- Threads ---- */

enum { THREADS = 4, FUNCTIONS = 200 };

static void *ask_for_all(void *file)
{
	struct symbol symbol;
	char expected[16];
	size_t good = 0;
	unsigned i;

	for (i = 0; i < FUNCTIONS; i++) {
		snprintf(expected, sizeof(expected), "f%u", i);
		good += symbol_file_find(file, 0x1000 + 8 * i, &symbol) &&
			slice_equal(symbol.name, slice_from(expected));
	}
	return good == FUNCTIONS ? file : NULL;
}

/* All ask the first question, and for the same names. */
CASE(threads_share_a_file)
{
	struct elf_maker maker = maker_of(1);
	const unsigned text = elf_maker_add(&maker, ".text", 1, 0x1000);
	const unsigned table = elf_maker_add_symbols(&maker, ELF_SECTION_SYMTAB);
	pthread_t threads[THREADS];
	struct symbol_file *file;
	char name[16];
	unsigned i;

	for (i = 0; i < FUNCTIONS; i++) {
		snprintf(name, sizeof(name), "f%u", i);
		elf_maker_symbol(&maker, table,
				 &(struct elf_maker_symbol){name, 0x1000 + 8 * i, 8, 1, 2, text});
	}
	scratch_write("root/bin/program", elf_maker_finish(&maker));
	elf_maker_release(&maker);
	file = symbol_file_new(scratch_path("root"), SLICE("/bin/program"), SLICE(""));
	for (i = 0; i < THREADS; i++)
		CHECK(pthread_create(&threads[i], NULL, ask_for_all, file) == 0);
	for (i = 0; i < THREADS; i++) {
		void *result = NULL;

		CHECK(pthread_join(threads[i], &result) == 0 && result == file);
	}
	symbol_file_free(file);
	remove(scratch_path("root/bin/program"));
}

/* ---- Addresses ---- */

static bool is_address(struct symbol_file *file, uint64_t offset, uint64_t expected)
{
	uint64_t address = 0;

	return symbol_file_address(file, offset, &address) && address == expected;
}

static void offsets_become_addresses(unsigned kind)
{
	static const char *const files[] = {"root/bin/program"};
	struct elf_maker maker = maker_of(kind);
	struct symbol_file *file;
	uint64_t address;

	elf_maker_load(&maker, 0, 0x10000, 0x500, false);
	elf_maker_load(&maker, 0x500, 0x21500, 0x1b10, true); /* text that follows in its page */
	elf_maker_load(&maker, 0x5000, 0x45000, 0x10, false);
	elf_maker_load(&maker, UINT64_MAX - 16, 0x55000, UINT64_MAX, false);
	scratch_write(files[0], elf_maker_finish(&maker));
	elf_maker_release(&maker);
	file = symbol_file_new(scratch_path("root"), SLICE("/bin/program"), SLICE(""));
	CHECK(is_address(file, 0, 0x10000));
	CHECK(is_address(file, 0x4ff, 0x104ff));
	CHECK(is_address(file, 0x500, 0x21500));
	CHECK(is_address(file, 0x1fff, 0x22fff));
	CHECK(is_address(file, 0x2010, 0x23010)); /* what is mapped with the last byte of it */
	CHECK(is_address(file, 0x2fff, 0x23fff));
	CHECK(!symbol_file_address(file, 0x3000, &address));
	CHECK(is_address(file, 0x5010, 0x45010));
	CHECK(symbol_file_state(file) == SYMBOL_FILE_STRIPPED);
	symbol_file_free(file);
	remove_written(files, ARRAY_LEN(files));
}

TEST(symbol_file)
{
	unsigned kind;
	size_t i;

	scratch_begin();
	for (i = 0; i < ARRAY_LEN(folders); i++)
		mkdir(scratch_path(folders[i]), 0777);
	check_cases();
	for (kind = 0; kind < 4; kind++)
		offsets_become_addresses(kind);
	remove_written(folders, ARRAY_LEN(folders));
	scratch_end();
	return check_done();
}
