/* SPDX-License-Identifier: MIT */
/* main() of every collapse-NAME, compiled once a format with -DFORMAT=collapse_NAME. */
#include "collapse/collapse.h"

int main(int argc, char **argv)
{
	extern const struct collapser FORMAT;

	return collapse_main(&FORMAT, argc, argv);
}
