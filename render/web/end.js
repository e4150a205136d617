/* SPDX-License-Identifier: MIT */
}());
