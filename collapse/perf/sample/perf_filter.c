/* SPDX-License-Identifier: MIT */
#include "collapse/perf/sample/perf_filter.h"

#include "collapse/perf/sample/perf_event_name.h"
#include "common/base/diag.h"
#include "common/base/regex.h"
#include "common/profile/profile.h"

enum { MOST_VERDICTS = 4096 };

/* ---- one filter, one event ---- */

enum match {
	MATCH_NONE,
	MATCH_SHARED, /* by its name; units are left open */
	MATCH_WHOLE,
};

/* An event, and what filters are compared with. */
struct candidate {
	struct slice event, base; /* base: without modifiers */
	struct perf_event_name parts;
	struct slice shared; /* of an event with a unit of processors */
};

static enum match match_name(const struct perf_personality *compat, struct slice filter,
			     const struct candidate *of)
{
	if (slice_equal(filter, of->event))
		return MATCH_WHOLE;
	if (!compat->filters_are_open)
		return MATCH_NONE;
	if (slice_equal(filter, of->base))
		return MATCH_WHOLE;
	if (of->parts.is_shared &&
	    (slice_equal(filter, of->shared) || slice_equal(filter, of->parts.name)))
		return MATCH_SHARED;
	return MATCH_NONE;
}

static enum match match_pattern(struct slice filter, const struct candidate *of)
{
	if (slice_equal(filter, SLICE("all")))
		return of->parts.is_shared ? MATCH_SHARED : MATCH_WHOLE;
	if (of->parts.is_shared && (shell_pattern_matches(filter, of->shared) ||
				    shell_pattern_matches(filter, of->parts.name)))
		return MATCH_SHARED;
	if (shell_pattern_matches(filter, of->event) || shell_pattern_matches(filter, of->base))
		return MATCH_WHOLE;
	return MATCH_NONE;
}

static bool is_pattern(struct slice filter)
{
	return shell_pattern_is(filter) || slice_equal(filter, SLICE("all"));
}

void perf_filter_prepare(struct perf_options *options)
{
	size_t i;

	for (i = 0; options->compat->filters_are_open && i < options->events.count; i++)
		options->has_patterns |= is_pattern(options->events.at[i]);
}

/*
 * The best match of all filters. `settled`: a pattern that is the name of an event is no pattern;
 * until all has been read it may be one.
 */
static enum match match(const struct perf_options *options, struct perf_findings *findings,
			const struct candidate *of, bool settled)
{
	enum match best = MATCH_NONE;
	size_t i;

	for (i = 0; i < options->events.count && best != MATCH_WHOLE; i++) {
		const struct slice filter = options->events.at[i];
		const bool may_be_pattern = options->has_patterns && is_pattern(filter);
		enum match found = match_name(options->compat, filter, of);

		if (found != MATCH_NONE && may_be_pattern)
			atomic_store(&findings->filters[i].is_event, true);
		else if (found == MATCH_NONE && may_be_pattern &&
			 !(settled && atomic_load(&findings->filters[i].is_event)))
			found = match_pattern(filter, of);
		if (found > best)
			best = found;
	}
	return best;
}

/* Without --event-filter: is it the first event, or the same one on another unit? */
static enum match match_first(const struct perf_options *options, struct slice first,
			      const struct candidate *of)
{
	const struct perf_event_name parts = perf_event_name_of(first);

	if (!options->compat->filters_are_open || !parts.is_shared)
		return slice_equal(first, of->event) ? MATCH_WHOLE : MATCH_NONE;
	return of->parts.is_shared && slice_equal(parts.name, of->parts.name) &&
			       slice_equal(parts.modifiers, of->parts.modifiers)
		       ? MATCH_SHARED
		       : MATCH_NONE;
}

/* ---- verdicts ---- */

void perf_verdicts_release(struct perf_verdicts *verdicts)
{
	intern_release(&verdicts->names);
	arena_release(&verdicts->arena);
	free(verdicts->at);
	*verdicts = (struct perf_verdicts){0};
}

/* A name as it is shown, in one frame and on one line. */
static struct slice keep_shown(struct perf_run *perf, struct slice name)
{
	size_t i;

	buf_reset(&perf->text);
	for (i = 0; i < name.len; i++) {
		const char c = name.ptr[i];

		buf_add_char(&perf->text, c == ';' ? ':' : (unsigned char)c < ' ' ? ' ' : c);
	}
	return arena_copy(&perf->events.arena, buf_slice(&perf->text));
}

