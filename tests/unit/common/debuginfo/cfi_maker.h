/* SPDX-License-Identifier: MIT */
/*
 * cfi_maker.h - call frame information that a test writes: entries of .eh_frame and .debug_frame.
 */
#ifndef FLAMBEAU_CFI_MAKER_H
#define FLAMBEAU_CFI_MAKER_H

#include "common/base/buf.h"
#include "common/debuginfo/cfi_entry.h"

struct cfi_maker {
	struct buf out;
	unsigned word; /* bytes of an address */
	bool is_big_endian, is_debug;
	size_t common; /* offset of the last CIE */
};

/* Bytes of a program. */
#define PROGRAM(...) slice_of((const char[]){__VA_ARGS__}, sizeof((const char[]){__VA_ARGS__}))

static inline void cfi_put(struct cfi_maker *maker, uint64_t value, unsigned size)
{
	unsigned i;

	for (i = 0; i < size; i++)
		buf_add_char(&maker->out,
			     (char)(value >> 8 * (maker->is_big_endian ? size - 1 - i : i)));
}

/* Write the length of the entry that began at an offset. */
static inline void cfi_end(struct cfi_maker *maker, size_t begin)
{
	struct buf whole = maker->out;

	maker->out.len = begin;
	cfi_put(maker, whole.len - begin - 4, 4);
	maker->out.len = whole.len;
}

/*
 * A CIE: "zR" and 4 bytes relative to themselves in .eh_frame, or what `augmentation` (with its
 * data) says.
 */
static inline void cfi_put_common(struct cfi_maker *maker, struct slice augmentation,
				  struct slice data, unsigned return_register, struct slice program)
{
	const size_t begin = maker->out.len;

	maker->common = begin;
	cfi_put(maker, 0, 4);
	cfi_put(maker, maker->is_debug ? UINT32_MAX : 0, 4);
	cfi_put(maker, 1, 1);
	buf_add(&maker->out, augmentation);
	buf_add_char(&maker->out, '\0');
	buf_add_char(&maker->out, 1);    /* code alignment */
	buf_add_char(&maker->out, 0x78); /* data alignment: -8 */
	cfi_put(maker, return_register, 1);
	if (augmentation.len > 0) {
		buf_add_char(&maker->out, (char)data.len);
		buf_add(&maker->out, data);
	}
	buf_add(&maker->out, program);
	cfi_end(maker, begin);
}

/*
 * An FDE of the last CIE; addresses are relative to themselves (.eh_frame at address 0) or
 * absolute.
 */
static inline size_t cfi_put_function(struct cfi_maker *maker, uint64_t start, uint64_t size,
				      struct slice program)
{
	const size_t begin = maker->out.len;

	cfi_put(maker, 0, 4);
	cfi_put(maker, maker->is_debug ? maker->common : begin + 4 - maker->common, 4);
	if (maker->is_debug) {
		cfi_put(maker, start, maker->word);
		cfi_put(maker, size, maker->word);
	} else {
		cfi_put(maker, start - maker->out.len, 4);
		cfi_put(maker, size, 4);
		buf_add_char(&maker->out, 0);
	}
	buf_add(&maker->out, program);
	cfi_end(maker, begin);
	return begin;
}

static inline struct cfi_section cfi_made(const struct cfi_maker *maker)
{
	return (struct cfi_section){
		.bytes = (const unsigned char *)maker->out.ptr,
		.size = maker->out.len,
		.word = maker->word,
		.is_big_endian = maker->is_big_endian,
		.is_debug = maker->is_debug,
	};
}

/*
 * The usual rules of compilers for x86-64: the frame is rsp + 8, the return address just below it.
 */
static inline void cfi_put_usual(struct cfi_maker *maker)
{
	maker->word = 8;
	cfi_put_common(maker, maker->is_debug ? SLICE("") : SLICE("zR"), SLICE("\x1b"), 16,
		       PROGRAM(0x0c, 7, 8, (char)0x90, 1));
}

#endif
