/* SPDX-License-Identifier: MIT */
/*
 * Processes are made while another thread loads and closes libraries: sampler_forks PLUGIN PLUGIN.
 *
 * ctest: sampler.forks short sampler NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ RUN @all_plugins@
 */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

#include "tests/system/sampler/sampler_test.h"

static char **plugins;
static bool is_done; /* atomic */

/* Load, be sampled in it, close; mostly each at the place of the other. */
static void *load_and_close(void *context)
{
	unsigned i;

	(void)context;
	for (i = 0; !__atomic_load_n(&is_done, __ATOMIC_RELAXED); i++) {
		void *handle = dlopen(plugins[i % 2], RTLD_NOW);
		void *found = handle ? dlsym(handle, "plugin_burn") : NULL;
		void (*function)(double);

		CHECK(found != NULL);
		if (!found)
			break;
		memcpy(&function, &found, sizeof(found));
		function(0.004);
		dlclose(handle);
	}
	return NULL;
}

/*
 * A child goes on sampling with its parent's list of objects. It must not ask the loader, whose
 * lock the other thread may have held.
 */
static bool child_is_fine(void)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		alarm(60);
		burn_a(0.02);
		_exit(flamesample_stop() != FLAMESAMPLE_OK);
	}
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(int argc, char **argv)
{
	struct flamesample_options options;
	struct flamesample_stats stats;
	struct buf folded;
	pthread_t thread;
	int i;

	if (argc != 3) {
		fprintf(stderr, "usage: sampler_forks PLUGIN PLUGIN\n");
		return 2;
	}
	plugins = argv + 1;
	flamesample_options_init(&options, sizeof(options));
	options.hz = 1000;
	must_start(&options);
	CHECK(pthread_create(&thread, NULL, load_and_close, NULL) == 0);
	for (i = 0; i < 100; i++)
		CHECK(child_is_fine());
	__atomic_store_n(&is_done, true, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	folded = stop_and_fold(&stats);
	CHECK(folded_with(buf_slice(&folded), ";plugin_burn;burn_") * 2 > stats.samples);
	CHECK(folded_with(buf_slice(&folded), ";burn_a") == 0);
	buf_release(&folded);
	return check_done();
}
