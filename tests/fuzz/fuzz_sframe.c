/* SPDX-License-Identifier: MIT */
/*
 * .sframe of strangers: what is made of it is not larger than the section is worth, and each of its
 * functions is found and has rows. The first byte chooses the byte order.
 *
 * fuzzer: sframe common 2000 0
 */
#include "common/debuginfo/cfi_file.h"
#include "common/debuginfo/sframe.h"
#include "common/debuginfo/unwind_row.h"
#include "tests/fuzz/fuzz.h"

enum { ADDRESS = 0x20000, GROWTH = 64 };

static void read_rows(const struct cfi_section *section, const struct unwind_machine *machine,
		      uint64_t address)
{
	struct cfi_index index;
	struct cfi_entry entry;
	struct unwind_row row;

	cfi_index_init(&index, section, NULL);
	if (cfi_index_find(&index, address, &entry)) {
		if (address < entry.start || address >= entry.end)
			abort();
		unwind_row_make(&row, machine, &entry, address);
		if (row.kind == UNWIND_UNMAPPED)
			abort();
	}
	cfi_index_release(&index);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cfi_section section = {.address = ADDRESS, .word = 8}, converted;
	struct buf out = {0};
	uint64_t offset = 0;
	struct cfi_entry entry;
	enum cfi_found found;
	size_t functions, count = 0;

	if (size < 1)
		return 0;
	section.bytes = data + 1;
	section.size = size - 1;
	section.is_big_endian = data[0] & 1;
	functions = sframe_convert(&section, &out);
	if (out.len > GROWTH * (size + 1))
		abort();
	converted = section;
	converted.bytes = (const unsigned char *)out.ptr;
	converted.size = out.len;
	converted.is_debug = true;
	while (functions > 0 &&
	       (found = cfi_entry_next(&converted, &offset, &entry)) != CFI_NOTHING) {
		count += found == CFI_FUNCTION;
		if (found == CFI_FUNCTION && count < 16)
			read_rows(&converted,
				  unwind_machine_find(data[0] & 2 ? SLICE("aarch64")
								  : SLICE("x86_64"),
						      UNWIND_ABI_64),
				  entry.start + data[0]);
	}
	if (count > functions)
		abort();
	buf_release(&out);
	return 0;
}
