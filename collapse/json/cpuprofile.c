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

#include "common/table/hash.h"

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

enum cpuprofile_note {
	CPU_NOTE_NO_NODE = STREAM_NOTES, /* a sample or a child of an id that no node has */
	CPU_NOTE_BACKWARDS,
};

#define CPU_NONE UINT32_MAX /* no node */

struct cpuprofile_options {
	bool time, locations;
};

struct cpuprofile_node {
	uint64_t id, hits, size, samples, time;
	uint32_t parent; /* index, or CPU_NONE */
	frame_id frame;
	uint32_t walk;          /* while circles are looked for */
	uint32_t depth;         /* with its ancestors; 0: not known yet */
	bool is_named, is_root; /* "(root)", which is left out of stacks */
};

/*
 * "The node of this id is a child of `parent`"; or, if that is CPU_NONE, is the parent of `child`.
 */
struct cpuprofile_edge {
	uint64_t id;
	uint32_t parent, child;
};

struct cpuprofile_id;

struct cpuprofile {
	struct document document;
	struct location location; /* of the node being read */
	bool has_name;            /* it was read, and is not a node's yet */
	struct cpuprofile_node *nodes;
	size_t node_count, node_cap;
	uint32_t *open; /* nodes inside of each other */
	size_t open_count, open_cap;
	struct cpuprofile_edge *edges;
	size_t edge_count, edge_cap;
	struct cpuprofile_id *ids; /* uthash */
	struct arena arena;
	bool has_samples, has_sizes, has_end;
	int64_t start, end; /* microseconds */
	int64_t now, last;  /* since the start: of the latest sample, and of the last of all */
	size_t timed;       /* samples whose begin is known */

	uint64_t *samples; /* ids, of the samples that have no time yet, or wait for their node */
	size_t sample_count, sample_cap;
	int64_t *deltas;
	size_t delta_count, delta_cap;
};

/* ---- Nodes, samples, and the stacks they make in the end ---- */

struct cpuprofile_id {
	uint64_t id;
	uint32_t index;
	UT_hash_handle hh;
};

/* A new node, inside of `parent` or CPU_NONE; its index. */
static uint32_t cpuprofile_add_node(struct cpuprofile *cpu, uint32_t parent)
{
	cpu->nodes = memory_grow(cpu->nodes, &cpu->node_cap, cpu->node_count + 1,
				 sizeof(*cpu->nodes));
	cpu->nodes[cpu->node_count] = (struct cpuprofile_node){.parent = parent};
	return (uint32_t)cpu->node_count++;
}

/* Its function is known, if anything of it was read. */
static void cpuprofile_name_node(struct ingest_run *run, struct cpuprofile_node *node)
{
	const struct cpuprofile_options *options = run->options;
	struct cpuprofile *cpu = run->state;

	if (node->is_named || !cpu->has_name)
		return;
	node->is_root = slice_equal(buf_slice(&cpu->location.name), SLICE("(root)"));
	node->frame = location_frame(run, &cpu->location, options->locations);
	node->is_named = true;
	cpu->has_name = false;
	location_reset(&cpu->location);
}

static struct cpuprofile_node *cpuprofile_find(struct cpuprofile *cpu, uint64_t id)
{
	struct cpuprofile_id *entry;

	HASH_FIND(hh, cpu->ids, &id, sizeof(id), entry);
	return entry ? &cpu->nodes[entry->index] : NULL;
}

/* Its id is known. */
static void cpuprofile_end_node(struct ingest_run *run, uint32_t index)
{
	struct cpuprofile *cpu = run->state;
	struct cpuprofile_node *node = &cpu->nodes[index];
	struct cpuprofile_id *entry;

	if (!node->is_named)
		node->frame = text_frame(run, SLICE(""));
	if (node->id == 0)
		return;
	if (cpuprofile_find(cpu, node->id)) {
		stream_note(run, CPU_NOTE_NO_NODE, SLICE(""));
		return;
	}
	entry = arena_alloc(&cpu->arena, sizeof(*entry));
	memset(entry, 0, sizeof(*entry));
	entry->id = node->id;
	entry->index = index;
	HASH_ADD(hh, cpu->ids, id, sizeof(entry->id), entry);
}

