/* SPDX-License-Identifier: MIT */
/*
 * One sample of a recording: is it wanted, and which stack is it? Most chains came before: a stack
 * is known by a fingerprint of its chain, of the maps in which that has a meaning, and by its
 * process.
 */
#include <inttypes.h>

#include "collapse/perf/perf_frame.h"
#include "collapse/perf/perf_idle.h"
#include "collapse/perf/perf_recording.h"
#include "collapse/perf/perf_sample.h"
#include "collapse/perf/perf_select.h"
#include "collapse/perf/perf_weight.h"

/*
 * Labels of samples of recordings: sets of labels are known by the numbers that they are made of.
 */

enum { SETS = 4096, SAMPLE_CGROUP = 1 << 21 };

/* Everything that determines the labels, except the time. */
struct numbers {
	const char *comm;
	const struct perfdata_event *event;
	uint64_t cgroup;    /* 0: none */
	struct slice group; /* its path; empty if no record tells it */
	uint32_t pid, tid, cpu;
};

struct perf_label_cache {
	struct {
		struct numbers of;
		uint32_t set; /* LABEL_NO_SET: free */
	} at[SETS];
};

/* Forget sets of labels that refer to a recording. */
static void perf_fold_label_forget(struct perf_fold *fold)
{
	free(fold->labels);
	fold->labels = NULL;
}

/* Only wanted labels, so that others do not make different sets. */
static struct numbers numbers_of(const struct ingest_run *run,
				 const struct perf_recording *recording,
				 const struct perf_labelled *of)
{
	const struct perfdata_sample *sample = of->sample;
	struct numbers numbers;

	memset(&numbers, 0, sizeof(numbers));
	numbers.pid = label_wants(run, LABEL_PID) && sample->has_tid ? sample->pid : UINT32_MAX;
	numbers.tid = label_wants(run, LABEL_TID) && sample->has_tid ? sample->tid : UINT32_MAX;
	numbers.cpu = label_wants(run, LABEL_CPU) && sample->has_cpu ? sample->cpu : UINT32_MAX;
	numbers.comm = label_wants(run, LABEL_COMM) ? of->comm.ptr : NULL;
	numbers.event = label_wants(run, LABEL_EVENT) ? of->event : NULL;
	if (!label_wants(run, LABEL_CGROUP) || !(of->event->sample_type & SAMPLE_CGROUP))
		return numbers;
	numbers.cgroup = sample->cgroup;
	perfdata_world_cgroup(recording->world, sample->cgroup, of->moment, &numbers.group);
	return numbers;
}

static void fold_label_give_all(struct ingest_run *run, const struct perf_recording *recording,
				const struct numbers *numbers, struct slice comm)
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
	label_set(run, LABEL_HOST, perfdata_text(recording->data, PERFDATA_HOST));
}

static void give_set(struct ingest_run *run, const struct perf_recording *recording,
		     const struct numbers *numbers, struct slice comm)
{
	struct perf_fold *fold = &perf_of(run)->fold;
	const size_t at = hash_bytes(numbers, sizeof(*numbers)) % SETS;

	if (!fold->labels)
		fold->labels = memory_clear(1, sizeof(*fold->labels));
	if (fold->labels->at[at].set == LABEL_NO_SET ||
	    memcmp(&fold->labels->at[at].of, numbers, sizeof(*numbers)) != 0) {
		fold_label_give_all(run, recording, numbers, comm);
		fold->labels->at[at].of = *numbers;
		fold->labels->at[at].set = labels_current(run->profile.labels);
		return;
	}
	labels_use(run->profile.labels, fold->labels->at[at].set);
}

/* In perf_fold_label.c: the labels of the next sample. */
static void perf_fold_label(struct ingest_run *run, const struct perf_recording *recording,
			    const struct perf_labelled *of)
{
	const struct numbers numbers = numbers_of(run, recording, of);

	give_set(run, recording, &numbers, of->comm);
	if (label_wants(run, LABEL_TIME) && of->sample->has_time)
		perf_label_time(run,
				of->sample->time / 1000 * 1000); /* as precise as perf script */
	else
		label_clear_time(run);
}

