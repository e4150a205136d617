/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */

#include "record/session/runtime.h"

#include <limits.h>
#include <unistd.h>

#include "common/base/system.h"
#include "common/debuginfo/elf_file.h"
#include "common/io/locate.h"
#include "record/child/pipeline.h"

enum {
	MOST_STEPS = 8,   /* scripts, and env, that lead to one another; Linux takes fewer */
	SCRIPT_LINE = 255 /* bytes after `#!` that Linux reads */
};

COLD void runtime_program_release(struct runtime_program *program)
{
	buf_release(&program->path);
	arguments_release(&program->words);
	arguments_release(&program->assigned);
	*program = (struct runtime_program){0};
}

/* ---- By its name ---- */

static struct slice runtime_name_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slice_from(slash ? slash + 1 : path);
}

/* "13.2" -> 13, ".2" */
static unsigned runtime_take_number(struct slice *text)
{
	unsigned number = 0;

	while (text->len > 0 && char_is_digit(text->ptr[0]) && number < 100000) {
		number = number * 10 + (unsigned)(text->ptr[0] - '0');
		*text = slice_tail(*text, 1);
	}
	return number;
}

static void runtime_take_version(struct runtime_program *program, struct slice *text)
{
	program->major = runtime_take_number(text);
	if (program->major > 0 && slice_skip(text, SLICE(".")))
		program->minor = runtime_take_number(text);
}

/* python, python3, python3.13, and builds for debugging or without the lock */
static bool runtime_is_python(struct runtime_program *program, struct slice name)
{
	static const char *const builds[] = {"", "d", "t", "td", "m", "dm", "-dbg"};
	struct runtime_program found = {0};
	size_t i;

	if (!slice_skip(&name, SLICE("python")))
		return false;
	runtime_take_version(&found, &name);
	for (i = 0; i < ARRAY_LEN(builds); i++) {
		if (slice_equal(name, slice_from(builds[i])))
			break;
	}
	if (i == ARRAY_LEN(builds))
		return false;
	program->kind = RUNTIME_PYTHON;
	if (found.minor > 0) { /* "python3" has no version yet */
		program->major = found.major;
		program->minor = found.minor;
	}
	return true;
}

static bool runtime_is_node(struct runtime_program *program, struct slice name)
{
	struct runtime_program found = {0};

	if (!slice_skip(&name, SLICE("nodejs")) && !slice_skip(&name, SLICE("node")))
		return false;
	runtime_take_version(&found, &name);
	if (name.len == 0)
		program->kind = RUNTIME_NODE;
	return name.len == 0;
}

static bool runtime_has_name(struct runtime_program *program, struct slice name)
{
	if (runtime_is_python(program, name) || runtime_is_node(program, name))
		return true;
	if (slice_equal(name, SLICE("java")))
		program->kind = RUNTIME_JAVA;
	else if (slice_equal(name, SLICE("dotnet")))
		program->kind = RUNTIME_DOTNET;
	return program->kind != RUNTIME_NONE;
}

/* ---- By its libraries, and the files beside it ---- */

/* Libraries that only a runtime, or a program that is one, is linked with. */
static const struct {
	const char *stem;
	enum runtime_kind kind;
} runtime_libraries[] = {
	{"libnode.so", RUNTIME_NODE},
	{"libjvm.so", RUNTIME_JAVA},
	{"libjli.so", RUNTIME_JAVA}, /* of the launcher of each tool of a JDK */
};

