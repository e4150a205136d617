/* SPDX-License-Identifier: MIT */
/*
 * fuzz.h - helpers of fuzzers: readers take files, libFuzzer gives bytes.
 */
#ifndef FLAMBEAU_FUZZ_H
#define FLAMBEAU_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/base/buf.h"

/* One input, called by libFuzzer or by replay.c. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Called by them before, if the fuzzer has it. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* A name for a file of this process, in memory where the system has such a place. */
static inline struct slice fuzz_path(const char *name)
{
	static char paths[4][64];
	static size_t used;
	char *path = paths[used++ % ARRAY_LEN(paths)];
	const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";

	snprintf(path, sizeof(paths[0]), "%s/flambeau-fuzz-%ld-%s", folder, (long)getpid(), name);
	return slice_from(path);
}

static inline void fuzz_write(struct slice path, const uint8_t *data, size_t size)
{
	FILE *file = fopen(path.ptr, "wb");

	if (!file || (size > 0 && fwrite(data, 1, size, file) != size) || fclose(file) != 0)
		abort();
}

/* The file's bytes; nothing where there is no file. */
static inline struct buf fuzz_read(struct slice path)
{
	struct buf buf = {0};
	FILE *file = fopen(path.ptr, "rb");
	size_t n;

	if (!file)
		return buf;
	do {
		n = fread(buf_reserve(&buf, 65536), 1, 65536, file);
		buf.len += n;
	} while (n > 0);
	fclose(file);
	return buf;
}

static inline void fuzz_check_same(struct slice a, struct slice b)
{
	struct buf first = fuzz_read(a), second = fuzz_read(b);

	if (!slice_equal(buf_slice(&first), buf_slice(&second)))
		abort();
	buf_release(&first);
	buf_release(&second);
}

#endif
