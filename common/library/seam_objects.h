/* SPDX-License-Identifier: MIT */
/* seam_objects.h - seam.h for functions of other libraries. */
#ifndef FLAMBEAU_SEAM_OBJECTS_H
#define FLAMBEAU_SEAM_OBJECTS_H

#include "common/base/base.h"

void *seam_pcre2_compile(const unsigned char *pattern, size_t length, uint32_t options, int *error,
			 size_t *at, void *context);
void seam_pcre2_code_free(void *code);

#endif
