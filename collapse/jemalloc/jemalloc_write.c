/* SPDX-License-Identifier: MIT */
/* A dump of jemalloc to a profile for pprof. */
#include "collapse/jemalloc/jemalloc.h"

/* Names as in Go's heap profiles, which programs recognise; with the value of each. */
static const struct {
	struct pprof_type type;
	size_t value;
} columns[] = {
	{{SLICE_INIT("alloc_objects"), SLICE_INIT("count")}, JEMALLOC_ALLOC_OBJECTS},
	{{SLICE_INIT("alloc_space"), SLICE_INIT("bytes")}, JEMALLOC_ALLOC_SPACE},
	{{SLICE_INIT("inuse_objects"), SLICE_INIT("count")}, JEMALLOC_INUSE_OBJECTS},
	{{SLICE_INIT("inuse_space"), SLICE_INIT("bytes")}, JEMALLOC_INUSE_SPACE},
};

struct job {
	struct jemalloc *jemalloc;
	struct pprof_writer *writer;
	struct pprof_frame *frames; /* by index of jemalloc->known */
	struct pprof_frame *stack;
	size_t cap;
	struct arena arena;
	struct buf problem;
};

static void jemalloc_start(struct job *job)
{
	const struct mapped *mapped = &job->jemalloc->mapped;
	struct pprof_type types[ARRAY_LEN(columns)];
	struct pprof_mapping *mappings = arena_alloc(&job->arena,
						     (mapped->count + 1) * sizeof(*mappings));
	struct pprof_head head = {
		.types = types,
		.type_count = ARRAY_LEN(types),
		.mappings = mappings,
		.period_type = {SLICE("space"), SLICE("bytes")},
		.period = job->jemalloc->interval <= INT64_MAX ? (int64_t)job->jemalloc->interval
							       : 0,
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(columns); i++)
		types[i] = columns[i].type;
	for (i = 0; i < mapped->count; i++)
		mappings[head.mapping_count++] = (struct pprof_mapping){
			.start = mapped->at[i].start,
			.end = mapped->at[i].end,
			.offset = mapped->at[i].offset,
			.path = mapped->at[i].path,
		};
	job->writer = pprof_writer_new(&head, &job->problem);
}

/* The places of the dump as frames, each with its functions. */
static void jemalloc_make_frames(struct job *job)
{
	struct jemalloc *jemalloc = job->jemalloc;
	size_t count = jemalloc->known.count, i;

	job->frames = arena_alloc(&job->arena, (count + 1) * sizeof(*job->frames));
	for (i = 0; i < count; i++) {
		struct pprof_frame *frame = &job->frames[i];
		const struct pprof_line *found;
		const struct mapping *mapping;
		struct pprof_line *lines;

		*frame = (struct pprof_frame){.line_count = 0};
		memcpy(&frame->address, intern_name(&jemalloc->known, (frame_id)i).ptr,
		       sizeof(frame->address));
		mapping = mapped_find(&jemalloc->mapped, frame->address);
		if (mapping)
			frame->line_count = mapped_lines(&jemalloc->mapped, mapping, frame->address,
							 &found);
		if (frame->line_count == 0)
			continue;
		lines = arena_alloc(&job->arena, frame->line_count * sizeof(*lines));
		memcpy(lines, found, frame->line_count * sizeof(*lines));
		frame->lines = lines;
	}
}

static bool jemalloc_add_stack(struct job *job, const struct jemalloc_stack *from)
{
	struct jemalloc *jemalloc = job->jemalloc;
	int64_t values[ARRAY_LEN(columns)];
	struct pprof_stack stack = {
		.count = from->depth, .values = values, .value_count = ARRAY_LEN(values)};
	size_t i;

	job->stack = memory_grow(job->stack, &job->cap, from->depth, sizeof(*job->stack));
	for (i = 0; i < from->depth; i++) {
		const uint64_t *address = &jemalloc->addresses[from->first + i];

		job->stack[i] = job->frames[intern_add(
			&jemalloc->known, slice_of((const char *)address, sizeof(*address)))];
	}
	stack.frames = job->stack;
	for (i = 0; i < ARRAY_LEN(columns); i++)
		values[i] = (int64_t)((from->values[columns[i].value] + JEMALLOC_UNIT / 2) /
				      JEMALLOC_UNIT);
	return pprof_writer_add(job->writer, &stack, &job->problem);
}

static bool write_dump(struct job *job, struct output *output)
{
	const struct jemalloc *jemalloc = job->jemalloc;
	size_t i;

	if (jemalloc->dumps != 1) {
		buf_printf(&job->problem, "--pprof: %zu dumps, where one is wanted",
			   jemalloc->dumps);
		return false;
	}
	jemalloc_start(job);
	if (!job->writer)
		return false;
	jemalloc_make_frames(job);
	for (i = 0; i < jemalloc->stack_count; i++) {
		if (jemalloc->stacks[i].counted && !jemalloc_add_stack(job, &jemalloc->stacks[i]))
			return false;
	}
	return pprof_writer_finish(job->writer, true, &output->buf, &job->problem);
}

bool jemalloc_write(const struct collapse_setup *setup, const struct ingest_run *run,
		    struct output *output)
{
	const struct jemalloc_options *options = setup->options;
	struct job job = {.jemalloc = run->state};
	bool good;

	if (!options->pprof) {
		folded_write(&run->profile, setup->unit, output);
		return true;
	}
	good = write_dump(&job, output);
	if (!good)
		diag_error("%.*s", SLICE_ARG(buf_slice(&job.problem)));
	pprof_writer_free(job.writer);
	free(job.stack);
	arena_release(&job.arena);
	buf_release(&job.problem);
	return good;
}
