/* SPDX-License-Identifier: MIT */
#include "record/profiler/sampler_library.h"

#include <unistd.h>

#include "common/io/locate.h"
#include "record/profiler/recorder.h"

static const char library[] = "libflamesample.so.1";

/* From the folder of the programs. */
static const char *const folders[] = {
	"../lib/",
	"../lib64/",
#ifdef FLAMBEAU_MULTIARCH
	"../lib/" FLAMBEAU_MULTIARCH "/",
#endif
};

/* Find it in the folder of the programs, or at the path in the environment. */
static bool find_file(struct buf *path, const char *argv0)
{
	const char *given = getenv("FLAMESAMPLE_LIB");
	struct buf folder = {0};
	bool found = false;
	size_t i;

	if (given && given[0] != '\0') {
		buf_printf(path, "%s", given);
		buf_add_char(path, '\0');
		return access(path->ptr, R_OK) == 0;
	}
	locate_folder(&folder, argv0);
	for (i = 0; i < ARRAY_LEN(folders) && !found && folder.len > 0; i++) {
		buf_reset(path);
		buf_printf(path, "%.*s%s%s", SLICE_ARG(buf_slice(&folder)), folders[i], library);
		buf_add_char(path, '\0');
		found = access(path->ptr, R_OK) == 0;
	}
	buf_release(&folder);
	return found;
}

/*
 * True if the loader finds it by its name. A program into which it cannot be loaded prints a
 * message.
 */
static bool loader_finds(struct buf *path)
{
	struct arguments variables = {0};
	struct buf preload = {0};
	bool found;

	buf_reset(path);
	buf_add_text(path, library);
	buf_printf(&preload, "LD_PRELOAD=%s", library);
	arguments_add(&variables, buf_slice(&preload));
	found = recorder_accepts(&variables);
	buf_add_char(path, '\0');
	arguments_release(&variables);
	buf_release(&preload);
	return found;
}

bool sampler_library_find(struct buf *path, const char *argv0, struct buf *why)
{
	if (find_file(path, argv0) || (!getenv("FLAMESAMPLE_LIB") && loader_finds(path)))
		return true;
	buf_printf(why, "%s is not installed", library);
	return false;
}
