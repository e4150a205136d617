/* SPDX-License-Identifier: MIT */
/*
 * cfi_reader.h - pointers of call frame information, from a section's bytes, which may be damaged.
 * Numbers are read by dwarf_reader.h: what runs out of bytes sets `in.failed` and gives 0 from then
 * on.
 */
#ifndef FLAMBEAU_CFI_READER_H
#define FLAMBEAU_CFI_READER_H

#include "common/debuginfo/dwarf_reader.h"

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
	struct dwarf_reader in;
};

/* From an offset of the section to its end; failed if the offset lies outside of it. */
struct cfi_reader cfi_reader_at(const struct cfi_section *section, uint64_t offset);

/* Offset of the next byte in the section. */
static inline size_t cfi_reader_offset(const struct cfi_reader *reader)
{
	return (size_t)(reader->in.at - reader->section->bytes);
}

/* The next `size` bytes, which are skipped, as a reader of their own. */
struct cfi_reader cfi_read_part(struct cfi_reader *reader, uint64_t size);

/* How pointers of .eh_frame are encoded: DW_EH_PE_* of the Linux Standard Base, 10.5. */
enum {
	CFI_POINTER_FORMAT = 0x0f,
	CFI_POINTER_BASE = 0x70,
	CFI_POINTER_OMITTED = 0xff,
};

/*
 * An encoded pointer. `data` is what pointers relative to data are relative to. Pointers that are
 * to be read from memory, and those relative to functions or text, fail.
 */
uint64_t cfi_read_pointer(struct cfi_reader *reader, unsigned encoding, uint64_t data);

/* The number after an encoded pointer's format, relative to nothing: lengths of ranges. */
uint64_t cfi_read_length(struct cfi_reader *reader, unsigned encoding);

#endif
