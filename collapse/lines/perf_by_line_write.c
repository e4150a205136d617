/* SPDX-License-Identifier: MIT */
/* Text, Markdown, JSON. Names, paths and sources are of strangers: what a terminal would obey is shown. */
#include "collapse/lines/perf_by_line.h"

#include "common/base/escape.h"

enum {
	CONTEXT = 2, /* lines around one that counts */
	TAB = 8,
	INLINED_MOST = 5,    /* kinds of inlined code at a line, */
	INLINED_LEAST = 200, /* of at least this part of all */
	JSON_GAP = 200,      /* lines between those that count, of which all are written */
	HEAD_MOST = 30, /* lines from the beginning of a function to the first one that counts */
};

static const struct perf_site_frame *write_symbol(const struct lines_function *function)
{
	return &function->site->frames[function->site->count - 1];
}

static void write_share(struct buf *out, uint64_t part, uint64_t whole)
{
	if (part == 0)
		buf_add_text(out, "         ");
	else
		buf_printf(out, "%7.2f %%", 100.0 * (double)part / (double)whole);
}

/* Short: below the folder of the compilation. */
static struct slice write_path(const struct perf_site_frame *place)
{
	struct slice path = place->path;

	if (place->folder.len > 1 && slice_skip(&path, place->folder) &&
	    slice_skip(&path, SLICE("/")))
		return path;
	return place->path;
}

/* A line of the source, with blanks for tabs. */
static void write_source(struct buf *out, struct slice text)
{
	struct slice part;
	size_t start = out->len;

	while (slice_cut(&text, '\t', &part)) {
		buf_add_harmless(out, part);
		do
			buf_add_char(out, ' ');
		while ((out->len - start) % TAB != 0);
	}
	buf_add_harmless(out, text);
}

/* One kind of inlined code at a line. */
static void write_inlined_one(struct buf *out, const struct lines_inlined *inlined, uint64_t total)
{
	const size_t slash = slice_rfind(inlined->path, '/');

	write_share(out, inlined->self, total);
	buf_add_text(out, "                  -> ");
	buf_add_harmless(out, inlined->function);
	if (inlined->line > 0) {
		buf_add_char(out, ' ');
		buf_add_harmless(out,
				 slice_tail(inlined->path, slash == SLICE_NONE ? 0 : slash + 1));
		buf_printf(out, ":%lu", (unsigned long)inlined->line);
	}
	buf_add_char(out, '\n');
}

/* What matters of the code that was inlined at a line; the rest is one sum. */
static void write_inlined(struct buf *out, const struct lines_row *row, uint64_t total)
{
	uint64_t rest = 0;
	size_t i, others = 0;

	for (i = 0; i < row->inlined_count; i++) {
		const struct lines_inlined *inlined = &row->inlined[i];

		if (i < INLINED_MOST && (double)inlined->self * INLINED_LEAST >= (double)total) {
			write_inlined_one(out, inlined, total);
			continue;
		}
		rest += inlined->self;
		others++;
	}
	if (others == 1)
		write_inlined_one(out, &row->inlined[row->inlined_count - 1], total);
	if (others < 2)
		return;
	write_share(out, rest, total);
	buf_printf(out, "                  -> %zu others\n", others);
}

static void write_line(struct buf *out, const struct lines_row *row,
		       const struct perf_site_frame *place, uint32_t line,
		       const struct lines_source *source, uint64_t total)
{
	(void)place;
	write_share(out, row ? row->self : 0, total);
	write_share(out, row ? row->total : 0, total);
	if (line > 0)
		buf_printf(out, " %6lu  ", (unsigned long)line);
	else
		buf_add_text(out, "      -  (code of no line)");
	write_source(out, lines_source_line(source, line));
	while (out->len > 0 && out->ptr[out->len - 1] == ' ')
		out->len--;
	buf_add_char(out, '\n');
	if (row)
		write_inlined(out, row, total);
}

/* How lines are written. */
struct write_form {
	/* `row` NULL: a line of the file of `place` that does not count. */
	void (*line)(struct buf *out, const struct lines_row *row,
		     const struct perf_site_frame *place, uint32_t line,
		     const struct lines_source *source, uint64_t total);
	uint32_t gap;     /* so many lines that do not count are shown between those that do */
	const char *dots; /* in place of the middle of more */
};

