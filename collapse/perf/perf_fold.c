/* SPDX-License-Identifier: MIT */
/*
 * One sample of a recording: is it wanted, and which stack is it? Most chains came before: a stack
 * is known by a fingerprint of its chain, of the maps in which that has a meaning, and by its
 * process.
 */
#include <inttypes.h>

#include "collapse/perf/perf_frame.h"
#include "collapse/perf/perf_idle.h"
#include "collapse/perf/perf_recording_state.h"
#include "collapse/perf/perf_sample.h"
#include "collapse/perf/perf_select.h"
#include "collapse/perf/perf_unwind.h"
#include "collapse/perf/perf_wall.h"
#include "collapse/perf/perf_weight.h"

/* ---- Samples ---- */

static const struct perf_event no_event;
static const struct slice outside = SLICE_INIT("[outside the namespace]");

/* What a sample means besides its own fields. */
struct sample_context {
	struct perfdata_moment moment;
	struct perfdata_thread thread;
	struct perf_spaces spaces;
	bool may_idle; /* perf_sample.may_idle */
};

/* ---- Labels: a set of labels is known by the numbers that it is made of ---- */

enum { SETS = 4096, SAMPLE_CGROUP = 1 << 21 };

/* Everything that determines the labels, except the time. */
struct label_numbers {
	const char *comm;
	const struct perfdata_event *event;
	uint64_t cgroup;    /* 0: none */
	struct slice group; /* its path; empty if no record tells it */
	uint32_t pid, tid, cpu;
	enum thread_state state; /* THREAD_STATES: none */
};

struct perf_label_cache {
	struct {
		struct label_numbers of;
		uint32_t set; /* LABEL_NO_SET: free */
	} at[SETS];
};

static void fold_label_give_all(struct ingest_run *run, const struct perf_recording *recording,
				const struct label_numbers *numbers, struct slice comm)
{
	label_clear(run);
	if (numbers->pid != UINT32_MAX)
		label_set_number(run, LABEL_PID, numbers->pid);
	if (numbers->tid != UINT32_MAX)
		label_set_number(run, LABEL_TID, numbers->tid);
	if (numbers->cpu != UINT32_MAX)
		label_set_number(run, LABEL_CPU, numbers->cpu);
	label_set(run, LABEL_COMM, comm);
	if (numbers->event)
		label_set(run, LABEL_EVENT, perf_kept_event(perf_of(run)));
	if (numbers->group.len > 0)
		label_set(run, LABEL_CGROUP, numbers->group);
	else if (numbers->cgroup > 0)
		label_set_number(run, LABEL_CGROUP, numbers->cgroup);
	if (numbers->state < THREAD_STATES)
		label_set(run, LABEL_STATE, thread_state_name(numbers->state));
	label_set(run, LABEL_HOST, perfdata_facts(recording->data)->texts[PERFDATA_HOST]);
}

/* The labels of the next sample, or of what it counts in a state. */
static void fold_label(struct ingest_run *run, const struct perfdata_event *event,
		       const struct perfdata_sample *sample, const struct sample_context *context,
		       enum thread_state state)
{
	struct perfdata_worker *worker = perf_of(run)->worker;
	const struct slice comm = context->thread.comm;
	struct label_numbers numbers;
	size_t at;

