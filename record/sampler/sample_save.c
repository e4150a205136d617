/* SPDX-License-Identifier: MIT */
/* Reports to descriptors and files. */
#define _GNU_SOURCE /* dladdr */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/base/child.h"
#include "common/base/frame_name.h"
#include "common/base/quiet.h"
#include "common/folded/folded.h"
#include "common/io/output.h"
#include "common/io/pprof.h"
#include "common/profile/profile.h"
#include "record/sampler/sample_report.h"

/*
 * A report as text. Both forms are written from one profile, so that collapse-pprof-rs converts the
 * first exactly to the second: text that would look like a label of the first is not a name in
 * either.
 */

static const struct slice labels[] = {SLICE_INIT("FRAME: "), SLICE_INIT("THREAD: ")};

/* Take the blank off every label in a name: "THREAD: x" is "THREAD:x". */
static void cut_labels(struct buf *name)
{
	size_t i, at;

	for (i = 0; i < ARRAY_LEN(labels); i++) {
		while ((at = slice_search(buf_slice(name), labels[i])) != SLICE_NONE) {
			at += labels[i].len;
			memmove(name->ptr + at - 1, name->ptr + at, name->len - at);
			name->len--;
		}
	}
}

/* Clean all names of the report and intern them in `profile`: their ids there, to be freed. */
static frame_id *intern_names(const struct flamesample_report *report, struct profile *profile)
{
	frame_id *ids = memory_resize(NULL, report->names.count, sizeof(*ids));
	struct buf room = {0}, name = {0};
	size_t i;

	for (i = 0; i < report->names.count; i++) {
		buf_reset(&name);
		buf_add(&name, slice_trim(intern_name(&report->names, (frame_id)i)));
		cut_labels(&name);
		ids[i] = profile_frame(profile,
				       frame_name_clean(slice_trim(buf_slice(&name)), &room));
	}
	buf_release(&room);
	buf_release(&name);
	return ids;
}

/* Stacks with the thread as their root. */
static void fill_profile(const struct flamesample_report *report, struct profile *profile)
{
	frame_id *ids = intern_names(report, profile), *frames = NULL;
	size_t cap = 0, i, level;

	for (i = 0; i < report->count; i++) {
		const struct report_stack *stack = &report->stacks[i];

		MEMORY_ROOM(frames, stack->depth, cap);
		frames[0] = ids[stack->thread];
		for (level = 0; level < stack->depth; level++)
			frames[stack->depth - level] = ids[stack->frames[level].name];
		profile_add_count(profile, frames, (uint32_t)stack->depth + 1, stack->count);
	}
	free(frames);
	free(ids);
}

static void add_folded(struct buf *out, const struct intern *names, const struct stack *stack)
{
	uint32_t level;

	for (level = 0; level < stack->depth; level++) {
		if (level > 0)
			buf_add_char(out, ';');
		buf_add(out, intern_name(names, stack->frames[level]));
	}
}

/* "FRAME: leaf -> FRAME: caller -> THREAD: name" */
static void add_labelled(struct buf *out, const struct intern *names, const struct stack *stack)
{
	uint32_t level;

	for (level = stack->depth; level-- > 1;) {
		buf_add(out, labels[0]);
		buf_add(out, intern_name(names, stack->frames[level]));
		buf_add(out, SLICE(" -> "));
	}
	buf_add(out, labels[1]);
	buf_add(out, intern_name(names, stack->frames[0]));
}

static void add_lines(const struct flamesample_report *report, struct buf *out,
		      void (*add_stack)(struct buf *, const struct intern *, const struct stack *))
{
	struct profile profile = {0};
	const struct stack **sorted;
	size_t i;

	fill_profile(report, &profile);
	if (add_stack == add_folded)
		folded_escape_roots(&profile, true);
	sorted = profile_sorted(&profile, PROFILE_BY_TEXT);
	for (i = 0; i < profile.count; i++) {
		add_stack(out, &profile.names, sorted[i]);
		buf_add_char(out, ' ');
		buf_add_u64(out, sorted[i]->count[0]);
		buf_add_char(out, '\n');
	}
	free(sorted);
	profile_release(&profile);
}

/*
 * Append the report to `out` as folded text, as text for collapse-pprof-rs, as a pprof profile, as
 * a picture; in a work of sampler_call(). What they return is an enum flamesample_result.
 */
static int report_add_folded(const struct flamesample_report *report, struct buf *out)
{
	add_lines(report, out, add_folded);
	return FLAMESAMPLE_OK;
}

static int report_add_text(const struct flamesample_report *report, struct buf *out)
{
	add_lines(report, out, add_labelled);
	return FLAMESAMPLE_OK;
}

/* A report as a pprof profile: samples and their CPU time, with addresses. */

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

	MEMORY_NEED(room->frames, stack->depth, room->cap);
	MEMORY_NEED(room->lines, stack->depth, room->lines_cap);
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

