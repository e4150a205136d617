/* SPDX-License-Identifier: MIT */
#include "common/unwind/cfi_entry.h"

#define WIDE_LENGTH UINT32_MAX /* the length follows in 8 bytes */

enum { AUGMENTATION_LONGEST = 16 };

/* The beginning of an entry. */
struct head {
	struct cfi_reader body; /* behind the id */
	uint64_t id;            /* of a function: where its CIE is */
	uint64_t id_offset;     /* in the section */
	unsigned wide;          /* bytes of the id */
	uint64_t end;           /* offset of what follows */
};

/* False: damaged, or the end. */
static bool read_head(const struct cfi_section *section, uint64_t offset, struct head *head)
{
	struct cfi_reader reader = cfi_reader_at(section, offset);
	uint64_t length = cfi_read(&reader, 4);

	head->wide = 4;
	if (length == WIDE_LENGTH) {
		length = cfi_read(&reader, 8);
		head->wide = section->is_debug ? 8 : 4;
	}
	if (length == 0)
		return false;
	head->body = cfi_read_part(&reader, length);
	head->end = cfi_reader_offset(&reader);
	head->id_offset = cfi_reader_offset(&head->body);
	head->id = cfi_read(&head->body, head->wide);
	return !head->body.failed;
}

static bool is_common(const struct cfi_section *section, const struct head *head)
{
	if (!section->is_debug)
		return head->id == 0;
	return head->id == (head->wide == 8 ? UINT64_MAX : UINT32_MAX);
}

static struct slice read_augmentation(struct cfi_reader *reader)
{
	const char *begin = (const char *)reader->at;
	size_t length = 0;

	while (cfi_read(reader, 1) != 0) {
		if (++length > AUGMENTATION_LONGEST)
			reader->failed = true;
	}
	return slice_of(begin, length);
}

/* What the letters behind "z" mean; those behind an unknown one are skipped, as its data are. */
static void read_letters(struct cfi_reader *data, struct slice letters, struct cfi_common *common)
{
	unsigned encoding;
	size_t i;

	for (i = 0; i < letters.len; i++) {
		switch (letters.ptr[i]) {
		case 'R': common->pointers = (unsigned)cfi_read(data, 1); break;
		case 'S': common->is_signal = true; break;
		case 'L': cfi_read(data, 1); break;
		case 'P':
			encoding = (unsigned)cfi_read(data, 1);
			if (encoding != CFI_POINTER_OMITTED)
				cfi_read_length(data, encoding);
			break;
		case 'B': /* AArch64: return addresses are signed with the other key */
		case 'G': break;
		default: return;
		}
	}
}

static bool read_common(const struct cfi_section *section, uint64_t offset,
			struct cfi_common *common)
{
	struct cfi_reader *body, data;
	struct slice augmentation;
	struct head head;
	uint64_t version;

	if (!read_head(section, offset, &head) || !is_common(section, &head))
		return false;
	*common = (struct cfi_common){.pointers = 0};
	body = &head.body;
	version = cfi_read(body, 1);
	augmentation = read_augmentation(body);
	if (slice_equal(augmentation, SLICE("eh"))) /* gcc 2 */
		cfi_skip(body, section->word);
	if (version >= 4)
		cfi_skip(body, 2); /* sizes of addresses and of selectors of segments */
	common->code_align = cfi_read_uleb(body);
	common->data_align = cfi_read_sleb(body);
	common->return_register = version == 1 ? cfi_read(body, 1) : cfi_read_uleb(body);
	if (slice_skip(&augmentation, SLICE("z"))) {
		common->has_sizes = true;
		data = cfi_read_part(body, cfi_read_uleb(body));
		read_letters(&data, augmentation, common);
	} else if (augmentation.len > 0 && !slice_equal(augmentation, SLICE("eh"))) {
		return false;
	}
	common->program = *body;
	return !body->failed;
}

static uint64_t common_of(const struct cfi_section *section, const struct head *head)
{
	return section->is_debug ? head->id : head->id_offset - head->id;
}

enum cfi_found cfi_entry_next(const struct cfi_section *section, uint64_t *offset,
			      struct cfi_entry *entry)
{
	struct cfi_reader *body;
	struct head head;

	if (!read_head(section, *offset, &head))
		return CFI_NOTHING;
	entry->section = section;
	entry->offset = *offset;
	*offset = head.end;
	if (is_common(section, &head) ||
	    !read_common(section, common_of(section, &head), &entry->common))
		return CFI_COMMON;
	body = &head.body;
	entry->start = cfi_read_pointer(body, entry->common.pointers, 0);
	entry->end = entry->start + cfi_read_length(body, entry->common.pointers);
	if (entry->common.has_sizes)
		cfi_skip(body, cfi_read_uleb(body));
	entry->program = *body;
	return body->failed || entry->end < entry->start ? CFI_COMMON : CFI_FUNCTION;
}