	/* only wanted labels, so that others do not make different sets */
	memset(&numbers, 0, sizeof(numbers));
	numbers.pid = label_wants(run, LABEL_PID) && sample->has_tid ? sample->pid : UINT32_MAX;
	numbers.tid = label_wants(run, LABEL_TID) && sample->has_tid ? sample->tid : UINT32_MAX;
	numbers.cpu = label_wants(run, LABEL_CPU) && sample->has_cpu ? sample->cpu : UINT32_MAX;
	numbers.comm = label_wants(run, LABEL_COMM) ? comm.ptr : NULL;
	numbers.event = label_wants(run, LABEL_EVENT) && state == THREAD_STATES ? event : NULL;
	numbers.state = label_wants(run, LABEL_STATE) ? state : THREAD_STATES;
	if (label_wants(run, LABEL_CGROUP) && event->sample_type & SAMPLE_CGROUP) {
		numbers.cgroup = sample->cgroup;
		perfdata_world_cgroup(worker->recording->world, sample->cgroup, context->moment,
				      &numbers.group);
	}
	if (!worker->labels)
		worker->labels = memory_clear(1, sizeof(*worker->labels));
	at = hash_bytes(&numbers, sizeof(numbers)) % SETS;
	if (worker->labels->at[at].set == LABEL_NO_SET ||
	    memcmp(&worker->labels->at[at].of, &numbers, sizeof(numbers)) != 0) {
		fold_label_give_all(run, worker->recording, &numbers, comm);
		worker->labels->at[at].of = numbers;
		worker->labels->at[at].set = labels_current(run->profile.labels);
	} else {
		labels_use(run->profile.labels, worker->labels->at[at].set);
	}
	if (label_wants(run, LABEL_TIME) && sample->has_time)
		perf_label_time(run, sample->time / 1000 * 1000); /* as precise as perf script */
	else
		label_clear_time(run);
}

/* The texts of a sample's numbers. */
struct fold_texts {
	char pid[16], tid[16], cpu[16], time[32];
};

/* The number of a thread or process: -1 where it had ended. */
static struct slice fold_print_id(char *room, size_t size, uint32_t id)
{
	return slice_of(room, (size_t)snprintf(room, size, "%" PRId32, (int32_t)id));
}

static bool fold_is_id_char(char c)
{
	return char_is_digit(c) || c == '/';
}

/*
 * The originals take the first number on an event line for the thread's, also one in the name of
 * its process: "writer 1" is thread 1 of "writer".
 */
static void fold_read_number_in_name(struct perf_event *event)
{
	struct slice rest = event->comm, word;
	size_t slash;

	while (slice_word(&rest, &word)) {
		if (word.ptr == event->comm.ptr || !char_is_digit(word.ptr[0]) ||
		    !slice_all(word, fold_is_id_char))
			continue;
		event->comm = slice_trim_right(slice_between(event->comm.ptr, word.ptr));
		slash = slice_rfind(word, '/');
		event->tid = slash == SLICE_NONE ? word : slice_tail(word, slash + 1);
		event->pid = slash == SLICE_NONE ? SLICE("") : slice_head(word, slash);
		return;
	}
}

/* Fill the fields of an event line, once; name, event and period are known. */
static void fold_describe(const struct perf_run *perf, const struct perfdata_sample *sample,
			  struct perf_event *event, struct fold_texts *texts)
{
	event->tid = fold_print_id(texts->tid, sizeof(texts->tid), sample->tid);
	if (perf->compat->names_by_event_line)
		fold_read_number_in_name(event);
	else
		event->pid = fold_print_id(texts->pid, sizeof(texts->pid), sample->pid);
	if (sample->has_cpu)
		event->cpu = slice_of(texts->cpu, (size_t)snprintf(texts->cpu, sizeof(texts->cpu),
								   "%03" PRIu32, sample->cpu));
	event->time = slice_of(texts->time,
			       (size_t)snprintf(texts->time, sizeof(texts->time),
						"%" PRIu64 ".%06" PRIu64, sample->time / 1000000000,
						sample->time / 1000 % 1000000));
}

/* The entry of a process name that was made before, or room for it. */
static struct perf_process *fold_process_of(struct perf_run *perf, const struct slice *comm,
					    const struct perfdata_sample *sample)
{
	const struct perf_options *options = perf->options;
	const uint32_t pid = options->pid || options->tid ? sample->pid : 0;
	const uint32_t tid = options->tid ? sample->tid : 0;
	const size_t at = ((uintptr_t)comm->ptr >> 3 ^ pid ^ tid) %
			  ARRAY_LEN(perf->worker->processes);
	struct perf_process *process = &perf->worker->processes[at];

	if (process->comm != comm->ptr || process->pid != pid || process->tid != tid)
		*process = (struct perf_process){.comm = comm->ptr, .pid = pid, .tid = tid};
	return process;
}

