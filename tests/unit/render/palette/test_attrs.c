/* SPDX-License-Identifier: MIT */
#include "render/palette/attrs.h"

#include "common/base/buf.h"
#include "common/base/diag.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

static const struct attrs_rules own = {.trims = true};
static const struct attrs_rules perl = {.tab_is_required = true,
					.last_line_wins = true,
					.empty_is_none = true,
					.extras_need_link = true};

static bool read_text(struct attrs *attrs, const struct attrs_rules *rules, struct intern *names,
		      const char *text)
{
	const char *path = scratch_write("attrs", slice_from(text));

	*attrs = (struct attrs){.rules = rules};
	return attrs_read(attrs, slice_from(path), names, personality_of("flamegraph"));
}

/* The attributes of "f": "title! href> name=value name=value", "-" without any. */
static bool gives(const struct attrs_rules *rules, const char *text, const char *wanted)
{
	struct intern names = {0};
	frame_id f = intern_add(&names, SLICE("f"));
	const struct frame_attrs *frame;
	struct attrs attrs;
	struct buf out = {0};
	bool same;
	size_t i;

	if (!read_text(&attrs, rules, &names, text)) {
		buf_add_text(&out, "wrong ");
	} else if ((frame = attrs_of(&attrs, f)) == NULL) {
		buf_add_text(&out, "- ");
	} else {
		if (frame->has_title)
			buf_printf(&out, "%.*s! ", SLICE_ARG(frame->title));
		if (frame->href.len > 0)
			buf_printf(&out, "%.*s> ", SLICE_ARG(frame->href));
		for (i = 0; i < frame->count; i++)
			buf_printf(&out, "%.*s=%.*s ", SLICE_ARG(frame->list[i].name),
				   SLICE_ARG(frame->list[i].value));
	}
	same = slice_equal(slice_trim_right(buf_slice(&out)), slice_from(wanted));
	if (!same)
		fprintf(stderr, "'%s' gives %.*s, not %s\n", text, SLICE_ARG(buf_slice(&out)),
			wanted);
	buf_release(&out);
	attrs_release(&attrs);
	intern_release(&names);
	return same;
}

CASE(every_key_has_its_place)
{
	CHECK(gives(&own, "f\ttitle=A title\n", "A title!"));
	CHECK(gives(&own, "f\thref=https://e.org/?a=1&b\n", "https://e.org/?a=1&b> target=_top"));
	CHECK(gives(&own, "f\thref=x.html\ttarget=new\n", "x.html> target=new"));
	CHECK(gives(&own, "f\tid=one\tclass=a b\n", "id=one class=a b"));
	CHECK(gives(&own, "f\tg_extra=a=1 b=\"2 3\" c='4'\n", "a=1 b=2 3 c=4"));
	CHECK(gives(&own, "f\ta_extra=rel=nofollow\n", "rel=nofollow"));
	CHECK(gives(&own, "g\tid=one\n", "-"));
	CHECK(gives(&own, "f\tcolor=red\n", "-"));
}

CASE(the_families_read_differently)
{
	CHECK(gives(&own, "f\tid=a\nf\tclass=b\n", "id=a class=b"));
	CHECK(gives(&perl, "f\tid=a\nf\tclass=b\n", "class=b"));
	CHECK(gives(&own, "f\tid=a\tid=b\n", "id=b"));
	CHECK(gives(&own, "\nf\n  f\tid=\"a\"  \n", "id=a"));
	CHECK(gives(&perl, "f\tid=\"a\"\n", "id=\"a\""));
	CHECK(gives(&perl, "f\tid=a\n\n", "wrong"));
	CHECK(gives(&perl, "f id=a\n", "wrong"));
	CHECK(gives(&own, "f\ttitle=\n", "!"));
	CHECK(gives(&perl, "f\ttitle=0\n", "-"));
	CHECK(gives(&perl, "f\ta_extra=rel=nofollow\n", "-"));
	CHECK(gives(&perl, "f\ta_extra=rel=x\thref=y\n", "y> rel=x target=_top"));
}

CASE(links_go_only_where_they_may)
{
	static const char *const good[] = {"http://a",  "HTTPS://a", "mailto:a@b",      "ftp://a",
					   "file:///a", "a/b:c",     "?q=javascript:x", "#x:y",
					   "//a",       "a"};
	static const char *const bad[] = {
		"javascript:alert(1)", "JavaScript:x",     " javascript:x",
		"\x01javascript:x",    "java\x01script:x", "data:text/html,x",
		"vbscript:x",          "httpsx:y",         ":x"};
	char line[100];
	size_t i;

	for (i = 0; i < ARRAY_LEN(good); i++) {
		char wanted[100];

		snprintf(line, sizeof(line), "f\thref=%s\n", good[i]);
		snprintf(wanted, sizeof(wanted), "%s> target=_top", good[i]);
		CHECK(gives(&own, line, wanted));
	}
	for (i = 0; i < ARRAY_LEN(bad); i++) {
		snprintf(line, sizeof(line), "f\thref=%s\n", bad[i]);
		CHECK(gives(&own, line, "-"));
		CHECK(gives(&perl, line, "-"));
		snprintf(line, sizeof(line), "f\tg_extra=href=\"%s\"\n", bad[i]);
		CHECK(gives(&own, line, "-"));
	}
}

CASE(scripts_and_styles_are_left_out)
{
	CHECK(gives(&own, "f\tg_extra=onclick=\"x()\" OnLoad=y a=1\n", "a=1"));
	CHECK(gives(&own, "f\tg_extra=style=\"x\" STYLE=y src=z srcdoc=w\n", "-"));
	CHECK(gives(&own, "f\tg_extra=xlink:href=x xml:base=y xmlns:a=b xmlns=c\n", "-"));
	CHECK(gives(&own, "f\ta_extra=xlink:title=x\n", "xlink:title=x"));
	CHECK(gives(&own, "f\tg_extra=a><b=1 \"=2 1=3 \xc3\xa9=4\n", "-"));
	CHECK(gives(&own, "f\tid=data\n", "-"));
	CHECK(gives(&own, "f\tg_extra=id=frames\n", "-"));
}

TEST(attrs)
{
	diag_init("test_attrs");
	diag_set_level(DIAG_SILENT);
	scratch_begin();
	check_cases();
	scratch_end();
	return check_done();
}
