/* SPDX-License-Identifier: MIT */
#include "record/events/sample_event.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <unistd.h>

#include "common/base/nearest.h"
#include "common/base/system.h"

struct event_row {
	const char *name;
	uint32_t type;
	uint64_t config;
};

static const struct event_row rows[] = {
	{"cpu-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
	{"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
	{"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
	{"cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},
	{"cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
	{"branch-instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
	{"branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
	{"branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
	{"bus-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES},
	{"stalled-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND},
	{"stalled-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND},
	{"ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES},
	{"cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK},
	{"task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
	{"page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
	{"faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
	{"minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN},
	{"major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ},
	{"context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
	{"cs", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
	{"cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
	{"migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
	{"alignment-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS},
	{"emulation-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_EMULATION_FAULTS},
};

/* A word of a name, and what it adds to `config`. */
struct event_part {
	const char *word;
	uint64_t bits;
};

static const struct event_part caches[] = {
	{"L1-dcache-", PERF_COUNT_HW_CACHE_L1D}, {"L1-icache-", PERF_COUNT_HW_CACHE_L1I},
	{"LLC-", PERF_COUNT_HW_CACHE_LL},        {"dTLB-", PERF_COUNT_HW_CACHE_DTLB},
	{"iTLB-", PERF_COUNT_HW_CACHE_ITLB},     {"branch-", PERF_COUNT_HW_CACHE_BPU},
	{"node-", PERF_COUNT_HW_CACHE_NODE},
};

#define ACCESS(operation, result)                                                                  \
	(PERF_COUNT_HW_CACHE_OP_##operation << 8 | PERF_COUNT_HW_CACHE_RESULT_##result << 16)

static const struct event_part accesses[] = {
	{"loads", ACCESS(READ, ACCESS)},          {"load-misses", ACCESS(READ, MISS)},
	{"stores", ACCESS(WRITE, ACCESS)},        {"store-misses", ACCESS(WRITE, MISS)},
	{"prefetches", ACCESS(PREFETCH, ACCESS)}, {"prefetch-misses", ACCESS(PREFETCH, MISS)},
};

static bool sample_event_find_row(struct sample_event *event, struct slice name)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		if (!slice_equal(name, slice_from(rows[i].name)))
			continue;
		event->type = rows[i].type;
		event->config = rows[i].config;
		return true;
	}
	return false;
}

/* "LLC-load-misses": the cache, then the access. */
static bool find_cache(struct sample_event *event, struct slice name)
{
	size_t i, j;

	for (i = 0; i < ARRAY_LEN(caches); i++) {
		struct slice rest = name;

		if (!slice_skip(&rest, slice_from(caches[i].word)))
			continue;
		for (j = 0; j < ARRAY_LEN(accesses); j++) {
			if (!slice_equal(rest, slice_from(accesses[j].word)))
				continue;
			event->type = PERF_TYPE_HW_CACHE;
			event->config = caches[i].bits | accesses[j].bits;
			return true;
		}
	}
	return false;
}

/* "r1a8": the number of an event in the manual of the processor. */
static bool find_raw(struct sample_event *event, struct slice name)
{
	if (!slice_skip(&name, SLICE("r")) || !slice_is_hex(name) || name.len > 16)
		return false;
	event->type = PERF_TYPE_RAW;
	event->config = 0;
	for (; name.len > 0; name = slice_tail(name, 1))
		event->config = event->config << 4 | char_hex_value(name.ptr[0]);
	return true;
}

static bool is_modifier(char c)
{
	return c == 'u' || c == 'k' || c == 'h' || c == 'p';
}

/*
 * Letters after the last colon: what is to be counted, everything where none of u, k, h is given.
 */
static void take_modifiers(struct sample_event *event, struct slice letters)
{
	bool user = false, kernel = false, hypervisor = false;

	for (; letters.len > 0; letters = slice_tail(letters, 1)) {
		user |= letters.ptr[0] == 'u';
		kernel |= letters.ptr[0] == 'k';
		hypervisor |= letters.ptr[0] == 'h';
		event->precise += letters.ptr[0] == 'p';
	}
	if (user || kernel || hypervisor) {
		event->exclude_user = !user;
		event->exclude_kernel = !kernel;
		event->exclude_hypervisor = !hypervisor;
	}
}

static bool is_tracepoint_char(char c)
{
	return char_is_word(c) || c == '-' || c == '.';
}

/* The number in "FOLDER/events/GROUP/NAME/id"; 0 or the errno. */
static int sample_event_read_id(const char *folder, struct slice group, struct slice name,
				uint64_t *id)
{
	struct buf path = {0};
	struct slice line;
	char text[32];
	int error;

	buf_printf(&path, "%s/events/%.*s/%.*s/id", folder, SLICE_ARG(group), SLICE_ARG(name));
	error = file_start(buf_cstring(&path), text, sizeof(text), &line) ? 0 : errno;
	slice_drop(&line, SLICE("\n"));
	if (error == 0 && !slice_to_u64(line, id))
		error = EIO;
	buf_release(&path);
	return error;
}

/* "sched:sched_switch" */
static bool find_tracepoint(struct sample_event *event, struct slice name, const char *tracing,
			    struct buf *problem)
{
	const char *const folders[] = {tracing ? tracing : "/sys/kernel/tracing",
				       tracing ? tracing : "/sys/kernel/debug/tracing"};
	struct slice rest = name, group;
	int error = ENOENT;
	bool is_there = false;
	size_t i;

	if (!slice_cut(&rest, ':', &group) || group.len == 0 || rest.len == 0 ||
	    !slice_all(group, is_tracepoint_char) || !slice_all(rest, is_tracepoint_char) ||
	    group.ptr[0] == '.' || rest.ptr[0] == '.')
		return false;
	event->type = PERF_TYPE_TRACEPOINT;
	event->group = group;
	event->point = rest;
	for (i = 0; i < ARRAY_LEN(folders) && error != 0; i++) {
		struct buf events = {0};

		buf_printf(&events, "%s/events", folders[i]);
		is_there |= access(buf_cstring(&events), F_OK) == 0;
		buf_release(&events);
		if (error != EACCES)
			error = sample_event_read_id(folders[i], group, rest, &event->config);
		if (error == 0)
			event->tracefs = folders[i];
	}
	if (error == EACCES)
		buf_add_text(problem, "only root may read the tracepoints of /sys/kernel/tracing");
	else if (error != 0 && is_there)
		buf_add_text(problem,
			     "the kernel has no such tracepoint; /sys/kernel/tracing/events "
			     "has a folder for each");
	else if (error != 0)
		buf_add_text(problem, "tracepoints need tracefs; as root: mount -t tracefs tracefs "
				      "/sys/kernel/tracing");
	event->is_hidden = error == EACCES || (error != 0 && !is_there);
	return error == 0;
}

bool sample_event_find(struct sample_event *event, struct slice name, const char *tracing,
		       struct buf *problem)
{
	size_t colon = slice_rfind(name, ':');
	struct slice base = name;

	*event = (struct sample_event){.name = name};
	if (colon != SLICE_NONE && colon + 1 < name.len &&
	    slice_all(slice_tail(name, colon + 1), is_modifier)) {
		base = slice_head(name, colon);
		take_modifiers(event, slice_tail(name, colon + 1));
	}
	if (sample_event_find_row(event, base) || find_cache(event, base) ||
	    find_raw(event, base) || find_tracepoint(event, base, tracing, problem))
		return true;
	if (problem->len == 0) {
		struct nearest nearest = nearest_to(base);
		size_t i;

		for (i = 0; i < ARRAY_LEN(rows); i++)
			nearest_offer(&nearest, slice_from(rows[i].name));
		buf_add_text(problem, "no such event");
		nearest_add(problem, &nearest, "");
		buf_add_text(problem, "; the manual page lists them");
	}
	return false;
}

bool sample_event_is_tracepoint(const struct sample_event *event)
{
	return event->type == PERF_TYPE_TRACEPOINT;
}