/*
 * The fingerprint of all that a stack depends on, but for its process. False: it is too long to be
 * known again.
 */
static bool fold_fingerprint(struct perfdata_worker *worker, const struct perfdata_event *event,
			     const struct perfdata_sample *sample, const struct perf_spaces *spaces,
			     struct fingerprint *print)
{
	const uint64_t is_main = sample->pid == sample->tid;
	const struct {
		const void *user, *kernel, *event;
		uint64_t mode;
	} front = {spaces->user, spaces->kernel, event,
		   (sample->has_chain ? UINT64_MAX - sample->has_calls - 2u * sample->is_cut -
						4u * sample->is_begun - 8u * sample->is_interrupted
				      : sample->mode) ^
			   is_main << 32};
	const char *bytes = sample->has_chain ? sample->chain : (const char *)&sample->ip;
	const size_t size = sample->has_chain ? (size_t)sample->chain_count * 8 : 8;

	if (size > FINGERPRINT_LONGEST - sizeof(front) - sizeof(spaces->code_time))
		return false;
	buf_reset(&worker->key);
	buf_add(&worker->key, slice_of((const char *)&front, sizeof(front)));
	buf_add(&worker->key, slice_of(bytes, size));
	if (spaces->code_time != PERFDATA_ANY_TIME)
		buf_add(&worker->key,
			slice_of((const char *)&spaces->code_time, sizeof(spaces->code_time)));
	fingerprint_of(buf_slice(&worker->key), print);
	return true;
}

/* ---- Time: what a sample counts in each state ---- */

/* A stack that has been charged. */
struct fold_charged {
	const frame_id *frames;
	uint32_t depth, kernel_frames;
	struct stack *stack; /* of the profile; NULL: not known yet */
};

static enum thread_state fold_state(struct ingest_run *run, const struct fold_charged *charged,
				    enum perfdata_state state)
{
	switch (state) {
	case PERFDATA_RUNNING: return THREAD_RUNNING;
	case PERFDATA_RUNNABLE: return THREAD_RUNNABLE;
	default: break;
	}
	if (!label_wants(run, LABEL_STATE) && perf_of(run)->options->states == 0)
		return THREAD_BLOCKED;
	return perf_wall_blocked(run, charged->frames, charged->depth, charged->kernel_frames);
}

/* Count a stack in its states, as far as these are wanted. */
static void fold_charge(struct ingest_run *run, const struct perfdata_event *event,
			const struct perfdata_sample *sample, const struct sample_context *context,
			const uint64_t ns[PERFDATA_STATES], struct fold_charged *charged)
{
	enum perfdata_state i;

	for (i = PERFDATA_RUNNING; i < PERFDATA_STATES; i++) {
		enum thread_state state;

		if (ns[i] == 0)
			continue;
		state = fold_state(run, charged, i);
		if (!perf_wants_state(perf_of(run)->options, state))
			continue;
		if (run->labels)
			fold_label(run, event, sample, context, state);
		if (charged->stack)
			profile_add_again(&run->profile, charged->stack, ns[i]);
		else
			charged->stack = profile_add_count(&run->profile, charged->frames,
							   charged->depth, ns[i]);
	}
}

/* A sample's stack is known: count it, and keep it if later records may charge it. */
static struct stack *fold_wall_sample(struct ingest_run *run, const struct perfdata_event *event,
				      const struct perfdata_sample *sample,
				      const struct sample_context *context,
				      struct fold_charged charged)
{
	const struct perfdata_worker *worker = perf_of(run)->worker;
	const struct perfdata_charge *charge = worker->charge;

