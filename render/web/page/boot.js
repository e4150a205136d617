/*! SPDX-License-Identifier: MIT */
"use strict";

/*
 * boot.js - unpacks the script of the page, which is packed as the data is, and lets it run. The
 * policy of the page has the hash of what it must be.
 */
(async () => {
	const packed = document.getElementById("code");
	const bytes = Uint8Array.from(atob(packed.textContent), (letter) => letter.charCodeAt(0));
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
	const script = document.createElement("script");

	script.textContent = await new Response(stream).text();
	packed.replaceWith(script);
})();