/* Lines that do not count: from `from` up to before `to`, perhaps without those in the middle. */
static void write_gap(struct buf *out, const struct write_form *form,
		      const struct perf_site_frame *place, const struct lines_source *source,
		      uint32_t from, uint32_t to)
{
	const bool is_long = to > from && to - from > form->gap;
	uint32_t line;

	for (line = from; line < to && line <= source->count; line++) {
		if (is_long && line == from + CONTEXT) {
			buf_add_text(out, form->dots);
			line = to - CONTEXT;
		}
		form->line(out, NULL, place, line, source, 1);
	}
}

/* Rows of one file. */
static void write_file(struct buf *out, const struct write_form *form,
		       const struct lines_function *function, const struct lines_row *rows,
		       size_t count, struct lines_sources *sources, uint64_t total)
{
	const struct perf_site_frame *place = rows[0].place;
	const struct lines_source *source = lines_source_find(sources, place,
							      function->site->module);
	const uint32_t first = place->line, start = write_symbol(function)->start;
	uint32_t next = first > CONTEXT ? first - CONTEXT : 1;
	size_t i;

	if (first > 0 && start > 0 && start < first && first - start <= HEAD_MOST)
		next = start;
	for (i = 0; i < count; i++) {
		const uint32_t line = rows[i].place->line;

		if (source->count > 0 && line > 0)
			write_gap(out, form, place, source, next, line);
		form->line(out, &rows[i], place, line, source, total);
		next = line > 0 ? line + 1 : next;
	}
	if (source->count > 0 && rows[count - 1].place->line > 0)
		write_gap(out, form, place, source, next, next + CONTEXT);
}

/* The rows of the file of rows[0]. */
static size_t write_file_count(const struct lines_row *rows, size_t count)
{
	size_t end = 1;

	while (end < count && slice_equal(rows[end].place->path, rows->place->path))
		end++;
	return end;
}

/* ---- Instructions ---- */

/* The samples in a range of addresses; *at is the first one that was not looked at. */
static uint64_t write_sum(const struct lines_function *function, uint64_t to, size_t *at)
{
	uint64_t sum = 0;

	for (; *at < function->address_count && function->addresses[*at].address < to; ++*at)
		sum += function->addresses[*at].self;
	return sum;
}

/* The heading of the instructions of a line. */
static void write_code_line(struct buf *out, const struct lines_function *function,
			    const struct perf_code_line *line, struct lines_sources *sources)
{
	const struct perf_site_frame place = {
		.path = line->path,
		.folder = function->rows[0].place->folder,
		.text = SLICE(""),
	};
	const size_t slash = slice_rfind(line->path, '/');

	buf_add_text(out, "                  ");
	if (line->line == 0) {
		buf_add_text(out, "(code of no line)\n");
		return;
	}
	buf_add_harmless(out, slice_tail(line->path, slash == SLICE_NONE ? 0 : slash + 1));
	buf_printf(out, ":%lu  ", (unsigned long)line->line);
	write_source(out, slice_trim(lines_source_line(
				  lines_source_find(sources, &place, function->site->module),
				  line->line)));
	buf_add_char(out, '\n');
}

/* Bytes, where there is no disassembler or no instruction. */
static void write_bytes(struct buf *out, struct slice bytes)
{
	size_t i;

	buf_add_text(out, ".byte");
	for (i = 0; i < bytes.len; i++)
		buf_printf(out, " %02x", (unsigned char)bytes.ptr[i]);
}

static void write_code(struct buf *out, const struct lines_function *function,
		       struct lines_sources *sources, uint64_t total)
{
	enum { BYTES = 8 }; /* in a row without a disassembler */
	const struct perf_code *code = function->code;
	struct slice rest = code ? code->bytes : SLICE("");
	uint64_t address = function->site->start, from;
	struct disassembler *disassembler;
	struct buf text = {0};
	size_t line = 0, at = 0;