	charged.kernel_frames = (uint32_t)perf_wall_kernel_frames(sample,
								  worker->recording->swapped);
	fold_charge(run, event, sample, context, charge->ns, &charged);
	if (charge->keep > 0 || charge->is_named) {
		struct perf_kept_stack of = {
			.depth = charged.depth,
			.kernel_frames = charged.kernel_frames,
			.pid = sample->pid,
			.tid = sample->tid,
			.cpu = sample->cpu,
			.has_cpu = sample->has_cpu,
			.cgroup = sample->cgroup,
			.event = event,
			.comm = context->thread.comm,
			.time = context->moment.time,
		};

		perf_wall_keep(run, worker->recording->wall, charge, worker->number, charged.frames,
			       &of);
	}
	return charged.stack;
}

/* The numbers of a sample that was folded before, and its context. */
static struct perfdata_sample fold_sample_of(const struct perf_kept_stack *of,
					     struct sample_context *context)
{
	*context = (struct sample_context){.moment = {of->time, UINT64_MAX},
					   .thread = {.comm = of->comm}};
	return (struct perfdata_sample){
		.pid = of->pid,
		.tid = of->tid,
		.cpu = of->cpu,
		.time = of->time,
		.cgroup = of->cgroup,
		.has_tid = true,
		.has_time = true,
		.has_cpu = of->has_cpu,
	};
}

/* Count the stack of a sample that is wanted: from the cache, or from its addresses. */
static void fold_stack(struct ingest_run *run, const struct perfdata_event *event,
		       const struct perfdata_sample *sample, struct perf_event *line,
		       const struct sample_context *context)
{
	struct perf_run *perf = perf_of(run);
	const bool lists_events = perf->options->list_events;
	const bool is_wall = perf->worker->recording->wall != NULL;
	struct perf_process *process = fold_process_of(perf, &context->thread.comm, sample);
	struct stack_cache_entry *entry = NULL;
	struct fingerprint print;
	const bool has_key = !lists_events && fold_fingerprint(perf->worker, event, sample,
							       &context->spaces, &print);
	struct fold_texts texts;
	uint64_t notes;
	bool is_determined = has_key;

	if (has_key && process->is_known)
		entry = stack_cache_find(&perf->names.stacks, &print, process->root);
	if (UNLIKELY(is_wall) && entry && entry->stack) {
		run->samples++;
		fold_wall_sample(run, event, sample, context,
				 (struct fold_charged){.frames = entry->stack->frames,
						       .depth = entry->stack->depth,
						       .stack = entry->stack});
		return;
	}
	if (entry && entry->stack) {
		const bool zero_counts = line->period == 0 && !perf->compat->zero_period_is_zero;

		run->samples++;
		profile_add_again(&run->profile, entry->stack, zero_counts ? 1 : line->period);
		return;
	}
	if (!perf->options->selects &&
	    (perf->options->pid || perf->options->tid || perf->compat->names_by_event_line))
		fold_describe(perf, sample, line, &texts);
	perf_start(run, line);
	perf->sample.may_idle = context->may_idle;
	if (!process->is_known) {
		process->root = profile_frame(&run->profile, buf_slice(&perf->sample.name));
		process->is_known = true;
	}
	notes = run->notes.count;
	if (!lists_events && (sample->has_chain || perf->compat->reads_chainless))
		is_determined &= perf_chain_push(run, event, sample, &context->spaces,
						 context->moment.order);
	if (has_key && !entry)
		entry = stack_cache_add(&perf->names.stacks, &print, process->root, 0);
	if (is_determined)
		perf_cache_stack(perf, entry, notes);
	perf->sample.only_frames = is_wall;
	perf->sample.depth = 0;
	perf_finish(run);
	if (is_wall && perf->sample.depth > 0) {
		struct stack *stack = fold_wall_sample(
			run, event, sample, context,
			(struct fold_charged){.frames = perf->frames, .depth = perf->sample.depth});

		if (is_determined && entry && notes == run->notes.count)
			entry->stack = stack;
	}
}

