/* SPDX-License-Identifier: MIT */
/* Recordings, one after the other: each is scanned, then workers fold what the scan gives out. */
#include "collapse/perf/perf_recording_state.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collapse/live.h"
#include "collapse/perf/perf_chain.h"
#include "collapse/perf/perf_idle.h"
#include "collapse/perf/perf_repair.h"
#include "collapse/perf/perf_sample.h"
#include "collapse/perf/perf_sites.h"
#include "collapse/perf/perf_unwind.h"
#include "collapse/perf/perf_wall.h"
#include "collapse/perf/perf_weight.h"
#include "common/base/context.h"
#include "common/base/diag.h"
#include "common/base/parallel.h"
#include "common/io/output.h"
#include "common/profile/profile.h"

/*
 * ---- Names of code that a running program compiles (perf-PID.map, jit-PID.dump) ----
 *
 * The program may write them at its end, long after the code ran, and a recording that comes
 * through a pipe is read before that. Frames at such addresses get placeholders for names
 * (perf_chain.c), which are replaced when the recording has ended.
 */

/* Frames of one address. */
struct late_name {
	struct slice placeholder;
	const struct slice *frames; /* leaf first */
	uint32_t count;
	bool ends; /* --skip-after: callers are left out */
};

/* The names that placeholders stand for. A zeroed struct is empty. */
struct late_names {
	struct arena arena;
	struct late_name *at;
	size_t count, cap;
};

static void late_find_name(struct late_names *names, struct ingest_run *run,
			   const struct perf_late_place *place)
{
	static const struct perfdata_map anywhere = {0}; /* code is known by its address alone */
	struct late_name *name;
	struct perfdata_symbol found;
	const struct perf_line *line;
	struct slice *frames;
	char room[PERF_LATE_LONGEST];
	uint32_t i;

	perfdata_dso_symbol(place->dso, &anywhere,
			    (struct perfdata_address){place->ip, place->time}, &found);
	line = perf_chain_symbol_line(run, &found, place->ip);
	if (place->in_java && line->java)
		line = line->java;
	frames = arena_alloc(&names->arena, (line->count + 1) * sizeof(*frames));
	for (i = 0; i < line->count; i++)
		frames[i] = arena_copy(&names->arena,
				       intern_shared_name(&run->profile.names, line->frames[i]));
	MEMORY_ROOM(names->at, names->count, names->cap);
	name = &names->at[names->count++];
	*name = (struct late_name){
		.placeholder = arena_copy(&names->arena, perf_late_placeholder(room, place)),
		.frames = frames,
		.count = line->count,
		.ends = line->ends,
	};
}

/* Look up the placeholders of a worker, which forgets them. One thread, after all samples. */
static void late_find(struct late_names *names, struct ingest_run *run)
{
	struct perfdata_worker *worker = perf_of(run)->worker;
	size_t i;

	for (i = 0; worker && i < worker->late.count; i++)
		late_find_name(names, run, &worker->late.at[i]);
	if (worker)
		worker->late.count = 0;
}

static void late_release(struct late_names *names)
{
	arena_release(&names->arena);
	free(names->at);
}

struct replacing {
	struct profile *into;
	const struct late_name **by_id; /* NULL: no placeholder */
	bool keeps_root;
	frame_id *frames;
	size_t count, cap;
};

static void late_add_frame(struct replacing *replacing, frame_id id)
{
	MEMORY_ROOM(replacing->frames, replacing->count, replacing->cap);
	replacing->frames[replacing->count++] = id;
}

static void late_add_frames(struct replacing *replacing, const struct late_name *name)
{
	uint32_t i;

	if (name->ends)
		replacing->count = replacing->keeps_root && replacing->count > 0 ? 1 : 0;
	for (i = name->count; i > 0; i--)
		late_add_frame(replacing, profile_frame(replacing->into, name->frames[i - 1]));
}

static struct stack *late_replace(void *context, const struct stack *old)
{
	struct replacing *replacing = context;
	uint32_t i;