static void decide(struct perf_run *perf, struct slice event, struct perf_verdict *verdict)
{
	const struct perf_options *options = perf->options;
	struct perf_findings *findings = perf->findings;
	struct candidate of = {.event = event, .parts = perf_event_name_of(event)};
	struct buf shared = {0};
	enum match found = MATCH_WHOLE;

	if (!findings->has_event && options->events.count == 0 && !options->list_events) {
		findings->event = arena_copy(&findings->arena, event);
		findings->has_event = true;
	}

	of.base = perf_event_name_base(event, &of.parts);
	if (of.parts.is_shared)
		perf_event_name_write(&of.parts, &shared);
	of.shared = buf_slice(&shared);
	if (!options->list_events)
		found = options->events.count > 0 ? match(options, findings, &of, false)
						  : match_first(options, findings->event, &of);
	verdict->is_kept = found != MATCH_NONE;
	verdict->name = keep_shown(perf, found == MATCH_SHARED ? of.shared : event);
	if (found == MATCH_SHARED)
		verdict->unit = keep_shown(perf, of.parts.unit);
	buf_release(&shared);
}

struct perf_verdict *perf_verdict_of(struct perf_run *perf, struct slice event)
{
	struct perf_verdicts *verdicts = &perf->events;
	const size_t known = verdicts->names.count;
	const frame_id id = intern_add(&verdicts->names, event);
	struct perf_verdict *verdict;

	if (verdicts->names.count == known)
		return verdicts->at[id];
	verdict = arena_alloc(&verdicts->arena, sizeof(*verdict));
	*verdict = (struct perf_verdict){.event = intern_name(&verdicts->names, id)};
	decide(perf, verdict->event, verdict);
	verdicts->at = memory_grow(verdicts->at, &verdicts->cap, (size_t)id + 1,
				   sizeof(*verdicts->at));
	verdicts->at[id] = verdict;
	return verdict;
}

bool perf_pass_event(struct ingest_run *run, struct slice event)
{
	run->samples++;
	ingest_note(run, PERF_OTHER_EVENT, event);
	return false;
}

void perf_publish_events(struct perf_run *perf)
{
	struct perf_findings *findings = perf->findings;
	struct perf_verdicts *verdicts = &perf->events;
	size_t i;

	lock_take(&findings->lock);
	for (i = 0; i < verdicts->names.count; i++) {
		struct perf_verdict *verdict = verdicts->at[i];

		if (verdict->samples == 0)
			continue;
		if (!verdict->is_kept && perf->compat->names_rejected)
			tally_add(&findings->rejected[PERF_BY_EVENT], verdict->event,
				  verdict->samples);
		if (verdict->is_kept && perf->options->has_patterns)
			tally_add(&findings->kept, verdict->name, verdict->samples);
		if (verdict->is_kept)
			tally_add(&findings->units, verdict->unit, verdict->samples);
		verdict->samples = 0;
	}
	lock_leave(&findings->lock);
	if (verdicts->names.count > MOST_VERDICTS && !perf->fold.recording)
		perf_verdicts_release(verdicts);
}

/* ---- patterns that are names of events ---- */

/* A profile without what they kept as patterns. */
struct cleaning {
	const struct perf_options *options;
	struct perf_findings *findings;
	const struct profile *from;
	struct profile *into;
	bool has_roots; /* events are the roots; else they are labels */
};

static bool is_kept_event(const struct cleaning *cleaning, struct slice event)
{
	struct candidate of = {.event = event, .parts = perf_event_name_of(event)};

	of.base = perf_event_name_base(event, &of.parts);
	return match(cleaning->options, cleaning->findings, &of, true) != MATCH_NONE;
}

static struct stack *clean_stack(void *context, const struct stack *old)
{
	const struct cleaning *cleaning = context;
	const uint32_t roots = cleaning->has_roots && cleaning->options->events.count == 1;

	if (cleaning->has_roots &&
	    !is_kept_event(cleaning, intern_name(&cleaning->from->names, old->frames[0])))
		return NULL;
	return profile_find(cleaning->into, old->frames + roots, old->depth - roots);
}

static bool wants_row(void *context, const struct label_row *row)
{
	const struct cleaning *cleaning = context;
	struct slice event;

	return cleaning->has_roots ||
	       !labels_find(cleaning->from->labels, row->set, label_kind_name(LABEL_EVENT),
			    &event) ||
	       is_kept_event(cleaning, event);
}

