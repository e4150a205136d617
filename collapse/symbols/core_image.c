/* SPDX-License-Identifier: MIT */
/*
 * The notes of a core file are those of elf(5) and core(5); layouts of their structs are of
 * <sys/procfs.h> and <asm/ptrace.h>.
 */
#include "collapse/symbols/core_image.h"

#include "common/base/memory.h"
#include "common/base/search.h"

enum {
	ELF_TYPE_CORE = 4,
	NOTE_PRSTATUS = 1,
	NOTE_PRPSINFO = 3,
	NOTE_AUXV = 6,
	NOTE_FILE = 0x46494c45,
	NOTE_SIGINFO = 0x53494749,
	AUXV_HEADERS = 3,
	AUXV_VDSO = 33,
};

/* The registers of struct elf_prstatus, by DWARF numbers. */
static const uint8_t core_registers_x86[] = {15,
					     14,
					     13,
					     12,
					     6,
					     3,
					     11,
					     10,
					     9,
					     8,
					     0,
					     2,
					     1,
					     4,
					     5,
					     UNWIND_NO_REGISTER,
					     16,
					     UNWIND_NO_REGISTER,
					     UNWIND_NO_REGISTER,
					     7};

static uint64_t core_number(struct slice bytes, size_t at, unsigned size)
{
	return at <= bytes.len && size <= bytes.len - at
		       ? slice_load_bytes(bytes.ptr + at, size, false)
		       : 0;
}

bool core_image_begins(struct slice head)
{
	return slice_starts(head, SLICE("\177ELF")) && head.len >= 18 &&
	       core_number(head, head.ptr[5] == 2 ? 17 : 16, 1) == ELF_TYPE_CORE;
}

/* ---- Notes ---- */

static void core_see_thread(struct core_image *image, struct slice status)
{
	const bool is_x86 = image->machine->pc == 16;
	struct core_thread *thread;
	unsigned i;

	if (status.len != (is_x86 ? 336 : 392)) {
		image->foreign_notes++;
		return;
	}
	MEMORY_ROOM(image->threads, image->thread_count, image->thread_cap);
	thread = &image->threads[image->thread_count++];
	*thread = (struct core_thread){.tid = core_number(status, 32, 4),
				       .signal = (unsigned)core_number(status, 12, 2)};
	for (i = 0; i < (is_x86 ? ARRAY_LEN(core_registers_x86) : 33); i++) {
		const unsigned number = !is_x86 ? i == 32 ? image->machine->pc : i
						: core_registers_x86[i];

		if (number != UNWIND_NO_REGISTER)
			unwind_set(&thread->registers, number, core_number(status, 112 + 8 * i, 8));
	}
}

/* Text up to the first zero, or the end. */
static struct slice core_text(struct slice bytes)
{
	const size_t end = slice_find(bytes, '\0');

	return end == SLICE_NONE ? bytes : slice_head(bytes, end);
}

static void core_see_process(struct core_image *image, struct slice info)
{
	if (info.len < 136)
		return;
	image->pid = core_number(info, 24, 4);
	image->name = core_text(slice_of(info.ptr + 40, 16));
	image->arguments = slice_trim(core_text(slice_of(info.ptr + 56, 80)));
}

/* Maps come first, then their names, each with a zero at its end. */
static void core_see_files(struct core_image *image, struct slice files)
{
	const uint64_t count = core_number(files, 0, 8), page = core_number(files, 8, 8);
	struct slice names;
	size_t i;

	if (files.len < 16 || count > (files.len - 16) / 24 || image->maps)
		return;
	names = slice_tail(files, 16 + 24 * (size_t)count);
	image->maps = memory_get((size_t)(count + 1) * sizeof(*image->maps));
	for (i = 0; i < count && names.len > 0; i++) {
		const size_t at = 16 + 24 * i;
		struct core_map map = {.start = core_number(files, at, 8),
				       .end = core_number(files, at + 8, 8),
				       .offset = core_number(files, at + 16, 8) * page,
				       .path = core_text(names)};

		names = slice_tail(names, map.path.len + (map.path.len < names.len));
		if (map.start < map.end)
			image->maps[image->map_count++] = map;
	}
}

static void core_see_auxv(struct core_image *image, struct slice vector)
{
	size_t at;

	for (at = 0; at + 16 <= vector.len; at += 16) {
		if (core_number(vector, at, 8) == AUXV_HEADERS)
			image->headers = core_number(vector, at + 8, 8);
		else if (core_number(vector, at, 8) == AUXV_VDSO)
			image->vdso = core_number(vector, at + 8, 8);
	}
}

static void core_see_note(struct core_image *image, uint64_t type, struct slice bytes)
{
	switch (type) {
	case NOTE_PRSTATUS: core_see_thread(image, bytes); break;
	case NOTE_PRPSINFO: core_see_process(image, bytes); break;
	case NOTE_FILE: core_see_files(image, bytes); break;
	case NOTE_AUXV: core_see_auxv(image, bytes); break;
	case NOTE_SIGINFO:
		image->signal = image->signal ? image->signal : core_number(bytes, 0, 4);
		break;
	}
}

