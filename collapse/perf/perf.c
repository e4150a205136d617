/* SPDX-License-Identifier: MIT */
/* The perf format: options, and what its files share. The grammars are in perf_*.c. */
#include "collapse/live.h"
#include "collapse/perf/perf_event.h"
#include "collapse/perf/perf_frame.h"
#include "collapse/perf/perf_idle.h"
#include "collapse/perf/perf_inline.h"
#include "collapse/perf/perf_lines.h"
#include "collapse/perf/perf_recording_state.h"
#include "collapse/perf/perf_sample.h"
#include "collapse/perf/perf_select.h"
#include "collapse/perf/perf_wall.h"
#include "collapse/perf/perf_weight.h"
#include "collapse/text.h"
#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/cli/thin_stacks.h"

/* Recognise the output of perf script. */

static bool perf_probe_is_time(struct slice word)
{
	struct slice seconds;

	return slice_drop(&word, SLICE(":")) && slice_cut(&word, '.', &seconds) &&
	       slice_is_number(seconds) && slice_is_number(word);
}

/* "COMM PID [CPU] 1318.139729: 250000 EVENT:" */
static bool is_event(struct slice line)
{
	struct slice word, before = {0};

	while (slice_word(&line, &word)) {
		if (!perf_probe_is_time(word)) {
			before = word;
			continue;
		}
		if (before.len == 0 || !slice_word(&line, &word))
			return false;
		if (slice_is_number(word) && !slice_word(&line, &word))
			return false;
		return word.ptr[word.len - 1] == ':' || slice_starts(word, SLICE("PERF_RECORD_"));
	}
	return false;
}

/* "\t    7f3cd2a1b2c4 symbol (module)" */
static bool is_stack_line(struct slice line)
{
	struct slice word;

	return slice_starts(line, SLICE("\t")) && slice_word(&line, &word) && slice_is_hex(word) &&
	       slice_trim(line).len > 0 && (word.len >= 4 || slice_ends(line, SLICE(")")));
}

/* "java 20761 cycles: ", without a time */
static bool is_untimed(struct slice line)
{
	struct slice word, number;

	line = slice_trim_right(line);
	return slice_last_word(&line, &word) && slice_ends(word, SLICE(":")) &&
	       slice_last_word(&line, &number) && slice_is_number(number) &&
	       slice_trim(line).len > 0;
}

/* "7f3cd2a1b2c4 symbol (module)", whatever is in front of it */
static bool is_module_line(struct slice line)
{
	struct slice word;

	return slice_word(&line, &word) && word.len >= 4 && slice_is_hex(word) &&
	       slice_ends(line, SLICE(")")) && slice_contains(line, SLICE(" ("));
}

/* True for sched tracepoints, which have more than stacks: collapse-perf-sched reads them. */
static COLD bool is_sched(struct slice line)
{
	return slice_contains(line, SLICE("sched:sched_stat_sleep:")) ||
	       slice_contains(line, SLICE("sched:sched_stat_blocked:"));
}

static COLD enum probe perf_probe(struct slice head, bool whole)
{
	struct slice rest = head, line;
	unsigned seen = 0;
	bool after_untimed = false;

	while (seen < 2 && probe_line(&rest, whole, &line)) {
		if (line.len == 0 || line.ptr[0] == '#')
			continue;
		if (is_event(line) || is_stack_line(line) ||
		    (after_untimed && is_module_line(line)))
			return probe_any(head, whole, is_sched) == PROBE_YES ? PROBE_NO : PROBE_YES;
		after_untimed = is_untimed(line);
		seen++;
	}
	return seen < 2 ? PROBE_UNSURE : PROBE_NO;
}

/* The unit of an event's periods: most events count what they are named after. */
static struct slice perf_describe_unit(struct slice event)
{
	static const struct {
		struct slice event, unit;
	} units[] = {
		{SLICE_INIT("cpu-clock"), SLICE_INIT("ns")},
		{SLICE_INIT("task-clock"), SLICE_INIT("ns")},
		{SLICE_INIT("offcpu-time"), SLICE_INIT("ns")},
		{SLICE_INIT("preempted-time"), SLICE_INIT("ns")},
		{SLICE_INIT("wall-clock"), SLICE_INIT("ns")},
		{SLICE_INIT("latency"), SLICE_INIT("ns")},
		{SLICE_INIT("cpu-cycles"), SLICE_INIT("cycles")},
		{SLICE_INIT("page-faults"), SLICE_INIT("faults")},
		{SLICE_INIT("minor-faults"), SLICE_INIT("faults")},
		{SLICE_INIT("major-faults"), SLICE_INIT("faults")},
	};
	size_t i;

	event = perf_event_name_of(event).name;
	for (i = 0; i < ARRAY_LEN(units); i++) {
		if (slice_equal(event, units[i].event))
			return units[i].unit;
	}
	return slice_find(event, ':') == SLICE_NONE && slice_find(event, '=') == SLICE_NONE
		       ? event
		       : SLICE("events");
}

