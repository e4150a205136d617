/* SPDX-License-Identifier: MIT */
/*
 * example.c - a program that profiles itself. Build it with
 *
 *     cc example.c $(pkg-config --cflags --libs flamesample) -o example
 */
#include <flamesample.h>
#include <stdio.h>
#include <time.h>

static volatile unsigned long sink;

static double cpu_seconds(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

static void work(double seconds)
{
	const double end = cpu_seconds() + seconds;
	unsigned long i;

	while (cpu_seconds() < end) {
		for (i = 0; i < 100000; i++)
			sink += i * i;
	}
}

static int example_failed(const char *what)
{
	fprintf(stderr, "%s: %s\n", what, flamesample_problem());
	return 1;
}

int main(int argc, char **argv)
{
	const char *path = argc > 1 ? argv[1] : "example.folded";
	struct flamesample_options options;
	struct flamesample_report *report;
	char summary[512];

	flamesample_options_init(&options, sizeof(options));
	options.hz = 250;
	if (flamesample_start(&options) != FLAMESAMPLE_OK)
		return example_failed("start");
	work(1.0);
	flamesample_stop();

	if (flamesample_report_new(&report, NULL, NULL) != FLAMESAMPLE_OK)
		return example_failed("report");
	if (flamesample_report_save(report, path) != FLAMESAMPLE_OK)
		return example_failed(path);
	flamesample_report_summary(report, summary, sizeof(summary));
	printf("%s: %s\n", path, summary);
	flamesample_report_free(report);
	return 0;
}
