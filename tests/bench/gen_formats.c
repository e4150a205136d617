/* SPDX-License-Identifier: MIT */
#include "tests/bench/gen.h"

#include <inttypes.h>
#include <string.h>

/* ---- perf script ---- */

static void perf_begin(struct gen_text *out, const struct gen_sample *sample)
{
	gen_put(out, sample->comm);
	gen_printf(out, " %5u [%03u] %5" PRIu64 ".%06" PRIu64 ": %10" PRIu64 " cpu-clock: \n",
		   sample->thread, sample->cpu, sample->time / 1000000, sample->time % 1000000,
		   sample->count);
}

static void perf_line(struct gen_text *out, const struct gen_line *line)
{
	gen_printf(out, "\t%16" PRIx64 " ", line->address);
	gen_add(out, line->name, line->name_len);
	if (line->name[0] != '[')
		gen_printf(out, "+0x%" PRIx64, line->offset);
	gen_printf(out, " (%s)\n", line->module[0] ? line->module : "inlined");
}

static void perf_end(struct gen_text *out, const struct gen_sample *sample)
{
	(void)sample;
	gen_put(out, "\n");
}

const struct gen_format gen_perf = {
	.name = "perf",
	.line = perf_line,
	.begin = perf_begin,
	.end = perf_end,
};

/* ---- folded stacks ---- */

static void folded_begin(struct gen_text *out, const struct gen_sample *sample)
{
	gen_put(out, sample->comm);
	gen_put(out, ";");
}

/* The names of C++ and Java hold no semicolon, but the forms of others may. */
static void folded_line(struct gen_text *out, const struct gen_line *line)
{
	char *at = gen_reserve(out, line->name_len), *end;

	gen_add(out, line->name, line->name_len);
	for (end = at + line->name_len; at < end && (at = memchr(at, ';', (size_t)(end - at)));)
		*at = ':';
}

static void folded_end(struct gen_text *out, const struct gen_sample *sample)
{
	gen_printf(out, " %" PRIu64 "\n", sample->count);
}

const struct gen_format gen_folded = {
	.name = "folded",
	.root_first = true,
	.between = ";",
	.line = folded_line,
	.begin = folded_begin,
	.end = folded_end,
};

/* ---- dtrace: an aggregation by ustack() or stack(), the last one printed first ---- */

static void dtrace_line(struct gen_text *out, const struct gen_line *line)
{
	const char *base = strrchr(line->module, '/');

	base = base ? base + 1 : line->module[0] == '[' ? "unix" : line->module;
	gen_put(out, "              ");
	if (base[0]) {
		gen_put(out, base);
		gen_put(out, "`");
	}
	gen_add(out, line->name, line->name_len);
	gen_printf(out, "+0x%" PRIx64 "\n", line->offset);
}

static void dtrace_begin(struct gen_text *out, const struct gen_sample *sample)
{
	(void)sample;
	gen_put(out, "\n");
}

static void dtrace_end(struct gen_text *out, const struct gen_sample *sample)
{
	gen_printf(out, "%17" PRIu64 "\n", sample->count);
}

const struct gen_format gen_dtrace = {
	.name = "dtrace",
	.head = "CPU     ID                    FUNCTION:NAME\n"
		"  0  52174                         :tick-60s \n\n",
	.tail = "\n",
	.line = dtrace_line,
	.begin = dtrace_begin,
	.end = dtrace_end,
};

/* ---- bpftrace: a map by ustack and comm ---- */

static void bpftrace_begin(struct gen_text *out, const struct gen_sample *sample)
{
	(void)sample;
	gen_put(out, "@[\n");
}

static void bpftrace_line(struct gen_text *out, const struct gen_line *line)
{
	gen_put(out, "    ");
	gen_add(out, line->name, line->name_len);
	gen_printf(out, "+%" PRIu64 "\n", line->offset);
}

static void bpftrace_end(struct gen_text *out, const struct gen_sample *sample)
{
	gen_put(out, ", ");
	gen_put(out, sample->comm);
	gen_printf(out, "]: %" PRIu64 "\n", sample->count);
}

const struct gen_format gen_bpftrace = {
	.name = "bpftrace",
	.head = "Attaching 1 probe...\n\n",
	.line = bpftrace_line,
	.begin = bpftrace_begin,
	.end = bpftrace_end,
};
