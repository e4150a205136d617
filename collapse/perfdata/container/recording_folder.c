/* SPDX-License-Identifier: MIT */
/* perf record --threads: a folder with "data" and, for each thread that read, "data.N". */
#include <dirent.h>
#include <sys/stat.h>

#include "collapse/perfdata/container/recording_state.h"
#include "common/memory/memory.h"
#include "common/text/buf.h"

bool perfdata_is_directory(const char *path)
{
	struct buf full = {0};
	struct stat status;
	bool is = false;

	if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
		buf_printf(&full, "%s/data", path);
		is = stat(full.ptr, &status) == 0 && S_ISREG(status.st_mode);
	}
	buf_release(&full);
	return is;
}

/* "data.12": 12; as perf writes numbers, so not "data.012". */
static bool folder_number_of(struct slice name, unsigned *number)
{
	uint64_t value;

	if (!slice_skip(&name, SLICE("data.")) || !slice_to_u64(name, &value) ||
	    value > UINT32_MAX || (name.len > 1 && name.ptr[0] == '0'))
		return false;
	*number = (unsigned)value;
	return true;
}

static int by_number(const void *a, const void *b)
{
	const unsigned *first = a, *second = b;

	return (*first > *second) - (*first < *second);
}

bool recording_names_read(struct recording_names *names, const char *path)
{
	DIR *folder = opendir(path);
	const struct dirent *entry;
	unsigned number;

	if (!folder)
		return false;
	while ((entry = readdir(folder)) != NULL) {
		if (!folder_number_of(slice_from(entry->d_name), &number))
			continue;
		names->numbers = memory_grow(names->numbers, &names->capacity, names->count + 1,
					     sizeof(*names->numbers));
		names->numbers[names->count++] = number;
	}
	closedir(folder);
	if (names->count > 0)
		qsort(names->numbers, names->count, sizeof(*names->numbers), by_number);
	return true;
}
