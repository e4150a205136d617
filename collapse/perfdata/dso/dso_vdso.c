/* SPDX-License-Identifier: MIT */
/* The kernel maps the vdso, an ELF file without a path, into every process: we have a copy, too. */
#define _GNU_SOURCE /* memfd_create */
#include "collapse/perfdata/dso/dso_table.h"

#ifdef __linux__

#include <elf.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

enum { VDSO_LARGEST = 1 << 20 };

/* The table of sections ends it. 0: not of our words' size. */
static size_t size_of(const unsigned char *bytes)
{
	Elf64_Ehdr header;
	uint64_t size;

	memcpy(&header, bytes, sizeof(header));
	if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64)
		return 0;
	size = header.e_shoff + (uint64_t)header.e_shnum * header.e_shentsize;
	return size <= VDSO_LARGEST ? (size_t)size : 0;
}

int dso_vdso_copy(void)
{
	const uintptr_t address = (uintptr_t)getauxval(AT_SYSINFO_EHDR);
	const unsigned char *bytes = (const unsigned char *)address;
	const size_t size = address != 0 ? size_of(bytes) : 0;
	int fd;

	if (size == 0)
		return -1;
	fd = memfd_create("vdso", MFD_CLOEXEC);
	if (fd >= 0 && write(fd, bytes, size) != (ssize_t)size) {
		close(fd);
		fd = -1;
	}
	return fd;
}

#else

int dso_vdso_copy(void)
{
	return -1;
}

#endif
