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
#include "collapse/json/cpuprofile.h"

#include "collapse/json/number.h"

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
	{CPU_FRAME, SLICE_INIT("functionName"), .field = CPU_NAME},
	{CPU_FRAME, SLICE_INIT("url"), .field = CPU_URL},
	{CPU_FRAME, SLICE_INIT("lineNumber"), .field = CPU_LINE},
	{CPU_CHILDREN, .object = CPU_NODE, .field = CPU_CHILD},
	{CPU_SAMPLES, .field = CPU_SAMPLE},
	{CPU_DELTAS, .field = CPU_DELTA},
};

static struct cpuprofile_node *current(struct cpuprofile *cpu)
{
	return cpu->open_count > 0 ? &cpu->nodes[cpu->open[cpu->open_count - 1]] : NULL;
}

static void cpuprofile_enter(struct ingest_run *run, unsigned place)
{
	struct cpuprofile *cpu = run->state;
	uint32_t above = cpu->open_count > 0 ? cpu->open[cpu->open_count - 1] : CPU_NONE;

	if (place == CPU_NODE) {
		cpu->open = memory_grow(cpu->open, &cpu->open_cap, cpu->open_count + 1,
					sizeof(*cpu->open));
		cpu->open[cpu->open_count++] = cpuprofile_add_node(cpu, above);
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
	cpuprofile_end_node(run, cpu->open[--cpu->open_count]);
}

/* V8 counts lines from 0; -1 is none. */
static void cpuprofile_line(struct cpuprofile *cpu, struct slice text)
{
	struct buf *name = &cpu->document.stream.text.name;
	uint64_t line;

	if (!slice_to_u64(text, &line) || line == UINT64_MAX)
		return;
	buf_reset(name);
	buf_add_u64(name, line + 1);
	location_line(&cpu->location, buf_slice(name));
}

static void see_of_node(struct ingest_run *run, unsigned field, struct slice text)
{
	struct cpuprofile *cpu = run->state;
	struct cpuprofile_node *node = current(cpu);
	uint64_t number = 0;

	if (!node)
		return;
	switch (field) {
	case CPU_NAME:
		location_name(&cpu->location, text);
		cpu->has_name = true;
		return;
	case CPU_URL: location_file(&cpu->location, text); return;
	case CPU_LINE: cpuprofile_line(cpu, text); return;
	}
	if (!number_count(text, 0, &number)) {
		stream_note(run, TEXT_BAD_LINE, text);
		return;
	}
	switch (field) {
	case CPU_ID: node->id = number; break;
	case CPU_HITS: node->hits = number; break;
	case CPU_SIZE:
		node->size = number;
		cpu->has_sizes = true;
		break;
	case CPU_PARENT: cpuprofile_add_edge(cpu, number, CPU_NONE); break;
	case CPU_CHILD: cpuprofile_add_edge(cpu, number, (uint32_t)(node - cpu->nodes)); break;
	}
}

static void cpuprofile_value(struct ingest_run *run, unsigned field, enum json_event kind,
			     struct slice text)
{
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
	case CPU_START: cpu->start = number; break;
	case CPU_END:
		cpu->end = number;
		cpu->has_end = true;
		break;
	case CPU_SAMPLE: cpuprofile_add_sample(run, (uint64_t)number); break;
	case CPU_DELTA: cpuprofile_add_delta(run, number); break;
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

static const struct note_kind kinds[] = {
	STREAM_NOTE_ROWS,
	[CPU_NOTE_NO_NODE] = {.message = "a node that is not in the tree",
			      .one = "node that is not in the tree",
			      .many = "nodes that are not in the tree",
			      .fails_strict = true},
	[CPU_NOTE_BACKWARDS] = {.message = "a sample earlier than the one before it",
				.one = "sample whose time goes backwards",
				.many = "samples whose time goes backwards",
				.level = DIAG_NOTES},
};

static const struct document_format format = {
	.rules = places,
	.rule_count = ARRAY_LEN(places),
	.enter = cpuprofile_enter,
	.leave = cpuprofile_leave,
	.value = cpuprofile_value,
	.end = cpuprofile_end,
	.state_size = sizeof(struct cpuprofile),
	.release = cpuprofile_release,
	.kinds = kinds,
	.kind_count = ARRAY_LEN(kinds),
};

const struct collapser collapse_cpuprofile = {
	.name = "cpuprofile",
	.summary = "folded stacks from V8's .cpuprofile and .heapprofile files",
	.rows = rows,
	.row_count = ARRAY_LEN(rows),
	.options_size = sizeof(struct cpuprofile_options),
	.labels = LABEL_BIT(LABEL_TIME),
	.document = &format,
	.read_document = document_ingest_format,
	.can_read = json_available,
	.probe = cpuprofile_probe,
};
