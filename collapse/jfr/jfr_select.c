/* SPDX-License-Identifier: MIT */
#include "collapse/jfr/jfr_state.h"

#include "common/base/diag.h"

/* Events of threads in which state: only events of jdk.ExecutionSample differ. */
enum thread_state { ANY_STATE, RUNNING, NOT_RUNNING };

#define EXECUTION "jdk.ExecutionSample"
#define CPU_TIME "jdk.CPUTimeSample"
#define WALL_CLOCK "profiler.WallClockSample"
#define FILES "jdk.FileRead+jdk.FileWrite+jdk.FileForce"
#define SOCKETS "jdk.SocketRead+jdk.SocketWrite"

struct alternative {
	const char *names; /* joined by + */
	enum thread_state state;
};

static const struct word {
	struct slice word;
	struct alternative alternatives[JFR_ALTERNATIVES];
} words[] = {
	{SLICE_INIT("cpu"), {{EXECUTION, RUNNING}, {CPU_TIME, ANY_STATE}}},
	{SLICE_INIT("wall"), {{WALL_CLOCK, ANY_STATE}, {EXECUTION, NOT_RUNNING}}},
	{SLICE_INIT("native"), {{"jdk.NativeMethodSample", ANY_STATE}}},
	{SLICE_INIT("alloc"),
	 {{"jdk.ObjectAllocationSample", ANY_STATE},
	  {"jdk.ObjectAllocationInNewTLAB+jdk.ObjectAllocationOutsideTLAB", ANY_STATE}}},
	{SLICE_INIT("live"),
	 {{"profiler.LiveObject", ANY_STATE}, {"jdk.OldObjectSample", ANY_STATE}}},
	{SLICE_INIT("lock"), {{"jdk.JavaMonitorEnter+jdk.ThreadPark", ANY_STATE}}},
	{SLICE_INIT("monitor"), {{"jdk.JavaMonitorEnter", ANY_STATE}}},
	{SLICE_INIT("park"), {{"jdk.ThreadPark", ANY_STATE}}},
	{SLICE_INIT("wait"), {{"jdk.JavaMonitorWait", ANY_STATE}}},
	{SLICE_INIT("sleep"), {{"jdk.ThreadSleep", ANY_STATE}}},
	{SLICE_INIT("file"), {{FILES, ANY_STATE}}},
	{SLICE_INIT("socket"), {{SOCKETS, ANY_STATE}}},
	{SLICE_INIT("io"), {{FILES "+" SOCKETS, ANY_STATE}}},
	{SLICE_INIT("exceptions"), {{"jdk.JavaExceptionThrow", ANY_STATE}}},
	{SLICE_INIT("malloc"), {{"profiler.Malloc", ANY_STATE}}},
	{SLICE_INIT("nativelock"), {{"profiler.NativeLock", ANY_STATE}}},
	{SLICE_INIT("trace"), {{"jdk.MethodTrace", ANY_STATE}}},
};

/* Without --event: all jdk.ExecutionSample, whatever the state. */
static const struct word preset = {
	SLICE_INIT(""), {{EXECUTION, ANY_STATE}, {CPU_TIME, ANY_STATE}, {WALL_CLOCK, ANY_STATE}}};

