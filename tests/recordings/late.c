/* SPDX-License-Identifier: MIT */
/*
 * late SECONDS - runs code that it makes itself, and says only at its end what the code is called.
 * x86-64.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* mov rcx, rdi; loop: dec rcx; jnz loop; ret */
static const unsigned char code[] = {0x48, 0x89, 0xf9, 0x48, 0xff, 0xc9, 0x75, 0xfb, 0xc3};

typedef void made_fn(unsigned long count);

int main(int argc, char **argv)
{
	const time_t end = time(NULL) + (argc > 1 ? atoi(argv[1]) : 1);
	void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char path[64];
	made_fn *made;
	FILE *map;

	if (page == MAP_FAILED)
		return 1;
	memcpy(page, code, sizeof(code));
	memcpy(&made, &page, sizeof(made));
	while (time(NULL) < end)
		made(10000000);
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	map = fopen(path, "w");
	if (!map)
		return 1;
	fprintf(map, "%lx %zx made_late\n", (unsigned long)page, sizeof(code));
	return fclose(map) == 0 ? 0 : 1;
}