static void add_unit(struct header *header, const struct perf_options *options, struct slice event,
		     bool has_periods)
{
	header_add(header, HEADER_UNIT,
		   perf_weighs(options) ? perf_weight_unit(event, options->weight)
		   : has_periods        ? perf_describe_unit(event)
					: SLICE("samples"));
}

/* Events and units: of each filter, or of what patterns kept. */
static void add_events(struct header *header, const struct perf_options *options,
		       const struct perf_findings *findings)
{
	const size_t count = options->has_patterns ? findings->kept.values.count
						   : options->events.count + findings->has_event;
	struct buf text = {0};
	size_t i;

	for (i = 0; i < count; i++) {
		const struct slice event = options->has_patterns
						   ? intern_name(&findings->kept.values,
								 (frame_id)i)
					   : options->events.count > 0 ? options->events.at[i]
								       : findings->event;

		buf_reset(&text);
		if (options->has_patterns)
			buf_add(&text, event);
		else
			perf_filter_write(options, findings, i, &text);
		if (perf_weighs(options))
			buf_printf(&text, " (%.*s)", SLICE_ARG(options->weight));
		header_add(header, HEADER_EVENT, buf_slice(&text));
		add_unit(header, options, event, findings->has_periods);
	}
	buf_release(&text);
}

static uint64_t perf_describe_samples(const struct ingest_run *run)
{
	static const unsigned left_out[] = {
		PERF_OTHER_EVENT, PERF_NOT_SELECTED,    PERF_HUGE,   PERF_WITHOUT_STACK,
		PERF_NO_WEIGHT,   PERF_NEGATIVE_WEIGHT, PERF_IS_IDLE};
	uint64_t samples = run->samples;
	size_t i;

	for (i = 0; i < ARRAY_LEN(left_out); i++)
		samples -= run->notes.kinds[left_out[i]].count;
	return samples;
}

COLD void perf_describe(const struct collapse_setup *setup, const struct ingest_run *run,
			struct header *header)
{
	const struct perf_options *options = setup->options;
	struct perf_findings *findings = options->findings;
	const uint64_t first = atomic_load(&findings->first_seen);
	const uint64_t last = atomic_load(&findings->last_seen);

	if (options->list_events)
		return;
	add_events(header, options, findings);
	if (options->off_cpu) {
		header_forget(header, HEADER_UNIT);
		header_add(header, HEADER_UNIT, SLICE("ns"));
	}
	if (label_wants(run, LABEL_EVENT) && !findings->counts_time) /* each has its own unit */
		header_forget(header, HEADER_UNIT);
	if (last > first)
		header_add_duration(header, last - first);
	header_add_number(header, HEADER_SAMPLES, perf_describe_samples(run));
	if (perf_idle_count(run) > 0)
		header_add_number(header, HEADER_IDLE, perf_idle_count(run));
}

static const char *const simplify_names[] = {"none", "args", "templates", NULL};
static const char *const simplify_helps[] = {
	"names stay whole",
	"remove parameters, everything after them and return types; keep operator() and lambdas",
	"also remove template arguments",
};

static const char *const not_off_cpu[] = {"event-filter", "list-events", "weight", "live", NULL};
static const char *const not_states[] = {"event-filter", "list-events", "weight", "off-cpu", NULL};
static const char *const not_latency[] = {"states", "event-filter", "list-events",
					  "weight", "off-cpu",      NULL};
static const char *const not_wakers[] = {"latency", "critical-path", "event-filter", "list-events",
					 "weight",  "off-cpu",       "live",         NULL};
static const char *const not_path[] = {"latency",    "states",     "event-filter", "list-events",
				       "weight",     "off-cpu",    "live",         "comm",
				       "pid-filter", "tid-filter", "cpu",          NULL};
static const char *const not_repair_cut[] = {"live", "list-events", NULL};
static const char *const not_no_idle[] = {"idle", "list-events", "off-cpu", NULL};

static const char *const lines_names[] = {"leaf", NULL};
static const char *const lines_helps[] = {
	"Only the innermost function of the user. A file of this name is ./leaf"};

