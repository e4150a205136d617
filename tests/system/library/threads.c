/* SPDX-License-Identifier: MIT */
/*
 * threads FILE... - 16 threads with a profile each do all at the same time that one has done
 * before: the same bytes. In a build with ThreadSanitizer without a race.
 *
 * ctest: library.threads LEAKS short law sanitize threads NEEDS library RUN @fixtures@/perf/cxx-fp.F-comm-tid-time.txt @fixtures@/perf/cxx-dwarf.txt
 */
#include <flambeau.h>

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { THREADS = 16, TEXTS = 64 };

static char **files;
static int file_count;

struct result {
	char *texts[TEXTS];
	size_t lens[TEXTS], count;
	char problem[1024];
};

static void keep(struct result *result, const flambeau_profile *profile, const char *format,
		 flambeau_error *error)
{
	const size_t i = result->count;

	if (i < TEXTS &&
	    flambeau_write(profile, format, NULL,
			   flambeau_to_memory(&result->texts[i], &result->lens[i]), error))
		result->count++;
	else
		snprintf(result->problem, sizeof(result->problem), "%s", error->message);
}

static void do_file(struct result *result, const char *path)
{
	flambeau_profile *profile = flambeau_profile_new(), *both;
	flambeau_options *options = flambeau_options_new("collapse-guess");
	flambeau_error error = {0};
	int fd = open(path, O_RDONLY), i;

	if (!flambeau_options_set(options, "threads", "3", &error) ||
	    !flambeau_collapse(profile, NULL, flambeau_from_fd(fd), options, &error))
		snprintf(result->problem, sizeof(result->problem), "%s", error.message);
	close(fd);
	for (i = 0; i < 100; i++) {
		const flambeau_slice frames[] = {flambeau_text("main"), flambeau_text("work")};

		flambeau_add(profile, frames, 2, 1, &error);
	}
	keep(result, profile, "svg", &error);
	keep(result, profile, "pprof", &error);
	keep(result, profile, "folded", &error);
	both = flambeau_diff(profile, profile, NULL, &error);
	if (both)
		keep(result, both, "top-json", &error);
	flambeau_profile_free(both);
	flambeau_profile_free(profile);
	flambeau_options_free(options);
}

static void *do_all(void *context)
{
	int i;

	for (i = 0; i < file_count; i++)
		do_file(context, files[i]);
	return NULL;
}

static bool same(const struct result *one, const struct result *other)
{
	size_t i;

	if (one->count != other->count)
		return false;
	for (i = 0; i < one->count; i++) {
		if (one->lens[i] != other->lens[i] ||
		    memcmp(one->texts[i], other->texts[i], one->lens[i]) != 0)
			return false;
	}
	return true;
}

static void release(struct result *result)
{
	while (result->count > 0)
		flambeau_free(result->texts[--result->count]);
}

int main(int argc, char **argv)
{
	static struct result alone, results[THREADS];
	pthread_t threads[THREADS];
	int bad = 0, i;

	files = argv + 1;
	file_count = argc - 1;
	do_all(&alone);
	if (alone.count == 0 || alone.problem[0] != '\0')
		bad = printf("alone: %s\n", alone.problem);
	for (i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, do_all, &results[i]);
	for (i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		if (!same(&alone, &results[i]))
			bad = printf("thread %d: another result; %s\n", i, results[i].problem);
		release(&results[i]);
	}
	release(&alone);
	return bad != 0;
}