static const struct {
	struct slice name, field;
	enum jfr_unit unit;
} weights[] = {
	{SLICE_INIT(WALL_CLOCK), SLICE_INIT("samples"), JFR_IN_COUNTS},
	{SLICE_INIT("jdk.ObjectAllocationSample"), SLICE_INIT("weight"), JFR_IN_BYTES},
	{SLICE_INIT("jdk.ObjectAllocationInNewTLAB"), SLICE_INIT("tlabSize"), JFR_IN_BYTES},
	{SLICE_INIT("jdk.ObjectAllocationOutsideTLAB"), SLICE_INIT("allocationSize"), JFR_IN_BYTES},
	{SLICE_INIT("profiler.LiveObject"), SLICE_INIT("allocationSize"), JFR_IN_BYTES},
	{SLICE_INIT("jdk.OldObjectSample"), SLICE_INIT("objectSize"), JFR_IN_BYTES},
	{SLICE_INIT("profiler.Malloc"), SLICE_INIT("size"), JFR_IN_BYTES},
	{SLICE_INIT("jdk.JavaMonitorEnter"), SLICE_INIT("duration"), JFR_IN_NANOSECONDS},
	{SLICE_INIT("jdk.JavaMonitorWait"), SLICE_INIT("duration"), JFR_IN_NANOSECONDS},
	{SLICE_INIT("jdk.ThreadPark"), SLICE_INIT("duration"), JFR_IN_NANOSECONDS},
	{SLICE_INIT("jdk.ThreadSleep"), SLICE_INIT("duration"), JFR_IN_NANOSECONDS},
	{SLICE_INIT("jdk.VirtualThreadPinned"), SLICE_INIT("duration"), JFR_IN_NANOSECONDS},
	{SLICE_INIT("jdk.FileRead"), SLICE_INIT("duration"), JFR_IN_NANOSECONDS},
	{SLICE_INIT("jdk.FileWrite"), SLICE_INIT("duration"), JFR_IN_NANOSECONDS},
	{SLICE_INIT("jdk.FileForce"), SLICE_INIT("duration"), JFR_IN_NANOSECONDS},
	{SLICE_INIT("jdk.SocketRead"), SLICE_INIT("duration"), JFR_IN_NANOSECONDS},
	{SLICE_INIT("jdk.SocketWrite"), SLICE_INIT("duration"), JFR_IN_NANOSECONDS},
	{SLICE_INIT("jdk.MethodTrace"), SLICE_INIT("duration"), JFR_IN_NANOSECONDS},
	{SLICE_INIT("profiler.NativeLock"), SLICE_INIT("duration"), JFR_IN_NANOSECONDS},
};

static const struct {
	enum jfr_unit unit;
	const char *name;
} unit_names[] = {
	{JFR_IN_COUNTS, "events"}, {JFR_IN_BYTES, "bytes"}, {JFR_IN_NANOSECONDS, "nanoseconds"}};

struct selector {
	struct jfr_selection *selection;
	const struct jfr_selecting *by;
	bool counts;
	bool splits;  /* jdk.ExecutionSample has two parts */
	bool is_full; /* there are no more parts */
};

static const struct word *find_word(struct slice text)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(words); i++) {
		if (slice_equal(words[i].word, text))
			return &words[i];
	}
	return NULL;
}

const struct jfr_kind *jfr_select_kind(const struct jfr_selection *selection, struct slice event)
{
	size_t i;

	for (i = 0; i < selection->request.kind_count; i++) {
		if (jfr_kind_is(&selection->request.kinds[i], event))
			return &selection->request.kinds[i];
	}
	return NULL;
}

bool jfr_select_is_sample(struct slice event)
{
	return slice_equal(event, SLICE(EXECUTION)) || slice_equal(event, SLICE(CPU_TIME)) ||
	       slice_equal(event, SLICE(WALL_CLOCK)) ||
	       slice_equal(event, SLICE("jdk.NativeMethodSample"));
}

/* ---- Kinds and parts ---- */

/* True if the name, maybe without jdk. in front, is that event's. */
static bool is_short_for(struct slice name, struct slice event)
{
	return slice_equal(name, event) ||
	       (slice_skip(&event, SLICE("jdk.")) && slice_equal(name, event));
}

static void jfr_select_weigh(const struct selector *selector, struct jfr_kind *kind)
{
	size_t i;

	kind->unit = JFR_IN_COUNTS;
	if (selector->by->weight.len > 0) {
		kind->field = selector->by->weight;
		kind->must_have = true;
		kind->unit = JFR_IN_OTHERS;
		return;
	}
	for (i = 0; i < ARRAY_LEN(weights); i++) {
		if (!slice_equal(kind->name, weights[i].name) ||
		    (selector->counts && weights[i].unit != JFR_IN_COUNTS))
			continue;
		kind->field = weights[i].field;
		kind->unit = (uint8_t)weights[i].unit;
		return;
	}
}

