/* SPDX-License-Identifier: MIT */
/* main() of export-lines and export-pgo: the name that it is called by chooses one. */
#include "collapse/lines/perf_by_line.h"

#include "common/base/personality.h"

int main(int argc, char **argv)
{
	const struct slice tool = slice_from(personality_tool(argv[0]));

	return slice_ends(tool, SLICE("export-pgo")) ? export_pgo_main(argc, argv)
						     : export_lines_main(argc, argv);
}
