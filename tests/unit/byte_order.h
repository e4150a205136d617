/* SPDX-License-Identifier: MIT */
/* byte_order.h - the byte order of the machine that runs a test. */
#ifndef FLAMBEAU_BYTE_ORDER_H
#define FLAMBEAU_BYTE_ORDER_H

#include "common/base/base.h"

static inline bool machine_is_big_endian(void)
{
	return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
}

/* True if this machine has to swap the bytes of numbers of that order. */
static inline bool is_swapped_here(bool is_big)
{
	return is_big != machine_is_big_endian();
}

#endif
