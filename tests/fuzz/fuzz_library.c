/* SPDX-License-Identifier: MIT */
/*
 * libflambeau: any bytes by collapse-guess and as frames of a stack, within a limit of memory that
 * small inputs pass too, then each writer. A call says what is wrong or writes something, and a
 * profile that it failed on can be used again.
 *
 * fuzzer: library static 0 0
 */
#include <flambeau.h>

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void add_words(flambeau_profile *profile, const char *text, size_t size)
{
	flambeau_slice frames[16];
	flambeau_error error;
	size_t n = 0, i;

	for (i = 0; i < 16 && size > 0; i++) {
		size_t len = (unsigned char)text[0] % 32;

		if (len > size)
			len = size;
		frames[n].ptr = text;
		frames[n++].len = len;
		text += len > 0 ? len : 1;
		size -= len > 0 ? len : 1;
	}
	if (n > 0)
		flambeau_add(profile, frames, n, size + 1, &error);
}

static void write_all(const flambeau_profile *profile)
{
	flambeau_error error;
	const char *format;
	size_t i, len;
	char *text;

	for (i = 0; (format = flambeau_format_out(i)) != NULL; i++) {
		bool good = flambeau_write(profile, format, NULL, flambeau_to_memory(&text, &len),
					   &error);

		if (good != (text != NULL) || (!good && error.message[0] == '\0'))
			abort();
		flambeau_free(text);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	flambeau_profile *profile = flambeau_profile_new();
	flambeau_error error;

	if (!profile)
		return 0;
	if (size > 0)
		flambeau_profile_limit(profile, (uint64_t)(data[size - 1] % 64) << 16);
	flambeau_collapse(profile, NULL, flambeau_from_memory((const char *)data, size), NULL,
			  &error);
	flambeau_profile_limit(profile, 0);
	add_words(profile, (const char *)data, size);
	write_all(profile);
	flambeau_profile_free(profile);
	return 0;
}
