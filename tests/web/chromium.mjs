// SPDX-License-Identifier: MIT
export * from "./browser.mjs";
