/* SPDX-License-Identifier: MIT */
#include "record/session/session.h"

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/base/system.h"
#include "common/cli/thin_stacks.h"
#include "common/folded/folded_grammar.h"
#include "common/io/locate.h"
#include "common/io/progress.h"
#include "record/session/target.h"

static const double first_after = 1.0, then_every = 0.2; /* seconds */

COLD void survey_release(struct survey *survey)
{
	buf_release(&survey->rest);
	header_release(&survey->header);
	*survey = (struct survey){0};
}

static void show_progress(struct survey *survey)
{
	double now;
	struct buf text = {0};
	struct slice bytes;

	if (!diag_shows_status())
		return;
	now = clock_seconds();
	if (survey->next <= 0)
		survey->next = now + first_after;
	if (now < survey->next)
		return;
	survey->next = now + then_every;
	progress_text(&text, survey->bytes, 0, 0);
	bytes = buf_slice(&text);
	slice_drop(&bytes, SLICE(" read"));
	text.len = bytes.len;
	buf_add(&text, SLICE(", "));
	buf_add_grouped(&text, survey->samples);
	diag_status("reading: %.*s samples", SLICE_ARG(buf_slice(&text)));
	buf_release(&text);
}

/* With a line that is not indented; those below are its stack. */
static bool begins_sample(char first)
{
	return !char_is_blank(first) && first != '#' && first != '\n';
}

COLD bool survey_see_script(void *context, struct slice chunk)
{
	struct survey *survey = context;

	survey->bytes += chunk.len;
	while (chunk.len > 0) {
		size_t end = slice_find(chunk, '\n');

		survey->samples += !survey->in_line && begins_sample(chunk.ptr[0]);
		survey->in_line = end == SLICE_NONE;
		chunk = slice_tail(chunk, survey->in_line ? chunk.len : end + 1);
	}
	show_progress(survey);
	return true;
}

/* The frame is "[libfoo.so]". */
static void survey_add_file(struct survey *survey, struct slice frame, double count)
{
	struct survey_file *file = survey->files;
	const size_t room = sizeof(file->name) - 1;
	struct slice name = slice_of(frame.ptr + 1, frame.len - 2);
	size_t i;

	if (slice_equal(name, SLICE("unknown"))) /* of any file */
		return;
	name = slice_head(name, name.len < room ? name.len : room);
	for (i = 0; i < survey->file_count; i++, file++) {
		if (slice_equal(slice_from(file->name), name))
			break;
	}
	if (i == SURVEY_FILES)
		return;
	if (i == survey->file_count) {
		memcpy(file->name, name.ptr, name.len);
		survey->file_count++;
	}
	file->count += count;
}

COLD const struct survey_file *survey_largest(const struct survey *survey)
{
	const struct survey_file *largest = NULL;
	size_t i;

	for (i = 0; i < survey->file_count; i++) {
		if (!largest || survey->files[i].count > largest->count)
			largest = &survey->files[i];
	}
	return largest;
}

static void see_stack(struct survey *survey, struct slice stack, double count)
{
	struct slice frame = SLICE("");
	size_t known = 0;
	bool more = true;

	if (slice_starts(stack, SLICE("@")))
		folded_labels_skip(&stack);
	slice_cut(&stack, ';', &frame); /* the process */
	while (more) {
		more = slice_cut(&stack, ';', &frame);
		if (!more)
			frame = stack;
		known += !thin_stacks_is_nowhere(frame);
	}
	survey->total += count;
	if (known <= 1)
		survey->shallow += count;
	if (thin_stacks_is_nameless(frame)) {
		survey->unknown += count;
		survey_add_file(survey, frame, count);
	}
}

static void see_line(struct survey *survey, struct slice line)
{
	size_t blank = slice_rfind(line, ' ');
	uint64_t count;

	if (slice_starts(line, SLICE("# ")))
		header_read(&survey->header, line);
	else if (blank != SLICE_NONE && slice_to_u64(slice_tail(line, blank + 1), &count))
		see_stack(survey, slice_head(line, blank), (double)count);
}

