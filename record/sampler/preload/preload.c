/* SPDX-License-Identifier: MIT */
/*
 * Start and end of a program that has this library preloaded and FLAMESAMPLE_OUT in its
 * environment. If the program ends by itself, it writes the report; if it is killed, or calls exec,
 * a process that watches it does so.
 */
#include "record/sampler/preload/preload.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/text/buf.h"
#include "record/sampler/preload/preload_path.h"

static struct {
	struct preload_settings settings;
	struct flamesample_rules *rules;
	struct preload_path path;
	char program[64];
	long process;
	struct preload_watch *watch;
	bool is_on;
} preload;

static void complain(const char *what)
{
	diag_set_level(DIAG_WARNINGS);
	diag_error("%s", what);
	diag_set_level(DIAG_SILENT);
}

static void preload_say(const struct flamesample_report *report, const char *path)
{
	char summary[512];

	flamesample_report_summary(report, summary, sizeof(summary));
	diag_set_level(DIAG_NOTES);
	diag_note("%s: %s: %s", preload.program, summary, path);
	diag_set_level(DIAG_SILENT);
}

static void preload_report(void)
{
	struct flamesample_report *made = NULL;
	char path[sizeof(preload.path.out) + 64] = "";
	const struct flamesample_stats *stats;

	if (flamesample_report_new(&made, preload.rules ? flamesample_rules_edit : NULL,
				   preload.rules) != FLAMESAMPLE_OK) {
		complain(flamesample_problem());
		return;
	}
	stats = &made->stats;
	/* no message about a moment of CPU time */
	if (stats->samples > 0 || stats->cpu_seconds * stats->asked_hz >= 10) {
		if (!preload_path_save(&preload.path, preload.process, made, path, sizeof(path)))
			complain(flamesample_problem());
		else if (!preload.settings.quiet)
			preload_say(made, path);
	}
	flamesample_report_free(made);
}

static void end_for(void *context)
{
	(void)context;
	sampler_inherit();
	preload_report();
}

static void preload_start_watch(void)
{
	preload.process = (long)getpid();
	preload.watch = preload_watch_start(sampler_spill_fd(), end_for, NULL);
	if (!preload.watch)
		complain("no process watches the program: a report is written only if it ends by "
			 "itself");
}

static void preload_in_child(void)
{
	if (preload.is_on && sampler_spill_fd() < 0) {
		preload.is_on = false;
		complain("a forked process is not sampled: no memory or no file");
	}
	if (preload.is_on)
		preload_start_watch();
}

static void set_program(void)
{
	char path[1024];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
	const char *slash;

	path[length > 0 ? length : 0] = '\0';
	slash = strrchr(path, '/');
	snprintf(preload.program, sizeof(preload.program), "%.63s", slash ? slash + 1 : path);
}

/* NULL, or what is wrong. */
static const char *preload_start(void)
{
	static char problem[256];
	struct preload_settings *settings = &preload.settings;

	if (!preload_settings_get(settings, problem, sizeof(problem)))
		return problem;
	if (!settings->out)
		return NULL;
	if (!preload_path_init(&preload.path, settings->out))
		return "FLAMESAMPLE_OUT must end in .folded, .txt, .svg or .pb.gz";
	if (settings->rules &&
	    flamesample_rules_new(&preload.rules, settings->rules) != FLAMESAMPLE_OK)
		return flamesample_problem();
	set_program();
	if (flamesample_start(&settings->options) != FLAMESAMPLE_OK)
		return flamesample_problem();
	preload.is_on = true;
	preload_start_watch();
	pthread_atfork(NULL, NULL, preload_in_child);
	return NULL;
}

__attribute__((constructor)) static void preload_begin(void)
{
	const char *problem;

	diag_init("flamesample");
	diag_set_level(DIAG_SILENT);
	if (!getenv("FLAMESAMPLE_OUT"))
		return;
	problem = preload_start();
	if (problem)
		complain(problem);
}

__attribute__((destructor)) static void preload_end(void)
{
	if (!preload.is_on || preload.process != (long)getpid())
		return;
	flamesample_stop();
	preload_report();
	preload_watch_stop(preload.watch);
}