/* Name and bytes of a note are padded. */
static void core_read_notes(struct core_image *image, struct slice notes, uint64_t align)
{
	const uint64_t mask = align == 8 ? 7 : 3;

	while (notes.len >= 12) {
		const uint64_t name = (core_number(notes, 0, 4) + 12 + mask) & ~mask;
		const uint64_t size = core_number(notes, 4, 4);
		const uint64_t next = (name + size + mask) & ~mask;

		if (name + size > notes.len)
			break;
		if (slice_starts(slice_tail(notes, 12), SLICE("CORE")))
			core_see_note(image, core_number(notes, 8, 4),
				      slice_of(notes.ptr + name, (size_t)size));
		notes = slice_tail(notes, next < notes.len ? (size_t)next : notes.len);
	}
}

/* ---- The file ---- */

/* A segment's bytes, as far as the file has them. */
static struct slice core_part(struct core_image *image, const struct elf_segment *segment)
{
	const uint64_t left = segment->offset < image->bytes.len
				      ? image->bytes.len - segment->offset
				      : 0;
	const uint64_t size = segment->size < left ? segment->size : left;

	image->cut_bytes += segment->size - size;
	return size > 0 ? slice_of(image->bytes.ptr + segment->offset, (size_t)size) : SLICE("");
}

static void core_see_segment(struct core_image *image, const struct elf_segment *segment)
{
	struct core_segment *into = &image->segments[image->segment_count];
	const struct slice bytes = core_part(image, segment);

	if (segment->memory_size == 0 || segment->memory_size > UINT64_MAX - segment->address)
		return;
	*into = (struct core_segment){
		.start = segment->address,
		.end = segment->address + segment->memory_size,
		.bytes = bytes,
		.is_executable = segment->is_executable,
	};
	image->segment_count++;
}

/* The notes' alignment is in the program headers: 56 bytes each, from the offset at byte 32 on. */
static uint64_t core_align_of(const struct core_image *image, size_t index)
{
	return core_number(image->bytes, (size_t)core_number(image->bytes, 32, 8) + 56 * index + 48,
			   8);
}

static void core_read(struct core_image *image, const struct elf_file *elf)
{
	size_t i, left = image->bytes.len;

	image->segments = memory_get((elf->segment_count + 1) * sizeof(*image->segments));
	for (i = 0; i < elf->segment_count; i++) {
		const struct elf_segment *segment = &elf->segments[i];

		if (segment->type == ELF_SEGMENT_LOAD)
			core_see_segment(image, segment);
		else if (segment->type == ELF_SEGMENT_NOTE) {
			struct slice notes = core_part(image, segment);

			/* any number of segments may be of the same bytes */
			notes = slice_head(notes, notes.len < left ? notes.len : left);
			left -= notes.len;
			core_read_notes(image, notes, core_align_of(image, i));
		}
	}
	SORT(image->segments, image->segment_count, u64_compare_pairs);
	SORT(image->maps, image->map_count, u64_compare_pairs);
}

bool core_image_open(struct core_image *image, struct slice bytes, struct buf *problem)
{
	struct elf_file elf;

	*image = (struct core_image){.bytes = bytes};
	if (!core_image_begins(bytes) || !elf_file_open_bytes(&elf, bytes)) {
		buf_add_text(problem, "no core file");
		return false;
	}
	if (elf.word == 8 && !elf.is_big_endian)
		image->machine = elf.machine == ELF_X86_64
					 ? unwind_machine_find(SLICE("x86_64"), UNWIND_ABI_64)
				 : elf.machine == ELF_AARCH64
					 ? unwind_machine_find(SLICE("aarch64"), UNWIND_ABI_64)
					 : NULL;
	if (image->machine)
		core_read(image, &elf);
	else
		buf_printf(
			problem,
			"a core file of a processor whose stacks are not read (ELF machine %u, %u "
			"bits): x86-64 and AArch64 are",
			elf.machine, 8 * elf.word);
	elf_file_close(&elf);
	if (image->machine && image->thread_count == 0)
		buf_add_text(problem, "a core file without threads");
	return image->thread_count > 0;
}

void core_image_close(struct core_image *image)
{
	free(image->threads);
	free(image->segments);
	free(image->maps);
	*image = (struct core_image){.pid = 0};
}

const struct core_segment *core_segment_find(const struct core_image *image, uint64_t address)
{
	const size_t after = SEARCH_UP_TO(image->segments, image->segment_count, start, address);

	return after > 0 && address < image->segments[after - 1].end ? &image->segments[after - 1]
								     : NULL;
}

const struct core_map *core_map_find(const struct core_image *image, uint64_t address)
{
	const size_t after = SEARCH_UP_TO(image->maps, image->map_count, start, address);

	return after > 0 && address < image->maps[after - 1].end ? &image->maps[after - 1] : NULL;
}

struct slice core_memory(const struct core_image *image, uint64_t address)
{
	const struct core_segment *segment = core_segment_find(image, address);

	return segment && address - segment->start < segment->bytes.len
		       ? slice_tail(segment->bytes, (size_t)(address - segment->start))
		       : SLICE("");
}