	if (rest.len == 0)
		return;
	disassembler = lines_sources_disassembler(sources, code->machine);
	buf_add_text(out, "     self            address  instruction\n");
	while (rest.len > 0) {
		const struct slice before = rest;

		from = address;
		if (line < code->line_count && code->lines[line].address <= from) {
			while (line + 1 < code->line_count && code->lines[line + 1].address <= from)
				line++;
			write_code_line(out, function, &code->lines[line++], sources);
		}
		buf_reset(&text);
		if (!disassembler) {
			rest = slice_tail(rest, rest.len < BYTES ? rest.len : BYTES);
			address += before.len - rest.len;
		}
		if (!disassembler || !disassembler_next(disassembler, &rest, &address, &text))
			write_bytes(&text, slice_head(before, before.len - rest.len));
		write_share(out, write_sum(function, address, &at), total);
		buf_printf(out, " %18llx  ", (unsigned long long)from);
		buf_add_harmless(out, buf_slice(&text));
		buf_add_char(out, '\n');
	}
	buf_release(&text);
}

static void write_function(struct buf *out, const struct lines_function *function,
			   struct lines_sources *sources, uint64_t total)
{
	static const struct write_form form = {
		.line = write_line,
		.gap = 3 * CONTEXT,
		.dots = "                       ...\n",
	};
	size_t i, count;

	for (i = 0; i < function->row_count; i += count) {
		const struct lines_row *rows = &function->rows[i];

		count = write_file_count(rows, function->row_count - i);
		if (rows->place->path.len > 0) {
			buf_add_text(out, "     self    total   line  ");
			buf_add_harmless(out, write_path(rows->place));
			buf_add_char(out, '\n');
		}
		write_file(out, &form, function, rows, count, sources, total);
	}
	write_code(out, function, sources, total);
}

static void write_both(struct buf *out, const struct lines_function *function, uint64_t total)
{
	buf_printf(out, "self %.2f %%, total %.2f %%",
		   100.0 * (double)function->self / (double)total,
		   100.0 * (double)function->total / (double)total);
}

void lines_write_text(struct buf *out, const struct lines_options *options,
		      const struct lines_sums *sums, struct lines_sources *sources,
		      struct slice unit)
{
	size_t i;

	(void)options;
	(void)unit;
	for (i = 0; i < sums->count; i++) {
		const struct lines_function *function = &sums->functions[i];

		if (i > 0)
			buf_add_char(out, '\n');
		buf_add_harmless(out, write_symbol(function)->function);
		buf_add_text(out, "  ");
		write_both(out, function, sums->total);
		buf_add_text(out, "  ");
		buf_add_harmless(out, function->site->module);
		buf_add_char(out, '\n');
		write_function(out, function, sources, sums->total);
	}
}

/* ---- Markdown ---- */

/* A fence longer than any in the text. */
static size_t write_fence_length(struct slice text)
{
	size_t i, run = 0, most = 2;

	for (i = 0; i < text.len; i++) {
		run = text.ptr[i] == '`' ? run + 1 : 0;
		most = run > most ? run : most;
	}
	return most + 1;
}

static void write_fence(struct buf *out, size_t length)
{
	while (length-- > 0)
		buf_add_char(out, '`');
	buf_add_char(out, '\n');
}

void lines_write_markdown(struct buf *out, const struct lines_options *options,
			  const struct lines_sums *sums, struct lines_sources *sources,
			  struct slice unit)
{
	struct buf listing = {0};
	size_t i, length;

	(void)unit;
	buf_add_text(out, options->sort == LINES_BY_SELF ? "| function | self | total |\n"
							 : "| function | self | **total** |\n");
	buf_add_text(out, "|---|--:|--:|\n");
	for (i = 0; i < sums->count; i++) {
		const struct lines_function *function = &sums->functions[i];

		buf_add_text(out, "| ");
		buf_add_markdown(out, write_symbol(function)->function);
		buf_printf(out, " | %.2f %% | %.2f %% |\n",
			   100.0 * (double)function->self / (double)sums->total,
			   100.0 * (double)function->total / (double)sums->total);
	}
	for (i = 0; i < sums->count; i++) {
		const struct lines_function *function = &sums->functions[i];

		buf_reset(&listing);
		write_function(&listing, function, sources, sums->total);
		length = write_fence_length(buf_slice(&listing));
		buf_add_text(out, "\n### ");
		buf_add_markdown(out, write_symbol(function)->function);
		buf_add_text(out, ": ");
		write_both(out, function, sums->total);
		buf_add_text(out, "\n\n");
		write_fence(out, length);
		buf_add(out, buf_slice(&listing));
		write_fence(out, length);
	}
	buf_release(&listing);
}

