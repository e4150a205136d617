// SPDX-License-Identifier: MIT
package main

//go:noinline
func parseJson(count int) int {
	sum := 1
	for i := 0; i < count; i++ {
		sum = sum*31 + sum>>7 + i
	}
	return sum
}

//go:noinline
func drawPage(count int) int {
	return parseJson(count) + 1
}

func main() {
	sum := 0
	for i := 0; i < 1500; i++ {
		sum += parseJson(300000) + drawPage(200000)
	}
	if sum == 1 {
		println(sum)
	}
}