	replacing->count = 0;
	for (i = 0; i < old->depth; i++) {
		const struct late_name *name = replacing->by_id[old->frames[i]];

		if (name)
			late_add_frames(replacing, name);
		else
			late_add_frame(replacing, old->frames[i]);
	}
	if (replacing->count > LIMIT_DEPTH)
		replacing->count = LIMIT_DEPTH;
	return profile_find(replacing->into, replacing->frames, (uint32_t)replacing->count);
}

/*
 * Replace placeholders in a profile that all workers were merged into. `keeps_root`: --skip-after
 * leaves the root.
 */
static void late_apply(const struct late_names *names, struct profile *profile, bool keeps_root)
{
	struct profile named = {0};
	struct replacing replacing = {.into = &named, .keeps_root = keeps_root};
	const struct profile_editor editor = {.context = &replacing, .stack = late_replace};
	size_t i;

	if (names->count == 0 || profile->overflow)
		return;
	replacing.by_id = memory_clear(profile->names.count, sizeof(*replacing.by_id));
	for (i = 0; i < names->count; i++) {
		const frame_id id = intern_find(&profile->names, names->at[i].placeholder);

		if (id != HASH_NONE)
			replacing.by_id[id] = &names->at[i];
	}
	profile_begin_edited(&named, profile);
	profile_replace(profile, &named, &editor);
	free(replacing.frames);
	free(replacing.by_id);
}

/* ---- Recordings ---- */

/* Names that are put in when all workers have become one. */
struct late {
	struct late_names names;
	bool roots_are_events;
};

struct job {
	const char *name; /* of the recording, for messages */
	struct ingest_pool *pool;
	const struct live *live; /* NULL: it is folded when it has been read */
	struct perf_recording recording;
	struct perfdata_field *fields; /* of the recording */
	struct perf_wall wall;
	struct perfdata_part *parts;
	size_t count;
	atomic_size_t next;
	bool is_good;
};

static void recording_fold_parts(void *context, unsigned index)
{
	struct job *job = context;
	struct ingest_run *run = ingest_worker(job->pool, index);
	size_t i;

	while ((i = atomic_fetch_add(&job->next, 1)) < job->count) {
		perf_fold_part(run, &job->recording, &job->parts[i]);
		perfdata_piece_forget(&job->parts[i].piece);
		ingest_publish(job->pool, index);
	}
}

/* Settle from the first sample: which event is shown, when the recording began. */
static void choose_event(const struct perf_options *options, struct perf_findings *findings,
			 const struct perfdata_scan *scan)
{
	uint64_t time;
	const struct perfdata_event *first = perfdata_scan_first_event(scan, &time);

	if (!first)
		return;
	if (!findings->has_event && options->events.count == 0 && !options->list_events) {
		findings->event = arena_copy(&findings->arena, first->name);
		findings->has_event = true;
	}
	if (!findings->has_time) {
		findings->first_time = time / 1000 * 1000; /* as precise as perf script */
		findings->has_time = true;
	}
	if (!findings->has_sample) {
		findings->has_sample = true;
		findings->has_periods = first->type != PERFDATA_TRACEPOINT;
	}
}

/* True if the time of threads is counted, where a recording has it, and not its samples. */
static bool recording_counts_time(const struct collapse_setup *setup)
{
	const struct perf_options *options = setup->options;

	return options->compat->reads_switches && options->events.count == 0 &&
	       !options->list_events && !options->off_cpu && !perf_weighs(options) &&
	       !options->sites;
}

/* The worker that takes what is not of a part. */
static struct ingest_run *recording_run(const struct job *job)
{
	return job->live ? live_run(job->live) : ingest_worker(job->pool, 0);
}

/*
 * Before parts are folded: count what the scan has charged to samples of the parts before. False,
 * after a message, if options need what the recording lacks.
 */
static bool recording_count_time(struct job *job, const struct perf_options *options,
				 struct perf_findings *findings)
{
	struct ingest_run *run = recording_run(job);
	const bool needs = options->states != 0 || options->latency || options->wakers ||
			   options->critical_path.ptr;
	uint64_t first;