/* Its dynamic section (System V ABI, chapter 5), and the table of functions that Go writes. */
static void runtime_see_object(struct runtime_program *program, const char *path)
{
	enum { NEEDED = 1 };
	const struct elf_section *dynamic, *texts;
	unsigned char *entries = NULL, *names = NULL;
	const unsigned char *at;
	struct elf_file elf;
	uint64_t left;

	if (!elf_file_open(&elf, path))
		return;
	dynamic = elf_file_find(&elf, SLICE(".dynamic"));
	texts = elf_file_find(&elf, SLICE(".dynstr"));
	if (dynamic && texts) {
		entries = elf_file_read(&elf, dynamic);
		names = elf_file_read(&elf, texts);
	}
	if (program->kind == RUNTIME_NONE && elf_file_find(&elf, SLICE(".gopclntab")))
		program->kind = RUNTIME_GO;
	at = entries;
	for (left = entries && names ? dynamic->size / (2 * elf.word) : 0; left > 0; left--) {
		const uint64_t tag = elf_file_take(&elf, &at, elf.word);
		const uint64_t value = elf_file_take(&elf, &at, elf.word);

		if (tag == NEEDED && value < texts->size) {
			/*
			 * libpython3.13.so.1.0 has the version of a program that is called python.
			 */
			struct slice name = slice_from((const char *)names + value);
			size_t i;

			if (program->kind == RUNTIME_PYTHON &&
			    slice_skip(&name, SLICE("libpython")))
				runtime_take_version(program, &name);
			for (i = 0;
			     program->kind == RUNTIME_NONE && i < ARRAY_LEN(runtime_libraries);
			     i++) {
				if (slice_starts(name, slice_from(runtime_libraries[i].stem)))
					program->kind = runtime_libraries[i].kind;
			}
		}
	}
	free(entries);
	free(names);
	elf_file_close(&elf);
}

/* The host of an application of .NET has a file of settings beside it. */
static bool runtime_has_settings(const char *path)
{
	struct buf settings = {0};
	bool answer;

	buf_printf(&settings, "%s.runtimeconfig.json", path);
	answer = access(buf_cstring(&settings), R_OK) == 0;
	buf_release(&settings);
	return answer;
}

/* ---- Its version ---- */

/* `release` of a JDK: JAVA_VERSION="17.0.15", "1.8.0_392" of Java 8. `real` is .../bin/java. */
static void runtime_ask_java(struct runtime_program *program, const char *real)
{
	struct slice folder = slice_from(real), text, line;
	struct buf path = {0};
	char bytes[4096];

	folder = slice_head(folder, slice_rfind(folder, '/'));
	buf_printf(&path, "%.*s/../release", SLICE_ARG(folder));
	file_start(buf_cstring(&path), bytes, sizeof(bytes), &text);
	buf_release(&path);
	while (slice_line(&text, &line)) {
		if (!slice_skip(&line, SLICE("JAVA_VERSION=\"")))
			continue;
		slice_skip(&line, SLICE("1."));
		runtime_take_version(program, &line);
	}
}

/* "Python 3.13.5" */
static void runtime_ask_python(struct runtime_program *program)
{
	static const struct child_place here = {0};
	const char *const words[] = {program->path.ptr, "-V", NULL};
	struct child_end end = {0, 0};
	struct buf said = {0};
	struct slice text;

	if (capture(&here, words, STDOUT_FILENO, &said, &end) == 0 && end.code == 0) {
		text = buf_slice(&said);
		if (slice_skip(&text, SLICE("Python ")))
			runtime_take_version(program, &text);
	}
	buf_release(&said);
}

/* ---- From the command to the program ---- */

/* A program by its file; false: it is something else, or a script. */
static bool runtime_is_program(struct runtime_program *program, const char *path)
{
	char real[PATH_MAX];

	if (!realpath(path, real))
		snprintf(real, sizeof(real), "%s", path);
	if (!runtime_has_name(program, runtime_name_of(path)))
		runtime_has_name(program, runtime_name_of(real));
	else if (program->kind == RUNTIME_PYTHON && program->major == 0)
		runtime_is_python(program, runtime_name_of(real));
	if (program->kind == RUNTIME_NONE ||
	    (program->kind == RUNTIME_PYTHON && program->major == 0))
		runtime_see_object(program, real);
	if (program->kind == RUNTIME_NONE && runtime_has_settings(path))
		program->kind = RUNTIME_DOTNET;
	if (program->kind == RUNTIME_JAVA)
		runtime_ask_java(program, real);
	return program->kind != RUNTIME_NONE;
}

/* Replace the words by those of the interpreter that its first line names. */
static bool runtime_follow_script(struct arguments *words, const char *path)
{
	struct arguments next = {0};
	char bytes[SCRIPT_LINE + 2];
	struct slice text, line, interpreter;

	file_start(path, bytes, sizeof(bytes), &text);
	if (!slice_skip(&text, SLICE("#!")) || !slice_line(&text, &line) ||
	    !slice_word(&line, &interpreter))
		return false;
	arguments_add(&next, interpreter);
	line = slice_trim(line);
	if (line.len > 0)
		arguments_add(&next, line); /* one word, whatever is in it */
	arguments_add_text(&next, path);
	arguments_add_all(&next, words->at + 1, words->count - 1);
	arguments_release(words);
	*words = next;
	return true;
}

