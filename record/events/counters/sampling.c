/* SPDX-License-Identifier: MIT */
#include "record/events/counters/sampling.h"

#include <time.h>

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

static uint64_t sample_type(const struct sampling *sampling)
{
	uint64_t type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
			PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN;

	if (sampling->has_ids)
		type |= PERF_SAMPLE_IDENTIFIER;
	if (sampling->dump > 0)
		type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
	return type;
}

static void set_rate(struct perf_event_attr *attr, const struct sampling *sampling,
		     const struct sample_event *event)
{
	if (sampling->period > 0) {
		attr->sample_period = sampling->period;
	} else if (sample_event_is_tracepoint(event) && !sampling->has_rate) {
		attr->sample_period = 1;
	} else {
		attr->freq = 1;
		attr->sample_freq = sampling->frequency;
	}
}

struct perf_event_attr sampling_attr(const struct sampling *sampling,
				     const struct sample_event *event, bool is_first)
{
	struct perf_event_attr attr = {.type = event->type,
				       .size = SAMPLING_ATTR,
				       .config = event->config,
				       .sample_type = sample_type(sampling),
				       .disabled = 1,
				       .inherit = sampling->inherits,
				       .enable_on_exec = sampling->begins_by_exec,
				       .sample_id_all = 1,
				       .watermark = 1};

	set_rate(&attr, sampling, event);
	if (sample_event_is_tracepoint(event))
		attr.sample_type |= PERF_SAMPLE_RAW; /* its fields: tracing_data.h */
	attr.precise_ip = (event->precise > 0 ? event->precise : sampling->precise) & 3;
	attr.exclude_user = event->exclude_user || sampling->only_kernel;
	attr.exclude_kernel = event->exclude_kernel || sampling->only_user;
	attr.exclude_hv = event->exclude_hypervisor || sampling->only_user;
	attr.exclude_callchain_kernel = sampling->only_user;
	if (sampling->dump > 0) {
		attr.sample_regs_user = REGISTERS;
		attr.sample_stack_user = sampling->dump;
		attr.exclude_callchain_user = 1;
	}
	attr.use_clockid = 1; /* a clock that this process can read, too */
	attr.clockid = CLOCK_MONOTONIC;
	if (sampling->has_switches)
		attr.context_switch = is_first;
	if (is_first) {
		attr.mmap = attr.mmap2 = attr.comm = attr.comm_exec = attr.task = 1;
		attr.build_id = sampling->has_build_ids;
		attr.ksymbol = sampling->has_symbols;
	}
	return attr;
}

size_t sampling_trailer(const struct sampling *sampling)
{
	return 24 + (sampling->has_ids ? 8 : 0); /* TID, TIME, CPU, IDENTIFIER */
}
