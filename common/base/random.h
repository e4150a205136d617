/* SPDX-License-Identifier: MIT */
/*
 * random.h - unpredictable bytes from the kernel. They key hashes; no output depends on them.
 */
#ifndef FLAMBEAU_RANDOM_H
#define FLAMBEAU_RANDOM_H

#include "common/base/base.h"

/*
 * Fill `bytes`. Where the kernel refuses (getentropy() is forbidden to the process, or unknown),
 * the bytes are made from the time and from addresses, which an attacker may guess.
 */
void random_fill(void *bytes, size_t size);

#endif