static int report_add_pprof(const struct flamesample_report *report, struct buf *out)
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
	struct pprof_writer *writer;
	struct buf problem = {0};
	int result = FLAMESAMPLE_OK;

	head.mappings = mappings;
	writer = pprof_writer_new(&head, &problem);
	if (!writer || !add_stacks(report, writer, period, &problem) ||
	    !pprof_writer_finish(writer, true, out, &problem))
		result = problem_set(FLAMESAMPLE_NO_SYSTEM, "pprof: %.*s",
				     SLICE_ARG(buf_slice(&problem)));
	pprof_writer_free(writer);
	free(mappings);
	buf_release(&problem);
	return result;
}

/*
 * A report as a picture, which the program flamegraph draws: the one that was installed with this
 * library, else the one in PATH. It reads and writes files without names, so neither side ever
 * waits for, or writes into, a pipe without a reader.
 */

extern char **environ;

/* "../bin/flamegraph" from the folder with the library if that is there, else "flamegraph". */
static void add_program(struct buf *path)
{
	static const char anchor;
	const struct slice beside = SLICE("/../bin/flamegraph");
	Dl_info info;
	size_t slash;

	buf_reset(path);
	if (dladdr(&anchor, &info) != 0 && info.dli_fname) {
		slash = slice_rfind(slice_from(info.dli_fname), '/');
		if (slash != SLICE_NONE) {
			buf_add(path, slice_of(info.dli_fname, slash));
			buf_add(path, beside);
			buf_add_char(path, '\0');
			if (access(path->ptr, X_OK) == 0)
				return;
			buf_reset(path);
		}
	}
	buf_add(path, SLICE("flamegraph"));
	buf_add_char(path, '\0');
}

/*
 * The environment without what would have the other program sampled too; the array is the caller's.
 */
static char **clean_environment(void)
{
	size_t count = 0, kept = 0, i;
	char **clean;

	while (environ[count])
		count++;
	clean = memory_resize(NULL, count + 1, sizeof(*clean));
	for (i = 0; i < count; i++) {
		struct slice entry = slice_from(environ[i]);

		if (!slice_starts(entry, SLICE("LD_PRELOAD=")) &&
		    !slice_starts(entry, SLICE("FLAMESAMPLE_")))
			clean[kept++] = environ[i];
	}
	clean[kept] = NULL;
	return clean;
}

static int nameless_file(void)
{
	const char *dir = getenv("TMPDIR");
	char path[1024];
	int fd;

	snprintf(path, sizeof(path), "%s/flamesample-XXXXXX", dir ? dir : "/tmp");
	fd = mkstemp(path);
	if (fd < 0)
		return -1;
	unlink(path);
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	return fd;
}

static bool sample_svg_write_all(int fd, struct slice text)
{
	while (text.len > 0) {
		const struct quiet quiet = quiet_begin();
		const ssize_t n = write(fd, text.ptr, text.len);

		quiet_end(&quiet, n);
		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0)
			text = slice_tail(text, (size_t)n);
	}
	return lseek(fd, 0, SEEK_SET) == 0;
}

static bool sample_svg_read_all(int fd, struct buf *out)
{
	ssize_t n;

	if (lseek(fd, 0, SEEK_SET) != 0)
		return false;
	while ((n = read(fd, buf_reserve(out, 1 << 16), 1 << 16)) > 0)
		out->len += (size_t)n;
	return n == 0;
}

/* 0, or the errno of why it could not be started. */
static int sample_svg_run(const char *program, const char *subtitle, int in, int out)
{
	const char *arguments[] = {program, "-q", "--subtitle", subtitle, "-", NULL};
	char **environment = clean_environment();
	posix_spawn_file_actions_t actions;
	pid_t child;
	int error = posix_spawn_file_actions_init(&actions);

	if (error != 0)
		goto done;
	error = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	if (error == 0)
		error = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	if (error == 0)
		error = posix_spawnp(&child, program, &actions, NULL, (char *const *)arguments,
				     environment);
	posix_spawn_file_actions_destroy(&actions);
	if (error == 0)
		child_wait(
			child); /* where others take its exit code, the picture shows the result */
done:
	free(environment);
	return error;
}

static int sample_svg_draw(const struct flamesample_report *report, int in, int out,
			   struct buf *picture)
{
	struct buf text = {0}, program = {0};
	char subtitle[512];
	size_t begin = picture->len;
	int error, result = FLAMESAMPLE_OK;

	report_add_folded(report, &text);
	flamesample_report_summary(report, subtitle, sizeof(subtitle));
	add_program(&program);
	if (!sample_svg_write_all(in, buf_slice(&text))) {
		result = problem_set(FLAMESAMPLE_NO_SYSTEM, "temporary file: %s", strerror(errno));
	} else if ((error = sample_svg_run(program.ptr, subtitle, in, out)) != 0) {
		result = problem_set(FLAMESAMPLE_NO_PROGRAM, "%s: %s", program.ptr,
				     strerror(error));
	} else if (!sample_svg_read_all(out, picture) ||
		   !slice_ends(slice_tail(buf_slice(picture), begin), SLICE("</svg>\n"))) {
		result = problem_set(FLAMESAMPLE_NO_PROGRAM, "%s did not finish", program.ptr);
	}
	buf_release(&text);
	buf_release(&program);
	return result;
}