/* Take an option of env off the words; `split` gets the text that -S splits. */
static size_t runtime_env_option(struct runtime_program *program, const struct arguments *words,
				 size_t i, struct slice *split)
{
	static const char *const with_word[] = {"-u", "--unset", "-C", "--chdir"};
	struct slice word = slice_from(words->at[i]);
	size_t k;

	if (slice_equal(word, SLICE("-")) || slice_equal(word, SLICE("-i")) ||
	    slice_equal(word, SLICE("--ignore-environment")))
		program->is_cleared = true;
	for (k = 0; k < ARRAY_LEN(with_word); k++) {
		if (slice_equal(word, slice_from(with_word[k])))
			return i + 2;
	}
	if (slice_equal(word, SLICE("-S")) || slice_equal(word, SLICE("--split-string"))) {
		*split = i + 1 < words->count ? slice_from(words->at[i + 1]) : SLICE("");
		return i + 2;
	}
	if (slice_skip(&word, SLICE("-S")) || slice_skip(&word, SLICE("-vS")) ||
	    slice_skip(&word, SLICE("--split-string=")))
		*split = word;
	return i + 1;
}

/* Replace the words by those of the command that env starts. False: it starts none. */
static bool runtime_follow_env(struct runtime_program *program, struct arguments *words)
{
	struct arguments next = {0};
	struct slice split = {0};
	size_t i = 1;

	while (i < words->count && !split.ptr && words->at[i][0] == '-' &&
	       strcmp(words->at[i], "--") != 0)
		i = runtime_env_option(program, words, i, &split);
	if (split.ptr) { /* they are options and variables, too */
		arguments_add_text(&next, words->at[0]);
		arguments_split(&next, split);
	} else {
		i += i < words->count && strcmp(words->at[i], "--") == 0;
		for (; i < words->count && strchr(words->at[i], '='); i++)
			arguments_add_text(&program->assigned, words->at[i]);
	}
	if (i < words->count)
		arguments_add_all(&next, words->at + i, words->count - i);
	arguments_release(words);
	*words = next;
	return words->count > 0;
}

/* The path of the first word, in program->path. */
static bool runtime_locate(struct runtime_program *program, const char *word, struct slice cwd)
{
	const struct slice name = slice_from(word);
	struct buf path = {0};
	bool found;

	if (cwd.len > 0 && name.len > 0 && name.ptr[0] != '/' &&
	    slice_find(name, '/') != SLICE_NONE)
		buf_printf(&path, "%.*s/", SLICE_ARG(cwd));
	buf_add(&path, name);
	buf_reset(&program->path);
	found = locate_find(&program->path, buf_slice(&path));
	buf_release(&path);
	return found;
}

COLD void runtime_program_find(struct runtime_program *program, const char *const *command,
			       size_t count, struct slice cwd)
{
	struct arguments words = {0};
	unsigned steps;

	arguments_add_all(&words, command, count);
	for (steps = 0; steps < MOST_STEPS && words.count > 0; steps++) {
		if (!runtime_locate(program, words.at[0], cwd))
			break;
		if (slice_equal(runtime_name_of(words.at[0]), SLICE("env"))) {
			if (!runtime_follow_env(program, &words))
				break;
		} else if (runtime_is_program(program, program->path.ptr)) {
			arguments_add_all(&program->words, words.at + 1, words.count - 1);
			break;
		} else if (!runtime_follow_script(&words, program->path.ptr)) {
			break;
		}
	}
	if (program->kind == RUNTIME_PYTHON && program->major == 0)
		runtime_ask_python(program);
	arguments_release(&words);
}

COLD void runtime_program_of_process(struct runtime_program *program, struct slice pid)
{
	char link[64], path[PATH_MAX];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/%.*s/exe", SLICE_ARG(pid));
	n = readlink(link, path, sizeof(path) - 1);
	if (n <= 0)
		return;
	path[n] = '\0';
	buf_add_text(&program->path, path);
	buf_add_char(&program->path, '\0');
	runtime_is_program(program, path);
}
