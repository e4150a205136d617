/* SPDX-License-Identifier: MIT */
/* What a whole recording is reported with: messages, the header, statistics. */
#include "collapse/perf/perf_recording_state.h"
#include "collapse/perf/perf_repair.h"
#include "collapse/perf/perf_unwind.h"
#include "common/base/diag.h"
#include "common/cli/thin_stacks.h"

/* Types of AUXTRACE_INFO. */
static const char *trace_name(uint32_t type)
{
	static const char *const names[] = {
		[1] = "Intel PT",        [2] = "Intel BTS",   [3] = "CoreSight",
		[4] = "ARM SPE",         [5] = "s390 CPUMSF", [6] = "HiSilicon PTT",
		[7] = "PowerPC VPA DTL",
	};

	return type < ARRAY_LEN(names) && names[type] ? names[type] : "processor trace";
}

static bool say_trace(const char *name, const struct perfdata *data, uint64_t samples)
{
	const struct perfdata_counts *counts = &perfdata_facts(data)->counts;
	const char *trace = trace_name(counts->aux_type);

	if (counts->aux_bytes == 0)
		return true;
	if (samples == 0 && perfdata_facts(data)->is_simpleperf)
		diag_error_at(CODE_DATA, slice_from(name), 0,
			      "only %s data of simpleperf, of which no stacks are made; simpleperf "
			      "inject makes profiles for compilers of it",
			      trace);
	else if (samples == 0)
		diag_error_at(CODE_DATA, slice_from(name), 0,
			      "only %s data; decode it with perf script --itrace=i10usl", trace);
	else
		diag_warn("%s: %llu bytes of %s not decoded", name,
			  (unsigned long long)counts->aux_bytes, trace);
	return samples > 0;
}

COLD bool perf_recording_report(struct ingest_run *run, const char *name,
				const struct perf_recording *recording, uint64_t samples)
{
	const struct perfdata_counts *counts = &perfdata_facts(recording->data)->counts;
	const struct perfdata_scan_counts *scanned = perfdata_scan_counts(recording->scan);
	const struct perf_options *options = perf_of(run)->options;

	if (counts->has_failed)
		return false;
	if (counts->is_cut)
		diag_warn("%s: the recording ends in the middle: perf was killed, or it was cut",
			  name);
	if (counts->is_damaged)
		diag_warn("%s: the recording is damaged; what comes before that is used", name);
	if (counts->is_cut || counts->is_damaged)
		notes_count(&run->notes, PERF_CUT, 1);
	if (counts->unknown > 0)
		diag_note("%s: %llu records of unknown types skipped", name,
			  (unsigned long long)counts->unknown);
	if (counts->debug_chains > 0)
		diag_note(
			"%s: skipped %llu call chain%s kept for debugging; samples have their own",
			name, (unsigned long long)counts->debug_chains,
			counts->debug_chains == 1 ? "" : "s");
	if (scanned->lost > 0)
		diag_warn("%s: perf lost %llu records", name, (unsigned long long)scanned->lost);
	if (perfdata_facts(recording->data)->has_off_cpu && !options->off_cpu &&
	    !options->list_events)
		diag_warn("%s: also has how long threads waited, for --off-cpu", name);
	return say_trace(name, recording->data, samples);
}

/* Kinds of events in a recording. */
struct kinds {
	size_t sched, calls, others; /* of the scheduler, of system calls; dummy is none of them */
	bool has_switch, has_enter, has_exit;
	bool has_chains, has_branches;
};

static void see_kind(struct kinds *kinds, const struct perfdata_event *event)
{
	enum { SAMPLE_CHAIN = 1 << 5, SAMPLE_BRANCHES = 1 << 11 };

	kinds->has_chains |= (event->sample_type & SAMPLE_CHAIN) != 0;
	kinds->has_branches |= (event->sample_type & SAMPLE_BRANCHES) != 0;
	kinds->has_switch |= slice_equal(event->name, SLICE("sched:sched_switch"));
	kinds->has_enter |= slice_equal(event->name, SLICE("raw_syscalls:sys_enter"));
	kinds->has_exit |= slice_equal(event->name, SLICE("raw_syscalls:sys_exit"));
	if (slice_starts(event->name, SLICE("sched:")))
		kinds->sched++;
	else if (slice_starts(event->name, SLICE("raw_syscalls:")))
		kinds->calls++;
	else if (!slice_starts(event->name, SLICE("dummy")))
		kinds->others++;
}

