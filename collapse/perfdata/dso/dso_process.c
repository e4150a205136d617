/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/dso/dso_process.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/base/slice.h"

int64_t dso_process_boot(void)
{
#ifdef CLOCK_BOOTTIME
	struct timespec now, up;

	if (clock_gettime(CLOCK_REALTIME, &now) == 0 && clock_gettime(CLOCK_BOOTTIME, &up) == 0)
		return (int64_t)now.tv_sec - (int64_t)up.tv_sec;
#endif
	return 0;
}

/* The start of a file of /proc; empty if it cannot be read. */
static struct slice read_start(const char *path, char *bytes, size_t size)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got;

	if (fd < 0)
		return SLICE("");
	got = read(fd, bytes, size);
	close(fd);
	return slice_of(bytes, got > 0 ? (size_t)got : 0);
}

/* "mnt:[4026531841]" -> 4026531841; 0 if the link cannot be read. */
static uint64_t namespace_of(const char *path)
{
	char link[64];
	const ssize_t got = readlink(path, link, sizeof(link));
	struct slice text = slice_of(link, got > 0 ? (size_t)got : 0);
	uint64_t number;

	return slice_skip(&text, SLICE("mnt:[")) && slice_drop(&text, SLICE("]")) &&
			       slice_to_u64(text, &number)
		       ? number
		       : 0;
}

/* Field 22 of /proc/PID/stat is in ticks since the machine started. */
int64_t dso_process_start(int32_t pid)
{
	enum { FIELDS_AFTER_NAME = 20 }; /* the 22nd, and the name is the second */
	char path[48], bytes[1024];
	const long rate = sysconf(_SC_CLK_TCK);
	struct slice text, word = SLICE("");
	uint64_t ticks;
	size_t name;
	unsigned i;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	text = read_start(path, bytes, sizeof(bytes));
	name = slice_rfind(text, ')'); /* it may contain any byte */
	if (name == SLICE_NONE || rate <= 0)
		return 0;
	text = slice_tail(text, name + 1);
	for (i = 0; i < FIELDS_AFTER_NAME; i++) {
		if (!slice_word(&text, &word))
			return 0;
	}
	return slice_to_u64(word, &ticks) ? dso_process_boot() + (int64_t)(ticks / (uint64_t)rate)
					  : 0;
}

/* "NSpid:\t1201101\t17": the last number; `pid` where there is none. */
static uint32_t innermost_pid(int32_t pid)
{
	char path[48], bytes[4096];
	struct slice text, line, word;
	uint64_t number;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	text = read_start(path, bytes, sizeof(bytes));
	while (slice_line(&text, &line)) {
		if (slice_skip(&line, SLICE("NSpid:")) && slice_last_word(&line, &word) &&
		    slice_to_u64(word, &number) && number <= INT32_MAX)
			return (uint32_t)number;
	}
	return (uint32_t)pid;
}

/* True for threads of the kernel, and for what has ended: its number names another process now. */
static bool has_no_program(int32_t pid)
{
	char path[48], link[1];

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	return readlink(path, link, sizeof(link)) < 0 && errno == ENOENT;
}

bool dso_process_find(int32_t pid, int64_t time, struct dso_process *process)
{
	char path[48];
	struct stat status;
	uint64_t files;

	if (pid <= 0)
		return false;
	snprintf(path, sizeof(path), "/proc/%d", (int)pid);
	if (stat(path, &status) != 0 || has_no_program(pid) ||
	    (time > 0 && dso_process_start(pid) > time))
		return false;
	snprintf(path, sizeof(path), "/proc/%d/ns/mnt", (int)pid);
	files = namespace_of(path);
	*process = (struct dso_process){
		.files = files == namespace_of("/proc/self/ns/mnt") ? 0 : files,
		.pid = innermost_pid(pid),
		.user = (uint32_t)status.st_uid,
	};
	return true;
}

const char *dso_process_root(char *room, int32_t pid)
{
	snprintf(room, DSO_PROCESS_ROOT, "/proc/%d/root", (int)pid);
	return room;
}
