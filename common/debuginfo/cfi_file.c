/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/cfi_file.h"

#include "common/base/lock.h"
#include "common/base/memory.h"
#include "common/debuginfo/elf_packed.h"

/* A section and an index of it. */
struct source {
	bool is_read; /* atomic; the others are const afterwards */
	struct cfi_section section, table;
	struct cfi_index index;
};

struct cfi_file {
	struct lock lock;
	struct source frames; /* .eh_frame */
	struct source debug;  /* .debug_frame */
};

struct cfi_file *cfi_file_new(void)
{
	struct cfi_file *file = memory_clear(1, sizeof(*file));

	lock_init(&file->lock);
	return file;
}

static void cfi_file_release(struct source *source)
{
	cfi_index_release(&source->index);
	free((void *)(uintptr_t)source->section.bytes);
	free((void *)(uintptr_t)source->table.bytes);
}

void cfi_file_free(struct cfi_file *file)
{
	if (!file)
		return;
	cfi_file_release(&file->frames);
	cfi_file_release(&file->debug);
	lock_release(&file->lock);
	free(file);
}

/* False: there is no such section, or it is not in the file. */
static bool read_bytes(struct cfi_section *to, const struct elf_file *elf,
		       const struct elf_section *section)
{
	unsigned char *bytes = section ? elf_file_read(elf, section) : NULL;

	if (!bytes)
		return false;
	*to = (struct cfi_section){
		.bytes = bytes,
		.size = (size_t)section->size,
		.address = section->address,
		.word = elf->word,
		.is_big_endian = elf->is_big_endian,
	};
	return true;
}

static bool cfi_file_read_section(struct cfi_section *to, const struct elf_file *elf,
				  struct slice name)
{
	return read_bytes(to, elf, elf_file_find(elf, name));
}

/* The part of the file that is loaded from an address on; false if none is. */
static bool find_loaded(const struct elf_file *elf, uint64_t address, struct elf_section *part)
{
	size_t i;

	for (i = 0; i < elf->segment_count; i++) {
		const struct elf_segment *segment = &elf->segments[i];
		const uint64_t skipped = address - segment->address;

		if (segment->type == ELF_SEGMENT_LOAD && skipped < segment->size) {
			*part = (struct elf_section){.address = address,
						     .offset = segment->offset + skipped,
						     .size = segment->size - skipped};
			return true;
		}
	}
	return false;
}

/* Programs without names of sections have the linker's table in a segment of its own. */
static bool read_segment(struct source *frames, const struct elf_file *elf)
{
	struct elf_section part;
	uint64_t address;
	size_t i;

	for (i = 0; i < elf->segment_count; i++) {
		const struct elf_segment *segment = &elf->segments[i];

		if (segment->type != ELF_SEGMENT_FRAMES)
			continue;
		part = (struct elf_section){.address = segment->address,
					    .offset = segment->offset,
					    .size = segment->size};
		return read_bytes(&frames->table, elf, &part) &&
		       cfi_index_frames(&frames->table, &address) &&
		       find_loaded(elf, address, &part) && read_bytes(&frames->section, elf, &part);
	}
	return false;
}

static void read_frames(struct source *frames, const struct symbol_search *program)
{
	struct symbol_search search = *program;
	struct elf_file elf;
	bool is_read;

	if (symbol_search_program(&search, &elf) != SYMBOL_FILE_GOOD)
		return;
	is_read = cfi_file_read_section(&frames->section, &elf, SLICE(".eh_frame"));
	if (is_read)
		cfi_file_read_section(&frames->table, &elf, SLICE(".eh_frame_hdr"));
	else
		is_read = read_segment(frames, &elf);
	if (is_read)
		cfi_index_init(&frames->index, &frames->section,
			       frames->table.bytes ? &frames->table : NULL);
	elf_file_close(&elf);
}

/* False if it cannot be decompressed; the section has no bytes then. */
static bool unpack(struct cfi_section *section, const struct elf_file *elf,
		   enum elf_packing packing)
{
	const unsigned char *packed = section->bytes;
	uint64_t left = elf_packed_limit(elf);

	section->bytes = elf_packed_read(
		elf, packing, slice_of((const char *)packed, section->size), &left, &section->size);
	free((void *)(uintptr_t)packed);
	return section->bytes;
}

static bool read_debug_section(struct source *debug, struct elf_file *elf)
{
	enum elf_packing packing;
	const struct elf_section *section = elf_packed_find(elf, SLICE(".debug_frame"), &packing);
	const bool is_read = read_bytes(&debug->section, elf, section) &&
			     (packing == ELF_PLAIN || unpack(&debug->section, elf, packing));

	debug->section.is_debug = true;
	if (is_read)
		cfi_index_init(&debug->index, &debug->section, NULL);
	elf_file_close(elf);
	return is_read;
}

static void read_debug(struct source *debug, const struct symbol_search *program)
{
	struct symbol_search search = *program;
	struct elf_file elf;
	bool found;

	if (symbol_search_program(&search, &elf) != SYMBOL_FILE_GOOD)
		return;
	found = read_debug_section(debug, &elf);
	while (!found && symbol_search_next(&search, &elf))
		found = read_debug_section(debug, &elf);
}

typedef void read_fn(struct source *source, const struct symbol_search *program);

static bool cfi_file_look_up(struct cfi_file *file, struct source *source, read_fn *read,
			     const struct symbol_search *program, uint64_t address,
			     struct cfi_entry *entry)
{
	if (!__atomic_load_n(&source->is_read, __ATOMIC_ACQUIRE)) {
		lock_take(&file->lock);
		if (!source->is_read) {
			read(source, program);
			__atomic_store_n(&source->is_read, true, __ATOMIC_RELEASE);
		}
		lock_leave(&file->lock);
	}
	return source->index.section && cfi_index_find(&source->index, address, entry);
}

bool cfi_file_find(struct cfi_file *file, const struct symbol_search *program, uint64_t address,
		   struct cfi_entry *entry)
{
	return cfi_file_look_up(file, &file->frames, read_frames, program, address, entry) ||
	       cfi_file_look_up(file, &file->debug, read_debug, program, address, entry);
}
