// SPDX-License-Identifier: MIT
"use strict";
function parseJson(count)
{
	let total = 0;
	for (let i = 0; i < count; i++)
		total += JSON.stringify({ number: i * i % 7, text: "row " + i }).length;
	return total;
}
function drawPage(count)
{
	let text = "";
	for (let i = 0; i < count; i++)
		text = (text + i).slice(-1000);
	return text.length;
}
function main()
{
	for (let i = 0; i < 300; i++) {
		parseJson(20000);
		drawPage(20000);
	}
}
main();