static uint8_t new_part(struct selector *selector)
{
	if (selector->selection->part_count == JFR_PARTS) {
		selector->is_full = true;
		return 0;
	}
	return (uint8_t)selector->selection->part_count++;
}

static struct jfr_kind *get_kind(struct selector *selector, struct slice name)
{
	struct jfr_request *request = &selector->selection->request;
	struct jfr_kind *kind;
	size_t i;

	for (i = 0; i < request->kind_count; i++) {
		if (slice_equal(request->kinds[i].name, name))
			return &request->kinds[i];
	}
	if (request->kind_count == JFR_PARTS) {
		selector->is_full = true;
		return &request->kinds[0];
	}
	kind = &request->kinds[request->kind_count++];
	*kind = (struct jfr_kind){.name = name, .part = JFR_NO_PART, .wall_part = JFR_NO_PART};
	jfr_select_weigh(selector, kind);
	return kind;
}

/* The parts of a type; new ones if it has none. */
static uint64_t jfr_select_parts_of(struct selector *selector, struct slice name,
				    enum thread_state state)
{
	struct jfr_kind *kind = get_kind(selector, name);
	uint64_t parts = 0;

	if (state != NOT_RUNNING && kind->part == JFR_NO_PART)
		kind->part = new_part(selector);
	if (!selector->splits || !slice_equal(name, SLICE(EXECUTION)))
		kind->wall_part = kind->part;
	else if (state != RUNNING && kind->wall_part == JFR_NO_PART)
		kind->wall_part = new_part(selector);
	if (selector->is_full)
		return 0;
	if (state != NOT_RUNNING)
		parts |= UINT64_C(1) << kind->part;
	if (state != RUNNING)
		parts |= UINT64_C(1) << kind->wall_part;
	return parts;
}

static void add_choice(struct selector *selector, const struct jfr_choice *choice)
{
	struct jfr_selection *selection = selector->selection;

	if (selection->choice_count == JFR_PARTS) {
		selector->is_full = true;
		return;
	}
	selection->certain |= choice->alternatives[0];
	selection->choices[selection->choice_count++] = *choice;
}

static void add_word(struct selector *selector, const struct word *word)
{
	struct jfr_choice choice = {.alternatives = {0}};
	size_t i;

	for (i = 0; i < JFR_ALTERNATIVES && word->alternatives[i].names; i++) {
		struct slice names = slice_from(word->alternatives[i].names), name;

		while (slice_cut(&names, '+', &name))
			choice.alternatives[i] |= jfr_select_parts_of(selector, name,
								      word->alternatives[i].state);
		choice.alternatives[i] |= jfr_select_parts_of(selector, names,
							      word->alternatives[i].state);
	}
	add_choice(selector, &choice);
}

/* The whole name of an event in the tables; any other name unchanged. */
static struct slice whole_name(struct slice name)
{
	size_t i, j;

	for (i = 0; i < ARRAY_LEN(weights); i++) {
		if (is_short_for(name, weights[i].name))
			return weights[i].name;
	}
	for (i = 0; i < ARRAY_LEN(words); i++) {
		for (j = 0; j < JFR_ALTERNATIVES && words[i].alternatives[j].names; j++) {
			const struct slice names = slice_from(words[i].alternatives[j].names);

			if (is_short_for(name, names)) /* joined ones weigh */
				return names;
		}
	}
	return name;
}

static void jfr_select_add_event(struct selector *selector, struct slice text)
{
	const struct word *word = find_word(text);

	if (word)
		add_word(selector, word);
	else if (text.len > 0) {
		const struct slice name = whole_name(text);
		const struct jfr_choice choice = {
			.alternatives = {jfr_select_parts_of(selector, name, ANY_STATE)}};

		/* A type of events by its name, which may lack its `jdk.`. */
		get_kind(selector, name)->is_short = slice_find(name, '.') == SLICE_NONE;
		add_choice(selector, &choice);
	}
}