	if (!job->recording.wall) {
		job->wall.clock = perfdata_scan_wall(job->recording.scan);
		if (job->wall.clock)
			job->recording.wall = &job->wall;
		else if (needs)
			diag_error_at(CODE_DATA, slice_from(job->name), 0,
				      "no records of switches: record-stacks --wall, perf record "
				      "--switch-events and perf sched record -g make them");
		if (!job->wall.clock)
			return !needs;
	}
	if (!findings->has_event) {
		findings->event = options->latency ? PERF_LATENCY_EVENT : PERF_WALL_EVENT;
		findings->has_event = findings->has_sample = findings->has_periods = true;
		findings->counts_time = true;
	}
	first = wall_clock_sums(job->wall.clock)->first;
	if (!findings->has_time && first > 0) {
		findings->first_time = first / 1000 * 1000; /* as that of samples is */
		findings->has_time = true;
	}
	perf_fold_kept(run, &job->recording);
	perf_fold_unsampled(run, &job->recording);
	if (job->wall.spans)
		perf_spans_take(run, &job->recording);
	perf_wall_make_room(&job->wall);
	return true;
}

/* The end of a recording of time: what was charged last, the path. */
static void recording_end_time(struct job *job, const struct perf_options *options)
{
	struct ingest_run *run = recording_run(job);

	job->is_good = recording_count_time(job, options, options->findings) && job->is_good;
	if (job->wall.spans)
		perf_spans_end(run, &job->recording);
	if (options->critical_path.ptr && job->is_good)
		job->is_good = perf_spans_find_path(run, job->name, &job->recording);
}

/* All parts, one after the other, on the worker that takes samples now. */
static void fold_live(const struct job *job)
{
	size_t i;

	perfdata_dsos_forget(job->recording.dsos, live_slots_begun(job->live),
			     live_workers(job->live));
	for (i = 0; i < job->count; i++)
		perf_fold_part(live_run(job->live), &job->recording, &job->parts[i]);
}

static void release_parts(struct job *job)
{
	size_t i;

	for (i = 0; i < job->count; i++)
		perfdata_piece_release(&job->parts[i].piece);
	free(job->parts);
	job->parts = NULL;
	atomic_store(&job->next, 0);
}

/* --weight: find the field, once the events that are kept are known. False after a message. */
static bool recording_find_fields(struct job *job, const struct perf_options *options)
{
	struct perf_run *perf = perf_of(ingest_worker(job->pool, 0));

	if (!perf_weighs(options) || job->fields)
		return true;
	job->fields = perf_weight_fields(perf, job->name, job->recording.data);
	job->recording.fields = job->fields;
	return job->fields != NULL;
}

/* A worker's knowledge of a recording goes; `lacks` gets what it found to be missing. */
static void recording_forget_worker(struct perfdata_worker *worker, struct perf_lacks *lacks)
{
	if (!worker) /* it had no part of any recording */
		return;
	perf_chain_forget(worker);
	perf_unwind_forget(worker);
	perf_cuts_merge(&lacks->cuts, worker->cuts);
	lacks->steps.rows += worker->steps.rows;
	lacks->steps.pointers += worker->steps.pointers;
	lacks->steps.walked += worker->steps.walked;
	lacks->steps.lost += worker->steps.lost;
	lacks->steps.absent += worker->steps.absent;
	lacks->steps.chains += worker->steps.chains;
	lacks->outside += worker->outside;
	worker->cuts = NULL;
	worker->outside = 0;
	worker->steps = (struct perf_unwind_steps){0};
	worker->recording = NULL; /* another one may lie at its address */
}

/* A pool, one of whose workers folds each part. */
struct folding {
	struct ingest_pool *pool;
	unsigned threads;
	struct late late;
	uint64_t recordings, bytes; /* so far */

	/* The last recording, for perf_options.end_sites. */
	struct perfdata *data;
	struct perfdata_dsos *dsos;
};

