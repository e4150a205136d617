/* SPDX-License-Identifier: MIT */
/* Which samples are kept: --comm, --pid-filter, --tid-filter, --cpu, --time. */
#include "collapse/perf/perf_select.h"

#include <inttypes.h>

#include "collapse/perf/perf_event.h"
#include "collapse/perfdata/recording.h"
#include "common/base/diag.h"
#include "common/base/regex.h"
#include "common/profile/profile.h"

static const char *const choice_options[PERF_CHOICES] = {
	[PERF_BY_EVENT] = "event-filter", [PERF_BY_PID] = "pid-filter",
	[PERF_BY_TID] = "tid-filter",     [PERF_BY_CPU] = "cpu",
	[PERF_BY_COMM] = "comm",          [PERF_BY_WEIGHT] = "weight",
};

void perf_reject(struct perf_run *perf, enum perf_choice choice, struct slice value)
{
	if (choice == PERF_BY_CPU && value.len == 0)
		atomic_store(&perf->findings->lacks_cpu, true);
	else if (perf->compat->names_rejected)
		tally_add(&perf->rejected[choice], value, 1);
}

void perf_publish_rejected(struct perf_run *perf)
{
	struct perf_findings *findings = perf->findings;
	size_t i;

	for (i = 0; i < PERF_CHOICES; i++) {
		if (perf->rejected[i].values.count == 0)
			continue;
		lock_take(&findings->lock);
		tally_move(&findings->rejected[i], &perf->rejected[i]);
		lock_leave(&findings->lock);
	}
}

void perf_report_unselected(const struct perf_options *given, const struct perf_findings *findings)
{
	const uint64_t first = atomic_load(&findings->first_seen);
	const uint64_t last = atomic_load(&findings->last_seen);
	struct buf values = {0};
	size_t i;

	for (i = 0; i < PERF_CHOICES; i++) {
		if (findings->rejected[i].values.count == 0 ||
		    (i == PERF_BY_EVENT && given->events.count == 0 && given->weight.len == 0))
			continue;
		buf_reset(&values);
		tally_write(&findings->rejected[i], &values);
		diag_error("--%s can select: %.*s", choice_options[i],
			   SLICE_ARG(buf_slice(&values)));
	}
	if (atomic_load(&findings->lacks_cpu))
		diag_error("--cpu: samples do not say on which CPU they were taken (perf record "
			   "--sample-cpu, perf script -F +cpu)");
	buf_reset(&values);
	if (given->times.given && first <= last) {
		buf_add_fixed(&values, (int64_t)(first / 1000), 6);
		buf_add_text(&values, " to ");
		buf_add_fixed(&values, (int64_t)(last / 1000), 6);
		diag_error("--time can select: %.*s", SLICE_ARG(buf_slice(&values)));
	}
	buf_release(&values);
}

void perf_report_other_events(const struct perf_options *given,
			      const struct perf_findings *findings, uint64_t samples)
{
	const char *plural = samples == 1 ? "" : "s";
	struct buf values = {0}, first = {0};

	tally_write(&findings->rejected[PERF_BY_EVENT], &values);
	if (given->events.count == 0)
		perf_filter_write(given, findings, 0, &first);
	if (given->events.count > 0)
		diag_warn("left out %llu sample%s of other events: %.*s",
			  (unsigned long long)samples, plural, SLICE_ARG(buf_slice(&values)));
	else
		diag_warn("kept the first event, %.*s; left out %llu sample%s of other events, for "
			  "--event-filter: %.*s",
			  SLICE_ARG(buf_slice(&first)), (unsigned long long)samples, plural,
			  SLICE_ARG(buf_slice(&values)));
	buf_release(&first);
	buf_release(&values);
}

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
	MEMORY_ROOM(verdicts->at, id, verdicts->cap);
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
	if (verdicts->names.count > MOST_VERDICTS && !perf->worker)
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
	struct profile cleaned = {0};
	const struct perf_options *options = run->options;
	const struct cleaning cleaning = {options, options->findings, &run->profile, &cleaned,
					  !label_wants(run, LABEL_EVENT)};
	const struct profile_editor editor = {(void *)&cleaning, false, wants_row, clean_stack,
					      NULL};
	bool is_needed = false;
	size_t i;

	for (i = 0; i < cleaning.options->events.count; i++)
		is_needed |= atomic_load(&cleaning.findings->filters[i].is_event);
	if (!is_needed || run->profile.overflow)
		return;
	reject_dropped(run, &cleaning);
	profile_begin_edited(&cleaned, &run->profile);
	profile_replace(&run->profile, &cleaned, &editor);
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

	SORT(listed, count, compare_listed);
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
		MEMORY_ROOM(listed, count, cap);
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

