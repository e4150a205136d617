/* SPDX-License-Identifier: MIT */
#include "common/io/output.h"

#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

enum { CALLER = 65534, STRANGER = 12345, FOLDER_OWNER = 23456 }; /* users */

/* Exit codes of a caller in a process of its own. */
enum { FOUND = 0, REFUSED = 1, OTHER_ERROR = 2, NO_SUCH_USER = 77 };

enum kind { LINK, LINK_TO_DEVICE, FIFO, REGULAR, KINDS };

static const char *const kind_names[] = {"link", "link to a device", "FIFO", "regular file"};

static char shared[512], mine[512], entry[512];

static bool make_entry(enum kind kind)
{
	unlink(entry);
	switch (kind) {
	case LINK: return symlink(mine, entry) == 0;
	case LINK_TO_DEVICE: return symlink("/dev/null", entry) == 0;
	case FIFO: return mkfifo(entry, 0666) == 0;
	default: scratch_write("shared/entry", SLICE("text")); return true;
	}
}

static void find_entry(void)
{
	struct destination to;

	if (destination_find(&to, entry))
		_exit(to.exists && !to.is_planted ? FOUND : OTHER_ERROR);
	_exit(errno == EACCES && to.is_planted ? REFUSED : OTHER_ERROR);
}

static void find_entry_as_other(void)
{
	if (setgid(CALLER) != 0 || setuid(CALLER) != 0)
		_exit(NO_SUCH_USER);
	find_entry();
}

static bool is_expected_to_be_refused(enum kind kind, mode_t mode, uid_t owner, uid_t caller)
{
	const bool is_link = kind == LINK || kind == LINK_TO_DEVICE;
	const bool is_shared = (mode & 01000) && (mode & (is_link ? 0002 : 0022));

	return is_shared && owner != caller && owner != FOLDER_OWNER;
}

static void check_entry(enum kind kind, mode_t mode, uid_t owner)
{
	int own, other;

	CHECK(chmod(shared, 0755) == 0 && make_entry(kind));
	CHECK(lchown(entry, owner, 0) == 0 && chmod(shared, mode) == 0);
	own = exit_code_of(find_entry);
	other = exit_code_of(find_entry_as_other);
	if (own != is_expected_to_be_refused(kind, mode, owner, 0) ||
	    (other != NO_SUCH_USER &&
	     other != is_expected_to_be_refused(kind, mode, owner, CALLER))) {
		printf("%s of %d, directory %o: %d as root, %d as %d\n", kind_names[kind],
		       (int)owner, (unsigned)mode, own, other, CALLER);
		CHECK(!"as the kernel's rules want it");
	}
}

/*
 * The kernel's rules in full: by the kind of what lies in the directory, its owner, the mode of the
 * directory, and the caller.
 */
CASE(files_that_others_may_have_planted_are_refused)
{
	static const mode_t modes[] = {01777, 01775, 01757, 0777, 01755, 0755};
	static const uid_t owners[] = {0, CALLER, STRANGER, FOLDER_OWNER};
	size_t mode, owner;
	int kind;

	snprintf(mine, sizeof(mine), "%s", scratch_write("mine", SLICE("old")));
	snprintf(shared, sizeof(shared), "%s", scratch_path("shared"));
	snprintf(entry, sizeof(entry), "%s", scratch_path("shared/entry"));
	CHECK(chmod(mine, 0666) == 0 && chmod(scratch_folder, 0755) == 0);
	CHECK(mkdir(shared, 0755) == 0);
	if (chown(shared, FOLDER_OWNER, 0) != 0) {
		printf("skipped: only root can give files away\n");
		goto done;
	}
	for (mode = 0; mode < ARRAY_LEN(modes); mode++) {
		for (owner = 0; owner < ARRAY_LEN(owners); owner++) {
			for (kind = 0; kind < KINDS; kind++)
				check_entry((enum kind)kind, modes[mode], owners[owner]);
		}
	}
	unlink(entry);
done:
	rmdir(shared);
	CHECK(chmod(scratch_folder, 0700) == 0 && scratch_files(true) == 1);
}