/* --weight: false if the sample does not count. */
static bool fold_weigh(struct ingest_run *run, const struct perfdata_event *event,
		       const struct perfdata_sample *sample, struct perf_event *line)
{
	const struct perf_recording *recording = perf_of(run)->worker->recording;
	const struct perfdata_field *field = &recording->fields[event - recording->events];
	uint64_t value;
	const bool has_value = field->is_number &&
			       perfdata_field_value(field, sample, recording->swapped, &value);

	return perf_weigh_value(run, has_value ? &value : NULL, line);
}

/*
 * Count a chain that may lack callers: a full one, or registers of the user without a copy of the
 * stack.
 */
static void fold_count_thin(struct ingest_run *run, const struct perfdata_event *event,
			    const struct perfdata_sample *sample)
{
	enum { STACK_USER = 1 << 13 };

	if (perf_chain_may_be_full(event, sample->chain_count))
		perf_chain_count_full(run, event, sample->chain, sample->chain_count);
	if (sample->user_abi != 0 && (event->sample_type & STACK_USER) != 0 &&
	    sample->mode == PERFDATA_MODE_KERNEL && sample->has_chain)
		notes_count(&run->notes, PERF_EMPTY_COPY, 1);
}

/* Replace the chain of a sample by its whole call stack, in `changed`, if it has to be found. */
static const struct perfdata_sample *fold_call_stack(struct ingest_run *run,
						     const struct perfdata_event *event,
						     const struct perfdata_sample *sample,
						     const struct perf_spaces *spaces,
						     struct perfdata_sample *changed)
{
	const struct perf_run *perf = perf_of(run);
	const bool lists_events = perf->options->list_events;

	if (perf_unwind_has(sample) && !lists_events) {
		*changed = *sample;
		perf_unwind(run, event, spaces, changed);
		sample = changed;
	} else if (perf_branches_has(event, sample)) {
		*changed = *sample;
		perf_branches_take(run, changed);
		sample = changed;
	} else if (!lists_events) {
		fold_count_thin(run, event, sample);
	}
	/* an address alone, so that it is cached; longer chains without addresses are rare */
	if (UNLIKELY(sample->chain_count < 2) && sample->has_chain &&
	    perf->compat->reads_chainless && !lists_events &&
	    !perf_chain_has_address(run, sample)) {
		*changed = *sample;
		changed->has_chain = false;
		sample = changed;
	}
	return sample;
}

static void fold_event(struct ingest_run *run, const struct perf_recording *recording,
		       const struct perfdata_event *event, const struct perfdata_sample *sample,
		       struct perfdata_moment moment, uint64_t period)
{
	struct perf_run *perf = perf_of(run);
	struct perfdata_worker *worker = perf->worker;
	struct perf_verdict **verdict;
	struct sample_context context = {
		.moment = moment,
		.thread = perfdata_world_thread(recording->world, sample->pid, sample->tid, moment),
		.spaces = {NULL, perfdata_world_kernel(recording->world, moment),
			   perfdata_dsos_code_time(recording->dsos,
						   sample->has_time ? sample->time : UINT64_MAX)},
	};
	struct perfdata_sample changed;
	struct perf_event line = no_event; /* a copy: see no_sample in sample_decode.c */
	struct fold_texts texts;
	const bool is_span = UNLIKELY(recording->wall != NULL);
	bool is_outer = false;
	uint64_t idle;

	line.event = event->name;
	line.period = period;
	/*
	 * perf in a pid namespace gives pid 0 to all processes outside, but idle tasks, whose pid
	 * it is, run no user code.
	 */
	if (UNLIKELY(sample->pid == 0) && sample->has_tid &&
	    perf_chain_has_user(sample, recording->swapped)) {
		context.thread = (struct perfdata_thread){.comm = outside};
		is_outer = true;
		line.comm_is_frame = !perf->compat->names_by_event_line;
		perf_idle_see_user(perf);
	}
	context.may_idle = UNLIKELY(perf->options->no_idle) && sample->has_tid &&
			   sample->pid == 0 && !is_outer;
	context.spaces.user = context.thread.maps;
	line.comm = context.thread.comm;

