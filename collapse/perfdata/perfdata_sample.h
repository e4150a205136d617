/* SPDX-License-Identifier: MIT */
/*
 * perfdata_sample.h - the fields of a sample, and the trailer of other records (sample_id).
 */
#ifndef FLAMBEAU_PERFDATA_SAMPLE_H
#define FLAMBEAU_PERFDATA_SAMPLE_H

#include "collapse/perfdata/recording.h"

/* misc & 7 of a record, and what context markers of a chain set */
enum perfdata_mode {
	PERFDATA_MODE_UNKNOWN,
	PERFDATA_MODE_KERNEL,
	PERFDATA_MODE_USER,
	PERFDATA_MODE_HYPERVISOR,
	PERFDATA_MODE_GUEST_KERNEL,
	PERFDATA_MODE_GUEST_USER,
};

/* A decoded sample. Arrays stay in the record: pointers to numbers for perfdata_u64(). */
struct perfdata_sample {
	uint64_t id, ip, time, period;
	uint32_t pid, tid, cpu;
	enum perfdata_mode mode; /* of the ip */
	bool has_tid, has_time, has_cpu, has_period, has_chain, has_ip;

	const char *chain; /* chain_count numbers */
	uint64_t chain_count;

	const char *read; /* the field READ, and its bytes; NULL without */
	size_t read_size;

	const char *raw; /* raw_size bytes of a tracepoint; NULL without */
	uint32_t raw_size;

	const char *branches; /* branch_count times from, to, flags */
	uint64_t branch_count;

	uint64_t user_abi;     /* 0: no registers */
	const char *user_regs; /* one number for each bit of event->regs_user */
	const char *user_stack;
	uint64_t
		user_stack_room; /* bytes of the copy, of which those from user_stack_size on are not valid */
	uint64_t user_stack_size; /* bytes that are valid, from the stack pointer on */

	bool has_calls; /* callers are call sites, not return addresses; set by the unwinder, too */
	bool is_cut;    /* outermost callers are missing; set by the unwinder, as the next one */
	bool is_begun;  /* those of the function that began the thread are */
	bool is_interrupted; /* is_cut, and what is missing was interrupted by a signal */
	size_t unwound;      /* unwound frames at the chain's end; set by the unwinder */
	uint64_t cgroup;
};

/* A sample of one member of a group read together ({a,b}:S), in place of the sample itself. */
struct perfdata_member {
	const struct perfdata_event *event;
	uint64_t period; /* by how much its value has grown; never 0 */
};

enum perfdata_decoded {
	PERFDATA_GOOD,
	PERFDATA_NO_EVENT, /* no attribute has its id */
	PERFDATA_DAMAGED,  /* fields beyond its end */
};

/* Decode a PERFDATA_SAMPLE record. On PERFDATA_GOOD `*event` is set. Any thread may call. */
enum perfdata_decoded perfdata_sample_decode(const struct perfdata *recording,
					     const struct perfdata_record *record,
					     const struct perfdata_event **event,
					     struct perfdata_sample *sample);

/* Only what a first pass needs: event, time, mode, has_time. Cheap. */
enum perfdata_decoded perfdata_sample_glance(const struct perfdata *recording,
					     const struct perfdata_record *record,
					     const struct perfdata_event **event,
					     struct perfdata_sample *sample);

/* Event and thread of a sample; false: it is damaged, or has none. Cheap. */
bool perfdata_sample_thread(const struct perfdata *recording, const struct perfdata_record *record,
			    const struct perfdata_event **event, uint32_t *pid, uint32_t *tid);

/*
 * The trailer of another record of the kernel (sample_id_all): time, pid, tid, cpu, id, as far as
 * the recording has them. `*rest` is the body without them. Without a trailer all are false and
 * `*rest` is the whole body.
 */
void perfdata_trailer(const struct perfdata *recording, const struct perfdata_record *record,
		      struct perfdata_sample *trailer, struct slice *rest);

#endif
