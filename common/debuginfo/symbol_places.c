/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/symbol_places.h"

#include <sys/stat.h>

void symbol_places_add(struct symbol_places *places, struct slice folder)
{
	char *copy = arena_alloc_bytes(&places->arena, folder.len + 1);

	memcpy(copy, folder.ptr, folder.len);
	copy[folder.len] = '\0';
	places->folders = memory_grow(places->folders, &places->cap, places->count + 1,
				      sizeof(*places->folders));
	places->folders[places->count++] = copy;
}

/* debuginfod_find_debuginfo(3), "Cache" */
void symbol_places_add_caches(struct symbol_places *places)
{
	static const struct {
		const char *variable, *below;
	} caches[] = {
		{"DEBUGINFOD_CACHE_PATH", ""},
		{"XDG_CACHE_HOME", "/debuginfod_client"},
		{"HOME", "/.cache/debuginfod_client"},
		{"HOME", "/.debuginfod_client_cache"},
	};
	struct buf path = {0};
	struct stat status;
	size_t i;

	for (i = 0; i < ARRAY_LEN(caches); i++) {
		const char *folder = getenv(caches[i].variable);

		if (!folder || folder[0] != '/')
			continue;
		buf_reset(&path);
		buf_printf(&path, "%s%s", folder, caches[i].below);
		buf_add_char(&path, '\0');
		if (stat(path.ptr, &status) == 0 && S_ISDIR(status.st_mode))
			symbol_places_add(places, slice_from(path.ptr));
	}
	buf_release(&path);
}

void symbol_places_release(struct symbol_places *places)
{
	free(places->folders);
	arena_release(&places->arena);
	*places = (struct symbol_places){.count = 0};
}

/* ---- Forms ---- */

/* xx/yyyy... */
static bool add_hex(struct buf *out, struct slice id, const char *after_first)
{
	size_t i;

	for (i = 0; i < id.len; i++)
		buf_printf(out, "%02x%s", (unsigned char)id.ptr[i], i == 0 ? after_first : "");
	return id.len > 1;
}

static bool add_text(struct buf *out, struct slice text)
{
	buf_add(out, text);
	return text.len > 0;
}

static bool add_home(struct buf *out)
{
	const char *home = getenv("HOME");

	return home && home[0] == '/' && add_text(out, slice_from(home));
}

static bool add_fact(struct buf *out, char which, const struct symbol_place *facts)
{
	const size_t slash = slice_rfind(facts->path, '/');
	const size_t name = slash == SLICE_NONE ? 0 : slash + 1;

	switch (which) {
	case 'p': return add_text(out, facts->path);
	case 'f': buf_add(out, slice_head(facts->path, name)); return true;
	case 'n': return add_text(out, slice_tail(facts->path, name));
	case 'l': return add_text(out, facts->link);
	case 'i': return add_hex(out, facts->build_id, "");
	case 'b': return add_hex(out, facts->build_id, "/");
	case 'r':
		return slice_find(facts->release, '/') == SLICE_NONE &&
		       add_text(out, facts->release);
	case 'h': return add_home(out);
	default: assert(false); return false;
	}
}

bool symbol_place_add(struct buf *out, const char *form, const struct symbol_place *facts)
{
	for (; *form != '\0'; form++) {
		if (*form != '%')
			buf_add_char(out, *form);
		else if (!add_fact(out, *++form, facts))
			return false;
	}
	buf_add_char(out, '\0');
	out->len--;
	return true;
}
