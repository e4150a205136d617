/* SPDX-License-Identifier: MIT */
#include "record/events/record_stacks.h"

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/base/system.h"
#include "common/io/output.h"
#include "record/events/off_cpu.h"

enum {
	DEFAULT_DUMP = 8192,
	/* waits are mostly less deep: python3 asleep, 11 calls deep, needs less than 2 KiB */
	DEFAULT_SWITCH_DUMP = 2048,
	MOST_DUMP = 65528, /* bytes: of 16 bits, a multiple of 8 */
	MOST_FREQUENCY = 1000000,
};

/* "auto", "auto,512", "fp", "dwarf", "dwarf,16384" */
static COLD bool parse_call_graph(struct slice text, void *field, struct buf *problem)
{
	struct stacks_callers *callers = field;
	const bool walks = slice_starts(text, SLICE("auto"));
	uint64_t size = DEFAULT_DUMP;
	struct slice rest = text;

	*callers = (struct stacks_callers){.walks = true};
	if (slice_equal(text, SLICE("fp")))
		return true;
	if ((slice_skip(&rest, SLICE("auto")) || slice_skip(&rest, SLICE("dwarf"))) &&
	    (rest.len == 0 || (slice_skip(&rest, SLICE(",")) && slice_to_u64(rest, &size)))) {
		size = (size + 7) / 8 * 8;
		if (size > 0 && size <= MOST_DUMP) {
			callers->walks = walks;
			callers->dump = (uint32_t)size;
			callers->switch_dump = rest.len > 0 ? (uint32_t)size : DEFAULT_SWITCH_DUMP;
			return true;
		}
		buf_printf(problem, "a stack is dumped in 1 to %d bytes", MOST_DUMP);
		return false;
	}
	buf_add_text(problem, "it is one of auto, auto,SIZE, fp, dwarf, dwarf,SIZE");
	return false;
}

static const char *const off_cpu_kinds[] = {"blocked", "preempted", "all", NULL};

static const char *const kind_helps[] = {
	"a lock, input, output, time: the thread could not run; the default",
	"a CPU: the thread could run, and others ran in its place",
	"both, as two events: offcpu-time and preempted-time",
};

