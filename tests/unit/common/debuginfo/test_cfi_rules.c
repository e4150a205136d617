/* SPDX-License-Identifier: MIT */
/* Entries, the index of them, and the rules that their programs make. */
#include "common/debuginfo/unwind_row.h"

#include "common/debuginfo/cfi_file.h"
#include "tests/unit/check.h"
#include "tests/unit/common/debuginfo/cfi_maker.h"

enum { WORK = 10000 };

/* push rbp; mov rbp, rsp: what most functions with frame pointers have */
#define WITH_FRAME_POINTER                                                                         \
	PROGRAM(0x41, 0x0e, 16, (char)0x86, 2, 0x43, 0x0d, 6, 0x02, 0x20, 0x0c, 7, 8)

static void functions_are_found_by_address(bool is_debug, bool is_big_endian)
{
	struct cfi_maker maker = {.is_debug = is_debug, .is_big_endian = is_big_endian};
	struct cfi_section section;
	struct cfi_index index;
	struct cfi_entry entry;

	cfi_put_usual(&maker);
	cfi_put_function(&maker, 0x3000, 0x10, SLICE(""));
	cfi_put_function(&maker, 0x1000, 0x100, WITH_FRAME_POINTER);
	section = cfi_made(&maker);
	CHECK(cfi_index_init(&index, &section, NULL) == 2);
	CHECK(cfi_index_find(&index, 0x1000, &entry) && entry.start == 0x1000 &&
	      entry.end == 0x1100 && entry.common.return_register == 16 &&
	      entry.common.data_align == -8);
	CHECK(cfi_index_find(&index, 0x10ff, &entry));
	CHECK(cfi_index_find(&index, 0x300f, &entry) && entry.start == 0x3000);
	CHECK(!cfi_index_find(&index, 0xfff, &entry));
	CHECK(!cfi_index_find(&index, 0x1100, &entry));
	CHECK(!cfi_index_find(&index, 0x3010, &entry));
	cfi_index_release(&index);
	buf_release(&maker.out);
}

/* .eh_frame_hdr at 0x100 below the first address, for entries at these offsets. */
static void put_table(struct cfi_maker *table, const uint64_t *rows, unsigned count)
{
	unsigned i;

	cfi_put(table, 0x3b03031b, 4);
	table->out.ptr[0] = 1;
	table->out.ptr[1] = 0x1b;
	table->out.ptr[2] = 0x03;
	table->out.ptr[3] = 0x3b;
	cfi_put(table, 0, 4);
	cfi_put(table, count, 4);
	for (i = 0; i < 2 * count; i++)
		cfi_put(table, rows[i] - 0x100, 4);
}

CASE(the_linkers_table_is_used)
{
	struct cfi_maker maker = {.is_debug = false}, table = {.word = 8};
	struct cfi_section section, header;
	struct cfi_index index;
	struct cfi_entry entry;
	uint64_t rows[4] = {0x1000, 0, 0x3000, 0};

	cfi_put_usual(&maker);
	rows[3] = cfi_put_function(&maker, 0x3000, 0x10, SLICE(""));
	rows[1] = cfi_put_function(&maker, 0x1000, 0x10, SLICE(""));
	cfi_put_function(&maker, 0x2000, 0x10, SLICE("")); /* not in the table */
	section = cfi_made(&maker);
	put_table(&table, rows, 2);
	header = cfi_made(&table);
	header.address = 0x100;
	CHECK(cfi_index_init(&index, &section, &header) == 2);
	CHECK(cfi_index_find(&index, 0x1008, &entry) && entry.start == 0x1000);
	CHECK(cfi_index_find(&index, 0x3008, &entry) && entry.start == 0x3000);
	CHECK(!cfi_index_find(&index, 0x2008, &entry) && !cfi_index_find(&index, 0x10, &entry));
	cfi_index_release(&index);

	table.out.ptr[3] = 0x3c; /* another form: all of the section is read */
	CHECK(cfi_index_init(&index, &section, &header) == 3);
	CHECK(cfi_index_find(&index, 0x2008, &entry));
	cfi_index_release(&index);

	table.out.ptr[3] = 0x3b; /* more rows than there are bytes */
	table.out.ptr[11] = 0x7f;
	CHECK(cfi_index_init(&index, &section, &header) == 2);
	cfi_index_release(&index);
	buf_release(&maker.out);
	buf_release(&table.out);
}