static const struct perf_event no_event;
static const struct slice outside = SLICE_INIT("[outside the namespace]");

/* The place of a sample, besides its own fields. */
struct place {
	struct perfdata_moment moment;
	struct perfdata_thread thread;
	struct perf_spaces spaces;
	bool may_idle; /* perf_sample.may_idle */
};

void perf_fold_release(struct perf_fold *fold)
{
	perf_fold_forget(fold);
	perf_unwind_forget(fold);
	perf_fold_label_forget(fold);
	buf_release(&fold->key);
	buf_release(&fold->said);
	buf_release(&fold->text);
	buf_release(&fold->chain);
	free(fold->cuts);
	free(fold->verdicts);
	free(fold->late.at);
}

static void skip(struct ingest_run *run, enum perf_note note)
{
	notes_count(&run->notes, (unsigned)note, 1);
}

/* The texts of a sample's numbers. */
struct texts {
	char pid[16], tid[16], cpu[16], time[32];
};

/* The number of a thread or process: -1 where it had ended. */
static struct slice print_id(char *room, size_t size, uint32_t id)
{
	return slice_of(room, (size_t)snprintf(room, size, "%" PRId32, (int32_t)id));
}

/* The event line of perf script, but for a tracepoint's text. */
static void print_event(struct buf *out, const struct perf_event *event,
			const struct perfdata_sample *sample)
{
	buf_reset(out);
	buf_printf(out, sample->has_chain ? "%.*s %5.*s " : "%16.*s %5.*s ", SLICE_ARG(event->comm),
		   SLICE_ARG(event->tid));
	if (event->cpu.len > 0)
		buf_printf(out, "[%.*s] ", SLICE_ARG(event->cpu));
	if (sample->has_time)
		buf_printf(out, "%12.*s: ", SLICE_ARG(event->time));
	buf_printf(out, "%10" PRIu64 " %.*s: ", event->period, SLICE_ARG(event->event));
}

/*
 * Fill `event` as if the sample's event line had been parsed; name, event and period are known. The
 * personalities of perf script's text parse the line in their own way; the line has no process id.
 * False: they recognise no event line in it.
 */
static bool fold_describe(struct perf_run *perf, const struct perfdata_sample *sample,
			  struct perf_event *event, struct texts *texts)
{
	struct buf *line = &perf->fold.said;
	const struct perf_options *options = perf->options;
	const uint64_t period = event->period;
	bool is_line;

	if (!perf->compat->event && !options->pid && !options->tid && !options->selects)
		return true; /* not needed */
	event->tid = print_id(texts->tid, sizeof(texts->tid), sample->tid);
	if (sample->has_cpu)
		event->cpu = slice_of(texts->cpu, (size_t)snprintf(texts->cpu, sizeof(texts->cpu),
								   "%03" PRIu32, sample->cpu));
	event->time = slice_of(texts->time,
			       (size_t)snprintf(texts->time, sizeof(texts->time),
						"%" PRIu64 ".%06" PRIu64, sample->time / 1000000000,
						sample->time / 1000 % 1000000));
	if (!perf->compat->event) {
		event->pid = print_id(texts->pid, sizeof(texts->pid), sample->pid);
		return true;
	}
	print_event(line, event, sample);
	*event = (struct perf_event){0};
	is_line = perf->compat->event(buf_slice(line), event);
	event->period = period;
	return is_line;
}

/* The entry of a process name that was made before, or room for it. */
static struct perf_process *fold_process_of(struct perf_run *perf, const struct place *place,
					    const struct perfdata_sample *sample)
{
	const struct perf_options *options = perf->options;
	const char *comm = place->thread.comm.ptr;
	const uint32_t pid = options->pid || options->tid ? sample->pid : 0;
	const uint32_t tid = options->tid ? sample->tid : 0;
	const size_t at = ((uintptr_t)comm >> 3 ^ pid ^ tid) % ARRAY_LEN(perf->fold.processes);
	struct perf_process *process = &perf->fold.processes[at];

	if (process->comm != comm || process->pid != pid || process->tid != tid)
		*process = (struct perf_process){.comm = comm, .pid = pid, .tid = tid};
	return process;
}

