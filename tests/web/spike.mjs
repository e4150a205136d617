// SPDX-License-Identifier: MIT
// spike.mjs - ten seconds of four threads, of which three do something else for 300 ms.

// Labelled folded lines: bins of 20 ms, the spike from bin 312 to, without, 327.
export function spikeLines() {
	const work = ["parse", "compress", "send", "lookup", "render", "log"];
	const lines = [];

	for (let bin = 0; bin < 500; bin++) {
		const time = (bin * 0.02).toFixed(2).padStart(5, "0");
		for (const [i, tid] of ["1240", "1241", "1243", "1244"].entries()) {
			const at = bin * 7 + i * 3;
			const stack = bin >= 312 && bin < 327 && i < 3 ? "reindex;btree_split" :
				`${work[at % 6]};${work[(at >> 1) % 6]}`;
			if (at % 5 > i)
				lines.push(`@time=${time};@cpu=${at % 4};@tid=${tid};` +
					`worker;${stack} 1`);
		}
	}
	return lines;
}
