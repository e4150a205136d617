/* SPDX-License-Identifier: MIT */
#include "record/events/stacks_options.h"

#include "common/base/diag.h"
#include "common/io/output/output.h"

enum {
	DEFAULT_DUMP = 8192,
	MOST_DUMP = 65528, /* bytes: of 16 bits, a multiple of 8 */
	MOST_FREQUENCY = 1000000,
};

/* "fp", "dwarf", "dwarf,16384" */
static bool parse_call_graph(struct slice text, void *field, struct buf *problem)
{
	uint32_t *dump = field;
	uint64_t size = DEFAULT_DUMP;
	struct slice rest = text;

	*dump = 0;
	if (slice_equal(text, SLICE("fp")))
		return true;
	if (slice_skip(&rest, SLICE("dwarf")) &&
	    (rest.len == 0 || (slice_skip(&rest, SLICE(",")) && slice_to_u64(rest, &size)))) {
		size = (size + 7) / 8 * 8;
		if (size > 0 && size <= MOST_DUMP) {
			*dump = (uint32_t)size;
			return true;
		}
		buf_printf(problem, "a stack is dumped in 1 to %d bytes", MOST_DUMP);
		return false;
	}
	buf_add_text(problem, "it is one of fp, dwarf, dwarf,SIZE");
	return false;
}

static const char *const kinds[] = {"blocked", "preempted", "all", NULL};

static const char *const kind_helps[] = {
	"a lock, input, output, time: the thread could not run; the default",
	"a CPU: the thread could run, and others ran in its place",
	"both, as two events: offcpu-time and preempted-time",
};

static const char *const not_all[] = {"process", "thread", NULL};
static const char *const not_off_cpu[] = {"event", "freq", "count", "user", "kernel", NULL};
static const char *const not_count[] = {"freq", NULL};
static const char *const not_user[] = {"kernel", NULL};
static const char *const not_thread[] = {"process", NULL};

#define AT(field) OPT_AT(struct stacks_options, field)

const struct opt stacks_rows[] = {
	{OPT_HEADING, .help = "What is recorded"},
	{OPT_LIST, 0, 'p', "process", .alias = "pid", .value = "PID", AT(processes),
	 .help = "Record a running process and its children; several are separated by commas"},
	{OPT_LIST, 0, 't', "thread", .alias = "tid", .value = "TID", AT(threads),
	 .conflicts = not_thread,
	 .help = "Record one thread alone; several are separated by commas"},
	{OPT_FLAG, 0, 'a', "all-cpus", AT(all_cpus), .conflicts = not_all,
	 .help = "Record all processes on all CPUs; with a command, as long as it runs"},
	{OPT_TEXT, 0, 'C', "cpu", .value = "CPUS", AT(cpus),
	 .help = "Record on some CPUs only, like 0-3,8; without a command or a process, all that "
		 "runs there"},
	{OPT_CALL, 0, 0, "duration", .value = "SECONDS", AT(duration), .parse = opt_parse_seconds,
	 .help = "End the recording and the command after SECONDS",
	 .detail = "Without it a recording ends with the command or the processes, or by Ctrl-C."},

	{OPT_HEADING, .help = "What is sampled"},
	{OPT_LIST, 0, 'e', "event", .value = "EVENT", AT(events),
	 .help = "Sample by EVENT; several are separated by commas",
	 .detail = "See EVENTS below. Without it, cycles if the processor counts them, else "
		   "cpu-clock; a message says so."},
	{OPT_NUMBER, 0, 'F', "freq", .value = "HZ", AT(frequency), .min = 1, .max = MOST_FREQUENCY,
	 .help = "Samples a second that a thread runs, 997 by default",
	 .detail = "The kernel allows at most kernel.perf_event_max_sample_rate (sysctl)."},
	{OPT_NUMBER, 0, 'c', "count", .value = "N", AT(period), .min = 1, .conflicts = not_count,
	 .help = "Take a sample each N times that the event occurs"},
	{OPT_OPTIONAL, 0, 0, "off-cpu", .value = "KIND", AT(off_cpu), .choices = kinds,
	 .choice_helps = kind_helps, .conflicts = not_off_cpu,
	 .help = "Record the time that threads do not run, in nanoseconds, instead of samples",
	 .detail = "See OFF-CPU TIME below."},
	{OPT_FLAG, 0, 0, "user", AT(user), .conflicts = not_user,
	 .help = "Do not sample the kernel"},
	{OPT_FLAG, 0, 0, "kernel", AT(kernel), .help = "Sample only the kernel"},

	{OPT_HEADING, .help = "How"},
	{OPT_FLAG, 0, 'g', "frame-pointers", AT(frame_pointers),
	 .help = "Find callers by frame pointers, which is the default"},
	{OPT_CALL, 0, 0, "call-graph", .value = "HOW", AT(dump), .parse = parse_call_graph,
	 .help = "How to find callers: fp, or dwarf[,SIZE] by a copy of the stack",
	 .detail = "fp is small and fast, for programs built with -fno-omit-frame-pointer. dwarf "
		   "copies SIZE bytes of the stack, 8192 by default and at most 65528, with each "
		   "sample, and the reader finds the callers in them by unwinding information, "
		   "which most programs have."},
	{OPT_CALL, 0, 0, "buffer", .value = "SIZE", AT(ring), .parse = opt_parse_size,
	 .help = "Memory for each CPU, 2M by default, 8M with dwarf; rounded up to a power of two",
	 .detail = "Units are K, M and G. Where the limits of the user do not allow as much, it is "
		   "halved until they do."},
	{OPT_FLAG, 0, 'z', "compress", AT(compress),
	 .help = "Compress the recording by zstd, if the library is installed"},
	{OPT_TEXT, 0, 'o', "output", .value = "FILE", AT(output), .is_file = true,
	 .help = "Write the recording to FILE instead of standard output",
	 .detail =
		 "A new FILE is for its owner alone, since stacks may hold secrets. An older one is "
		 "replaced when the recording begins. FILE grows while the recording goes on, and "
		 "can be read if that is cut short. Without it, the command's output goes to "
		 "standard error."},
};

