/* SPDX-License-Identifier: MIT */
#include "record/events/counters/refusal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

static bool refusal_read_file(const char *path, char *text, size_t size, struct slice *found)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, text, size) : -1;

	if (fd >= 0)
		close(fd);
	*found = slice_of(text, n > 0 ? (size_t)n : 0);
	slice_drop(found, SLICE("\n"));
	return n > 0;
}

/* "Seccomp:	2" of proc(5): a filter is installed. */
static bool has_filter(void)
{
	char text[8192];
	struct slice rest, line;

	refusal_read_file("/proc/self/status", text, sizeof(text), &rest);
	while (slice_line(&rest, &line)) {
		if (slice_skip(&line, SLICE("Seccomp:")))
			return slice_equal(slice_trim(line), SLICE("2"));
	}
	return false;
}

/* The parameter of getrlimit() is an int in some libraries, an enumeration in others. */
static uint64_t most(int got, const struct rlimit *limit)
{
	return got == 0 ? (uint64_t)limit->rlim_cur : UINT64_MAX;
}

void refusal_look(struct refusal *refusal)
{
	struct rlimit limit;
	char text[64];
	struct slice found;
	uint64_t value;

	refusal->paranoid = REFUSAL_NO_LEVEL;
	if (refusal_read_file("/proc/sys/kernel/perf_event_paranoid", text, sizeof(text), &found)) {
		const bool negative = slice_skip(&found, SLICE("-"));

		if (slice_to_u64(found, &value) && value < 10)
			refusal->paranoid = negative ? -(int)value : (int)value;
	}
	refusal->ring_memory = 0;
	if (refusal_read_file("/proc/sys/kernel/perf_event_mlock_kb", text, sizeof(text), &found) &&
	    slice_to_u64(found, &value) && value < UINT64_MAX / 1024)
		refusal->ring_memory = value * 1024;
	refusal->is_filtered = has_filter();
	refusal->is_root = geteuid() == 0;
	refusal->most_descriptors = most(getrlimit(RLIMIT_NOFILE, &limit), &limit);
	refusal->locked_memory = most(getrlimit(RLIMIT_MEMLOCK, &limit), &limit);
}

/* "WHAT; as root: sysctl ..." `enough` is the level that allows it. */
static void refusal_add_level(struct buf *line, const struct refusal *refusal, const char *what,
			      int enough)
{
	buf_printf(line,
		   "kernel.perf_event_paranoid is %d: %s; as root: sysctl "
		   "kernel.perf_event_paranoid=%d",
		   refusal->paranoid, what, enough);
}

static void add_permission(struct buf *line, const struct refusal *refusal)
{
	const int level = refusal->paranoid;

	if (refusal->error == EPERM && refusal->is_filtered)
		buf_add_text(line,
			     "a filter of system calls (seccomp), as containers have, forbids "
			     "perf_event_open: start the container with --cap-add=PERFMON "
			     "and a seccomp profile that allows it");
	else if (refusal->is_tracepoint && !refusal->is_root && level > -1)
		refusal_add_level(line, refusal, "users may not record tracepoints", -1);
	else if (refusal->scope == REFUSAL_MACHINE && !refusal->is_root && level > 0)
		refusal_add_level(line, refusal, "users may not record all that runs", 0);
	else if (!refusal->is_root && level > 2)
		refusal_add_level(line, refusal, "users may not record",
				  refusal->needs_kernel ? 1 : 2);
	else if (refusal->needs_kernel && !refusal->is_root && level > 1)
		refusal_add_level(line, refusal, "users may not record what happens in the kernel",
				  1);
	else if (refusal->scope == REFUSAL_PROCESS)
		buf_add_text(line, "the process belongs to another user, or has more privileges: "
				   "record it as root");
	else
		buf_printf(line,
			   "the kernel refuses perf_event_open (%s): run this as root, or with "
			   "the capability CAP_PERFMON",
			   strerror(refusal->error));
}

static void add_descriptors(struct buf *line, const struct refusal *refusal)
{
	buf_printf(line,
		   "this takes a file descriptor for each thread, CPU and event, %llu in all, and "
		   "the limit is %llu: ulimit -n %llu raises it; or record some threads (-t), some "
		   "CPUs (-C), or all that runs (-a)",
		   (unsigned long long)refusal->descriptors,
		   (unsigned long long)refusal->most_descriptors,
		   (unsigned long long)refusal->descriptors + 64);
}

void refusal_explain(struct buf *line, const struct refusal *refusal)
{
	switch (refusal->error) {
	case EACCES:
	case EPERM: add_permission(line, refusal); return;
	case ENOSYS:
		buf_add_text(line, "this kernel has no perf_event_open, or a sandbox hides it: "
				   "flamegraph-record --profiler=sampler needs none");
		return;
	case EMFILE: add_descriptors(line, refusal); return;
	case ENFILE:
		buf_add_text(line, "the machine is out of file descriptors: as root raise "
				   "fs.file-max by sysctl");
		return;
	case ENOENT:
	case ENODEV:
	case EOPNOTSUPP:
		buf_printf(line,
			   "event '%.*s' does not exist on this machine (most virtual machines "
			   "have no hardware events); -e cpu-clock always works",
			   SLICE_ARG(refusal->event));
		return;
	case EBUSY:
		buf_printf(line, "event '%.*s' is in use by another profiler",
			   SLICE_ARG(refusal->event));
		return;
	case ESRCH: buf_add_text(line, "the process has ended"); return;
	default:
		buf_printf(line, "event '%.*s' cannot be recorded: %s", SLICE_ARG(refusal->event),
			   strerror(refusal->error));
	}
}

void refusal_explain_ring(struct buf *line, const struct refusal *refusal)
{
	if (refusal->error == EPERM)
		buf_printf(line,
			   "no buffer may be locked in memory: users have %llu KiB a CPU (sysctl "
			   "kernel.perf_event_mlock_kb) and %llu KiB more (ulimit -l), which other "
			   "recordings share: end them, or raise one of the two",
			   (unsigned long long)refusal->ring_memory / 1024,
			   (unsigned long long)refusal->locked_memory / 1024);
	else if (refusal->error == EMFILE)
		add_descriptors(line, refusal);
	else
		buf_printf(line, "no buffer for events: %s", strerror(refusal->error));
}
