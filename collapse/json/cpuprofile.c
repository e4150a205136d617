/* SPDX-License-Identifier: MIT */
/*
 * The cpuprofile format: profiles of V8 (Node.js, Chrome) as JSON, of processor time (.cpuprofile)
 * and of memory (.heapprofile). The calls are a tree, either a list of nodes that name the
 * nodes below them, or nodes inside of nodes; samples name nodes.
 *
 *     {"nodes":[{"id":1,"callFrame":{"functionName":"(root)",...},"hitCount":0,"children":[2]},
 *               {"id":2,"callFrame":{"functionName":"main","url":"a.js","lineNumber":3},...}],
 *      "startTime":100,"endTime":900,"samples":[2,2],"timeDeltas":[50,60]}
 *     {"head":{"callFrame":{...},"selfSize":0,"children":[{...}]}}
 */
#include "collapse/json/document.h"
#include "collapse/json/number.h"
#include "collapse/json/v8_profile.h"

enum cpuprofile_place {
	CPU_ROOT = DOCUMENT_TOP + 1,
	CPU_NODES,
	CPU_NODE,
	CPU_FRAME,
	CPU_CHILDREN,
	CPU_SAMPLES,
	CPU_DELTAS,
};

enum cpuprofile_field {
	CPU_ID = 1, /* of a node from here on */
	CPU_NAME,
	CPU_URL,
	CPU_LINE,
	CPU_HITS,
	CPU_SIZE,
	CPU_PARENT,
	CPU_CHILD,
	CPU_START, /* of the profile from here on */
	CPU_END,
	CPU_SAMPLE,
	CPU_DELTA,
};

struct cpuprofile_options {
	bool time, locations;
};

struct cpuprofile {
	struct document document;
	struct location location; /* of the node being read */
	bool has_name;            /* it was read, and is not a node's yet */
	uint32_t *open;           /* nodes inside of each other */
	size_t open_count, open_cap;
	struct v8_profile profile;
};

static struct v8_how cpuprofile_how(const struct ingest_run *run)
{
	const struct cpuprofile_options *options = run->options;

	return (struct v8_how){.time = options->time, .unit = 1};
}

/* Its function is known, if anything of it was read. */
static void cpuprofile_name_node(struct ingest_run *run, struct v8_node *node)
{
	const struct cpuprofile_options *options = run->options;
	struct cpuprofile *cpu = run->state;

	if (node->is_named || !cpu->has_name)
		return;
	v8_name_node(run, node, &cpu->location, options->locations);
	cpu->has_name = false;
}

static struct slice cpuprofile_unit_of(const struct ingest_run *run)
{
	const struct cpuprofile_options *options = run->options;
	const struct cpuprofile *cpu = run->state;

	if (cpu->profile.has_sizes)
		return SLICE("bytes");
	return options->time ? SLICE("us") : SLICE("samples");
}

/* Count all, forget all. */
static void cpuprofile_end(struct ingest_run *run)
{
	const struct cpuprofile_options *options = run->options;
	const struct v8_how how = cpuprofile_how(run);
	struct cpuprofile *cpu = run->state;
	struct v8_profile *profile = &cpu->profile;

	for (; cpu->open_count > 0; cpu->open_count--) { /* of a document that is cut off */
		uint32_t index = cpu->open[cpu->open_count - 1];

		cpuprofile_name_node(run, &profile->nodes[index]);
		v8_end_node(run, profile, index);
	}
	if (options->time && !profile->has_sizes && !profile->has_samples &&
	    profile->node_count > 0)
		stream_note(run, TEXT_NO_COLUMN, SLICE("samples"));
	if (profile->node_count > 0)
		header_add(&run->profile.header, HEADER_UNIT, cpuprofile_unit_of(run));
	v8_fold(run, profile, &how);
	location_reset(&cpu->location);
	cpu->has_name = false;
}

static void cpuprofile_release(void *state)
{
	struct cpuprofile *cpu = state;

	v8_release(&cpu->profile);
	location_release(&cpu->location);
	free(cpu->open);
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_FLAG, FAMILY_OWN, .name = "time", OPT_AT(struct cpuprofile_options, time),
	 .help = "Count microseconds, not samples",
	 .detail = "A sample lasts until the next one, the last one until the end of the profile. "
		   "Profiles of memory count bytes always."},
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "locations", OPT_AT(struct cpuprofile_options, locations),
	 .help = "Append file and line of a function to its name"},
};

/* `callFrame` is what its members are: old profiles have them in the node itself. */
static const struct document_rule places[] = {
	{DOCUMENT_TOP, .object = CPU_ROOT},
	{CPU_ROOT, SLICE_INIT("nodes"), .array = CPU_NODES},
	{CPU_ROOT, SLICE_INIT("head"), .object = CPU_NODE},
	{CPU_ROOT, SLICE_INIT("samples"), .array = CPU_SAMPLES},
	{CPU_ROOT, SLICE_INIT("timeDeltas"), .array = CPU_DELTAS},
	{CPU_ROOT, SLICE_INIT("startTime"), .field = CPU_START},
	{CPU_ROOT, SLICE_INIT("endTime"), .field = CPU_END},
	{CPU_ROOT, .known = SLICE_INIT("title typeId uid timestamps lines columns")},
	{CPU_NODES, .object = CPU_NODE},
	{CPU_NODE, SLICE_INIT("id"), .field = CPU_ID},
	{CPU_NODE, SLICE_INIT("callFrame"), .object = CPU_FRAME},
	{CPU_NODE, SLICE_INIT("children"), .array = CPU_CHILDREN},
	{CPU_NODE, SLICE_INIT("hitCount"), .field = CPU_HITS},
	{CPU_NODE, SLICE_INIT("selfSize"), .field = CPU_SIZE},
	{CPU_NODE, SLICE_INIT("parent"), .field = CPU_PARENT},
	{CPU_NODE, SLICE_INIT("functionName"), .field = CPU_NAME},
	{CPU_NODE, SLICE_INIT("url"), .field = CPU_URL},
	{CPU_NODE, SLICE_INIT("lineNumber"), .field = CPU_LINE},
	{CPU_NODE, .known = SLICE_INIT("bailoutReason callUID scriptId positionTicks deoptReason "
				       "columnNumber")},
	{CPU_FRAME, SLICE_INIT("functionName"), .field = CPU_NAME},
	{CPU_FRAME, SLICE_INIT("url"), .field = CPU_URL},
	{CPU_FRAME, SLICE_INIT("lineNumber"), .field = CPU_LINE},
	{CPU_FRAME, .known = SLICE_INIT("scriptId columnNumber codeType")},
	{CPU_CHILDREN, .object = CPU_NODE, .field = CPU_CHILD},
	{CPU_SAMPLES, .field = CPU_SAMPLE},
	{CPU_DELTAS, .field = CPU_DELTA},
};

