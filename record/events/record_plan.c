/* SPDX-License-Identifier: MIT */
#include "record/events/record_plan.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/memory/memory.h"
#include "record/events/off_cpu.h"

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
		return plan_add_event(plan, SLICE("context-switches"));
	plan->is_default = plan->event_count == 0;
	return plan->is_default ? plan_add_event(plan, defaults[0]) : EXIT_DONE;
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
			diag_error("there is no CPU %u, or it is switched off; see "
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

static uint64_t round_up(uint64_t size)
{
	uint64_t power = LEAST_RING;

	while (power < size && power < MOST_RING)
		power *= 2;
	return power;
}

/* -F may not be beyond what the kernel allows. */
static void limit_frequency(struct record_plan *plan)
{
	int fd = open("/proc/sys/kernel/perf_event_max_sample_rate", O_RDONLY | O_CLOEXEC);
	char text[32];
	ssize_t n = fd >= 0 ? read(fd, text, sizeof(text)) : -1;
	struct slice line = slice_of(text, n > 0 ? (size_t)n : 0);
	uint64_t most;

	if (fd >= 0)
		close(fd);
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
		.dump = options->dump,
		.only_user = options->user,
		.only_kernel = options->kernel,
		.inherits = options->threads.count == 0,
		.has_switches = plan->off_cpu != 0,
		.has_build_ids = true,
		.has_symbols = true,
	};
	plan->ring_size = options->dump > 0 ? DUMP_RING : DEFAULT_RING;
	if (options->ring > 0)
		plan->ring_size = round_up(options->ring);
	plan->refusal.needs_kernel = plan->off_cpu != 0 || options->kernel;
}

int record_plan_make(struct record_plan *plan, const struct stacks_options *options)
{
	const bool has_command = options->given.files.count > 0;
	const bool is_running = options->processes.count > 0 || options->threads.count > 0;
	const bool is_all = options->all_cpus || (!has_command && !is_running);
	int code;

	*plan = (struct record_plan){0};
	refusal_look(&plan->refusal);
	set_sampling(plan, options);
	if (options->dump > 0 && !sampling_can_dump()) {
		diag_error("--call-graph=dwarf is for x86-64 and AArch64; --call-graph=fp is "
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

void record_plan_release(struct record_plan *plan)
{
	free(plan->events);
	free(plan->cpus.at);
	free(plan->tasks.at);
	free(plan->processes.at);
}

void record_plan_add_command(struct record_plan *plan, pid_t process)
{
	if (plan->refusal.scope == REFUSAL_MACHINE)
		return;
	running_list_add(&plan->tasks, process);
	plan->sampling.begins_by_exec = true;
}

static enum counters_result try_open(struct record_plan *plan, struct counters *counters)
{
	const struct counters_wish wish = {plan->events,   plan->event_count, &plan->cpus,
					   plan->tasks.at, plan->tasks.count, plan->ring_size};

	plan->refusal.is_tracepoint = sample_event_is_tracepoint(&plan->events[0]);
	return counters_open(counters, &wish, &plan->sampling, &plan->refusal);
}

/* The machine does not count cycles: a clock takes their place. */
static bool is_without_cycles(const struct record_plan *plan, enum counters_result result)
{
	const int error = plan->refusal.error;

	return result == COUNTERS_NO_EVENT && plan->is_default &&
	       (error == ENOENT || error == EOPNOTSUPP || error == ENODEV || error == EINVAL);
}

bool record_plan_open(struct record_plan *plan, struct counters *counters)
{
	const bool was_user = plan->sampling.only_user;
	struct buf why = {0};
	enum counters_result result;

	plan->sampling.precise = plan->is_default ? 2 : 0;
	result = try_open(plan, counters);
	if (is_without_cycles(plan, result)) {
		counters_release(counters);
		sample_event_find(&plan->events[0], defaults[1], NULL, &why);
		plan->sampling.has_build_ids = plan->sampling.has_symbols = true;
		plan->sampling.precise = 0;
		plan->sampling.only_user = was_user;
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
	else if (plan->sampling.only_user && !was_user)
		diag_warn("kernel.perf_event_paranoid is %d: nothing is recorded of the kernel; as "
			  "root: sysctl kernel.perf_event_paranoid=1",
			  plan->refusal.paranoid);
	if (result == COUNTERS_DONE && counters->ring_size < plan->ring_size)
		diag_note("using buffers of %llu KiB per CPU: the limits allow no more",
			  (unsigned long long)counters->ring_size / 1024);
	buf_release(&why);
	return result == COUNTERS_DONE;
}
