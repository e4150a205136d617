/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/cfi_file.h"

#include "common/base/memory.h"
#include "common/base/parallel.h"
#include "common/base/search.h"
#include "common/debuginfo/elf_packed.h"
#include "common/debuginfo/sframe.h"
#include "common/table/hash.h"

/* A row of the linker's table: two numbers of 4 bytes, relative to the table's section. */
enum { ROW = 8, TABLE_VERSION = 1, ROW_ENCODING = 0x3b };

struct cfi_range {
	uint64_t start;
	uint64_t offset; /* of the entry */
};

/* ---- The linker's table ---- */

/* The address of .eh_frame, from .eh_frame_hdr; false: it has none. */
static bool cfi_index_frames(const struct cfi_section *table, uint64_t *address)
{
	struct cfi_reader reader = cfi_reader_at(table, 1);
	const unsigned frames = (unsigned)dwarf_read(&reader.in, 1);

	dwarf_skip(&reader.in, 2);
	*address = cfi_read_pointer(&reader, frames, table->address);
	return !reader.in.failed;
}

/* False: it has another form, which no linker writes. */
static bool open_table(struct cfi_index *index, const struct cfi_section *table)
{
	struct cfi_reader reader = cfi_reader_at(table, 0);
	const uint64_t version = dwarf_read(&reader.in, 1);
	const unsigned frames = (unsigned)dwarf_read(&reader.in, 1);
	const unsigned counts = (unsigned)dwarf_read(&reader.in, 1);
	const unsigned rows = (unsigned)dwarf_read(&reader.in, 1);
	uint64_t count;

	cfi_read_pointer(&reader, frames, table->address);
	count = counts == CFI_POINTER_OMITTED ? 0
					      : cfi_read_pointer(&reader, counts, table->address);
	if (reader.in.failed || version != TABLE_VERSION || rows != ROW_ENCODING || count == 0)
		return false;
	index->table_at = cfi_reader_offset(&reader);
	if (count > (table->size - index->table_at) / ROW)
		count = (table->size - index->table_at) / ROW;
	index->table_count = (size_t)count;
	index->table = table;
	return true;
}

/* The number at an offset that is inside of the table. */
static int32_t cfi_index_number_at(const struct cfi_section *table, size_t offset)
{
	uint32_t number;

	memcpy(&number, table->bytes + offset, sizeof(number));
	if (table->is_big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__))
		number = __builtin_bswap32(number);
	return (int32_t)number;
}

static bool search_table(const struct cfi_index *index, uint64_t address, uint64_t *offset)
{
	const struct cfi_section *table = index->table;
	const int64_t relative = (int64_t)(address - table->address);
	size_t low = 0, high = index->table_count;

	SEARCH(low, high, at, cfi_index_number_at(table, index->table_at + at * ROW) <= relative);
	if (low == 0)
		return false;
	*offset = table->address +
		  (uint64_t)(int64_t)cfi_index_number_at(table,
							 index->table_at + low * ROW - ROW / 2) -
		  index->section->address;
	return true;
}

/* ---- An index of our own ---- */

static void read_ranges(struct cfi_index *index)
{
	struct cfi_entry entry;
	enum cfi_found found;
	uint64_t offset = 0, at = 0;
	size_t cap = 0;

	while ((found = cfi_entry_next(index->section, &offset, &entry)) != CFI_NOTHING) {
		if (found == CFI_FUNCTION) {
			MEMORY_ROOM(index->ranges, index->count, cap);
			index->ranges[index->count++] = (struct cfi_range){entry.start, at};
		}
		at = offset;
	}
	SORT(index->ranges, index->count, u64_compare_pairs);
}

static bool search_ranges(const struct cfi_index *index, uint64_t address, uint64_t *offset)
{
	const size_t i = SEARCH_UP_TO(index->ranges, index->count, start, address);

	if (i == 0)
		return false;
	*offset = index->ranges[i - 1].offset;
	return true;
}

/* ---- Both ---- */

size_t cfi_index_init(struct cfi_index *index, const struct cfi_section *section,
		      const struct cfi_section *table)
{
	*index = (struct cfi_index){.section = section};
	if (table && open_table(index, table))
		return index->table_count;
	read_ranges(index);
	return index->count;
}

void cfi_index_release(struct cfi_index *index)
{
	free(index->ranges);
	*index = (struct cfi_index){.section = NULL};
}

bool cfi_index_find(const struct cfi_index *index, uint64_t address, struct cfi_entry *entry)
{
	uint64_t offset;

	if (!(index->table ? search_table(index, address, &offset)
			   : search_ranges(index, address, &offset)))
		return false;
	return cfi_entry_next(index->section, &offset, entry) == CFI_FUNCTION &&
	       address >= entry->start && address < entry->end;
}

/*
 * A dump does not say for which address its .eh_frame was written. perf and the compilers that are
 * made for it (Python, V8) lay out the code, up to a multiple of 8 bytes, .eh_frame, .eh_frame_hdr:
 * perf inject writes such files, and pointers relative to themselves lead back to the code. Where
 * they lead elsewhere, the entry that describes the code, by its length or as the first one, says
 * how far off they are.
 */

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

