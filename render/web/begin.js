/*! SPDX-License-Identifier: MIT */
(function () {
