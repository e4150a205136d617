/*! SPDX-License-Identifier: MIT */
"use strict";

/*
 * boot.js - unpacks the style and the script of the page, which are compressed and in base 85, as
 * embed.cmake writes it, and lets the script run. The policy of the page has the hashes of what
 * they must be.
 */
(async () => {
	/* What the code of a digit stands for; after the end of a text, the highest digit. */
	const digitOf = (code) => code >= 40 ? code - (code > 60 ? 41 : 40) : 84;

	for (const packed of document.querySelectorAll("[id^=packed]")) {
		const text = packed.textContent;
		const bytes = new Uint8Array(text.length * 0.8);
		for (let at = 0; at < bytes.length; at += 4) {
			let value = 0;
			for (let i = 0; i < 5; i++)
				value = value * 85 + digitOf(text.charCodeAt(at * 1.25 + i));
			for (let i = 0; i < 4; i++)
				bytes[at + i] = value * 256 ** (i - 3);
		}
		const stream = new Blob([bytes]).stream()
			.pipeThrough(new DecompressionStream("gzip"));
		const element = document.createElement(packed.id.split("-")[1]);

		element.textContent = await new Response(stream).text();
		packed.replaceWith(element);
	}
})();
