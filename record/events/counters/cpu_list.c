/* SPDX-License-Identifier: MIT */
#include "record/events/counters/cpu_list.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "common/base/memory.h"

enum { MOST_CPUS = 65536 };

/* "8", "0-3" */
static bool parse_range(struct slice text, bool *is_in)
{
	struct slice last = text, first;
	uint64_t from, to;

	if (!slice_cut(&last, '-', &first))
		first = last;
	if (!slice_to_u64(slice_trim(first), &from) || !slice_to_u64(slice_trim(last), &to) ||
	    from > to || to >= MOST_CPUS)
		return false;
	for (; from <= to; from++)
		is_in[from] = true;
	return true;
}

bool cpu_list_parse(struct cpu_list *list, struct slice text)
{
	bool *is_in = memory_clear(MOST_CPUS, sizeof(*is_in));
	struct slice rest = text, part;
	bool good = true;
	size_t i;

	*list = (struct cpu_list){NULL, 0};
	while (good && slice_cut(&rest, ',', &part))
		good = parse_range(part, is_in);
	good = good && parse_range(rest, is_in);
	for (i = 0; good && i < MOST_CPUS; i++)
		list->count += is_in[i];
	if (good) {
		size_t next = 0;

		list->at = memory_get(list->count * sizeof(*list->at));
		for (i = 0; i < MOST_CPUS; i++) {
			if (is_in[i])
				list->at[next++] = (unsigned)i;
		}
	}
	free(is_in);
	return good;
}

/* CPUs by their number alone, where /sys is hidden, as in some containers. */
static bool count_online(struct cpu_list *list)
{
	const long count = sysconf(_SC_NPROCESSORS_ONLN);
	size_t i;

	if (count < 1)
		return false;
	list->count = (size_t)count;
	list->at = memory_get(list->count * sizeof(*list->at));
	for (i = 0; i < list->count; i++)
		list->at[i] = (unsigned)i;
	return true;
}

bool cpu_list_online(struct cpu_list *list)
{
	char text[4096];
	int fd = open("/sys/devices/system/cpu/online", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, text, sizeof(text)) : -1;
	struct slice line;

	*list = (struct cpu_list){NULL, 0};
	if (fd >= 0)
		close(fd);
	if (n < 0)
		return count_online(list);
	line = slice_of(text, (size_t)n);
	slice_drop(&line, SLICE("\n"));
	errno = EINVAL;
	return cpu_list_parse(list, line);
}

bool cpu_list_has(const struct cpu_list *list, unsigned cpu)
{
	size_t i;

	for (i = 0; i < list->count; i++) {
		if (list->at[i] == cpu)
			return true;
	}
	return false;
}
