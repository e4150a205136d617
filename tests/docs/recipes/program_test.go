// SPDX-License-Identifier: MIT
package main

import "testing"

func BenchmarkPage(b *testing.B) {
	for i := 0; i < b.N; i++ {
		drawPage(100000)
	}
}
