/* SPDX-License-Identifier: MIT */
/*
 * replay [--mutate COUNT HEADER] FILE|FOLDER... - run a fuzzer's function on files, with any
 * compiler: an input that once failed is tested for ever. Then on COUNT damaged inputs made of
 * the files, each after HEADER random bytes, which is what the function chooses options by.
 */
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutations.h"

#pragma weak LLVMFuzzerInitialize

enum {
	FILES_MAX = 4096,
	HEADER_MAX = sizeof(uint64_t),
};

static struct bytes files[FILES_MAX];
static size_t count;

static void read_all(const char *path)
{
	struct stat status;
	struct dirent *entry;
	char name[4096];
	DIR *folder;

	if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode)) {
		if (count == FILES_MAX)
			exit(1);
		files[count++] = mutations_read(path);
		return;
	}
	folder = opendir(path);
	if (!folder) {
		perror(path);
		exit(1);
	}
	while ((entry = readdir(folder)) != NULL) {
		snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
		if (entry->d_name[0] != '.')
			read_all(name);
	}
	closedir(folder);
}

/* In memory of its own size, so that a sanitizer sees each byte that is read beyond it. */
static void test(const char *header, size_t header_len, struct bytes bytes)
{
	uint8_t *data = malloc(header_len + bytes.len + 1);

	if (!data)
		exit(1);
	memcpy(data, header, header_len);
	memcpy(data + header_len, bytes.ptr, bytes.len);
	LLVMFuzzerTestOneInput(data, header_len + bytes.len);
	free(data);
}

static void test_mutated(uint64_t inputs, size_t header_len)
{
	struct bytes bytes = {malloc(MUTATED_SIZE_MAX), 0};
	char header[HEADER_MAX];
	uint64_t number, random;

	if (!bytes.ptr || header_len > HEADER_MAX)
		exit(1);
	for (number = 0; number < inputs; number++) {
		random = mutations_make(&bytes, files, count, number);
		memcpy(header, &random, sizeof(random));
		test(header, header_len, bytes);
	}
	free(bytes.ptr);
}

int main(int argc, char **argv)
{
	uint64_t inputs = 0;
	size_t header_len = 0, i;
	int arg = 1;

	if (LLVMFuzzerInitialize)
		LLVMFuzzerInitialize(&argc, &argv);
	if (argc > 3 && strcmp(argv[1], "--mutate") == 0) {
		inputs = strtoull(argv[2], NULL, 10);
		header_len = (size_t)strtoull(argv[3], NULL, 10);
		arg = 4;
	}
	for (; arg < argc; arg++)
		read_all(argv[arg]);
	for (i = 0; i < count; i++)
		test("", 0, files[i]);
	if (count > 0)
		test_mutated(inputs, header_len);
	printf("%zu inputs, %" PRIu64 " damaged\n", count, inputs);
	for (i = 0; i < count; i++)
		free(files[i].ptr);
	return count == 0;
}