/* `id` is a child of the node `parent`, or with CPU_NONE the parent of the node being read. */
static void cpuprofile_add_edge(struct cpuprofile *cpu, uint64_t id, uint32_t parent)
{
	cpu->edges = memory_grow(cpu->edges, &cpu->edge_cap, cpu->edge_count + 1,
				 sizeof(*cpu->edges));
	cpu->edges[cpu->edge_count++] = (struct cpuprofile_edge){id, parent,
								 cpu->open[cpu->open_count - 1]};
}

static void push_sample(struct cpuprofile *cpu, uint64_t id)
{
	cpu->samples = memory_grow(cpu->samples, &cpu->sample_cap, cpu->sample_count + 1,
				   sizeof(*cpu->samples));
	cpu->samples[cpu->sample_count++] = id;
}

/* Samples are kept only where their time is wanted, or nodes come after them. */
static void cpuprofile_add_sample(struct ingest_run *run, uint64_t id)
{
	const struct cpuprofile_options *options = run->options;
	struct cpuprofile *cpu = run->state;
	const bool waits = options->time || label_wants(run, LABEL_TIME);
	struct cpuprofile_node *node = waits ? NULL : cpuprofile_find(cpu, id);

	cpu->has_samples = true;
	if (node)
		node->samples++;
	else
		push_sample(cpu, id);
}

/* The sample that lasts until `now` is over. */
static void cpuprofile_count_time(struct ingest_run *run, int64_t now)
{
	struct cpuprofile *cpu = run->state;
	struct cpuprofile_node *node = NULL;

	if (cpu->timed > 0 && cpu->timed <= cpu->sample_count && now > cpu->last) {
		node = cpuprofile_find(cpu, cpu->samples[cpu->timed - 1]);
		if (!node)
			stream_note(run, CPU_NOTE_NO_NODE, SLICE(""));
		else
			node->time += (uint64_t)(now - cpu->last);
	}
	if (now > cpu->last)
		cpu->last = now;
}

static void apply_delta(struct ingest_run *run, int64_t delta)
{
	struct cpuprofile *cpu = run->state;

	if (delta < 0)
		stream_note(run, CPU_NOTE_BACKWARDS, SLICE(""));
	if ((delta > 0 && cpu->now > INT64_MAX - delta) ||
	    (delta < 0 && cpu->now < INT64_MIN - delta)) {
		stream_note(run, TEXT_SKIPPED, SLICE(""));
		return;
	}
	cpu->now += delta;
	cpuprofile_count_time(run, cpu->now);
	cpu->timed++;
}

/* Times that come before the samples wait for them. */
static void cpuprofile_add_delta(struct ingest_run *run, int64_t delta)
{
	const struct cpuprofile_options *options = run->options;
	struct cpuprofile *cpu = run->state;

	if (!options->time && !label_wants(run, LABEL_TIME))
		return;
	if (cpu->node_count > 0 && cpu->has_samples && !label_wants(run, LABEL_TIME)) {
		apply_delta(run, delta);
		return;
	}
	cpu->deltas = memory_grow(cpu->deltas, &cpu->delta_cap, cpu->delta_count + 1,
				  sizeof(*cpu->deltas));
	cpu->deltas[cpu->delta_count++] = delta;
}

static void end_samples(struct ingest_run *run)
{
	const struct cpuprofile_options *options = run->options;
	struct cpuprofile *cpu = run->state;
	size_t i;

	if (label_wants(run, LABEL_TIME))
		return; /* each is counted for itself */
	if (options->time) {
		for (i = 0; i < cpu->delta_count; i++)
			apply_delta(run, cpu->deltas[i]);
		if (cpu->has_end && cpu->end > cpu->start && cpu->start >= 0)
			cpuprofile_count_time(run, cpu->end - cpu->start);
		return;
	}
	for (i = 0; i < cpu->sample_count; i++) {
		struct cpuprofile_node *node = cpuprofile_find(cpu, cpu->samples[i]);

		if (node)
			node->samples++;
		else
			stream_note(run, CPU_NOTE_NO_NODE, SLICE(""));
	}
}

