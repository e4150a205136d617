/* SPDX-License-Identifier: MIT */
/*
 * record-stacks - samples the stacks of programs by the kernel's events, and writes them in the
 * pipe form of perf.data.
 */
#include "record/events/record_stacks.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/base/system.h"
#include "common/io/output.h"
#include "record/child/signals.h"
#include "record/events/off_cpu.h"

/*
 * From ring buffers to the stream, until the command or the processes end, the time
 * is over, a signal asks it to stop, or the reader of the stream is gone.
 */

struct event_loop {
	struct record_stream *stream;
	struct counters *counters;
	struct workload *workload; /* without a process: there is no command */
	struct off_cpu *off_cpu;   /* NULL: samples are passed on as they are */
	bool has_times;            /* the stream says up to which time it is complete */
	double seconds;            /* limit of its duration; 0: to its end */
	struct build_id_cache *build_ids;
	size_t trailer; /* sampling_trailer() */
	struct event_tally tally;
	int poll;         /* of epoll(7): all descriptors */
	size_t alive;     /* descriptors whose task has not ended */
	bool was_stopped; /* by a signal or its time */
};

static const double pause_length =
	0.5; /* seconds after which rings are read that are not half full */

enum {
	LATE = 1000000, /* nanoseconds after which a record that an interrupt delayed is in its ring */
};

/* Watch the counters. The other fields are set. False with errno. */
static bool event_loop_begin(struct event_loop *loop)
{
	const struct counters *counters = loop->counters;
	size_t i;

	loop->poll = epoll_create1(EPOLL_CLOEXEC);
	if (loop->poll < 0)
		return false;
	for (i = 0; i < counters->count; i++) {
		struct epoll_event event = {.events = EPOLLIN, .data.u64 = i};

		if (epoll_ctl(loop->poll, EPOLL_CTL_ADD, counters->at[i].fd, &event) != 0)
			return false;
	}
	loop->alive = counters->count - counters->lasting;
	return true;
}

/*
 * So many records are lost up to that time; none are at the beginning of a recording and with each
 * round: where all threads wait, nothing else says how long.
 */
static void write_losses(const struct event_loop *loop, uint64_t lost, uint64_t time)
{
	struct record_stream *stream = loop->stream;

	if (!loop->has_times && lost == 0)
		return;
	record_stream_open(stream, PERF_RECORD_LOST_SAMPLES, 0);
	record_stream_add_u64(stream, lost);
	record_stream_add_u64(stream, 0); /* pid and tid */
	record_stream_add_u64(stream, time);
	record_stream_add_u64(stream, UINT32_MAX); /* no CPU */
	record_stream_add_zeros(stream, loop->trailer - 24);
	record_stream_close(stream);
}

/* A copy of the record at the tail, of a map, with the build id of its file. */
static void pass_map(const struct event_loop *loop, const struct event_ring *ring)
{
	struct buf *own = &loop->stream->own;
	const size_t size = event_ring_header(ring).size;
	unsigned char *copy = (unsigned char *)buf_reserve(own, size);
	const unsigned char *record = event_ring_record(ring, copy);

	if (record != copy)
		memcpy(copy, record, size);
	build_id_put(loop->build_ids, copy, loop->trailer);
	own->len += size;
}

/* Pass on the records from tail to head. */
static void pass_ring(const struct event_loop *loop, struct event_ring *ring)
{
	struct iovec parts[2];

	while (ring->tail < ring->head) {
		uint64_t length = event_ring_until(ring, PERF_RECORD_MMAP2);

		if (length > 0) {
			record_stream_pass(loop->stream, parts,
					   event_ring_parts(ring, length, parts));
		} else {
			pass_map(loop, ring);
			length = event_ring_header(ring).size;
		}
		event_ring_skip(ring, length);
	}
}

static bool pass_rings(struct event_loop *loop)
{
	const struct counters *counters = loop->counters;
	bool any = false;
	size_t i;

	for (i = 0; i < counters->ring_count; i++) {
		struct event_ring *ring = &counters->rings[i];

		if (!event_ring_look(ring))
			continue;
		event_ring_count(ring, &loop->tally, loop->trailer);
		pass_ring(loop, ring);
		event_ring_release(ring);
		any = true;
	}
	return any;
}

static bool take_until(struct event_loop *loop, uint64_t until)
{
	return off_cpu_take(loop->off_cpu, loop->counters->rings, loop->counters->ring_count,
			    until);
}