/* The second link is the user's own, the one that it leads to is not. */
CASE(each_link_of_a_chain_is_looked_at)
{
	const char *folder = scratch_path("shared"), *link = scratch_path("shared/link");
	const char *own = scratch_path("own"), *old = scratch_write("mine", SLICE("old"));
	struct destination to;

	CHECK(mkdir(folder, 0777) == 0 && chmod(folder, 01777) == 0);
	CHECK(symlink(old, link) == 0 && symlink("shared/link", own) == 0);
	CHECK(destination_find(&to, own) && to.exists && strcmp(to.name, "mine") == 0);
	destination_release(&to);
	if (lchown(link, STRANGER, STRANGER) == 0) {
		CHECK(!destination_find(&to, own) && to.is_planted && errno == EACCES);
		CHECK(to.folder == -1);
	}
	unlink(link);
	rmdir(folder);
	CHECK(scratch_files(true) == 2);
}

CASE(the_file_that_was_found_is_the_one_that_is_opened)
{
	const char *path = scratch_write("entry", SLICE("old")), *other;
	struct destination to;
	int fd;

	CHECK(destination_find(&to, path) && to.exists && S_ISREG(to.status.st_mode));
	fd = destination_open(&to, 0);
	CHECK(fd >= 0 && close(fd) == 0);

	other = scratch_write("other", SLICE("other"));
	CHECK(rename(other, path) == 0);
	CHECK(destination_open(&to, 0) < 0 && errno == EACCES);
	CHECK(unlink(path) == 0 && symlink("/dev/null", path) == 0);
	CHECK(destination_open(&to, 0) < 0 && errno == ELOOP);
	destination_release(&to);
	CHECK(scratch_files(true) == 1);
}

CASE(open_files_are_found_by_their_numbers)
{
	const char *path = scratch_write("entry", SLICE("old"));
	struct destination to;
	char name[64], got[4];
	int ends[2], file = open(path, O_RDWR), fd;

	CHECK(pipe(ends) == 0 && file >= 0 && unlink(path) == 0); /* it has no name any more */
	if (!BY_LINUX) { /* where a number is a link that leads to no file */
		printf("skipped: numbers of open files, as Linux has them\n");
		return;
	}
	snprintf(name, sizeof(name), "/dev/fd/%d", ends[1]);
	CHECK(destination_find(&to, name) && to.exists && S_ISFIFO(to.status.st_mode));
	fd = destination_open(&to, 0);
	CHECK(fd >= 0 && write(fd, "new", 3) == 3 && read(ends[0], got, 4) == 3);
	close(fd);
	destination_release(&to);

	snprintf(name, sizeof(name), "/dev/fd/%d", file);
	CHECK(destination_find(&to, name) && to.exists && S_ISREG(to.status.st_mode));
	fd = destination_open(&to, 0);
	CHECK(fd >= 0 && write(fd, "new", 3) == 3 && read(file, got, 4) == 3);
	close(fd);
	destination_release(&to);
	close(file);
	close(ends[0]);
	close(ends[1]);
	CHECK(scratch_files(true) == 0);
}

CASE(no_directory_is_a_destination)
{
	static const char *const names[] = {".",       "..",       "/",   "folder",
					    "folder/", "folder/.", "link"};
	struct destination to;
	char path[512];
	size_t i;

	CHECK(mkdir(scratch_path("folder"), 0777) == 0);
	CHECK(symlink("folder", scratch_path("link")) == 0);
	for (i = 0; i < ARRAY_LEN(names); i++) {
		snprintf(path, sizeof(path), "%s/%s", scratch_folder, names[i]);
		CHECK(!destination_find(&to, i < 3 ? names[i] : path) && errno == EISDIR);
		CHECK(to.folder == -1);
	}
	rmdir(scratch_path("folder"));
	CHECK(scratch_files(true) == 1);
}

CASE(a_file_need_not_exist)
{
	struct destination to;
	char path[DESTINATION_PATH + 8];

	CHECK(destination_find(&to, scratch_path("new")) && !to.exists && to.folder >= 0);
	destination_release(&to);
	CHECK(symlink("new", scratch_path("link")) == 0);
	CHECK(destination_find(&to, scratch_path("link")) && !to.exists);
	CHECK(strcmp(to.name, "new") == 0);
	destination_release(&to);
	CHECK(!destination_find(&to, scratch_path("no/new")) && errno == ENOENT);
	CHECK(!destination_find(&to, scratch_path("link/new")) && errno == ENOENT);
	memset(path, 'x', sizeof(path));
	path[sizeof(path) - 1] = '\0';
	CHECK(!destination_find(&to, path) && errno == ENAMETOOLONG);
	path[DESTINATION_NAME] = '\0';
	CHECK(!destination_find(&to, path) && errno == ENAMETOOLONG);
	CHECK(scratch_files(true) == 1);
}

TEST_SCRATCH(destination)
