/* SPDX-License-Identifier: MIT */
/* Names of events for which the recording has none, as perf script prints them. */
#include <inttypes.h>

#include "collapse/perfdata/container/recording_state.h"
#include "common/base/buf.h"

static const char *const hardware_names[] = {
	"cycles",
	"instructions",
	"cache-references",
	"cache-misses",
	"branches",
	"branch-misses",
	"bus-cycles",
	"stalled-cycles-frontend",
	"stalled-cycles-backend",
	"ref-cycles",
};

static const char *const software_names[] = {
	"cpu-clock",        "task-clock",   "page-faults",  "context-switches",
	"cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
	"emulation-faults", "dummy",        "bpf-output",   "cgroup-switches",
};

static const char *const cache_names[] = {
	"L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node",
};

/* Names by operation and result: an access, a miss. */
static const char *const cache_operations[][2] = {
	{"loads", "load-misses"},
	{"stores", "store-misses"},
	{"prefetches", "prefetch-misses"},
};

static bool add_known_name(struct buf *out, const struct perfdata_event *event)
{
	const uint32_t config = (uint32_t)event->config; /* above: the kind of processor */
	const unsigned cache = config & 0xFF, operation = config >> 8 & 0xFF,
		       result = config >> 16 & 0xFF;

	switch (event->type) {
	case PERFDATA_HARDWARE:
		if (config >= ARRAY_LEN(hardware_names))
			return false;
		buf_add_text(out, hardware_names[config]);
		return true;
	case PERFDATA_SOFTWARE:
		if (event->config >= ARRAY_LEN(software_names))
			return false;
		buf_add_text(out, software_names[config]);
		return true;
	case PERFDATA_TRACEPOINT: BUF_ADD(out, "unknown:unknown"); return true;
	case PERFDATA_HW_CACHE:
		if (cache >= ARRAY_LEN(cache_names) || operation >= ARRAY_LEN(cache_operations) ||
		    result > 1)
			return false;
		buf_printf(out, "%s-%s", cache_names[cache], cache_operations[operation][result]);
		return true;
	case PERFDATA_RAW: buf_printf(out, "raw 0x%" PRIx64, event->config); return true;
	default: return false;
	}
}

/*
 * Append ":kup": which of kernel, user and hypervisor are counted, if not all; precision; guests
 * alone. That guests are not counted is perf's default before 6.13, and says nothing. Tracepoints
 * have no modifiers.
 */
static void add_modifiers(struct buf *out, const struct perfdata_event *event)
{
	const uint64_t modes = FLAG_EXCLUDE_USER | FLAG_EXCLUDE_KERNEL | FLAG_EXCLUDE_HV;
	const uint64_t flags = event->flags;
	const size_t begin = out->len;
	uint64_t precision = flags >> FLAG_PRECISE_SHIFT & 3;

	if (event->type == PERFDATA_TRACEPOINT)
		return;
	buf_add_char(out, ':');
	if (flags & modes) {
		if (!(flags & FLAG_EXCLUDE_KERNEL))
			buf_add_char(out, 'k');
		if (!(flags & FLAG_EXCLUDE_USER))
			buf_add_char(out, 'u');
		if (!(flags & FLAG_EXCLUDE_HV))
			buf_add_char(out, 'h');
	}
	for (; precision > 0; precision--)
		buf_add_char(out, 'p');
	if (flags & FLAG_EXCLUDE_HOST)
		buf_add_char(out, 'G');
	if (out->len == begin + 1)
		out->len = begin;
}

struct slice recording_make_name(struct arena *memory, const struct perfdata_event *event)
{
	struct buf name = {0};
	struct slice kept;

	if (!add_known_name(&name, event))
		buf_printf(&name, "type %" PRIu32 " config 0x%" PRIx64, event->type, event->config);
	add_modifiers(&name, event);
	kept = arena_copy(memory, buf_slice(&name));
	buf_release(&name);
	return kept;
}
