/* SPDX-License-Identifier: MIT */
#include "common/io/locate.h"

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/system/os.h"

static bool is_program(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* "FOLDER/NAME", if there is such a program. */
static bool try_folder(struct buf *path, struct slice folder, struct slice name)
{
	buf_reset(path);
	buf_add(path, folder);
	if (folder.len > 0 && folder.ptr[folder.len - 1] != '/')
		buf_add_char(path, '/');
	buf_add(path, name);
	buf_add_char(path, '\0');
	return is_program(path->ptr);
}

/* The folder that argv0 names, with its slash. */
static struct slice named_folder(const char *argv0)
{
	const char *slash = argv0 ? strrchr(argv0, '/') : NULL;

	return slash ? slice_between(argv0, slash + 1) : SLICE("");
}

/* What the path leads to, where its last name is a link. */
static void follow_links(struct buf *path)
{
	enum { MOST_LINKS = 40 };
	char target[PATH_MAX];
	struct buf next = {0};
	ssize_t n;
	size_t i;

	for (i = 0; i < MOST_LINKS; i++) {
		n = readlink(path->ptr, target, sizeof(target));
		if (n <= 0)
			break;
		buf_reset(&next);
		if (target[0] != '/')
			buf_add(&next, named_folder(path->ptr));
		buf_add(&next, slice_of(target, (size_t)n));
		buf_add_char(&next, '\0');
		buf_reset(path);
		buf_add(path, buf_slice(&next));
	}
	buf_release(&next);
}

/* The folder of the running program's file; where the system does not tell, by its name and PATH. */
static struct slice real_folder(char path[PATH_MAX], const char *argv0)
{
	ssize_t len = os_program(path, PATH_MAX);
	struct buf found = {0};
	size_t slash;

	if (len <= 0 && argv0 && locate_find(&found, slice_from(argv0))) {
		follow_links(&found);
		len = found.len < PATH_MAX ? (ssize_t)found.len : -1;
		if (len > 0)
			memcpy(path, found.ptr, found.len);
	}
	buf_release(&found);
	slash = len > 0 ? slice_rfind(slice_of(path, (size_t)len), '/') : SLICE_NONE;
	return slash == SLICE_NONE ? SLICE("") : slice_of(path, slash + 1);
}

COLD void locate_folder(struct buf *path, const char *argv0)
{
	char real[PATH_MAX];
	struct slice folder = real_folder(real, argv0);

	buf_add(path, folder.len > 0 ? folder : named_folder(argv0));
}

COLD void locate_program(struct buf *path, const char *argv0, const char *name)
{
	char real[PATH_MAX];
	const struct slice folders[] = {named_folder(argv0), real_folder(real, argv0)};
	size_t i;

	for (i = 0; i < ARRAY_LEN(folders); i++) {
		if (folders[i].len > 0 && try_folder(path, folders[i], slice_from(name)))
			return;
	}
	buf_reset(path);
	buf_add_text(path, name);
	buf_add_char(path, '\0');
}

COLD bool locate_find(struct buf *path, struct slice name)
{
	struct slice folders = slice_from(getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin");
	struct slice folder = {0};
	bool found = false;

	if (name.len == 0)
		return false;
	if (slice_find(name, '/') != SLICE_NONE)
		return try_folder(path, SLICE(""), name);
	while (!found && slice_cut(&folders, ':', &folder))
		found = try_folder(path, folder.len > 0 ? folder : SLICE("."), name);
	return found || try_folder(path, folders.len > 0 ? folders : SLICE("."), name);
}

COLD bool locate_exists(struct slice name)
{
	struct buf path = {0};
	bool found = locate_find(&path, name);

	buf_release(&path);
	return found;
}
