// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "tests/system/lines/lined.h"

namespace lined
{
template <class T> struct box {
	T value;
	int size() const
	{
		return lined_square(static_cast<int>(value.size()));
	}
};

__attribute__((noinline)) int lined_count(const std::vector<int> &numbers, std::map<std::string, int> &names)
{
	std::vector<int> sorted(numbers);

	std::sort(sorted.begin(), sorted.end(), [](int a, int b) { return lined_square(a) < lined_square(b); });
	for (int number : sorted)
		names[std::to_string(number)] += lined_sum(sorted.data(), number & 3);
	return box<std::vector<int>>{sorted}.size();
}
} // namespace lined

int main(int argc, char **argv)
{
	std::map<std::string, int> names;
	std::vector<int> numbers(static_cast<size_t>(argc) + 5, 7);

	std::printf("%d %s\n", lined::lined_count(numbers, names), argv[0]);
	return 0;
}
