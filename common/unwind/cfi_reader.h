/* SPDX-License-Identifier: MIT */
/*
 * cfi_reader.h - numbers of DWARF from bytes that may be damaged. A reader that runs out of bytes sets `failed` and
 * returns 0 from then on, so callers check once, after a series of reads.
 */
#ifndef FLAMBEAU_CFI_READER_H
#define FLAMBEAU_CFI_READER_H

#include "common/base/slice.h"

/* Bytes of a section of call frame information. */
struct cfi_section {
	const unsigned char *bytes;
	size_t size;
	uint64_t address; /* virtual, of the first byte */
	unsigned word;    /* bytes of an address: 4 or 8 */
	bool is_big_endian;
	bool is_debug; /* .debug_frame; false: .eh_frame, .eh_frame_hdr */
};

struct cfi_reader {
	const struct cfi_section *section;
	const unsigned char *at, *end;
	bool failed;
};

/* From an offset of the section to its end; failed if the offset lies outside of it. */
struct cfi_reader cfi_reader_at(const struct cfi_section *section, uint64_t offset);

/* Offset of the next byte in the section. */
static inline size_t cfi_reader_offset(const struct cfi_reader *reader)
{
	return (size_t)(reader->at - reader->section->bytes);
}

/* 1, 2, 4 or 8 bytes. */
uint64_t cfi_read(struct cfi_reader *reader, unsigned size);
/* LEB128 of at most 10 bytes; longer ones fail. */
uint64_t cfi_read_uleb(struct cfi_reader *reader);
int64_t cfi_read_sleb(struct cfi_reader *reader);
void cfi_skip(struct cfi_reader *reader, uint64_t size);

/* The next `size` bytes, which are skipped, as a reader of their own. */
struct cfi_reader cfi_read_part(struct cfi_reader *reader, uint64_t size);

/* How pointers of .eh_frame are encoded: DW_EH_PE_* of the Linux Standard Base, 10.5. */
enum {
	CFI_POINTER_FORMAT = 0x0f,
	CFI_POINTER_BASE = 0x70,
	CFI_POINTER_OMITTED = 0xff,
};

/*
 * An encoded pointer. `data` is what pointers relative to data are relative to. Pointers that are to be read from
 * memory, and those relative to functions or text, fail.
 */
uint64_t cfi_read_pointer(struct cfi_reader *reader, unsigned encoding, uint64_t data);

/* The number behind an encoded pointer's format, relative to nothing: lengths of ranges. */
uint64_t cfi_read_length(struct cfi_reader *reader, unsigned encoding);

#endif
