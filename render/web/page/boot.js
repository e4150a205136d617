/*! SPDX-License-Identifier: MIT */
"use strict";

/*
 * boot.js - unpacks the style and the script of the page, which are packed as the data is, and lets
 * the script run. The policy of the page has the hashes of what they must be.
 */
(async () => {
	for (const packed of document.querySelectorAll("[id^=packed]")) {
		const text = atob(packed.textContent);
		const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
		const stream = new Blob([bytes]).stream()
			.pipeThrough(new DecompressionStream("gzip"));
		const element = document.createElement(packed.id.split("-")[1]);

		element.textContent = await new Response(stream).text();
		packed.replaceWith(element);
	}
})();