/* ---- JSON ---- */

static void write_member(struct buf *out, const char *name, struct slice text)
{
	buf_printf(out, ",\"%s\":", name);
	buf_add_json(out, text);
}

static void write_number(struct buf *out, const char *name, uint64_t number)
{
	buf_printf(out, ",\"%s\":%llu", name, (unsigned long long)number);
}

static void write_json_inlined(struct buf *out, const struct lines_inlined *inlined)
{
	buf_printf(out, "{\"line\":%lu", (unsigned long)inlined->line);
	write_member(out, "file", inlined->path);
	write_member(out, "function", inlined->function);
	write_number(out, "self", inlined->self);
	buf_add_char(out, '}');
}

static void write_json_row(struct buf *out, const struct lines_row *row)
{
	size_t i;

	for (i = 0; i < row->inlined_count; i++) {
		buf_add_text(out, i > 0 ? "," : ",\"inlined\":[");
		write_json_inlined(out, &row->inlined[i]);
	}
	if (row->inlined_count > 0)
		buf_add_char(out, ']');
	for (i = 0; i < row->caller_count; i++) {
		buf_add_text(out, i > 0 ? ",{\"function\":" : ",\"callers\":[{\"function\":");
		buf_add_json(out, row->callers[i].function);
		write_number(out, "total", row->callers[i].total);
		buf_add_char(out, '}');
	}
	if (row->caller_count > 0)
		buf_add_char(out, ']');
}

static void write_json_line(struct buf *out, const struct lines_row *row,
			    const struct perf_site_frame *place, uint32_t line,
			    const struct lines_source *source, uint64_t total)
{
	(void)total;
	buf_add_text(out, out->ptr[out->len - 1] == '[' ? "\n " : ",\n ");
	buf_printf(out, "{\"line\":%lu", (unsigned long)line);
	write_member(out, "file", place->path);
	write_number(out, "self", row ? row->self : 0);
	write_number(out, "total", row ? row->total : 0);
	if (line > 0 && line <= source->count)
		write_member(out, "source", lines_source_line(source, line));
	if (row)
		write_json_row(out, row);
	buf_add_char(out, '}');
}

static void write_json_function(struct buf *out, const struct lines_function *function,
				struct lines_sources *sources)
{
	static const struct write_form form = {
		.line = write_json_line, .gap = JSON_GAP, .dots = ""};
	size_t i, count;

	buf_add_text(out, "{\"function\":");
	buf_add_json(out, write_symbol(function)->function);
	write_member(out, "module", function->site->module);
	write_number(out, "start", write_symbol(function)->start);
	write_number(out, "self", function->self);
	write_number(out, "total", function->total);
	buf_add_text(out, ",\"lines\":[");
	for (i = 0; i < function->row_count; i += count) {
		count = write_file_count(&function->rows[i], function->row_count - i);
		write_file(out, &form, function, &function->rows[i], count, sources, 0);
	}
	buf_add_text(out, "]}");
}

void lines_write_json(struct buf *out, const struct lines_options *options,
		      const struct lines_sums *sums, struct lines_sources *sources,
		      struct slice unit)
{
	size_t i;

	(void)options;
	buf_add_text(out, "{\"format\":\"flambeau-lines\",\"version\":1");
	write_member(out, "unit", unit);
	write_number(out, "total", sums->total);
	buf_add_text(out, ",\"functions\":[");
	for (i = 0; i < sums->count; i++) {
		buf_add_text(out, i > 0 ? ",\n" : "\n");
		write_json_function(out, &sums->functions[i], sources);
	}
	buf_add_text(out, "\n]}\n");
}