enum { NANOSECOND_DIGITS = 9 };

bool perf_parse_time(struct slice text, uint64_t *nanoseconds)
{
	struct slice whole = text, fraction = SLICE("");
	uint64_t seconds, below = 0;
	size_t point = slice_find(text, '.'), i;

	if (point != SLICE_NONE) {
		whole = slice_head(text, point);
		fraction = slice_tail(text, point + 1);
	}
	if (!slice_to_u64(whole, &seconds) || !slice_all(fraction, char_is_digit) ||
	    seconds > UINT64_MAX / 2000000000)
		return false;
	for (i = 0; i < NANOSECOND_DIGITS; i++)
		below = below * 10 + (i < fraction.len ? (uint64_t)(fraction.ptr[i] - '0') : 0);
	*nanoseconds = seconds * 1000000000 + below;
	return true;
}

/* "12.5", "+12.5", or nothing. */
static bool select_parse_edge(struct slice text, uint64_t *edge, bool *relative)
{
	text = slice_trim(text);
	if (text.len == 0)
		return true;
	*relative = slice_skip(&text, SLICE("+"));
	return perf_parse_time(text, edge);
}

bool perf_parse_times(struct slice text, void *field, struct buf *problem)
{
	struct perf_times *times = field;
	struct slice to = text, from;

	*times = (struct perf_times){.given = true, .to = UINT64_MAX};
	if (slice_cut(&to, ',', &from) &&
	    select_parse_edge(from, &times->from, &times->from_relative) &&
	    select_parse_edge(to, &times->to, &times->to_relative))
		return true;
	buf_add(problem, SLICE("expected FROM,TO in seconds; one of them may be left out"));
	return false;
}

static bool check_numbers(const char *option, const struct opt_list *list)
{
	uint64_t number;
	size_t i;

	for (i = 0; i < list->count; i++) {
		if (slice_to_u64(list->at[i], &number))
			continue;
		diag_error("option '--%s' needs a number, not '%.*s'", option,
			   SLICE_ARG(list->at[i]));
		return false;
	}
	return true;
}

bool perf_select_prepare(struct perf_options *options)
{
	char problem[160];

	if (options->comm_pattern.ptr) {
		options->comm_regex = regex_new(options->comm_pattern, problem, sizeof(problem));
		if (options->comm_regex)
			regex_set_alone(options->comm_regex);
		if (!options->comm_regex) {
			diag_error("option '--comm': %s", problem);
			return false;
		}
	}
	options->selects = options->times.given || options->comm_regex || options->pids.count > 0 ||
			   options->tids.count > 0 || options->cpus.count > 0;
	return check_numbers("pid-filter", &options->pids) &&
	       check_numbers("tid-filter", &options->tids) && check_numbers("cpu", &options->cpus);
}

/* True if the number is on the list, "000" and "0" alike. An empty list has all. */
static bool is_listed(const struct opt_list *list, struct slice text)
{
	uint64_t wanted, number;
	size_t i;

	if (list->count == 0)
		return true;
	if (!slice_to_u64(text, &number))
		return false;
	for (i = 0; i < list->count; i++) {
		if (slice_to_u64(list->at[i], &wanted) && wanted == number)
			return true;
	}
	return false;
}

bool perf_is_timeless(uint64_t time)
{
	return time >= PERFDATA_TIMELESS / 1000 * 1000;
}

