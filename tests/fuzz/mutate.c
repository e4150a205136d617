/* SPDX-License-Identifier: MIT */
/*
 * mutate DIR FIRST COUNT FILE... - write COUNT damaged inputs made of FILEs as DIR/000000 and on.
 *
 * Inputs are numbered from FIRST, so that a batch can be repeated alone.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/mutations.h"

static void write_file(const char *name, struct bytes bytes)
{
	FILE *file = fopen(name, "wb");

	if (!file || fwrite(bytes.ptr, 1, bytes.len, file) != bytes.len || fclose(file) != 0) {
		perror(name);
		exit(1);
	}
}

int main(int argc, char **argv)
{
	struct bytes *files, bytes = {malloc(MUTATED_SIZE_MAX), 0};
	uint64_t number, first, end;
	size_t count = argc > 4 ? (size_t)argc - 4 : 0, i;
	char name[4096];

	if (count == 0) {
		fprintf(stderr, "usage: mutate DIR FIRST COUNT FILE...\n");
		return 2;
	}
	files = calloc(count, sizeof(*files));
	if (!files || !bytes.ptr)
		return 1;
	for (i = 0; i < count; i++)
		files[i] = mutations_read(argv[4 + i]);

	first = strtoull(argv[2], NULL, 10);
	end = first + strtoull(argv[3], NULL, 10);
	for (number = first; number < end; number++) {
		mutations_make(&bytes, files, count, number);
		snprintf(name, sizeof(name), "%s/%06" PRIu64, argv[1], number);
		write_file(name, bytes);
	}
	for (i = 0; i < count; i++)
		free(files[i].ptr);
	free(files);
	free(bytes.ptr);
	return 0;
}