/* ---- Options ---- */

static bool splits(struct slice text)
{
	return slice_equal(text, SLICE("cpu")) || slice_equal(text, SLICE("wall"));
}

/* Call `use` for each event of the options. */
static void each_event(struct selector *selector,
		       void (*use)(struct selector *selector, struct slice event))
{
	const struct jfr_selecting *by = selector->by;
	struct slice rest, event;
	size_t i;

	for (i = 0; i < by->events->count; i++) {
		for (rest = by->events->at[i]; slice_cut(&rest, ',', &event);)
			use(selector, event);
		use(selector, rest);
	}
	for (i = 0; i < by->filters->count; i++)
		use(selector, by->filters->at[i]);
}

static void see_split(struct selector *selector, struct slice event)
{
	selector->splits |= splits(event);
}

static bool jfr_select_check_units(const struct jfr_selection *selection)
{
	const struct jfr_kind *kinds = selection->request.kinds;
	struct buf units = {0};
	unsigned mask = 0;
	size_t i;

	for (i = 0; i < selection->request.kind_count; i++)
		mask |= kinds[i].unit;
	if ((mask & (mask - 1)) == 0)
		return true;
	for (i = 0; i < ARRAY_LEN(unit_names); i++) {
		if (mask & unit_names[i].unit)
			buf_printf(&units, "%s%s", units.len > 0 ? " and " : "",
				   unit_names[i].name);
	}
	diag_error("--event: %.*s cannot be added; collapse each separately, or --count the events",
		   SLICE_ARG(buf_slice(&units)));
	buf_release(&units);
	return false;
}

bool jfr_select(struct jfr_selection *selection, const struct jfr_selecting *by)
{
	struct selector selector = {
		.selection = selection,
		.by = by,
		.counts = by->counts || by->filters->count > 0,
	};

	*selection = (struct jfr_selection){.is_default = by->events->count == 0 &&
							  by->filters->count == 0};
	each_event(&selector, see_split);
	if (selection->is_default)
		add_word(&selector, &preset);
	else
		each_event(&selector, jfr_select_add_event);
	if (selector.is_full) {
		diag_error("--event: too many kinds of events, at most %d", JFR_PARTS);
		return false;
	}
	if (selection->choice_count == 0) {
		diag_error("--event needs the name of an event");
		return false;
	}
	return jfr_select_check_units(selection);
}

/* ---- What becomes of it ---- */

uint64_t jfr_select_chosen(const struct jfr_selection *selection, uint64_t seen)
{
	uint64_t chosen = 0;
	size_t i, j;

	for (i = 0; i < selection->choice_count; i++) {
		const uint64_t *alternatives = selection->choices[i].alternatives;

		for (j = 0; j < JFR_ALTERNATIVES; j++) {
			if (alternatives[j] & seen) {
				chosen |= alternatives[j];
				break;
			}
		}
	}
	return chosen;
}

bool jfr_select_is_open(const struct jfr_selection *selection, uint64_t seen, unsigned part)
{
	return (jfr_select_chosen(selection, seen | UINT64_C(1) << part) >> part & 1) != 0;
}

bool jfr_select_weighs(const struct jfr_selection *selection)
{
	size_t i;

	for (i = 0; i < selection->request.kind_count; i++) {
		const struct jfr_kind *kind = &selection->request.kinds[i];

		if (kind->field.len > 0 && !(selection->is_default && !kind->must_have))
			return true;
	}
	return false;
}

struct slice jfr_select_unit(const struct jfr_selection *selection, unsigned units, bool samples)
{
	switch (units) {
	case JFR_IN_COUNTS: return samples ? SLICE("samples") : SLICE("events");
	case JFR_IN_BYTES: return SLICE("bytes");
	case JFR_IN_NANOSECONDS: return SLICE("ns");
	case JFR_IN_OTHERS: return selection->request.kinds[0].field;
	default: return SLICE("");
	}
}