static const struct opt name_rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, .name = "pid", OPT_AT(struct perf_options, pid),
	 .help = "Name the process COMM-PID"},
	{OPT_FLAG, .name = "tid", OPT_AT(struct perf_options, tid),
	 .help = "Name the process COMM-PID/TID"},
	{OPT_FLAG, .name = "kernel", OPT_AT(struct perf_options, kernel),
	 .help = "Mark kernel functions with _[k]"},
	{OPT_FLAG, .name = "jit", OPT_AT(struct perf_options, jit),
	 .help = "Mark functions of just-in-time compilers with _[j]"},
	{OPT_FLAG, FAMILY_OWN, .name = "inlined", OPT_AT(struct perf_options, inlined),
	 .help = "Mark inlined functions with _[i]"},
	{OPT_FLAG, .name = "all", OPT_AT(struct perf_options, all), .help = "All of these marks"},
	{OPT_FLAG, .name = "addrs", OPT_AT(struct perf_options, addrs),
	 .help = "Show the address where the function is not known"},
	{OPT_CHOICE, FAMILY_OWN, .name = "simplify", .value = "WHAT",
	 OPT_AT(struct perf_options, simplify), .choices = simplify_names,
	 .choice_helps = simplify_helps,
	 .help = "How much of C++ names to remove, args by default"},
	{OPT_FLAG, FAMILY_OWN | FAMILY_PERL, .name = "inline", OPT_AT(struct perf_options, inlines),
	 .help = "Look up inlined functions in the debugging information of the programs",
	 .detail = "Slow: needs the recorded programs on this machine."},
	{OPT_FLAG, .name = "no-inline", .added = FAMILY_PERL | FAMILY_RUST,
	 OPT_AT(struct perf_options, no_inline),
	 .help = "Show no inlined functions of a recording"},
	{OPT_OPTIONAL, FAMILY_OWN, .name = "lines", .added = FAMILY_OWN, .value = "[leaf]",
	 OPT_AT(struct perf_options, lines), .choices = lines_names, .choice_helps = lines_helps,
	 .help = "Show the line of the source at each function of the user: main:file.c:12",
	 .detail =
		 "Lines are those of the debugging information of the recorded programs, which is "
		 "found like their symbols, or of the text, as perf script -F +srcline prints them. "
		 "A caller has the line of its call. Stacks that differ in lines alone are "
		 "different stacks."},
	{OPT_FLAG, FAMILY_OWN, .name = "context", OPT_AT(struct perf_options, context),
	 .help = "The same as --lines"},
	{OPT_FLAG, FAMILY_OWN, .name = "srcline", OPT_AT(struct perf_options, srcline),
	 .help = "The same as --lines"},
	{OPT_FLAG, FAMILY_PERL, .name = "context", OPT_AT(struct perf_options, context),
	 .help = "With --inline, also show file and line"},
	{OPT_FLAG, FAMILY_PERL, .name = "srcline", OPT_AT(struct perf_options, srcline),
	 .help = "Show the source lines that perf script -F +srcline printed"},
};

