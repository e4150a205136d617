/* SPDX-License-Identifier: MIT */
#include "common/base/system.h"

#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "common/base/context.h"
#include "common/system/os.h"

COLD uint64_t clock_nanoseconds(clockid_t clock)
{
	struct timespec time;

	if (clock_gettime(clock, &time) != 0)
		return 0;
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

COLD double clock_seconds(void)
{
	return (double)clock_nanoseconds(CLOCK_MONOTONIC) / 1e9;
}

/* SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014). */
static uint64_t next_guessable(uint64_t *state)
{
	uint64_t value = *state += UINT64_C(0x9e3779b97f4a7c15);

	value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
	return value ^ value >> 31;
}

static void fill_guessable(unsigned char *bytes, size_t size)
{
	struct timespec now = {0};
	uint64_t state;
	size_t i;

	clock_gettime(CLOCK_REALTIME, &now);
	state = (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
	state ^= (uint64_t)(uintptr_t)&now << 20 ^ (uint64_t)getpid() << 48;
	for (i = 0; i < size; i++)
		bytes[i] = (unsigned char)(next_guessable(&state) >> 56);
}

COLD bool random_secret(void *bytes, size_t size)
{
	return size <= OS_ENTROPY && os_entropy(bytes, size);
}

COLD void random_fill(void *bytes, size_t size)
{
	unsigned char *at = bytes;
	size_t part;

	for (; size > 0; at += part, size -= part) {
		part = os_random(at, size);
		if (part == 0) {
			fill_guessable(at, size);
			return;
		}
	}
}

COLD bool file_start(const char *path, char *bytes, size_t size, struct slice *found)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	const ssize_t n = fd >= 0 ? read(fd, bytes, size) : -1;

	*found = slice_of(bytes, n > 0 ? (size_t)n : 0);
	if (fd >= 0)
		close(fd);
	return n >= 0;
}

enum { CAP_SYS_ADMIN_BIT = 21, CAP_PERFMON_BIT = 38 };

static bool is_of_machine(void)
{
	FILE *map = fopen("/proc/self/uid_map", "re");
	unsigned long inside, outside = 0, count = UINT32_MAX;
	int fields;

	if (!map)
		return false;
	/* the first user in here, who that is outside, how many */
	fields = fscanf(map, "%lu %lu %lu", &inside, &outside, &count);
	fclose(map);
	return fields == 3 && outside == 0 && count == UINT32_MAX;
}

COLD bool user_has_perfmon(void)
{
	FILE *status = fopen("/proc/self/status", "re");
	unsigned long long capabilities = 0;
	char line[256];

	if (!status)
		return false;
	while (fgets(line, sizeof(line), status) &&
	       sscanf(line, "CapEff: %llx", &capabilities) != 1) {
	}
	fclose(status);
	return (capabilities >> CAP_SYS_ADMIN_BIT & 1 || capabilities >> CAP_PERFMON_BIT & 1) &&
	       is_of_machine();
}

const char *const terminal_when_names[] = {"auto", "always", "never", NULL};

COLD struct slice terminal_environment(const char *name)
{
	const char *value = getenv(name);

	return slice_from(value ? value : "");
}

COLD bool terminal_shows(int fd)
{
	return !context()->hosted && isatty(fd);
}

COLD bool terminal_is(int fd)
{
	struct slice kind = terminal_environment("TERM");

	return terminal_shows(fd) && kind.len > 0 && !slice_equal(kind, SLICE("dumb"));
}

COLD size_t terminal_columns(int fd, uint64_t wanted)
{
	uint64_t columns = wanted;

	if (columns == 0 && !slice_to_u64(terminal_environment("COLUMNS"), &columns))
		columns = 0;
	if (columns == 0 && terminal_shows(fd))
		columns = os_columns(fd);
	if (columns == 0)
		columns = TERMINAL_COLUMNS;
	if (columns < TERMINAL_LEAST)
		columns = TERMINAL_LEAST;
	return columns > TERMINAL_MOST ? TERMINAL_MOST : (size_t)columns;
}