	if (perf->options->launcher.len > 0 && slice_equal(line.comm, perf->options->launcher))
		return;
	if (perf->options->header || perf->options->times.given)
		perf_see_time(run, sample->time);
	if (UNLIKELY(worker->event != event)) {
		verdict = &worker->verdicts[event - recording->events];
		if (!*verdict)
			*verdict = perf_verdict_of(perf, event->name);
		worker->event = event;
		worker->verdict = *verdict;
	}
	line.has_event = !is_span;
	if (!is_span && !perf_wants_verdict(run, worker->verdict))
		return;
	if (UNLIKELY(perf->options->selects) && !(is_span && recording->wall->spans)) {
		fold_describe(perf, sample, &line, &texts);
		if (is_span ? !perf_selected_span(run, &line) : !perf_selected(run, &line))
			return;
	}
	if (UNLIKELY(recording->fields != NULL) && !fold_weigh(run, event, sample, &line))
		return;
	worker->outside += is_outer;
	if (run->labels && !is_span)
		fold_label(run, event, sample, &context, THREAD_STATES);
	if (UNLIKELY(sample->chain_count < 2 || sample->chain_count >= PERF_CHAIN_FRAMES ||
		     event->max_stack > 0 || sample->user_abi != 0 || sample->branch_count > 0))
		sample = fold_call_stack(run, event, sample, &context.spaces, &changed);
	if (!sample->has_chain && perf->compat->names_rejected)
		notes_count(&run->notes, PERF_WITHOUT_CHAIN, 1);
	idle = perf_idle_count(run);
	fold_stack(run, event, sample, &line, &context);
	if (!perf->options->list_events && perf_idle_count(run) == idle)
		perf_chain_count_leaf(run, sample, &context.spaces);
}

/* One sample, or one of each member of a group that it has the values of. */
static void fold_record(struct ingest_run *run, const struct perf_recording *recording,
			const struct perfdata_part *part, const struct perfdata_record *record)
{
	const struct perfdata_charge *charge = perf_of(run)->worker->charge;
	const struct perfdata_event *event;
	const struct perfdata_member *members;
	struct perfdata_moment moment;
	struct perfdata_sample sample;
	uint64_t period;
	size_t count, i;

	if (charge && !wall_charge_counts(charge))
		return;
	switch (perfdata_sample_decode(recording->data, record, &event, &sample)) {
	case PERFDATA_NO_EVENT: notes_count(&run->notes, PERF_NO_EVENT, 1); return;
	case PERFDATA_DAMAGED: notes_count(&run->notes, PERF_DAMAGED, 1); return;
	case PERFDATA_GOOD: break;
	}
	if (sample.mode == PERFDATA_MODE_GUEST_KERNEL || sample.mode == PERFDATA_MODE_GUEST_USER) {
		notes_count(&run->notes, PERF_GUEST, 1);
		return;
	}
	moment = perfdata_moment_of(part, sample.time, record->order);
	if (UNLIKELY(charge != NULL)) {
		fold_event(run, recording, event, &sample, moment, 1);
		return;
	}
	if (UNLIKELY(perf_of(run)->options->off_cpu)) {
		period = perfdata_scan_wait(recording->scan, record->order);
		if (period > 0)
			fold_event(run, recording, event, &sample, moment, period);
		return;
	}
	if (perfdata_scan_members(recording->scan, record->order, &members, &count)) {
		for (i = 0; i < count; i++)
			fold_event(run, recording, members[i].event, &sample, moment,
				   members[i].period);
		return;
	}
	period = sample.has_period ? sample.period : event->period;
	if (event->type == PERFDATA_TRACEPOINT)
		period = 1; /* text has no period for tracepoints */
	fold_event(run, recording, event, &sample, moment, period);
}

/* ---- Parts ---- */

