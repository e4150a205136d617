/* SPDX-License-Identifier: MIT */
/*
 * Requests to the page of a live recording, as they come: no beginning of a request that is answered
 * is answered differently, what follows the end of a request does not change it, and what is let in
 * names this machine.
 *
 * fuzzer: page-request record 2000 0
 */
#include "common/base/diag.h"
#include "record/page_server.h"
#include "tests/fuzz/fuzz.h"

static void check(bool good)
{
	if (!good)
		abort();
}

static bool is_inside(struct slice part, struct slice text)
{
	return !part.ptr || (part.ptr >= text.ptr && part.ptr + part.len <= text.ptr + text.len);
}

static void check_good(struct slice text, const struct page_request *request)
{
	const size_t end = slice_search(text, SLICE("\r\n\r\n"));

	check(end != SLICE_NONE && end + 4 <= PAGE_REQUEST_MOST);
	check(slice_starts(text, SLICE("GET /")) && slice_starts(request->path, SLICE("/")));
	check(slice_find(request->path, '?') == SLICE_NONE);
	check(slice_find(request->path, ' ') == SLICE_NONE && request->host.len > 0);
	check(is_inside(request->path, text) && is_inside(request->host, text) &&
	      is_inside(request->origin, text));
	if (page_request_admit(request) == PAGE_REQUEST_GOOD)
		check(slice_contains(request->host, SLICE("1")) ||
		      slice_equal_any_case(slice_head(request->host, 9), SLICE("localhost")));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* A copy of its own size: what is read beyond it is seen by the sanitizers. */
	char *copy = malloc(size > 0 ? size : 1);
	struct slice text = {copy, size};
	struct page_request request, part;
	int status, before = PAGE_REQUEST_MORE;
	size_t len;

	if (!copy)
		abort();
	if (size > 0)
		memcpy(copy, data, size);
	status = page_request_read(text, &request);
	if (status == PAGE_REQUEST_GOOD)
		check_good(text, &request);
	for (len = 0; len < size; len += 1 + len / 16) {
		const int now = page_request_read(slice_head(text, len), &part);

		check(before == PAGE_REQUEST_MORE || now == before);
		before = now;
	}
	check(before == PAGE_REQUEST_MORE || status == before);
	check(page_token_equal(text, text));
	free(copy);
	return 0;
}
