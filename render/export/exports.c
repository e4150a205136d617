/* SPDX-License-Identifier: MIT */
/* main() of the programs export-NAME: the name that it is called by chooses one. */
#include "render/export/exports.h"

#include "common/base/personality.h"

static const struct {
	const char *name; /* which a prefix may be in front of */
	int (*main)(int argc, char **argv);
} exports[] = {
	{"export-firefox", export_firefox_main},
	{"export-pprof", export_pprof_main},
	{"export-speedscope", export_speedscope_main},
};

int main(int argc, char **argv)
{
	const struct slice tool = slice_from(personality_tool(argv[0]));
	size_t i;

	for (i = 0; i < ARRAY_LEN(exports); i++) {
		if (slice_ends(tool, slice_from(exports[i].name)))
			return exports[i].main(argc, argv);
	}
	return export_top_main(argc, argv);
}
