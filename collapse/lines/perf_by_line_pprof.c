/* SPDX-License-Identifier: MIT */
/*
 * A profile for pprof with addresses: locations are in mappings with build ids, and have the functions
 * at them with files, lines and the lines at which they begin.
 */
#include "collapse/lines/perf_by_line.h"

#include "common/base/diag.h"
#include "common/io/pprof.h"

enum { PPROF_PAGE = 0x1000 };

struct pprof_job {
	const struct lines_options *options;
	const struct profile *profile;
	struct pprof_mapping *mappings;
	size_t mapping_count, mapping_cap;
	struct intern mapping_keys;
	uint64_t next;        /* where the next mapping begins: they do not overlap */
	uint32_t *mapping_of; /* by frame of the profile */
	struct pprof_frame *frames;
	size_t frame_cap;
	struct pprof_line *lines;
	size_t line_cap;
};

/* The number of the mapping of a site, new if it has none: files have one for each part. */
static uint32_t pprof_mapping_of(struct pprof_job *job, const struct perf_site *site,
				 struct buf *key)
{
	const uint64_t size = site->map_end - site->map;
	uint32_t number;

	buf_reset(key);
	buf_printf(key, "%llx %llx %llx\n", (unsigned long long)site->map,
		   (unsigned long long)site->map_end, (unsigned long long)site->map_offset);
	buf_add(key, site->build_id);
	buf_add_char(key, '\n');
	buf_add(key, site->module);
	number = intern_add(&job->mapping_keys, buf_slice(key));
	if (number < job->mapping_count)
		return number;
	MEMORY_ROOM(job->mappings, job->mapping_count, job->mapping_cap);
	job->mappings[job->mapping_count++] = (struct pprof_mapping){
		.start = job->next,
		.end = job->next + size,
		.offset = site->map_offset,
		.path = site->module,
		.build_id = site->build_id,
	};
	job->next += (size + PPROF_PAGE) / PPROF_PAGE * PPROF_PAGE;
	return number;
}

/* Programs first: pprof takes the first mapping for that of the program. */
static void pprof_find_mappings(struct pprof_job *job)
{
	const struct intern *names = &job->profile->names;
	struct buf key = {0};
	size_t i;
	int is_library;

	job->next = PPROF_PAGE;
	job->mapping_of = memory_clear(names->count + 1, sizeof(*job->mapping_of));
	for (is_library = 0; is_library < 2; is_library++) {
		for (i = 0; i < names->count; i++) {
			const struct perf_site *site = perf_sites_of_frame(
				job->options->perf.sites, intern_name(names, (frame_id)i));

			if (site && site->is_file &&
			    slice_contains(site->module, SLICE(".so")) == is_library &&
			    site->map_end - site->map < UINT64_MAX >> 16)
				job->mapping_of[i] = pprof_mapping_of(job, site, &key) + 1;
		}
	}
	buf_release(&key);
}

/* ---- Stacks ---- */

/* A frame, whose lines are the next ones of the job. */
static void pprof_set_frame(struct pprof_job *job, struct pprof_frame *frame, frame_id id,
			    size_t *used)
{
	const struct slice name = intern_name(&job->profile->names, id);
	const struct perf_site *site = perf_sites_of_frame(job->options->perf.sites, name);
	struct pprof_line *lines = &job->lines[*used];
	uint32_t i;

	*frame = (struct pprof_frame){.lines = lines, .line_count = site ? site->count : 1};
	*used += frame->line_count;
	if (!site) {
		*lines = (struct pprof_line){.function = name, .file = SLICE("")};
		return;
	}
	if (job->mapping_of[id] > 0)
		frame->address = job->mappings[job->mapping_of[id] - 1].start +
				 (site->address - site->map) - site->is_caller;
	for (i = 0; i < site->count; i++)
		lines[i] = (struct pprof_line){
			.function = site->frames[i].function,
			.file = site->frames[i].path,
			.line = site->frames[i].line,
			.start = site->frames[i].start,
		};
}

/* Make room first: frames refer to lines. */
static void pprof_make_room(struct pprof_job *job, const struct stack *stack)
{
	size_t count = 0;
	uint32_t i;

	for (i = 0; i < stack->depth; i++) {
		const struct perf_site *site = perf_sites_of_frame(
			job->options->perf.sites,
			intern_name(&job->profile->names, stack->frames[i]));

		count += site ? site->count : 1;
	}
	MEMORY_ROOM(job->frames, stack->depth, job->frame_cap);
	MEMORY_ROOM(job->lines, count, job->line_cap);
}

static bool pprof_add(struct pprof_job *job, struct pprof_writer *writer, const struct stack *stack,
		      struct buf *problem)
{
	const int64_t value = stack->count[0] <= INT64_MAX ? (int64_t)stack->count[0] : INT64_MAX;
	struct pprof_stack made = {.values = &value, .value_count = 1};
	size_t used = 0;
	uint32_t i;

	pprof_make_room(job, stack);
	for (i = stack->depth; i-- > 1;)
		pprof_set_frame(job, &job->frames[made.count++], stack->frames[i], &used);
	made.frames = job->frames;
	if (stack->depth > 0)
		made.annotation = intern_name(&job->profile->names, stack->frames[0]);
	return pprof_writer_add(writer, &made, problem);
}

bool lines_write_pprof(struct buf *out, const struct lines_options *options,
		       const struct profile *profile)
{
	const struct slice unit = header_value(&profile->header, HEADER_UNIT);
	const bool is_time = slice_equal(unit, SLICE("ns"));
	const struct pprof_type type =
		is_time        ? (struct pprof_type){SLICE("cpu"), SLICE("nanoseconds")}
		: unit.len > 0 ? (struct pprof_type){unit, SLICE("count")}
			       : (struct pprof_type){SLICE("samples"), SLICE("count")};
	struct pprof_job job = {.options = options, .profile = profile};
	struct pprof_head head = {
		.types = &type,
		.type_count = 1,
		.period_type = type,
		.period = 1,
		.annotation_key = SLICE("process"),
	};
	struct buf problem = {0};
	struct pprof_writer *writer;
	bool good;
	size_t i;

	pprof_find_mappings(&job);
	head.mappings = job.mappings;
	head.mapping_count = job.mapping_count;
	writer = pprof_writer_new(&head, &problem);
	good = writer != NULL;
	for (i = 0; good && i < profile->count; i++)
		good = pprof_add(&job, writer, profile->stacks[i], &problem);
	good = good && pprof_writer_finish(writer, true, out, &problem);
	if (!good)
		diag_error("%.*s", SLICE_ARG(buf_slice(&problem)));
	pprof_writer_free(writer);
	intern_release(&job.mapping_keys);
	buf_release(&problem);
	free(job.mapping_of);
	free(job.mappings);
	free(job.frames);
	free(job.lines);
	return good;
}