const struct opt perf_sample_rows[] = {
	{OPT_HEADING, .help = "Symbols of recordings"},
	{OPT_TEXT, .name = "symfs", .added = FAMILY_PERL | FAMILY_RUST, .value = "DIR",
	 OPT_AT(struct perf_options, symfs),
	 .help = "Look for programs, libraries and their symbols below DIR",
	 .detail = "DIR has them at their paths, or is what perf archive packed, unpacked."},
	{OPT_LIST, .name = "debug-dir", .added = FAMILY_PERL | FAMILY_RUST, .value = "DIR",
	 OPT_AT(struct perf_options, debug_dirs),
	 .help = "Look for files of the recorded build IDs in DIR, too; may be repeated",
	 .detail = "It is laid out like /usr/lib/debug, perf's cache (~/.debug, what perf archive "
		   "packs) or debuginfod's, with or without links in .build-id."},
	{OPT_FLAG, .name = "debuginfod", .added = FAMILY_PERL | FAMILY_RUST,
	 OPT_AT(struct perf_options, debuginfod),
	 .help = "Download missing symbols from the servers of DEBUGINFOD_URLS",
	 .detail = "They get the build IDs of programs in which samples are."},
	{OPT_FLAG, .name = "trust-files", .added = FAMILY_PERL | FAMILY_RUST,
	 OPT_AT(struct perf_options, trusts_files),
	 .help = "Use files whose build ID was not recorded, even if they were changed since"},
	{OPT_TEXT, .name = "kallsyms", .added = FAMILY_PERL | FAMILY_RUST, .value = "FILE",
	 OPT_AT(struct perf_options, kallsyms),
	 .help = "Take the kernel's symbols from FILE instead of /proc/kallsyms"},
	{OPT_TEXT, .name = "vmlinux", .added = FAMILY_PERL | FAMILY_RUST, .value = "FILE",
	 OPT_AT(struct perf_options, vmlinux),
	 .help = "Take the kernel's symbols from this ELF file"},

	{OPT_HEADING, .help = "Selection"},
	{OPT_LIST, .name = "event-filter", .value = "EVENT", OPT_AT(struct perf_options, events),
	 .once = FAMILY_RUST,
	 .help = "Keep samples of EVENT instead of those of the first event seen",
	 .detail = "An EVENT without modifiers also keeps EVENT:u and the like, one without a unit "
		   "of the processor keeps that of all units. It may be a pattern of the shell "
		   "(syscalls:sys_enter_*), or all. Of patterns, and given several times, every "
		   "event gets a root frame."},
	{OPT_TEXT, FAMILY_OWN, .name = "weight", .value = "FIELD",
	 OPT_AT(struct perf_options, weight),
	 .help = "Count a field of a tracepoint or probe, such as bytes_req, instead of samples",
	 .detail = "Samples without it, or with a negative number in it, are left out and counted. "
		   "See EVENTS."},
	{OPT_CALL, FAMILY_OWN, .name = "states", .added = FAMILY_OWN, .value = "STATE,...",
	 OPT_AT(struct perf_options, states), .parse = perf_parse_states, .conflicts = not_states,
	 .help = "Keep the time that threads spend running, runnable, blocked",
	 .detail =
		 "Of a recording with records of switches. blocked:lock, io, net, poll, sleep, pipe, "
		 "child, fault and other are parts of blocked. See TIME."},
	{OPT_FLAG, FAMILY_OWN, .name = "latency", .added = FAMILY_OWN,
	 OPT_AT(struct perf_options, latency), .conflicts = not_latency,
	 .help = "Divide time on processors by the number of threads that run at that moment",
	 .detail = "The sum is the time in which at least one thread ran: a function that runs "
		   "alone counts more than one that runs on all processors at once. Of the "
		   "threads that --pid-filter, --tid-filter and --comm select. See TIME."},
	{OPT_FLAG, FAMILY_OWN, .name = "wakers", .added = FAMILY_OWN,
	 OPT_AT(struct perf_options, wakers), .conflicts = not_wakers,
	 .help = "Put who ended a wait above it: a frame --, its stack from the leaf on, its name",
	 .detail = "Needs sched:sched_waking. [timer], [io] and [interrupt] are no thread."},
	{OPT_OPTIONAL, FAMILY_OWN, .name = "critical-path", .added = FAMILY_OWN,
	 .value = "[THREAD]", OPT_AT(struct perf_options, critical_path), .conflicts = not_path,
	 .help = "Keep what bounded the time of THREAD, a number or name; without, the first one",
	 .detail =
		 "From its end back: where it was blocked, on in the thread that woke it. Runnable "
		 "time has a frame [waiting for a processor]; the sum is its lifetime."},
	{OPT_FLAG, FAMILY_OWN, .name = "off-cpu", .added = FAMILY_OWN,
	 OPT_AT(struct perf_options, off_cpu), .conflicts = not_off_cpu,
	 .help = "Count how long threads waited, in nanoseconds, instead of what they did",
	 .detail =
		 "For recordings of simpleperf record --trace-offcpu: samples of sched:sched_switch "
		 "count until their thread's next sample; the last one of a thread does not."},
	{OPT_LIST, FAMILY_OWN | FAMILY_RUST, .name = "skip-after", .value = "FUNCTION",
	 OPT_AT(struct perf_options, skip_after),
	 .help = "Leave out the callers of FUNCTION and the process",
	 .detail = "Compared with the whole symbol, as perf printed it without its offset."},
	{OPT_TEXT, FAMILY_OWN, .name = "comm", .value = "REGEX",
	 OPT_AT(struct perf_options, comm_pattern),
	 .help = "Keep samples of processes and threads with a name like REGEX"},
	{OPT_LIST, FAMILY_OWN, .name = "pid-filter", .value = "N",
	 OPT_AT(struct perf_options, pids), .help = "Keep samples of process N; may be repeated",
	 .detail = "perf script prints process numbers with -F +pid."},
	{OPT_LIST, FAMILY_OWN, .name = "tid-filter", .value = "N",
	 OPT_AT(struct perf_options, tids), .help = "Keep samples of thread N; may be repeated"},
	{OPT_LIST, FAMILY_OWN, .name = "cpu", .value = "N", OPT_AT(struct perf_options, cpus),
	 .help = "Keep samples of CPU N; may be repeated"},
	{OPT_FLAG, FAMILY_OWN, .name = "no-idle", .added = FAMILY_OWN,
	 OPT_AT(struct perf_options, no_idle), .conflicts = not_no_idle,
	 .help = "Leave out samples of idle processors, and say how many",
	 .detail = "These are of process 0, run no user code, and have the kernel's idle loop in "
		   "their stack; where the kernel has no names, all of process 0, unless it has "
		   "user code: within a container it is what runs outside."},
	{OPT_FLAG, FAMILY_OWN, .name = "idle", .added = FAMILY_OWN,
	 OPT_AT(struct perf_options, idle),
	 .help = "Keep samples of idle processors, as without an option"},
	{OPT_TEXT, FAMILY_OWN, .name = "launcher", .added = FAMILY_OWN, .value = "NAME",
	 OPT_AT(struct perf_options, launcher), .hidden = true,
	 .help = "Leave samples of processes of this name out of a recording"},
	{OPT_TEXT, FAMILY_OWN, .name = "code-processes", .added = FAMILY_OWN, .value = "FILE",
	 OPT_AT(struct perf_options, code_processes), .is_file = true, .hidden = true,
	 .help = "Write to FILE which processes of a recording make code, one per line"},
	{OPT_FLAG, FAMILY_OWN, .name = "no-advice", .added = FAMILY_OWN,
	 OPT_AT(struct perf_options, no_advice), .hidden = true,
	 .help = "Do not say what to record instead: flamegraph-record does"},
	{OPT_CALL, FAMILY_OWN, .name = "time", .value = "FROM,TO",
	 OPT_AT(struct perf_options, times), .parse = perf_parse_times,
	 .help = "Keep samples from FROM to TO, in seconds; +S counts from the first sample"},
};

