/* SPDX-License-Identifier: MIT */
/*
 * main() of the collapsers. With -DFORMAT=collapse_NAME, of a program that reads one format:
 * collapse-perf and collapse-dtrace. Without, of the program that reads all formats: the name that
 * it is called by chooses one, or what else is made of recordings; any other name guesses.
 */
#include "collapse/collapse.h"

#ifndef FORMAT
int export_lines_main(int argc, char **argv); /* of collapse/lines, which is above this folder */
int export_pgo_main(int argc, char **argv);
#endif

int main(int argc, char **argv)
{
#ifdef FORMAT
	extern const struct collapser FORMAT;

	return collapse_main(&FORMAT, argc, argv);
#else
	const struct slice tool = slice_from(personality_tool(argv[0]));
	const struct collapser *format = collapse_format_called(tool.ptr);

	if (slice_ends(tool, SLICE("export-lines")))
		return export_lines_main(argc, argv);
	if (slice_ends(tool, SLICE("export-pgo")))
		return export_pgo_main(argc, argv);
	return format ? collapse_main(format, argc, argv) : guess_main(argc, argv);
#endif
}