/*
 * Pass on what lies in the rings. `ends_round`: what is older has been passed on from all rings,
 * and readers may rely on it.
 */
static void event_loop_drain(struct event_loop *loop, bool ends_round)
{
	const uint64_t complete = clock_nanoseconds(CLOCK_MONOTONIC) - LATE;
	const bool any = loop->off_cpu ? take_until(loop, complete) : pass_rings(loop);

	if (ends_round)
		write_losses(loop, 0, complete);
	if ((any || loop->has_times) && ends_round) { /* waits go on when nothing happens */
		record_stream_open(loop->stream, STREAM_FINISHED_ROUND, 0);
		record_stream_close(loop->stream);
	}
	record_stream_flush(loop->stream);
}

/* Descriptors whose task has ended are ready for ever. */
static void drop_ended(struct event_loop *loop)
{
	enum { SOME = 64 };
	struct epoll_event events[SOME];
	int count = SOME, i;

	while (count == SOME) {
		count = epoll_wait(loop->poll, events, SOME, 0);
		for (i = 0; i < count; i++) {
			const struct counter *counter = &loop->counters->at[events[i].data.u64];

			if ((events[i].events & (EPOLLHUP | EPOLLERR)) == 0)
				continue;
			epoll_ctl(loop->poll, EPOLL_CTL_DEL, counter->fd, NULL);
			loop->alive--;
		}
	}
}

static bool event_loop_has_ended(struct event_loop *loop)
{
	if (loop->workload->process > 0)
		return workload_has_ended(loop->workload);
	return loop->alive == 0;
}

/* Record until it ends. */
static void event_loop_run(struct event_loop *loop)
{
	const double end = clock_seconds() + loop->seconds;
	struct pollfd ready = {.fd = loop->poll, .events = POLLIN};

	while (!event_loop_has_ended(loop) && !loop->stream->failed) {
		double left = pause_length;

		if (loop->seconds > 0 && end - clock_seconds() < left)
			left = end - clock_seconds();
		if (signals_take().signal != 0 || left <= 0) {
			loop->was_stopped = true;
			break;
		}
		signals_wait(&ready, 1, left);
		drop_ended(loop);
		event_loop_drain(loop, true);
	}
}

/* Switch the counters off and pass on the rest. False if the stream has failed. */
static bool event_loop_end(struct event_loop *loop)
{
	const uint64_t now = clock_nanoseconds(CLOCK_MONOTONIC);

	counters_disable(loop->counters);
	if (loop->off_cpu) {
		take_until(loop, UINT64_MAX);
		off_cpu_end(loop->off_cpu, now);
		loop->tally = off_cpu_sums(loop->off_cpu)->tally;
	}
	event_loop_drain(loop, true);
	write_losses(loop, counters_unsaid(loop->counters, &loop->tally, now), now);
	close(loop->poll);
	return record_stream_flush(loop->stream);
}

enum {
	COMPRESSED_AT_ONCE = 1 << 18, /* bytes: the buffer of record_stream.c */
	EXIT_BROKEN = 125, /* the recording failed while the command ran, as env(1) has it */
	HASTE = -15,       /* nice value */
	SIGNALLED = 128,   /* the exit code of a command that a signal ended, as shells have it */
};

static const double short_run = 0.1; /* seconds: too few samples are to be expected */

/* One call of the program. */
struct stacks_run {
	struct stacks_options options;
	char **argv;
	struct record_plan plan;
	struct record_stream stream;
	struct counters counters;
	struct workload workload;
	struct running running;
	const char **command; /* NULL at the end */
	struct output output;
	bool is_open; /* the output */
};

/* The words of argv are NUL-terminated. */
static void take_command(struct stacks_run *run)
{
	const struct opt_list *words = &run->options.given.files;
	size_t i;

	run->command = memory_get((words->count + 1) * sizeof(*run->command));
	for (i = 0; i < words->count; i++)
		run->command[i] = words->at[i].ptr;
	run->command[words->count] = NULL;
}

/* The recording takes standard output; the command prints to standard error. */
static bool take_standard_output(struct output *output)
{
	output->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (output->fd >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0)
		return true;
	diag_error("no standard output: %s", strerror(errno));
	return false;
}

/*
 * Writes to a pipe do not wait in the kernel then, where a signal that came just before would not
 * end them; record_stream.c waits. Other programs may share the open file, and the pipe of another
 * user cannot be opened: that one waits.
 */
