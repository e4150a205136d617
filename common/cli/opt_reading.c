/* SPDX-License-Identifier: MIT */
/* Options shared by tools that read much. */
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/cli/opt.h"

#define MEMORY_ROW                                                                                 \
	{                                                                                          \
		OPT_CALL, FAMILY_OWN, 0, "max-memory", .value = "SIZE", MEMORY_HELP,               \
						       OPT_AT(struct opt_reading, max_memory),     \
						       .parse = opt_parse_size                     \
	}

#define MEMORY_HELP                                                                                \
	.help = "Fail, without output, rather than take more than SIZE of memory",                 \
	.detail = "In bytes, or with the suffix K, M, G or T. Without it there is no limit but "   \
		  "the system's. It is the limit of the system on a process's data, so libraries " \
		  "are within it, and a program that is started (addr2line) has the same again."

#define RECORD_ROW                                                                                 \
	{                                                                                          \
		OPT_CALL, FAMILY_OWN, 0, "max-record", .value = "SIZE", RECORD_HELP,               \
						       OPT_AT(struct opt_reading, max_record),     \
						       .parse = opt_parse_size                     \
	}

#define RECORD_HELP                                                                                \
	.help = "Leave out records longer than SIZE, 64M by default",                              \
	.detail = "In bytes, or with the suffix K, M, G or T. A record is what the format counts " \
		  "as one: a line of folded stacks, a sample with its stack. Each one that is "    \
		  "left out is counted and shown with its line, and fails --strict. Formats that " \
		  "are one document (JSON, XML, pprof) have no records."

const struct opt opt_reading_rows[] = {
	{OPT_HEADING, FAMILY_OWN, .help = "Reading"},
	{OPT_NUMBER, FAMILY_OWN, 'j', "threads", .value = "N", OPT_AT(struct opt_reading, threads),
	 .max = LIMIT_THREADS,
	 .help = "Read on N threads instead of one for each CPU; never changes the output"},
	{OPT_FLAG, FAMILY_OWN, 0, "stats", OPT_AT(struct opt_reading, stats),
	 .help = "Print to standard error how much was read, and how fast",
	 .detail = "In one line: bytes after decompression, lines, samples, distinct frames and "
		   "stacks, seconds of the whole run, bytes a second, the largest size in memory, "
		   "threads."},
	MEMORY_ROW,
	RECORD_ROW,
};

const size_t opt_reading_count = ARRAY_LEN(opt_reading_rows);

const struct opt opt_memory_rows[] = {
	{OPT_HEADING, FAMILY_OWN, .help = "Reading"},
	MEMORY_ROW,
};

const size_t opt_memory_count = ARRAY_LEN(opt_memory_rows);

const struct opt opt_line_rows[] = {
	{OPT_HEADING, FAMILY_OWN, .help = "Reading"},
	MEMORY_ROW,
	RECORD_ROW,
};

const size_t opt_line_count = ARRAY_LEN(opt_line_rows);

bool opt_parse_size(struct slice text, void *field, struct buf *problem)
{
	static const char units[] = "KMGTkmgt";
	unsigned shift = 0;
	uint64_t value;
	const char *unit;

	unit = text.len > 0 ? memchr(units, text.ptr[text.len - 1], sizeof(units) - 1) : NULL;
	if (unit) {
		shift = 10 * (1 + (unsigned)(unit - units) % 4);
		text = slice_head(text, text.len - 1);
	}
	if (!slice_to_u64(text, &value) || value == 0) {
		buf_add_text(problem,
			     "a size is a whole number above 0, optionally followed by K, M, G or "
			     "T");
		return false;
	}
	if (value > UINT64_MAX >> shift) {
		buf_add_text(problem, "that is more than 2^64-1 bytes");
		return false;
	}
	*(uint64_t *)field = value << shift;
	return true;
}

bool opt_reading_begin(const struct opt_reading *reading)
{
	if (reading->max_memory == 0 ||
	    memory_limit(reading->max_memory, (unsigned)reading->threads))
		return true;
	diag_error("--max-memory: this system has no limit on memory");
	return false;
}

bool opt_parse_seconds(struct slice text, void *field, struct buf *problem)
{
	struct slice fraction = SLICE(""), whole = text;
	double *duration = field, unit = 1;
	uint64_t value;

	*duration = 0;
	if (slice_cut(&text, '.', &whole))
		fraction = text;
	if (slice_to_u64(whole, &value) && value < 1000000000 &&
	    slice_all(fraction, char_is_digit)) {
		*duration = (double)value;
		for (; fraction.len > 0; fraction = slice_tail(fraction, 1))
			*duration += (fraction.ptr[0] - '0') * (unit /= 10);
	}
	if (*duration <= 0)
		buf_add_text(problem, "seconds are a number above 0, like 30 or 0.5");
	return problem->len == 0;
}