const size_t perf_sample_row_count = ARRAY_LEN(perf_sample_rows);

static const struct opt last_rows[] = {
	{OPT_FLAG, FAMILY_OWN, .name = "list-events", OPT_AT(struct perf_options, list_events),
	 .help = "Print the events, their samples and the sums of their periods instead"},
	{OPT_FLAG, FAMILY_OWN, .name = "mark-cut", .added = FAMILY_OWN,
	 OPT_AT(struct perf_options, mark_cut),
	 .help = "Put [cut] in the place of callers that a recording's stacks lack",
	 .detail =
		 "It stands at the root of stacks that are longer than their copies, and of those "
		 "that end in code through which nothing leads on."},
	{OPT_FLAG, FAMILY_OWN, .name = "repair-cut", .added = FAMILY_OWN,
	 OPT_AT(struct perf_options, repair_cut), .conflicts = not_repair_cut,
	 .help = "Find the place of stacks that lack callers, by whole stacks of the process",
	 .detail = "Their first frames, three functions or more, must have one context in the "
		   "stacks of the process; the others stay below [cut]. Says how many."},

	{OPT_HEADING, .help = "Live"},
	{OPT_CALL, FAMILY_OWN, .name = "live", .added = FAMILY_OWN, .value = "PERIOD",
	 OPT_AT(struct perf_options, live_period), .parse = live_parse_length,
	 .help = "Write a whole snapshot every PERIOD (1s, 500ms), while the input goes on",
	 .detail =
		 "Each is between two lines with its number, the last one is written at the end: see "
		 "folded(5). flamegraph-view(1) shows the newest; other programs of flambeau(7) "
		 "take the last whole one. Reads on one thread."},
	{OPT_CALL, FAMILY_OWN, .name = "window", .value = "LENGTH",
	 OPT_AT(struct perf_options, live_window), .parse = live_parse_length,
	 .help = "With --live, keep the samples of the last LENGTH only",
	 .detail =
		 "By the time at which they arrive, in steps of a thirtieth of LENGTH, or of PERIOD "
		 "if that is longer. Without it all samples are kept, and memory grows with their "
		 "distinct stacks."},
};

static COLD void perf_init_run(struct ingest_run *run)
{
	const struct perf_options *options = run->options;
	struct perf_run *perf = memory_get(sizeof(*perf));

	*perf = (struct perf_run){
		.options = options,
		.findings = options->findings,
		.compat = options->compat,
	};
	stack_repeats_init(&perf->script.lines.repeats);
	perf_names_init(perf, run->threads);
	run->state = perf;
}

static COLD void perf_release_run(struct ingest_run *run)
{
	struct perf_run *perf = perf_of(run);

	if (!perf)
		return;
	perf_names_release(perf);
	perfdata_worker_free(perf->worker);
	perf_verdicts_release(&perf->events);
	label_sets_release(&perf->script.label_sets);
	line_cache_release(&perf->script.inlines);
	perf_inline_release(perf);
	arena_release(&perf->scratch);
	buf_release(&perf->sample.name);
	buf_release(&perf->text);
	buf_release(&perf->part);
	buf_release(&perf->key);
	free(perf->sample.refs);
	free(perf->frames);
	free(perf);
	run->state = NULL;
}

/* The first samples have decided which event is shown, and when the recording began. */
static COLD bool perf_settled(const struct ingest_run *run)
{
	const struct perf_options *options = run->options;
	const struct perf_findings *findings = options->findings;
	bool event = findings->has_event || options->events.count > 0 || options->list_events;
	bool relative = options->times.from_relative || options->times.to_relative ||
			label_wants_zero(run);

	return event && (!relative || findings->has_time) &&
	       (!options->has_unit || findings->has_sample);
}

static COLD void perf_parse(struct ingest_run *run, struct slice records)
{
	struct perf_run *perf = perf_of(run);

	arena_release(&perf->scratch);
	perf_names_trim(perf);
	stack_repeats_decide(&perf->script.lines.repeats, run->samples, run->profile.count);
	perf->may_wait = true;
	perf_take_lines(run, records);
	perf->compat->end(run);
	profile_settle(&run->profile, &perf->waiting);
	perf->may_wait = false;
	perf_publish_span(run);
	perf_publish_events(perf);
	perf_publish_rejected(perf);
	perf_idle_publish(perf);
}