static bool rules_at(const struct cfi_maker *maker, uint64_t address, struct cfi_rules *rules)
{
	const struct cfi_section section = cfi_made(maker);
	struct cfi_index index;
	struct cfi_entry entry;
	uint32_t work = WORK;
	bool found;

	cfi_index_init(&index, &section, NULL);
	found = cfi_index_find(&index, address, &entry) &&
		cfi_rules_find(&entry, address, &work, rules);
	cfi_index_release(&index);
	return found;
}

CASE(rows_begin_where_locations_advance)
{
	struct cfi_maker maker = {.is_debug = false};
	struct cfi_rules rules;

	cfi_put_usual(&maker);
	cfi_put_function(&maker, 0x1000, 0x100, WITH_FRAME_POINTER);
	CHECK(rules_at(&maker, 0x1000, &rules) && rules.frame_register == 7 &&
	      rules.frame.value == 8 && rules.at[16].kind == CFI_SAVED &&
	      rules.at[16].value == -8 && rules.at[6].kind == CFI_UNSPECIFIED);
	CHECK(rules_at(&maker, 0x1003, &rules) && rules.frame_register == 7 &&
	      rules.frame.value == 16 && rules.at[6].kind == CFI_SAVED && rules.at[6].value == -16);
	CHECK(rules_at(&maker, 0x1004, &rules) && rules.frame_register == 6 &&
	      rules.frame.value == 16);
	CHECK(rules_at(&maker, 0x1023, &rules) && rules.frame_register == 6);
	CHECK(rules_at(&maker, 0x1024, &rules) && rules.frame_register == 7 &&
	      rules.frame.value == 8);
	buf_release(&maker.out);
}

CASE(states_are_remembered_and_registers_restored)
{
	struct cfi_maker maker = {.is_debug = false};
	struct cfi_rules rules;

	cfi_put_usual(&maker);
	cfi_put_function(&maker, 0x1000, 0x100,
			 PROGRAM(0x0e, 32, 0x05, 3, 3, 0x0a, 0x41, (char)0xd0, 0x06, 3, 0x07, 6,
				 0x41, 0x0b, 0x41, 0x09, 12, 5, 0x14, 13, 2, 0x08, 14));
	CHECK(rules_at(&maker, 0x1000, &rules) && rules.at[3].value == -24);
	CHECK(rules_at(&maker, 0x1001, &rules) && rules.at[3].kind == CFI_UNSPECIFIED &&
	      rules.at[6].kind == CFI_UNDEFINED && rules.at[16].value == -8);
	CHECK(rules_at(&maker, 0x1002, &rules) && rules.at[3].value == -24 &&
	      rules.at[6].kind == CFI_UNSPECIFIED && rules.frame.value == 32);
	CHECK(rules_at(&maker, 0x1003, &rules) && rules.at[12].kind == CFI_REGISTER &&
	      rules.at[12].value == 5 && rules.at[13].kind == CFI_VALUE &&
	      rules.at[13].value == -16 && rules.at[14].kind == CFI_SAME);
	buf_release(&maker.out);
}

static bool runs(struct slice program)
{
	struct cfi_maker maker = {.is_debug = false};
	struct cfi_rules rules;
	bool found;

	cfi_put_usual(&maker);
	cfi_put_function(&maker, 0x1000, 0x100, program);
	found = rules_at(&maker, 0x1050, &rules);
	buf_release(&maker.out);
	return found;
}

