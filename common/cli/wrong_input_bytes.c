/* SPDX-License-Identifier: MIT */
/* Files that no program of ours reads, known by their first bytes. */
#include "common/base/diag.h"
#include "common/cli/wrong_input.h"

/* In the advice, % is the name of the file. */
struct known_file {
	struct slice mark;
	size_t at; /* offset of the mark; ANYWHERE: in the first kilobyte */
	const char *what;
	const char *advice;
	const char *piped;  /* advice for standard input; NULL: `advice` */
	bool writes_folded; /* the command of the advice does */
};

#define ANYWHERE SIZE_MAX
#define MARK(bytes) SLICE_INIT(bytes)

#define UNPACK_FIRST "unpack it, and give its files", NULL, false
#define FOLDED_NEEDED "give the profile or the folded stacks that it was made from", NULL, false
#define UTF16 "text in UTF-16", "try: iconv -f UTF-16 -t UTF-8 % |", CONVERT_PIPE, false
#define CONVERT_PIPE "try: ... | iconv -f UTF-16 -t UTF-8 |"
#define PERF_SCRIPT "try: perf script | collapse-perf"
#define PERF_DATA                                                                                  \
	"a recording of perf (perf.data)", "try: collapse-perf %", "try: ... | collapse-perf", true
#define HEAPTRACK                                                                                  \
	"what heaptrack records", "try: heaptrack_print -l 1 % | collapse-heaptrack",              \
		"try: heaptrack_print -l 1 FILE | collapse-heaptrack", true
#define PERF_REPORT "the report of perf report", PERF_SCRIPT, NULL, true

static const struct known_file known_files[] = {
	{MARK("PERFILE2"), 0, PERF_DATA},
	{MARK("2ELIFREP"), 0, PERF_DATA},
	{MARK("PERFFILE"), 0, PERF_DATA},
	{MARK("FLR\0"), 0, "a recording of Java Flight Recorder", "try: collapse-jfr %",
	 "try: ... | collapse-jfr", true},
	{MARK("# To display the perf.data header info"), ANYWHERE, PERF_REPORT},
	{MARK("# Overhead "), ANYWHERE, PERF_REPORT},
	{MARK("\x7f"
	      "ELF"),
	 0, "a program, a library or a core file (ELF)", "try: flamegraph-record -- %",
	 "try: flamegraph-record -- ./program", false},
	{MARK("v 10200 "), 0, HEAPTRACK}, /* versions 1.2 to 1.5 */
	{MARK("v 10300 "), 0, HEAPTRACK},
	{MARK("v 10400 "), 0, HEAPTRACK},
	{MARK("v 10500 "), 0, HEAPTRACK},
	{MARK("PK\003\004"), 0, "a zip archive", UNPACK_FIRST},
	{MARK("ustar"), 257, "a tar archive", UNPACK_FIRST},
	{MARK("7z\xBC\xAF\x27\x1C"), 0, "a 7z archive", UNPACK_FIRST},
	{MARK("BZh"), 0, "compressed by bzip2", "try: bzip2 -dc % |", "try: ... | bzip2 -dc |",
	 false},
	{MARK("\x89PNG"), 0, "a PNG picture", FOLDED_NEEDED},
	{MARK("%PDF-"), 0, "a PDF document", FOLDED_NEEDED},
	{MARK("\xFF\xFE"), 0, UTF16},
	{MARK("\xFE\xFF"), 0, UTF16},
	{MARK("<svg"), ANYWHERE, "an SVG picture", FOLDED_NEEDED},
	{MARK("<!DOCTYPE html"), ANYWHERE, "an HTML page", FOLDED_NEEDED},
	{MARK("<!doctype html"), ANYWHERE, "an HTML page", FOLDED_NEEDED},
	{MARK("<html"), ANYWHERE, "an HTML page", FOLDED_NEEDED},
};

static bool has_mark(struct slice head, const struct known_file *file)
{
	if (file->at != ANYWHERE)
		return head.len >= file->at && slice_starts(slice_tail(head, file->at), file->mark);
	return slice_contains(slice_head(head, head.len < 1024 ? head.len : 1024), file->mark);
}

static void wrong_bytes_explain(const struct known_file *known, struct slice name,
				const struct wrong_input_reader *reader)
{
	static const struct wrong_input_reader graph = {"folded", "flamegraph", "out.svg"};
	const bool makes_folded = !reader->tool && !reader->output;
	const bool is_piped = wrong_input_is_piped(name) && known->piped;
	struct buf advice = {0};

	wrong_input_add(&advice, is_piped ? known->piped : known->advice, name);
	if (known->writes_folded)
		wrong_input_add_reader(&advice, name, makes_folded ? &graph : reader);
	if (slice_ends(buf_slice(&advice), SLICE("|")))
		buf_printf(&advice, " %s", diag_tool());
	diag_error("%.*s: this is %s; %.*s", SLICE_ARG(name), known->what,
		   SLICE_ARG(buf_slice(&advice)));
	buf_release(&advice);
}

bool wrong_input_explain_bytes(struct slice head, struct slice name,
			       const struct wrong_input_reader *reader)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(known_files); i++) {
		if (!has_mark(head, &known_files[i]))
			continue;
		wrong_bytes_explain(&known_files[i], name, reader);
		return true;
	}
	return false;
}
