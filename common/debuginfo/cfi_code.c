/* SPDX-License-Identifier: MIT */
/*
 * A dump does not say for which address its .eh_frame was written. perf and the compilers that are
 * made for it (Python, V8) lay out the code, up to a multiple of 8 bytes, .eh_frame, .eh_frame_hdr:
 * perf inject writes such files, and pointers relative to themselves lead back to the code. Where
 * they lead elsewhere, the entry that describes the code, by its length or as the first one, says
 * how far off they are.
 */
#include "common/debuginfo/cfi_code.h"

#include "common/base/memory.h"

enum { ALIGN = 8 };

/* One function. */
struct part {
	struct cfi_section section;
	struct cfi_index index;
	uint64_t start; /* of the code, as the section has it */
};

struct cfi_code {
	struct part *parts;
	size_t count;
};

/* The section as it lies after the code, or after the table, which some write first. */
static void set_section(struct part *part, const struct jit_unwinding *unwinding,
			const struct jit_frames *frames, size_t skipped)
{
	const size_t size = frames->bytes.len - frames->table_size;

	part->section = (struct cfi_section){
		.bytes = (const unsigned char *)frames->bytes.ptr + skipped,
		.size = size,
		.address = frames->start + (frames->size + ALIGN - 1) / ALIGN * ALIGN + skipped,
		.word = unwinding->word,
		.is_big_endian = unwinding->is_big_endian,
	};
}

/* Set where the code starts, as the entries have it. */
static void cfi_code_find_start(struct part *part, const struct jit_frames *frames)
{
	uint64_t offset = 0, lowest = UINT64_MAX, same = UINT64_MAX;
	bool is_inside = false;
	struct cfi_entry entry;
	enum cfi_found found;

	while ((found = cfi_entry_next(&part->section, &offset, &entry)) != CFI_NOTHING) {
		if (found != CFI_FUNCTION)
			continue;
		lowest = entry.start < lowest ? entry.start : lowest;
		if (entry.end - entry.start == frames->size &&
		    (same == UINT64_MAX || entry.start == frames->start))
			same = entry.start;
		is_inside |= entry.start - frames->start < frames->size;
	}
	part->start = same != UINT64_MAX                  ? same
		      : is_inside || lowest == UINT64_MAX ? frames->start
							  : lowest;
}

static void read_part(struct part *part, const struct jit_unwinding *unwinding,
		      const struct jit_frames *frames)
{
	const size_t sizes[] = {0, frames->table_size};
	size_t i;

	for (i = 0; i < ARRAY_LEN(sizes); i++) {
		set_section(part, unwinding, frames, sizes[i]);
		if (cfi_index_init(&part->index, &part->section, NULL) > 0)
			break;
	}
	cfi_code_find_start(part, frames);
}

struct cfi_code *cfi_code_new(const struct jit_unwinding *unwinding)
{
	struct cfi_code *code = memory_clear(1, sizeof(*code));
	size_t i;

	code->count = unwinding->count;
	code->parts = memory_clear(code->count + 1, sizeof(*code->parts));
	for (i = 0; i < code->count; i++)
		read_part(&code->parts[i], unwinding, &unwinding->at[i]);
	return code;
}

void cfi_code_free(struct cfi_code *code)
{
	size_t i;

	if (!code)
		return;
	for (i = 0; i < code->count; i++)
		cfi_index_release(&code->parts[i].index);
	free(code->parts);
	free(code);
}

bool cfi_code_find(const struct cfi_code *code, uint32_t number, uint64_t offset,
		   struct cfi_entry *entry, uint64_t *address)
{
	const struct part *part;

	if (number == 0 || number > code->count)
		return false;
	part = &code->parts[number - 1];
	*address = part->start + offset;
	return cfi_index_find(&part->index, *address, entry);
}