COLD bool perf_recording_report_readers(const char *name, const struct perf_recording *recording,
					bool is_chosen)
{
	size_t count, i;
	const struct perfdata_event *events = perfdata_events(recording->data, &count);
	struct kinds kinds = {0};

	for (i = 0; i < count; i++)
		see_kind(&kinds, &events[i]);
	if (is_chosen && kinds.has_chains)
		return false;
	if (kinds.others + kinds.calls == 0 && kinds.has_switch && kinds.sched > 1)
		diag_warn(
			kinds.has_chains
				? "%s: a recording of perf sched, of which events are counted, not "
				  "time; perf script | collapse-perf-sched shows where threads wait, "
				  "perf sched timehist when"
				: "%s: a recording of perf sched without call chains: perf sched "
				  "timehist and perf sched latency read it; for stacks perf sched "
				  "record -g, then perf script | collapse-perf-sched",
			name);
	else if (kinds.others + kinds.sched == 0 && kinds.has_enter && kinds.has_exit &&
		 !kinds.has_chains)
		diag_warn("%s: a recording of perf trace without call chains: perf trace -i reads "
			  "it; stacks need perf trace record -g",
			  name);
	else if (kinds.has_branches && !kinds.has_chains)
		diag_warn("%s: has branches but no call chains: perf report and perf script -F "
			  "+brstack read them; stacks need perf record -g",
			  name);
	else
		return false;
	return true;
}

static void say_outside(const char *name, uint64_t samples)
{
	if (samples > 0)
		diag_warn(
			"%s: %llu %s of processes outside of the pid namespace that perf ran in, which have "
			"no names there (where only the kernel is in a stack, it is swapper's); perf "
			"record on the host names them",
			name, (unsigned long long)samples,
			samples == 1 ? "sample is" : "samples are");
}

COLD bool perf_recording_is_by_stacks(const struct perf_recording *recording)
{
	struct slice rest = perfdata_facts(recording->data)->texts[PERFDATA_COMMAND], word;
	size_t slash;

	if (!slice_word(&rest, &word))
		return false;
	slash = slice_rfind(word, '/');
	return slice_equal(slash == SLICE_NONE ? word : slice_tail(word, slash + 1),
			   SLICE("record-stacks"));
}

static void say_cuts(const char *name, const struct perf_lacks *lacks, bool by_stacks)
{
	const unsigned long long count = perf_cuts_count(lacks->cuts);
	const unsigned long long size = perf_cuts_size(lacks->cuts);
	const char *lack = count == 1 ? "stack is longer than its copy and lacks its"
				      : "stacks are longer than their copies and lack their";
	/* perf record takes no chain of the kernel beside a copy */
	const char *option = lacks->steps.chains > 0 ? "record-stacks --call-graph auto"
			     : by_stacks             ? "record-stacks --call-graph dwarf"
						     : "perf record --call-graph dwarf";

	if (count == 0)
		return;
	if (size > 0 && size <= PERF_COPY_LARGEST)
		diag_warn("%s: %llu %s outermost callers; whole ones need %s,%llu", name, count,
			  lack, option, size);
	else
		diag_warn("%s: %llu %s outermost callers; copies are up to %s,%d", name, count,
			  lack, option, PERF_COPY_LARGEST);
}

static void say_lost(const char *name, unsigned long long count)
{
	if (count > 0)
		diag_warn("%s: %llu %s callers, for neither unwinding information nor frame "
			  "pointers lead on from %s last function",
			  name, count, count == 1 ? "stack lacks" : "stacks lack",
			  count == 1 ? "its" : "their");
}

static void say_absent(const char *name, unsigned long long count)
{
	if (count > 0)
		diag_warn("%s: %llu %s early: the kernel does not copy pages of a stack that are "
			  "not in memory",
			  name, count,
			  count == 1 ? "stack lacks callers, for its copy ends"
				     : "stacks lack callers, for their copies end");
}

/* A setting with which the kernel keeps more than `frames`; record-stacks asks for all it keeps. */
static void recording_add_remedy(struct buf *text, unsigned frames, bool by_stacks)
{
	enum { LARGER = 1024, LARGEST = 8000 }; /* a record has at most 64 KiB */

	if (frames >= LARGEST)
		return;
	if (frames < PERF_CHAIN_FRAMES) {
		buf_printf(text, "; perf record --call-graph fp,%d keeps more", PERF_CHAIN_FRAMES);
		return;
	}
	frames = frames < LARGER ? LARGER : LARGEST;
	buf_printf(text, "; sysctl kernel.perf_event_max_stack=%u", frames);
	if (by_stacks)
		buf_add_text(text, " keeps more");
	else
		buf_printf(text, " and perf record --call-graph fp,%u keep more", frames);
}

static void say_full(const char *name, const struct perf_cuts *cuts, bool by_stacks)
{
	struct buf text = {0};
	unsigned frames;
	unsigned long long count = perf_cuts_full(cuts, PERF_LIMIT_KERNEL, &frames);

	if (count > 0) {
		recording_add_remedy(&text, frames, by_stacks);
		diag_warn("%s: %llu %s the %u frames that the kernel keeps and may lack %s "
			  "outermost callers%.*s",
			  name, count, count == 1 ? "stack has" : "stacks have", frames,
			  count == 1 ? "its" : "their", SLICE_ARG(buf_slice(&text)));
	}
	buf_release(&text);
	count = perf_cuts_full(cuts, PERF_LIMIT_UNWOUND, &frames);
	if (count > 0)
		diag_warn("%s: %llu %s more than the %u frames that are unwound; %s outermost "
			  "callers are left out",
			  name, count, count == 1 ? "stack has" : "stacks have", frames,
			  count == 1 ? "its" : "their");
}

