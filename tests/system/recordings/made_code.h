/* SPDX-License-Identifier: MIT */
/*
 * made_code.h - code that a program makes itself: a loop that counts down. x86-64.
 */
#ifndef FLAMBEAU_MADE_CODE_H
#define FLAMBEAU_MADE_CODE_H

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef void made_fn(unsigned long count);

/* mov rcx, rdi; loop: dec rcx; jnz loop; ret */
static const unsigned char made_code[] = {0x48, 0x89, 0xf9, 0x48, 0xff, 0xc9, 0x75, 0xfb, 0xc3};

/* NULL: no memory. */
static inline made_fn *make_code(void)
{
	void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	made_fn *made;

	if (page == MAP_FAILED)
		return NULL;
	memcpy(page, made_code, sizeof(made_code));
	memcpy(&made, &page, sizeof(made));
	return made;
}

/* Call the code by a name in the process's perf map; -1: the map cannot be written. */
static inline int name_code(made_fn *made, const char *name)
{
	char path[64];
	FILE *map;

	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	map = fopen(path, "w");
	if (!map)
		return -1;
	fprintf(map, "%lx %zx %s\n", (unsigned long)made, sizeof(made_code), name);
	return fclose(map);
}

#endif
