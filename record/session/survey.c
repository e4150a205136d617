/* SPDX-License-Identifier: MIT */
#include "record/session/survey.h"

#include "common/base/diag.h"
#include "common/base/system.h"
#include "common/cli/thin_stacks.h"
#include "common/folded/folded_grammar.h"
#include "common/io/progress.h"

static const double first_after = 1.0, then_every = 0.2; /* seconds */

void survey_release(struct survey *survey)
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

bool survey_see_script(void *context, struct slice chunk)
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

const struct survey_file *survey_largest(const struct survey *survey)
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

bool survey_see_folded(void *context, struct slice chunk)
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

void survey_end(struct survey *survey)
{
	if (survey->rest.len > 0)
		see_line(survey, buf_slice(&survey->rest));
	buf_reset(&survey->rest);
	if (survey->bytes == 0)
		survey->samples = survey_shown(survey);
	if (survey->samples == 0)
		survey->samples = (uint64_t)survey->total;
}

uint64_t survey_shown(const struct survey *survey)
{
	uint64_t samples = 0;

	slice_to_u64(header_value(&survey->header, HEADER_SAMPLES), &samples);
	return samples;
}