static COLD void perf_finish_run(struct ingest_run *run)
{
	const struct perf_options *options = run->options;

	if (options->has_patterns)
		perf_filter_finish(run);
	if (options->no_idle)
		perf_idle_settle(run);
}

static const struct personality_records personalities = {
	&perf_personality_own, &perf_personality_perl, &perf_personality_rust};

/* False after a message. */
static bool prepare_live(struct collapse_setup *setup)
{
	struct perf_options *options = setup->options;

	setup->live_period = options->live_period;
	setup->live_window = options->live_window;
	if (options->live_period > 0)
		options->header = !setup->no_header;
	if (options->live_window > 0 && options->live_period == 0)
		diag_error("--window needs --live");
	else if (options->live_period > 0 && setup->given->files.count > 1)
		diag_error("--live reads one input, not also '%.*s'",
			   SLICE_ARG(setup->given->files.at[1]));
	else if (options->live_period > 0 && options->list_events)
		diag_error("--live and --list-events cannot be used together");
	else if (options->live_period > 0 && opt_given(setup->given, "list-labels"))
		diag_error("--live and --list-labels cannot be used together");
	else
		return true;
	return false;
}

/* Text may have lines of its own; the others are looked up, as those of recordings are. */
static void prepare_lines(struct perf_options *options)
{
	if (options->compat->inline_by_programs)
		return;
	if (options->lines == PERF_LINES_OF_NONE && (options->context || options->srcline))
		options->lines = PERF_LINES_OF_ALL;
	if (options->lines != PERF_LINES_OF_NONE)
		options->inlines = options->context = options->srcline = true;
}

COLD bool perf_prepare(struct collapse_setup *setup)
{
	struct perf_options *options = setup->options;
	struct perf_findings *findings = memory_get(sizeof(*findings));

	*findings = (struct perf_findings){.first_seen = UINT64_MAX};
	lock_init(&findings->lock);
	options->findings = findings;
	if (options->off_cpu)
		opt_list_add(&options->events, PERFDATA_SWITCH);
	findings->filters = memory_clear(options->events.count + 1, sizeof(*findings->filters));
	options->compat = compat_pick(setup->compat, &personalities);
	prepare_lines(options);
	options->header = setup->header;
	options->has_unit = setup->compat->has_headers && !setup->no_header;
	if (!opt_given(setup->given, "simplify"))
		options->simplify = TIDY_ARGS;
	options->format = (struct ingest_format){
		.parse = perf_parse,
		.init = perf_init_run,
		.release = perf_release_run,
		.settled = perf_settled,
		.shares_names = options->live_period == 0, /* names leave the window, too */
		.kinds = options->compat->kinds,
		.kind_count = PERF_NOTES,
	};
	if (!options->srcline || !options->compat->sources_are_next_lines)
		options->format.records = options->compat->records;
	setup->format = &options->format;
	options->dsos = (struct perfdata_dso_options){
		.symfs = options->symfs.ptr,
		.trusts_files = options->trusts_files,
		.with_scopes = options->compat->scopes_inlined,
		.with_lines = options->lines != PERF_LINES_OF_NONE,
		.kallsyms = options->kallsyms.ptr,
		.vmlinux = options->vmlinux.ptr};
	setup->one_thread = options->inlines;
	if (options->compat->last_event_counts && options->events.count > 1) {
		options->events.at[0] = options->events.at[options->events.count - 1];
		options->events.count = 1;
	}
	perf_filter_prepare(options);
	if (opt_given(setup->given, "weight") && options->weight.len == 0) {
		diag_error("--weight needs the name of a field");
		return false;
	}
	if (options->has_patterns || options->no_idle)
		options->format.finish = perf_finish_run;
	return prepare_live(setup) && perf_select_prepare(options);
}

/* True if every sample that is counted was recorded without -g. */
static bool has_no_chains(const struct ingest_run *run)
{
	const struct notes_kind_state *notes = run->notes.kinds;
	const uint64_t left_out = notes[PERF_OTHER_EVENT].count + notes[PERF_NOT_SELECTED].count +
				  notes[PERF_HUGE].count;
	const uint64_t alone = notes[PERF_WITHOUT_CHAIN].count;

	return alone > 0 && alone == run->samples - left_out;
}

static void report_events(const struct collapse_setup *setup, const struct ingest_run *run)
{
	const struct perf_options *options = setup->options;
	const struct perf_findings *findings = options->findings;
	const struct notes_kind_state *others = &run->notes.kinds[PERF_OTHER_EVENT];

	if (others->count > 0 && options->compat->names_rejected && run->profile.count > 0)
		perf_report_other_events(options, findings, others->count);
	if (others->count == 0 || options->events.count > 0 || options->compat->names_rejected)
		return;
	if (options->compat->warns_of_events)
		diag_warn("Filtering for events of type: %.*s", SLICE_ARG(others->first[0].text));
	else
		diag_note("kept the samples of the first event, %.*s", SLICE_ARG(findings->event));
}