static void connect(struct ingest_run *run)
{
	struct cpuprofile *cpu = run->state;
	size_t i;

	for (i = 0; i < cpu->edge_count; i++) {
		const struct cpuprofile_edge *edge = &cpu->edges[i];
		struct cpuprofile_node *named = cpuprofile_find(cpu, edge->id), *child;
		uint32_t parent = edge->parent;

		child = parent == CPU_NONE ? &cpu->nodes[edge->child] : named;
		if (parent == CPU_NONE && named)
			parent = (uint32_t)(named - cpu->nodes);
		if (!child || !named || (child->parent != CPU_NONE && child->parent != parent))
			stream_note(run, CPU_NOTE_NO_NODE, SLICE(""));
		else
			child->parent = parent;
	}
}

/* Cut circles open: every node leads to a root then. */
static void break_circles(struct ingest_run *run)
{
	struct cpuprofile *cpu = run->state;
	uint32_t i, at, next;

	for (i = 0; i < cpu->node_count; i++) {
		for (at = i; at != CPU_NONE && cpu->nodes[at].walk == 0; at = next) {
			cpu->nodes[at].walk = i + 1;
			next = cpu->nodes[at].parent;
			if (next != CPU_NONE && cpu->nodes[next].walk == i + 1) {
				stream_note(run, CPU_NOTE_NO_NODE, SLICE(""));
				cpu->nodes[at].parent = CPU_NONE;
				break;
			}
		}
	}
}

/* Nodes whose ancestors end in a root. */
static void measure_depths(struct cpuprofile *cpu)
{
	uint32_t i, at, depth;

	for (i = 0; i < cpu->node_count; i++) {
		for (at = i, depth = 0; at != CPU_NONE && cpu->nodes[at].depth == 0;
		     at = cpu->nodes[at].parent)
			depth++;
		if (at != CPU_NONE)
			depth += cpu->nodes[at].depth;
		for (at = i; at != CPU_NONE && cpu->nodes[at].depth == 0;
		     at = cpu->nodes[at].parent)
			cpu->nodes[at].depth = depth--;
	}
}

static struct slice cpuprofile_unit_of(const struct ingest_run *run)
{
	const struct cpuprofile_options *options = run->options;
	const struct cpuprofile *cpu = run->state;

	if (cpu->has_sizes)
		return SLICE("bytes");
	return options->time ? SLICE("us") : SLICE("samples");
}

static uint64_t cpuprofile_count_of(const struct ingest_run *run,
				    const struct cpuprofile_node *node)
{
	const struct cpuprofile_options *options = run->options;
	const struct cpuprofile *cpu = run->state;

	if (cpu->has_sizes)
		return node->size;
	if (options->time)
		return node->time;
	return cpu->has_samples ? node->samples : node->hits;
}

static void cpuprofile_count_stack(struct ingest_run *run, const struct cpuprofile_node *node,
				   uint64_t count)
{
	const struct cpuprofile *cpu = run->state;
	const struct cpuprofile_node *frame = node;

	if (count == 0 || !text_affords(run, node->depth))
		return;
	text_cut(run, 0);
	text_push_frame(run, node->frame);
	while (frame->parent != CPU_NONE) {
		frame = &cpu->nodes[frame->parent];
		if (!frame->is_root)
			text_push_frame(run, frame->frame);
	}
	text_finish(run, TEXT_LEAF_FIRST, count);
}

/*
 * If samples are labelled: the time of the next one since the start, instead of since the last one.
 */
static int64_t next_begin(struct ingest_run *run, size_t next)
{
	struct cpuprofile *cpu = run->state;
	const int64_t delta = cpu->deltas[next];

	if (delta < 0)
		stream_note(run, CPU_NOTE_BACKWARDS, SLICE(""));
	if ((delta > 0 && cpu->now > INT64_MAX - delta) ||
	    (delta < 0 && cpu->now < INT64_MIN - delta))
		stream_note(run, TEXT_SKIPPED, SLICE(""));
	else
		cpu->now += delta;
	return cpu->now > cpu->last ? cpu->now : cpu->last;
}

