/* SPDX-License-Identifier: MIT */
/*
 * Labels of samples of recordings: sets of labels are known by the numbers that they are made of.
 */
#include "collapse/perf/recording/perf_recording.h"

#include "collapse/perf/sample/perf_filter.h"
#include "collapse/perf/sample/perf_label.h"

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

void perf_fold_label_forget(struct perf_fold *fold)
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
	label_take_all(run);
	if (numbers->pid != UINT32_MAX)
		label_give_number(run, LABEL_PID, numbers->pid);
	if (numbers->tid != UINT32_MAX)
		label_give_number(run, LABEL_TID, numbers->tid);
	if (numbers->cpu != UINT32_MAX)
		label_give_number(run, LABEL_CPU, numbers->cpu);
	label_give(run, LABEL_COMM, comm);
	if (numbers->event)
		label_give(run, LABEL_EVENT, perf_kept_event(perf_of(run)));
	if (numbers->group.len > 0)
		label_give(run, LABEL_CGROUP, numbers->group);
	else if (numbers->cgroup > 0)
		label_give_number(run, LABEL_CGROUP, numbers->cgroup);
	label_give(run, LABEL_HOST, perfdata_text(recording->data, PERFDATA_HOST));
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

void perf_fold_label(struct ingest_run *run, const struct perf_recording *recording,
		     const struct perf_labelled *of)
{
	const struct numbers numbers = numbers_of(run, recording, of);

	give_set(run, recording, &numbers, of->comm);
	if (label_wants(run, LABEL_TIME) && of->sample->has_time)
		perf_label_time(run,
				of->sample->time / 1000 * 1000); /* as precise as perf script */
	else
		label_take_time(run);
}
