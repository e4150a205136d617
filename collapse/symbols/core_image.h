/* SPDX-License-Identifier: MIT */
/*
 * core_image.h - a core file of Linux (ELF of 64 bits, x86-64 or AArch64): its threads with their
 * registers, the files that were mapped, the memory that was written. Refers to the file's bytes.
 */
#ifndef FLAMBEAU_CORE_IMAGE_H
#define FLAMBEAU_CORE_IMAGE_H

#include "common/base/buf.h"
#include "common/debuginfo/elf_file.h"
#include "common/debuginfo/unwind_row.h"

struct core_thread {
	uint64_t tid;
	unsigned signal; /* that was delivered to it; 0: none */
	struct unwind_registers registers;
};

/* Memory of the process; what was not written has no bytes. */
struct core_segment {
	uint64_t start, end;
	struct slice bytes; /* from `start` on, perhaps less than all */
	bool is_executable;
};

/* A part of a file in memory. */
struct core_map {
	uint64_t start, end;
	uint64_t offset; /* in the file, of `start` */
	struct slice path;
};

struct core_image {
	struct slice bytes;
	const struct unwind_machine *machine;
	struct core_thread *threads; /* the first is the one that died */
	size_t thread_count, thread_cap;
	struct core_segment *segments; /* by address */
	size_t segment_count;
	struct core_map *maps; /* by address */
	size_t map_count;
	uint64_t pid, signal;
	struct slice name, arguments; /* of the process */
	uint64_t headers, vdso; /* addresses of the program's headers, of the vdso; 0: not known */
	uint64_t cut_bytes;     /* that segments have beyond the end of the file */
	uint64_t foreign_notes; /* threads of a size that is not this processor's */
};

/* True if the file begins as a core file does, perhaps one that cannot be read. */
bool core_image_begins(struct slice head);

/* False, with the reason, if it cannot be read; to be closed all the same. */
bool core_image_open(struct core_image *image, struct slice bytes, struct buf *problem);
void core_image_close(struct core_image *image);

/* NULL: the address is in none. */
const struct core_segment *core_segment_find(const struct core_image *image, uint64_t address);
const struct core_map *core_map_find(const struct core_image *image, uint64_t address);

/* Memory from an address on, as far as it was written; empty if it was not. */
struct slice core_memory(const struct core_image *image, uint64_t address);

#endif