const size_t stacks_row_count = ARRAY_LEN(stacks_rows);

void stacks_options_init(struct stacks_options *options)
{
	*options = (struct stacks_options){.frequency = 997};
}

void stacks_options_release(struct stacks_options *options)
{
	free(options->processes.at);
	free(options->threads.at);
	free(options->events.at);
	opt_result_release(&options->given);
}

bool stacks_has(const struct stacks_options *options, const char *name)
{
	return opt_given(&options->given, name);
}

static bool stacks_options_wrong(const char *what)
{
	diag_error("%s; try '%s --help'", what, diag_tool());
	return false;
}

bool stacks_options_check(const struct stacks_options *options)
{
	const struct opt_result *given = &options->given;
	const bool is_running = options->processes.count > 0 || options->threads.count > 0;
	const bool is_all = options->all_cpus || options->cpus.len > 0;
	const bool has_command = given->files.count > 0;

	if (given->operands > 0) {
		diag_error("'%.*s' is not an option; put '--' before the command; try '%s --help'",
			   SLICE_ARG(given->files.at[0]), diag_tool());
		return false;
	}
	if (has_command && is_running)
		return stacks_options_wrong(
			"a command cannot be recorded together with --process or --thread; "
			"use --duration to end a recording");
	if (!has_command && !is_running && !is_all)
		return stacks_options_wrong(
			"nothing to record: give -- COMMAND, -p PID, -t TID or -a");
	if (has_command && given->files.at[0].len == 0)
		return stacks_options_wrong("the name of the command is empty");
	if (stacks_has(options, "frame-pointers") && options->dump > 0)
		return stacks_options_wrong(
			"options '-g' and '--call-graph=dwarf' exclude each other");
	if (stacks_has(options, "output") && options->output.len == 0)
		return stacks_options_wrong("option '--output' needs the name of a file");
	if (output_is_terminal(options->output)) {
		diag_error("this would write a recording to the terminal; try: %s ... | "
			   "collapse-perf | flamegraph > out.svg, or -o FILE",
			   diag_tool());
		return false;
	}
	return true;
}
