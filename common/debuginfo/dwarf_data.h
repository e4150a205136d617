/* SPDX-License-Identifier: MIT */
/*
 * dwarf_data.h - the sections of an ELF file that hold debugging information, their bytes as
 * numbers, and the numbers of the DWARF standard (version 5, chapter 7) that are read here.
 */
#ifndef FLAMBEAU_DWARF_DATA_H
#define FLAMBEAU_DWARF_DATA_H

#include "common/base/slice.h"
#include "common/debuginfo/elf_file.h"
#include "common/io/guarded_map.h"

/*
 * Numbers of DWARF from bytes that may be damaged. A reader that runs out of bytes
 * sets `failed` and returns 0 from then on, so callers check once, after a series of reads.
 */

struct dwarf_reader {
	const unsigned char *at, *end;
	bool is_big_endian;
	bool failed;
};

/* From an offset of `bytes` to their end; failed if the offset lies outside of them. */
static inline struct dwarf_reader dwarf_reader_at(struct slice bytes, bool is_big_endian,
						  uint64_t offset)
{
	const bool is_inside = offset <= bytes.len;
	const struct slice rest = slice_tail(bytes, is_inside ? (size_t)offset : bytes.len);
	const unsigned char *at = (const unsigned char *)rest.ptr;

	return (struct dwarf_reader){
		.at = at,
		.end = rest.len > 0 ? at + rest.len : at, /* no bytes may have no address */
		.is_big_endian = is_big_endian,
		.failed = !is_inside,
	};
}

static inline bool dwarf_has(struct dwarf_reader *reader, uint64_t size)
{
	if (LIKELY(!reader->failed && size <= (uint64_t)(reader->end - reader->at)))
		return true;
	reader->failed = true;
	reader->at = reader->end;
	return false;
}

static inline void dwarf_skip(struct dwarf_reader *reader, uint64_t size)
{
	if (dwarf_has(reader, size))
		reader->at += size;
}

/* A number of 1 to 8 bytes. */
static inline uint64_t dwarf_read(struct dwarf_reader *reader, unsigned size)
{
	uint64_t value;

	if (!dwarf_has(reader, size))
		return 0;
	if (LIKELY(size == 4 && !reader->is_big_endian)) {
		value = (uint64_t)reader->at[0] | (uint64_t)reader->at[1] << 8 |
			(uint64_t)reader->at[2] << 16 | (uint64_t)reader->at[3] << 24;
		reader->at += 4;
		return value;
	}
	value = slice_load_bytes(reader->at, size, reader->is_big_endian);
	reader->at += size;
	return value;
}

/* LEB128 of more than one byte; longer ones than 10 bytes fail. */
uint64_t dwarf_read_long_uleb(struct dwarf_reader *reader);

static inline uint64_t dwarf_read_uleb(struct dwarf_reader *reader)
{
	if (LIKELY(reader->at < reader->end && *reader->at < 0x80))
		return *reader->at++;
	return dwarf_read_long_uleb(reader);
}

int64_t dwarf_read_sleb(struct dwarf_reader *reader);

/* Up to a zero byte, which is skipped; fails without one. */
struct slice dwarf_read_text(struct dwarf_reader *reader);

/* Length of a unit: 4 bytes, or 12 in the 64-bit format; *offset_size is 4 or 8 accordingly. */
uint64_t dwarf_read_length(struct dwarf_reader *reader, unsigned *offset_size);

enum dwarf_section {
	DWARF_INFO,
	DWARF_ABBREV,
	DWARF_STR,
	DWARF_STR_OFFSETS,
	DWARF_ADDR,
	DWARF_RANGES,
	DWARF_RNGLISTS,
	DWARF_LINE,
	DWARF_LINE_STR,
	DWARF_ALT_LINK, /* .gnu_debugaltlink */
	DWARF_SUP,      /* .debug_sup, which version 5 has instead of it */
	DWARF_CU_INDEX, /* of a package of split units */
	DWARF_SECTIONS,
};

/* The purpose for which a file is opened; it decides which sections are read. */
enum dwarf_kind {
	DWARF_FUNCTIONS,
	DWARF_FUNCTIONS_AND_LINES,
	DWARF_SPLIT, /* its sections are those with names in .dwo */
};

/* Sections lie in the mapped file; compressed ones were decompressed. */
struct dwarf_data {
	struct slice at[DWARF_SECTIONS]; /* empty: none */
	void *decompressed[DWARF_SECTIONS];
	struct guarded_map map;
	bool is_mapped; /* false: the file is in memory that the caller owns */
	bool is_big_endian;
};

/* False: there is no .debug_info, or it cannot be read. There is nothing to close then. */
bool dwarf_data_open(struct dwarf_data *data, const struct elf_file *elf, enum dwarf_kind kind);
void dwarf_data_close(struct dwarf_data *data);

static inline struct dwarf_reader dwarf_data_reader(const struct dwarf_data *data,
						    enum dwarf_section section, uint64_t offset)
{
	return dwarf_reader_at(data->at[section], data->is_big_endian, offset);
}

