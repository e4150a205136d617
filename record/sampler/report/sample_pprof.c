/* SPDX-License-Identifier: MIT */
/* A report as a pprof profile: samples and their CPU time, with addresses. */
#include <time.h>

#include "common/io/pprof.h"
#include "record/sampler/report/sample_report.h"

static const struct pprof_type types[] = {
	{SLICE_INIT("samples"), SLICE_INIT("count")},
	{SLICE_INIT("cpu"), SLICE_INIT("nanoseconds")},
};

/* The mappings of all objects that no other object replaced. */
static struct pprof_mapping *mappings_of(const struct modules *modules, size_t *count)
{
	struct pprof_mapping *mappings = memory_resize(NULL, modules->count, sizeof(*mappings));
	size_t i;

	*count = 0;
	for (i = 0; i < modules->count; i++) {
		const struct module *module = &modules->at[i];

		if (module->code == 0 || module->died <= modules->epoch)
			continue;
		mappings[(*count)++] = (struct pprof_mapping){
			.start = module->code,
			.end = module->code_end,
			.offset = module->code_offset,
			.path = slice_from(module_path(modules, module)),
			.build_id = slice_of((const char *)module->build_id, module->build_id_size),
		};
	}
	return mappings;
}

struct frames {
	struct pprof_frame *frames;
	struct pprof_line *lines;
	size_t cap, lines_cap;
};

static void fill_frames(struct frames *room, const struct flamesample_report *report,
			const struct report_stack *stack)
{
	size_t i;

	room->frames = memory_grow(room->frames, &room->cap, stack->depth, sizeof(*room->frames));
	room->lines = memory_grow(room->lines, &room->lines_cap, stack->depth,
				  sizeof(*room->lines));
	for (i = 0; i < stack->depth; i++) {
		const struct report_frame *frame = &stack->frames[i];
		bool is_there = frame->module && frame->module->died > report->modules->epoch;

		room->lines[i] = (struct pprof_line){
			.function = intern_name(&report->names, frame->name),
		};
		room->frames[i] = (struct pprof_frame){
			.address = is_there || !frame->module ? frame->address : 0,
			.lines = &room->lines[i],
			.line_count = 1,
		};
	}
}

static bool add_stacks(const struct flamesample_report *report, struct pprof_writer *writer,
		       int64_t period, struct buf *problem)
{
	struct frames room = {0};
	bool good = true;
	size_t i;

	for (i = 0; i < report->count && good; i++) {
		const struct report_stack *stack = &report->stacks[i];
		int64_t values[] = {(int64_t)stack->count, (int64_t)stack->count * period};
		struct pprof_stack added = {
			.count = stack->depth,
			.values = values,
			.value_count = ARRAY_LEN(values),
			.thread = intern_name(&report->names, stack->thread),
			.thread_id = stack->tid,
		};

		fill_frames(&room, report, stack);
		added.frames = room.frames;
		good = pprof_writer_add(writer, &added, problem);
	}
	free(room.frames);
	free(room.lines);
	return good;
}

int report_add_pprof(const struct flamesample_report *report, struct buf *out)
{
	const int64_t second = 1000000000;
	const int64_t period = (int64_t)((double)second / report->stats.asked_hz);
	struct pprof_head head = {
		.types = types,
		.type_count = ARRAY_LEN(types),
		.period_type = {SLICE_INIT("cpu"), SLICE_INIT("nanoseconds")},
		.period = period,
		.time_nanos = (int64_t)time(NULL) * second,
		.duration_nanos = (int64_t)(report->stats.cpu_seconds * (double)second),
	};
	struct pprof_mapping *mappings = mappings_of(report->modules, &head.mapping_count);
	struct pprof_writer *writer = NULL;
	struct buf problem = {0};
	const bool available = pprof_available(&problem);
	int result = FLAMESAMPLE_OK;

	head.mappings = mappings;
	if (available)
		writer = pprof_writer_new(&head, &problem);
	if (!writer || !add_stacks(report, writer, period, &problem) ||
	    !pprof_writer_finish(writer, true, out, &problem))
		result = problem_set(available ? FLAMESAMPLE_NO_SYSTEM : FLAMESAMPLE_NO_SUPPORT,
				     "pprof: %.*s", SLICE_ARG(buf_slice(&problem)));
	pprof_writer_free(writer);
	free(mappings);
	buf_release(&problem);
	return result;
}