/* Samples that were counted, without the idle ones. */
static uint64_t samples_of(const struct folding *folding)
{
	uint64_t samples = 0;
	unsigned i;

	for (i = 0; i < folding->threads; i++)
		samples += ingest_worker(folding->pool, i)->samples -
			   perf_idle_count(ingest_worker(folding->pool, i));
	return samples;
}

static void find_late_names(struct folding *folding)
{
	struct ingest_run *run = ingest_worker(folding->pool, 0);
	unsigned i;

	folding->late.roots_are_events = perf_roots_are_events(run);
	for (i = 0; i < folding->threads; i++)
		late_find(&folding->late.names, ingest_worker(folding->pool, i));
}

static bool write_processes(struct slice file, const struct perfdata_dsos *dsos)
{
	struct output output;

	if (file.len == 0)
		return true;
	if (!output_open(&output, file))
		return false;
	perfdata_dsos_add_processes(dsos, &output.buf);
	return output_commit(&output);
}

/*
 * Report what was found out about a recording whose samples have been counted. False, after a
 * message, if it cannot be used.
 */
static bool recording_report(const struct collapse_setup *setup, const struct folding *folding,
			     const struct job *job, uint64_t samples)
{
	const struct perf_options *options = setup->options;
	struct perf_findings *findings = options->findings;
	const struct perfdata_dsos *dsos = job->recording.dsos;
	struct ingest_run *run = ingest_worker(folding->pool, 0);
	struct perf_lacks lacks = {0};
	bool good = job->is_good;
	unsigned i;

	for (i = 0; i < folding->threads; i++)
		recording_forget_worker(perf_of(ingest_worker(folding->pool, i))->worker, &lacks);
	good = good && perf_recording_report(run, job->name, &job->recording, samples);
	if (!options->list_events)
		perf_recording_describe(run, &job->recording, &lacks);
	if (good && samples > 0 && !options->list_events && options->compat->names_rejected &&
	    !job->recording.wall)
		findings->has_readers |= perf_recording_report_readers(
			job->name, &job->recording,
			options->events.count > 0 || perf_weighs(options));
	perf_recording_report_lacks(job->name, &job->recording, &lacks);
	if (job->recording.wall)
		perf_wall_describe(run, job->name, job->recording.wall);
	free(lacks.cuts);
	findings->explained += perfdata_dsos_say(dsos, samples);
	findings->made += perfdata_dsos_made_hits(dsos);
	findings->by_simpleperf = perfdata_facts(job->recording.data)->is_simpleperf;
	findings->by_stacks = perf_recording_is_by_stacks(&job->recording);
	findings->callers_by = perf_recording_callers_by(&job->recording);
	if (opt_given(setup->given, "stats"))
		perf_recording_list(job->name, &job->recording, &lacks.steps);
	if (opt_given(setup->given, "stats") && job->recording.wall)
		perf_wall_list(job->name, job->recording.wall);
	return good && write_processes(options->code_processes, dsos);
}

/* How many workers fold the parts: one if stacks of spans are numbers in its table. */
static unsigned recording_workers(const struct job *job, const struct folding *folding)
{
	if (job->wall.spans && job->recording.wall)
		return 1;
	return job->count < folding->threads ? (unsigned)job->count : folding->threads;
}

/* False after a message. */
static bool fold_recording(struct collapse_setup *setup, struct folding *folding,
			   struct perfdata *data, const char *name)
{
	const struct perf_options *options = setup->options;
	struct perfdata_dsos *dsos = perfdata_dsos_new(data, &options->dsos);
	struct perfdata_world *world = perfdata_world_new(dsos);
	struct perfdata_scan *scan = perfdata_scan_new(data, world);
	const struct perfdata_facts *facts = perfdata_facts(data);
	struct job job = {
		.name = name,
		.pool = folding->pool,
		.live = setup->live,
		.recording = {.data = data,
			      .scan = scan,
			      .world = world,
			      .dsos = dsos,
			      .swapped = facts->is_swapped,
			      .names_late = facts->is_stream && perfdata_dsos_are_local(dsos) &&
					    !setup->live,
			      .number = folding->recordings++},
		.is_good = true,
	};
	const uint64_t before = samples_of(folding);

