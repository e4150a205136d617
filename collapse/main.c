/* SPDX-License-Identifier: MIT */
/*
 * main() of the collapsers. With -DFORMAT=collapse_NAME, of a program that reads one format:
 * collapse-perf and collapse-dtrace. Without, of the program that reads all formats: the name that
 * it is called by chooses one, any other name guesses.
 */
#include "collapse/collapse.h"

int main(int argc, char **argv)
{
#ifdef FORMAT
	extern const struct collapser FORMAT;

	return collapse_main(&FORMAT, argc, argv);
#else
	const struct collapser *format = collapse_format_called(personality_tool(argv[0]));

	return format ? collapse_main(format, argc, argv) : guess_main(argc, argv);
#endif
}
