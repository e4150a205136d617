/* SPDX-License-Identifier: MIT */
/*
 * picture SVG PPROF - perf script's output on standard input as a flame graph and as a pprof file.
 */
#include <fcntl.h>
#include <flambeau.h>
#include <stdio.h>
#include <unistd.h>

static bool write_file(const flambeau_profile *profile, const char *format, const char *path,
		       flambeau_error *error)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	bool good = flambeau_write(profile, format, NULL, flambeau_to_fd(fd), error);

	return close(fd) == 0 && good;
}

int main(int argc, char **argv)
{
	flambeau_profile *profile = flambeau_profile_new();
	flambeau_error error = {FLAMBEAU_USAGE, "usage: picture SVG PPROF <PERF", "", 0};
	bool good = argc == 3 && profile &&
		    flambeau_collapse(profile, "perf", flambeau_from_fd(0), NULL, &error) &&
		    write_file(profile, "svg", argv[1], &error) &&
		    write_file(profile, "pprof", argv[2], &error);

	if (!good)
		fprintf(stderr, "%s\n", error.message);
	flambeau_profile_free(profile);
	return good ? 0 : 1;
}