	job.recording.events = perfdata_events(data, &job.recording.event_count);
	if (setup->live)
		perfdata_scan_hurry(scan);
	if (options->off_cpu)
		perfdata_scan_measure_waits(scan);
	if (recording_counts_time(setup)) {
		struct wall_options ask;

		perf_wall_ask(ingest_worker(job.pool, 0), world, &job.wall, &ask);
		perfdata_scan_measure_wall(scan, &ask);
	}
	while (job.is_good && perfdata_scan_next(scan, &job.parts, &job.count)) {
		job.is_good = recording_count_time(&job, options, options->findings);
		choose_event(options, options->findings, scan);
		job.is_good = job.is_good && recording_find_fields(&job, options);
		if (job.is_good && job.live)
			fold_live(&job);
		else if (job.is_good)
			parallel_run(recording_workers(&job, folding), recording_fold_parts, &job);
		if (job.wall.spans && job.recording.wall)
			perf_spans_count(ingest_worker(folding->pool, 0), &job.recording);
		release_parts(&job);
	}
	if (job.recording.wall)
		recording_end_time(&job, options);
	free(job.fields);
	find_late_names(folding);
	job.is_good = recording_report(setup, folding, &job, samples_of(folding) - before);
	perf_wall_release(&job.wall);
	perfdata_scan_free(scan);
	perfdata_world_free(world);
	folding->dsos = dsos;
	return job.is_good;
}

/* The dsos of the last recording go, and it too if it has been read. */
static void forget_recording(struct folding *folding, const struct perf_options *options,
			     bool is_last)
{
	perf_sites_forget(options->sites, is_last);
	perfdata_dsos_free(folding->dsos);
	perfdata_close(folding->data);
	folding->dsos = NULL;
	folding->data = NULL;
}

/* True if the file begins as recordings do, without decompression. */
static bool begins_as_recording(int fd)
{
	char head[8];
	struct stat status;

	return fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
	       pread(fd, head, sizeof(head), 0) == (ssize_t)sizeof(head) &&
	       perfdata_is_recording(slice_of(head, sizeof(head)));
}

bool perf_recording_is_file(const char *path)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool is;

	if (fd < 0)
		return false;
	is = begins_as_recording(fd);
	close(fd);
	return is;
}

static ssize_t recording_read_input(void *context, char *to, size_t size)
{
	return input_read(context, to, size);
}

/* File `index` of the command line, or what comes through a pipe or compressed. */
static struct perfdata *open_recording(const struct collapse_setup *setup, struct input *input,
				       size_t index, const char **name)
{
	const struct opt_list *files = &setup->given->files;
	const bool is_stdin = files->count == 0 || (setup->compat->dash_is_stdin &&
						    slice_equal(files->at[index], SLICE("-")));

	const char *const path = is_stdin ? NULL : files->at[index].ptr;
	const struct context_source *given = context_source(path);
	const int fd = given ? given->fd : context_input();

	*name = is_stdin ? "standard input" : path;
	if (!is_stdin && !given && (perfdata_is_directory(*name) || perf_recording_is_file(*name)))
		return perfdata_open(*name);
	if ((is_stdin || given) && lseek(fd, 0, SEEK_CUR) == 0 && begins_as_recording(fd))
		return perfdata_open_fd(*name, fd);
	if (setup->live)
		return perfdata_open_stream(*name, live_read, setup->live);
	if (index == 0 && files->count <= 1)
		return perfdata_open_stream(*name, recording_read_input, input);
	diag_error("%s is text or a stream, and %s is a recording of perf: collapse each "
		   "separately",
		   *name, index > 0 ? files->at[0].ptr : files->at[1].ptr);
	return NULL;
}