void perf_see_time(struct ingest_run *run, uint64_t time)
{
	struct perf_span *span = &perf_of(run)->span;

	if (perf_is_timeless(time))
		return;
	if (!span->is_known || time < span->first)
		span->first = time;
	if (!span->is_known || time > span->last)
		span->last = time;
	span->is_known = true;
}

void perf_publish_span(struct ingest_run *run)
{
	struct perf_findings *findings = perf_of(run)->findings;
	const struct perf_span *span = &perf_of(run)->span;
	uint64_t first = atomic_load(&findings->first_seen);
	uint64_t last = atomic_load(&findings->last_seen);

	if (!span->is_known)
		return;
	while (span->first < first &&
	       !atomic_compare_exchange_weak(&findings->first_seen, &first, span->first))
		;
	while (span->last > last &&
	       !atomic_compare_exchange_weak(&findings->last_seen, &last, span->last))
		;
}

void perf_note_time(struct ingest_run *run, const struct perf_event *event)
{
	struct perf_run *perf = perf_of(run);
	const struct perf_times *times = &perf->options->times;
	struct perf_findings *findings = perf->findings;
	uint64_t time;

	if (!(perf->options->header || times->given || label_wants_zero(run)) ||
	    !perf_parse_time(event->time, &time))
		return;
	perf_see_time(run, time);
	if ((times->from_relative || times->to_relative || label_wants_zero(run)) &&
	    !findings->has_time) {
		findings->first_time = time;
		findings->has_time = true;
	}
}

static bool select_is_in_time(struct perf_run *perf, struct slice text)
{
	const struct perf_times *times = &perf->options->times;
	const struct perf_findings *findings = perf->findings;
	uint64_t time, from = times->from, to = times->to;

	if (!times->given)
		return true;
	if (!perf_parse_time(text, &time))
		return false;
	if (times->from_relative)
		from += findings->first_time;
	if (times->to_relative)
		to = to > UINT64_MAX - findings->first_time ? UINT64_MAX
							    : to + findings->first_time;
	return time >= from && time <= to;
}

static bool select_has(const struct opt_list *list, uint32_t number)
{
	char text[16];

	return is_listed(list,
			 slice_of(text, (size_t)snprintf(text, sizeof(text), "%" PRIu32, number)));
}

bool perf_selects_thread(const struct perf_options *options, uint32_t pid, uint32_t tid,
			 struct slice comm)
{
	return select_has(&options->pids, pid) && select_has(&options->tids, tid) &&
	       (!options->comm_regex || regex_matches(options->comm_regex, comm));
}

/* Apply the criteria by number, then by name. The first one that rejects the event is noted. */
static bool is_chosen(struct perf_run *perf, const struct perf_event *event)
{
	const struct perf_options *options = perf->options;
	const struct {
		const struct opt_list *list;
		struct slice value;
	} numbers[] = {
		[PERF_BY_PID] = {&options->pids, event->pid},
		[PERF_BY_TID] = {&options->tids, event->tid},
		[PERF_BY_CPU] = {&options->cpus, event->cpu},
	};
	size_t i;

	for (i = PERF_BY_PID; i < ARRAY_LEN(numbers); i++) {
		if (is_listed(numbers[i].list, numbers[i].value))
			continue;
		perf_reject(perf, (enum perf_choice)i, numbers[i].value);
		return false;
	}
	if (!options->comm_regex || regex_matches(options->comm_regex, event->comm))
		return true;
	perf_reject(perf, PERF_BY_COMM, event->comm);
	return false;
}

static bool select_reject(struct ingest_run *run, const struct perf_event *event)
{
	run->samples++;
	ingest_note(run, PERF_NOT_SELECTED, event->comm);
	return false;
}

bool perf_selected(struct ingest_run *run, const struct perf_event *event)
{
	struct perf_run *perf = perf_of(run);

	if (!perf->options->selects ||
	    (select_is_in_time(perf, event->time) && is_chosen(perf, event)))
		return true;
	return select_reject(run, event);
}

bool perf_selected_span(struct ingest_run *run, const struct perf_event *event)
{
	struct perf_run *perf = perf_of(run);

	if (!perf->options->selects || is_chosen(perf, event))
		return true;
	return select_reject(run, event);
}