CASE(damaged_programs_have_no_rules)
{
	char many[WORK + 1], nested[17], fit[16];

	CHECK(runs(SLICE("")));
	CHECK(runs(PROGRAM(0x07, 120))); /* a register that is not followed */
	CHECK(!runs(PROGRAM(0x0b)));     /* nothing was remembered */
	CHECK(!runs(PROGRAM(0x3f)));     /* no such instruction */
	CHECK(!runs(PROGRAM(0x0e)));     /* its operand is missing */
	CHECK(!runs(PROGRAM(0x0f, 5, 1)));
	memset(fit, 0x0a, sizeof(fit));
	memset(nested, 0x0a, sizeof(nested));
	CHECK(runs(slice_of(fit, sizeof(fit))));
	CHECK(!runs(slice_of(nested, sizeof(nested))));
	memset(many, 0, sizeof(many)); /* more than may be done */
	CHECK(!runs(slice_of(many, sizeof(many))));
	CHECK(runs(slice_of(many, WORK / 2)));
}

CASE(augmentations_are_read)
{
	struct cfi_maker maker = {.word = 8};
	struct cfi_rules rules;
	struct cfi_section section;
	struct cfi_entry entry;
	uint64_t offset;

	cfi_put_common(&maker, SLICE("zPLRS"), SLICE("\x9b\1\2\3\4\x1b\x1b"), 16,
		       PROGRAM(0x0c, 7, 8));
	offset = cfi_put_function(&maker, 0x1000, 0x100, SLICE(""));
	section = cfi_made(&maker);
	CHECK(cfi_entry_next(&section, &offset, &entry) == CFI_FUNCTION && entry.common.is_signal &&
	      entry.start == 0x1000);
	CHECK(offset == section.size);
	CHECK(cfi_entry_next(&section, &offset, &entry) == CFI_NOTHING);
	maker.out.len = 0;
	cfi_put_common(&maker, SLICE("zRB"), SLICE("\x1b"), 30,
		       PROGRAM(0x0c, 31, 0, 0x2d)); /* AArch64 */
	cfi_put_function(&maker, 0x1000, 0x100, PROGRAM(0x44, 0x2d));
	CHECK(rules_at(&maker, 0x1000, &rules) && rules.is_signed);
	CHECK(rules_at(&maker, 0x1004, &rules) && !rules.is_signed);
	maker.out.len = 0;
	cfi_put_common(&maker, SLICE("x"), SLICE(""), 16, SLICE(""));
	cfi_put_function(&maker, 0x1000, 0x100, SLICE(""));
	/* the length of an unknown operation is unknown */
	CHECK(!rules_at(&maker, 0x1000, &rules));
	buf_release(&maker.out);
}

/* Whatever is cut or turned round, nothing beyond the bytes is read: sanitizers see it. */
CASE(damaged_sections_are_read_to_their_end)
{
	struct cfi_maker maker = {.is_debug = false};
	size_t size, bit;

	cfi_put_usual(&maker);
	cfi_put_function(&maker, 0x1000, 0x100, WITH_FRAME_POINTER);
	for (size = 0; size < maker.out.len; size++) {
		struct cfi_maker cut = {.word = 8};
		struct cfi_rules rules;

		buf_add(&cut.out, slice_head(buf_slice(&maker.out), size));
		CHECK(!rules_at(&cut, 0x1010, &rules));
		buf_release(&cut.out);
	}
	for (bit = 0; bit < 8 * maker.out.len; bit++) {
		struct cfi_rules rules;

		maker.out.ptr[bit / 8] = (char)(maker.out.ptr[bit / 8] ^ 1 << bit % 8);
		rules_at(&maker, 0x1010, &rules);
		maker.out.ptr[bit / 8] = (char)(maker.out.ptr[bit / 8] ^ 1 << bit % 8);
	}
	buf_release(&maker.out);
}

TEST(cfi_rules)
{
	functions_are_found_by_address(false, false);
	functions_are_found_by_address(false, true);
	functions_are_found_by_address(true, false);
	functions_are_found_by_address(true, true);
	check_cases();
	return check_done();
}
