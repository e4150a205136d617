/* SPDX-License-Identifier: MIT */
/* --no-idle: which samples of process 0 are idle, decided where user code of it may still follow. */
#include "collapse/perf/perf_idle.h"

#include "common/profile/profile.h"

/* No name of a process has a line feed in it. */
static const struct slice perf_idle_mark = SLICE_INIT("\nidle:");

unsigned char perf_idle_of_line(const struct perf_personality *compat, struct slice function,
				struct slice module)
{
	static const struct slice loops[] = {SLICE_INIT("do_idle"), SLICE_INIT("cpu_startup_entry"),
					     SLICE_INIT("cpu_idle_loop"), SLICE_INIT("cpu_idle")};
	const bool is_nowhere = module.len == 0 || slice_equal(module, SLICE("[unknown]"));
	struct slice rest;
	size_t i;

	if (!is_nowhere && !compat->is_kernel(module))
		return PERF_IDLE_USER;
	if (function.len == 0 || function.ptr[0] == '[')
		return 0;
	for (i = 0; i < ARRAY_LEN(loops) && !is_nowhere; i++) {
		rest = function;
		if (slice_skip(&rest, loops[i]) && (rest.len == 0 || rest.ptr[0] == '.'))
			return PERF_IDLE_LOOP | PERF_IDLE_NAME;
	}
	return PERF_IDLE_NAME;
}

bool perf_idle_may_be(const struct perf_event *event)
{
	const struct slice id = event->pid.len > 0 ? event->pid : event->tid;
	uint64_t number;

	return slice_to_u64(id, &number) && number == 0;
}

enum perf_idle perf_idle_sample(struct ingest_run *run)
{
	struct perf_run *perf = perf_of(run);
	const struct perf_sample *sample = &perf->sample;
	unsigned seen = sample->idle_after;
	size_t i;

	for (i = 0; i < sample->ref_count; i++)
		seen |= sample->refs[i].line->idle;
	if (seen & PERF_IDLE_USER) {
		perf_idle_see_user(perf);
		return PERF_BUSY;
	}
	if (seen & PERF_IDLE_LOOP) {
		notes_count(&run->notes, PERF_IS_IDLE, 1);
		return PERF_IDLE;
	}
	/* with --skip-after it has no root that could be a placeholder */
	if (sample->ended || ((seen & PERF_IDLE_NAME) && sample->ref_count > 1))
		return PERF_BUSY;
	if (perf->options->live_period == 0) {
		perf->idle.maybe++;
		return PERF_MAYBE_IDLE;
	}
	if (perf->idle.has_user || atomic_load(&perf->findings->idle_has_user))
		return PERF_BUSY;
	notes_count(&run->notes, PERF_IS_IDLE, 1);
	return PERF_IDLE;
}

void perf_idle_hide(struct perf_run *perf)
{
	struct buf *name = &perf->sample.name;

	buf_reset(&perf->text);
	buf_add(&perf->text, perf_idle_mark);
	buf_add(&perf->text, buf_slice(name));
	buf_reset(name);
	buf_add(name, buf_slice(&perf->text));
}

void perf_idle_see_user(struct perf_run *perf)
{
	perf->idle.has_user = true;
}

void perf_idle_publish(struct perf_run *perf)
{
	struct perf_findings *findings = perf->findings;

	if (perf->idle.maybe > 0)
		atomic_fetch_add(&findings->idle_maybe, perf->idle.maybe);
	if (perf->idle.has_user)
		atomic_store(&findings->idle_has_user, true);
	perf->idle.maybe = 0;
}

uint64_t perf_idle_count(const struct ingest_run *run)
{
	return run->notes.kinds[PERF_IS_IDLE].count;
}

/* ---- Placeholders ---- */

struct replacing {
	const struct profile *old;
	struct profile *into;
	bool drops;
	frame_id *frames;
	size_t cap;
};

static struct stack *perf_idle_replace(void *context, const struct stack *old)
{
	struct replacing *replacing = context;
	uint32_t i;

	MEMORY_ROOM(replacing->frames, old->depth, replacing->cap);
	memcpy(replacing->frames, old->frames, old->depth * sizeof(*old->frames));
	for (i = 0; i < old->depth && i < 2; i++) { /* an event may be the root */
		struct slice name = intern_name(&replacing->old->names, old->frames[i]);

		if (!slice_skip(&name, perf_idle_mark))
			continue;
		if (replacing->drops)
			return NULL;
		replacing->frames[i] = profile_frame(replacing->into, name);
	}
	return profile_find(replacing->into, replacing->frames, old->depth);
}

void perf_idle_settle(struct ingest_run *run)
{
	const struct perf_options *options = run->options;
	const struct perf_findings *findings = options->findings;
	struct profile named = {0};
	struct replacing replacing = {.old = &run->profile,
				      .into = &named,
				      .drops = !atomic_load(&findings->idle_has_user)};
	const struct profile_editor editor = {.context = &replacing, .stack = perf_idle_replace};
	const uint64_t maybe = atomic_load(&findings->idle_maybe);

	if (maybe == 0 || run->profile.overflow)
		return;
	if (replacing.drops)
		notes_count(&run->notes, PERF_IS_IDLE, maybe);
	profile_begin_edited(&named, &run->profile);
	profile_replace(&run->profile, &named, &editor);
	free(replacing.frames);
}