/* A section and an index of it. */
struct source {
	bool is_read;    /* atomic; the others are const afterwards */
	unsigned unread; /* version of a .sframe section that is not used; 0: there is none */
	struct cfi_section section, table;
	struct cfi_index index;
};

enum { BLOCK = 1 << 14, BLOCKS = 1 << 12 };

/* BLOCK bytes of the program, from a virtual address on, which is a multiple of BLOCK. */
struct code_block {
	uint64_t address;
	size_t start, end; /* those that the file has, one range */
	unsigned char *bytes;
};

struct cfi_file {
	struct lock lock;
	struct source frames;    /* .eh_frame */
	struct source debug;     /* .debug_frame */
	struct source sframe;    /* .sframe, as .debug_frame */
	struct id_things blocks; /* code_block, by their addresses; under the lock */
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
	size_t i;

	if (!file)
		return;
	cfi_file_release(&file->frames);
	cfi_file_release(&file->debug);
	cfi_file_release(&file->sframe);
	for (i = 0; i < file->blocks.ids.count; i++)
		free(((struct code_block *)(void *)file->blocks.things)[i].bytes);
	id_things_release(&file->blocks);
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

static void read_sframe(struct source *source, const struct symbol_search *program)
{
	struct symbol_search search = *program;
	struct cfi_section section;
	struct elf_file elf;
	struct buf converted = {0};

	if (symbol_search_program(&search, &elf) != SYMBOL_FILE_GOOD)
		return;
	if (elf.word == 8 && cfi_file_read_section(&section, &elf, SLICE(".sframe"))) {
		if (!sframe_is_known(&section)) {
			source->unread = sframe_version(&section);
		} else if (sframe_convert(&section, &converted) > 0) {
			unsigned char *bytes = memory_get(converted.len);

			memcpy(bytes, converted.ptr, converted.len);
			source->section = section;
			source->section.bytes = bytes;
			source->section.size = converted.len;
			source->section.is_debug = true;
			cfi_index_init(&source->index, &source->section, NULL);
		}
		free((void *)(uintptr_t)section.bytes);
	}
	buf_release(&converted);
	elf_file_close(&elf);
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
	       cfi_file_look_up(file, &file->debug, read_debug, program, address, entry) ||
	       cfi_file_look_up(file, &file->sframe, read_sframe, program, address, entry);
}

unsigned cfi_file_unread(const struct cfi_file *file)
{
	return __atomic_load_n(&file->sframe.is_read, __ATOMIC_ACQUIRE) ? file->sframe.unread : 0;
}

/* ---- Code ---- */

/* Read what one segment has of a block. */
static void read_block(struct code_block *block, const struct symbol_search *program)
{
	struct symbol_search search = *program;
	struct elf_file elf;
	size_t i;

	if (symbol_search_program(&search, &elf) != SYMBOL_FILE_GOOD)
		return;
	for (i = 0; i < elf.segment_count && block->end == 0; i++) {
		const struct elf_segment *segment = &elf.segments[i];
		const uint64_t past = block->address > segment->address
					      ? block->address - segment->address
					      : 0;
		const uint64_t start = past > 0 ? 0 : segment->address - block->address;
		uint64_t size = BLOCK - start;

		if (segment->type != ELF_SEGMENT_LOAD || !segment->is_executable ||
		    start >= BLOCK || past >= segment->size)
			continue;
		if (size > segment->size - past)
			size = segment->size - past;
		if (!block->bytes)
			block->bytes = memory_get(BLOCK);
		if (!elf_file_get(&elf, block->bytes + start, size, segment->offset + past))
			continue;
		block->start = (size_t)start;
		block->end = (size_t)(start + size);
	}
	elf_file_close(&elf);
}

/* NULL: there are too many. */
static const struct code_block *code_block_at(struct cfi_file *file,
					      const struct symbol_search *program, uint64_t address)
{
	struct code_block *block = id_things_find(&file->blocks, address, sizeof(*block));

	if (block || file->blocks.ids.count == BLOCKS)
		return block;
	block = id_things_of(&file->blocks, address, sizeof(*block));
	block->address = address;
	read_block(block, program);
	return block;
}

bool cfi_file_code(struct cfi_file *file, const struct symbol_search *program, uint64_t address,
		   unsigned char *to, size_t size)
{
	bool good = address >= size;

	lock_take(&file->lock);
	for (address -= size; good && size > 0;) {
		const size_t at = (size_t)(address % BLOCK);
		const size_t part = size < BLOCK - at ? size : BLOCK - at;
		const struct code_block *block = code_block_at(file, program, address - at);

		good = block && at >= block->start && at + part <= block->end;
		if (good)
			memcpy(to, block->bytes + at, part);
		address += part;
		to += part;
		size -= part;
	}
	lock_leave(&file->lock);
	return good;
}