static void unblock(int fd)
{
	struct stat status;
	char path[32];
	int own;

	if (fstat(fd, &status) != 0 || !S_ISFIFO(status.st_mode))
		return;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	own = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
	if (own >= 0) {
		if (dup2(own, fd) >= 0)
			fcntl(fd, F_SETFD, FD_CLOEXEC);
		close(own);
	}
}

static bool open_output(struct stacks_run *run)
{
	struct output *output = &run->output;

	run->is_open = output_open_private(output, run->options.output);
	if (!run->is_open || (output->path.len == 0 && !take_standard_output(output)) ||
	    (output->in_place && !output_appear(output))) /* it begins to be written now */
		return false;
	unblock(output->fd);
	record_stream_begin(&run->stream, output->fd,
			    output->path.len > 0 ? output->path.ptr : "standard output");
	run->stream.may_be_unread = run->options.given.files.count == 0;
	return true;
}

/* A recording that has not appeared is removed. */
static void close_output(struct stacks_run *run)
{
	if (run->is_open && run->output.path.len == 0)
		close(run->output.fd);
	if (run->is_open)
		output_abandon(&run->output);
	run->is_open = false;
}

static bool begin_compression(struct stacks_run *run)
{
	const char *why;

	if (!run->options.compress)
		return true;
	run->stream.pack = zstd_pack_new(&why);
	if (!run->stream.pack)
		diag_error("--compress: %s", why);
	return run->stream.pack != NULL;
}

/*
 * The ids of all counters of an event, or one to name it by where samples have none. The caller's
 * to free.
 */
static uint64_t *take_ids(const struct stacks_run *run, size_t event, size_t *count)
{
	const struct counters *counters = &run->counters;
	uint64_t *ids = memory_get((counters->count + 1) * sizeof(*ids));
	size_t i;

	*count = 0;
	for (i = 0; i < counters->count && (run->plan.sampling.has_ids || *count == 0); i++) {
		if (counters->at[i].event == event && counters_id(&counters->at[i], &ids[*count]))
			++*count;
	}
	return ids;
}

/* An event of off-CPU time is one that no kernel has: its samples are made here. */
static struct preamble_event off_cpu_event(struct perf_event_attr attr, struct slice name)
{
	attr.type = PERF_TYPE_SOFTWARE;
	attr.config = PERF_COUNT_SW_BPF_OUTPUT;
	attr.context_switch = 0;
	return (struct preamble_event){.attr = attr, .name = name};
}

static bool write_off_cpu_events(struct stacks_run *run)
{
	const struct record_plan *plan = &run->plan;
	const bool is_all = plan->off_cpu == OFF_CPU_ALL;
	const struct perf_event_attr attr = sampling_attr(&plan->sampling, &plan->events[0], true);
	const uint64_t preempted_id = OFF_CPU_PREEMPTED_ID;
	struct preamble_event event = off_cpu_event(attr, plan->off_cpu == OFF_CPU_PREEMPTED
								  ? SLICE(OFF_CPU_PREEMPTED_EVENT)
								  : SLICE(OFF_CPU_EVENT));
	uint64_t *ids = take_ids(run, 0, &event.id_count);
	bool good;

	event.ids = ids;
	good = preamble_event(&run->stream, &event);
	free(ids);
	if (good && is_all) {
		event = off_cpu_event(attr, SLICE(OFF_CPU_PREEMPTED_EVENT));
		event.ids = &preempted_id;
		event.id_count = 1;
		good = preamble_event(&run->stream, &event);
	}
	return good;
}

static bool write_events(struct stacks_run *run)
{
	const struct record_plan *plan = &run->plan;
	bool good = true;
	size_t i;

	if (plan->off_cpu)
		return write_off_cpu_events(run);
	for (i = 0; i < plan->event_count && good; i++) {
		struct preamble_event event = {
			.attr = sampling_attr(&plan->sampling, &plan->events[i], i == 0),
			.name = plan->events[i].name};
		uint64_t *ids = take_ids(run, i, &event.id_count);

		event.ids = ids;
		good = preamble_event(&run->stream, &event);
		free(ids);
	}
	return good;
}

