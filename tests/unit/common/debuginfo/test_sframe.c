/* SPDX-License-Identifier: MIT */
/* Functions of .sframe of version 3: rules by any register, signal frames, outermost functions. */
#include "common/debuginfo/sframe.h"

#include "common/debuginfo/cfi_file.h"
#include "common/debuginfo/unwind_row.h"
#include "tests/unit/check.h"
#include "tests/unit/common/debuginfo/cfi_maker.h"

enum { ADDRESS = 0x4000, HEADER = 28, FUNCTION = 16, FP = 6, R10 = 10, BACK = 16, WORK = 1000 };

/* What stands in front of the rows of a function, and its rows. */
struct function {
	unsigned start, rows, info, kind;
	struct slice bytes;
};

static void put_section(struct cfi_maker *maker, const struct function *functions, unsigned count)
{
	unsigned i;
	size_t at = 0;

	maker->word = 8;
	cfi_put(maker, 0xdee2, 2);
	cfi_put(maker, 3, 1);
	cfi_put(maker, 1, 1); /* sorted; starts are relative to the section */
	cfi_put(maker, 3, 1); /* x86-64 */
	cfi_put(maker, 0, 1);
	cfi_put(maker, 0xf8, 1); /* the return address is at the frame's address - 8 */
	cfi_put(maker, 0, 1);
	cfi_put(maker, count, 4);
	cfi_put(maker, 100, 4); /* rows, at most */
	cfi_put(maker, 0, 4);
	cfi_put(maker, 0, 4);
	cfi_put(maker, (uint64_t)count * FUNCTION, 4);
	for (i = 0; i < count; i++) {
		cfi_put(maker, (uint64_t)functions[i].start - ADDRESS, 8);
		cfi_put(maker, 0x100, 4);
		cfi_put(maker, at, 4);
		at += 5 + functions[i].bytes.len;
	}
	for (i = 0; i < count; i++) {
		cfi_put(maker, functions[i].rows, 2);
		cfi_put(maker, functions[i].info, 1);
		cfi_put(maker, functions[i].kind, 1);
		cfi_put(maker, 0, 1);
		buf_add(&maker->out, functions[i].bytes);
	}
}

struct read {
	struct cfi_maker maker;
	struct buf out;
	struct cfi_section section, converted;
	struct cfi_index index;
	size_t count;
};

static void begin(struct read *read, const struct function *functions, unsigned count)
{
	*read = (struct read){.maker = {.word = 8}};
	put_section(&read->maker, functions, count);
	read->section = cfi_made(&read->maker);
	read->section.address = ADDRESS;
	read->count = sframe_convert(&read->section, &read->out);
	read->converted = read->section;
	read->converted.bytes = (const unsigned char *)read->out.ptr;
	read->converted.size = read->out.len;
	read->converted.is_debug = true;
	cfi_index_init(&read->index, &read->converted, NULL);
}

static void end(struct read *read)
{
	cfi_index_release(&read->index);
	buf_release(&read->out);
	buf_release(&read->maker.out);
}

static bool rules_at(const struct read *read, uint64_t address, struct cfi_entry *entry,
		     struct cfi_rules *rules)
{
	uint32_t work = WORK;

	return cfi_index_find(&read->index, address, entry) &&
	       cfi_rules_find(entry, address, &work, rules);
}

static bool block_is(const struct read *read, const struct cfi_rule *rule, struct slice bytes)
{
	return slice_equal(slice_of((const char *)read->converted.bytes + rule->value, bytes.len),
			   bytes);
}

/* A function that aligns its stack: r10; r10 and the frame pointer's place; *(fp - 8). */
static const char aligning[] = {
	0,    4,           /* 2 words of a byte */
	0x51, 0,           /* r10 + 0 */
	0x20, 10,          /* 5 words */
	0x51, 0,           /* r10 + 0 */
	0,                 /* the return address: as the header says */
	0x33, 0,           /* *(fp + 0) */
	0x28, 10,          /* 5 words */
	0x33, (char)-8,    /* *(fp - 8) */
	0,    0x33,     0, /* *(fp + 0) */
};