void perfdata_worker_free(struct perfdata_worker *worker)
{
	if (!worker)
		return;
	perf_chain_forget(worker);
	perf_unwind_forget(worker);
	free(worker->labels);
	free(worker->frames.at);
	buf_release(&worker->key);
	buf_release(&worker->text);
	buf_release(&worker->chain);
	free(worker->cuts);
	free(worker->verdicts);
	free(worker->late.at);
	free(worker->states);
	free(worker);
}

/* Forget what is of another recording, or of maps that are gone. */
static void fold_enter(struct perf_run *perf, const struct perf_recording *recording)
{
	const uint64_t generation = perfdata_world_generation(recording->world);
	struct perfdata_worker *worker = perf->worker;
	bool is_other;

	if (!worker)
		worker = perf->worker = memory_clear(1, sizeof(*worker));
	is_other = worker->recording != recording || worker->generation != generation;
	if (is_other)
		perf_unwind_forget(worker);
	if (perf_names_trim(perf) || is_other)
		perf_chain_forget(worker);
	if (is_other) {
		free(worker->labels);
		worker->labels = NULL;
		stack_cache_release(&perf->names.stacks); /* maps may lie where others were */
		memset(worker->processes, 0, sizeof(worker->processes));
	}
	if (worker->recording != recording) {
		perf_verdicts_release(&perf->events);
		worker->event = NULL;
		free(worker->verdicts);
		worker->verdicts = memory_clear(recording->event_count, sizeof(*worker->verdicts));
	}
	worker->recording = recording;
	worker->generation = generation;
	worker->charge = NULL;
}

void perf_fold_kept(struct ingest_run *run, const struct perf_recording *recording)
{
	struct perf_wall *wall = recording->wall;
	struct perfdata_kept kept;
	size_t at = 0;

	fold_enter(perf_of(run), recording);
	while (wall_clock_take_kept(wall->clock, &at, &kept)) {
		const struct perf_kept_stack *of = &wall->kept[kept.keep];
		struct fold_charged charged = {.depth = of->depth,
					       .kernel_frames = of->kernel_frames};
		struct sample_context context;
		struct perfdata_sample sample;

		if (of->depth == 0)
			continue;
		charged.frames = perf_wall_kept_frames(run, wall, kept.keep);
		sample = fold_sample_of(of, &context);
		if (wall->live) /* a wait that goes on is of now */
			sample.time = kept.until;
		fold_charge(run, of->event, &sample, &context, kept.ns, &charged);
	}
}

/* True if options select the thread of a stack. */
static bool fold_selects(struct ingest_run *run, const struct perf_kept_stack *of,
			 const struct perfdata_sample *sample)
{
	const struct perf_options *options = perf_of(run)->options;
	struct perf_event line = no_event;
	struct fold_texts texts;

	if (options->launcher.len > 0 && slice_equal(of->comm, options->launcher))
		return false;
	if (!options->selects)
		return true;
	line.comm = of->comm;
	fold_describe(perf_of(run), sample, &line, &texts);
	return perf_selected_span(run, &line);
}

void perf_fold_name_thread(struct ingest_run *run, const struct perf_recording *recording,
			   const struct perfdata_span *span, struct perf_kept_stack *of,
			   frame_id frames[2])
{
	struct perf_run *perf = perf_of(run);
	struct sample_context context;
	struct perfdata_sample sample;
	struct perf_event line = no_event;
	struct fold_texts texts;

	*of = (struct perf_kept_stack){
		.depth = 2,
		.pid = span->pid,
		.tid = span->tid,
		.event = recording->events,
		.time = span->to,
		.comm = perfdata_world_thread(recording->world, span->pid, span->tid,
					      (struct perfdata_moment){span->to, UINT64_MAX})
				.comm,
	};
	sample = fold_sample_of(of, &context);
	line.comm = of->comm;
	fold_describe(perf, &sample, &line, &texts);
	perf_start(run, &line);
	frames[0] = profile_frame(&run->profile, buf_slice(&perf->sample.name));
	frames[1] = profile_frame(&run->profile, PERF_WALL_UNSAMPLED);
	perf_forget(run);
}