COLD void perf_recording_report_lacks(const char *name, const struct perf_recording *recording,
				      const struct perf_lacks *lacks)
{
	const bool by_stacks = perf_recording_is_by_stacks(recording);

	say_outside(name, lacks->outside);
	say_cuts(name, lacks, by_stacks);
	say_lost(name, lacks->steps.lost);
	say_absent(name, lacks->steps.absent);
	say_full(name, lacks->cuts, by_stacks);
}

COLD int perf_recording_callers_by(const struct perf_recording *recording)
{
	enum { STACK_USER = 1 << 13, BRANCH_CALL_STACK = 1 << 11 };
	size_t i;

	for (i = 0; i < recording->event_count; i++) {
		if (recording->events[i].sample_type & STACK_USER)
			return THIN_BY_COPIES;
		if (recording->events[i].branch_sample_type & BRANCH_CALL_STACK)
			return THIN_BY_BRANCHES;
	}
	return THIN_BY_FRAME_POINTERS;
}

COLD void perf_recording_describe(struct ingest_run *run, const struct perf_recording *recording,
				  const struct perf_lacks *lacks)
{
	const struct perfdata_scan_counts *scanned = perfdata_scan_counts(recording->scan);
	struct header *header = &run->profile.header;
	unsigned frames;
	const uint64_t cut = perf_cuts_count(lacks->cuts) +
			     perf_cuts_full(lacks->cuts, PERF_LIMIT_KERNEL, &frames) +
			     perf_cuts_full(lacks->cuts, PERF_LIMIT_UNWOUND, &frames);
	size_t count;
	const struct perfdata_event *events = perfdata_events(recording->data, &count);

	header_add(header, HEADER_HOST, perfdata_facts(recording->data)->texts[PERFDATA_HOST]);
	header_add(header, HEADER_COMMAND,
		   perfdata_facts(recording->data)->texts[PERFDATA_COMMAND]);
	if (count > 0 && events[0].is_frequency && events[0].period > 0)
		header_add_number(header, HEADER_FREQUENCY, events[0].period);
	if (scanned->lost > 0)
		header_add_number(header, HEADER_LOST, scanned->lost);
	if (cut > 0)
		header_add_number(header, HEADER_CUT, cut);
}

static void add_count(struct buf *out, const char *what, uint64_t count)
{
	if (count > 0)
		buf_printf(out, ", %llu %s", (unsigned long long)count, what);
}

COLD void perf_recording_list(const char *name, const struct perf_recording *recording,
			      const struct perf_unwind_steps *steps)
{
	static const char *const kinds[] = {
		[PERFDATA_MMAP] = "MMAP",
		[PERFDATA_LOST] = "LOST",
		[PERFDATA_COMM] = "COMM",
		[PERFDATA_EXIT] = "EXIT",
		[PERFDATA_THROTTLE] = "THROTTLE",
		[PERFDATA_UNTHROTTLE] = "UNTHROTTLE",
		[PERFDATA_FORK] = "FORK",
		[PERFDATA_SAMPLE] = "SAMPLE",
		[PERFDATA_MMAP2] = "MMAP2",
		[PERFDATA_LOST_SAMPLES] = "LOST_SAMPLES",
		[PERFDATA_NAMESPACES] = "NAMESPACES",
		[PERFDATA_KSYMBOL] = "KSYMBOL",
		[PERFDATA_CGROUP] = "CGROUP",
		[PERFDATA_CALLCHAIN_DEFERRED] = "CALLCHAIN_DEFERRED",
	};
	const struct perfdata_counts *counts = &perfdata_facts(recording->data)->counts;
	const struct perfdata_scan_counts *scanned = perfdata_scan_counts(recording->scan);
	struct buf text = {0};
	uint64_t others = 0;
	size_t i;

	for (i = 1; i < ARRAY_LEN(counts->records); i++) {
		if (i < ARRAY_LEN(kinds) && kinds[i])
			add_count(&text, kinds[i], counts->records[i]);
		else
			others += counts->records[i];
	}
	add_count(&text, "other records", others);
	add_count(&text, "of perf's own", counts->records[0]);
	add_count(&text, "of simpleperf's own", counts->simpleperf);
	add_count(&text, "unknown", counts->unknown);
	add_count(&text, "out of order", scanned->out_of_order);
	add_count(&text, "lost", scanned->lost);
	add_count(&text, "ignored maps", scanned->bad_maps);
	add_count(&text, "callers by unwinding information", steps->rows);
	add_count(&text, "by the kernel's chain", steps->walked);
	add_count(&text, "by frame pointers", steps->pointers);
	diag_error_at(CODE_DATA, slice_from(name), 0, "%llu bytes%.*s",
		      (unsigned long long)counts->bytes, SLICE_ARG(buf_slice(&text)));
	buf_release(&text);
	perfdata_dsos_list(recording->dsos);
}
