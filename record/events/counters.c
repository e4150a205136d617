/* SPDX-License-Identifier: MIT */
#include "record/events/counters.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "common/base/memory.h"
#include "common/base/system.h"

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

bool cpu_list_online(struct cpu_list *list)
{
	char text[4096];
	struct slice line;

	*list = (struct cpu_list){NULL, 0};
	if (!file_start("/sys/devices/system/cpu/online", text, sizeof(text), &line)) {
		/* CPUs by their number alone, where /sys is hidden, as in some containers. */
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

/* "Seccomp:	2" of proc(5): a filter is installed. */
static bool has_filter(void)
{
	char text[8192];
	struct slice rest, line;

	file_start("/proc/self/status", text, sizeof(text), &rest);
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
	if (file_start("/proc/sys/kernel/perf_event_paranoid", text, sizeof(text), &found)) {
		const bool negative = slice_skip(&found, SLICE("-"));

		slice_drop(&found, SLICE("\n"));
		if (slice_to_u64(found, &value) && value < 10)
			refusal->paranoid = negative ? -(int)value : (int)value;
	}
	refusal->ring_memory = 0;
	if (file_start("/proc/sys/kernel/perf_event_mlock_kb", text, sizeof(text), &found) &&
	    slice_drop(&found, SLICE("\n")) && slice_to_u64(found, &value) &&
	    value < UINT64_MAX / 1024)
		refusal->ring_memory = value * 1024;
	refusal->is_filtered = has_filter();
	refusal->has_perfmon = user_has_perfmon();
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
	else if (refusal->is_tracepoint && !refusal->has_perfmon && level > -1)
		refusal_add_level(line, refusal, "users may not record tracepoints", -1);
	else if (refusal->scope == REFUSAL_MACHINE && !refusal->has_perfmon && level > 0)
		refusal_add_level(line, refusal, "users may not record all that runs", 0);
	else if (!refusal->has_perfmon && level > 2)
		refusal_add_level(line, refusal, "users may not record",
				  refusal->needs_kernel ? 1 : 2);
	else if (refusal->needs_kernel && !refusal->has_perfmon && level > 1)
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

/* The registers that unwinding takes (asm/perf_regs.h). */
#if defined(__x86_64__)
#define REGISTERS                                                                                  \
	UINT64_C(0xff0fff) /* all but the segments ds, es, fs, gs, which cannot be asked for */
#elif defined(__aarch64__)
#define REGISTERS UINT64_C(0x1ffffffff) /* x0 to x30, sp, pc */
#else
#define REGISTERS UINT64_C(0)
#endif

bool sampling_can_dump(void)
{
	return REGISTERS != 0;
}

static uint64_t sample_type(const struct sampling *sampling, uint32_t dump)
{
	uint64_t type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
			PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN;

	if (sampling->has_ids)
		type |= PERF_SAMPLE_IDENTIFIER;
	if (dump > 0)
		type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
	return type;
}

/*
 * Ask for callers in records of their own (PERF_RECORD_CALLCHAIN_DEFERRED), of which one event of a
 * ring is the source. Headers of older kernels lack the two bits, defer_callchain and defer_output.
 */
static void set_deferred(struct perf_event_attr *attr, bool is_source)
{
	enum { FLAGS = 40 }; /* bytes before the bit fields */
	uint64_t flags;

	memcpy(&flags, (const char *)attr + FLAGS, sizeof(flags));
	flags |= UINT64_C(1) << 38 | (uint64_t)is_source << 39;
	memcpy((char *)attr + FLAGS, &flags, sizeof(flags));
}

enum { READ_LOST = 1 << 4 }; /* PERF_FORMAT_LOST, which older headers lack */

bool sampling_maps_data(const struct sampling *sampling)
{
	return sampling->dump > 0 && !sampling->walks;
}

struct perf_event_attr sampling_attr(const struct sampling *sampling,
				     const struct sample_event *event, bool is_first)
{
	/* what happens to threads, in the kernel alone: the sampled kernel is not meant */
	const bool is_change = sampling->is_wall && !is_first;
	const bool is_waking = is_change && sample_event_is_tracepoint(event);
	const uint32_t dump = !is_change ? sampling->dump : is_waking ? 0 : sampling->switch_dump;
	struct perf_event_attr attr = {.type = event->type,
				       .size = SAMPLING_ATTR,
				       .config = event->config,
				       .sample_type = sample_type(sampling, dump),
				       .disabled = 1,
				       .inherit = sampling->inherits,
				       .enable_on_exec = sampling->begins_by_exec,
				       .sample_id_all = 1,
				       .watermark = 1};

	if (event->least_thread > 0) {
		attr.disabled = attr.disabled && !attr.enable_on_exec; /* it sees no exec */
		attr.enable_on_exec = 0;
	}
	if (is_change) {
		attr.sample_period = 1;
		attr.sample_type &= ~(uint64_t)PERF_SAMPLE_PERIOD;
	} else if (sampling->period > 0) {
		attr.sample_period = sampling->period;
	} else if (sample_event_is_tracepoint(event) && !sampling->has_rate) {
		attr.sample_period = 1;
	} else {
		attr.freq = 1;
		attr.sample_freq = sampling->frequency;
	}
	if (sample_event_is_tracepoint(event))
		attr.sample_type |= PERF_SAMPLE_RAW; /* its fields: preamble.c */
	if (!is_change)
		attr.precise_ip = (event->precise > 0 ? event->precise : sampling->precise) & 3;
	attr.exclude_user = event->exclude_user || sampling->only_kernel;
	attr.exclude_kernel = event->exclude_kernel || (sampling->only_user && !is_change);
	attr.exclude_hv = event->exclude_hypervisor || sampling->only_user;
	/* the user's part tells who wakes; the kernel's would be a sixth of the recording (fp) */
	attr.exclude_callchain_kernel = sampling->only_user || is_waking;
	if (dump > 0) {
		attr.sample_regs_user = REGISTERS;
		attr.sample_stack_user = dump;
		attr.exclude_callchain_user = !sampling->walks;
	}
	if (sampling->has_losses)
		attr.read_format = READ_LOST;
	attr.use_clockid = 1; /* a clock that this process can read, too */
	attr.clockid = CLOCK_MONOTONIC;
	if (sampling->defers)
		set_deferred(&attr, is_first);
	if (sampling->has_switches)
		attr.context_switch = is_first;
	if (is_first) {
		attr.mmap = attr.mmap2 = attr.comm = attr.comm_exec = attr.task = 1;
		attr.mmap_data = sampling_maps_data(sampling);
		attr.ksymbol = sampling->has_symbols;
	}
	return attr;
}

size_t sampling_trailer(const struct sampling *sampling)
{
	return 24 + (sampling->has_ids ? 8 : 0); /* TID, TIME, CPU, IDENTIFIER */
}

/* Map `size` bytes, a power of two and at least a page, for an open event. 0, or errno. */
static int event_ring_open(struct event_ring *ring, int fd, uint64_t size)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	void *memory = mmap(NULL, (size_t)(page + size), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	*ring = (struct event_ring){.fd = fd, .size = size};
	if (memory == MAP_FAILED)
		return errno;
	ring->page = memory;
	ring->data = (unsigned char *)memory + page;
	return 0;
}

bool event_ring_look(struct event_ring *ring)
{
	/* Records are complete up to data_head; it must be read before they are. */
	ring->head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
	return ring->head != ring->tail;
}

static const unsigned char *at(const struct event_ring *ring, uint64_t position)
{
	return ring->data + (position & (ring->size - 1));
}

static uint64_t word_at(const struct event_ring *ring, uint64_t position)
{
	uint64_t word;

	memcpy(&word, at(ring, position), sizeof(word));
	return word;
}

uint64_t event_ring_word(const struct event_ring *ring, uint64_t offset)
{
	return word_at(ring, ring->tail + offset);
}

/* Records begin at multiples of 8, so a header does not wrap around. */
static struct perf_event_header header_at(const struct event_ring *ring, uint64_t position)
{
	struct perf_event_header header;

	memcpy(&header, at(ring, position), sizeof(header));
	return header;
}

struct perf_event_header event_ring_header(const struct event_ring *ring)
{
	return header_at(ring, ring->tail);
}

/*
 * Where perf_event_open(2) puts the time of a record: in the trailer after 8 bytes, in a sample
 * after header, id, ip, pid and tid, which are as long as a trailer without its last word.
 */
static uint64_t ring_time(const struct event_ring *ring, uint64_t position, size_t trailer)
{
	const struct perf_event_header header = header_at(ring, position);

	return word_at(ring,
		       position + (header.type == PERF_RECORD_SAMPLE ? trailer
								     : header.size - trailer + 8));
}

uint64_t event_ring_time(const struct event_ring *ring, size_t trailer)
{
	return ring_time(ring, ring->tail, trailer);
}

void event_ring_count(struct event_ring *ring, struct event_tally *tally, size_t trailer)
{
	uint64_t position = ring->tail, last = ring->head;

	while (position < ring->head) {
		struct perf_event_header header = header_at(ring, position);

		if (header.type == PERF_RECORD_SAMPLE) {
			tally->samples++;
		} else if (header.type == PERF_RECORD_SWITCH ||
			   header.type == PERF_RECORD_SWITCH_CPU_WIDE) {
			tally->switches++;
		} else if (header.type == PERF_RECORD_LOST) {
			const uint64_t after = ring_time(ring, position, trailer);

			if (last < ring->head)
				ring->time = ring_time(ring, last, trailer);
			tally->lost += word_at(ring, position + 16);
			ring->lost += word_at(ring, position + 16);
			if (ring->time > 0 && after > ring->time)
				tally->gaps += after - ring->time;
		} else if (header.type == PERF_RECORD_LOST_SAMPLES) {
			tally->lost += word_at(ring, position + 8);
		} else if (header.type == PERF_RECORD_THROTTLE) {
			tally->throttled++;
		}
		if (header.size < sizeof(header))
			break; /* the kernel writes none; without this a bug of it is an endless loop */
		last = position;
		position += header.size;
	}
	if (last < ring->head)
		ring->time = ring_time(ring, last, trailer);
}

uint64_t event_ring_until(const struct event_ring *ring, uint32_t type)
{
	struct perf_event_header header;
	uint64_t position;

	for (position = ring->tail; position < ring->head; position += header.size) {
		header = header_at(ring, position);
		if (header.size < sizeof(header))
			break; /* as above */
		if (header.type == type)
			return position - ring->tail;
	}
	return ring->head - ring->tail;
}

int event_ring_parts(const struct event_ring *ring, uint64_t length, struct iovec parts[2])
{
	const uint64_t start = ring->tail & (ring->size - 1);
	const uint64_t first = length < ring->size - start ? length : ring->size - start;

	parts[0] = (struct iovec){ring->data + start, (size_t)first};
	parts[1] = (struct iovec){ring->data, (size_t)(length - first)};
	return first < length ? 2 : 1;
}

const unsigned char *event_ring_record(const struct event_ring *ring, unsigned char *spare)
{
	const uint64_t size = event_ring_header(ring).size;
	const uint64_t start = ring->tail & (ring->size - 1);
	const uint64_t first = ring->size - start;

	if (size <= first)
		return ring->data + start;
	memcpy(spare, ring->data + start, (size_t)first);
	memcpy(spare + first, ring->data, (size_t)(size - first));
	return spare;
}

void event_ring_skip(struct event_ring *ring, uint64_t size)
{
	ring->tail += size;
}

void event_ring_release(struct event_ring *ring)
{
	/* The records have been read before the kernel sees the new tail. */
	__atomic_store_n(&ring->page->data_tail, ring->tail, __ATOMIC_RELEASE);
}

enum { LEAST_RING = 1 << 15 }; /* bytes: half a recorded stack of 64 KiB, a few hundred samples */

struct opening {
	struct counters *counters;
	const struct counters_wish *wish;
	struct sampling *sampling;
	struct refusal *refusal;
};

static int open_event(struct perf_event_attr *attr, pid_t task, unsigned cpu)
{
	return (int)syscall(SYS_perf_event_open, attr, task, (int)cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

/* True if the recording can do with less. */
static bool can_do_with_less(const struct opening *opening, int error)
{
	const struct refusal *refusal = opening->refusal;
	struct sampling *sampling = opening->sampling;

	if (error == EINVAL || error == EOPNOTSUPP || error == E2BIG) {
		/*
		 * Give up one feature that the kernel or the processor may lack. False if none is
		 * left.
		 */
		if (sampling->defers)
			sampling->defers = false;
		else if (sampling->has_losses)
			sampling->has_losses = false;
		else if (sampling->precise > 0)
			sampling->precise = 0;
		else if (sampling->has_symbols)
			sampling->has_symbols = false;
		else if (sampling->walks && sampling->dump > 0)
			sampling->walks = false;
		else
			return false;
		return true;
	}
	if ((error != EACCES && error != EPERM) || refusal->needs_kernel || sampling->only_user ||
	    sampling->only_kernel || refusal->paranoid != 2 || refusal->scope == REFUSAL_MACHINE)
		return false;
	sampling->only_user = true;
	return true;
}

/* The first descriptor of all decides what the others are asked for. */
static int open_first(const struct opening *opening, size_t event, pid_t task)
{
	const struct counters_wish *wish = opening->wish;

	for (;;) {
		struct perf_event_attr attr = sampling_attr(opening->sampling, &wish->events[event],
							    event == 0);
		int fd = open_event(&attr, task, wish->cpus->at[0]);

		if (fd >= 0 || !can_do_with_less(opening, errno))
			return fd;
	}
}

static void counters_add(struct counters *counters, int fd, size_t event)
{
	MEMORY_ROOM(counters->at, counters->count, counters->cap);
	counters->at[counters->count++] = (struct counter){fd, event};
}

/* Open one event on one CPU. Tasks that have ended meanwhile are ignored. */
static bool open_tasks(const struct opening *opening, size_t event, size_t cpu)
{
	const struct counters_wish *wish = opening->wish;
	size_t i;

	for (i = 0; i < wish->task_count; i++) {
		const bool is_first = event == 0 && opening->counters->count == 0;
		struct perf_event_attr attr = sampling_attr(opening->sampling, &wish->events[event],
							    event == 0);
		int fd = is_first ? open_first(opening, event, wish->tasks[i])
				  : open_event(&attr, wish->tasks[i], wish->cpus->at[cpu]);

		if (fd < 0 && errno == ESRCH)
			continue;
		if (fd < 0) {
			opening->refusal->error = errno;
			opening->refusal->event = wish->events[event].name;
			return false;
		}
		counters_add(opening->counters, fd, event);
	}
	return true;
}

/* Open an event for all that runs on one CPU; threads before `least_thread` do not matter. */
static bool open_wide(const struct opening *opening, size_t index, size_t cpu)
{
	const struct sample_event *event = &opening->wish->events[index];
	struct perf_event_attr attr = sampling_attr(opening->sampling, event, false);
	const int fd = open_event(&attr, -1, opening->wish->cpus->at[cpu]);
	char filter[64];

	if (fd < 0) {
		opening->refusal->error = errno;
		opening->refusal->event = event->name;
		return false;
	}
	snprintf(filter, sizeof(filter), "pid >= %llu", (unsigned long long)event->least_thread);
	ioctl(fd, PERF_EVENT_IOC_SET_FILTER, filter); /* without it there is more to read */
	counters_add(opening->counters, fd, index);
	opening->counters->lasting++;
	return true;
}

/* Map a ring for the descriptor, as large as the limits allow. 0, or errno. */
static int map_ring(struct counters *counters, struct event_ring *ring, int fd)
{
	int error;

	while ((error = event_ring_open(ring, fd, counters->ring_size)) == EPERM &&
	       counters->ring_size > LEAST_RING)
		counters->ring_size /= 2;
	return error;
}

/* The counters from `first` on are of one CPU. */
static int share_ring(struct counters *counters, size_t first)
{
	struct event_ring *ring = &counters->rings[counters->ring_count];
	int error;
	size_t i;

	if (first == counters->count)
		return 0;
	error = map_ring(counters, ring, counters->at[first].fd);
	if (error != 0)
		return error;
	counters->ring_count++;
	for (i = first + 1; i < counters->count; i++) {
		if (ioctl(counters->at[i].fd, PERF_EVENT_IOC_SET_OUTPUT, ring->fd) != 0)
			return errno;
	}
	return 0;
}

/* As many descriptors as the user may have. */
static void raise_limit(const struct opening *opening)
{
	struct refusal *refusal = opening->refusal;
	struct rlimit limit;

	refusal->descriptors = opening->wish->event_count * opening->wish->cpus->count *
			       opening->wish->task_count;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	refusal->most_descriptors = limit.rlim_max;
}

enum counters_result counters_open(struct counters *counters, const struct counters_wish *wish,
				   struct sampling *sampling, struct refusal *refusal)
{
	const struct opening opening = {counters, wish, sampling, refusal};
	size_t cpu, event;

	*counters = (struct counters){.ring_size = wish->ring_size};
	counters->rings = memory_clear(wish->cpus->count, sizeof(*counters->rings));
	raise_limit(&opening);
	for (cpu = 0; cpu < wish->cpus->count; cpu++) {
		const size_t first = counters->count;

		for (event = 0; event < wish->event_count; event++) {
			if (wish->events[event].least_thread > 0
				    ? !open_wide(&opening, event, cpu)
				    : !open_tasks(&opening, event, cpu))
				return COUNTERS_NO_EVENT;
		}
		refusal->error = share_ring(counters, first);
		if (refusal->error != 0)
			return COUNTERS_NO_RING;
	}
	refusal->error = ESRCH;
	return counters->count > counters->lasting ? COUNTERS_DONE : COUNTERS_NO_EVENT;
}

void counters_release(struct counters *counters)
{
	size_t i;

	for (i = 0; i < counters->ring_count; i++) {
		struct event_ring *ring = &counters->rings[i];

		if (ring->page)
			munmap(ring->page, (size_t)(ring->data - (unsigned char *)ring->page) +
						   (size_t)ring->size);
		ring->page = NULL;
	}
	for (i = 0; i < counters->count; i++)
		close(counters->at[i].fd);
	free(counters->rings);
	free(counters->at);
	*counters = (struct counters){0};
}

static void control(const struct counters *counters, unsigned long request)
{
	size_t i;

	for (i = 0; i < counters->count; i++)
		ioctl(counters->at[i].fd, request, 0);
}

void counters_enable(const struct counters *counters)
{
	control(counters, PERF_EVENT_IOC_ENABLE);
}

void counters_disable(const struct counters *counters)
{
	control(counters, PERF_EVENT_IOC_DISABLE);
}

uint64_t counters_unsaid(const struct counters *counters, struct event_tally *tally, uint64_t now)
{
	uint64_t all = 0, unsaid;
	size_t i = 0, r;

	for (r = 0; r < counters->ring_count; r++) {
		const struct event_ring *ring = &counters->rings[r];
		uint64_t lost = 0;

		for (; i < counters->count && (r + 1 == counters->ring_count ||
					       counters->at[i].fd != counters->rings[r + 1].fd);
		     i++) {
			uint64_t values[2]; /* occurrences, losses */

			if (read(counters->at[i].fd, values, sizeof(values)) == sizeof(values))
				lost += values[1];
		}
		if (lost > ring->lost && ring->time > 0 && now > ring->time)
			tally->gaps += now - ring->time;
		all += lost;
	}
	unsaid = all > tally->lost ? all - tally->lost : 0;
	tally->lost += unsaid;
	return unsaid;
}

bool counters_id(const struct counter *counter, uint64_t *id)
{
	return ioctl(counter->fd, PERF_EVENT_IOC_ID, id) == 0;
}