/* All that a stack depends on, but for its process. False: too long to be known again. */
static bool fold_make_key(struct perf_fold *fold, const struct perfdata_event *event,
			  const struct perfdata_sample *sample, const struct place *place)
{
	const struct {
		const void *user, *kernel, *event;
		uint64_t mode;
	} front = {place->spaces.user, place->spaces.kernel, event,
		   sample->has_chain ? UINT64_MAX - sample->has_calls : sample->mode};
	const uint64_t code_time = place->spaces.code_time;
	const char *bytes = sample->has_chain ? sample->chain : (const char *)&sample->ip;
	const size_t size = sample->has_chain ? (size_t)sample->chain_count * 8 : 8;

	buf_reset(&fold->key);
	if (size > FINGERPRINT_LONGEST - sizeof(front) - sizeof(code_time))
		return false;
	buf_add(&fold->key, slice_of((const char *)&front, sizeof(front)));
	buf_add(&fold->key, slice_of(bytes, size));
	if (code_time != PERFDATA_ANY_TIME)
		buf_add(&fold->key, slice_of((const char *)&code_time, sizeof(code_time)));
	return true;
}

/* A stack that is not known: from its addresses. */
static void fold_new(struct ingest_run *run, const struct perfdata_event *event,
		     const struct perfdata_sample *sample, const struct place *place)
{
	struct perf_run *perf = perf_of(run);

	if (perf->options->list_events)
		return;
	if (sample->has_chain || perf->compat->reads_chainless)
		perf_fold_chain(run, event, sample, &place->spaces, place->moment.order);
}

/* The root of its stacks, once it is known. */
static void learn_process(struct ingest_run *run, struct perf_process *process)
{
	struct perf_run *perf = perf_of(run);

	process->root = profile_frame(&run->profile, buf_slice(&perf->sample.name));
	process->is_known = true;
}

/* Fold a sample that is wanted. `said` has the fields of its event line. */
static void fold(struct ingest_run *run, const struct perfdata_event *event,
		 const struct perfdata_sample *sample, struct perf_event *said,
		 const struct place *place)
{
	struct perf_run *perf = perf_of(run);
	struct perf_process *process = fold_process_of(perf, place, sample);
	const bool has_key = !perf->options->list_events &&
			     fold_make_key(&perf->fold, event, sample, place);
	struct stack_cache_entry *entry = NULL;
	struct fingerprint print;
	struct texts texts;

	if (has_key)
		fingerprint_of(buf_slice(&perf->fold.key), &print);
	if (has_key && process->is_known)
		entry = stack_cache_find(&perf->names.stacks, &print, process->root);
	if (entry && entry->stack) {
		const bool zero_counts = said->period == 0 && !perf->compat->zero_period_is_zero;

		run->samples++;
		profile_add_again(&run->profile, entry->stack, zero_counts ? 1 : said->period);
		return;
	}
	if (!fold_describe(perf, sample, said, &texts)) {
		skip(run, PERF_NO_LINE);
		return;
	}
	perf_start(run, said);
	perf->sample.may_idle = place->may_idle;
	if (!process->is_known)
		learn_process(run, process);
	if (has_key && !entry)
		entry = stack_cache_add(&perf->names.stacks, &print, process->root, 0);
	perf->sample.repeated = entry;
	fold_new(run, event, sample, place);
	perf_finish(run);
}

/* Samples of another event follow. */
static void change_event(struct perf_run *perf, const struct perfdata_event *event)
{
	struct perf_fold *fold = &perf->fold;
	struct perf_verdict **verdict = &fold->verdicts[event - fold->recording->events];

	if (!*verdict)
		*verdict = perf_verdict_of(perf, event->name);
	fold->event = event;
	fold->verdict = *verdict;
}

/* True if the sample is selected, by the rules for its text. */
static bool fold_is_wanted(struct ingest_run *run, const struct perfdata_event *event,
			   const struct perfdata_sample *sample, struct perf_event *said)
{
	struct perf_run *perf = perf_of(run);
	struct texts texts;

	if (UNLIKELY(perf->fold.event != event))
		change_event(perf, event);
	if (!perf_wants_verdict(run, perf->fold.verdict))
		return false;
	if (!perf->options->selects)
		return true;
	return fold_describe(perf, sample, said, &texts) && perf_selected(run, said);
}