/* False after a message. */
static bool fits_options(const struct perf_options *options, const struct perfdata *data,
			 const char *name)
{
	if (!options->off_cpu || perfdata_facts(data)->has_off_cpu)
		return true;
	diag_error_at(CODE_DATA, slice_from(name), 0,
		      "--off-cpu needs a recording of simpleperf record --trace-offcpu");
	return false;
}

/* False after a message. */
static bool knows_options(const struct collapse_setup *setup)
{
	const struct perf_options *options = setup->options;

	if (options->lines != PERF_LINES_OF_NONE || (!options->context && !options->srcline))
		return true;
	diag_error("--%s is for the text of perf script, not for its recordings",
		   options->context ? "context" : "srcline");
	return false;
}

/* True if the folder is laid out like perf's cache, as what perf archive packs is. */
static bool has_build_ids(struct slice folder)
{
	struct buf path = {0};
	struct stat status;
	bool has;

	buf_printf(&path, "%.*s/.build-id", SLICE_ARG(folder));
	has = stat(buf_cstring(&path), &status) == 0 && S_ISDIR(status.st_mode);
	buf_release(&path);
	return has;
}

/* False, after a message, if a folder is none. */
static bool add_places(struct symbol_places *places, const struct perf_options *options)
{
	struct stat status;
	size_t i;

	for (i = 0; i < options->debug_dirs.count; i++) {
		const struct slice folder = options->debug_dirs.at[i];

		if (stat(folder.ptr, &status) != 0 || !S_ISDIR(status.st_mode)) {
			diag_error("--debug-dir %.*s: no such folder", SLICE_ARG(folder));
			return false;
		}
		symbol_places_add(places, folder);
	}
	if (options->symfs.len == 0)
		symbol_places_add_caches(places);
	else if (has_build_ids(options->symfs))
		symbol_places_add(places, options->symfs);
	if (options->debuginfod)
		places->server = symbol_server_new();
	return true;
}

static void release_places(struct symbol_places *places)
{
	symbol_server_free(places->server);
	symbol_places_release(places);
}

/* Find the place of stacks that lack callers, and say how many have one. */
static void repair_stacks(const struct perf_options *options, struct profile *profile,
			  unsigned roots)
{
	struct perf_repair_counts counts;

	perf_repair_apply(profile, roots, options->repair_cut, &counts);
	if (options->repair_cut && counts.cut > 0)
		diag_warn(
			"%llu of %llu different stacks that lack callers were placed below the "
			"only context of their first frames; the others are below " PERF_REPAIR_MARK,
			(unsigned long long)counts.placed, (unsigned long long)counts.cut);
}

static bool read_recordings(struct collapse_setup *setup, struct input *input, unsigned threads,
			    struct ingest_run *run, struct ingest_stats *stats)
{
	struct perf_options *options = setup->options;
	const size_t count = setup->given->files.count;
	struct symbol_places places = {.count = 0};
	struct folding folding = {0};
	struct buf name = {0};
	bool good = true;
	size_t i;

	if (!knows_options(setup) || !add_places(&places, options)) {
		release_places(&places);
		return false;
	}
	options->dsos.places = &places;
	options->header = setup->header != HEADER_NONE;
	options->format.kinds = perf_recording_kinds;
	if (options->repair_cut) /* whose stacks are counted */
		run->may_concatenate = false;
	if (threads < 1)
		threads = 1;
	if (threads > LIMIT_THREADS)
		threads = LIMIT_THREADS;
	options->dsos.reads_ahead = threads > 1 && !options->list_events;
	if (setup->live)
		threads = live_workers(setup->live);
	folding.threads = threads;
	folding.pool = setup->live ? live_start(setup->live, &options->format, run)
				   : ingest_start(&options->format, threads, run);
	for (i = 0; good && (i == 0 || i < count); i++) {
		const char *file;
		struct perfdata *data = open_recording(setup, input, i, &file);
		unsigned number = 1;

		good = data != NULL;
		buf_reset(&name);
		buf_printf(&name, "%s", file);
		while (data) {
			good = fits_options(options, data, name.ptr) &&
			       fold_recording(setup, &folding, data, name.ptr);
			folding.bytes += perfdata_facts(data)->counts.bytes;
			if (!good || !perfdata_has_next(data))
				break;
			forget_recording(&folding, options, false);
			buf_reset(&name);
			buf_printf(&name, "%s, recording %u", file, ++number);
			data = perfdata_open_next(data, name.ptr);
			if (!data) /* a stream that was cut */
				notes_count(&ingest_worker(folding.pool, 0)->notes, PERF_CUT, 1);
		}
		folding.data = data;
		if (i + 1 < count || !options->end_sites)
			forget_recording(&folding, options, false);
	}
	buf_release(&name);
	if (setup->live)
		live_end(setup->live, run);
	else
		ingest_end(folding.pool, run);
	late_apply(&folding.late.names, &run->profile, folding.late.roots_are_events);
	late_release(&folding.late.names);
	repair_stacks(options, &run->profile, 1 + folding.late.roots_are_events);
	if (good && options->end_sites)
		options->end_sites(options, &run->profile);
	forget_recording(&folding, options, true);
	stats->bytes = folding.bytes;
	release_places(&places);
	options->dsos.places = NULL;
	stats->samples = run->samples;
	stats->threads = threads;
	return good;
}