/* Empty if none exists at that offset. */
static inline struct slice dwarf_data_text(const struct dwarf_data *data,
					   enum dwarf_section section, uint64_t offset)
{
	struct dwarf_reader reader = dwarf_data_reader(data, section, offset);

	return dwarf_read_text(&reader);
}

/* Tags of entries. */
enum {
	DW_TAG_class_type = 0x02,
	DW_TAG_lexical_block = 0x0b,
	DW_TAG_compile_unit = 0x11,
	DW_TAG_structure_type = 0x13,
	DW_TAG_union_type = 0x17,
	DW_TAG_inlined_subroutine = 0x1d,
	DW_TAG_module = 0x1e,
	DW_TAG_subprogram = 0x2e,
	DW_TAG_interface_type = 0x38,
	DW_TAG_namespace = 0x39,
	DW_TAG_try_block = 0x32,
	DW_TAG_catch_block = 0x25,
	DW_TAG_partial_unit = 0x3c,
	DW_TAG_skeleton_unit = 0x4a,
};

/* Attributes. */
enum {
	DW_AT_sibling = 0x01,
	DW_AT_name = 0x03,
	DW_AT_stmt_list = 0x10,
	DW_AT_low_pc = 0x11,
	DW_AT_high_pc = 0x12,
	DW_AT_language = 0x13,
	DW_AT_comp_dir = 0x1b,
	DW_AT_abstract_origin = 0x31,
	DW_AT_decl_line = 0x3b,
	DW_AT_external = 0x3f,
	DW_AT_specification = 0x47,
	DW_AT_extension = 0x54,
	DW_AT_ranges = 0x55,
	DW_AT_call_file = 0x58,
	DW_AT_call_line = 0x59,
	DW_AT_signature = 0x69,
	DW_AT_linkage_name = 0x6e,
	DW_AT_str_offsets_base = 0x72,
	DW_AT_addr_base = 0x73,
	DW_AT_rnglists_base = 0x74,
	DW_AT_dwo_name = 0x76,
	DW_AT_MIPS_linkage_name = 0x2007,
	DW_AT_GNU_dwo_name = 0x2130,
	DW_AT_GNU_dwo_id = 0x2131,
	DW_AT_GNU_ranges_base = 0x2132,
	DW_AT_GNU_addr_base = 0x2133,
	DW_AT_GNU_discriminator = 0x2136,
};

/* Forms of attributes' values. */
enum {
	DW_FORM_addr = 0x01,
	DW_FORM_block2 = 0x03,
	DW_FORM_block4 = 0x04,
	DW_FORM_data2 = 0x05,
	DW_FORM_data4 = 0x06,
	DW_FORM_data8 = 0x07,
	DW_FORM_string = 0x08,
	DW_FORM_block = 0x09,
	DW_FORM_block1 = 0x0a,
	DW_FORM_data1 = 0x0b,
	DW_FORM_flag = 0x0c,
	DW_FORM_sdata = 0x0d,
	DW_FORM_strp = 0x0e,
	DW_FORM_udata = 0x0f,
	DW_FORM_ref_addr = 0x10,
	DW_FORM_ref1 = 0x11,
	DW_FORM_ref2 = 0x12,
	DW_FORM_ref4 = 0x13,
	DW_FORM_ref8 = 0x14,
	DW_FORM_ref_udata = 0x15,
	DW_FORM_indirect = 0x16,
	DW_FORM_sec_offset = 0x17,
	DW_FORM_exprloc = 0x18,
	DW_FORM_flag_present = 0x19,
	DW_FORM_strx = 0x1a,
	DW_FORM_addrx = 0x1b,
	DW_FORM_ref_sup4 = 0x1c,
	DW_FORM_strp_sup = 0x1d,
	DW_FORM_data16 = 0x1e,
	DW_FORM_line_strp = 0x1f,
	DW_FORM_ref_sig8 = 0x20,
	DW_FORM_implicit_const = 0x21,
	DW_FORM_loclistx = 0x22,
	DW_FORM_rnglistx = 0x23,
	DW_FORM_ref_sup8 = 0x24,
	DW_FORM_strx1 = 0x25,
	DW_FORM_strx2 = 0x26,
	DW_FORM_strx3 = 0x27,
	DW_FORM_strx4 = 0x28,
	DW_FORM_addrx1 = 0x29,
	DW_FORM_addrx2 = 0x2a,
	DW_FORM_addrx3 = 0x2b,
	DW_FORM_addrx4 = 0x2c,
	DW_FORM_GNU_addr_index = 0x1f01,
	DW_FORM_GNU_str_index = 0x1f02,
	DW_FORM_GNU_ref_alt = 0x1f20,
	DW_FORM_GNU_strp_alt = 0x1f21,
};

/*
 * A package (.dwp): units that were split off, in one file (DWARF 5, chapter
 * 7.3.5; before that, GCC's "DebugFissionDWP").
 */

/*
 * Set `split` to the parts of the package's sections that belong to a unit; false: the package does
 * not have it.
 */
bool dwarf_package_find(const struct dwarf_data *package, uint64_t dwo_id,
			struct dwarf_data *split);

#endif