/*
 * A sample of pid 0: perf in a pid namespace gives it to all processes outside, but idle tasks,
 * whose pid it is, run no user code.
 */
static bool is_outside(const struct perf_recording *recording, const struct perfdata_sample *sample)
{
	return sample->has_tid && perf_fold_has_user(sample, recording->swapped);
}

/* --weight: false if the sample does not count. */
static bool fold_weigh(struct ingest_run *run, const struct perfdata_event *event,
		       const struct perfdata_sample *sample, struct perf_event *said)
{
	const struct perf_recording *recording = perf_of(run)->fold.recording;
	const struct perfdata_field *field = &recording->fields[event - recording->events];
	uint64_t value;
	const bool has_value = field->is_number &&
			       perfdata_field_value(field, sample, recording->swapped, &value);

	return perf_weigh_value(run, has_value ? &value : NULL, said);
}

/* Count a chain that may lack callers: a full one, or registers of the user without a copy of the stack. */
static void see_chain(struct ingest_run *run, const struct perfdata_event *event,
		      const struct perfdata_sample *sample)
{
	enum { STACK_USER = 1 << 13 };

	if (perf_of(run)->options->list_events)
		return;
	if (perf_fold_may_be_full(event, sample->chain_count))
		perf_fold_see_full(run, event, sample->chain, sample->chain_count);
	if (sample->user_abi != 0 && (event->sample_type & STACK_USER) != 0 &&
	    sample->mode == PERFDATA_MODE_KERNEL && sample->has_chain)
		notes_count(&run->notes, PERF_EMPTY_COPY, 1);
}

static void fold_event(struct ingest_run *run, const struct perf_recording *recording,
		       const struct perfdata_event *event, const struct perfdata_sample *sample,
		       struct perfdata_moment moment, uint64_t period)
{
	struct perf_run *perf = perf_of(run);
	struct place place = {
		.moment = moment,
		.thread = perfdata_world_thread(recording->world, sample->pid, sample->tid, moment),
		.spaces = {NULL, perfdata_world_kernel(recording->world, moment),
			   perfdata_dsos_code_time(recording->dsos,
						   sample->has_time ? sample->time : UINT64_MAX)},
	};
	struct perfdata_sample unwound;
	struct perf_event said = no_event; /* a copy: see no_sample in sample_decode.c */
	bool is_outer = false;
	uint64_t idle;

	said.event = event->name;
	said.has_event = true;
	said.period = period;
	if (UNLIKELY(sample->pid == 0) && is_outside(recording, sample)) {
		place.thread = (struct perfdata_thread){.comm = outside};
		is_outer = said.comm_is_frame = true;
		perf_idle_see_user(perf);
	}
	place.may_idle = UNLIKELY(perf->options->no_idle) && sample->has_tid && sample->pid == 0 &&
			 !is_outer;
	place.spaces.user = place.thread.maps;
	said.comm = place.thread.comm;

	if (perf->options->launcher.len > 0 && slice_equal(said.comm, perf->options->launcher))
		return;
	if (perf->options->header || perf->options->times.given)
		perf_see_time(run, sample->time);
	if (!fold_is_wanted(run, event, sample, &said) ||
	    (UNLIKELY(recording->fields != NULL) && !fold_weigh(run, event, sample, &said)))
		return;
	perf->fold.outside += is_outer;
	if (run->labels) {
		const struct perf_labelled of = {event, sample, said.comm, moment};

		perf_fold_label(run, recording, &of);
	}
	if (perf_unwind_has(sample) && !perf->options->list_events) {
		unwound = *sample;
		perf_unwind(run, event, &place.spaces, &unwound);
		sample = &unwound;
	} else if (perf_branches_has(event, sample)) {
		unwound = *sample;
		perf_branches_take(run, &unwound);
		sample = &unwound;
	} else if (UNLIKELY(sample->chain_count >= PERF_CHAIN_FRAMES || event->max_stack > 0 ||
			    sample->user_abi != 0)) {
		see_chain(run, event, sample);
	}
	if (!sample->has_chain && perf->compat->names_rejected)
		notes_count(&run->notes, PERF_WITHOUT_CHAIN, 1);
	/* so that it is cached; longer ones are rare */
	if (UNLIKELY(sample->chain_count < 2) && sample->has_chain &&
	    perf->compat->reads_chainless && !perf->options->list_events &&
	    !perf_fold_has_address(run, sample)) {
		unwound = *sample;
		unwound.has_chain = false; /* its only frame is its address */
		sample = &unwound;
	}
	idle = perf_idle_count(run);
	fold(run, event, sample, &said, &place);
	if (!perf->options->list_events && perf_idle_count(run) == idle)
		perf_fold_hit(run, sample, &place.spaces);
}