static int report_add_svg(const struct flamesample_report *report, struct buf *out)
{
	int from = nameless_file(), to = nameless_file();
	int result = from < 0 || to < 0 ? problem_set(FLAMESAMPLE_NO_SYSTEM, "temporary file: %s",
						      strerror(errno))
					: sample_svg_draw(report, from, to, out);

	if (from >= 0)
		close(from);
	if (to >= 0)
		close(to);
	return result;
}

struct format {
	const char *suffix;
	enum flamesample_format format;
	int (*add)(const struct flamesample_report *report, struct buf *out);
};

static const struct format formats[] = {
	{".folded", FLAMESAMPLE_FOLDED, report_add_folded},
	{".txt", FLAMESAMPLE_TEXT, report_add_text},
	{".svg", FLAMESAMPLE_SVG, report_add_svg},
	{".pb.gz", FLAMESAMPLE_PPROF, report_add_pprof},
};

/* A report on its way out. */
struct writing {
	const struct flamesample_report *report;
	const struct format *format;
	struct buf text;
};

static int sample_save_write_all(int fd, struct slice text)
{
	while (text.len > 0) {
		const struct quiet quiet = quiet_begin();
		const ssize_t n = write(fd, text.ptr, text.len);

		quiet_end(&quiet, n);
		if (n < 0 && errno != EINTR)
			return problem_set(FLAMESAMPLE_NO_SYSTEM, "%s", strerror(errno));
		if (n > 0)
			text = slice_tail(text, (size_t)n);
	}
	return FLAMESAMPLE_OK;
}

static int sample_save_make(void *context)
{
	struct writing *writing = context;

	return writing->format->add(writing->report, &writing->text);
}

int flamesample_report_write(const struct flamesample_report *report, int format, int fd)
{
	struct writing writing = {.report = report};
	size_t i;
	int result;

	for (i = 0; i < ARRAY_LEN(formats); i++) {
		if ((int)formats[i].format == format)
			writing.format = &formats[i];
	}
	if (!writing.format)
		return problem_set(FLAMESAMPLE_BAD_OPTION, "there is no format %d", format);
	result = sampler_call(sample_save_make, &writing);
	if (result == FLAMESAMPLE_OK)
		result = sample_save_write_all(fd, buf_slice(&writing.text));
	buf_release(&writing.text);
	return result;
}

static const struct format *format_of(const char *path)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(formats); i++) {
		if (slice_ends(slice_from(path), slice_from(formats[i].suffix)))
			return &formats[i];
	}
	return NULL;
}

const char *report_suffix(const char *path)
{
	const struct format *format = format_of(path);

	return format ? path + strlen(path) - strlen(format->suffix) : NULL;
}

static int write_part(const struct flamesample_report *report, const char *path,
		      struct part_file *part)
{
	int result = flamesample_report_write(report, (int)format_of(path)->format, part->fd);

	if (result == FLAMESAMPLE_OK && !part_link(part))
		result = problem_set(FLAMESAMPLE_NO_SYSTEM, "%s: %s", path, strerror(errno));
	if (close(part->fd) != 0 && result == FLAMESAMPLE_OK)
		result = problem_set(FLAMESAMPLE_NO_SYSTEM, "%s: %s", path, strerror(errno));
	return result;
}

int report_save(const struct flamesample_report *report, const char *path, bool replace,
		bool *exists)
{
	struct part_file part = {.name = ""};
	int result;

	*exists = false;
	if (!format_of(path))
		return problem_set(FLAMESAMPLE_BAD_OPTION,
				   "%s: .folded, .txt, .svg or .pb.gz is expected at its end",
				   path);
	if (!destination_find(&part.target, path))
		return problem_set(FLAMESAMPLE_NO_SYSTEM, "%s: %s%s", path, strerror(errno),
				   part.target.is_planted ? DESTINATION_PLANTED : "");
	result = part_open(&part, 0666)
			 ? write_part(report, path, &part)
			 : problem_set(FLAMESAMPLE_NO_SYSTEM, "%s: %s", path, strerror(errno));
	if (result == FLAMESAMPLE_OK && !(replace ? part_rename(&part) : part_rename_new(&part))) {
		*exists = !replace && errno == EEXIST;
		result = problem_set(FLAMESAMPLE_NO_SYSTEM, "%s: %s", path, strerror(errno));
	}
	part_release(&part);
	return result;
}

int flamesample_report_save(const struct flamesample_report *report, const char *path)
{
	bool exists;

	return report_save(report, path, true, &exists);
}
