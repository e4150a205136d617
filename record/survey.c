/* SPDX-License-Identifier: MIT */
#include "record/survey.h"

#include "common/base/clock.h"
#include "common/base/diag.h"
#include "common/io/progress.h"

static const double first_after = 1.0, then_every = 0.2; /* seconds */

void survey_release(struct survey *survey)
{
	buf_release(&survey->rest);
	buf_release(&survey->head);
	buf_release(&survey->event);
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

/* "94564.109216: " takes the text up to its end off; false if no colon has a time before it. */
static bool skip_time(struct slice *line)
{
	struct slice rest = *line, before;

	while (slice_cut(&rest, ':', &before)) {
		size_t point = slice_rfind(before, '.');

		if (point != SLICE_NONE && point + 1 < before.len &&
		    slice_starts(rest, SLICE(" ")) &&
		    slice_all(slice_tail(before, point + 1), char_is_digit)) {
			*line = rest;
			return true;
		}
	}
	return false;
}

/* "b 1/2 [000] 1.000000:    250000 cycles:u: " -> "cycles:u"; empty if there is none. */
static struct slice event_of(struct slice line)
{
	struct slice word = SLICE("");

	if (!skip_time(&line) || !slice_word(&line, &word))
		return SLICE("");
	if (slice_is_number(word) && !slice_word(&line, &word))
		return SLICE("");
	slice_drop(&word, SLICE(":"));
	return word;
}

static void see_head(struct survey *survey, struct slice line)
{
	struct slice event = event_of(line), shown;

	survey->samples++;
	if (survey->event.len == 0)
		buf_add(&survey->event, event);
	shown = buf_slice(&survey->event);
	if (slice_skip(&event, shown) && (event.len == 0 || event.ptr[0] == ':'))
		survey->shown++;
}

/* A sample begins with a line that is not indented; those below are its stack. */
bool survey_see_script(void *context, struct slice chunk)
{
	struct survey *survey = context;

	survey->bytes += chunk.len;
	while (chunk.len > 0) {
		size_t end = slice_find(chunk, '\n');
		struct slice line = slice_head(chunk, end == SLICE_NONE ? chunk.len : end);

		if (!survey->in_line)
			survey->in_head = line.len > 0 && !char_is_blank(line.ptr[0]) &&
					  line.ptr[0] != '#';
		survey->in_line = end == SLICE_NONE;
		if (survey->in_head)
			buf_add(&survey->head, line);
		if (survey->in_head && !survey->in_line) {
			see_head(survey, buf_slice(&survey->head));
			buf_reset(&survey->head);
		}
		chunk = slice_tail(chunk, survey->in_line ? chunk.len : end + 1);
	}
	show_progress(survey);
	return true;
}

/* "[unknown]", "[libfoo.so]" */
static bool is_nameless(struct slice frame)
{
	return frame.len > 1 && frame.ptr[0] == '[' && frame.ptr[frame.len - 1] == ']';
}

static void see_stack(struct survey *survey, struct slice stack, double count)
{
	struct slice frame = SLICE("");
	size_t known = 0;
	bool more = true;

	slice_cut(&stack, ';', &frame); /* the process */
	while (more) {
		more = slice_cut(&stack, ';', &frame);
		if (!more)
			frame = stack;
		known += !is_nameless(frame);
	}
	survey->total += count;
	if (known <= 1)
		survey->shallow += count;
	if (is_nameless(frame))
		survey->unknown += count;
}

static void see_line(struct survey *survey, struct slice line)
{
	size_t blank = slice_rfind(line, ' ');
	uint64_t count;

	if (blank != SLICE_NONE && slice_to_u64(slice_tail(line, blank + 1), &count))
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
		survey->samples = survey->shown = (uint64_t)survey->total;
}