static bool write_preamble(struct stacks_run *run)
{
	const size_t trailer = sampling_trailer(&run->plan.sampling);

	if (!write_events(run)) {
		diag_error("several events of so many threads and CPUs do not fit into a "
			   "recording: record one event%s",
			   run->plan.sampling.is_wall ? ", some threads (-t), or all that runs (-a)"
						      : "");
		return false;
	}
	if (!run->plan.off_cpu)
		tracing_data_write(&run->stream, run->plan.events, run->plan.event_count);
	preamble_machine(&run->stream, run->argv, run->stream.pack ? COMPRESSED_AT_ONCE : 0);
	if (!run->plan.sampling.only_user && !preamble_kernel(&run->stream, trailer))
		diag_warn(
			"the kernel hides its addresses, so its functions have no names; as root: "
			"sysctl kernel.kptr_restrict=0");
	return record_stream_flush(&run->stream);
}

/* Processes that run already; what is recorded at the same time is passed on. */
static void stacks_describe(struct stacks_run *run, struct event_loop *loop)
{
	struct running_list all = {0};
	const struct running_list *list = &run->plan.processes;
	size_t i;

	running_init(&run->running, &run->stream, sampling_trailer(&run->plan.sampling));
	run->running.has_states = run->plan.sampling.is_wall;
	run->running.has_data = sampling_maps_data(&run->plan.sampling);
	if (run->plan.refusal.scope == REFUSAL_MACHINE) {
		if (access("/proc/1", F_OK) != 0)
			diag_warn("/proc hides the processes of other users (hidepid): what runs "
				  "already has no names; record as root");
		running_list_all(&all, 0);
		list = &all;
	}
	for (i = 0; i < list->count; i++) {
		running_describe(&run->running, list->at[i]);
		if (i % 16 == 15)
			event_loop_drain(loop, false);
	}
	free(all.at);
	running_release(&run->running);
}

static void say_lost(const struct stacks_run *run, const struct event_tally *tally)
{
	if (tally->lost == 0)
		return;
	diag_warn("%llu records were lost, beside %llu samples: the reader was slower than the "
		  "events; try a lower -F, --buffer %lluM, or -o FILE",
		  (unsigned long long)tally->lost, (unsigned long long)tally->samples,
		  (unsigned long long)(run->counters.ring_size * 4 >> 20) + 1);
	if (run->plan.sampling.is_wall)
		diag_warn("what threads did in %llu ns, all CPUs together, is lost with them",
			  (unsigned long long)tally->gaps);
}