static const char *const not_all[] = {"process", "thread", NULL};
static const char *const not_off_cpu[] = {"event", "freq", "count", "user", "kernel", NULL};
/* With some CPUs only, a thread that runs on another one would look as if it waited. */
static const char *const not_wall[] = {"off-cpu", "event", "count", "kernel", "cpu", NULL};
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
	{OPT_OPTIONAL, 0, 0, "off-cpu", .value = "KIND", AT(off_cpu), .choices = off_cpu_kinds,
	 .choice_helps = kind_helps, .conflicts = not_off_cpu,
	 .help = "Record the time that threads do not run, in nanoseconds, instead of samples",
	 .detail = "See OFF-CPU TIME below."},
	{OPT_FLAG, 0, 0, "wall", AT(wall), .conflicts = not_wall,
	 .help = "Record where every thread is at every moment: running, runnable or blocked",
	 .detail = "See WALL-CLOCK TIME below."},
	{OPT_FLAG, 0, 0, "user", AT(user), .conflicts = not_user,
	 .help = "Do not sample the kernel"},
	{OPT_FLAG, 0, 0, "kernel", AT(kernel), .help = "Sample only the kernel"},

	{OPT_HEADING, .help = "How"},
	{OPT_FLAG, 0, 'g', "frame-pointers", AT(frame_pointers),
	 .help = "Find callers by frame pointers alone, as --call-graph fp does"},
	{OPT_CALL, 0, 0, "call-graph", .value = "HOW", AT(callers), .parse = parse_call_graph,
	 .help = "How to find callers: auto[,SIZE], which is the default, dwarf[,SIZE] or fp",
	 .detail = "See CALLERS below. SIZE is how many bytes of each stack are copied, 8192 by "
		   "default and at most 65528; 2048 where a thread waits (--wall)."},
	{OPT_CALL, 0, 0, "buffer", .value = "SIZE", AT(ring), .parse = opt_parse_size,
	 .help = "Memory for each CPU, 8M by default, 2M with fp; rounded up to a power of two",
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

COLD void stacks_options_init(struct stacks_options *options)
{
	*options = (struct stacks_options){
		.frequency = 997,
		.callers = {.dump = sampling_can_dump() ? DEFAULT_DUMP : 0,
			    .switch_dump = DEFAULT_SWITCH_DUMP,
			    .walks = true},
	};
}

COLD void stacks_options_release(struct stacks_options *options)
{
	free(options->processes.at);
	free(options->threads.at);
	free(options->events.at);
	opt_result_release(&options->given);
}

static bool stacks_has(const struct stacks_options *options, const char *name)
{
	return opt_given(&options->given, name);
}

static bool stacks_options_wrong(const char *what)
{
	diag_error("%s; try '%s --help'", what, diag_tool());
	return false;
}

COLD bool stacks_options_check(const struct stacks_options *options)
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
	if (stacks_has(options, "frame-pointers") && stacks_has(options, "call-graph") &&
	    options->callers.dump > 0)
		return stacks_options_wrong(
			"option '-g' is '--call-graph=fp', and excludes another one");
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

enum {
	DEFAULT_RING = 2 << 20, /* bytes */
	DUMP_RING = 8 << 20,
	LEAST_RING = 1 << 15,
	MOST_RING = 1 << 30,
};

/* Without -e the first of these that the machine has. */
static const struct slice defaults[] = {SLICE_INIT("cycles"), SLICE_INIT("cpu-clock")};

static int plan_add_event(struct record_plan *plan, struct slice name)
{
	struct buf problem = {0};
	struct sample_event event;
	const bool good = sample_event_find(&event, name, NULL, &problem);

	if (good) {
		plan->events = memory_resize(plan->events, plan->event_count + 1, sizeof(event));
		plan->events[plan->event_count++] = event;
	} else {
		diag_error("event '%.*s': %.*s", SLICE_ARG(name), SLICE_ARG(buf_slice(&problem)));
	}
	buf_release(&problem);
	return good ? EXIT_DONE : event.is_hidden ? EXIT_DATA : EXIT_USAGE;
}

/* Events of --wall after the sampled one, which a user may not be allowed: plan_gives_up(). */
static const struct slice plan_switches = SLICE_INIT("context-switches");
static const struct slice plan_wakings = SLICE_INIT("sched:sched_waking");

/*
 * Tracepoints have the numbers of threads that the first namespace of processes gives them: of no
 * use in a container, whose samples have its own. Linux gives that namespace a fixed inode.
 */
static bool plan_has_first_numbers(void)
{
	const ino_t first = 0xeffffffc; /* include/linux/proc_ns.h, PROC_PID_INIT_INO */
	struct stat status;

	return stat("/proc/self/ns/pid", &status) == 0 && status.st_ino == first;
}

static void plan_add_changes(struct record_plan *plan)
{
	struct sample_event wakings;
	struct buf problem = {0};

	plan_add_event(plan, plan_switches);
	if (plan_has_first_numbers() && sample_event_find(&wakings, plan_wakings, NULL, &problem))
		plan_add_event(plan, plan_wakings);
	buf_release(&problem);
}

static bool plan_has_event(const struct record_plan *plan, struct slice name)
{
	size_t i;

	for (i = 0; i < plan->event_count; i++) {
		if (slice_equal(plan->events[i].name, name))
			return true;
	}
	return false;
}

static int add_events(struct record_plan *plan, const struct stacks_options *options)
{
	size_t i;

	for (i = 0; i < options->events.count; i++) {
		struct slice rest = options->events.at[i], name;

		bool is_last;

		do {
			int code;

			is_last = !slice_cut(&rest, ',', &name);
			code = plan_add_event(plan, is_last ? rest : name);
			if (code != EXIT_DONE)
				return code;
		} while (!is_last);
	}
	if (plan->off_cpu)
		return plan_add_event(plan, plan_switches);
	plan->is_default = plan->event_count == 0;
	if (plan->is_default)
		plan_add_event(plan, defaults[0]);
	if (plan->sampling.is_wall)
		plan_add_changes(plan);
	return EXIT_DONE;
}

static int add_cpus(struct record_plan *plan, const struct stacks_options *options)
{
	struct cpu_list online;
	bool good = cpu_list_online(&online);
	size_t i;

	if (!good)
		diag_error("the kernel does not say which CPUs there are: %s", strerror(errno));
	if (!good || options->cpus.len == 0) {
		plan->cpus = online;
		return good ? EXIT_DONE : EXIT_DATA;
	}
	good = cpu_list_parse(&plan->cpus, options->cpus);
	if (!good)
		diag_error("option '--cpu' cannot take '%.*s': CPUs are numbers and ranges, like "
			   "0-3,8",
			   SLICE_ARG(options->cpus));
	for (i = 0; good && i < plan->cpus.count; i++) {
		good = cpu_list_has(&online, plan->cpus.at[i]);
		if (!good)
			diag_error("CPU %u does not exist or is offline; see "
				   "/sys/devices/system/cpu/online",
				   plan->cpus.at[i]);
	}
	free(online.at);
	return good ? EXIT_DONE : EXIT_USAGE;
}

/* All threads of a process, or a thread alone. */
static bool add_task(struct record_plan *plan, pid_t number, bool is_process)
{
	const pid_t process = is_process ? number : running_process_of(number);
	bool good = process > 0;

	if (is_process)
		good = running_list_all(&plan->tasks, process);
	else if (good)
		running_list_add(&plan->tasks, number);
	if (good)
		running_list_add(&plan->processes, process);
	else if (kill(number, 0) != 0 && errno == EPERM)
		diag_error("/proc hides %s %ld of another user (hidepid); record as root",
			   is_process ? "process" : "thread", (long)number);
	else
		diag_error("there is no %s %ld", is_process ? "process" : "thread", (long)number);
	return good;
}

static bool add_tasks(struct record_plan *plan, const struct opt_list *texts, bool is_process)
{
	size_t i;

	for (i = 0; i < texts->count; i++) {
		struct slice rest = texts->at[i], one;
		bool is_last;

		do {
			uint64_t number;

			is_last = !slice_cut(&rest, ',', &one);
			if (is_last)
				one = rest;
			if (!slice_to_u64(one, &number) || number == 0 || number > INT32_MAX) {
				diag_error("option '--%s' cannot take '%.*s': it is a number, "
					   "several are separated by commas",
					   is_process ? "process" : "thread",
					   SLICE_ARG(texts->at[i]));
				return false;
			}
			if (!add_task(plan, (pid_t)number, is_process))
				return false;
		} while (!is_last);
	}
	return true;
}

/* -F may not be beyond what the kernel allows. */
static void limit_frequency(struct record_plan *plan)
{
	char text[32];
	struct slice line;
	uint64_t most;

	file_start("/proc/sys/kernel/perf_event_max_sample_rate", text, sizeof(text), &line);
	slice_drop(&line, SLICE("\n"));
	if (!slice_to_u64(line, &most) || most == 0 || plan->sampling.period > 0 ||
	    plan->sampling.frequency <= most)
		return;
	diag_warn("the kernel allows %llu samples a second (sysctl "
		  "kernel.perf_event_max_sample_rate), not %llu",
		  (unsigned long long)most, (unsigned long long)plan->sampling.frequency);
	plan->sampling.frequency = most;
}

static void set_sampling(struct record_plan *plan, const struct stacks_options *options)
{
	static const unsigned kinds[] = {0, OFF_CPU_BLOCKED, OFF_CPU_BLOCKED, OFF_CPU_PREEMPTED,
					 OFF_CPU_ALL};

	plan->off_cpu = kinds[options->off_cpu];
	plan->sampling = (struct sampling){
		.period = plan->off_cpu ? 1 : options->period,
		.frequency = options->frequency,
		.has_rate = stacks_has(options, "freq"),
		.dump = options->callers.dump,
		.walks = options->callers.walks,
		.only_user = options->user,
		.only_kernel = options->kernel,
		.inherits = options->threads.count == 0,
		.has_switches = plan->off_cpu != 0 || options->wall,
		.is_wall = options->wall,
		.switch_dump = options->callers.switch_dump,
		.has_symbols = true,
		.has_losses = true,
	};
	/*
	 * A chain beside a copy has to be of the same moment; a stack at which a thread left its CPU
	 * is held back until it returns.
	 */
	plan->sampling.defers = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ &&
				!plan->sampling.has_switches && !options->kernel;
	if (options->frame_pointers || (options->callers.walks && !sampling_can_dump()))
		plan->sampling.dump = 0;
	if (plan->sampling.dump == 0)
		plan->sampling.switch_dump = 0;
	plan->sampling.defers &= plan->sampling.dump == 0;
	plan->ring_size = plan->sampling.dump > 0 ? DUMP_RING : DEFAULT_RING;
	if (options->ring > 0) {
		uint64_t power = LEAST_RING;

		while (power < options->ring && power < MOST_RING)
			power *= 2;
		plan->ring_size = power;
	}
	plan->refusal.needs_kernel = plan->off_cpu != 0 || options->kernel;
}

COLD int record_plan_make(struct record_plan *plan, const struct stacks_options *options)
{
	const bool has_command = options->given.files.count > 0;
	const bool is_running = options->processes.count > 0 || options->threads.count > 0;
	const bool is_all = options->all_cpus || (!has_command && !is_running);
	int code;

	*plan = (struct record_plan){0};
	refusal_look(&plan->refusal);
	set_sampling(plan, options);
	if (plan->sampling.dump > 0 && !sampling_can_dump()) {
		diag_error("copies of stacks are for x86-64 and AArch64; --call-graph=fp is "
			   "everywhere");
		return EXIT_USAGE;
	}
	plan->refusal.scope = is_all       ? REFUSAL_MACHINE
			      : is_running ? REFUSAL_PROCESS
					   : REFUSAL_COMMAND;
	if (is_all)
		running_list_add(&plan->tasks, -1);
	code = add_events(plan, options);
	if (code == EXIT_DONE)
		code = add_cpus(plan, options);
	if (code == EXIT_DONE && (!add_tasks(plan, &options->processes, true) ||
				  !add_tasks(plan, &options->threads, false)))
		code = EXIT_USAGE;
	if (code != EXIT_DONE)
		return code;
	plan->sampling.has_ids = plan->event_count > 1 || plan->off_cpu == OFF_CPU_ALL;
	limit_frequency(plan);
	return EXIT_DONE;
}

COLD void record_plan_release(struct record_plan *plan)
{
	free(plan->events);
	free(plan->cpus.at);
	free(plan->tasks.at);
	free(plan->processes.at);
}

COLD void record_plan_add_command(struct record_plan *plan, pid_t process)
{
	if (plan->refusal.scope == REFUSAL_MACHINE)
		return;
	running_list_add(&plan->tasks, process);
	plan->sampling.begins_by_exec = true;
}

static enum counters_result open_once(struct record_plan *plan, struct counters *counters)
{
	const struct counters_wish wish = {plan->events,   plan->event_count, &plan->cpus,
					   plan->tasks.at, plan->tasks.count, plan->ring_size};

	plan->refusal.is_tracepoint = sample_event_is_tracepoint(&plan->events[0]);
	return counters_open(counters, &wish, &plan->sampling, &plan->refusal);
}

/* Remove the event that could not be opened, if --wall can do without it. */
static bool plan_gives_up(struct record_plan *plan, enum counters_result result)
{
	const int error = plan->refusal.error;
	size_t i;

	if (result != COUNTERS_NO_EVENT || !plan->sampling.is_wall ||
	    (error != EACCES && error != EPERM && error != ENOENT && error != EOPNOTSUPP))
		return false;
	for (i = 1; i < plan->event_count; i++) {
		if (!slice_equal(plan->events[i].name, plan->refusal.event))
			continue;
		memmove(&plan->events[i], &plan->events[i + 1],
			(plan->event_count - i - 1) * sizeof(*plan->events));
		plan->event_count--;
		return true;
	}
	return false;
}

/* A thread is woken by interrupts, too, and by threads that are not recorded. */
static void plan_widen(struct record_plan *plan)
{
	pid_t least = INT32_MAX;
	size_t i;

	for (i = 0; i < plan->tasks.count; i++)
		least = plan->tasks.at[i] < least ? plan->tasks.at[i] : least;
	for (i = 0; i < plan->event_count && least > 0; i++) {
		if (plan->sampling.is_wall && slice_equal(plan->events[i].name, plan_wakings))
			plan->events[i].least_thread = (uint64_t)least;
	}
}

/* Messages about what --wall has to do without. */
static void plan_say_wall(const struct record_plan *plan)
{
	if (!plan_has_event(plan, plan_switches))
		diag_warn("kernel.perf_event_paranoid is %d: times are exact, but a wait has the "
			  "stack of the thread's last sample; for stacks of waits and of the "
			  "kernel, as root: sysctl kernel.perf_event_paranoid=1",
			  plan->refusal.paranoid);
	if (!plan_has_event(plan, plan_wakings))
		diag_note("who wakes a thread is not recorded, so one that was woken is blocked "
			  "until it runs: that needs root or CAP_PERFMON, tracefs at "
			  "/sys/kernel/tracing, and no container with its own numbers of "
			  "processes");
}

static enum counters_result try_open(struct record_plan *plan, struct counters *counters)
{
	enum counters_result result = open_once(plan, counters);

	while (plan_gives_up(plan, result)) {
		counters_release(counters);
		result = open_once(plan, counters);
	}
	return result;
}

/* The machine does not count cycles: a clock takes their place. */
static bool is_without_cycles(const struct record_plan *plan, enum counters_result result)
{
	const int error = plan->refusal.error;

	return result == COUNTERS_NO_EVENT && plan->is_default &&
	       (error == ENOENT || error == EOPNOTSUPP || error == ENODEV || error == EINVAL);
}

COLD bool record_plan_open(struct record_plan *plan, struct counters *counters)
{
	const bool was_user = plan->sampling.only_user, walked = plan->sampling.walks;
	const bool deferred = plan->sampling.defers;
	struct buf why = {0};
	enum counters_result result;

	plan_widen(plan);
	plan->sampling.precise = plan->is_default ? 2 : 0;
	result = try_open(plan, counters);
	if (is_without_cycles(plan, result)) {
		counters_release(counters);
		sample_event_find(&plan->events[0], defaults[1], NULL, &why);
		plan->sampling.has_symbols = plan->sampling.has_losses = true;
		plan->sampling.precise = 0;
		plan->sampling.only_user = was_user;
		plan->sampling.walks = walked;
		plan->sampling.defers = deferred;
		result = try_open(plan, counters);
		if (result == COUNTERS_DONE)
			diag_warn("this machine has no cycles event: recording cpu-clock");
	}
	if (result == COUNTERS_NO_EVENT)
		refusal_explain(&why, &plan->refusal);
	else if (result == COUNTERS_NO_RING)
		refusal_explain_ring(&why, &plan->refusal);
	if (result != COUNTERS_DONE)
		diag_error("%.*s", SLICE_ARG(buf_slice(&why)));
	else if (plan->sampling.is_wall)
		plan_say_wall(plan);
	else if (plan->sampling.only_user && !was_user)
		diag_warn("kernel.perf_event_paranoid is %d: nothing is recorded of the kernel; as "
			  "root: sysctl kernel.perf_event_paranoid=1",
			  plan->refusal.paranoid);
	if (result == COUNTERS_DONE && walked && !plan->sampling.walks)
		diag_warn("this kernel takes no call chain beside a copy of the stack: recording "
			  "by --call-graph=dwarf,%u",
			  plan->sampling.dump);
	if (result == COUNTERS_DONE && counters->ring_size < plan->ring_size)
		diag_note("using buffers of %llu KiB per CPU: the limits allow no more",
			  (unsigned long long)counters->ring_size / 1024);
	buf_release(&why);
	return result == COUNTERS_DONE;
}