static void report_fields(const struct ingest_run *run)
{
	const struct notes_kind_state *lines = &run->notes.kinds[PERF_NO_FRAME];
	const struct notes_kind_state *fields = &run->notes.kinds[PERF_UNKNOWN_FIELD];

	if (lines->count > 0)
		diag_warn("skipped %llu line%s in samples that are neither frames nor known "
			  "fields, the first: '%.*s'",
			  (unsigned long long)lines->count, lines->count == 1 ? "" : "s",
			  SLICE_ARG(slice_trim(lines->first[0].text)));
	if (fields->count > 0)
		diag_warn("ignored an unknown field between thread and time in %llu sample%s, the "
			  "first: '%.*s'",
			  (unsigned long long)fields->count, fields->count == 1 ? "" : "s",
			  SLICE_ARG(fields->first[0].text));
}

static void report_idle(const struct ingest_run *run)
{
	const uint64_t idle = perf_idle_count(run);
	const uint64_t samples = perf_describe_samples(run);

	if (idle > 0)
		diag_warn("left out %llu idle sample%s, %u %% of all; --idle keeps them",
			  (unsigned long long)idle, idle == 1 ? "" : "s",
			  u64_percent(idle, idle + samples));
}

/* The file of nameless leaves with the largest count; empty: there is none. */
static struct slice perf_find_largest(const struct profile *profile, const double *nameless)
{
	struct slice name = SLICE("");
	double largest = 0;
	size_t i;

	for (i = 0; i < profile->names.count; i++) {
		if (nameless[i] <= largest)
			continue;
		largest = nameless[i];
		name = intern_name(&profile->names, (frame_id)i);
	}
	if (name.len == 0 || thin_stacks_is_nowhere(name))
		return SLICE("");
	return slice_of(name.ptr + 1, name.len - 2);
}

/* Look at all stacks, without process and event. `nameless` gets the counts of nameless leaves. */
static void perf_see_stacks(struct thin_stacks *stacks, const struct profile *profile, size_t roots,
			    double *nameless)
{
	bool is_nameless;
	size_t i, k;

	for (i = 0; i < profile->count; i++) {
		const struct stack *stack = profile->stacks[i];
		size_t frames = 0; /* with a name or a file; of more than two none matters */
		frame_id leaf;

		if (stack->depth <= roots ||
		    slice_equal(intern_name(&profile->names, stack->frames[stack->depth - 1]),
				PERF_WALL_UNSAMPLED))
			continue;
		for (k = roots; k < stack->depth && frames < 2; k++)
			frames += !thin_stacks_is_nowhere(
				intern_name(&profile->names, stack->frames[k]));
		leaf = stack->frames[stack->depth - 1];
		is_nameless = thin_stacks_is_nameless(intern_name(&profile->names, leaf));
		thin_stacks_add(stacks, frames, !is_nameless, (double)stack->count[0]);
		if (is_nameless)
			nameless[leaf] += (double)stack->count[0];
	}
}

/* Say what is wrong with most stacks, and what to record instead. */
static void perf_report_thin_stacks(const struct collapse_setup *setup,
				    const struct ingest_run *run)
{
	enum { LEAST = 20 }; /* samples: of fewer a share says nothing */
	const struct perf_options *options = setup->options;
	const struct perf_findings *findings = options->findings;
	const uint64_t samples = perf_describe_samples(run);
	const struct notes_kind_state *notes = run->notes.kinds;
	const uint64_t chainless = notes[PERF_WITHOUT_CHAIN].count + notes[PERF_EMPTY_CHAIN].count +
				   notes[PERF_BAD_CHAIN].count;
	struct thin_stacks stacks = {0};
	struct buf lines = {0};
	struct slice rest, line, largest;
	double *nameless;

	if (samples < LEAST || options->skip_after.count > 0)
		return;
	nameless = memory_clear(run->profile.names.count + 1, sizeof(*nameless));
	perf_see_stacks(&stacks, &run->profile, 1 + perf_roots_are_events(run), nameless);
	largest = perf_find_largest(&run->profile, nameless);
	if (thin_stacks_are(stacks.nameless, &stacks) &&
	    !(findings->by_simpleperf && thin_stacks_is_made(largest)) &&
	    2 * (double)findings->explained / (double)samples < stacks.nameless / stacks.total)
		thin_stacks_add_nameless(&lines, stacks.nameless / stacks.total, largest,
					 SLICE(""));
	if (thin_stacks_are(stacks.shallow, &stacks) && 2 * chainless < samples &&
	    2 * findings->made < samples &&
	    !(thin_stacks_are(stacks.nameless, &stacks) && thin_stacks_is_made(largest)))
		thin_stacks_add_shallow(&lines, stacks.shallow / stacks.total,
					(enum thin_stacks_by)findings->callers_by,
					findings->by_simpleperf ? "simpleperf record --call-graph "
					: findings->by_stacks   ? "record-stacks --call-graph "
								: "perf record --call-graph ",
					findings->by_stacks ? "auto" : "dwarf");
	for (rest = buf_slice(&lines); slice_line(&rest, &line);)
		diag_warn("%.*s", SLICE_ARG(line));
	buf_release(&lines);
	free(nameless);
}