CASE(rules_by_any_register_are_read)
{
	const struct function function = {.start = 0x1000,
					  .rows = 3,
					  .kind = 1,
					  .bytes = slice_of(aligning, sizeof(aligning))};
	struct read read;
	struct cfi_entry entry;
	struct cfi_rules rules;

	begin(&read, &function, 1);
	CHECK(read.count == 1);
	CHECK(rules_at(&read, 0x1004, &entry, &rules) && !entry.common.is_signal);
	CHECK(rules.frame.kind == CFI_VALUE && rules.frame_register == R10 &&
	      rules.frame.value == 0);
	CHECK(rules.at[FP].kind == CFI_SAME);
	CHECK(rules.at[BACK].kind == CFI_SAVED && rules.at[BACK].value == -8);
	CHECK(rules_at(&read, 0x1020, &entry, &rules) && rules.frame_register == R10);
	CHECK(rules.at[FP].kind == CFI_SAVED_AT &&
	      block_is(&read, &rules.at[FP], SLICE("\x02\x76\x00")));
	CHECK(rules_at(&read, 0x10ff, &entry, &rules) && rules.frame.kind == CFI_EXPRESSION &&
	      block_is(&read, &rules.frame, SLICE("\x03\x76\x78\x06")));
	CHECK(rules.at[BACK].kind == CFI_SAVED && rules.at[BACK].value == -8);
	end(&read);
}

CASE(signal_frames_and_outermost_functions_are_told)
{
	const struct function functions[] = {
		{.start = 0x1000, .rows = 1, .info = 0x80, .bytes = SLICE_INIT("\x00\x03\x08")},
		{.start = 0x2000},
	};
	struct read read;
	struct cfi_entry entry;
	struct cfi_rules rules;

	begin(&read, functions, 2);
	CHECK(read.count == 2);
	CHECK(rules_at(&read, 0x1000, &entry, &rules) && entry.common.is_signal);
	CHECK(rules.frame.kind == CFI_VALUE && rules.frame.value == 8);
	CHECK(rules_at(&read, 0x2080, &entry, &rules) && !entry.common.is_signal);
	CHECK(rules.at[BACK].kind == CFI_UNDEFINED);
	end(&read);
}

/* Kinds of functions that are not known yet are left out, those behind them are not. */
CASE(unknown_kinds_are_left_out)
{
	const struct function functions[] = {
		{.start = 0x1000, .rows = 1, .kind = 2, .bytes = SLICE_INIT("\x00\x03\x08")},
		{.start = 0x2000, .rows = 1, .info = 0x10, .bytes = SLICE_INIT("\x00\x03\x08")},
		{.start = 0x3000, .rows = 1, .bytes = SLICE_INIT("\x00\x03\x08")},
	};
	struct read read;
	struct cfi_entry entry;

	begin(&read, functions, 3);
	CHECK(read.count == 1);
	CHECK(!cfi_index_find(&read.index, 0x1000, &entry));
	CHECK(!cfi_index_find(&read.index, 0x2000, &entry));
	CHECK(cfi_index_find(&read.index, 0x3000, &entry));
	end(&read);
}

/* A rule that no program of call frame information can say ends what is read. */
CASE(impossible_rules_are_damage)
{
	static const struct slice rows[] = {
		SLICE_INIT("\x00\x04\x02\x08"),         /* the frame's address from itself */
		SLICE_INIT("\x00\x06\x39\x08\x33"),     /* a rule without its offset */
		SLICE_INIT("\x00\x24\x01\x01\x08\x00"), /* register 32 */
		SLICE_INIT("\x00\x08\x39\x08\x04\x08"), /* the return address is the frame's */
		SLICE_INIT("\x00\x0e\x39\x08\x02\x08\x02\x08\x02"), /* 7 words */
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		const struct function function = {
			.start = 0x1000, .rows = 1, .kind = 1, .bytes = rows[i]};
		struct read read;

		begin(&read, &function, 1);
		CHECK(read.count == 0);
		end(&read);
	}
}

TEST_CASES(sframe)