void perf_fold_unsampled(struct ingest_run *run, const struct perf_recording *recording)
{
	struct perfdata_unsampled unsampled;
	size_t at = 0;

	fold_enter(perf_of(run), recording);
	while (wall_clock_take_unsampled(recording->wall->clock, &at, &unsampled)) {
		const struct perfdata_span span = {
			.to = unsampled.time, .pid = unsampled.pid, .tid = unsampled.tid};
		frame_id frames[2];
		struct fold_charged charged = {.frames = frames, .depth = 2};
		struct perf_kept_stack of;
		struct sample_context context;
		struct perfdata_sample sample;

		perf_fold_name_thread(run, recording, &span, &of, frames);
		sample = fold_sample_of(&of, &context);
		if (fold_selects(run, &of, &sample))
			fold_charge(run, of.event, &sample, &context, unsampled.ns, &charged);
	}
}

/* Of a span of time, what lies in the bin that it begins in. */
static uint64_t fold_first_bin(struct ingest_run *run, uint64_t from, uint64_t to, uint64_t step)
{
	const uint64_t zero = run->labels->absolute ? 0 : perf_of(run)->findings->first_time;
	const uint64_t left = from < zero ? zero - from : step - (from - zero) % step;

	return left < to - from ? left : to - from;
}

/* Count a span bin by bin; its other labels are set. */
static void fold_spread(struct ingest_run *run, const struct perf_counted_span *counted)
{
	enum { MOST_BINS = 10000 };
	const uint64_t bin = run->labels->bin;
	const uint64_t step = bin * (1 + (counted->to - counted->from - 1) / bin / MOST_BINS);
	struct stack *stack = NULL;
	uint64_t from, ns;

	for (from = counted->from; from < counted->to; from += ns) {
		ns = fold_first_bin(run, from, counted->to, step);
		perf_label_time(run, from);
		if (stack)
			profile_add_again(&run->profile, stack, ns);
		else
			stack = profile_add_count(&run->profile, counted->frames, counted->depth,
						  ns);
	}
}

void perf_fold_span(struct ingest_run *run, const struct perf_recording *recording,
		    const struct perf_counted_span *counted)
{
	const struct perf_kept_stack *of = counted->of;
	struct sample_context context;
	const struct perfdata_sample sample = fold_sample_of(of, &context);
	const bool is_path = counted->thread.len > 0;

	fold_enter(perf_of(run), recording);
	if (!perf_wants_state(perf_of(run)->options, counted->state) ||
	    (!is_path && !fold_selects(run, of, &sample)))
		return;
	if (run->labels && is_path) {
		label_clear(run);
		label_set(run, LABEL_THREAD, counted->thread);
		label_set(run, LABEL_STATE, thread_state_name(counted->state));
	} else if (run->labels) {
		fold_label(run, of->event, &sample, &context, counted->state);
	}
	if (label_wants(run, LABEL_TIME))
		fold_spread(run, counted);
	else
		profile_add_count(&run->profile, counted->frames, counted->depth,
				  counted->to - counted->from);
}

void perf_fold_part(struct ingest_run *run, const struct perf_recording *recording,
		    const struct perfdata_part *part)
{
	struct perf_run *perf = perf_of(run);
	struct perfdata_record record;
	uint64_t number = part->first_sample;
	size_t at = 0;

	fold_enter(perf, recording);
	arena_release(&perf->scratch);
	while (perfdata_next_record(recording->swapped, &part->piece, &at, &record)) {
		if (record.type != PERFDATA_SAMPLE)
			continue;
		if (UNLIKELY(recording->wall != NULL)) {
			perf->worker->number = number;
			perf->worker->charge = wall_clock_charge(recording->wall->clock, number++);
		}
		fold_record(run, recording, part, &record);
	}
	perf_publish_span(run);
	perf_publish_events(perf);
	perf_publish_rejected(perf);
	perf_idle_publish(perf);
}