COLD void perf_report(const struct collapse_setup *setup, const struct ingest_run *run)
{
	const struct perf_options *options = setup->options;
	const struct perf_findings *findings = options->findings;
	const uint64_t lost = atomic_load(&findings->lost);

	report_fields(run);
	if (lost > 0)
		diag_warn("perf lost %llu record%s", (unsigned long long)lost,
			  lost == 1 ? "" : "s");
	report_events(setup, run);
	report_idle(run);
	if (options->list_events)
		perf_filter_say_shared(&run->profile);
	if (has_no_chains(run) && !options->list_events && !findings->has_readers)
		diag_warn("no call chains: record with perf record -g");
	if (options->compat->names_rejected && !options->no_advice && !options->list_events &&
	    !findings->has_readers && options->live_period == 0)
		perf_report_thin_stacks(setup, run);
}

COLD void perf_explain(const struct collapse_setup *setup)
{
	const struct perf_options *options = setup->options;

	if (options->compat->names_rejected)
		perf_report_unselected(options, options->findings);
}

static void release_findings(struct perf_findings *findings)
{
	size_t i;

	for (i = 0; i < PERF_CHOICES; i++)
		tally_release(&findings->rejected[i]);
	tally_release(&findings->kept);
	tally_release(&findings->units);
	free(findings->filters);
	lock_release(&findings->lock);
	arena_release(&findings->arena);
}

COLD void perf_release(struct collapse_setup *setup)
{
	struct perf_options *options = setup->options;

	free(options->events.at);
	free(options->skip_after.at);
	free(options->debug_dirs.at);
	free(options->pids.at);
	free(options->tids.at);
	free(options->cpus.at);
	regex_free(options->comm_regex);
	if (options->findings)
		release_findings(options->findings);
	free(options->findings);
}

/* ---- Waits, for collapse-perf-sched ---- */

/* What notes of a recording are, when its options are gone. */
static const struct ingest_format perf_waits_format = {
	.kinds = perf_recording_kinds,
	.kind_count = PERF_NOTES,
};

/* False after a message. */
static bool perf_waits_fit(const struct collapse_setup *setup)
{
	static const char *const of_text[] = {"chain", "offsets"};
	size_t i;

	for (i = 0; i < ARRAY_LEN(of_text); i++) {
		if (opt_given(setup->given, of_text[i])) {
			diag_error("--%s is for the text of perf script, not for its recordings",
				   of_text[i]);
			return false;
		}
	}
	return true;
}

static COLD bool perf_read_waits(struct collapse_setup *setup, struct input *input,
				 unsigned threads, struct ingest_run *run,
				 struct ingest_stats *stats)
{
	struct perf_options options = {
		.states = ~(1u << THREAD_RUNNING),
		.tid = opt_given(setup->given, "record-tid"),
		.names_tid = opt_given(setup->given, "record-tid"),
		.wakers = opt_given(setup->given, "wake-stacks"),
	};
	struct collapse_setup own = *setup;
	bool good;

	own.options = &options;
	if (!perf_waits_fit(setup) || !perf_prepare(&own))
		return false;
	if (!options.compat->reads_switches) {
		diag_error("recordings of perf are read by collapse-perf-sched");
		perf_release(&own);
		return false;
	}
	run->options = &options;
	good = perf_recordings.read(&own, input, threads, run, stats);
	perf_release_run(run);
	perf_release(&own);
	run->options = setup->options;
	run->format = setup->format = &perf_waits_format;
	setup->unit = 1000; /* microseconds, as of text */
	return good;
}

static const char *const no_options[] = {NULL};

const struct collapse_recordings collapse_perf_waits = {
	.what = "a recording of perf",
	.options = no_options,
	.begins = perfdata_is_recording,
	.is_stream = perfdata_begins_stream,
	.is_file = perf_recording_is_file,
	.is_folder = perfdata_is_directory,
	.read = perf_read_waits,
};

const struct collapser collapse_perf = {
	.name = "perf",
	.labels = PERF_LABELS,
	.summary = "folded stacks from perf.data, or from the output of perf script",
	.rows = name_rows,
	.row_count = ARRAY_LEN(name_rows),
	.shared_rows = perf_sample_rows,
	.shared_count = &perf_sample_row_count,
	.last_rows = last_rows,
	.last_count = ARRAY_LEN(last_rows),
	.options_size = sizeof(struct perf_options),
	.imitates = true,
	.recordings = &perf_recordings,
	.probe = perf_probe,
	.prepare = perf_prepare,
	.describe = perf_describe,
	.report = perf_report,
	.explain = perf_explain,
	.release = perf_release,
};
