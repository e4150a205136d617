/* SPDX-License-Identifier: MIT */
/* A sample of perf text: its event line, the lines of its stack, an empty line. */
#include "collapse/perf/text/perf_lines.h"

/* The text before the first number: COMM and blanks. */
static struct slice perf_cut_process(struct slice line)
{
	size_t len = 1;

	while (len < line.len && !(char_is_digit(line.ptr[len]) && line.ptr[len - 1] == ' '))
		len++;
	return slice_head(line, len);
}

void perf_cut_sample(struct slice *records, struct queued_sample *sample)
{
	size_t line = slice_find(*records, '\n'), head = line + 1, stack, end;

	if (line == SLICE_NONE) {
		end = records->len;
	} else if (line == 0) {
		end = 1;
	} else if (head < records->len && records->ptr[head] == '\n') {
		end = head + 1;
	} else if ((stack = stack_queue_end(slice_tail(*records, head))) == SLICE_NONE) {
		end = stack_queue_others(*records);
	} else {
		end = head + stack + 1;
		if (records->ptr[0] != '\t' && records->ptr[head] == '\t') {
			sample->process = perf_cut_process(slice_head(*records, line));
			sample->stack = slice_of(records->ptr + head, stack);
		}
	}
	sample->text = slice_head(*records, end);
	*records = slice_tail(*records, end);
}