/* A sample that lasts from `cpu->last` to `end`, in microseconds. */
static void count_sample(struct ingest_run *run, uint64_t id, int64_t end)
{
	const struct cpuprofile_options *options = run->options;
	struct cpuprofile *cpu = run->state;
	const struct cpuprofile_node *node = cpuprofile_find(cpu, id);
	const uint64_t begin = (uint64_t)cpu->last +
			       (run->labels->absolute && cpu->start > 0 ? (uint64_t)cpu->start : 0);

	if (!node) {
		stream_note(run, CPU_NOTE_NO_NODE, SLICE(""));
		return;
	}
	label_set_time(run, begin > UINT64_MAX / 1000 ? UINT64_MAX : begin * 1000);
	cpuprofile_count_stack(run, node, options->time ? (uint64_t)(end - cpu->last) : 1);
}

/* Samples without a time are counted without it, or, where time is what counts, not at all. */
static void count_samples(struct ingest_run *run)
{
	const struct cpuprofile_options *options = run->options;
	struct cpuprofile *cpu = run->state;
	const size_t timed = cpu->delta_count < cpu->sample_count ? cpu->delta_count
								  : cpu->sample_count;
	const bool has_end = cpu->has_end && cpu->end > cpu->start && cpu->start >= 0;
	size_t i;

	if (timed > 0)
		cpu->last = next_begin(run, 0);
	for (i = 0; i < timed; i++) {
		int64_t end = has_end ? cpu->end - cpu->start : cpu->last;

		if (i + 1 < cpu->delta_count)
			end = next_begin(run, i + 1);
		end = end > cpu->last ? end : cpu->last;
		count_sample(run, cpu->samples[i], end);
		cpu->last = end;
	}
	label_clear_time(run);
	for (; i < cpu->sample_count && !options->time; i++) {
		const struct cpuprofile_node *node = cpuprofile_find(cpu, cpu->samples[i]);

		if (node)
			cpuprofile_count_stack(run, node, 1);
		else
			stream_note(run, CPU_NOTE_NO_NODE, SLICE(""));
	}
}

static void cpuprofile_forget(struct cpuprofile *cpu)
{
	HASH_CLEAR(hh, cpu->ids);
	arena_release(&cpu->arena);
	location_reset(&cpu->location);
	cpu->node_count = cpu->open_count = cpu->edge_count = 0;
	cpu->sample_count = cpu->delta_count = cpu->timed = 0;
	cpu->has_sizes = cpu->has_end = cpu->has_samples = cpu->has_name = false;
	cpu->start = cpu->end = cpu->now = cpu->last = 0;
}

/* Count all, forget all. */
static void cpuprofile_end(struct ingest_run *run)
{
	const struct cpuprofile_options *options = run->options;
	struct cpuprofile *cpu = run->state;
	size_t i;

	for (; cpu->open_count > 0; cpu->open_count--) { /* of a document that is cut off */
		uint32_t index = cpu->open[cpu->open_count - 1];

		cpuprofile_name_node(run, &cpu->nodes[index]);
		cpuprofile_end_node(run, index);
	}
	end_samples(run);
	connect(run);
	break_circles(run);
	measure_depths(cpu);
	if (options->time && !cpu->has_sizes && !cpu->has_samples && cpu->node_count > 0)
		stream_note(run, TEXT_NO_COLUMN, SLICE("samples"));
	if (label_wants(run, LABEL_TIME) && cpu->has_samples && !cpu->has_sizes)
		count_samples(run);
	else
		for (i = 0; i < cpu->node_count; i++)
			cpuprofile_count_stack(run, &cpu->nodes[i],
					       cpuprofile_count_of(run, &cpu->nodes[i]));
	if (cpu->node_count > 0)
		header_add(&run->profile.header, HEADER_UNIT, cpuprofile_unit_of(run));
	cpuprofile_forget(cpu);
}

static void cpuprofile_release(void *state)
{
	struct cpuprofile *cpu = state;

	cpuprofile_forget(cpu);
	location_release(&cpu->location);
	free(cpu->nodes);
	free(cpu->open);
	free(cpu->edges);
	free(cpu->samples);
	free(cpu->deltas);
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