static struct v8_node *current(struct cpuprofile *cpu)
{
	return cpu->open_count > 0 ? &cpu->profile.nodes[cpu->open[cpu->open_count - 1]] : NULL;
}

static void cpuprofile_enter(struct ingest_run *run, unsigned place)
{
	struct cpuprofile *cpu = run->state;
	uint32_t above = cpu->open_count > 0 ? cpu->open[cpu->open_count - 1] : V8_NONE;

	if (place == CPU_NODE) {
		MEMORY_ROOM(cpu->open, cpu->open_count, cpu->open_cap);
		cpu->open[cpu->open_count++] = v8_add_node(&cpu->profile, above);
		location_reset(&cpu->location);
	} else if (place == CPU_CHILDREN && current(cpu)) {
		cpuprofile_name_node(run, current(cpu)); /* the nodes inside have names too */
	}
}

static void cpuprofile_leave(struct ingest_run *run, unsigned place)
{
	struct cpuprofile *cpu = run->state;

	if (place != CPU_NODE)
		return;
	cpuprofile_name_node(run, current(cpu));
	v8_end_node(run, &cpu->profile, cpu->open[--cpu->open_count]);
}

static void see_of_node(struct ingest_run *run, unsigned field, struct slice text)
{
	struct cpuprofile *cpu = run->state;
	struct v8_node *node = current(cpu);
	uint64_t number = 0;
	uint32_t index;

	if (!node)
		return;
	switch (field) {
	case CPU_NAME:
		location_name(&cpu->location, text);
		cpu->has_name = true;
		return;
	case CPU_URL: location_file(&cpu->location, text); return;
	case CPU_LINE: v8_line(run, &cpu->location, text); return;
	}
	if (!number_count(text, 0, &number)) {
		stream_note(run, TEXT_BAD_LINE, text);
		return;
	}
	index = (uint32_t)(node - cpu->profile.nodes);
	switch (field) {
	case CPU_ID: node->id = number; break;
	case CPU_HITS: node->hits = number; break;
	case CPU_SIZE:
		node->size = number;
		cpu->profile.has_sizes = true;
		break;
	case CPU_PARENT: v8_add_edge(&cpu->profile, number, V8_NONE, index); break;
	case CPU_CHILD: v8_add_edge(&cpu->profile, number, index, V8_NONE); break;
	}
}

static void cpuprofile_value(struct ingest_run *run, unsigned field, enum json_event kind,
			     struct slice text)
{
	const struct v8_how how = cpuprofile_how(run);
	struct cpuprofile *cpu = run->state;
	int64_t number;

	(void)kind;
	if (field < CPU_START) {
		see_of_node(run, field, text);
		return;
	}
	if (!number_scaled(text, 0, &number)) {
		stream_note(run, TEXT_BAD_LINE, text);
		number = 0;
	}
	switch (field) {
	case CPU_START: cpu->profile.start = number; break;
	case CPU_END:
		cpu->profile.end = number;
		cpu->profile.has_end = true;
		break;
	case CPU_SAMPLE: v8_add_sample(run, &cpu->profile, &how, (uint64_t)number); break;
	case CPU_DELTA: v8_add_delta(run, &cpu->profile, &how, number); break;
	}
}

static enum probe cpuprofile_probe(struct slice head, bool whole)
{
	(void)whole;
	if (!document_begins(head))
		return PROBE_NO;
	if (slice_contains(head, SLICE("\"traceEvents\"")) || slice_contains(head, SLICE("\"ph\"")))
		return PROBE_UNSURE;
	return slice_contains(head, SLICE("\"callFrame\"")) ||
			       (slice_contains(head, SLICE("\"head\"")) &&
				slice_contains(head, SLICE("\"functionName\"")))
		       ? PROBE_YES
		       : PROBE_UNSURE;
}

static const struct note_kind kinds[] = {V8_NOTE_ROWS};

static const struct document_format format = {
	.rules = DOCUMENT_RULES(places),
	.enter = cpuprofile_enter,
	.leave = cpuprofile_leave,
	.value = cpuprofile_value,
	.end = cpuprofile_end,
	.state_size = sizeof(struct cpuprofile),
	.release = cpuprofile_release,
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_cpuprofile = {
	.name = "cpuprofile",
	.summary = "folded stacks from V8's .cpuprofile and .heapprofile files",
	.rows = COLLAPSE_OPTIONS(rows, struct cpuprofile_options),
	.labels = LABEL_BIT(LABEL_TIME),
	.document = DOCUMENT_READER(format),
	.probe = cpuprofile_probe,
};
