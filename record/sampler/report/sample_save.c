/* SPDX-License-Identifier: MIT */
/* Reports to descriptors and files. */
#include <errno.h>
#include <unistd.h>

#include "common/io/output/part.h"
#include "common/system/quiet.h"
#include "record/sampler/report/sample_report.h"

struct format {
	const char *suffix;
	enum flamesample_format format;
	int (*add)(const struct flamesample_report *report, struct buf *out);
};

static const struct format formats[] = {
	{".folded", FLAMESAMPLE_FOLDED, report_add_folded},
	{".txt", FLAMESAMPLE_TEXT, report_add_text},
	{".svg", FLAMESAMPLE_SVG, report_add_svg},
	{".pb.gz", FLAMESAMPLE_PPROF, report_add_pprof},
};

/* A report on its way out. */
struct writing {
	const struct flamesample_report *report;
	const struct format *format;
	struct buf text;
};

static int sample_save_write_all(int fd, struct slice text)
{
	while (text.len > 0) {
		const struct quiet quiet = quiet_begin();
		const ssize_t n = write(fd, text.ptr, text.len);

		quiet_end(&quiet, n);
		if (n < 0 && errno != EINTR)
			return problem_set(FLAMESAMPLE_NO_SYSTEM, "%s", strerror(errno));
		if (n > 0)
			text = slice_tail(text, (size_t)n);
	}
	return FLAMESAMPLE_OK;
}

static int sample_save_make(void *context)
{
	struct writing *writing = context;

	return writing->format->add(writing->report, &writing->text);
}

int flamesample_report_write(const struct flamesample_report *report, int format, int fd)
{
	struct writing writing = {.report = report};
	size_t i;
	int result;

	for (i = 0; i < ARRAY_LEN(formats); i++) {
		if ((int)formats[i].format == format)
			writing.format = &formats[i];
	}
	if (!writing.format)
		return problem_set(FLAMESAMPLE_BAD_OPTION, "there is no format %d", format);
	result = sampler_call(sample_save_make, &writing);
	if (result == FLAMESAMPLE_OK)
		result = sample_save_write_all(fd, buf_slice(&writing.text));
	buf_release(&writing.text);
	return result;
}

static const struct format *format_of(const char *path)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(formats); i++) {
		if (slice_ends(slice_from(path), slice_from(formats[i].suffix)))
			return &formats[i];
	}
	return NULL;
}

const char *report_suffix(const char *path)
{
	const struct format *format = format_of(path);

	return format ? path + strlen(path) - strlen(format->suffix) : NULL;
}

static int write_part(const struct flamesample_report *report, const char *path,
		      struct part_file *part)
{
	int result = flamesample_report_write(report, (int)format_of(path)->format, part->fd);

	if (result == FLAMESAMPLE_OK && !part_link(part))
		result = problem_set(FLAMESAMPLE_NO_SYSTEM, "%s: %s", path, strerror(errno));
	if (close(part->fd) != 0 && result == FLAMESAMPLE_OK)
		result = problem_set(FLAMESAMPLE_NO_SYSTEM, "%s: %s", path, strerror(errno));
	return result;
}

int report_save(const struct flamesample_report *report, const char *path, bool replace,
		bool *exists)
{
	struct part_file part = {.name = ""};
	int result;

	*exists = false;
	if (!format_of(path))
		return problem_set(FLAMESAMPLE_BAD_OPTION,
				   "%s: .folded, .txt, .svg or .pb.gz is expected at its end",
				   path);
	if (!destination_find(&part.target, path))
		return problem_set(FLAMESAMPLE_NO_SYSTEM, "%s: %s%s", path, strerror(errno),
				   part.target.is_planted ? DESTINATION_PLANTED : "");
	result = part_open(&part, 0666)
			 ? write_part(report, path, &part)
			 : problem_set(FLAMESAMPLE_NO_SYSTEM, "%s: %s", path, strerror(errno));
	if (result == FLAMESAMPLE_OK && !(replace ? part_rename(&part) : part_rename_new(&part))) {
		*exists = !replace && errno == EEXIST;
		result = problem_set(FLAMESAMPLE_NO_SYSTEM, "%s: %s", path, strerror(errno));
	}
	part_release(&part);
	return result;
}

int flamesample_report_save(const struct flamesample_report *report, const char *path)
{
	bool exists;

	return report_save(report, path, true, &exists);
}