/* Samples that are dropped count as samples of other events. */
static void reject_dropped(struct ingest_run *run, const struct cleaning *cleaning)
{
	struct perf_findings *findings = cleaning->findings;
	struct tally kept = {0};
	size_t i;

	for (i = 0; i < findings->kept.values.count; i++) {
		const struct slice event = intern_name(&findings->kept.values, (frame_id)i);
		const uint64_t samples = findings->kept.counts[i];

		if (is_kept_event(cleaning, event)) {
			tally_add(&kept, event, samples);
			continue;
		}
		tally_add(&findings->rejected[PERF_BY_EVENT], event, samples);
		notes_count(&run->notes, PERF_OTHER_EVENT, samples);
	}
	tally_release(&findings->kept);
	findings->kept = kept;
}

void perf_filter_finish(struct ingest_run *run)
{
	struct profile cleaned = {.threads = run->profile.threads};
	const struct cleaning cleaning = {run->options, run->findings, &run->profile, &cleaned,
					  !label_wants(run, LABEL_EVENT)};
	const struct profile_editor editor = {(void *)&cleaning, wants_row, clean_stack, NULL};
	bool is_needed = false;
	size_t i;

	for (i = 0; i < cleaning.options->events.count; i++)
		is_needed |= atomic_load(&cleaning.findings->filters[i].is_event);
	if (!is_needed || run->profile.overflow)
		return;
	reject_dropped(run, &cleaning);
	for (i = 0; i < run->profile.names.count; i++) /* so ids stay what they are */
		profile_frame(&cleaned, intern_name(&run->profile.names, (frame_id)i));
	if (run->profile.labels)
		profile_label(&cleaned);
	profile_edit(&cleaned, &run->profile, &editor);
	header_merge(&cleaned.header, &run->profile.header);
	profile_release(&run->profile);
	run->profile = cleaned;
}

/* ---- what is said ---- */

void perf_filter_write(const struct perf_options *options, const struct perf_findings *findings,
		       size_t index, struct buf *out)
{
	const bool is_first = options->events.count == 0;
	const struct slice event = is_first ? findings->event : options->events.at[index];
	const struct perf_event_name parts = perf_event_name_of(event);

	if (findings->units.values.count == 0 || (!is_first && parts.unit.len > 0)) {
		buf_add(out, event);
		return;
	}
	if (is_first)
		perf_event_name_write_counted(&parts, out);
	else
		buf_add(out, event);
	buf_add_text(out, " (");
	tally_write_values(&findings->units, out);
	buf_add_char(out, ')');
}

/* An event of a list that may be one with others. */
struct listed {
	struct slice shared, event;
};

static int compare_listed(const void *a, const void *b)
{
	const struct listed *left = a, *right = b;
	const int order = slice_compare(left->shared, right->shared);

	return order != 0 ? order : slice_compare(left->event, right->event);
}

/* How many are left: each worker may have listed an event. */
static size_t sort_listed(struct listed *listed, size_t count)
{
	size_t distinct = 0, i;

	if (count > 0)
		qsort(listed, count, sizeof(*listed), compare_listed);
	for (i = 0; i < count; i++) {
		if (distinct == 0 || !slice_equal(listed[distinct - 1].event, listed[i].event))
			listed[distinct++] = listed[i];
	}
	return distinct;
}

static void say_shared(const struct listed *listed, size_t count)
{
	struct buf text = {0};
	size_t i;

	for (i = 0; i < count; i++) {
		if (i > 0)
			buf_add_text(&text, i + 1 < count ? ", " : " and ");
		buf_add(&text, listed[i].event);
	}
	diag_warn("one event on units of the processor: %.*s; --event-filter %.*s keeps all of "
		  "them",
		  SLICE_ARG(buf_slice(&text)), SLICE_ARG(listed[0].shared));
	buf_release(&text);
}

void perf_filter_say_shared(const struct profile *profile)
{
	struct listed *listed = NULL;
	size_t count = 0, cap = 0, i, begin;
	struct arena arena = {0};
	struct buf shared = {0};

	for (i = 0; i < profile->count; i++) {
		const struct slice event = intern_name(&profile->names,
						       profile->stacks[i]->frames[0]);
		const struct perf_event_name parts = perf_event_name_of(event);

		if (!parts.is_shared)
			continue;
		buf_reset(&shared);
		perf_event_name_write(&parts, &shared);
		listed = memory_grow(listed, &cap, count + 1, sizeof(*listed));
		listed[count++] = (struct listed){arena_copy(&arena, buf_slice(&shared)), event};
	}
	count = sort_listed(listed, count);
	for (begin = 0; begin < count; begin = i) {
		for (i = begin + 1; i < count; i++) {
			if (!slice_equal(listed[i].shared, listed[begin].shared))
				break;
		}
		if (i > begin + 1)
			say_shared(listed + begin, i - begin);
	}
	buf_release(&shared);
	arena_release(&arena);
	free(listed);
}