static void say_result(const struct stacks_run *run, const struct event_loop *loop, double seconds)
{
	const struct event_tally *tally = &loop->tally;

	say_lost(run, tally);
	if (tally->samples == 0 && tally->switches == 0) {
		/* `seconds`: how long it recorded. */
		const char *advice = "--off-cpu records what it waited for";
		const double milliseconds = seconds < 0.001 ? 1 : seconds * 1000;
		struct rusage used;

		if (run->plan.off_cpu)
			diag_warn("no samples: no thread left its CPU and came back");
		else if (!run->workload.has_ended)
			diag_warn("no samples in %.0f ms: it mostly waited; %s", milliseconds,
				  advice);
		else if (seconds < short_run || getrusage(RUSAGE_CHILDREN, &used) != 0)
			diag_warn("no samples: the program ran %.0f ms", milliseconds);
		else
			diag_warn("no samples: the program ran %.0f ms, %.0f ms of it on a CPU; %s",
				  milliseconds,
				  1000.0 * (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
					  (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) /
						  1000,
				  advice);
	}
	if (run->plan.off_cpu && diag_shows(DIAG_NOTES)) {
		const struct off_cpu_sums *sums = off_cpu_sums(loop->off_cpu);

		diag_note("%.3f s blocked, %.3f s preempted", (double)sums->blocked / 1e9,
			  (double)sums->preempted / 1e9);
	}
	if (run->plan.sampling.is_wall)
		diag_note("%llu records of threads that leave a CPU or come back",
			  (unsigned long long)tally->switches);
	diag_note("%llu samples, %llu bytes", (unsigned long long)tally->samples,
		  (unsigned long long)run->stream.written);
}

/* From the open counters to the end of the recording. */
static bool stacks_record(struct stacks_run *run, struct event_loop *loop)
{
	double begin;
	int error;

	if (!event_loop_begin(loop)) {
		diag_error("no descriptor to wait for events: %s", strerror(errno));
		return false;
	}
	write_losses(loop, 0, clock_nanoseconds(CLOCK_MONOTONIC));
	if (!run->plan.sampling.begins_by_exec)
		counters_enable(&run->counters);
	stacks_describe(run, loop);
	begin = clock_seconds();
	if (run->workload.process > 0) {
		error = workload_release(&run->workload);
		if (error != 0) {
			diag_error("%s: %s", run->command[0], child_problem(error));
			return false;
		}
	}
	if (!output_appear(&run->output)) {
		run->stream.failed = true;
		return false;
	}
	event_loop_run(loop);
	if (!event_loop_end(loop))
		return false;
	say_result(run, loop, clock_seconds() - begin);
	return true;
}

static int run_counters(struct stacks_run *run)
{
	struct event_loop loop = {.stream = &run->stream,
				  .counters = &run->counters,
				  .workload = &run->workload,
				  .seconds = run->options.duration,
				  .build_ids = build_id_cache_new()};
	bool good;

	if (!record_plan_open(&run->plan, &run->counters)) {
		build_id_cache_free(loop.build_ids);
		return EXIT_DATA;
	}
	/*
	 * Switches fill the rings fastest when more threads want to run than CPUs exist, which is
	 * when this process waits longest. Only root may; the command has its own process by now.
	 */
	if (run->plan.sampling.is_wall)
		setpriority(PRIO_PROCESS, 0, HASTE);
	loop.trailer = sampling_trailer(&run->plan.sampling);
	loop.has_times = run->plan.sampling.is_wall;
	if (run->plan.off_cpu)
		loop.off_cpu = off_cpu_new(&run->stream, run->plan.off_cpu,
					   run->plan.sampling.has_ids, loop.build_ids);
	good = write_preamble(run) && stacks_record(run, &loop);
	/* a reader need not wait for what the command still does */
	close_output(run);
	workload_end(&run->workload);
	off_cpu_free(loop.off_cpu);
	build_id_cache_free(loop.build_ids);
	if (!good)
		return run->stream.failed ? EXIT_BROKEN : EXIT_DATA;
	if (run->workload.process <= 0 || loop.was_stopped)
		return EXIT_DONE;
	return run->workload.end.signal ? SIGNALLED + run->workload.end.signal
					: run->workload.end.code;
}

static int run_plan(struct stacks_run *run)
{
	int code = record_plan_make(&run->plan, &run->options);

	if (code != EXIT_DONE)
		goto done;
	code = EXIT_DATA;
	signal(SIGPIPE, SIG_IGN); /* a write fails then, and the command is ended */
	/* a FIFO waits for its reader: until then a signal ends the program */
	if (!open_output(run) || !begin_compression(run))
		goto done;
	if (!signals_begin())
		diag_die("%s", strerror(errno));
	take_command(run);
	if (run->command[0]) {
		if (!workload_prepare(&run->workload, run->command)) {
			diag_error("cannot start a process: %s", strerror(errno));
			goto done;
		}
		record_plan_add_command(&run->plan, run->workload.process);
	}
	code = run_counters(run);
done:
	workload_end(&run->workload);
	counters_release(&run->counters);
	record_stream_release(&run->stream);
	close_output(run);
	record_plan_release(&run->plan);
	free(run->command);
	return code;
}

/* The command line, then all the rest. */
static int run_words(struct stacks_run *run, int argc, char **argv)
{
	struct opt_common common = {0};
	const struct opt_table tables[] = {
		OPT_OWN(stacks_rows, stacks_row_count, &run->options),
		OPT_COMMON(&common),
	};
	const struct opt_program program = {diag_tool(),       "stacks of programs as they run",
					    "[-- COMMAND...]", tables,
					    ARRAY_LEN(tables), NULL};
	int code = EXIT_DONE;

	if (!opt_begin(&program, personality_of("record-stacks"), &common, argc, argv,
		       &run->options.given, &code))
		return code;
	if (!stacks_options_check(&run->options))
		return EXIT_USAGE;
	if (run->options.output.len == 0) /* else there is no pipe after it */
		foreground_enter();
	return run_plan(run);
}

int main(int argc, char **argv)
{
	struct stacks_run run = {.argv = argv, .workload = {.release = -1, .problem = -1}};
	int code;

	diag_init(personality_tool(argv[0]));
	output_bear_limit();
	stacks_options_init(&run.options);
	code = run_words(&run, argc, argv);
	stacks_options_release(&run.options);
	return code;
}
