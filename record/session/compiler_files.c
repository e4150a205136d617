/* SPDX-License-Identifier: MIT */
#include "record/session/compiler_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#define COMPILER_FOLDER "/tmp" /* compilers write there, whatever TMPDIR is */

/* True for the name of a file that a compiler writes for perf; `pid` gets the process. */
static bool compiler_is_file(struct slice name, struct slice *pid)
{
	static const struct {
		const char *start, *end;
	} kinds[] = {{"perf-", ".map"}, {"perfinfo-", ".map"}, {"jit-", ".dump"}};
	size_t i;

	for (i = 0; i < ARRAY_LEN(kinds); i++) {
		*pid = name;
		if (slice_skip(pid, slice_from(kinds[i].start)) &&
		    slice_drop(pid, slice_from(kinds[i].end)) && slice_is_number(*pid))
			return true;
	}
	return false;
}

void compiler_files_see(struct arguments *files)
{
	DIR *folder = opendir(COMPILER_FOLDER);
	const struct dirent *entry;
	struct slice pid;

	while (folder && (entry = readdir(folder)) != NULL) {
		if (compiler_is_file(slice_from(entry->d_name), &pid))
			arguments_add_text(files, entry->d_name);
	}
	if (folder)
		closedir(folder);
}

bool compiler_files_exist(struct slice pid)
{
	struct arguments names = {0};
	struct slice of;
	bool found = false;
	size_t i;

	compiler_files_see(&names);
	for (i = 0; i < names.count && !found; i++)
		found = compiler_is_file(slice_from(names.at[i]), &of) && slice_equal(of, pid);
	arguments_release(&names);
	return found;
}

static bool compiler_has(const struct arguments *files, const char *name)
{
	size_t i;

	for (i = 0; i < files->count; i++) {
		if (strcmp(files->at[i], name) == 0)
			return true;
	}
	return false;
}

static bool compiler_is_listed(struct slice list, struct slice pid)
{
	struct slice line;

	while (slice_line(&list, &line)) {
		if (slice_equal(line, pid))
			return true;
	}
	return false;
}

static bool compiler_has_ended(struct slice pid)
{
	uint64_t number;

	return slice_to_u64(pid, &number) && number > 0 && number <= INT32_MAX &&
	       kill((pid_t)number, 0) != 0 && errno == ESRCH;
}

static void compiler_remove(int folder, const char *name)
{
	struct stat status;

	if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(status.st_mode) &&
	    (status.st_uid == geteuid() || geteuid() == 0))
		unlinkat(folder, name, 0);
}

static void compiler_read_list(struct buf *list, const char *path)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	while (fd >= 0 && (n = read(fd, buf_reserve(list, 4096), 4096)) > 0)
		list->len += (size_t)n;
	if (fd >= 0)
		close(fd);
}

void compiler_files_remove(const struct arguments *before, const char *list_path, bool may_live)
{
	struct arguments files = {0};
	struct buf list = {0};
	struct slice pid;
	int folder;
	size_t i;

	compiler_read_list(&list, list_path);
	compiler_files_see(&files);
	folder = open(COMPILER_FOLDER, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	for (i = 0; i < files.count && folder >= 0; i++) {
		if (compiler_is_file(slice_from(files.at[i]), &pid) &&
		    compiler_is_listed(buf_slice(&list), pid) &&
		    !compiler_has(before, files.at[i]) && (may_live || compiler_has_ended(pid)))
			compiler_remove(folder, files.at[i]);
	}
	if (folder >= 0)
		close(folder);
	arguments_release(&files);
	buf_release(&list);
}
