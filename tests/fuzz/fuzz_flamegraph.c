/* SPDX-License-Identifier: MIT */
/*
 * flamegraph, whole: folded text, a file of attributes and one of colours, options with any values,
 * under each name. What comes out is one well-formed document of the elements that a picture has
 * and no others, or nothing; the number of threads changes nothing.
 *
 * fuzzer: flamegraph render,collapse 0 0 render/flamegraph.c
 */
#include "collapse/xml.h"
#include "tests/fuzz/whole_program.h"

static const char *const names[PROGRAM_NAMES] = {"flamegraph", "flamegraph.pl",
						 "inferno-flamegraph"};

static const char *const options[] = {
	"--title=",
	"--subtitle=",
	"--countname=",
	"--nametype=",
	"--notes=",
	"--encoding=",
	"--factor=",
	"--width=",
	"--height=",
	"--minwidth=",
	"--fonttype=",
	"--fontsize=",
	"--fontwidth=",
	"--truncate-text-left",
	"--colors=",
	"--bgcolors=",
	"--color-scheme=",
	"--hash",
	"--deterministic",
	"--cp",
	"--colordiffusion",
	"--negate",
	"--stroke-color=",
	"--uicolor=",
	"--search-color=",
	"--inverted",
	"--reverse",
	"--base=",
	"--flamechart",
	"--no-sort",
	"--total=",
	"--markup=full",
	"--no-javascript",
	"--pretty-xml",
	"--diff-width=both",
	"--diff-width=before",
	"--diff-scale=frame",
	"--diff-palette=blue-orange",
	"--diff-normalize",
	"--stats",
	"--colors=java",
	"--colors=chain",
	"--colors=wakeup",
	"--minwidth=0",
	"--nameattr=attributes",
};

static const struct program_kind kind = {names, options, ARRAY_LEN(options)};

struct seen {
	bool attributes; /* links and attributes of the user's are allowed */
	size_t documents, scripts;
};

static void see_open(void *context, struct piece_reader *xml, struct slice name)
{
	static const char *const elements[] = {
		"svg",  "g",    "rect", "text", "title",   "script",         "style",
		"defs", "stop", "path", "a",    "pattern", "linearGradient", "x:meta",
	};
	static const char *const risky[] = {"onload",     "onclick",    "onmouseover",
					    "onmouseout", "onfocus",    "style",
					    "href",       "xlink:href", "src"};
	struct seen *seen = context;
	struct slice value;
	size_t i;

	for (i = 0; i < ARRAY_LEN(elements) && !slice_equal(name, slice_from(elements[i])); i++)
		;
	if (i == ARRAY_LEN(elements))
		abort();
	for (i = 0; i < ARRAY_LEN(risky); i++) {
		if (xml_attribute(xml, risky[i], &value) &&
		    !(seen->attributes && slice_ends(slice_from(risky[i]), SLICE("href"))))
			abort();
	}
	seen->scripts += slice_equal(name, SLICE("script"));
}

static void see_close(void *context, struct slice name)
{
	(void)context;
	(void)name;
}

static void see_text(void *context, struct slice text)
{
	(void)context;
	(void)text;
}

static void see_end(void *context)
{
	((struct seen *)context)->documents++;
}

static const struct xml_handler handler = {see_open, see_close, see_text, see_end};

static void check_picture(struct slice picture, bool attributes)
{
	struct seen seen = {.attributes = attributes};
	struct piece_reader *xml = xml_new(&handler, &seen);

	if (!xml)
		return; /* this build cannot check it */
	if (!xml->feed(xml, picture) || !xml->end(xml) || seen.documents != 1 || seen.scripts > 2) {
		fprintf(stderr, "not well-formed: %.*s\n", SLICE_ARG(buf_slice(&xml->problem)));
		abort();
	}
	xml_free(xml);
}

/* The programs find palette.map where they are started. */
static int draw(const struct program_words *words, const char *threads, struct slice palette,
		const char *out)
{
	struct program_words all = *words;

	unlink("palette.map");
	if (palette.len > 0)
		program_file("palette.map", palette);
	if (threads)
		program_add(&all, threads, SLICE(""));
	program_add(&all, "folded", SLICE(""));
	return program_run(&all, out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *threads;
	struct program_words words;
	struct slice text, palette;
	struct buf picture;
	int code;

	if (!program_begin(&words, &text, &kind, data, size))
		return 0;
	program_file("folded", program_part(&text));
	program_file("attributes", program_part(&text));
	palette = program_part(&text);

	code = draw(&words, NULL, palette, "once");
	picture = fuzz_read(SLICE("once"));
	if (picture.len > 0)
		check_picture(buf_slice(&picture), program_has(&words, "--nameattr=attributes"));
	else if (code == 0)
		abort();
	buf_release(&picture);
	threads = program_threads(data);
	if (threads) {
		if (draw(&words, threads, palette, "again") != code)
			abort();
		fuzz_check_same(SLICE("once"), SLICE("again"));
	}
	return 0;
}
