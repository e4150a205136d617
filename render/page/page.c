/* SPDX-License-Identifier: MIT */
#include "render/page/page.h"

#include "common/io/output/compress.h"
#include "common/text/base64.h"
#include "common/text/escape.h"
#include "render/page/page_parts.h"
#include "render/page/page_web.h"

enum { PACKED_SCRIPT = 40000 }; /* bytes of the page that are its script, about */

/* Nothing is fetched, and only these scripts and this style are used (CSP 3). */
static void add_policy(struct buf *buf)
{
	buf_printf(buf,
		   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		   "script-src 'sha256-%s' 'sha256-%s'; style-src 'sha256-%s'; "
		   "base-uri 'none'; form-action 'none'\">\n",
		   page_boot_hash, page_script_hash, page_style_hash);
}

static void page_add_head(struct buf *buf, const struct page *page)
{
	buf_printf(buf,
		   "<!DOCTYPE html>\n<html lang=\"en\" data-scheme=\"%s\">\n<head>\n"
		   "<meta charset=\"utf-8\">\n",
		   page->scheme);
	add_policy(buf);
	buf_add(buf, SLICE("<meta name=\"viewport\" content=\"width=device-width\">\n"
			   "<meta name=\"referrer\" content=\"no-referrer\">\n<title>"));
	buf_add_xml(buf, page->title);
	buf_add(buf, SLICE("</title>\n<style>"));
	buf_add(buf, slice_of((const char *)page_style, page_style_len));
	buf_add(buf, SLICE("</style>\n</head>\n"));
}

static void add_still(struct buf *buf, const struct page *page, size_t room)
{
	buf_add(buf, SLICE("<noscript>\n<h1>"));
	buf_add_xml(buf, page->title);
	buf_add(buf, SLICE("</h1>\n<p>"));
	buf_add_xml(buf, page->subtitle);
	buf_add(buf, SLICE("</p>\n"));
	page_add_still(buf, page, room);
	buf_add(buf, SLICE("<p>Without scripting this is a picture; frames narrower than a pixel "
			   "are left out.</p>\n</noscript>\n"));
}

static void page_add_script(struct buf *buf, const unsigned char *script, size_t len)
{
	buf_add(buf, SLICE("<script>"));
	buf_add(buf, slice_of((const char *)script, len));
	buf_add(buf, SLICE("</script>\n"));
}

/* Packed, as the data is, and unpacked by a small one; or, in a build without zlib, as it is. */
static void add_scripts(struct buf *buf)
{
	struct buf packed = {0};

	if (compress_gzip(slice_of((const char *)page_script, page_script_len), &packed)) {
		buf_add(buf, SLICE("<script type=\"text/plain\" id=\"code\">"));
		buf_add_base64(buf, buf_slice(&packed));
		buf_add(buf, SLICE("</script>\n"));
		page_add_script(buf, page_boot, page_boot_len);
	} else {
		page_add_script(buf, page_script, page_script_len);
	}
	buf_release(&packed);
}

void page_write(struct buf *buf, const struct page *page)
{
	struct buf data = {0};
	bool is_packed = page_add_data(&data, page);

	page_add_head(buf, page);
	buf_add(buf, SLICE("<body>\n"));
	add_still(buf, page, (data.len + PACKED_SCRIPT + page_style_len) / 10);
	buf_printf(buf, "<script type=\"text/plain\" id=\"data\" data-encoding=\"%s\">",
		   is_packed ? "gzip" : "none");
	buf_add(buf, buf_slice(&data));
	buf_add(buf, SLICE("</script>\n"));
	add_scripts(buf);
	buf_add(buf, SLICE("</body>\n</html>\n"));
	buf_release(&data);
}