const struct note_kind perf_recording_kinds[PERF_NOTES] = {
	[PERF_DAMAGED] = {NULL, "damaged sample", "damaged samples", DIAG_WARNINGS, true, false},
	[PERF_NO_EVENT] = {NULL, "sample of an event that is not in the recording",
			   "samples of events that are not in the recording", DIAG_WARNINGS, true,
			   false},
	[PERF_GUEST] = {NULL, "sample of a guest", "samples of guests", DIAG_WARNINGS, false,
			false},
	[PERF_BAD_CHAIN] = {NULL, "call chain with an unknown marker, cut there",
			    "call chains with an unknown marker, cut there", DIAG_WARNINGS, true,
			    NOTE_KEPT},
	[PERF_EMPTY_CHAIN] = {NULL, "call chain without addresses, shown as one function",
			      "call chains without addresses, each shown as one function",
			      DIAG_WARNINGS, false, NOTE_KEPT},
	[PERF_EMPTY_COPY] = {NULL, "stack of the kernel alone, for the copy of the user's is empty",
			     "stacks of the kernel alone, for the copies of the user's are empty",
			     DIAG_WARNINGS, false, NOTE_KEPT},
	/* has its own message */
	[PERF_CUT_STACK] = {NULL, NULL, NULL, DIAG_WARNINGS, false, false},
	[PERF_FOREIGN_STACK] = {NULL, "stack of a processor that cannot be unwound",
				"stacks of a processor that cannot be unwound", DIAG_WARNINGS,
				false, false},
	[PERF_CUT] = {NULL, NULL, NULL, DIAG_WARNINGS, true, false},
	[PERF_NOT_SELECTED] = {NULL, "sample not selected", "samples not selected", DIAG_NOTES,
			       false, false},
	PERF_WEIGHT_KINDS,
	PERF_INLINED_KIND,
	[PERF_EARLY] = {.one = "sample earlier than time 0, labelled 0",
			.many = "samples earlier than time 0, labelled 0",
			.fails = NOTE_KEPT},
	[PERF_DEEP] = {NULL, "stack deeper than 65536 frames, cut at the leaf",
		       "stacks deeper than 65536 frames, cut at the leaf", DIAG_WARNINGS, true,
		       false},
};

static const char *const recording_options[] = {
	"no-inline", "symfs",   "debug-dir", "debuginfod",    "trust-files",
	"kallsyms",  "vmlinux", "off-cpu",   "mark-cut",      "repair-cut",
	"states",    "latency", "wakers",    "critical-path", NULL};

const struct collapse_recordings perf_recordings = {
	.what = "a recording of perf",
	.options = recording_options,
	.begins = perfdata_is_recording,
	.is_stream = perfdata_begins_stream,
	.is_file = perf_recording_is_file,
	.is_folder = perfdata_is_directory,
	.read = read_recordings,
};