/* The weight of a sample. Text has no period for tracepoints: their samples count 1. */
static uint64_t period_of(const struct perfdata_event *event, const struct perfdata_sample *sample)
{
	if (event->type == PERFDATA_TRACEPOINT)
		return 1;
	return sample->has_period ? sample->period : event->period;
}

static void fold_record(struct ingest_run *run, const struct perf_recording *recording,
			const struct perfdata_part *part, const struct perfdata_record *record)
{
	const struct perfdata_event *event;
	const struct perfdata_member *members;
	struct perfdata_moment moment;
	struct perfdata_sample sample;
	uint64_t wait;
	size_t count, i;

	switch (perfdata_sample_decode(recording->data, record, &event, &sample)) {
	case PERFDATA_NO_EVENT: skip(run, PERF_NO_EVENT); return;
	case PERFDATA_DAMAGED: skip(run, PERF_DAMAGED); return;
	case PERFDATA_GOOD: break;
	}
	if (sample.mode == PERFDATA_MODE_GUEST_KERNEL || sample.mode == PERFDATA_MODE_GUEST_USER) {
		skip(run, PERF_GUEST);
		return;
	}
	moment = perfdata_moment_of(part, sample.time, record->order);
	if (UNLIKELY(perf_of(run)->options->off_cpu)) {
		wait = perfdata_scan_wait(recording->scan, record->order);
		if (wait > 0)
			fold_event(run, recording, event, &sample, moment, wait);
		return;
	}
	if (!perfdata_scan_members(recording->scan, record->order, &members, &count)) {
		fold_event(run, recording, event, &sample, moment, period_of(event, &sample));
		return;
	}
	for (i = 0; i < count; i++)
		fold_event(run, recording, members[i].event, &sample, moment, members[i].period);
}

static void forget_events(struct perf_run *perf, const struct perf_recording *recording)
{
	struct perf_fold *fold = &perf->fold;

	perf_verdicts_release(&perf->events);
	fold->event = NULL;
	free(fold->verdicts);
	fold->verdicts = memory_clear(recording->event_count, sizeof(*fold->verdicts));
}

static void fold_enter(struct perf_run *perf, const struct perf_recording *recording)
{
	struct perf_fold *fold = &perf->fold;
	const uint64_t generation = perfdata_world_generation(recording->world);
	const bool is_other = fold->recording != recording || fold->generation != generation;

	if (is_other)
		perf_unwind_forget(fold);
	if (perf_names_trim(perf) || is_other)
		perf_fold_forget(fold);
	if (is_other) {
		perf_fold_label_forget(fold);
		stack_cache_release(&perf->names.stacks); /* maps may lie where others were */
		memset(fold->processes, 0, sizeof(fold->processes));
	}
	if (fold->recording != recording)
		forget_events(perf, recording);
	fold->recording = recording;
	fold->generation = generation;
}

void perf_fold_part(struct ingest_run *run, const struct perf_recording *recording,
		    const struct perfdata_part *part)
{
	struct perf_run *perf = perf_of(run);
	struct perfdata_record record;
	size_t at = 0;

	fold_enter(perf, recording);
	arena_release(&perf->scratch);
	while (perfdata_next_record(recording->swapped, &part->piece, &at, &record)) {
		if (record.type == PERFDATA_SAMPLE)
			fold_record(run, recording, part, &record);
	}
	perf_publish_span(run);
	perf_publish_events(perf);
	perf_publish_rejected(perf);
	perf_idle_publish(perf);
}
