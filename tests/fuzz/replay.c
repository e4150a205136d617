/* SPDX-License-Identifier: MIT */
/*
 * replay FILE|FOLDER... - run a fuzzer's function on files, with any compiler: what was found
 * once is a test for ever.
 */
#include <dirent.h>
#include <sys/stat.h>

#include "tests/fuzz/fuzz.h"

static size_t replayed;

static void replay_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	uint8_t *data = malloc(1 << 20);
	size_t size;

	if (!file || !data) {
		perror(path);
		exit(1);
	}
	size = fread(data, 1, 1 << 20, file);
	fclose(file);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
	replayed++;
}

static void replay(const char *path)
{
	struct stat status;
	struct dirent *entry;
	char name[4096];
	DIR *folder;

	if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode)) {
		replay_file(path);
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
			replay(name);
	}
	closedir(folder);
}

int main(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++)
		replay(argv[i]);
	printf("%zu inputs\n", replayed);
	return replayed == 0;
}
