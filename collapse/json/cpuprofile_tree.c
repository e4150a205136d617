/* SPDX-License-Identifier: MIT */
/* The cpuprofile format: nodes, samples, and the stacks they make in the end. */
#include "collapse/json/cpuprofile.h"
#include "common/table/hash.h"

struct cpuprofile_id {
	uint64_t id;
	uint32_t index;
	UT_hash_handle hh;
};

uint32_t cpuprofile_add_node(struct cpuprofile *cpu, uint32_t parent)
{
	cpu->nodes = memory_grow(cpu->nodes, &cpu->node_cap, cpu->node_count + 1,
				 sizeof(*cpu->nodes));
	cpu->nodes[cpu->node_count] = (struct cpuprofile_node){.parent = parent};
	return (uint32_t)cpu->node_count++;
}

void cpuprofile_name_node(struct ingest_run *run, struct cpuprofile_node *node)
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

void cpuprofile_end_node(struct ingest_run *run, uint32_t index)
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

void cpuprofile_add_edge(struct cpuprofile *cpu, uint64_t id, uint32_t parent)
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
void cpuprofile_add_sample(struct ingest_run *run, uint64_t id)
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
void cpuprofile_add_delta(struct ingest_run *run, int64_t delta)
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
	label_give_time(run, begin > UINT64_MAX / 1000 ? UINT64_MAX : begin * 1000);
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
	label_take_time(run);
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

void cpuprofile_end(struct ingest_run *run)
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

void cpuprofile_release(void *state)
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