COLD bool survey_see_folded(void *context, struct slice chunk)
{
	struct survey *survey = context;
	struct slice line;

	while (slice_cut(&chunk, '\n', &line)) {
		buf_add(&survey->rest, line);
		see_line(survey, buf_slice(&survey->rest));
		buf_reset(&survey->rest);
	}
	buf_add(&survey->rest, chunk);
	return true;
}

COLD void survey_end(struct survey *survey)
{
	if (survey->rest.len > 0)
		see_line(survey, buf_slice(&survey->rest));
	buf_reset(&survey->rest);
	if (survey->bytes == 0)
		survey->samples = survey_shown(survey);
	if (survey->samples == 0)
		survey->samples = (uint64_t)survey->total;
}

COLD uint64_t survey_shown(const struct survey *survey)
{
	uint64_t samples = 0;

	slice_to_u64(header_value(&survey->header, HEADER_SAMPLES), &samples);
	return samples;
}

static bool folder_exists(const struct request *request)
{
	struct buf path = {0};
	struct stat status;
	bool good = true;

	buf_add(&path, request->cwd);
	buf_add_char(&path, '\0');
	if (request->cwd.len > 0) {
		errno = ENOTDIR;
		good = stat(path.ptr, &status) == 0 && S_ISDIR(status.st_mode);
	}
	if (!good)
		diag_error("cannot run the command in %s: %s", path.ptr, strerror(errno));
	buf_release(&path);
	return good;
}

/* With a PATH of its own the command is left to the profiler. */
static bool has_own_path(const struct request *request)
{
	size_t i;

	for (i = 0; i < request->env.count; i++) {
		if (slice_starts(request->env.at[i], SLICE("PATH=")))
			return true;
	}
	return false;
}

COLD bool session_program(const struct session *session, struct buf *path)
{
	const struct request *request = session->request;
	struct slice name = slice_from(session->command[0]);
	struct buf word = {0};
	bool found;

	if (has_own_path(request))
		return false;
	if (request->cwd.len > 0 && name.ptr[0] != '/' && slice_find(name, '/') != SLICE_NONE)
		buf_printf(&word, "%.*s/", SLICE_ARG(request->cwd));
	buf_add(&word, name);
	found = locate_find(path, buf_slice(&word));
	buf_release(&word);
	return found;
}

/* A command that cannot be found has no use for a profiler. */
static bool command_exists(const struct session *session)
{
	struct buf path = {0};
	bool found = session->command_count == 0 || has_own_path(session->request) ||
		     session_program(session, &path);

	if (!found)
		diag_error("profiler command failed: %s: not found", session->command[0]);
	buf_release(&path);
	return found;
}

/* A process of another user is there, too. */
static bool processes_exist(const struct request *request)
{
	struct slice rest = request->process, number = {0};
	bool more = rest.len > 0;
	uint64_t value;

	while (more) {
		more = slice_cut(&rest, ',', &number);
		if (!more)
			number = rest;
		if (slice_to_u64(number, &value) && value > 0 && value <= INT32_MAX &&
		    (kill((pid_t)value, 0) == 0 || errno != ESRCH))
			continue;
		diag_error("there is no process %.*s", SLICE_ARG(number));
		return false;
	}
	return true;
}

COLD bool session_target_exists(const struct session *session)
{
	return folder_exists(session->request) && processes_exist(session->request) &&
	       command_exists(session);
}

COLD bool session_check(const struct session *session)
{
	target_sweep(session->svg.ptr);
	return session_target_exists(session) &&
	       (request_prints(session->request) || target_can_be_written(session->svg.ptr));
}

COLD void session_report_command(const struct session *session)
{
	const struct child_end *end = &session->end;

	if (!session_command_failed(session))
		return;
	if (end->signal != 0)
		diag_warn("the command was killed by signal %d (%s)", end->signal,
			  strsignal(end->signal));
	else
		diag_warn("the command failed: exit status %d", end->code);
}

COLD bool session_command_failed(const struct session *session)
{
	return session->has_end && !session->was_stopped &&
	       (session->end.code != 0 || session->end.signal != 0);
}

COLD void session_remove_compiler_files(const struct session *session)
{
	struct buf list = {0};

	workdir_path(&list, &session->work, SESSION_PROCESSES);
	runtime_remove_files(&session->runtime, list.ptr);
	buf_release(&list);
}
